// Lines as the order language prints them.

const glue = book.glue;
const textIn = (list, item) => book.lists[list][1]?.[item] ?? book.items[item][0];
const nameOf = item => book.items[item][0];
const parted = text => ` ${folded(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean).join(" ")} `;

function writtenList(list, chosen, between = ", ") {
  return chosen.length ? chosen.map(item => textIn(list, item)).join(between) : glue.none;
}

function written(p, v) {
  switch (p.k) {
    case "one": return textIn(p.of, v);
    case "some": case "order": return writtenList(p.of, v);
    case "path": return writtenList(p.of, v, v.every(item => /^[0-9]+$/.test(textIn(p.of, item))) ? " " : ", ");
    case "number": return String(v);
    case "share": return v.length ? v.map(([item, n]) => `${textIn(p.of, item)}${p.colon[itemsOf(p.of).indexOf(item)] ? ":" : ""} ${n}`).join(", ") : glue.none;
    case "pairs": return v.length ? v.map(([left, right]) => `${textIn(p.from, left)} > ${textIn(p.to, right)}`).join(", ") : glue.none;
    case "parts": return writtenParts(p, v);
    default: return glue.none;
  }
}

// Parentheses keep a keyword within a part from ending it.
function writtenParts(p, v) {
  const said = p.parts.map((part, n) => {
    if (v[n] === null) return null;
    const inner = written(pickOf(part.p), v[n]), tokens = parted(inner);
    const wrap = part.wrap || p.parts.some(other => other.s.some(word => tokens.includes(parted(word))));
    return wrap ? `${part.w} (${inner})` : `${part.w} ${inner}`;
  });
  return said.filter(one => one !== null).join(" ") || glue.none;
}

function writtenLine(q, line) {
  const row = rowsOf(q)[line.row], p = pickOf(row.p);
  const head = line.subject === null ? row.w : `${row.w} ${textIn(row.su, line.subject)}`;
  if (p.k === "nothing" || p.k === "parts" && line.v.every(part => part === null)) return head;
  return `${head}: ${written(p, line.v)}`;
}

function writtenClause(q, {not, test, v}) {
  const [head, p] = testsOf(q)[test];
  const what = pickOf(p).k === "nothing" ? head : `${head} ${written(pickOf(p), v)}`;
  return not ? `${glue.not} ${what}` : what;
}

function writtenEntry(entry) {
  if (entry.text !== undefined) return entry.text;
  if (entry.then === undefined) return `${questions[entry.q].form.head}: ${written(pickOf(questions[entry.q].form.pick), entry.v)}`;
  const lines = of => of.map(line => writtenLine(entry.q, line)).join("; ");
  if (!entry.tests.length) return lines(entry.then);
  const tests = entry.tests.map(test => writtenClause(entry.q, test)).join(` ${glue.and} `);
  const otherwise = entry.otherwise.length ? ` ${glue.else}: ${lines(entry.otherwise)}` : "";
  return `${glue.if} ${tests}: ${lines(entry.then)}${otherwise}`;
}

// The whole letter: whoever plays several sides says for which he writes.
function letterLines() {
  let side = "";
  return letter.flatMap(entry => {
    const as = entry.q === undefined ? "" : questions[entry.q].as;
    const change = as && as !== side;
    if (change) side = as;
    return change ? [as, writtenEntry(entry)] : [writtenEntry(entry)];
  });
}
const letterText = () => letterLines().map(line => line + "\n").join("");
