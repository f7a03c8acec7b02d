//! `Authentication-Results` (RFC 8601): only those of our own server count, and only for the domain in `From`.

mod results;

pub use results::{Outcome, Results, Value, read};

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
    let found = ours(mail, authserv);
    if found.is_empty() {
        return Finding::Not(format!("nothing from {authserv}"));
    }
    for outcome in found.iter().flat_map(|results| &results.results) {
        let about = match outcome.method.as_str() {
            "dkim" => outcome
                .property("header.d")
                .or_else(|| outcome.property("header.i")),
            "spf" => outcome.property("smtp.mailfrom"),
            _ => continue,
        };
        let about = about.map(|value| value.domain.to_lowercase());
        let about = about.unwrap_or_default();
        let method = &outcome.method;
        if outcome.result == "pass" && aligned(&about, domain) {
            return Finding::Aligned(format!("{method} {about}"));
        }
        said.push(format!("{method}={} {about}", outcome.result));
    }
    Finding::Not(if said.is_empty() {
        "no result".to_owned()
    } else {
        super::envelope::short(&said.join(", "), 200)
    })
}

/// What our server wrote. A sender can write such fields himself; ours puts its own above all others and removes what
/// claims its name, which `doctor` has seen. Those above the topmost `Received` are ours, since our server writes one of
/// these too; else only the topmost with its name counts.
fn ours(mail: &Part<'_>, authserv: &str) -> Vec<Results> {
    let is_result = |field: &&Field| field.name == FIELD;
    let received = mail
        .fields
        .iter()
        .position(|field| field.name == "received");
    let is_ours = |results: &Results| results.server.eq_ignore_ascii_case(authserv);
    let above = mail.fields[..received.unwrap_or(0)].iter();
    let above: Vec<Results> = above
        .filter(is_result)
        .filter_map(|field| results::read(&field.plain()))
        .filter(is_ours)
        .collect();
    if !above.is_empty() {
        return above;
    }
    let mut all = mail.fields.iter().filter(is_result);
    let first = all.find(|field| claims(&field.plain(), authserv));
    let first = first.and_then(|field| results::read(&field.plain()));
    first.filter(is_ours).into_iter().collect()
}

const FIELD: &str = "authentication-results";

/// Whether a field could be taken for that of a server, however it is written.
fn claims(text: &str, authserv: &str) -> bool {
    let head = text.split(';').next().unwrap_or_default();
    head.to_ascii_lowercase()
        .contains(&authserv.to_ascii_lowercase())
}

/// Whether a server can be believed, seen by a letter to ourselves that had a field in its name with `salt` in it; if
/// not, why.
pub fn inspect(mail: &Part<'_>, authserv: &str, salt: &str) -> Result<(), String> {
    let fields = mail.fields.iter().filter(|field| field.name == FIELD);
    let texts: Vec<String> = fields
        .map(Field::plain)
        .filter(|text| claims(text, authserv))
        .collect();
    if texts.iter().any(|text| text.contains(salt)) {
        return Err(format!(
            "{authserv} lets through what others write in its name: anybody could vouch for himself"
        ));
    }
    if ours(mail, authserv).is_empty() {
        return Err(format!(
            "{authserv} writes no Authentication-Results of that name"
        ));
    }
    Ok(())
}

/// The field that a letter to ourselves carries for [`inspect`].
pub fn forged(authserv: &str, domain: &str, salt: &str) -> String {
    format!("Authentication-Results: {authserv}; dkim=pass header.d={domain} reason={salt}\r\n")
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
        // What a sender's address may hold, and other ways to be read twice.
        for forged in [
            "Authentication-Results: mx.club.org; dkim=fail header.d=\"x; dkim=pass header.d=play.example.org\"\r\n",
            "Authentication-Results: mx.club.org; spf=fail smtp.mailfrom=\"x; dkim=pass header.d=play.example.org y\"@evil.org\r\n",
            "Authentication-Results: mx.club.org; spf=fail smtp.mailfrom=\"\\\"; dkim=pass header.d=play.example.org \\\"\"@evil.org\r\n",
            "Authentication-Results: mx.club.org; spf=pass smtp.mailfrom=\"x@play.example.org\"@evil.org\r\n",
            "Authentication-Results: mx.club.org; spf=fail (\\) ; dkim=pass header.d=play.example.org) smtp.mailfrom=x@evil.org\r\n",
            "Authentication-Results: mx.club.org; spf=fail (a (b) ; dkim=pass header.d=play.example.org) smtp.mailfrom=x@evil.org\r\n",
            "Authentication-Results: mx.club.org; spf=fail smtp.mailfrom=x@evil.org \"; dkim=pass header.d=play.example.org\r\n",
            "Authentication-Results: mx.club.org; spf=fail (never closed; dkim=pass header.d=play.example.org\r\n",
            "Authentication-Results: mx.club.org; dkim=pass header.d=evil.org header.d=play.example.org\r\n",
            "Authentication-Results: mx.club.org 2; dkim=pass header.d=play.example.org\r\n",
            "Authentication-Results: mx.club.org; dkim/2=pass header.d=play.example.org\r\n",
            "Authentication-Results: mx.club.org; \"dkim\"=pass header.d=play.example.org\r\n",
            "Authentication-Results: \"mx.club.org; dkim=pass header.d=play.example.org\"\r\n",
            "Authentication-Results: evil.org mx.club.org; dkim=pass header.d=play.example.org\r\n",
        ] {
            assert!(!aligned(forged), "{forged}");
        }
        // What servers write, with all liberties that the standard gives them.
        for good in [
            "Authentication-Results: \"mx.club.org\" 1; dkim = pass (good; key) header . d = play.example.org\r\n",
            "Authentication-Results: MX.Club.org; none; DKIM/1=PASS reason=\"ok; really\" header.d=\"play.example.org\"\r\n",
            "Authentication-Results: mx.club.org;\r\n spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=play.example.org;\r\n dkim=none (message not signed) header.d=none;dmarc=bestguesspass action=none\r\n header.from=play.example.org;compauth=pass reason=109\r\n",
            "Authentication-Results: mx.club.org;\r\n       dkim=pass header.i=@play.example.org header.s=s1 header.b=\"Ab/c+D=\";\r\n       spf=neutral smtp.mailfrom=\"a b\"@play.example.org\r\n",
        ] {
            assert!(aligned(good), "{good}");
        }
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
