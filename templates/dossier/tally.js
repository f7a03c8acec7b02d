// How a number came about: dice, terms, and whether the dice are proven.

const PROOFS = {1: "holds", 2: "sealed", 3: "fails"};

const signed = n => n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : "0";

function termLine([name, value, rule, of]) {
  return el("li", {}, el("b", {}, signed(value)), ` ${said(book.terms[name])}${of ? `, ${of}` : ""}`,
    el("span", {class: "rulemark"}, rule));
}

const termText = ([name, value, rule]) => `${signed(value)} ${said(book.terms[name])} (${rule})`;

// The dice as they fell, each as a small square; those that did it are filled.
function diceLine(tally) {
  const line = el("span", {class: "dice"});
  const add = (value, good, hint) => line.append(el("span", {class: good ? "die good" : "die", title: hint}, String(value)));
  if (tally.x) {
    for (const [of, most, die] of tally.x) add(die, die <= most, `${of}: ${word("most", {n: most})}`);
  } else {
    const good = value => tally.e ? value >= tally.e[0] : tally.n ? tally.n[1] >= tally.n[0] : tally.m ? tally.m[1] <= tally.m[0] : false;
    for (const [label, , values] of tally.d ?? []) values.forEach(value => add(value, good(value), label));
  }
  return line.childNodes.length ? line : null;
}

const hits = tally => tally.e ? tally.e[1] : tally.x.filter(([, most, die]) => die <= most).length;

// A tally on one line: the dice, what they came to, and whether they are proven.
function inShort(tally) {
  const parts = [diceLine(tally)];
  if (tally.x || tally.e) parts.push(` ${word("hits", {n: hits(tally)})} `);
  else if (tally.n) parts.push(` ${word("total", {n: tally.n[1]})}, ${word("needed", {n: tally.n[0]})} `);
  else if (tally.m) parts.push(` ${word("most", {n: tally.m[0]})} `);
  else parts.push(` ${word("total", {n: (tally.t ?? []).reduce((sum, term) => sum + term[1], 0)
    + (tally.d ?? []).flatMap(dice => dice[2]).reduce((sum, value) => sum + value, 0)})} `);
  const worst = Math.max(0, ...(tally.d ?? []).map(dice => dice[3]));
  if (worst) {
    const hint = word(PROOFS[worst], {n: tally.d[0][4]});
    parts.push(el("span", {class: `proof ${PROOFS[worst]}`, role: "img", "aria-label": hint, title: hint}));
  }
  return parts;
}

// What each player brought to the dice of a run, and when its orders were closed.
function drawLine(number) {
  const run = book.runs.find(run => run[0] === number);
  if (!run) return null;
  const brought = run[3].map(([seat, grade]) => `${seat}: ${said(grade)}`).join(", ");
  return el("p", {class: "draw"}, `${word("run", {n: number})}, ${run[1].replace("T", " ").replace("Z", " UTC")}. ${brought}`);
}

function wholeTally(tally) {
  const rows = el("ul", {class: "terms"});
  for (const term of tally.t ?? []) rows.append(termLine(term));
  if (tally.n) rows.append(el("li", {}, `${word("total", {n: tally.n[1]})}, ${word("needed", {n: tally.n[0]})}`));
  if (tally.e) rows.append(el("li", {}, `${word("each", {n: tally.e[0]})}: ${tally.e[1]}`));
  if (tally.m) rows.append(el("li", {}, `${word("total", {n: tally.m[1]})}, ${word("most", {n: tally.m[0]})}`));
  for (const [of, most, die, terms] of tally.x ?? []) {
    const verdict = word(die <= most ? "hit" : "missed");
    rows.append(el("li", {class: die <= most ? "good" : ""}, el("b", {}, `${of}: ${die}`), `, ${verdict}; ${word("most", {n: most})} `,
      el("span", {class: "rulemark"}, terms.map(termText).join(", "))));
  }
  const out = el("div", {class: "tally"}, rows);
  for (const [label, spec, values, proof, run] of tally.d ?? []) {
    out.append(el("p", {class: `proof ${PROOFS[proof]}`},
      el("code", {}, `${label} ${spec} = ${values.join(" ")}`), ` ${word(PROOFS[proof], {n: run})}`));
  }
  for (const number of new Set((tally.d ?? []).map(dice => dice[4]))) out.append(drawLine(number) ?? "");
  return out;
}
