//! `Authentication-Results` (RFC 8601): only those of our own server count, and only for the domain in `From`.

use super::text::Part;
use super::text::mime::Field;

/// What our server found out about the sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// DKIM or SPF passed for the domain of the sender, or one above it; with which.
    Aligned(String),
    /// Our server says otherwise, or nothing.
    Not(String),
}

/// What the server named `authserv` found out about a mail from an address.
pub fn finding(mail: &Part<'_>, authserv: &str, from: &str) -> Finding {
    if authserv.is_empty() {
        return Finding::Not("no authserv-id is configured".to_owned());
    }
    let domain = from.rsplit('@').next().unwrap_or_default();
    let mut said = Vec::new();
    let results = ours(mail, authserv);
    if results.is_empty() {
        return Finding::Not(format!("nothing from {authserv}"));
    }
    let results = results.join(";");
    for result in results.split(';') {
        let words: Vec<&str> = result.split_whitespace().collect();
        let Some((method, verdict)) = words.first().and_then(|word| word.split_once('=')) else {
            continue;
        };
        let property = |name: &str| {
            words.iter().find_map(|word| {
                let (key, value) = word.split_once('=')?;
                key.eq_ignore_ascii_case(name)
                    .then(|| value.trim_matches('"').to_lowercase())
            })
        };
        let about = match method.to_ascii_lowercase().as_str() {
            "dkim" => property("header.d").or_else(|| property("header.i")),
            "spf" => property("smtp.mailfrom"),
            _ => continue,
        };
        let about = about.unwrap_or_default();
        let about = about.rsplit('@').next().unwrap_or_default();
        if verdict.eq_ignore_ascii_case("pass") && aligned(about, domain) {
            return Finding::Aligned(format!("{method} {about}"));
        }
        said.push(format!("{method}={verdict} {about}"));
    }
    Finding::Not(if said.is_empty() {
        "no result".to_owned()
    } else {
        said.join(", ")
    })
}

/// What our server wrote. A sender can write such fields himself; ours puts its own above all others and removes what
/// claims its name. Those above the topmost `Received` are ours, since our server writes one of these too; else only the
/// topmost with its name counts.
fn ours(mail: &Part<'_>, authserv: &str) -> Vec<String> {
    let said = |value: &str| {
        let value = without_comments(value);
        let (id, rest) = value.split_once(';')?;
        let id = id.split_whitespace().next()?;
        id.eq_ignore_ascii_case(authserv).then(|| rest.to_owned())
    };
    let is_result = |field: &&Field| field.name == "authentication-results";
    let received = mail
        .fields
        .iter()
        .position(|field| field.name == "received");
    let above = mail.fields[..received.unwrap_or(0)].iter();
    let above: Vec<String> = above
        .filter(is_result)
        .filter_map(|field| said(&field.plain()))
        .collect();
    if !above.is_empty() {
        return above;
    }
    let mut all = mail.fields.iter().filter(is_result);
    all.find_map(|field| said(&field.plain()))
        .into_iter()
        .collect()
}

/// Whether a domain vouches for another: the same, or one above it that is not a bare top level.
fn aligned(vouching: &str, domain: &str) -> bool {
    let domain = domain.to_lowercase();
    !vouching.is_empty()
        && (vouching == domain
            || (vouching.contains('.')
                && domain
                    .strip_suffix(vouching)
                    .is_some_and(|rest| rest.ends_with('.'))))
}

/// Text without what stands in brackets.
fn without_comments(text: &str) -> String {
    let mut depth = 0usize;
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(results: &str) -> Finding {
        let mail = format!("{results}From: anna@play.example.org\r\n\r\nbid 1\r\n");
        finding(
            &super::super::text::parse(mail.as_bytes()),
            "mx.club.org",
            "anna@play.example.org",
        )
    }

    #[test]
    fn only_our_own_server_and_only_aligned_results_count() {
        let aligned = |results: &str| matches!(judged(results), Finding::Aligned(_));
        assert!(aligned(
            "Authentication-Results: mx.club.org; dkim=pass header.d=play.example.org\r\n"
        ));
        assert!(aligned(
            "Authentication-Results: mx.club.org 1; dkim=fail header.d=x.org;\r\n spf=pass (ok) smtp.mailfrom=anna@example.org\r\n"
        ));
        assert!(!aligned(
            "Authentication-Results: mx.evil.org; dkim=pass header.d=play.example.org\r\n"
        ));
        assert!(!aligned(
            "Authentication-Results: mx.club.org; dkim=pass header.d=evil.org\r\n"
        ));
        assert!(!aligned(
            "Authentication-Results: mx.club.org; dkim=pass header.d=org\r\n"
        ));
        assert!(!aligned(
            "Authentication-Results: mx.club.org; (dkim=pass header.d=play.example.org) dkim=fail header.d=play.example.org\r\n"
        ));
        assert!(!aligned(""));
        let forged = "Authentication-Results: mx.club.org; dkim=none\r\nAuthentication-Results: mx.club.org; dkim=pass header.d=play.example.org\r\n";
        assert!(
            !aligned(forged),
            "below our own stands what the sender wrote"
        );
        // A server that writes one field for each method, above the mark of its own.
        let several = "Authentication-Results: mx.club.org; spf=none\r\nAuthentication-Results: mx.club.org; dkim=pass header.d=play.example.org\r\nReceived: from x by mx.club.org\r\n";
        assert!(aligned(several));
        // What stands below the mark came with the mail.
        let below = "Authentication-Results: mx.club.org; spf=none\r\nReceived: from x by mx.club.org\r\nAuthentication-Results: mx.club.org; dkim=pass header.d=play.example.org\r\n";
        assert!(!aligned(below));
        // A server of another name, and ours inside it or its comment.
        for forged in [
            "Authentication-Results: evil.org; x=mx.club.org; dkim=pass header.d=play.example.org\r\n",
            "Authentication-Results: (mx.club.org;) evil.org; dkim=pass header.d=play.example.org\r\n",
            "Authentication-Results: mx.club.org.evil.org; dkim=pass header.d=play.example.org\r\n",
            "Authentication-Results: mx.club.org; none; x-dkim=pass header.d=play.example.org\r\n",
            "Authentication-Results: mx.club.org; dkim=pass header.d=xplay.example.org\r\n",
            "Authentication-Results: mx.club.org; dkim=pass reason=\"header.d=play.example.org\" header.d=evil.org\r\n",
            "Authentication-Results: mx.club.org; spf=pass smtp.mailfrom=play.example.org@evil.org\r\n",
            "Authentication-Results: mx.club.org; spf=softfail smtp.mailfrom=anna@play.example.org\r\n",
        ] {
            assert!(!aligned(forged), "{forged}");
        }
    }
}
