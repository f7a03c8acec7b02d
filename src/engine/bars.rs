//! Refusals: why an order cannot be done.

/// Declares why orders of a game are refused, in one table: a line for each reason, with its fields, the key of its words
/// in `templates/`, and its rule.
///
/// ```
/// fieldpost::bars! {
///     /// Why something cannot be done.
///     pub enum Bar;
///
///     NotFresh "bar-not-fresh" "13.1",
///     TooFar { cost: i32, left: i32 } "bar-too-far" "9.3",
/// }
///
/// let bar = Bar::TooFar { cost: 5, left: 3 };
/// assert_eq!(bar.phrase().key, "bar-too-far");
/// assert_eq!(bar.phrase().args.len(), 2);
/// assert_eq!(bar.rule(), "9.3");
/// ```
///
/// An event that holds a bar says it as `why` and `rule`.
///
/// The fields are arguments of the words; what a type adds, [`Say`](super::say::Say) says. They are small: a bar is
/// copied, and kept in records.
#[macro_export]
macro_rules! bars {
    (
        $(#[$head:meta])* pub enum $Bar:ident;
        $($(#[$meta:meta])* $name:ident $({ $($field:ident: $of:ty),* $(,)? })? $key:literal $rule:literal),+ $(,)?
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        $(#[$head])*
        pub enum $Bar { $($(#[$meta])* $name $({ $($field: $of),* })?),+ }

        impl $Bar {
            /// Its words, with what they tell.
            pub fn phrase(self) -> $crate::orders::Phrase {
                match self {
                    $(Self::$name $({ $($field),* })? => {
                        let phrase = $crate::orders::Phrase::new($key);
                        $($(let phrase = $crate::engine::say::Say::say(&$field, stringify!($field), phrase);)*)?
                        phrase
                    })+
                }
            }

            /// The rule.
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$name { .. } => $rule),+ }
            }
        }

        impl $crate::engine::say::Say for $Bar {
            fn say(&self, _: &'static str, phrase: $crate::orders::Phrase) -> $crate::orders::Phrase {
                phrase.with("why", self.phrase()).with("rule", self.rule().to_owned())
            }
        }
    };
}
