// What stands where: counters by number, who controls what, markers.

const nothing = () => ({pieces: new Map(), control: new Map(), markers: [], crossings: []});
const copied = then => ({pieces: new Map(then.pieces), control: new Map(then.control), markers: then.markers, crossings: then.crossings});

function changed(now, change) {
  if (!change) return;
  const [gone, set, control = [], markers, crossings] = change;
  gone.forEach(piece => now.pieces.delete(piece));
  for (let n = 0; n < set.length; n += 6) {
    const [piece, at, strength, left, of, carried] = set.slice(n, n + 6);
    now.pieces.set(piece, {piece, at, strength: book.strengths[strength], left, of, carried});
  }
  for (let n = 0; n < control.length; n += 2) {
    if (control[n + 1] < 0) now.control.delete(control[n]);
    else now.control.set(control[n], control[n + 1]);
  }
  if (markers) now.markers = markers;
  if (crossings) now.crossings = crossings;
}

const spaceName = at => at < 0 ? book.boxes[-1 - at].name
  : book.spaces[at][3] ? `${book.spaces[at][3]} (${book.spaces[at][0]})` : book.spaces[at][0];
const pieceName = piece => book.pieces[piece][2];
