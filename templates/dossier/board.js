// The board: counters on their places, what is lit, how near one looks.

const board = byId("board");
const layer = id => board.querySelector("#" + id);
const unit = book.unit;

const centre = at => {
  if (at >= 0) return [book.spaces[at][1], book.spaces[at][2]];
  const [x, y, wide, high] = book.boxes[-1 - at].frame;
  return [x + wide / 2, y + high / 2];
};

// The outline of a space about its middle.
const outline = at => book.spaces[at][4] ?? book.hex;

// Sizes and places of so many piles about the middle of a space, in thousandths of its width.
function layout(n) {
  if (book.areas) {
    if (n <= 1) return [620, [[0, 0]]];
    if (n === 2) return [430, [[-170, 0], [270, 0]]];
    if (n === 3) return [320, [[-170, -170], [170, -170], [0, 160]]];
    return [200, Array.from({length: n}, (_, i) => [(i % 3 - 1) * 210, (Math.floor(i / 3) - 1) * 210])];
  }
  if (n <= 1) return [660, [[0, 0]]];
  if (n === 2) return [460, [[-240, 0], [240, 0]]];
  if (n === 3) return [360, [[-188, -188], [188, -188], [0, 188]]];
  if (n === 4) return [360, [[-188, -188], [188, -188], [-188, 188], [188, 188]]];
  return [240, Array.from({length: n}, (_, i) => [(i % 3 - 1) * 250, (Math.floor(i / 3) - 1) * 250])];
}

function title(one) {
  const [owner, symbol, name] = book.pieces[one.piece];
  let text = `${said(book.sides[owner][1])}: ${name}, ${said(book.symbols[symbol][1])}`;
  if (one.strength) text += `, ${one.strength}`;
  if (one.of > 1) text += `, ${word("steps")} ${one.left}/${one.of}`;
  if (one.carried) text += `, ${word("carried")}`;
  return text;
}

// Text no wider than it may be: smaller letters, then fewer.
function fitting(text, size, wide) {
  for (;;) {
    const needed = text.length * size * .5;
    if (needed <= wide) return [text, size];
    const smaller = size * wide / needed;
    if (smaller >= size * .6 || text.length < 3) return [text, Math.round(smaller)];
    text = text.slice(0, -1);
  }
}

function face(one, alone) {
  const [, symbol, , short] = book.pieces[one.piece];
  let out = `<title>${escaped(title(one))}</title><use class="box" href="#c${book.pieces[one.piece][0]}"/>`
    + `<use class="y" href="#${book.symbols[symbol][0]}" y="-6"/>`;
  if (short) {
    const [text, size] = fitting(short, 21, alone ? 92 : 66);
    out += `<text class="n" x="${alone ? 0 : -12}" y="-31" font-size="${size}">${escaped(text)}</text>`;
  }
  if (one.strength) {
    const [text, size] = fitting(one.strength, 28, 92);
    out += `<text class="v" y="41" font-size="${size}">${escaped(text)}</text>`;
  }
  if (one.of >= 2 && one.of <= 6 && one.left !== one.of) {
    for (let n = 0; n < one.of; n++) out += `<circle class="${n < one.left ? "s" : "s9"}" cx="42" cy="${11 - n * 11}" r="4"/>`;
  }
  return out;
}

// How much larger than its place a counter is drawn, so that it can be read from afar.
const READABLE = 30, LARGEST = 1.7;
let grown = 1;
function growth() {
  const shown = unit * .66 * board.clientWidth / Math.max(seen.wide, 1);
  return shown > 0 ? Math.round(Math.min(Math.max(READABLE / shown, 1), LARGEST) * 10) / 10 : 1;
}

// A pile: the uppermost counter whole, the next ones behind it, how many there are.
function pile(pieces, x, y, size, lit) {
  const shown = Math.min(pieces.length, 3), step = size / 14, own = size - (shown - 1) * step;
  const left = x - size / 2 + own / 2, bottom = y + size / 2 - own / 2;
  const owner = book.pieces[pieces[0].piece][0];
  const scale = n => `translate(${Math.round(left + n * step)},${Math.round(bottom - n * step)})scale(${(own / 100).toFixed(2)})`;
  let out = "";
  for (let n = shown - 1; n > 0; n--) {
    out += `<use href="#c${book.pieces[pieces[n].piece][0]}" transform="${scale(n)}"/>`;
  }
  out += `<g class="p${owner}${lit ? " lit" : ""}" transform="${scale(0)}">${face(pieces[0], pieces.length === 1)}`;
  if (pieces.length > 1) {
    out += `<circle class="d" cx="42" cy="-42" r="15"/><text class="e" x="42" y="-35">${pieces.length}</text>`;
  }
  if (lit) out += `<rect class="ring" x="-56" y="-56" width="112" height="112" rx="12"/>`;
  return out + "</g>";
}

