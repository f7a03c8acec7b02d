// The page: what is asked, what the map shows, what a tap does.

const now = nothing();
changed(now, book.first);

// Where an item is: its place, or where its counters stand.
const piecesOf = item => ["unit", "marker"].includes(book.items[item][1]) ? book.items[item][2] : [];
function spotsOf(item) {
  const [, kind, where] = book.items[item];
  if (kind === "place") return where === null ? [] : [where];
  return piecesOf(item).flatMap(piece => now.pieces.get(piece)?.at ?? []);
}

// Units are ringed and places lit; what is lit already is not drawn again.
let shownUnits = null, shownPlaces = null;
function shine(units, places, choosing) {
  const [units_, places_] = [`${choosing}${units}`, String(places)];
  if (units_ !== shownUnits) {
    layer("counters").classList.toggle("choosing", choosing);
    place(now, new Set(units), []);
    shownUnits = units_;
  }
  if (places_ !== shownPlaces) {
    light([...new Set(places)]);
    layer("lights").classList.toggle("many", places.length > 60);
    shownPlaces = places_;
  }
}

// What is looked at is lit: the choices of the slot.
function showLights() {
  const slot = edit ? slots()[edit.slot] : null;
  const items = slot ? offered(slot.p) : [];
  const places = items.filter(item => book.items[item][1] === "place").flatMap(spotsOf);
  const units = items.flatMap(piecesOf);
  shine(units, places, units.length > 0);
  const way = slot?.p.k === "path" ? slot.v.flatMap(spotsOf) : [];
  const from = slot?.p.k === "path" ? spotsOf(itemsOf(slot.p.of)[0]) : [];
  tracks(way.length ? [[0, 0, [...from, ...way]]] : [], []);
}

// Every item an entry speaks of, by the names in its text.
const namesOnMap = book.items.map(([name], item) => [parted(name), item]).filter(([, item]) => ["place", "unit"].includes(book.items[item][1]));
function lookOver(entry) {
  if (edit) return;
  const text = parted(writtenEntry(entry));
  const items = namesOnMap.filter(([name]) => text.includes(name)).map(([, item]) => item);
  shine(items.flatMap(piecesOf), items.filter(item => book.items[item][1] === "place").flatMap(spotsOf), false);
}

// What an item may do: kinds of lines about it, and such as may name it.
const mayBe = new Map();
questions.forEach((_, q) => {
  const note = (item, what) => mayBe.set(item, [...mayBe.get(item) ?? [], what]);
  const rows = rowsOf(q);
  if (!rows) return new Set(offered(pickOf(questions[q].form.pick))).forEach(item => note(item, {q, w: null}));
  for (const w of wordsOf(q)) {
    const same = rows.filter(row => row.w === w);
    const subjects = new Set(same.flatMap(row => row.s));
    subjects.forEach(item => note(item, {q, w, subject: item}));
    new Set(same.flatMap(row => offered(pickOf(row.p)))).forEach(item => { if (!subjects.has(item)) note(item, {q, w, subject: null, item}); });
  }
});

function start({q, w, subject = null, item}) {
  stack(null);
  if (w === null) answer(q);
  else begin(q, w, subject);
  if (item !== undefined) takeItem(item);
  byId("edit").scrollIntoView({block: "nearest"});
}

// What stands on a spot, and what it may do.
function stack(spot, only = null) {
  const box = byId("stack");
  box.hidden = spot === null;
  if (spot === null) return;
  const here = [...now.pieces.values()].filter(one => one.at === spot);
  const itemsHere = [...book.items.keys()].filter(item => spotsOf(item).includes(spot));
  const rows = [];
  const act = (item, name) => {
    if (only) return only.includes(item) ? el("li", {}, el("button", {type: "button", "data-item": item, onclick: () => { stack(null); takeItem(item); }}, name)) : null;
    const may = mayBe.get(item) ?? [];
    const buttons = may.map(what => el("button", {type: "button", class: "chip", onclick: () => start(what)}, what.w ?? questions[what.q].word));
    return el("li", {}, name, " ", el("span", {class: "chips"}, ...buttons));
  };
  const placeItem = itemsHere.find(item => book.items[item][1] === "place");
  if (placeItem !== undefined) rows.push(act(placeItem, nameOf(placeItem)));
  for (const one of here) {
    const item = itemsHere.find(item => piecesOf(item).includes(one.piece));
    const row = item === undefined ? null : act(item, title(one));
    const bar = book.bars[pieceName(one.piece)];
    rows.push(row ?? (only ? null : el("li", {}, title(one), bar ? el("small", {}, ` ${bar}`) : "")));
  }
  box.replaceChildren(
    el("button", {type: "button", class: "shut", "aria-label": word("close"), onclick: () => stack(null)}, "\u00d7"),
    el("h3", {}, spaceName(spot)), el("ul", {}, ...rows.filter(Boolean)));
}

tapped = spot => {
  if (spot === null) return stack(null);
  const slot = edit ? slots()[edit.slot] : null;
  const fitting = slot ? offered(slot.p).filter(item => spotsOf(item).includes(spot)) : [];
  if (fitting.length === 1) { stack(null); return void takeItem(fitting[0]); }
  stack(spot, fitting.length ? fitting : null);
};

