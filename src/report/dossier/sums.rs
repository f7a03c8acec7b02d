//! Tallies as data: terms by number, dice with their proof.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::lights::Names;
use crate::engine::tally::{Tally, Term};
use crate::orders::{Lang, Lexicon, Phrasebook};
use crate::store::proofs::Proof;

/// The names of terms, each once, in both languages.
#[derive(Debug, Default)]
pub struct Terms {
    known: BTreeMap<String, usize>,
    /// The names.
    pub rows: Vec<[String; 2]>,
}

/// The rolls that fell so far: in which run, and how far each is proven.
pub type Rolls = BTreeMap<String, (u64, Proof)>;

/// Writes tallies.
pub struct Sums<'a> {
    pub book: &'a Phrasebook,
    pub lex: &'a dyn Lexicon,
    pub names: &'a Names,
    pub rolls: &'a Rolls,
}

impl Terms {
    fn number(&mut self, name: &str, book: &Phrasebook, lex: &dyn Lexicon) -> usize {
        if let Some(number) = self.known.get(name) {
            return *number;
        }
        let said = |lang| {
            book.say_key(&format!("term-{name}"), lang, lex)
                .unwrap_or_else(|| name.to_owned())
        };
        let number = self.rows.len();
        self.rows.push(Lang::ALL.map(said));
        self.known.insert(name.to_owned(), number);
        number
    }
}

impl Sums<'_> {
    fn term(&self, term: &Term, terms: &mut Terms) -> Json {
        let number = terms.number(&term.name, self.book, self.lex);
        match &term.of {
            None => json!([number, term.value, term.rule]),
            Some(of) => {
                let of = self.names.print(of, self.lex);
                json!([number, term.value, term.rule, of])
            }
        }
    }

    /// A tally as data.
    pub fn json(&self, tally: &Tally, terms: &mut Terms) -> Json {
        let mut out = serde_json::Map::new();
        out.insert("r".into(), json!(tally.rule));
        if !tally.terms.is_empty() {
            let rows: Vec<Json> = tally
                .terms
                .iter()
                .map(|term| self.term(term, terms))
                .collect();
            out.insert("t".into(), json!(rows));
        }
        let dice: Vec<Json> = tally
            .dice
            .iter()
            .map(|dice| {
                let (run, proof) = match self.rolls.get(&dice.label) {
                    Some((run, Proof::Holds)) => (*run, 1),
                    Some((run, Proof::Sealed)) => (*run, 2),
                    Some((run, Proof::Fails)) => (*run, 3),
                    None => (0, 3),
                };
                json!([dice.label, dice.spec.to_string(), dice.values, proof, run])
            })
            .collect();
        if !dice.is_empty() {
            out.insert("d".into(), json!(dice));
        }
        if let Some(needed) = tally.needed {
            out.insert("n".into(), json!([needed, tally.total()]));
        }
        if let Some(each) = tally.each {
            out.insert("e".into(), json!([each, tally.hits()]));
        }
        if let Some(most) = tally.most {
            out.insert("m".into(), json!([most, tally.total()]));
        }
        if !tally.tests.is_empty() {
            let tests: Vec<Json> = tally
                .tests
                .iter()
                .map(|test| {
                    let of = self.names.print(&test.of, self.lex);
                    let rows = test.terms.iter().map(|term| self.term(term, terms));
                    let rows: Vec<Json> = rows.collect();
                    json!([of, test.most, test.die, rows])
                })
                .collect();
            out.insert("x".into(), json!(tests));
        }
        Json::Object(out)
    }
}
