// The letter as plain text, and the ways by which it leaves the page.

// What was typed is kept as it is; what still reads like an order of the list stays that order.
function readText(text) {
  const known = new Map(letter.map(entry => [writtenEntry(entry), entry]));
  const sides = new Set(questions.map(question => question.as));
  const lines = text.split("\n").map(line => line.trim()).filter(line => line && !sides.has(line));
  change(() => { letter = lines.map(line => known.get(line) ?? {text: line}); });
}

function tell(text) {
  byId("told").textContent = text;
}

async function copyLetter() {
  const text = letterText();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    byId("text").select();
    document.execCommand("copy");
  }
  tell(word("copied-letter"));
}

function saveLetter() {
  const link = el("a", {download: `${book.seat}.txt`, href: URL.createObjectURL(new Blob([letterText()], {type: "text/plain"}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Longer addresses are cut by some mail programs.
const LONGEST = 1800;
const address = () => `mailto:${encodeURIComponent(book.to).replace(/%40/g, "@")}?subject=${encodeURIComponent(book.subject || book.title)}&body=${encodeURIComponent(letterText().replace(/\n/g, "\r\n"))}`;
function mailLetter() {
  if (address().length > LONGEST) {
    tell(word("long"));
    return copyLetter().then(() => tell(word("long")));
  }
  location.href = address();
}

// Standing orders, by filling in a sentence.
function standing() {
  const kind = byId("standing-kind"), answer = byId("standing-answer");
  kind.replaceChildren(...book.kinds.map(([name, reaction], n) => el("option", {value: n}, reaction ? name : `${name} *`)));
  const answers = () => {
    const [, , own] = book.kinds[kind.value];
    answer.replaceChildren(...[glue.default, ...own].map(text => el("option", {value: text}, text)),
      el("option", {value: "?"}, word("ask-me")), el("option", {value: glue.forget}, word("forget")));
  };
  const first = book.kinds.findIndex(([, reaction]) => reaction);
  kind.value = Math.max(first, 0);
  kind.addEventListener("change", answers);
  if (book.kinds.length) answers();
  byId("standing-add").addEventListener("click", () => {
    const name = book.kinds[kind.value][0], names = byId("standing-names").value.trim();
    const text = answer.value === "?" ? `${glue["ask-me"]} ${name}` : `${glue.standing} ${name}: ${names || answer.value}`;
    change(() => letter.push({text}));
    byId("standing-names").value = "";
  });
}
