//! What is read of mails that programs write oddly.

use fieldpost::mail::text::{self, Why};

fn mail(head: &str, body: &str) -> text::Reading {
    text::read(format!("From: a@x.example\r\n{head}\r\n\r\n{body}").as_bytes())
}

#[test]
fn subjects_split_in_the_middle_of_a_character() {
    // The two bytes of an o with dots, one in each word.
    let reading = mail("Subject: =?utf-8?B?TcM=?=\r\n =?utf-8?B?tndl?=", "x");
    assert_eq!(reading.subject, "M\u{f6}we");
    let reading = mail("Subject: =?iso-8859-1?Q?M=F6we?= at =?utf-8?Q?sea?=", "x");
    assert_eq!(reading.subject, "M\u{f6}we at sea");
    let reading = mail("Subject: =?utf-8?Q?a=0D=0ABcc:_b?=", "x");
    assert_eq!(reading.subject, "a Bcc: b");
}

#[test]
fn charsets_and_encodings() {
    let read = |head: &str, body: &[u8]| {
        let mut bytes = format!("From: a@x.example\r\n{head}\r\n\r\n").into_bytes();
        bytes.extend_from_slice(body);
        text::read(&bytes).text
    };
    assert_eq!(
        read(
            "Content-Type: text/plain; charset=windows-1252",
            b"move M\xf6we"
        ),
        "move M\u{f6}we"
    );
    assert_eq!(
        read("Content-Type: text/plain", b"move M\xf6we"),
        "move M\u{f6}we"
    );
    assert_eq!(
        read(
            "Content-Type: text/plain; charset=us-ascii",
            "move M\u{f6}we".as_bytes()
        ),
        "move M\u{f6}we"
    );
    assert_eq!(
        read("Content-Type: text/plain; charset=utf-7", b"move M+APY-we"),
        "move M\u{f6}we"
    );
    assert_eq!(
        read(
            "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable",
            b"move M=C3=B6we via=\r\n outer"
        ),
        "move M\u{f6}we via outer"
    );
    let coded = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64";
    assert_eq!(read(coded, b"bW92ZSBN\r\nw7Z3ZQ=="), "move M\u{f6}we");
    // Damaged: a stray character, a missing end.
    assert_eq!(read(coded, b"bW92ZSBN\r\n!w7Z3ZQ"), "move M\u{f6}we");
}

#[test]
fn flowed_text_is_joined() {
    let flowed = mail(
        "Content-Type: text/plain; format=flowed",
        "move falke via outer \r\nto narrows\r\n\r\n bid 2\r\n-- \r\nAnna\r\n",
    );
    assert_eq!(flowed.text, "move falke via outer to narrows\n\nbid 2");
    let joined = mail(
        "Content-Type: text/plain; format=flowed; delsp=yes",
        "move fal \r\nke\r\n",
    );
    assert_eq!(joined.text.trim(), "move falke");
}

#[test]
fn html_alone_is_read() {
    let html = "<html><head><style>p{}</style><title>t</title></head><body><p>bid&nbsp;2<br>move <b>falke</b>: outer</p>\
                <table><tr><td>raid</td><td>greif</td></tr><tr><td>wait</td></tr></table>\
                <blockquote><p>quoted orders</p></blockquote></body></html>";
    let reading = mail("Content-Type: text/html; charset=utf-8", html);
    let lines: Vec<&str> = reading
        .text
        .lines()
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(
        lines,
        ["bid\u{a0}2", "move falke: outer", "raid greif", "wait"]
    );
    assert!(
        reading
            .cuts
            .iter()
            .any(|cut| cut.why == Why::Quote && cut.text.contains("quoted orders"))
    );
}

#[test]
fn orders_may_be_a_file_and_other_files_are_not_read() {
    let parts = "--b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n--b\r\nContent-Type: text/plain; name=\"orders.txt\"\r\nContent-Disposition: attachment; filename=\"../../orders.txt\"\r\n\r\nbid 2\r\n-- 3\r\n--b\r\nContent-Type: text/plain; name=\"notes.txt\"\r\nContent-Disposition: attachment\r\n\r\nbid 3\r\n--b--\r\n";
    let reading = mail("Content-Type: multipart/mixed; boundary=b", parts);
    assert!(
        reading.text.contains("bid 2") && !reading.text.contains("bid 3"),
        "{}",
        reading.text
    );
    assert!(
        reading
            .cuts
            .iter()
            .any(|cut| cut.why == Why::Attachment && cut.text == "notes.txt")
    );
}

#[test]
fn signatures_are_cut_and_kept() {
    let reading = mail(
        "Content-Type: text/plain",
        "bid 2\r\n\r\nSent from my iPhone\r\n-- \r\nAnna\r\n",
    );
    assert_eq!(reading.text, "bid 2");
    assert_eq!(reading.cuts.len(), 2);
}

