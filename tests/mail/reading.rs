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
