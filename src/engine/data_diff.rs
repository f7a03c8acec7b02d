//! Where two data files differ, value by value.

use std::fmt;

use toml::{Table, Value};

/// A value that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where: `unit hipper, full`.
    pub at: String,
    /// What it was; `None` if it was not there.
    pub was: Option<String>,
    /// What it is; `None` if it is gone.
    pub is: Option<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.was, &self.is) {
            (Some(was), Some(is)) => write!(f, "{}: {was} -> {is}", self.at),
            (None, Some(is)) => write!(f, "{}: new, {is}", self.at),
            (Some(was), None) => write!(f, "{}: gone, was {was}", self.at),
            (None, None) => f.write_str(&self.at),
        }
    }
}

/// Fields that name a row, in the order in which they are tried.
const NAMES: [&str; 4] = ["id", "name", "n", "turn"];

/// Where a file differs from another one.
pub fn diff(was: &Table, is: &Table) -> Vec<Change> {
    let mut changes = Vec::new();
    tables("", was, is, &mut changes);
    changes
}

fn tables(at: &str, was: &Table, is: &Table, changes: &mut Vec<Change>) {
    let keys = was
        .keys()
        .chain(is.keys().filter(|key| !was.contains_key(*key)));
    for key in keys {
        let at = if at.is_empty() {
            key.clone()
        } else {
            format!("{at}, {key}")
        };
        values(&at, was.get(key), is.get(key), changes);
    }
}

fn values(at: &str, was: Option<&Value>, is: Option<&Value>, changes: &mut Vec<Change>) {
    match (was, is) {
        (Some(was), Some(is)) if was == is => {}
        (Some(Value::Table(was)), Some(Value::Table(is))) => tables(at, was, is, changes),
        (Some(Value::Array(was)), Some(Value::Array(is))) if rows(was) || rows(is) => {
            arrays(at, was, is, changes);
        }
        (was, is) => changes.push(Change {
            at: at.to_owned(),
            was: was.map(short),
            is: is.map(short),
        }),
    }
}

/// Whether an array holds tables.
fn rows(array: &[Value]) -> bool {
    !array.is_empty() && array.iter().all(Value::is_table)
}

/// Rows are the same that have the same name; without names, that stand in the same place.
fn arrays(at: &str, was: &[Value], is: &[Value], changes: &mut Vec<Change>) {
    let field = NAMES
        .iter()
        .find(|field| named(was, field) && named(is, field));
    let Some(field) = field else {
        for n in 0..was.len().max(is.len()) {
            values(&format!("{at} {}", n + 1), was.get(n), is.get(n), changes);
        }
        return;
    };
    let name = |row: &Value| row.get(field).map(plain).unwrap_or_default();
    let find = |rows: &[Value], wanted: &str| rows.iter().find(|row| name(row) == wanted).cloned();
    for row in was {
        let name = name(row);
        values(
            &format!("{at} {name}"),
            Some(row),
            find(is, &name).as_ref(),
            changes,
        );
    }
    for row in is {
        let name = name(row);
        if find(was, &name).is_none() {
            values(&format!("{at} {name}"), None, Some(row), changes);
        }
    }
}

/// Whether each row has the field, and no two the same.
fn named(rows: &[Value], field: &str) -> bool {
    let mut names: Vec<String> = rows
        .iter()
        .filter_map(|row| row.get(field))
        .map(plain)
        .collect();
    let all = names.len() == rows.len();
    names.sort_unstable();
    names.dedup();
    all && names.len() == rows.len()
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A value on one line.
fn short(value: &Value) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(was: &str, is: &str) -> Vec<String> {
        let table = |text: &str| text.parse::<Table>().expect("TOML");
        let changes = diff(&table(was), &table(is));
        changes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn rows_are_found_by_name_and_not_by_place() {
        let was = "[[unit]]\nid = 'a'\nfull = [1, 2]\n[[unit]]\nid = 'b'\nfull = [3]\n";
        let is = "[[unit]]\nid = 'b'\nfull = [3]\n[[unit]]\nid = 'a'\nfull = [1, 4]\n";
        assert_eq!(of(was, is), ["unit a, full: [1, 2] -> [1, 4]"]);
    }

    #[test]
    fn what_is_new_and_what_is_gone() {
        assert_eq!(
            of("[a]\nx = 1\n", "[a]\ny = 2\n"),
            ["a, x: gone, was 1", "a, y: new, 2"]
        );
    }

    #[test]
    fn the_order_of_keys_does_not_matter() {
        assert!(of("a = 1\nb = 'x'\n", "b = \"x\" # same\na = 1\n").is_empty());
    }
}
