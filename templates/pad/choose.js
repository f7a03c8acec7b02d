// Choosing: what a pick offers, what was chosen of it, what is still wrong with it.

const FEW = 24;

// Nothing chosen yet is `undefined`; `null` is a part that was left out.
function initial(p) {
  switch (p.k) {
    case "one": case "number": return undefined;
    case "parts": return p.parts.map(part => part.o ? null : initial(pickOf(part.p)));
    case "nothing": return 0;
    default: return [];
  }
}

// Everything a pick offers, for the map.
function offered(p) {
  switch (p.k) {
    case "one": case "some": case "order": case "path": case "share": return itemsOf(p.of);
    case "pairs": return [...itemsOf(p.from), ...itemsOf(p.to)];
    case "parts": return p.parts.flatMap(part => offered(pickOf(part.p)));
    default: return [];
  }
}

// What is wrong with a choice, as far as the page can tell.
function faults(p, v, what) {
  const count = (n, min, max) => n < min ? [word("too-few", {what, n: min})] : n > max ? [word("too-many", {what, n: max})] : [];
  switch (p.k) {
    case "one": case "number": {
      if (v === undefined || v === null || Number.isNaN(v)) return [word("missing", {what})];
      return p.k === "number" && (v < p.min || v > p.max) ? [`${what}: ${word("number", p)}`] : [];
    }
    case "some": return count(v.length, p.min, p.max);
    case "path": return v.length || p.stay ? [] : [word("missing", {what})];
    case "share": {
      const n = v.reduce((sum, [, part]) => sum + part, 0);
      return n < p.min || n > p.max ? [word("sum", {n, min: p.min, max: p.max})] : [];
    }
    case "parts": return p.parts.flatMap((part, n) => v[n] === null ? [] : faults(pickOf(part.p), v[n], part.w));
    default: return [];
  }
}

// A choice after an item was tapped; undefined where it cannot be taken.
function taken(p, v, item) {
  switch (p.k) {
    case "one": return itemsOf(p.of).includes(item) ? item : undefined;
    case "some": case "order": {
      if (!itemsOf(p.of).includes(item)) return undefined;
      return v.includes(item) ? v.filter(one => one !== item) : [...v, item];
    }
    // A second tap on its end takes it back.
    case "path": return !itemsOf(p.of).includes(item) ? undefined : v.at(-1) === item ? v.slice(0, -1) : [...v, item];
    case "share": {
      const at = itemsOf(p.of).indexOf(item);
      if (at < 0) return undefined;
      const before = v.find(([one]) => one === item)?.[1] ?? 0, rest = v.filter(([one]) => one !== item);
      return before >= p.most[at] ? rest : [...rest, [item, before + 1]];
    }
    default: return undefined;
  }
}

const hint = p => ({
  one: () => word("pick"), some: () => word("pick-many", {min: p.min, max: Math.min(p.max, itemsOf(p.of).length)}),
  order: () => word("pick-order"), path: () => word("pick-way"), share: () => word("share", p), number: () => word("number", p),
}[p.k]?.() ?? "");

// Long lists are made once.
const datalists = new Map();

// The choices of a list: as buttons where they are few, else to be found by name; `on` is given what was tapped.
function choices(list, isChosen, on, label) {
  const items = itemsOf(list);
  if (items.length <= FEW) {
    return el("div", {class: "chips", role: "group", "aria-label": label}, ...items.map(item =>
      el("button", {type: "button", class: "chip", "data-item": item, "aria-pressed": String(isChosen(item)), onclick: () => on(item)}, textIn(list, item))));
  }
  if (!datalists.has(list)) datalists.set(list, el("datalist", {id: `of${list}`}, ...items.map(item => el("option", {value: textIn(list, item)}))));
  const options = datalists.get(list);
  const input = el("input", {list: `of${list}`, placeholder: word("search"), "aria-label": `${word("search")}: ${label}`, autocomplete: "off", "data-find": list});
  const take = () => {
    const sought = folded(input.value.trim());
    if (!sought) return;
    const names = items.map(item => [item, folded(textIn(list, item))]);
    const begins = names.filter(([, name]) => name.startsWith(sought));
    const found = names.find(([, name]) => name === sought) ?? (begins.length === 1 ? begins[0] : undefined);
    if (found) on(found[0]);
  };
  input.addEventListener("change", take);
  return el("div", {class: "find"}, input, options);
}

// What was chosen of a long list, each to be taken back.
function chosenOnes(list, chosen, on) {
  if (!chosen.length || itemsOf(list).length <= FEW) return null;
  return el("p", {class: "chips chosen"}, ...chosen.map((item, n) =>
    el("button", {type: "button", class: "chip", "aria-pressed": "true", title: word("delete"), onclick: () => on(item, n)}, `${textIn(list, item)} \u00d7`)));
}

// A pick with what was chosen; `on` is given the new choice.
function chooser(p, v, on, label) {
  const tap = item => { const now = taken(p, v, item); if (now !== undefined) on(now); };
  switch (p.k) {
    case "one": return el("div", {}, choices(p.of, item => v === item, tap, label), chosenOnes(p.of, v === undefined || v === null ? [] : [v], () => on(undefined)));
    case "some": return el("div", {}, choices(p.of, item => v.includes(item), tap, label), chosenOnes(p.of, v, tap));
    case "order": return el("div", {}, choices(p.of, item => v.includes(item), tap, label),
      el("p", {class: "order"}, v.map(item => textIn(p.of, item)).join(" > ")));
    case "path": return el("div", {}, choices(p.of, item => v.includes(item), item => on([...v, item]), label),
      el("p", {class: "chips chosen"}, ...v.map((item, n) => el("button", {type: "button", class: "chip", "aria-pressed": "true", title: word("delete"),
        onclick: () => on(v.filter((_, at) => at !== n))}, `${textIn(p.of, item)} \u00d7`))), wayCost(p, v));
    case "number": {
      const input = el("input", {type: "number", min: p.min, max: p.max, value: v ?? "", "aria-label": label, "data-number": true});
      input.addEventListener("change", () => on(input.value === "" ? undefined : Number(input.value)));
      return input;
    }
    case "share": return el("div", {class: "share"}, ...itemsOf(p.of).map((item, n) => {
      const input = el("input", {type: "number", min: 0, max: p.most[n], value: v.find(([one]) => one === item)?.[1] ?? 0, "data-share": item});
      input.addEventListener("change", () => on([...v.filter(([one]) => one !== item), ...Number(input.value) > 0 ? [[item, Number(input.value)]] : []]));
      return el("label", {}, textIn(p.of, item), input);
    }));
    case "pairs": return el("div", {class: "share"}, ...itemsOf(p.from).map(left => {
      const pair = v.find(([one]) => one === left)?.[1] ?? "";
      const select = el("select", {"data-pair": left}, el("option", {value: ""}, "\u2013"), ...itemsOf(p.to).map(right => el("option", {value: right}, textIn(p.to, right))));
      select.value = pair;
      select.addEventListener("change", () => on([...v.filter(([one]) => one !== left), ...select.value === "" ? [] : [[left, Number(select.value)]]]));
      return el("label", {}, textIn(p.from, left), select);
    }));
    default: return el("p", {}, word("as-it-is"));
  }
}

// The least that a way can cost: the page knows it of a way named by its end alone.
function wayCost(p, v) {
  const cost = v.length ? p.cost[itemsOf(p.of).indexOf(v.at(-1))] : undefined;
  return cost === undefined ? null : el("p", {class: "cost"}, word("cost", {n: `${v.length > 1 ? "\u2265 " : ""}${cost}`, max: p.max}));
}
