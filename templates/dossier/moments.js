// Moments: what stood where after each event.

const KINDS = ["move", "fight", "loss", "dice", "ground", "orders", "ruling", "other"];
const KIND = Object.fromEntries(KINDS.map((kind, n) => [kind, 1 << n]));

const events = book.events.map((row, index) => ({
  index, run: row[0], nth: row[1], text: [row[2], row[3] || row[2]], rule: row[4], kinds: row[5],
  sides: row[6] ?? [], units: row[7] ?? [], places: row[8] ?? [],
  tally: row[9] || null, change: row[10] || null, tracks: row[11] || [],
  name: `${row[0]}.${row[1]}`,
}));

const phases = book.phases.map(([name, title, from, close], index) => ({
  index, name, title, from, close: close || null,
  to: index + 1 < book.phases.length ? book.phases[index + 1][2] : events.length,
}));
phases.forEach(phase => { for (let n = phase.from; n < phase.to; n++) events[n].phase = phase.index; });

// The board as each phase began: from there a moment is a few steps away.
const beginnings = [];
{
  const now = nothing();
  changed(now, book.first);
  for (const phase of phases) {
    beginnings.push(copied(now));
    for (let n = phase.from; n < phase.to; n++) changed(now, events[n].change);
    changed(now, phase.close);
  }
}

// The board after an event of a phase; without one, at the end of the phase.
function moment(phase, event) {
  const now = copied(beginnings[phase]);
  const {from, to, close} = phases[phase];
  for (let n = from; n < to; n++) {
    if (event !== null && n > event) return now;
    changed(now, events[n].change);
  }
  if (event === null) changed(now, close);
  return now;
}
