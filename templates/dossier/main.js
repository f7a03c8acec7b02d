// Where one is, how one gets about, and what the keys do.

const at = {phase: 0, event: null};

function speak() {
  speakWords();
  byId("title").textContent = `${book.game}: ${book.board}`;
  document.title = `${word("title")}: ${book.game}`;
  byId("reader").textContent = book.reader ? word("of-side", {side: said(book.reader)}) : word("of-referee");
  if (book.over) byId("reader").textContent += ". " + said(book.outcome);
  byId("note").textContent = book.note.length ? said(book.note) : "";
  byId("keylist").replaceChildren(...word("keys-list").split("|").map(line => el("li", {}, line)));
}
let following = true;
let playing = null;

const hash = (phase, event) => `#phase=${encodeURIComponent(phases[phase].name).replace(/%2F/g, "/")}`
  + (event === null ? "" : `&event=${events[event].name}`);

// Reads a link; what it names wrongly is left as it is.
function readHash() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const event = events.find(one => one.name === asked.get("event"));
  if (event) return {phase: event.phase, event: event.index};
  const phase = phases.find(one => one.name === asked.get("phase"));
  return phase ? {phase: phase.index, event: null} : null;
}

function show() {
  const event = at.event === null ? null : events[at.event];
  const phase = phases[at.phase];
  const now = moment(at.phase, at.event);
  const gone = event ? goneIn(event, now) : [];
  const spots = event ? spotsOf(event, now, gone) : phaseSpots(phase);
  happening = spots;
  place(now, new Set(event?.units ?? []), gone);
  light(event?.places.length ? event.places : gone.map(one => one.at));
  tracks(event?.tracks ?? [], event ? [] : ofPhase(phase).flatMap(one => one.tracks));
  if (following) lookAt(event && !spots.length ? aroundOf(event) : spots, Boolean(event));
  mark();
  byId("slider").value = at.phase;
  byId("slider").setAttribute("aria-valuetext", said(phase.title));
  byId("count").textContent = `${at.phase + 1}/${phases.length}`;
  byId("moment").textContent = said(phase.title);
  byId("back").disabled = byId("begin").disabled = at.phase === 0;
  byId("next").disabled = byId("end").disabled = at.phase === phases.length - 1;
  stack(stackAt);
}

const ofPhase = phase => events.slice(phase.from, phase.to);
const placesOf = event => [...event.places, ...event.tracks.flatMap(track => track.length === 1 ? track : track[2])];

// Counters that an event speaks of and takes away, as they stood before it.
function goneIn(event, now) {
  const phase = phases[event.phase];
  const before = event.index > phase.from ? moment(event.phase, event.index - 1) : beginnings[event.phase];
  return event.units.filter(one => !now.pieces.has(one) && before.pieces.has(one)).map(one => before.pieces.get(one));
}

// Where an event takes place: the places it names, else where its counters stand or stood.
function spotsOf(event, now, gone) {
  const named = placesOf(event);
  if (named.length) return named;
  return [...event.units.flatMap(one => now.pieces.get(one)?.at ?? []), ...gone.map(one => one.at)];
}

// Where something happens on the map in a phase.
const phaseSpots = phase => ofPhase(phase).flatMap(placesOf).filter(spot => spot >= 0);

// What an event that names no place belongs to: what was told last, or the whole phase.
function aroundOf(event) {
  const {from} = phases[event.phase];
  const before = events.slice(from, event.index).findLast(one => placesOf(one).length);
  return before ? placesOf(before) : phaseSpots(phases[event.phase]);
}

function go(phase, event, quietly) {
  const inList = byId("events").contains(document.activeElement);
  at.phase = Math.min(Math.max(phase, 0), phases.length - 1);
  at.event = event;
  if (!quietly) history.replaceState(null, "", hash(at.phase, at.event));
  show();
  list();
  const row = event === null ? null : byId(`e${event}`);
  if (row) row.scrollIntoView({block: "nearest"});
  else byId("events").scrollTop = 0;
  // The list is made anew: who was in it stays in it.
  if (inList) (row ?? byId("events")).querySelector("button")?.focus({preventScroll: true});
}

// From event to event, through what is listed or on into the next phase.
function step(by) {
  const found = isNarrowed() ? events.filter(fits) : events;
  const {from, to} = phases[at.phase];
  const here = at.event ?? (by > 0 ? from - 1 : to);
  const next = by > 0 ? found.find(event => event.index > here) : found.findLast(event => event.index < here);
  if (next) go(next.phase, next.index);
  return Boolean(next);
}

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => { if (!step(1)) play(false); }, 1200) : null;
  byId("play").dataset.word = on ? "pause" : "play";
  byId("play").textContent = word(byId("play").dataset.word);
}

