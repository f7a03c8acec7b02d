// One line that is being put together, and the list of those that are.

let edit = null;

const wordsOf = q => [...new Set(rowsOf(q).map(row => row.w))];
const rowsFor = (q, w, subject) => rowsOf(q).map((row, n) => [row, n]).filter(([row]) => row.w === w && (row.s.length ? row.s.includes(subject) : subject === null));

// Begins a line: with a kind, for somebody, at a place in the letter (`at`), as far as that is known.
function begin(q, w, subject = null, at = null) {
  edit = {q, w, subject, row: null, v: null, slot: 0, at};
  settle();
  showEdit();
}

// Begins the answer to a question that is no sheet; a second answer takes the place of the first.
function answer(q) {
  const before = letter.findIndex(entry => entry.q === q);
  const p = pickOf(questions[q].form.pick);
  edit = {q, w: null, subject: null, row: null, slot: 0, v: before < 0 ? initial(p) : letter[before].v, at: before < 0 ? null : {entry: before}};
  showEdit();
}

function condition(q, entry, clause = null) {
  const [, p] = testsOf(q)[0];
  edit = {q, test: clause?.test ?? 0, not: clause?.not ?? false, v: clause?.v ?? initial(pickOf(p)), slot: 0, at: {entry}};
  showEdit();
}

// Finds the kind of line that the subject wants.
function settle() {
  const needed = rowsOf(edit.q).some(row => row.w === edit.w && row.s.length);
  const found = needed && edit.subject === null ? [] : rowsFor(edit.q, edit.w, edit.subject);
  if (found.some(([, n]) => n === edit.row)) return;
  edit.row = found[0]?.[1] ?? null;
  edit.v = edit.row === null ? null : initial(pickOf(rowsOf(edit.q)[edit.row].p));
}

function editedPick() {
  if (!edit) return null;
  if (edit.test !== undefined) return pickOf(testsOf(edit.q)[edit.test][1]);
  if (edit.w === null) return pickOf(questions[edit.q].form.pick);
  return edit.row === null ? null : pickOf(rowsOf(edit.q)[edit.row].p);
}

// The places of a line where something is chosen: its subject, then its parts.
function slots() {
  const found = [], p = editedPick();
  const rows = edit.w ? rowsOf(edit.q).filter(row => row.w === edit.w && row.s.length) : [];
  if (rows.length) found.push({label: word("subject"), subject: true, p: {k: "one", of: rows[0].su}, v: edit.subject});
  if (!p) return found;
  const label = edit.w ?? (edit.test === undefined ? questions[edit.q].word : testsOf(edit.q)[edit.test][0]);
  const walk = (p, v, path, label, optional) => {
    if (p.k === "parts" && v !== null) {
      p.parts.forEach((part, n) => walk(pickOf(part.p), v[n], [...path, n], part.w, part.o));
    } else if (p.k !== "nothing") found.push({label, p, v, path, optional});
  };
  walk(p, edit.v, [], label, false);
  return found;
}

function fill(slot, v) {
  if (slot.subject) { edit.subject = v ?? null; settle(); }
  else if (!slot.path.length) edit.v = v;
  else {
    let of = edit.v;
    for (const n of slot.path.slice(0, -1)) of = of[n];
    of[slot.path.at(-1)] = v;
  }
}

// Puts a choice into a slot; where that is settled with it, the next one is looked at.
function put(n, v) {
  const slot = slots()[n];
  fill(slot, v);
  edit.slot = n;
  const now = slots();
  if (slot.p.k === "one" && v !== undefined && v !== null) edit.slot = Math.min(n + 1, now.length - 1);
  showEdit();
}

// An item that was tapped goes to the slot that is looked at, else to the first that takes it.
function takeItem(item) {
  const all = slots();
  const order = [edit.slot, ...all.keys()];
  for (const n of order) {
    const slot = all[n];
    if (!slot) continue;
    const now = taken(slot.p, slot.v ?? initial(slot.p), item);
    if (now !== undefined) { put(n, now); return true; }
  }
  return false;
}

function editFaults() {
  const p = editedPick();
  if (!p) return [word("missing", {what: word("subject")})];
  return faults(p, edit.v, edit.w ?? questions[edit.q].word);
}

function finish() {
  if (!edit || editFaults().length) return;
  const made = edit;
  edit = null;
  change(() => {
    if (made.test !== undefined) return letter[made.at.entry].tests.push({not: made.not, test: made.test, v: made.v});
    if (made.w === null) {
      const entry = {q: made.q, v: made.v};
      return made.at ? letter.splice(made.at.entry, 1, entry) : letter.push(entry);
    }
    const line = {row: made.row, subject: made.subject, v: made.v};
    if (!made.at) return letter.push({q: made.q, tests: [], then: [line], otherwise: []});
    const branch = letter[made.at.entry][made.at.branch];
    if (made.at.nth === undefined) branch.push(line);
    else branch.splice(made.at.nth, 1, line);
  });
}

function cancel() {
  edit = null;
  showEdit();
}