/// Odd mails of many kinds: what is read, or why nothing is.
#[test]
fn odd_mails_are_read_or_say_why_not() {
    let said = |raw: &[u8]| {
        let reading = text::read(raw);
        match reading.nothing {
            None => reading.text.trim().to_owned(),
            Some(nothing) => format!("({})", nothing.words()),
        }
    };
    let cases: [(&str, &[u8], &str); 24] = [
        ("no head at all", b"bid 2\nwait\n", "bid 2\nwait"),
        ("a head alone", b"From: a@x.example\r\nSubject: x\r\n", "(it is empty)"),
        ("nothing at all", b"", "(it is empty)"),
        ("carriage returns for lines", b"From: a@x.example\rSubject: x\r\rbid 2\rwait\r", "bid 2\nwait"),
        ("blank lines above the head", b"\r\n\r\nSubject: x\r\n\r\nbid 2\r\n", "bid 2"),
        ("a byte order mark", b"\xef\xbb\xbfSubject: x\r\n\r\nbid 2\r\n", "bid 2"),
        ("a field broken without a blank", b"Subject: a long\r\nsubject of mine\r\nMIME-Version: 1.0\r\n\r\nbid 2\r\n", "bid 2"),
        ("a boundary that nobody told", b"Content-Type: multipart/mixed\r\n\r\n--x\r\n\r\nbid 2\r\n--x--\r\n", "bid 2"),
        ("another boundary", b"Content-Type: multipart/mixed; boundary=y\r\n\r\n--x\r\n\r\nbid 2\r\n--x--\r\n", "bid 2"),
        ("a multipart that is none", b"Content-Type: multipart/mixed; boundary=y\r\n\r\nbid 2\r\n", "bid 2"),
        ("a type without a semicolon", b"Content-Type: text/html charset=utf-8\r\n\r\n<p>bid 2</p>", "bid 2"),
        ("an encoding with a comment", b"Content-Transfer-Encoding: Quoted-Printable (x)\r\n\r\nbid=202\r\n", "bid 2"),
        ("UTF-8 that is none", b"Content-Type: text/plain; charset=utf-8\r\n\r\nM\xf6we\r\n", "M\u{f6}we"),
        ("a page of DOS", b"Content-Type: text/plain; charset=ibm850\r\n\r\nM\x94we\r\n", "M\u{f6}we"),
        ("KOI8", b"Content-Type: text/plain; charset=koi8-r\r\n\r\n\xc8\xcf\xc4\r\n", "ход"),
        ("a charset nobody knows", b"Content-Type: text/plain; charset=x-foo\r\n\r\nM\xc3\xb6we\r\n", "M\u{f6}we"),
        ("enriched text", b"Content-Type: text/enriched\r\n\r\n<bold>bid</bold> 2\r\n\r\nwait\r\n", "bid 2\nwait"),
        ("a file within the text", b"\r\nbid 2\r\nbegin 644 a.gif\r\n#0V%T\r\n`\r\nend\r\n", "bid 2"),
        ("a signed text", b"\r\n-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nbid 2\r\n-----BEGIN PGP SIGNATURE-----\r\n\r\nabcd\r\n-----END PGP SIGNATURE-----\r\n", "bid 2"),
        ("an encrypted text", b"\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nabcd\r\n-----END PGP MESSAGE-----\r\n", "(it is encrypted)"),
        ("S/MIME", b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n", "(it is encrypted)"),
        ("a piece", b"Content-Type: message/partial; id=x; number=2; total=3\r\n\r\nbid 2\r\n", "(its text is in another mail or at another place)"),
        ("a photograph", b"Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n", "(it has no text but in attachments)"),
        ("a quotation", b"\r\nOn 18/11/2026 10:00, Bob wrote:\r\n", "(all of it is quoted, or a signature)"),
    ];
    for (what, raw, wanted) in cases {
        assert_eq!(said(raw), wanted, "{what}");
    }
}

/// HTML as programs write it: only what can be seen counts, and what they quote is quoted.
#[test]
fn html_of_many_programs() {
    let cases = [
        (
            "<!--[if mso]><p>bid 9</p><![endif]--><![if !mso]><p>bid 2</p><![endif]>",
            "bid 2",
        ),
        (
            "<style>p{content:'bid 9'}</style><script>bid 9</script><p>bid&#32;2</p>",
            "bid 2",
        ),
        (
            "<p>bid 2</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p>wait</p>",
            "bid 2\n\nwait",
        ),
        (
            "bid 2<div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">On Wed, Nov 18, 2026 at 10:00 AM Bob &lt;<a href=\"mailto:b@x.example\">b@x.example</a>&gt; wrote:<br></div><blockquote class=\"gmail_quote\">bid 9</blockquote></div>",
            "bid 2",
        ),
        (
            "<div>bid 2</div><div id=\"divRplyFwdMsg\"><b>From:</b> Bob &lt;b@x.example&gt;<br><b>Sent:</b> Wednesday, November 18, 2026 10:00 AM<br><b>To:</b> Anna<br><b>Subject:</b> x</div><div>bid 9</div>",
            "bid 2",
        ),
        (
            "<p>bid 2</p><blockquote type=\"cite\"><p>On 18 Nov 2026, at 10:00, Bob &lt;b@x.example&gt; wrote:</p><blockquote>bid 9</blockquote></blockquote>",
            "bid 2",
        ),
        // Indented with the button of a program, not quoted.
        (
            "<p>bid 2</p><blockquote style=\"margin:0 0 0 40px;border:none;padding:0px\"><p>wait</p></blockquote>",
            "bid 2\n\nwait",
        ),
        ("bid 2 < 3 & 4", "bid 2 < 3 & 4"),
        ("<ul><li>bid 2</li><li>wait</li></ul>", "bid 2\nwait"),
    ];
    for (html, wanted) in cases {
        let reading = mail("Content-Type: text/html; charset=utf-8", html);
        let text: Vec<&str> = reading
            .text
            .trim()
            .lines()
            .map(|line| line.trim_end_matches('\u{a0}'))
            .collect();
        let text = text
            .join("\n")
            .replace("\n\n\n", "\n\n")
            .replace("\n\n\n", "\n\n");
        assert_eq!(text, wanted, "{html}");
    }
}
