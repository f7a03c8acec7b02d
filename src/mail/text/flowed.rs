//! `format=flowed` (RFC 3676): lines that were broken for the way are joined again.

/// Joins flowed lines. With `delsp` the blank before a soft break goes too.
pub fn unflow(text: &str, delsp: bool) -> String {
    let mut out: Vec<String> = Vec::new();
    // The depth of the line that goes on, if the last one does.
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|byte| *byte == b'>').count();
        let rest = &line[depth..];
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let is_signature = rest == "-- ";
        let soft = rest.ends_with(' ') && !is_signature;
        let content = match soft && delsp {
            true => &rest[..rest.len() - 1],
            false => rest,
        };
        match (open, out.last_mut()) {
            (Some(before), Some(last)) if before == depth && !is_signature => {
                last.push_str(content);
            }
            _ => {
                let mut fresh = ">".repeat(depth);
                if depth > 0 && !content.is_empty() {
                    fresh.push(' ');
                }
                fresh.push_str(content);
                out.push(fresh);
            }
        }
        open = soft.then_some(depth);
    }
    let mut joined = out.join("\n");
    if text.ends_with('\n') {
        joined.push('\n');
    }
    joined
}
