//! Letters as coverage of pixels, from the typeface of the window.

#[cfg(test)]
mod tests;

use skrifa::{
    FontRef, MetadataProvider,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};
use std::collections::HashMap;

/// Mutoscope Sans, a subset of Inter under the SIL Open Font License 1.1.
const FONT: &[u8] = include_bytes!("../../assets/fonts/MutoscopeSans-Medium.otf");
/// Straight pieces of a curve.
const PIECES: u32 = 8;

/// Coverage of each pixel by a letter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glyph {
    /// Pixels from the pen to the left edge; may be below 0.
    pub left: i32,
    /// Pixels from the base line up to the top edge.
    pub top: i32,
    /// Width of the glyph: pixels in a row.
    pub width: usize,
    /// Rows from the top, 0 to 1 a pixel.
    pub coverage: Vec<f32>,
    /// Pixels that the pen goes on.
    pub advance: f32,
}

/// The typeface at one size.
pub(crate) struct Typeface {
    font: Option<FontRef<'static>>,
    size: f32,
    known: HashMap<char, Glyph>,
}

impl Typeface {
    /// `size` is the height of a line without its leading, pixels.
    pub fn new(size: f32) -> Self {
        Self {
            font: FontRef::new(FONT).ok(),
            size,
            known: HashMap::new(),
        }
    }

    /// A letter; the box of what the typeface lacks.
    pub fn glyph(&mut self, letter: char) -> &Glyph {
        let Self { font, size, known } = self;
        known.entry(letter).or_insert_with(|| {
            font.as_ref()
                .map_or(Glyph::default(), |font| drawn(font, letter, *size))
        })
    }

    /// Pixels that a line takes.
    pub fn width(&mut self, line: &str) -> f32 {
        line.chars().map(|letter| self.glyph(letter).advance).sum()
    }

    /// The line, or as much of its beginning as fits with an ellipsis behind it.
    pub fn fitted(&mut self, line: &str, most: f32) -> String {
        if self.width(line) <= most {
            return line.to_owned();
        }
        let mut short = line.to_owned();
        while short.pop().is_some() {
            let with = format!("{}…", short.trim_end());
            if self.width(&with) <= most {
                return with;
            }
        }
        String::new()
    }
}

fn drawn(font: &FontRef<'_>, letter: char, size: f32) -> Glyph {
    let Some(id) = font.charmap().map(letter) else {
        return missing(size);
    };
    let (size, location) = (Size::new(size), LocationRef::default());
    let advance = font
        .glyph_metrics(size, location)
        .advance_width(id)
        .unwrap_or(0.0);
    let mut outline = FlatOutline::default();
    let is_drawn = font.outline_glyphs().get(id).is_some_and(|glyph| {
        glyph
            .draw(DrawSettings::unhinted(size, location), &mut outline)
            .is_ok()
    });
    if !is_drawn || outline.lines.is_empty() {
        return Glyph {
            advance,
            ..Glyph::default()
        };
    }
    Glyph {
        advance,
        ..outline.covered()
    }
}

/// A box as high as a capital letter.
fn missing(size: f32) -> Glyph {
    let mut outline = FlatOutline::default();
    let stroke = (size / 14.0).max(1.0);
    let (left, right, top) = (0.1 * size, 0.6 * size, 0.72 * size);
    for (inset, is_hole) in [(0.0, false), (stroke, true)] {
        let (x0, x1, y0, y1) = (left + inset, right - inset, inset, top - inset);
        let mut corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
        if is_hole {
            corners.reverse();
        }
        outline.move_to(corners[0][0], corners[0][1]);
        corners[1..]
            .iter()
            .for_each(|[x, y]| outline.line_to(*x, *y));
        outline.close();
    }
    Glyph {
        advance: 0.7 * size,
        ..outline.covered()
    }
}

type OutlinePoint = [f32; 2];

/// The edges of a letter, y upwards.
#[derive(Default)]
struct FlatOutline {
    lines: Vec<[OutlinePoint; 2]>,
    start: OutlinePoint,
    pen: OutlinePoint,
}

