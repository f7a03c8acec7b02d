//! What contests of bots count of a game, from its events.

/// Something counted of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// What is counted.
    pub name: &'static str,
    /// How it is counted.
    pub count: Count,
}

/// How something is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many; the mean over all turns is wanted.
    Times(u64),
    /// How long it lasts; the mean is wanted.
    Life(Life),
}

impl Measure {
    /// Adds what another game counted of the same.
    pub fn add(&mut self, other: &Self) {
        match (&mut self.count, &other.count) {
            (Count::Times(sum), Count::Times(more)) => *sum += more,
            (Count::Life(life), Count::Life(more)) => life.add(more),
            _ => {}
        }
    }
}

/// A life table: something may end at each of a row of numbers, 0, 1, 2 and on, and for each number it is counted how
/// often it was put to the test there and how often it ended.
///
/// Something that breaks off for another reason counts up to there and no further. So long ones, which break off more
/// often, are not left out, and nothing is assumed of what would have come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Life {
    rows: Vec<Row>,
}

/// What was seen at one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// How often it was put to the test.
    pub tried: u64,
    /// How often it ended.
    pub ended: u64,
}

impl Life {
    /// It was put to the test at a number.
    pub fn test(&mut self, number: usize, ended: bool) {
        if self.rows.len() <= number {
            self.rows.resize(number + 1, Row::default());
        }
        self.rows[number].tried += 1;
        self.rows[number].ended += u64::from(ended);
    }

    /// What was seen at each number.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Adds what was seen elsewhere.
    pub fn add(&mut self, other: &Self) {
        let long = self.rows.len().max(other.rows.len());
        self.rows.resize(long, Row::default());
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            row.tried += more.tried;
            row.ended += more.ended;
        }
    }

    /// Over how many numbers it lasts on the average, in hundredths, if it begins at 0 and nothing else ends it. It does
    /// not reach numbers at which nothing was ever seen.
    pub fn mean(&self) -> u64 {
        const WHOLE: u128 = 1_000_000_000_000;
        let (mut alive, mut sum) = (WHOLE, 0);
        for row in self.rows.iter().take_while(|row| row.tried > 0) {
            sum += alive;
            alive = alive * u128::from(row.tried - row.ended) / u128::from(row.tried);
        }
        u64::try_from((sum * 100 + WHOLE / 2) / WHOLE).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::Life;

    /// Half of them end at each number from 1 on.
    fn halves(life: &mut Life, number: usize, tried: u64) {
        for n in 0..tried {
            life.test(number, number > 0 && n % 2 == 0);
        }
    }

    #[test]
    fn the_mean_is_that_of_all_that_were_tested() {
        let mut life = Life::default();
        assert_eq!(life.mean(), 0, "nothing was seen");
        halves(&mut life, 0, 8);
        halves(&mut life, 1, 8);
        halves(&mut life, 2, 4);
        // All reach 0 and 1, half of them 2.
        assert_eq!(life.mean(), 250);
    }

    #[test]
    fn what_breaks_off_for_another_reason_does_not_shorten_it() {
        let (mut whole, mut broken) = (Life::default(), Life::default());
        for (number, tried) in [(0, 800), (1, 800), (2, 400), (3, 200)] {
            halves(&mut whole, number, tried);
        }
        // Nine of ten that reach 2 break off before they are tested there.
        for (number, tried) in [(0, 800), (1, 800), (2, 40), (3, 20)] {
            halves(&mut broken, number, tried);
        }
        assert_eq!(whole.mean(), broken.mean());
        let mut both = whole.clone();
        both.add(&broken);
        assert_eq!(both.mean(), whole.mean());
        assert_eq!(both.rows()[2].tried, 440);
    }

    #[test]
    fn a_row_at_which_nothing_was_seen_ends_it() {
        let mut life = Life::default();
        life.test(0, false);
        life.test(2, true);
        assert_eq!(life.mean(), 100);
    }
}