// Several units at once: a frame drawn around them.
let lassoFrom = null;
grabbed = event => {
  if (byId("lasso").getAttribute("aria-pressed") !== "true") return false;
  const at = pointOf(event), box = layer("lasso-box");
  if (event.type === "pointerdown") lassoFrom = at;
  if (!lassoFrom) return true;
  const [x, y] = [Math.min(at[0], lassoFrom[0]), Math.min(at[1], lassoFrom[1])];
  const [wide, high] = [Math.abs(at[0] - lassoFrom[0]), Math.abs(at[1] - lassoFrom[1])];
  box.setAttribute("d", `M${x},${y}h${wide}v${high}h${-wide}z`);
  if (event.type === "pointerup") {
    const within = ([cx, cy]) => cx >= x && cx <= x + wide && cy >= y && cy <= y + high;
    lassoFrom = null;
    box.setAttribute("d", "");
    takeAll(spot => within(centre(spot)));
  }
  return true;
};

function takeAll(isIn) {
  const slot = edit ? slots()[edit.slot] : null;
  if (slot?.p.k !== "some") return;
  const chosen = slot.v ?? [];
  const more = itemsOf(slot.p.of).filter(item => !chosen.includes(item) && spotsOf(item).some(isIn));
  put(edit.slot, [...chosen, ...more].slice(0, slot.p.max));
}

function showQuestions() {
  const rows = questions.map((question, q) => {
    const rows = rowsOf(q), most = pickOf(question.form.pick).max;
    const kinds = rows ? wordsOf(q).map(w => el("button", {type: "button", class: "kind", "data-q": q, "data-word-of": w,
      disabled: lineCount(q) >= most, onclick: () => begin(q, w)}, w)).concat(el("button", {type: "button", "data-none": q,
        onclick: () => change(() => letter.push({text: `${question.form.head}: ${glue.none}`}))}, glue.none))
      : [el("button", {type: "button", class: "kind", "data-q": q, onclick: () => answer(q)}, question.word)];
    return el("section", {class: "question"}, question.as ? el("h3", {}, question.as) : "", el("p", {}, question.ask),
      el("div", {class: "chips"}, ...kinds), rows && most < 900 ? el("p", {class: "hint"}, word("full", {n: lineCount(q), max: most})) : "",
      el("details", {}, el("summary", {}, word("default")), el("pre", {}, question.default.join("\n")),
        el("button", {type: "button", onclick: () => change(() => letter.push(...question.default.map(text => ({text}))))}, word("use-default"))));
  });
  byId("questions").replaceChildren(...rows.length ? rows : [el("p", {}, word("nothing"))]);
}

// A unit that has two lines of its own on a sheet.
function doubles() {
  const seen = new Map();
  for (const entry of letter) for (const [, lines] of entry.then ? branches(entry) : []) for (const line of lines) {
    if (line.subject === null || pickOf(questions[entry.q].form.pick).k !== "sheet") continue;
    const key = `${rowsOf(entry.q)[line.row].w} ${nameOf(line.subject)}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return [...seen].filter(([, n]) => n > 1).map(([what]) => word("twice", {what}));
}

function show() {
  showQuestions();
  showEntries();
  showEdit();
  byId("text").value = letterText();
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
  byId("wrong").textContent = doubles().join("; ");
  byId("stored").textContent = word(stored ? "stored" : "not-stored");
}

fetchDraft();
speakWords();
byId("title").textContent = book.title;
document.title = `${word("title")}: ${book.title}`;
byId("reader").textContent = book.reader;
byId("note").textContent = book.note.length ? said(book.note) : "";
byId("keylist").replaceChildren(...word("keys-list").split("|").map(line => el("li", {}, line)));
byId("stale").textContent = newest > book.run ? word("old", {run: book.run, newer: newest}) : word("new-run", {run: book.run});
byId("stale").classList.toggle("old", newest > book.run);
byId("standing-now").replaceChildren(...book.standing.map(line => el("li", {}, el("code", {}, line))));
byId("sent").replaceChildren(...book.sent.map(line => el("li", {}, el("code", {}, line))));
byId("sent-box").hidden = !book.sent.length;
standing();
const acts = {
  nearer: () => nearer(1.5), farther: () => nearer(1 / 1.5), whole: lookAtAll, undo, redo, type: () => typeLine(),
  mail: mailLetter, copy: copyLetter, save: saveLetter, clear: () => change(() => { letter = []; }), help: () => byId("keys").showModal(),
  lasso: () => byId("lasso").setAttribute("aria-pressed", String(byId("lasso").getAttribute("aria-pressed") !== "true")),
};
for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
byId("text").addEventListener("change", event => readText(event.target.value));
addEventListener("keydown", event => {
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "Escape") return stack(null), edit ? cancel() : undefined;
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !typing) { event.preventDefault(); return event.shiftKey ? redo() : undo(); }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = {u: undo, "+": acts.nearer, "-": acts.farther, 0: lookAtAll, t: acts.type, c: copyLetter, "?": acts.help,
    n: () => document.querySelector(".kind:not(:disabled)")?.focus()}[event.key];
  if (act) { event.preventDefault(); act(); }
});
lookAtAll();
show();
// Where something of his can act, else where anything stands.
{
  const able = [...mayBe.keys()].flatMap(item => piecesOf(item).length ? spotsOf(item) : []).filter(spot => spot >= 0);
  const all = [...now.pieces.values()].map(one => one.at).filter(spot => spot >= 0);
  lookAt(able.length ? able : all);
}
