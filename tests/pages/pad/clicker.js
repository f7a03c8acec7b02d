// Puts answers into the page as a player does, by clicks, and writes down the letter that each becomes.
const wanted = %WANTED%;
const letters = [];
const the = (selector, within = document) => {
  const one = within.querySelector(selector);
  if (!one) throw new Error(`nothing to click: ${selector}`);
  return one;
};
const fire = (one, value) => { one.value = value; one.dispatchEvent(new Event("change", {bubbles: true})); };
const tick = (one, on) => { if (one.checked !== on) { one.checked = on; one.dispatchEvent(new Event("change", {bubbles: true})); } };

function tapSpot(spot) {
  lookAt([spot], true);
  const [x, y] = centre(spot), frame = board.getBoundingClientRect();
  const where = {clientX: frame.left + (x - seen.x) / seen.wide * frame.width, clientY: frame.top + (y - seen.y) / seen.high * frame.height, pointerId: 1, bubbles: true};
  board.dispatchEvent(new PointerEvent("pointerdown", where));
  board.dispatchEvent(new PointerEvent("pointerup", where));
  board.dispatchEvent(new MouseEvent("click", where));
}

let taps = 0, maps = 0;
function chooseItem(at, item) {
  taps++;
  const set = the(`#edit [data-slot="${at}"]`), button = set.querySelector(`button[data-item="${item}"]`);
  // Every other time on the map, where that can be seen there; a spot with several asks which.
  const spots = spotsOf(item);
  if (spots.length === 1 && (taps % 2 || !button && !set.querySelector("[data-find]"))) {
    set.click();
    const before = JSON.stringify(edit);
    tapSpot(spots[0]);
    const asked = byId("stack").hidden ? null : byId("stack").querySelector(`button[data-item="${item}"]`);
    if (asked) asked.click();
    if (JSON.stringify(edit) !== before) { maps++; return; }
  }
  if (button) return the(`#edit [data-slot="${at}"] button[data-item="${item}"]`).click();
  const input = the("[data-find]", the(`#edit [data-slot="${at}"]`));
  fire(input, textIn(Number(input.dataset.find), item));
}

const slotAt = path => slots().findIndex(slot => JSON.stringify(slot.path) === JSON.stringify(path));
function fillIn(p, v, path) {
  if (p.k === "nothing") return;
  if (p.k === "parts" && slotAt(path) < 0) return p.parts.forEach((part, n) => fillIn(pickOf(part.p), v[n], [...path, n]));
  const set = () => the(`#edit [data-slot="${slotAt(path)}"]`);
  const out = set().querySelector("[data-out]");
  if (out) tick(out, v === null);
  if (v === null) return;
  if (p.k === "parts") return p.parts.forEach((part, n) => fillIn(pickOf(part.p), v[n], [...path, n]));
  if (p.k === "one") chooseItem(slotAt(path), v);
  else if (p.k === "number") fire(the("[data-number]", set()), v);
  else if (p.k === "share") v.forEach(([item, n]) => fire(the(`[data-share="${item}"]`, set()), n));
  else if (p.k === "pairs") v.forEach(([left, right]) => fire(the(`[data-pair="${left}"]`, set()), right));
  else v.forEach(item => chooseItem(slotAt(path), item));
}

function done() {
  if (byId("done").disabled) throw new Error(`not done: ${byId("edit-body").querySelector(".faults").textContent} ${JSON.stringify(edit)}`);
  byId("done").click();
}

function putLine(q, line, begin) {
  const row = rowsOf(q)[line.row];
  begin(row.w);
  if (row.s.length) chooseItem(0, line.subject);
  const variant = document.querySelector(`#edit [data-row="${line.row}"]`);
  if (variant) variant.click();
  if (edit.row !== line.row) throw new Error(`another kind of line: ${edit.row}`);
  fillIn(pickOf(row.p), line.v, []);
  done();
}

function putAct(q, act) {
  const [first, ...then] = act.then;
  putLine(q, first, w => the(`.kind[data-q="${q}"][data-word-of="${w}"]`).click());
  const row = () => the("#entries li:last-child");
  act.tests.forEach((test, n) => {
    the(`[data-do=${n ? "and" : "if"}]`, row()).click();
    fire(the("#test"), test.test);
    tick(the("#not"), test.not);
    fillIn(editedPick(), test.v, []);
    done();
  });
  for (const line of then) putLine(q, line, w => fire(the("[data-do=then]", row()), w));
  for (const line of act.otherwise) putLine(q, line, w => fire(the("[data-do=else]", row()), w));
}

function putAnswer([q, v]) {
  const p = pickOf(questions[q].form.pick);
  if (p.k === "sheet") v.forEach(line => putAct(q, {tests: [], then: [line], otherwise: []}));
  else if (p.k === "script") v.forEach(act => putAct(q, act));
  else {
    the(`.kind[data-q="${q}"]`).click();
    fillIn(p, v, []);
    done();
  }
  if (Array.isArray(v) && !v.length && p.rows) the(`[data-none="${q}"]`).click();
}

for (const one of wanted) {
  try {
    byId("clear").click();
    if (edit) cancel();
    putAnswer(one);
    letters.push(byId("text").value);
  } catch (error) {
    letters.push(`ERROR ${error.stack}`);
  }
}
const size = letter.length;
// A turn of two hundred orders stays smooth: how long a tap takes then, in milliseconds.
const lots = letters.flatMap(text => text.split("\n")).filter(Boolean);
change(() => { letter = Array.from({length: 200}, (_, n) => ({text: lots[n % lots.length] ?? "x"})); });
const spot = [...now.pieces.values()].map(one => one.at).find(spot => spot >= 0);
lookAt([spot], true);
const [x, y] = centre(spot), frame = board.getBoundingClientRect();
const where = {clientX: frame.left + (x - seen.x) / seen.wide * frame.width, clientY: frame.top + (y - seen.y) / seen.high * frame.height, bubbles: true};
const kind = document.querySelector(".kind:not(:disabled)");
if (kind) kind.click();
const times = [];
for (let n = 0; n < 9; n++) {
  const start = performance.now();
  board.dispatchEvent(new MouseEvent("click", where));
  // What a tap has changed is laid out too.
  board.getBoundingClientRect();
  times.push(performance.now() - start);
}
const slowest = times.sort((a, b) => a - b)[4];
if (edit) cancel();
byId("undo").click();
const undone = letter.length === size;
document.body.innerHTML = "";
document.body.append(el("pre", {id: "found"}, JSON.stringify({letters, maps, slowest, undone, outside: performance.getEntriesByType("resource").length})));
