//! Charts: printed tables of results, by the die and by a column.
//!
//! A chart is data. Its columns are the least values they hold (`4`, `2-3`, `21+`), odds (`2:1`), or words; its rows are
//! the die, the first one for less too, the last one for more.

use std::str::FromStr;

use serde::Deserialize;

use super::game::DataError;

/// A chart as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartFile {
    /// The rule it belongs to.
    pub rule: String,
    /// The heads of the columns.
    pub columns: String,
    /// The die of the first row.
    pub die: i32,
    /// The cells, row by row.
    pub rows: Vec<String>,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Least {
    /// This value and more, up to the next column.
    Value(i32),
    /// These odds and better.
    Odds(i32, i32),
    /// What its word says.
    Named,
}

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart<C> {
    rule: String,
    heads: Vec<String>,
    least: Vec<Least>,
    first: i32,
    rows: Vec<Vec<C>>,
}

impl<C: FromStr> Chart<C> {
    /// Reads a chart; `name` and `file` name it in errors.
    pub fn read(written: &ChartFile, name: &str, file: &str) -> Result<Self, DataError> {
        let wrong = |what: String| DataError {
            file: file.to_owned(),
            what: format!("charts.{name}: {what}"),
        };
        let heads: Vec<String> = written
            .columns
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let mut rows = Vec::new();
        for (n, row) in written.rows.iter().enumerate() {
            let mut cells = Vec::new();
            for cell in row.split_whitespace() {
                let parsed = cell.parse();
                cells.push(
                    parsed.map_err(|_| wrong(format!("`{cell}` in row {} is no result", n + 1)))?,
                );
            }
            if cells.len() != heads.len() {
                let (has, wanted) = (cells.len(), heads.len());
                let row = n + 1;
                return Err(wrong(format!(
                    "row {row} has {has} cells; expected {wanted}"
                )));
            }
            rows.push(cells);
        }
        if rows.is_empty() || heads.is_empty() {
            return Err(wrong("no cells; expected at least one".to_owned()));
        }
        let least = heads.iter().map(|head| least(head)).collect();
        Ok(Self {
            rule: written.rule.clone(),
            heads,
            least,
            first: written.die,
            rows,
        })
    }
}

fn least(head: &str) -> Least {
    if let Some((a, b)) = head.split_once(':')
        && let (Ok(a), Ok(b)) = (a.parse(), b.parse())
    {
        return Least::Odds(a, b);
    }
    let digits: String = head.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().map_or(Least::Named, Least::Value)
}

impl<C> Chart<C> {
    /// The rule it belongs to.
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// The last column whose least value is not above this one; nothing below the first.
    pub fn column(&self, value: i32) -> Option<usize> {
        self.last(|least| matches!(least, Least::Value(from) if *from <= value))
    }

    /// The last column whose odds are not better than these, by whole numbers: 11 to 6 is 1:1, 5 to 6 is 1:2.
    pub fn odds(&self, attack: i32, defence: i32) -> Option<usize> {
        let holds = |least: &Least| match least {
            Least::Odds(a, b) => {
                i64::from(attack) * i64::from(*b) >= i64::from(defence) * i64::from(*a)
            }
            _ => false,
        };
        self.last(holds)
    }

    fn last(&self, holds: impl Fn(&Least) -> bool) -> Option<usize> {
        self.least.iter().rposition(holds)
    }

    /// The column with this head.
    pub fn named(&self, head: &str) -> Option<usize> {
        self.heads.iter().position(|one| one == head)
    }

    /// The head of a column.
    pub fn head(&self, column: usize) -> &str {
        self.heads.get(column).map_or("", String::as_str)
    }

    /// A column so many to the right, or to the left below nothing; never beyond the last ones.
    pub fn shifted(&self, column: usize, by: i32) -> usize {
        let wanted = i32::try_from(column).unwrap_or(i32::MAX).saturating_add(by);
        usize::try_from(wanted.max(0))
            .unwrap_or(0)
            .min(self.heads.len() - 1)
    }

    /// The cell of a die in a column.
    pub fn cell(&self, die: i32, column: usize) -> Option<&C> {
        let row = usize::try_from((die - self.first).max(0)).unwrap_or(0);
        self.rows.get(row.min(self.rows.len() - 1))?.get(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(columns: &str, rows: &[&str]) -> Chart<i32> {
        let written = ChartFile {
            rule: "9.3".to_owned(),
            columns: columns.to_owned(),
            die: 1,
            rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        };
        Chart::read(&written, "test", "tables.toml").expect("a good chart")
    }

    #[test]
    fn columns_are_found_by_value_and_by_odds() {
        let chart = chart("shift 1 2-3 4+", &["1 2 3 4", "5 6 7 8"]);
        assert_eq!(chart.column(0), None);
        assert_eq!(chart.column(3), Some(2));
        assert_eq!(chart.column(99), Some(3));
        assert_eq!(chart.shifted(1, -3), 0);
        assert_eq!(chart.shifted(1, 9), 3);
        assert_eq!(chart.cell(0, 1), Some(&2));
        assert_eq!(chart.cell(9, 3), Some(&8));
        assert_eq!(chart.named("shift"), Some(0));
        let odds = self::chart("1:3 1:2 1:1 2:1", &["1 2 3 4"]);
        let head = |a, d| odds.odds(a, d).map(|column| odds.head(column));
        assert_eq!(head(11, 6), Some("1:1"));
        assert_eq!(head(5, 6), Some("1:2"));
        assert_eq!(head(2, 7), None);
        assert_eq!(head(60, 6), Some("2:1"));
    }

    #[test]
    fn a_chart_with_a_hole_is_refused() {
        let written = ChartFile {
            rule: String::new(),
            columns: "1 2".to_owned(),
            die: 1,
            rows: vec!["1 2".to_owned(), "1".to_owned()],
        };
        let error = Chart::<i32>::read(&written, "test", "tables.toml").expect_err("a hole");
        assert_eq!(
            error.to_string(),
            "tables.toml: charts.test: row 2 has 1 cells; expected 2"
        );
    }
}