// Counters of one party and domain lie on one pile; leaders and what is carried lie under others.
function piles(pieces) {
  const groups = [];
  const late = one => (one.carried ? 2 : 0) + (book.symbols[book.pieces[one.piece][1]][2] === 3 ? 1 : 0);
  for (const one of [...pieces].sort((a, b) => late(a) - late(b) || a.piece - b.piece)) {
    const [owner, symbol] = book.pieces[one.piece], domain = book.symbols[symbol][2];
    const fits = group => group.owner === owner
      && (domain === 3 || (one.carried ? group.domain !== domain : group.domain === domain));
    const group = groups.find(fits);
    if (group) group.pieces.push(one);
    else groups.push({owner, domain, pieces: [one]});
  }
  return groups.sort((a, b) => a.owner - b.owner || a.domain - b.domain);
}

function alike(pieces) {
  const groups = new Map();
  for (const one of pieces) {
    const [owner, symbol, , short] = book.pieces[one.piece];
    const key = [owner, symbol, short, one.strength, one.left].join("|");
    groups.set(key, [...groups.get(key) ?? [], one]);
  }
  return [...groups.values()];
}

// Puts the counters of a moment on the board; those of an event come uppermost and are ringed, those it took away are
// crossed out where they stood.
let placed = [];
function place(now, litUnits, gone) {
  placed = [now, litUnits, gone];
  grown = growth();
  const on = new Map();
  for (const one of now.pieces.values()) on.set(one.at, [...on.get(one.at) ?? [], one]);
  let out = "", above = "";
  const put = (pieces, x, y, size, lit) => {
    const drawn = pile(pieces, x, y, size * grown, lit);
    if (lit) above += drawn;
    else out += drawn;
  };
  for (const [at, pieces] of on) {
    const lit = one => litUnits.has(one.piece);
    if (at < 0) {
      const {first, cell, columns, size} = book.boxes[-1 - at];
      alike(pieces).forEach((group, n) => {
        out += pile(group, first[0] + n % columns * cell, first[1] + Math.floor(n / columns) * cell, size, group.some(lit));
      });
      continue;
    }
    const [x, y] = centre(at), groups = piles(pieces), [size, places] = layout(groups.length);
    groups.forEach((group, n) => {
      const [right, down] = places[n] ?? [0, 0];
      const sorted = [...group.pieces].sort((a, b) => lit(b) - lit(a));
      put(sorted, x + right * unit / 1000, y + down * unit / 1000, size * unit / 1000, sorted.some(lit));
    });
  }
  for (const [at, text, meaning] of now.markers) {
    const [x, y] = centre(at), left = x - unit * .38, top = y - unit * .12;
    out += `<g><title>${escaped(meaning)}</title><circle class="mk" cx="${left}" cy="${top}" r="${unit * .09}"/>`
      + `<text class="mt" x="${left}" y="${top + unit * .04}" font-size="${unit * .11}">${escaped(text)}</text></g>`;
  }
  for (const one of gone) {
    const [x, y] = centre(one.at), size = unit * .66 * grown;
    above += `<g class="gone">${pile([one], x, y, size, false)}`
      + `<path class="cross" transform="translate(${x},${y})scale(${(size / 100).toFixed(2)})" d="M-46,-46L46,46M46,-46L-46,46"/></g>`;
  }
  layer("counters").innerHTML = out + above;
  layer("crossings").innerHTML = now.crossings.map(number => {
    const [drawn, names] = book.crossings[number];
    return `<g><title>${escaped(said(names))}</title>${drawn}</g>`;
  }).join("");
  const tints = new Map();
  for (const [at, owner] of now.control) {
    const [x, y] = centre(at);
    tints.set(owner, (tints.get(owner) ?? "") + `<path transform="translate(${x},${y})" d="${outline(at)}"/>`);
  }
  layer("tints").innerHTML = [...tints].map(([owner, cells]) => `<g class="o${owner}">${cells}</g>`).join("");
}

// Arrows and fights; those of the event that is looked at are strong, the others of its phase faint.
function tracks(strong, faint) {
  const drawn = (list, name) => list.map(track => {
    if (track.length === 1) {
      const [x, y] = centre(track[0]);
      return `<use class="${name}" href="#burst" x="${x + unit * .34}" y="${y - unit * .34}"/>`;
    }
    const [owner, going, spots] = track, points = spots.map(centre);
    const way = "M" + points.map(point => point.join(",")).join("L");
    const dash = ["", " rail", " sea", " air"][going];
    return `<g class="${name}"><path class="c0" stroke-width="${unit / 12}" d="${way}"/>`
      + `<path class="c1 w${owner}${dash}" stroke-width="${unit / 18}" marker-end="url(#tip${owner})" d="${way}"/></g>`;
  }).join("");
  layer("tracks").innerHTML = drawn(faint, "faint") + drawn(strong, "strong");
}

function light(places) {
  layer("lights").innerHTML = places.map(at => {
    if (at >= 0) {
      const [x, y] = centre(at);
      return `<path class="lamp" transform="translate(${x},${y})" d="${outline(at)}" stroke-width="${unit / 14}"/>`;
    }
    const [x, y, wide, high] = book.boxes[-1 - at].frame;
    return `<rect class="lamp" x="${x}" y="${y}" width="${wide}" height="${high}" stroke-width="${unit / 14}"/>`;
  }).join("");
}

