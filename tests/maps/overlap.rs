//! Pictures of the sample games, measured letter by letter: nothing covers anything else, nothing is cut.

use fieldpost::draw::{Window, png};
use fieldpost::engine::game::Game;
use fieldpost::orders::Lang;
use fieldpost::report::map::Map;
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use resvg::usvg::{Group, Node};
use roxmltree::Document;

use super::pages::{after, seat};

/// A rectangle of the picture in pixels.
#[derive(Clone, Copy, Debug)]
struct Rect {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Rect {
    fn area(self) -> f32 {
        (self.right - self.left).max(0.0) * (self.bottom - self.top).max(0.0)
    }

    /// How much of the smaller one the two have in common, in parts of it.
    fn common(self, other: Self) -> f32 {
        let both = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        let wide = (both.right - both.left).max(0.0);
        let high = (both.bottom - both.top).max(0.0);
        wide * high / self.area().min(other.area()).max(0.01)
    }

    fn holds(self, other: Self, slack: f32) -> bool {
        other.left >= self.left - slack
            && other.top >= self.top - slack
            && other.right <= self.right + slack
            && other.bottom <= self.bottom + slack
    }
}

/// A piece of text: its class, what it says, the ink it takes, the counter it stands on.
#[derive(Debug)]
struct Text {
    class: String,
    text: String,
    ink: Rect,
    on: Option<Rect>,
}

/// A picture measured.
struct Measured {
    page: Rect,
    map: Rect,
    boxes: Vec<Rect>,
    texts: Vec<Text>,
    /// Uppermost counters.
    faces: Vec<Rect>,
}

/// Gives each text a number, so that it is found again when it is laid out.
fn numbered(svg: &str) -> String {
    let mut parts = svg.split("<text");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (n, part) in parts.enumerate() {
        out.push_str(&format!("<text id=\"text{n}\"{part}"));
    }
    out
}

fn inks(group: &Group, found: &mut std::collections::BTreeMap<String, Rect>) {
    for node in group.children() {
        match node {
            Node::Group(group) => inks(group, found),
            Node::Text(text) => {
                let ink = text.flattened().abs_bounding_box();
                let rect = Rect {
                    left: ink.left(),
                    top: ink.top(),
                    right: ink.right(),
                    bottom: ink.bottom(),
                };
                found.insert(text.id().to_owned(), rect);
            }
            _ => {}
        }
    }
}

fn number(node: roxmltree::Node<'_, '_>, name: &str) -> f32 {
    let value = node.attribute(name).unwrap_or_default();
    value.parse().unwrap_or_else(|_| panic!("{name} {value}"))
}

fn measure(svg: &str) -> Measured {
    let svg = numbered(svg);
    let tree = png::laid_out(&svg).expect("a good SVG");
    let mut found = std::collections::BTreeMap::new();
    inks(tree.root(), &mut found);
    let document = Document::parse(&svg).expect("good XML");
    let root = document.root_element();
    let view: Vec<f32> = root
        .attribute("viewBox")
        .expect("a frame")
        .split(' ')
        .map(|n| n.parse().expect("a number"))
        .collect();
    let scale = number(root, "width") / view[2];
    let place = |left: f32, top: f32, wide: f32, high: f32| Rect {
        left: (left - view[0]) * scale,
        top: (top - view[1]) * scale,
        right: (left + wide - view[0]) * scale,
        bottom: (top + high - view[1]) * scale,
    };
    let rects = |class: &str| -> Vec<Rect> {
        let all = document.descendants().filter(|node| {
            node.tag_name().name() == "rect" && node.attribute("class") == Some(class)
        });
        let size = ["x", "y", "width", "height"];
        all.map(|node| size.map(|name| number(node, name)))
            .map(|[x, y, wide, high]| place(x, y, wide, high))
            .collect()
    };
    // A counter is a group moved and scaled from a square about nothing, a hundred wide.
    let counter = |node: roxmltree::Node<'_, '_>| -> Option<Rect> {
        let class = node.attribute("class")?;
        let moved = node.attribute("transform")?.strip_prefix("translate(")?;
        let (at, scaled) = moved.split_once(")scale(")?;
        let (x, y) = at.split_once(',')?;
        let [x, y, size] = [x, y, scaled.trim_end_matches(')')].map(|n| n.parse::<f32>().ok());
        let (x, y, half) = (x?, y?, size? * 50.0);
        let is_party = class.starts_with('p') && class[1..].parse::<u8>().is_ok();
        is_party.then(|| place(x - half, y - half, 2.0 * half, 2.0 * half))
    };
    let texts = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text")
        .filter(|node| {
            let mut above = node.ancestors();
            !above.any(|node| node.tag_name().name() == "defs")
        })
        .filter_map(|node| {
            let ink = *found.get(node.attribute("id")?)?;
            Some(Text {
                class: node.attribute("class").unwrap_or("number").to_owned(),
                text: node.text().unwrap_or_default().to_owned(),
                ink,
                on: node.ancestors().find_map(counter),
            })
        })
        .collect();
    Measured {
        page: place(view[0], view[1], view[2], view[3]),
        map: rects("x0")[0],
        boxes: rects("x"),
        texts,
        faces: document.descendants().filter_map(counter).collect(),
    }
}

/// What is wrong with a picture.
fn faults(picture: &Measured) -> Vec<String> {
    let mut faults = Vec::new();
    let name = |text: &Text| format!("{} `{}` {:?}", text.class, text.text, text.ink);
    for text in &picture.texts {
        if !picture.page.holds(text.ink, 0.5) {
            faults.push(format!("{} leaves the page", name(text)));
        }
        if let Some(on) = text.on {
            // The number of a pile hangs over its corner.
            let slack = (on.right - on.left)
                * if text.class.starts_with('e') {
                    0.2
                } else {
                    0.01
                };
            if !on.holds(text.ink, slack) {
                faults.push(format!("{} leaves its counter {on:?}", name(text)));
            }
        }
    }
    let free: Vec<&Text> = picture
        .texts
        .iter()
        .filter(|text| text.on.is_none())
        .collect();
    for (n, text) in free.iter().enumerate() {
        for other in &free[n + 1..] {
            if text.ink.common(other.ink) > 0.03 {
                faults.push(format!("{} and {} overlap", name(text), name(other)));
            }
        }
        for face in &picture.faces {
            if text.ink.common(*face) > 0.03 {
                faults.push(format!("{} and a counter at {face:?} overlap", name(text)));
            }
        }
        let is_name = matches!(text.class.as_str(), "f0" | "f1" | "idt");
        if is_name && !picture.map.holds(text.ink, 0.0) {
            faults.push(format!("{} leaves the map", name(text)));
        }
    }
    for (n, face) in picture.faces.iter().enumerate() {
        let mut rooms = picture.boxes.iter().chain([&picture.map]);
        if !rooms.any(|room| room.holds(*face, 0.5)) {
            faults.push(format!("a counter leaves the map: {face:?}"));
        }
        for other in &picture.faces[n + 1..] {
            if face.common(*other) > 0.01 {
                faults.push(format!("two counters overlap: {face:?}, {other:?}"));
            }
        }
    }
    faults
}

fn all_faults<G: Game>(game: &str, runs: &[u64], name: &str) {
    let (_store, keeper) = after::<G>(game, u64::MAX);
    let mut all = Vec::new();
    for (n, run) in runs.iter().enumerate() {
        let past = keeper.after_run(*run).expect("a run");
        let lang = if n % 2 == 0 { Lang::En } else { Lang::Fr };
        let seat = seat(&keeper, name, lang);
        let map = Map::<G>::new(&keeper, &past, *run, &seat);
        let mut pictures = vec![(Window::Whole, map.svg(Window::Whole))];
        for window in map.pictures() {
            pictures.push((window, map.fixed(window, None)));
        }
        for (window, svg) in pictures {
            let found = faults(&measure(&svg));
            all.extend(
                found
                    .iter()
                    .map(|fault| format!("{game} {run} {window:?}: {fault}")),
            );
        }
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}

#[test]
fn nothing_overlaps_in_the_corridor() {
    all_faults::<MarketGarden>("sample-market-garden", &[2, 20, 41, 60, 75, 88], "anna");
    all_faults::<MarketGarden>("sample-market-garden", &[14, 33, 52], "kurt");
}

#[test]
fn nothing_overlaps_in_norway() {
    all_faults::<Weserubung>("sample-weserubung", &[1, 15, 60, 100], "anna");
    all_faults::<Weserubung>("sample-weserubung", &[60, 160, 211], "bob");
}

#[test]
fn nothing_overlaps_in_the_skerries() {
    all_faults::<Miniature>("sample-skerries", &[5, 20, 36], "anna");
}
