//! Maps as PNG, by way of SVG, with letters that the program carries with it.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::letters::{FACES, FAMILY};

/// A map has few colours; the edges of its letters need no more shades than these.
const COLOURS: usize = 56;
/// No picture is wider or higher.
pub const MOST: u32 = 8_000;

/// Why no picture was made.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG is not understood.
    #[error("failed to read the map for its picture")]
    Svg(#[from] resvg::usvg::Error),
    /// It would be larger than any screen.
    #[error("a picture of {0} by {1} pixels is too large; at most {MOST} each way")]
    Large(u32, u32),
    /// It cannot be written.
    #[error("failed to write the picture")]
    Png(#[from] png::EncodingError),
}

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for (_, data) in FACES {
        fonts.load_font_data(data.to_vec());
    }
    // Whatever a drawing names, there is something to write with: text never vanishes.
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    Arc::new(fonts)
});

/// An SVG with every letter in its place.
pub fn laid_out(svg: &str) -> Result<Tree, PngError> {
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        font_family: FAMILY.to_owned(),
        ..Options::default()
    };
    Ok(Tree::from_str(svg, &options)?)
}

/// Draws an SVG as a picture of few colours.
pub fn from_svg(svg: &str) -> Result<Vec<u8>, PngError> {
    let tree = laid_out(svg)?;
    let size = tree.size().to_int_size();
    let (wide, high) = (size.width(), size.height());
    if wide > MOST || high > MOST {
        return Err(PngError::Large(wide, high));
    }
    let mut pixels = Pixmap::new(wide, high).ok_or(PngError::Large(wide, high))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    encode(&pixels)
}

/// The square of the distance between two colours.
fn apart(a: [i32; 3], b: [i32; 3]) -> i32 {
    let parts = a.iter().zip(b);
    parts.map(|(a, b)| (a - b) * (a - b)).sum()
}

/// The colours that are used most, and for every pixel the nearest of them: maps have few, so little is lost, and the
/// picture is a third as large.
fn encode(pixels: &Pixmap) -> Result<Vec<u8>, PngError> {
    let bin = |r: u8, g: u8, b: u8| -> usize {
        usize::from(r >> 3) << 10 | usize::from(g >> 3) << 5 | usize::from(b >> 3)
    };
    let mut counts: BTreeMap<usize, [u64; 4]> = BTreeMap::new();
    let mut bins = vec![[0_u64; 4]; 1 << 15];
    for pixel in pixels.pixels() {
        let (r, g, b) = (pixel.red(), pixel.green(), pixel.blue());
        if let Some(sum) = bins.get_mut(bin(r, g, b)) {
            sum[0] += 1;
            sum[1] += u64::from(r);
            sum[2] += u64::from(g);
            sum[3] += u64::from(b);
        }
    }
    for (n, sum) in bins.iter().enumerate() {
        if sum[0] > 0 {
            counts.insert(n, *sum);
        }
    }
    let mean = |sum: &[u64; 4]| -> [i32; 3] {
        let part = |total: u64| i32::try_from(total / sum[0].max(1)).unwrap_or(0);
        [part(sum[1]), part(sum[2]), part(sum[3])]
    };
    // Each colour that was used, how often, the best of the palette for it and how far off that is.
    let mut used: Vec<(usize, [i32; 3], u64, u8, i32)> = counts
        .iter()
        .map(|(n, sum)| (*n, mean(sum), sum[0], 0, i32::MAX))
        .collect();
    // Next comes always the colour that would lose most: grounds since they cover much, but also what is rare and
    // unlike all else, for it means something.
    let mut palette: Vec<[i32; 3]> = Vec::with_capacity(COLOURS);
    while palette.len() < COLOURS {
        let loss = |count: u64, off: i32| count.saturating_mul(u64::from(off.unsigned_abs()));
        let worst = used
            .iter()
            .max_by_key(|(n, _, count, _, off)| (loss(*count, *off), std::cmp::Reverse(*n)));
        let Some((_, colour, _, _, 1..)) = worst.copied() else {
            break;
        };
        let place = u8::try_from(palette.len()).unwrap_or(0);
        palette.push(colour);
        for (_, own, _, best, off) in &mut used {
            let far = apart(*own, colour);
            if far < *off {
                (*best, *off) = (place, far);
            }
        }
    }
    let mut nearest = vec![0_u8; 1 << 15];
    for (n, _, _, best, _) in used {
        if let Some(slot) = nearest.get_mut(n) {
            *slot = best;
        }
    }
    let indexed: Vec<u8> = pixels
        .pixels()
        .iter()
        .map(|pixel| {
            let at = bin(pixel.red(), pixel.green(), pixel.blue());
            nearest.get(at).copied().unwrap_or(0)
        })
        .collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(
        palette
            .iter()
            .flatten()
            .map(|part| u8::try_from(*part).unwrap_or(0))
            .collect::<Vec<u8>>(),
    );
    // The highest level takes five times as long for a twentieth less.
    encoder.set_deflate_compression(png::DeflateCompression::Level(7));
    // Colours by number follow no gradient, so a filter would only blur what repeats.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&indexed)?;
    Ok(out)
}