// How near one looks: a window of the board in its own measures.
const whole = {x: book.frame[0], y: book.frame[1], wide: book.frame[2], high: book.frame[3]};
let seen = {...whole};
let happening = [];

function look(to) {
  const ratio = board.clientHeight / Math.max(board.clientWidth, 1) || whole.high / whole.wide;
  const most = Math.max(whole.wide, whole.high / ratio);
  const wide = Math.min(Math.max(to.wide, unit * 3), most), high = wide * ratio;
  const within = (at, size, from, all) => size >= all ? from + (all - size) / 2 : Math.min(Math.max(at, from), from + all - size);
  seen = {wide, high, x: within(to.x, wide, whole.x, whole.wide), y: within(to.y, high, whole.y, whole.high)};
  board.setAttribute("viewBox", [seen.x, seen.y, seen.wide, seen.high].map(n => Math.round(n)).join(" "));
  if (placed.length && growth() !== grown) place(...placed);
  mark();
}

function nearer(by, x = seen.x + seen.wide / 2, y = seen.y + seen.high / 2) {
  const wide = Math.min(Math.max(seen.wide / by, unit * 3), whole.wide * 3), part = wide / seen.wide;
  look({wide, x: x - (x - seen.x) * part, y: y - (y - seen.y) * part});
}

const lookAtAll = () => look({...whole, wide: whole.wide * 9});

// A space is shown so wide, in pixels: not wider than need be, not so narrow that its counters cannot be read. Areas are
// larger than the square that their counters fill.
const [NEAREST, FARTHEST] = book.areas ? [110, 60] : [84, 40];

// Looks so that these places are in sight: all of them, or as many as a readable map can show.
function lookAt(places, all) {
  const points = [...new Set(places)].map(centre);
  if (!points.length) return;
  const ratio = board.clientHeight / Math.max(board.clientWidth, 1) || 1;
  const span = (of, n) => Math.max(...of.map(one => one[n])) - Math.min(...of.map(one => one[n]));
  const needed = of => Math.max(span(of, 0) + unit * 3, (span(of, 1) + unit * 3) / ratio);
  const most = unit * board.clientWidth / FARTHEST;
  let chosen = points;
  if (!all && needed(points) > most) {
    const [right, down] = [most - unit * 3, most * ratio - unit * 3];
    const within = ([x, y]) => points.filter(one => one[0] >= x && one[0] <= x + right && one[1] >= y && one[1] <= y + down);
    for (const [n, best] of points.flatMap(([x]) => points.map(([, y]) => within([x, y]))).entries()) {
      if (n === 0 || best.length > chosen.length) chosen = best;
    }
  }
  const middle = n => (Math.max(...chosen.map(one => one[n])) + Math.min(...chosen.map(one => one[n]))) / 2;
  const wide = Math.min(Math.max(needed(chosen), unit * Math.max(board.clientWidth / NEAREST, 5)), whole.wide * 3);
  look({wide, x: middle(0) - wide / 2, y: middle(1) - wide * ratio / 2});
}

// The small map of the whole: where one looks, who stands where, where something happens.
const overview = byId("overview");
const ground = board.querySelector("[clip-path]");
ground.id = "ground";
overview.setAttribute("viewBox", Object.values(whole).join(" "));
overview.style.aspectRatio = `${whole.wide} / ${whole.high}`;
function mark() {
  const dot = (at, fill, size) => {
    const [x, y] = centre(at);
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="${fill}"/>`;
  };
  const size = whole.wide / 130;
  const units = placed.length ? [...placed[0].pieces.values()] : [];
  const dots = units.map(one => dot(one.at, book.sides[book.pieces[one.piece][0]][2], size));
  overview.querySelector("g").innerHTML = dots.join("") + happening.map(at => dot(at, "var(--lamp)", size * 1.2)).join("");
  const box = overview.querySelector("rect");
  for (const [name, value] of [["x", seen.x], ["y", seen.y], ["width", seen.wide], ["height", seen.high]]) box.setAttribute(name, Math.round(value));
  box.setAttribute("stroke-width", whole.wide / 90);
  overview.toggleAttribute("hidden", seen.wide * seen.high > whole.wide * whole.high * .8);
}

// A point of the screen in the measures of the board.
function pointOf(event) {
  const frame = board.getBoundingClientRect();
  return [seen.x + (event.clientX - frame.left) / frame.width * seen.wide,
    seen.y + (event.clientY - frame.top) / frame.height * seen.high];
}

// The space or box at a point.
function spotAt([x, y]) {
  for (const [n, {frame: [left, top, wide, high]}] of book.boxes.entries()) {
    if (x >= left && x <= left + wide && y >= top && y <= top + high) return -1 - n;
  }
  let best = null, least = (unit * .62) ** 2;
  book.spaces.forEach(([, cx, cy], at) => {
    const far = (x - cx) ** 2 + (y - cy) ** 2;
    if (far < least) { least = far; best = at; }
  });
  return best;
}
