//! The pictures on counters: NATO symbols on land, outlines of ships and aircraft.
//!
//! Each is drawn in a field 60 wide and 40 high about its middle, with `class="k"` for strokes and `class="f"` for
//! fills, so that one style serves all.

use crate::board::Symbol;

/// The id of a symbol's definition.
pub const fn id(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "y-inf",
        Symbol::Mountain => "y-mtn",
        Symbol::Motorised => "y-mot",
        Symbol::Cavalry => "y-cav",
        Symbol::Armour => "y-arm",
        Symbol::Artillery => "y-art",
        Symbol::MountainArtillery => "y-mar",
        Symbol::AntiAir => "y-aa",
        Symbol::Engineer => "y-eng",
        Symbol::Parachute => "y-par",
        Symbol::Glider => "y-gli",
        Symbol::Headquarters => "y-hq",
        Symbol::Leader => "y-led",
        Symbol::Fighter => "y-fig",
        Symbol::Bomber => "y-bom",
        Symbol::AirTransport => "y-atr",
        Symbol::Battleship => "y-bb",
        Symbol::Carrier => "y-cv",
        Symbol::Cruiser => "y-ca",
        Symbol::Destroyer => "y-dd",
        Symbol::Transport => "y-tr",
        Symbol::Submarine => "y-ss",
        Symbol::Unknown => "y-unk",
    }
}

const BOX: &str = r#"<path class="b" d="M-28,-19h56v38h-56z"/>"#;
const CROSS: &str = r#"<path class="k" d="M-28,-19L28,19M-28,19L28,-19"/>"#;
const PEAK: &str = r#"<path class="f" d="M-9,19L0,5 9,19z"/>"#;

/// The drawing of a symbol.
pub fn drawing(symbol: Symbol) -> String {
    let on_land = |inside: &str| format!("{BOX}{inside}");
    match symbol {
        Symbol::Infantry => on_land(CROSS),
        Symbol::Mountain => on_land(&format!("{CROSS}{PEAK}")),
        Symbol::Motorised => on_land(&format!(r#"{CROSS}<path class="k" d="M0,-19V19"/>"#)),
        Symbol::Cavalry => on_land(r#"<path class="k" d="M-28,19L28,-19"/>"#),
        Symbol::Armour => on_land(r#"<rect class="k" x="-20" y="-10" width="40" height="20" rx="10"/>"#),
        Symbol::Artillery => on_land(r#"<circle class="f" r="8"/>"#),
        Symbol::MountainArtillery => on_land(&format!(r#"<circle class="f" r="8" cy="-6"/>{PEAK}"#)),
        Symbol::AntiAir => on_land(r#"<path class="k" d="M-28,19Q0,-30 28,19"/>"#),
        Symbol::Engineer => on_land(r#"<path class="k" d="M-14,10V-8H14V10M0,-8V8"/>"#),
        Symbol::Parachute => on_land(&format!(
            r#"{CROSS}<path class="k" d="M-8,17q4,-6 8,0q4,-6 8,0"/>"#
        )),
        Symbol::Glider => on_land(&format!(
            r#"{CROSS}<path class="k" d="M-10,13H10"/>"#
        )),
        Symbol::Headquarters => on_land(r#"<path class="f" d="M-28,-19h56v12h-56z"/>"#),
        Symbol::Leader => {
            r#"<path class="f b1" d="M0,-20l5.5,13 14,1 -11,9 3.5,14 -12,-7.5 -12,7.5 3.5,-14 -11,-9 14,-1z"/>"#
                .to_owned()
        }
        Symbol::Fighter => {
            r#"<path class="a" d="M0,-20q3,3 3,10l24,7v6l-24,-2 -1.5,12 8,4v4l-9.5,-1.5 -9.5,1.5v-4l8,-4 -1.5,-12 -24,2v-6l24,-7q0,-7 3,-10z"/>"#
                .to_owned()
        }
        Symbol::Bomber => {
            r#"<path class="a" d="M0,-20q4,3 4,10l5,1v-5h4v6l16,5v6l-25,-1 -1.5,10 10,4v4l-12.5,-1 -12.5,1v-4l10,-4 -1.5,-10 -25,1v-6l16,-5v-6h4v5l5,-1q0,-7 4,-10z"/>"#
                .to_owned()
        }
        Symbol::AirTransport => {
            r#"<path class="a" d="M-4,-20h8v10l5,1v-5h4v6l16,2v8h-25l-1,10 10,3v5h-26v-5l10,-3 -1,-10h-25v-8l16,-2v-6h4v5l5,-1z"/>"#
                .to_owned()
        }
        Symbol::Battleship => {
            r#"<path class="a" d="M-29,5h7v-5h7v-4h4v4h4v-9h4v-7h6v7h4v9h4v-4h4v4h7v5h7l-5,10h-48z"/>"#
                .to_owned()
        }
        Symbol::Carrier => {
            r#"<path class="a" d="M-29,0h32v-9h4v-6h4v6h3v9h15l-4,5h-3l-4,9h-36l-4,-9h-7z"/>"#.to_owned()
        }
        Symbol::Cruiser => {
            r#"<path class="a" d="M-28,5h9v-5h6v5h4v-10h4v-5h4v5h5v10h4v-5h6v5h14l-6,9h-45z"/>"#.to_owned()
        }
        Symbol::Destroyer => {
            r#"<path class="a" d="M-26,6h10v-4h5v4h4v-9h4v-4h3v4h3v9h4v-5h4v5h17l-6,8h-43z"/>"#.to_owned()
        }
        Symbol::Transport => {
            r#"<path class="a" d="M-27,2h12v-4h4v-10h3v10h6v-8h7v8h5v-10h3v10h4v4h10l-5,12h-44z"/>"#.to_owned()
        }
        Symbol::Submarine => {
            r#"<path class="a" d="M-29,6q4,-6 20,-6v-9h10v9q24,0 29,6q-5,7 -29,7t-30,-7z"/>"#.to_owned()
        }
        Symbol::Unknown => {
            r#"<path class="b" d="M-28,-19h56v38h-56z"/><text class="q" y="13" text-anchor="middle">?</text>"#
                .to_owned()
        }
    }
}
