//! Near misses: what a name that does not exist was probably meant to be.

/// At most so many are suggested.
const MOST: usize = 3;

/// The names that come near a word, nearest first.
pub(super) fn near<'a>(word: &str, among: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let length = word.chars().count();
    let most = (length / 3).clamp(1, 4);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in among {
        let slips = strsim::osa_distance(word, name);
        // A part of a name is a good hint too, however much is missing.
        let part = length >= 3 && (name.contains(word) || word.contains(name) && name.len() >= 3);
        if (slips <= most || part) && !found.iter().any(|(_, old)| *old == name) {
            found.push((slips, name));
        }
    }
    found.sort_by_key(|(slips, name)| (*slips, *name));
    found.truncate(MOST);
    found.into_iter().map(|(_, name)| name).collect()
}

/// Puts near misses into a question, if there are any.
pub(super) fn did_you_mean(names: &[&str]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    (!quoted.is_empty()).then(|| format!("did you mean {}?", quoted.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_parts_are_near() {
        let names = ["intercepted", "slipped-past", "moves", "fires", "falke.at"];
        assert_eq!(near("intercpted", names), ["intercepted"]);
        assert_eq!(near("intercept", names), ["intercepted"]);
        assert_eq!(near("falke", names), ["falke.at"]);
        assert_eq!(near("bombards", names), Vec::<&str>::new());
        assert_eq!(
            did_you_mean(&["a", "b"]).as_deref(),
            Some("did you mean `a` or `b`?")
        );
        assert_eq!(did_you_mean(&[]), None);
    }
}
