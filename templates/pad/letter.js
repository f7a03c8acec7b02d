// The letter: its entries in their order, what was before, and the draft that outlives the page.
//
// An entry is a line of a sheet or script ({q, tests, then, otherwise}), an answer ({q, v}) or a typed line ({text}).

const questions = book.questions;
const pickOf = n => book.picks[n];
const itemsOf = list => book.lists[list][0];
const rowsOf = q => pickOf(questions[q].form.pick).rows ?? null;
const testsOf = q => pickOf(questions[q].form.pick).tests ?? book.tests;

let letter = [];
const past = [], future = [];

function change(make) {
  past.push(JSON.stringify(letter));
  future.length = 0;
  make();
  keep();
  show();
}

function goTo(from, to) {
  if (!from.length) return;
  to.push(JSON.stringify(letter));
  letter = JSON.parse(from.pop());
  keep();
  show();
}
const undo = () => goTo(past, future);
const redo = () => goTo(future, past);

// Where a browser forbids it, nothing is kept.
const drawer = `fieldpost/${book.game}/${book.seat}`;
let stored = false, newest = book.run;
function keep() {
  try {
    localStorage.setItem(`${drawer}/${book.run}`, JSON.stringify(letter));
    stored = true;
  } catch { stored = false; }
}

function fetchDraft() {
  try {
    newest = Math.max(Number(localStorage.getItem(`${drawer}/run`)) || 0, book.run);
    localStorage.setItem(`${drawer}/run`, newest);
    letter = JSON.parse(localStorage.getItem(`${drawer}/${book.run}`)) ?? [];
    // A draft that another page of this run left is taken only if all of it can be written.
    letterLines();
    stored = true;
  } catch { letter = []; }
}

const branches = entry => [["then", entry.then ?? []], ["otherwise", entry.otherwise ?? []]];
const lineCount = q => letter.filter(entry => entry.q === q).reduce((sum, entry) => sum + (entry.then ? entry.then.length + entry.otherwise.length : 1), 0);
