//! Norway on 9 April 1940 as the campaign begins, and words for a sheet.

use fieldpost::board::{
    Board, Colour, Going, Marker, Party, Picture, Piece, SpaceId, Spot, Symbol, Trace,
};
use fieldpost::draw::{Sheet, Window};
use fieldpost::orders::{Lang, Phrasebook, Word};

pub fn norway() -> Board {
    let text = include_str!("../../../scenarios/weserubung/board.toml");
    Board::read(text, "board.toml").expect("a good board")
}

static GERMANY: Word = Word {
    en: &["Germany"],
    fr: &["Allemagne"],
};
static NORWAY: Word = Word {
    en: &["Norway"],
    fr: &["Norvège"],
};
static BRITAIN: Word = Word {
    en: &["Britain"],
    fr: &["Grande-Bretagne"],
};
static FRANCE: Word = Word {
    en: &["France"],
    fr: &["France"],
};

fn symbol(word: &str) -> Symbol {
    match word {
        "inf" => Symbol::Infantry,
        "mtn" => Symbol::Mountain,
        "cav" => Symbol::Cavalry,
        "art" => Symbol::Artillery,
        "mar" => Symbol::MountainArtillery,
        "par" => Symbol::Parachute,
        "led" => Symbol::Leader,
        "fig" => Symbol::Fighter,
        "bom" => Symbol::Bomber,
        "atr" => Symbol::AirTransport,
        "bb" => Symbol::Battleship,
        "cv" => Symbol::Carrier,
        "ca" => Symbol::Cruiser,
        "dd" => Symbol::Destroyer,
        "tr" => Symbol::Transport,
        "ss" => Symbol::Submarine,
        other => panic!("no symbol {other}"),
    }
}

pub fn spot(board: &Board, word: &str) -> Spot {
    board.find(word).map_or_else(
        || {
            let off = board.boxes().iter().position(|off| off.id == word);
            Spot::Off(off.unwrap_or_else(|| panic!("no place {word}")))
        },
        Spot::Space,
    )
}

/// The position at the start, with some first moves.
pub fn april_9(board: &Board) -> Picture {
    let party = |word, colour, letter| Party {
        word,
        colour,
        letter,
    };
    let mut picture = Picture {
        parties: vec![
            party(&GERMANY, Colour::Grey, 'G'),
            party(&NORWAY, Colour::Red, 'N'),
            party(&BRITAIN, Colour::Khaki, 'B'),
            party(&FRANCE, Colour::Blue, 'F'),
        ],
        ..Picture::default()
    };
    for row in include_str!("april-9.tsv").lines().skip(1) {
        let part: Vec<&str> = row.split('\t').collect();
        let [at, owner, kind, short, name, strength, carried] = part[..] else {
            panic!("{row}");
        };
        picture.pieces.push(Piece {
            at: spot(board, at),
            owner: "GNBF".find(owner).expect("a party"),
            symbol: symbol(kind),
            name: name.to_owned(),
            short: short.to_owned(),
            strength: strength.to_owned(),
            steps: if name == "Blücher" { (1, 2) } else { (2, 2) },
            carried: !carried.is_empty(),
        });
    }
    let way = |owner, going, words: &str| Trace::Way {
        owner,
        going,
        spots: words.split(' ').map(|word| spot(board, word)).collect(),
    };
    picture.traces = vec![
        way(0, Going::Sea, "4713 4814 4914 5015 5116 5217"),
        way(0, Going::Air, "denmark 0520 0619 0719 0718"),
        way(1, Going::Land, "1821 1921"),
        Trace::Fight {
            at: spot(board, "5217"),
        },
    ];
    picture.markers.push(Marker {
        at: spot(board, "1322"),
        text: "!".to_owned(),
        meaning: "The batteries are manned".to_owned(),
    });
    for (at, owner) in [("1522", 1), ("0618", 0)] {
        if let Spot::Space(space) = spot(board, at) {
            picture.control.insert(space, owner);
        }
    }
    picture
}

/// Words of the templates.
pub fn words(lang: Lang) -> impl Fn(&str) -> Option<String> {
    struct Nobody;
    impl fieldpost::orders::Lexicon for Nobody {
        fn name(&self, _: fieldpost::orders::Thing) -> std::borrow::Cow<'_, str> {
            "?".into()
        }
        fn id(&self, _: fieldpost::orders::Thing) -> std::borrow::Cow<'_, str> {
            "?".into()
        }
        fn known(&self) -> Vec<fieldpost::orders::Thing> {
            Vec::new()
        }
    }
    let book: Phrasebook = fieldpost::engine::speech::book_with("", "");
    move |key: &str| book.say_key(key, lang, &Nobody)
}

pub fn around(board: &Board, id: &str, radius: u32) -> Window {
    Window::Around {
        centre: board.find(id).unwrap_or(SpaceId(0)),
        radius,
    }
}

pub fn sheet<'a>(
    board: &'a Board,
    picture: &'a Picture,
    window: Window,
    lang: Lang,
    say: &'a dyn Fn(&str) -> Option<String>,
) -> Sheet<'a> {
    Sheet {
        board,
        picture,
        window,
        empty_boxes: false,
        lang,
        say,
        title: "Norway 1940: 9 to 12 April",
        note: "Board reconstructed from geography and history, not the printed map",
    }
}
