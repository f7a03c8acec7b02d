//! The packet of a finished game, and that it is refused before its end.

use std::path::Path;
use std::process::Command;

use super::{folder, fought, ok, refused, skerries};
use fieldpost::engine::bot::Style;
use fieldpost::rules::Miniature;
use fieldpost::store::matches::{new_match, play_out};

/// What a packet's own script says of its journal, run in the packet's folder; `None` where there is no Python.
fn own_script(packet: &Path) -> Option<(bool, String)> {
    let output = Command::new("python3")
        .current_dir(packet)
        .args(["verify.py", "journal.toml"])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some((output.status.success(), text))
}

#[test]
fn nothing_is_published_while_the_game_runs() {
    let games = folder();
    drop(fought(games.path(), "live"));
    refused(
        games.path(),
        &["publish", "live", "--out", "packet"],
        2,
        &["the game goes on", "publish it when it is over"],
    );
    assert!(
        !games.path().join("packet").exists(),
        "not even a part of it"
    );
}

#[test]
fn a_packet_verifies_by_itself_in_a_fresh_folder() {
    let games = folder();
    let new = new_match::<Miniature>("done", &skerries(), 3);
    play_out::<Miniature>(games.path(), new, Style::Random, 3).expect("played");
    let text = ok(games.path(), &["publish", "done"]);
    assert!(text.contains("done-packet/verify.py"), "{text}");
    refused(
        games.path(),
        &["publish", "done"],
        2,
        &["there is something already"],
    );

    let fresh = folder();
    let packet = fresh.path().join("done");
    std::fs::rename(games.path().join("done-packet"), &packet)
        .or_else(|_| copy(&games.path().join("done-packet"), &packet))
        .expect("moved");
    let mut names: Vec<String> = std::fs::read_dir(&packet)
        .expect("a packet")
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "COMMENT-VERIFIER.txt",
            "HOW-TO-VERIFY.txt",
            "chains.toml",
            "journal.toml",
            "sealed.toml",
            "verify.py"
        ],
        "and no secrets"
    );
    if let Some((holds, text)) = own_script(&packet) {
        assert!(holds && text.starts_with("OK "), "{text}");
        // The head that the how-to names is the one the script finds.
        let head = text.rsplit("head ").next().unwrap_or_default().trim();
        for page in ["HOW-TO-VERIFY.txt", "COMMENT-VERIFIER.txt"] {
            let page = std::fs::read_to_string(packet.join(page)).expect("a page");
            assert!(page.contains(head), "{page}");
        }
    }
    chains_hold(&packet);
    // Who has the program replays the rules too, without the referee's secrets.
    let text = ok(fresh.path(), &["verify", "done"]);
    assert!(text.contains("done: holds"), "{text}");

    // A changed die is found by both.
    let journal = std::fs::read_to_string(packet.join("journal.toml")).expect("a journal");
    let at = journal
        .find("|1d6|")
        .or_else(|| journal.find("|2d6|"))
        .expect("a roll")
        + 5;
    let mut bytes = journal.into_bytes();
    bytes[at] = if bytes[at] == b'6' { b'1' } else { b'6' };
    std::fs::write(packet.join("journal.toml"), bytes).expect("written");
    if let Some((holds, text)) = own_script(&packet) {
        assert!(!holds && text.starts_with("FAIL entry"), "{text}");
    }
    refused(
        fresh.path(),
        &["verify", "done"],
        1,
        &["DOES NOT HOLD", "entry "],
    );
}

/// Each link opens the one before it, as the how-to says to check by hand.
fn chains_hold(packet: &Path) {
    let text = std::fs::read_to_string(packet.join("chains.toml")).expect("chains");
    let chains: toml::Table = text.parse().expect("TOML");
    for chain in ["public", "sealed"] {
        let chain = chains[chain].as_table().expect("a chain");
        let mut seal = chain["seal"].as_str().expect("a seal").to_owned();
        let links = chain["links"].as_array().expect("links");
        assert!(!links.is_empty());
        for link in links {
            let link = link.as_str().expect("a link");
            assert_eq!(fieldpost::engine::dice::sha256_hex(link.as_bytes()), seal);
            link.clone_into(&mut seal);
        }
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for file in std::fs::read_dir(from)? {
        let file = file?;
        std::fs::copy(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}

/// A journal that was cut short is named, and not only what is missing without its end.
#[test]
fn a_packet_that_was_cut_short() {
    let fresh = folder();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let packet = fresh.path().join("cut");
    copy(&games.join("sample-skerries"), &packet).expect("copied");
    let journal = std::fs::read_to_string(packet.join("journal.toml")).expect("a journal");
    let half = journal.find("\n[[entry]]\nseq = 40\n").expect("an entry");
    std::fs::write(packet.join("journal.toml"), &journal[..=half]).expect("written");
    refused(
        fresh.path(),
        &["verify", "cut"],
        1,
        &["journal.toml, entry 39: it ends here", "cut short"],
    );
    std::fs::write(packet.join("journal.toml"), "").expect("written");
    refused(
        fresh.path(),
        &["verify", "cut"],
        1,
        &["entry 0: it does not begin with a genesis entry"],
    );
    std::fs::write(packet.join("journal.toml"), &journal).expect("written");
    std::fs::remove_file(packet.join("sealed.toml")).expect("removed");
    refused(
        fresh.path(),
        &["verify", "cut"],
        1,
        &["sealed.toml", "the file is not there", "verify.py"],
    );
}
