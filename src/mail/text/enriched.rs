//! `text/enriched` (RFC 1896) and its forerunner `text/richtext` as plain text.

/// Plain text of an enriched text: commands go, `<<` is a bracket, one line break is a blank.
pub(super) fn to_text(text: &str, rich: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // What stands between these is for the program.
    let mut hidden = false;
    while let Some(at) = rest.find(['<', '\n']) {
        if !hidden {
            out.push_str(&rest[..at]);
        }
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("<<") {
            out.push('<');
            rest = after;
        } else if rest.starts_with('\n') {
            let breaks = rest.bytes().take_while(|byte| *byte == b'\n').count();
            match breaks {
                1 => out.push(' '),
                _ => out.push_str(&"\n".repeat(breaks - 1)),
            }
            rest = &rest[breaks..];
        } else {
            let end = rest.bytes().take(64).position(|byte| byte == b'>');
            let Some(end) = end else {
                out.push('<');
                rest = &rest[1..];
                continue;
            };
            match rest[1..end].to_ascii_lowercase().as_str() {
                "param" | "comment" => hidden = true,
                "/param" | "/comment" => hidden = false,
                "nl" | "paragraph" | "/paragraph" if rich => out.push('\n'),
                "lt" if rich => out.push('<'),
                _ => {}
            }
            rest = &rest[end + 1..];
        }
    }
    if !hidden {
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::to_text;

    #[test]
    fn commands_go_and_words_stay() {
        let text =
            "<bold>move</bold> <color><param>red</param>falke</color>\nvia << outer\n\nbid 2";
        assert_eq!(to_text(text, false), "move falke via < outer\nbid 2");
        assert_eq!(to_text("bid 2<nl>move<lt>", true), "bid 2\nmove<");
        assert_eq!(to_text("a <b", false), "a <b");
    }
}
