//! Forms as data: picks by number, each list of choices once, every name as the order language prints it there.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::orders::way::Reach;
use crate::orders::{
    Act, Arg, Form, Item, Lang, Lexicon, Line, Part, Pick, Picks, Row, Speller, Word,
};

/// Forms that are being written down.
#[derive(Debug)]
pub struct Forms {
    lang: Lang,
    /// Items by number, with the name that serves where nothing else is called so.
    items: Vec<(Item, String)>,
    known: BTreeMap<Item, usize>,
    lists: Vec<Json>,
    listed: BTreeMap<Vec<Item>, usize>,
    picks: Vec<Json>,
    picked: BTreeMap<String, usize>,
}

impl Forms {
    /// None yet.
    pub const fn new(lang: Lang) -> Self {
        Self {
            lang,
            items: Vec::new(),
            known: BTreeMap::new(),
            lists: Vec::new(),
            listed: BTreeMap::new(),
            picks: Vec::new(),
            picked: BTreeMap::new(),
        }
    }

    /// A form: how its line begins, and its pick by number.
    pub fn form(&mut self, form: &Form, lex: &dyn Lexicon) -> Json {
        let head = Speller::new(lex, self.lang).head(form);
        json!({ "head": head, "pick": self.pick(&form.pick, lex) })
    }

    /// A test that may stand behind `if`.
    pub fn test(&mut self, form: &Form, lex: &dyn Lexicon) -> Json {
        json!([form.word.print(self.lang), self.pick(&form.pick, lex)])
    }

    /// All items: name, class, and where they are.
    pub fn items(&self, spot: &dyn Fn(Item) -> Json) -> Json {
        let rows = self.items.iter().map(|(item, name)| {
            let kind = match item.class() {
                None => "word".to_owned(),
                Some(class) => format!("{class:?}").to_lowercase(),
            };
            json!([name, kind, spot(*item)])
        });
        Json::Array(rows.collect())
    }

    /// All lists: their items, and the names that differ from the usual ones.
    pub fn lists(&self) -> Json {
        json!(self.lists)
    }

    /// All picks.
    pub fn picks(&self) -> Json {
        json!(self.picks)
    }

    /// An answer as the page holds it: items by number. `None` for what the forms do not have.
    pub fn value(&self, pick: &Pick, picks: &Picks) -> Option<Json> {
        let item = |item: &Item| self.known.get(item).copied();
        let list = |items: &[Item]| items.iter().map(item).collect::<Option<Vec<_>>>();
        Some(match (pick, picks) {
            (_, Picks::One(one)) => json!(item(one)?),
            (_, Picks::List(items)) => json!(list(items)?),
            (_, Picks::Number(n)) => json!(n),
            (_, Picks::Share(share)) => {
                let rows = share.iter().map(|(one, n)| Some(json!([item(one)?, n])));
                json!(rows.collect::<Option<Vec<_>>>()?)
            }
            (_, Picks::Pairs(pairs)) => {
                let rows = pairs.iter().map(|(a, b)| Some(json!([item(a)?, item(b)?])));
                json!(rows.collect::<Option<Vec<_>>>()?)
            }
            (Pick::Parts(parts), Picks::Parts(said)) => {
                let rows = parts.iter().zip(said).map(|(part, said)| match said {
                    Some(said) => self.value(&part.pick, said),
                    None => Some(Json::Null),
                });
                json!(rows.collect::<Option<Vec<_>>>()?)
            }
            (Pick::Sheet { rows, .. }, Picks::Sheet(lines)) => {
                let lines = lines.iter().map(|line| self.line(rows, line));
                json!(lines.collect::<Option<Vec<_>>>()?)
            }
            (Pick::Script { rows, tests, .. }, Picks::Script(acts)) => {
                let acts = acts.iter().map(|act| self.act(rows, tests, act));
                json!(acts.collect::<Option<Vec<_>>>()?)
            }
            (_, Picks::Nothing) => json!(0),
            _ => return None,
        })
    }

    fn line(&self, rows: &[Row], line: &Line) -> Option<Json> {
        let subject = match line.subject {
            Some(subject) => json!(self.number(subject)?),
            None => Json::Null,
        };
        let row = line.row(rows)?;
        let number = rows.iter().position(|one| std::ptr::eq(one, row))?;
        let v = self.value(&row.pick, &line.picks)?;
        Some(json!({ "row": number, "subject": subject, "v": v }))
    }

    fn act(&self, rows: &[Row], tests: &[Form], act: &Act) -> Option<Json> {
        let all = |lines: &[Line]| {
            let lines = lines.iter().map(|line| self.line(rows, line));
            lines.collect::<Option<Vec<_>>>()
        };
        let (clauses, then, otherwise) = match act {
            Act::Do(line) => (Vec::new(), all(std::slice::from_ref(line))?, Vec::new()),
            Act::If(branch) => {
                let clauses = branch.tests.iter().map(|clause| {
                    let number = tests.iter().position(|form| form.word == clause.word)?;
                    let v = self.value(&tests.get(number)?.pick, &clause.picks)?;
                    Some(json!({ "not": clause.not, "test": number, "v": v }))
                });
                let clauses = clauses.collect::<Option<Vec<_>>>()?;
                (clauses, all(&branch.then)?, all(&branch.otherwise)?)
            }
        };
        Some(json!({ "tests": clauses, "then": then, "otherwise": otherwise }))
    }

