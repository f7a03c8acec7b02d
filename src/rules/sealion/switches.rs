//! Named switches: optional rules, home rules, and rulings on what the rulebook leaves open. What each means stands in
//! `rules.toml`.

use crate::engine::game::DataError;

/// A switch with two positions: its name, the value it has unless players say otherwise, the other value.
struct Two {
    name: &'static str,
    usual: &'static str,
    other: &'static str,
}

macro_rules! switches {
    ($($field:ident $name:literal $usual:literal $other:literal)*) => {
        /// The names of all switches.
        pub(super) const NAMES: &[&str] = &[$($name,)*];

        const TABLE: &[Two] = &[$(Two { name: $name, usual: $usual, other: $other },)*];

        /// The switches of one game: whether each stands at its unusual value.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(super) struct Switches {
            $(#[doc = $name] pub $field: bool,)*
        }

        impl Switches {
            fn at(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

switches! {
    printed_wear "hits-and-supply" "graded" "printed"
}

impl Switches {
    /// Sets one switch by name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), DataError> {
        let wrong = |what: String| DataError {
            file: "switches".to_owned(),
            what,
        };
        let (Some(at), Some(two)) = (self.at(name), TABLE.iter().find(|two| two.name == name))
        else {
            let known = NAMES.join(", ");
            return Err(wrong(format!("no switch `{name}`: there are {known}")));
        };
        *at = match value {
            _ if value == two.usual => false,
            _ if value == two.other => true,
            _ => {
                let Two { usual, other, .. } = two;
                return Err(wrong(format!("{name} = `{value}`: {usual} or {other}")));
            }
        };
        Ok(())
    }
}