function showEdit() {
  const box = byId("edit"), focused = document.activeElement?.closest("[data-slot]")?.dataset.slot;
  box.hidden = !edit;
  byId("start").hidden = Boolean(edit);
  showLights();
  if (!edit) return;
  const rows = [];
  if (edit.test !== undefined) {
    const select = el("select", {id: "test", "aria-label": word("if")}, ...testsOf(edit.q).map(([name], n) => el("option", {value: n}, name)));
    select.value = edit.test;
    select.addEventListener("change", () => {
      edit.test = Number(select.value);
      edit.v = initial(editedPick());
      showEdit();
    });
    const not = el("input", {type: "checkbox", id: "not", checked: edit.not});
    not.addEventListener("change", () => { edit.not = not.checked; });
    rows.push(el("p", {}, `${glue.if} `, el("label", {}, not, ` ${word("not")} `), select));
  }
  const variants = edit.w ? rowsFor(edit.q, edit.w, edit.subject) : [];
  if (variants.length > 1) {
    rows.push(el("div", {class: "chips"}, ...variants.map(([, n], nth) => el("button", {type: "button", class: "chip", "data-row": n,
      "aria-pressed": String(n === edit.row), onclick: () => { edit.row = n; edit.v = initial(editedPick()); showEdit(); }}, `${edit.w} ${nth + 1}`))));
  }
  slots().forEach((slot, n) => {
    const left = slot.optional && slot.v === null;
    const head = el("legend", {}, slot.label);
    if (slot.optional) {
      const out = el("input", {type: "checkbox", checked: left, "data-out": true});
      out.addEventListener("change", () => { fill(slot, out.checked ? null : initial(slot.p)); edit.slot = n; showEdit(); });
      head.append(" ", el("label", {class: "out"}, out, ` ${word("left-out")}`));
    }
    const active = n === edit.slot;
    const body = left ? [] : [el("p", {class: "hint"}, hint(slot.p)), chooser(slot.p, slot.v, v => put(n, v), slot.label)];
    const set = el("fieldset", {class: active ? "slot active" : "slot", "data-slot": n}, head, ...body);
    set.addEventListener("focusin", () => { if (edit && edit.slot !== n) { edit.slot = n; markSlot(); showLights(); } });
    set.addEventListener("click", () => { if (edit && edit.slot !== n) { edit.slot = n; markSlot(); showLights(); } });
    rows.push(set);
  });
  const wrong = editFaults();
  rows.push(el("p", {class: "faults", role: "status"}, wrong.join("; ")),
    el("p", {class: "tools"}, el("button", {type: "button", id: "done", class: "main", disabled: wrong.length > 0, onclick: finish}, word("done")),
      el("button", {type: "button", id: "cancel", onclick: cancel}, word("cancel"))));
  byId("edit-head").textContent = edit.test === undefined ? edit.w ?? questions[edit.q].word : word("if");
  byId("edit-body").replaceChildren(...rows);
  if (focused !== undefined) byId("edit-body").querySelector(`[data-slot="${edit.slot}"] :is(button, input, select)`)?.focus({preventScroll: true});
}

function markSlot() {
  for (const one of document.querySelectorAll("#edit [data-slot]")) one.classList.toggle("active", Number(one.dataset.slot) === edit.slot);
}

// The list of orders: each can be changed, moved, put behind a condition, deleted.
let dragging = null;
function showEntries() {
  const button = (key, act, off = false, name = word(key)) => el("button", {type: "button", "data-do": key, disabled: off, onclick: act}, name);
  const move = (from, to) => change(() => letter.splice(to, 0, ...letter.splice(from, 1)));
  const rows = letter.map((entry, n) => {
    const tools = el("span", {class: "tools"});
    if (entry.text !== undefined) tools.append(button("change", () => typeLine(n)));
    else if (entry.then === undefined) tools.append(button("change", () => answer(entry.q)));
    else {
      for (const [branch, lines] of branches(entry)) {
        lines.forEach((line, nth) => tools.append(button("change", () => {
          edit = {q: entry.q, w: rowsOf(entry.q)[line.row].w, subject: line.subject, row: line.row, v: structuredClone(line.v), slot: 0, at: {entry: n, branch, nth}};
          showEdit();
        }, false, entry.then.length + entry.otherwise.length > 1 ? `${word("change")} ${rowsOf(entry.q)[line.row].w}` : word("change"))));
      }
      if (testsOf(entry.q).length) {
        tools.append(button(entry.tests.length ? "and" : "if", () => condition(entry.q, n)));
        if (entry.tests.length) {
          for (const branch of ["then", "otherwise"]) {
            tools.append(kindsMenu(entry.q, branch === "then" ? "then" : "else", w => begin(entry.q, w, null, {entry: n, branch})));
          }
          tools.append(button("drop-condition", () => change(() => {
            const lines = [...entry.then, ...entry.otherwise];
            letter.splice(n, 1, ...lines.map(line => ({q: entry.q, tests: [], then: [line], otherwise: []})));
          })));
        }
      }
    }
    tools.append(button("up", () => move(n, n - 1), n === 0, "\u2191"), button("down", () => move(n, n + 1), n === letter.length - 1, "\u2193"),
      button("delete", () => change(() => letter.splice(n, 1)), false, "\u00d7"));
    for (const one of tools.querySelectorAll("[data-do]")) if (one.textContent.length === 1) one.setAttribute("aria-label", word(one.dataset.do));
    const row = el("li", {draggable: "true", "data-entry": n}, el("code", {}, writtenEntry(entry)), tools);
    row.addEventListener("dragstart", () => { dragging = n; });
    row.addEventListener("dragover", event => event.preventDefault());
    row.addEventListener("drop", event => { event.preventDefault(); if (dragging !== null && dragging !== n) move(dragging, n); dragging = null; });
    row.addEventListener("pointerenter", () => lookOver(entry));
    return row;
  });
  byId("entries").replaceChildren(...rows);
}

// A menu of the kinds of line there are.
function kindsMenu(q, key, on) {
  const select = el("select", {"data-do": key, "aria-label": word(key)}, el("option", {value: ""}, word(key)), ...wordsOf(q).map(w => el("option", {value: w}, w)));
  select.addEventListener("change", () => { if (select.value) on(select.value); });
  return select;
}

function typeLine(n = null) {
  const text = prompt(word("type"), n === null ? "" : letter[n].text);
  if (text?.trim()) change(() => n === null ? letter.push({text: text.trim()}) : letter.splice(n, 1, {text: text.trim()}));
}