// What lies on a space: piles hide most of it.
let stackAt = null;
function stack(spot) {
  stackAt = spot;
  const box = byId("stack");
  box.hidden = spot === null;
  if (spot === null) return;
  const here = [...moment(at.phase, at.event).pieces.values()].filter(one => one.at === spot);
  const rows = here.map(one => el("li", {}, el("button", {type: "button", onclick: () => narrow({unit: pieceName(one.piece)})},
    el("i", {class: "mark", style: `background:${book.sides[book.pieces[one.piece][0]][2]}`}), ` ${title(one)}`)));
  box.replaceChildren(
    el("button", {type: "button", class: "shut", "aria-label": word("close"), onclick: () => stack(null)}, "\u00d7"),
    el("h3", {}, spaceName(spot)),
    here.length ? el("ul", {}, ...rows) : el("p", {}, word("empty")),
    el("button", {type: "button", class: "only", onclick: () => narrow({place: spot})}, word("only")));
}

function turnLanguage() {
  lang = lang === "en" ? "fr" : "en";
  speak();
  strip();
  kinds();
  picks();
  show();
  list();
}

function follow(on) {
  following = on;
  byId("follow").setAttribute("aria-pressed", String(on));
}

const clearAll = () => narrow({text: byId("search").value = "", kinds: 0, side: "", place: "", unit: ""});

// How much happened in each phase, and where something was lost.
function strip() {
  const told = phases.map(phase => ofPhase(phase).filter(event => !(event.kinds & KIND.orders)));
  const most = Math.max(...told.map(list => list.length), 1);
  const bar = (n, part, name) => `<rect class="${name}" x="${n + .1}" y="${(10 - part).toFixed(2)}" width=".8" height="${part.toFixed(2)}"/>`;
  const high = n => n ? .8 + 9.2 * Math.sqrt(n / most) : 0;
  byId("strip").setAttribute("viewBox", `0 0 ${phases.length} 10`);
  byId("strip").innerHTML = told.map((list, n) => {
    const lost = list.filter(event => event.kinds & KIND.loss).length;
    return `<g><title>${escaped(said(phases[n].title))}</title>` + bar(n, high(list.length), "all") + bar(n, high(lost), "lost") + "</g>";
  }).join("");
}

byId("slider").max = phases.length - 1;
byId("slider").addEventListener("input", () => go(Number(byId("slider").value), null));
const clicks = {
  begin: () => go(0, null), back: () => go(at.phase - 1, null), next: () => go(at.phase + 1, null),
  end: () => go(phases.length - 1, null),
  play: () => play(!playing), nearer: () => nearer(1.5), farther: () => nearer(1 / 1.5), whole: lookAtAll,
  follow: () => follow(!following), language: turnLanguage, print: () => print(), help: () => byId("keys").showModal(),
  clear: clearAll, more: () => { shownMost += PAGE_SIZE; list(); },
  copy: async () => {
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    byId("copy").textContent = word("copied");
    setTimeout(speak, 1500);
  },
};
for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
byId("filters").addEventListener("submit", event => event.preventDefault());
byId("search").addEventListener("input", event => narrow({text: event.target.value}));
byId("side").addEventListener("change", event => narrow({side: event.target.value}));
byId("place").addEventListener("change", event => narrow({place: placeNamed(event.target.value)}));
byId("unit").addEventListener("change", event => narrow({unit: unitNamed(event.target.value)}));

const keys = {
  ArrowLeft: () => go(at.phase - 1, null), ArrowRight: () => go(at.phase + 1, null),
  ArrowUp: () => step(-1), ArrowDown: () => step(1), k: () => step(-1), j: () => step(1),
  Home: () => go(0, null), End: () => go(phases.length - 1, null), " ": () => play(!playing),
  u: () => stack(stackAt === null ? happening[0] ?? null : null),
  "/": () => byId("search").focus(), "+": () => nearer(1.5), "-": () => nearer(1 / 1.5), 0: lookAtAll,
  f: () => follow(!following), l: turnLanguage, "?": () => byId("keys").showModal(),
};
addEventListener("keydown", event => {
  const typing = event.target.matches("input:not([type=range]), select, textarea");
  if (event.key === "Escape") {
    if (typing) event.target.blur();
    stack(null);
    return clearAll();
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  if (event.key === " " && event.target.matches("button, summary, a")) return;
  const pan = event.shiftKey && {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
  if (pan) {
    event.preventDefault();
    return look({...seen, x: seen.x + pan[0] * seen.wide / 5, y: seen.y + pan[1] * seen.high / 5});
  }
  const act = keys[event.key];
  if (act) { event.preventDefault(); act(); }
});

tapped = stack;
byId("strip").addEventListener("click", event => {
  const frame = byId("strip").getBoundingClientRect();
  go(Math.floor((event.clientX - frame.left) / frame.width * phases.length), null);
});
// On paper everything is listed, and every tally is open.
addEventListener("beforeprint", () => {
  shownMost = Infinity;
  list();
  for (const one of document.querySelectorAll("#events details")) one.open = true;
});
addEventListener("afterprint", () => { shownMost = PAGE_SIZE; list(); });
addEventListener("hashchange", () => { const to = readHash(); if (to) go(to.phase, to.event, true); });

speak();
strip();
kinds();
picks();
offers();
lookAtAll();
// A link says where one begins; else where there is first something to see.
{
  const to = readHash();
  const first = phases.find(phase => phaseSpots(phase).length) ?? phases.find(phase => phase.to > phase.from) ?? phases[0];
  lookAt(phaseSpots(first));
  go(to ? to.phase : first.index, to ? to.event : null, true);
}
