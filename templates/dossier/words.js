// The book, and its words in the reader's language.

const book = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);

let lang = book.lang;

// A word of the page; {{ n }} is replaced by the value of that name.
function word(key, values = {}) {
  const text = book.words[lang][key] ?? key;
  return text.replace(/\{\{ ?(\w+) ?\}\}/g, (_, name) => values[name] ?? "");
}

// One of a pair of texts, English and French.
const said = pair => pair[lang === "fr" ? 1 : 0];

// Makes an element: el("p", {class: "rule"}, "text", child, ...).
function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child !== undefined && child !== null));
  return made;
}

const escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"};
const escaped = text => String(text).replace(/[&<>"']/g, c => escapes[c]);

// Letters without case and accents: what is typed finds what is printed.
const folded = text => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "")
  .replace(/æ/gi, "ae").replace(/ø/gi, "o").replace(/œ/gi, "oe").replace(/ß/g, "ss").toLowerCase();

// Puts the page's own words where they belong.
function speakWords() {
  document.documentElement.lang = lang;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = word(one.dataset.word);
  for (const one of document.querySelectorAll("[data-hint]")) one.placeholder = word(one.dataset.hint);
  for (const one of document.querySelectorAll("[data-title]")) {
    one.title = word(one.dataset.title);
    one.setAttribute("aria-label", one.title);
  }
}
