// The list of events, and what it is narrowed to.

const wanted = {text: "", kinds: 0, side: "", place: "", unit: ""};
const PAGE_SIZE = 300;
let shownMost = PAGE_SIZE;

const isNarrowed = () => Boolean(wanted.text || wanted.kinds || wanted.side !== "" || wanted.place !== "" || wanted.unit !== "");

// What is searched: words in both languages, rule, names, labels of dice.
const haystacks = new Map();
function haystack(event) {
  let text = haystacks.get(event.index);
  if (text === undefined) {
    const names = [...event.units.map(pieceName), ...event.places.map(spaceName)];
    const labels = (event.tally?.d ?? []).map(dice => dice[0]);
    const testers = (event.tally?.x ?? []).map(test => test[0]);
    text = folded([...event.text, event.rule, event.name, ...names, ...labels, ...testers].join(" "));
    haystacks.set(event.index, text);
  }
  return text;
}

function fits(event) {
  if (wanted.kinds && !(event.kinds & wanted.kinds)) return false;
  if (wanted.side !== "" && !event.sides.includes(Number(wanted.side))) return false;
  if (wanted.place !== "" && !event.places.includes(Number(wanted.place))
    && !event.tracks.some(track => track.length === 3 && track[2].includes(Number(wanted.place)))) return false;
  if (wanted.unit !== "" && !event.units.some(unit => pieceName(unit) === wanted.unit)) return false;
  return !wanted.text || folded(wanted.text).split(/\s+/).every(part => haystack(event).includes(part));
}

// The events that are listed: of the phase, or all that fit.
function listed() {
  if (isNarrowed()) return events.filter(fits);
  const {from, to} = phases[at.phase];
  return events.slice(from, to);
}

function item(event) {
  const selected = at.event === event.index;
  const head = el("button", {type: "button", class: "what", "aria-current": selected ? "true" : undefined,
    onclick: () => go(event.phase, event.index)}, said(event.text));
  const looks = ["event", selected && "selected", event.kinds & KIND.loss && "loss", event.kinds & KIND.orders && "order"];
  const one = el("li", {id: `e${event.index}`, class: looks.filter(Boolean).join(" ")},
    el("span", {class: "marks"}, ...event.sides.filter(side => book.sides[side][2])
      .map(side => el("i", {class: "mark", style: `background:${book.sides[side][2]}`, title: said(book.sides[side][1])}))), head);
  if (event.tally) {
    one.append(el("details", {open: selected}, el("summary", {}, ...inShort(event.tally)), wholeTally(event.tally)));
  }
  one.append(el("a", {class: "ref", href: hash(event.phase, event.index)},
    event.rule ? `${word("rule", {rule: event.rule})} \u00b7 ${event.name}` : event.name));
  return one;
}

function list() {
  const found = listed(), narrowed = isNarrowed();
  const rows = [];
  let phase = null;
  // What is looked at is always on the list.
  const where = found.findIndex(event => event.index === at.event);
  const most = Math.max(shownMost, where + 1);
  for (const event of found.slice(0, most)) {
    if (narrowed && event.phase !== phase) {
      phase = event.phase;
      rows.push(el("li", {class: "phase"}, el("button", {type: "button", onclick: () => go(event.phase, null)}, said(phases[phase].title))));
    }
    rows.push(item(event));
  }
  if (!found.length) rows.push(el("li", {class: "none"}, narrowed ? word("found", {n: 0}) : word("none")));
  byId("events").replaceChildren(...rows);
  byId("more").hidden = found.length <= most;
  byId("heading").textContent = word(narrowed ? "all" : "of-phase", {n: found.length});
  byId("clear").disabled = !narrowed;
}

function kinds() {
  const focused = document.activeElement.dataset?.kind;
  byId("kinds").replaceChildren(...Object.entries(KIND)
    .filter(([, bit]) => events.some(event => event.kinds & bit))
    .map(([kind, bit]) => el("button", {type: "button", class: "chip", "data-kind": kind,
      "aria-pressed": String(Boolean(wanted.kinds & bit)),
      onclick: () => narrow({kinds: wanted.kinds ^ bit})}, word(kind))));
  if (focused) byId("kinds").querySelector(`[data-kind=${focused}]`).focus();
}

function picks() {
  const sides = book.sides.map((side, n) => [said(side[1]), n]).filter(([, n]) => events.some(event => event.sides.includes(n)));
  byId("side").replaceChildren(el("option", {value: ""}, word("any")), ...sides.map(([name, n]) => el("option", {value: n}, name)));
  byId("side").value = wanted.side;
  byId("place").placeholder = byId("unit").placeholder = word("any");
  byId("place").value = wanted.place === "" ? "" : spaceName(Number(wanted.place));
  byId("unit").value = wanted.unit;
}

// Names that can be chosen: only what some event speaks of.
function offers() {
  const places = new Set(events.flatMap(event => event.places));
  const units = new Set(events.flatMap(event => event.units.map(pieceName)));
  const options = names => [...names].sort((a, b) => a.localeCompare(b)).map(name => el("option", {value: name}));
  byId("places").replaceChildren(...options(new Set([...places].map(spaceName))));
  byId("units").replaceChildren(...options(units));
}

// A place or unit by what was typed: its name, its number, or the beginning of one name only.
function placeNamed(text) {
  const sought = folded(text.trim());
  if (!sought) return "";
  const all = [...book.spaces.keys(), ...book.boxes.map((_, n) => -1 - n)];
  const exact = all.find(spot => folded(spaceName(spot)) === sought || (spot >= 0 && (folded(book.spaces[spot][0]) === sought || folded(book.spaces[spot][3]) === sought)));
  return exact ?? all.find(spot => folded(spaceName(spot)).startsWith(sought)) ?? "";
}

function unitNamed(text) {
  const sought = folded(text.trim());
  if (!sought) return "";
  const names = book.pieces.map(piece => piece[2]);
  return names.find(name => folded(name) === sought) ?? names.find(name => folded(name).includes(sought)) ?? text.trim();
}

function narrow(to) {
  Object.assign(wanted, to);
  shownMost = PAGE_SIZE;
  kinds();
  picks();
  list();
}
