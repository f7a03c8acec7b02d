// Where one is, how one gets about, and what the keys do.

const at = {phase: phases.length - 1, event: null};
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
  place(moment(at.phase, at.event), new Set(event?.units ?? []));
  const placesOf = one => [...one.places, ...one.tracks.flatMap(track => track.length === 1 ? track : track[2])];
  light(event ? event.places : []);
  const others = events.slice(phase.from, event ? at.event : phase.to).flatMap(one => one.tracks);
  tracks(event?.tracks ?? [], event ? [] : others);
  if (event && following) lookAt(placesOf(event).length ? placesOf(event) : spotsOf(event.units));
  byId("slider").value = at.phase;
  byId("slider").setAttribute("aria-valuetext", said(phase.title));
  byId("count").textContent = `${at.phase + 1}/${phases.length}`;
  byId("moment").textContent = said(phase.title);
  byId("back").disabled = byId("begin").disabled = at.phase === 0;
  byId("next").disabled = at.phase === phases.length - 1;
  stack(stackAt);
}

const spotsOf = units => {
  const now = moment(at.phase, at.event);
  return units.flatMap(one => now.pieces.get(one)?.at ?? []);
};

function go(phase, event, quietly) {
  at.phase = Math.min(Math.max(phase, 0), phases.length - 1);
  at.event = event;
  if (!quietly) history.replaceState(null, "", hash(at.phase, at.event));
  show();
  list();
  const row = event === null ? null : byId(`e${event}`);
  if (row) row.scrollIntoView({block: "nearest"});
  else byId("events").scrollTop = 0;
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

byId("slider").max = phases.length - 1;
byId("slider").addEventListener("input", () => go(Number(byId("slider").value), null));
const clicks = {
  begin: () => go(0, null), back: () => go(at.phase - 1, null), next: () => go(at.phase + 1, null),
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
  const act = keys[event.key];
  if (act) { event.preventDefault(); act(); }
});

// Dragging, wheel and two fingers.
const fingers = new Map();
let dragged = 0;
board.addEventListener("pointerdown", event => { fingers.set(event.pointerId, event); dragged = 0; });
addEventListener("pointermove", event => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const scale = seen.wide / Math.max(board.clientWidth, 1);
  if (fingers.size === 2) {
    const [other] = [...fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, one]) => one);
    const far = one => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    nearer(far(event) / Math.max(far(before), 1), ...pointOf(event));
    dragged += 9;
  } else {
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    dragged += Math.abs(x) + Math.abs(y);
    if (dragged > 4) look({...seen, x: seen.x - x * scale, y: seen.y - y * scale});
  }
  fingers.set(event.pointerId, event);
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, event => fingers.delete(event.pointerId));
board.addEventListener("click", event => { if (dragged <= 4) stack(spotAt(pointOf(event))); });
board.addEventListener("wheel", event => {
  event.preventDefault();
  nearer(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...pointOf(event));
}, {passive: false});
addEventListener("resize", () => look(seen));
addEventListener("hashchange", () => { const to = readHash(); if (to) go(to.phase, to.event, true); });

// A board much wider than high has the list below it.
if (whole.wide > whole.high * 1.7) document.body.classList.add("wideboard");
speak();
kinds();
picks();
offers();
lookAtAll();
{
  const to = readHash();
  go(to ? to.phase : phases.length - 1, to ? to.event : null, true);
}