    /// The number of an item, as the page has it.
    pub fn number(&self, item: Item) -> Option<usize> {
        self.known.get(&item).copied()
    }

    fn item(&mut self, item: Item, name: &str) -> usize {
        if let Some(number) = self.known.get(&item) {
            return *number;
        }
        let number = self.items.len();
        self.items.push((item, name.to_owned()));
        self.known.insert(item, number);
        number
    }

    fn list(&mut self, items: &[Item], lex: &dyn Lexicon) -> usize {
        // The same choices are printed alike, whoever offers them; views of several sides may differ.
        if let Some(number) = self.listed.get(items) {
            return *number;
        }
        let names = Speller::new(lex, self.lang).among(items);
        let mut others = Map::new();
        let mut numbers = Vec::with_capacity(items.len());
        for (item, name) in items.iter().zip(&names) {
            let number = self.item(*item, name);
            if self
                .items
                .get(number)
                .is_some_and(|(_, usual)| usual != name)
            {
                others.insert(number.to_string(), json!(name));
            }
            numbers.push(number);
        }
        let number = self.lists.len();
        self.lists.push(if others.is_empty() {
            json!([numbers])
        } else {
            json!([numbers, others])
        });
        self.listed.insert(items.to_vec(), number);
        number
    }

    fn pick(&mut self, pick: &Pick, lex: &dyn Lexicon) -> usize {
        let json = match pick {
            Pick::One(of) => json!({ "k": "one", "of": self.list(of, lex) }),
            Pick::Some { of, min, max } => {
                json!({ "k": "some", "of": self.list(of, lex), "min": min, "max": max })
            }
            Pick::Order(of) => json!({ "k": "order", "of": self.list(of, lex) }),
            Pick::Number { min, max } => json!({ "k": "number", "min": min, "max": max }),
            Pick::Path {
                from,
                max,
                stay,
                net,
            } => {
                let reach = Reach::new(net, *from, *max);
                let places: Vec<Item> = reach.places().collect();
                let said = |cost: u32| match net.said(cost) {
                    Arg::Text(text) => json!(text),
                    Arg::Item(Item::Number(n)) => json!(n),
                    _ => json!(cost),
                };
                let costs: Vec<Json> = reach.costs().map(|(_, cost)| said(cost)).collect();
                json!({ "k": "path", "of": self.list(&places, lex), "cost": costs, "max": said(*max), "stay": stay })
            }
            Pick::Share { of, min, max } => {
                let items: Vec<Item> = of.iter().map(|(item, _)| *item).collect();
                let most: Vec<i32> = of.iter().map(|(_, most)| *most).collect();
                let colon = Speller::new(lex, self.lang).want_colon(of);
                json!({ "k": "share", "of": self.list(&items, lex), "most": most, "colon": colon, "min": min, "max": max })
            }
            Pick::Pairs { from, to, each } => {
                json!({ "k": "pairs", "from": self.list(from, lex), "to": self.list(to, lex), "each": each })
            }
            Pick::Parts(parts) => {
                let parts: Vec<Json> = parts.iter().map(|part| self.part(part, lex)).collect();
                json!({ "k": "parts", "parts": parts })
            }
            Pick::Sheet { rows, max } => {
                json!({ "k": "sheet", "rows": self.rows(rows, lex), "max": max })
            }
            Pick::Script { rows, tests, max } => {
                let tests: Vec<Json> = tests.iter().map(|form| self.test(form, lex)).collect();
                json!({ "k": "script", "rows": self.rows(rows, lex), "tests": tests, "max": max })
            }
            Pick::Nothing => json!({ "k": "nothing" }),
        };
        let key = json.to_string();
        if let Some(number) = self.picked.get(&key) {
            return *number;
        }
        self.picks.push(json);
        self.picked.insert(key, self.picks.len() - 1);
        self.picks.len() - 1
    }

    fn part(&mut self, part: &Part, lex: &dyn Lexicon) -> Json {
        let spellings: Vec<&str> = part.word.spellings().collect();
        let wrap = matches!(part.pick, Pick::Parts(_) | Pick::Sheet { .. });
        json!({
            "w": part.word.print(self.lang), "s": spellings, "o": part.optional, "p": self.pick(&part.pick, lex),
            "wrap": wrap,
        })
    }

    fn rows(&mut self, rows: &[Row], lex: &dyn Lexicon) -> Vec<Json> {
        rows.iter()
            .map(|row| {
                // Rows of one word share their subjects, and these are told apart from all of them.
                let same = rows.iter().filter(|other| other.word == row.word);
                let all: Vec<Item> = same.flat_map(|row| row.subjects.iter().copied()).collect();
                let spelt = self.list(&all, lex);
                let subjects: Vec<Option<usize>> =
                    row.subjects.iter().map(|item| self.number(*item)).collect();
                json!({ "w": word(row.word, self.lang), "s": subjects, "su": spelt, "p": self.pick(&row.pick, lex) })
            })
            .collect()
    }
}

fn word(word: &Word, lang: Lang) -> &'static str {
    word.print(lang)
}
