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
  return out;
}