impl FlatOutline {
    fn curve(&mut self, at: impl Fn(f32) -> OutlinePoint) {
        for piece in 1..=PIECES {
            let [x, y] = at(piece as f32 / PIECES as f32);
            self.line_to(x, y);
        }
    }

    /// Every edge leaves in each of its rows how much it covers; what lies right of it is covered
    /// as far as it goes down.
    fn covered(&self) -> Glyph {
        let ends = || self.lines.iter().flatten();
        let low = |axis: usize| ends().map(|at| at[axis]).fold(f32::MAX, f32::min).floor();
        let high = |axis: usize| ends().map(|at| at[axis]).fold(f32::MIN, f32::max).ceil();
        let (left, top) = (low(0), high(1));
        let (width, height) = ((high(0) - left) as usize + 1, (top - low(1)) as usize + 1);
        let mut steps = vec![0.0; width * height + 2];
        for [from, to] in &self.lines {
            let on_grid = |at: &OutlinePoint| [at[0] - left, top - at[1]];
            leave(&mut steps, width, on_grid(from), on_grid(to));
        }
        let mut sum = 0.0;
        let coverage = steps[..width * height]
            .iter()
            .map(|step| {
                sum += step;
                f32::abs(sum).min(1.0)
            })
            .collect();
        Glyph {
            left: left as i32,
            top: top as i32,
            width,
            coverage,
            advance: 0.0,
        }
    }
}

/// Adds the steps of coverage at an edge, row by row.
fn leave(steps: &mut [f32], width: usize, from: OutlinePoint, to: OutlinePoint) {
    let (direction, from, to) = if from[1] <= to[1] {
        (1.0, from, to)
    } else {
        (-1.0, to, from)
    };
    let slope = (to[0] - from[0]) / (to[1] - from[1]);
    if !slope.is_finite() {
        return;
    }
    for row in from[1] as usize..to[1].ceil() as usize {
        let (y0, y1) = (from[1].max(row as f32), to[1].min(row as f32 + 1.0));
        let x_at = |y: f32| from[0] + (y - from[1]) * slope;
        let (a, b) = (x_at(y0), x_at(y1));
        let (x0, x1) = (a.min(b), a.max(b));
        let area = direction * (y1 - y0);
        let first = x0 as usize;
        let last = (x1.ceil() as usize).max(first + 1);
        // The share of the row's area that is right of the edge, up to the end of each pixel.
        let mut before = 0.0;
        for pixel in first..=last {
            let filled = filled_until(x0, x1, pixel as f32 + 1.0) * area;
            if let Some(step) = steps.get_mut(row * width + pixel) {
                *step += filled - before;
            }
            before = filled;
        }
    }
}

/// Part of the pixel that ends at `end` to the right of an edge that goes from `x0` to `x1`, 0 to
/// 1.
fn filled_until(x0: f32, x1: f32, end: f32) -> f32 {
    let right_of = |x: f32| (x - x0).max(0.0);
    if x1 - x0 < 1e-6 {
        return (end - x0).clamp(0.0, 1.0);
    }
    // The integral over the pixel of how far the edge has passed.
    let integral = |x: f32| {
        let inside = right_of(x.min(x1));
        inside * inside / (2.0 * (x1 - x0)) + (x - x1).max(0.0)
    };
    integral(end) - integral(end - 1.0)
}

impl OutlinePen for FlatOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        (self.start, self.pen) = ([x, y], [x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.lines.push([self.pen, [x, y]]);
        self.pen = [x, y];
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let from = self.pen;
        self.curve(|t| mixed(mixed(from, [cx, cy], t), mixed([cx, cy], [x, y], t), t));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let (from, c0, c1, to) = (self.pen, [cx0, cy0], [cx1, cy1], [x, y]);
        self.curve(|t| {
            let (a, b, c) = (mixed(from, c0, t), mixed(c0, c1, t), mixed(c1, to, t));
            mixed(mixed(a, b, t), mixed(b, c, t), t)
        });
    }

    fn close(&mut self) {
        let [x, y] = self.start;
        if self.pen != self.start {
            self.line_to(x, y);
        }
    }
}

fn mixed(a: OutlinePoint, b: OutlinePoint, t: f32) -> OutlinePoint {
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}
