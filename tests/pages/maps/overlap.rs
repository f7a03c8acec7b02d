//! Pictures of the sample games, measured letter by letter: nothing covers anything else, nothing is cut.

#![expect(
    clippy::float_arithmetic,
    reason = "letters are measured in parts of pixels"
)]

use fieldpost::draw::{Window, png};
use fieldpost::engine::game::Game;
use fieldpost::orders::Lang;
use fieldpost::report::map::Map;
use fieldpost::rules::{MarketGarden, Miniature, Weserubung};
use resvg::tiny_skia::Point;
use resvg::usvg::{Group, Node, Transform};
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

/// The room that the ink of a text takes; of a turned one also before it was turned, and how to turn back.
#[derive(Clone, Copy, Debug)]
struct Ink {
    rect: Rect,
    turned: Option<(Rect, Transform)>,
}

impl Ink {
    /// How much of a rectangle it covers, or the rectangle of it.
    fn common(self, other: Rect) -> f32 {
        const PARTS: u8 = 12;
        let Some((own, back)) = self.turned else {
            return self.rect.common(other);
        };
        let mut inside = 0.0_f32;
        for n in 0..PARTS * PARTS {
            let part = |n: u8, from: f32, to: f32| {
                from + (to - from) * (f32::from(n) + 0.5) / f32::from(PARTS)
            };
            let mut point = Point::from_xy(
                part(n % PARTS, other.left, other.right),
                part(n / PARTS, other.top, other.bottom),
            );
            back.map_point(&mut point);
            let is_inside = (own.left..own.right).contains(&point.x)
                && (own.top..own.bottom).contains(&point.y);
            inside += f32::from(u8::from(is_inside));
        }
        inside / f32::from(PARTS) / f32::from(PARTS)
    }
}

/// A piece of text: its class, what it says, the ink it takes, the counter it stands on.
#[derive(Debug)]
struct Text {
    class: String,
    text: String,
    ink: Rect,
    all: Ink,
    on: Option<Rect>,
}

impl Text {
    /// How much two texts cover of each other.
    fn common(&self, other: &Self) -> f32 {
        match (self.all.turned, other.all.turned) {
            (Some(_), _) => self.all.common(other.ink),
            (None, _) => other.all.common(self.ink),
        }
    }
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
    let parts = svg.split("<text").enumerate();
    let numbered = parts.map(|(n, part)| match n {
        0 => part.to_owned(),
        n => format!("<text id=\"text{n}\"{part}"),
    });
    numbered.collect()
}

fn rect(of: resvg::usvg::Rect) -> Rect {
    Rect {
        left: of.left(),
        top: of.top(),
        right: of.right(),
        bottom: of.bottom(),
    }
}

fn inks(group: &Group, found: &mut std::collections::BTreeMap<String, Ink>) {
    for node in group.children() {
        match node {
            Node::Group(group) => inks(group, found),
            Node::Text(text) => {
                let flat = text.flattened();
                let turned = text.abs_transform();
                let back = turned.invert().filter(|_| turned.kx != 0.0);
                let ink = Ink {
                    rect: rect(flat.abs_bounding_box()),
                    turned: back.map(|back| (rect(flat.bounding_box()), back)),
                };
                found.insert(text.id().to_owned(), ink);
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
            let all = *found.get(node.attribute("id")?)?;
            Some(Text {
                class: node.attribute("class").unwrap_or("number").to_owned(),
                text: node.text().unwrap_or_default().to_owned(),
                ink: all.rect,
                all,
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
            if text.common(other) > 0.03 {
                faults.push(format!("{} and {} overlap", name(text), name(other)));
            }
        }
        for face in &picture.faces {
            if text.all.common(*face) > 0.03 {
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
    all_faults::<Miniature>("sample-skerries", &[5, 20, 36], "red-bot");
}

/// In a window no arrow runs over its heading, its legend or the edge of the page.
#[test]
fn arrows_stay_in_their_window() {
    let (_store, keeper) = after::<Weserubung>("sample-weserubung", 60);
    let past = keeper.after_run(60).expect("a run");
    let seat = seat(&keeper, "bob", Lang::En);
    let map = Map::<Weserubung>::new(&keeper, &past, 60, &seat);
    let board = Weserubung::board(&keeper.data);
    let window = super::fixture::around(board, "1309", 4);
    let svg = map.fixed(window, None);
    let document = Document::parse(&svg).expect("good XML");
    let is_arrow = |node: &roxmltree::Node<'_, '_>| {
        let class = node.attribute("class").unwrap_or_default();
        class.starts_with("c1 ") && node.has_attribute("d")
    };
    let arrows = document.descendants().filter(is_arrow);
    let arrows: Vec<_> = arrows
        .filter(|node| !node.attribute("d").unwrap_or_default().contains('h'))
        .collect();
    assert!(!arrows.is_empty(), "something moved there");
    for arrow in arrows {
        let cut = arrow
            .ancestors()
            .any(|node| node.attribute("clip-path") == Some("url(#map)"));
        assert!(cut, "{arrow:?}");
    }
}

/// What a picture is opened with needs no font of its own, and with the letters the largest board is no larger than
/// promised.
#[test]
fn maps_carry_their_letters() {
    let (_store, keeper) = after::<Weserubung>("sample-weserubung", u64::MAX);
    for run in [1, 60, 160] {
        let past = keeper.after_run(run).expect("a run");
        let seat = seat(&keeper, "bob", Lang::Fr);
        let svg = Map::<Weserubung>::new(&keeper, &past, run, &seat).svg(Window::Whole);
        assert!(svg.len() < 500_000, "{} bytes", svg.len());
        assert_eq!(svg.matches("@font-face").count(), 3);
        let document = Document::parse(&svg).expect("good XML");
        let texts = document
            .descendants()
            .filter(|node| node.tag_name().name() == "text");
        let words: Vec<&str> = texts.filter_map(|node| node.text()).collect();
        // Seas and countries as the reader calls them, boxes and towns as printed.
        for word in ["Mer du Nord", "Suède", "Britain Box", "Tromsø"] {
            assert!(words.contains(&word), "{word}");
        }
        assert!(!words.contains(&"North Sea"));
    }
}

/// The lightness of a colour, 0 to 100: what is left of it on grey paper.
fn lightness(colour: &str) -> f64 {
    let part = |n: usize| {
        let part = u8::from_str_radix(&colour[n..n + 2], 16).expect("a colour");
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    let light = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
    116.0 * light.cbrt() - 16.0
}

/// Who sees no colours tells the parties of each game apart by how light their counters are.
#[test]
fn parties_differ_in_grey() {
    fn differ<G: Game>(game: &str) {
        let (_store, keeper) = after::<G>(game, u64::MAX);
        let past = keeper.after_run(5).expect("a run");
        let parties = G::picture(&G::view(&keeper.data, &past.state, None)).parties;
        let light: Vec<f64> = parties
            .iter()
            .map(|party| lightness(fieldpost::draw::stage::fill(party.colour)))
            .collect();
        for (n, one) in light.iter().enumerate() {
            for other in &light[n + 1..] {
                assert!((one - other).abs() > 8.0, "{game}: {light:?}");
            }
        }
    }
    differ::<Weserubung>("sample-weserubung");
    differ::<MarketGarden>("sample-market-garden");
    differ::<Miniature>("sample-skerries");
}
