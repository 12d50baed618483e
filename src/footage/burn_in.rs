//! Text in the lower left corner of a picture.

use crate::{Caption, glyphs::Typeface};
use render::Image;
use words::tr;

/// Lines of this height fit into a picture's height.
const LINES: f32 = 32.0;
/// Pixels of a line, at least and at most.
const SIZES: (f32, f32) = (10.0, 96.0);
/// Distance from line to line, in text sizes.
const LEADING: f32 = 1.35;
/// Around the text, of its size.
const MARGIN: f32 = 0.6;
/// Opacity of the ground behind the text, 0 to 1.
const GROUND: f32 = 0.6;

/// Parts of a caption that are written into each picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BurnIn {
    /// The name of what plays.
    pub name: bool,
    /// The time in seconds.
    pub time: bool,
    /// The frame of a clip or a montage.
    pub frame: bool,
    /// The section of a montage and the states of a graph.
    pub state: bool,
}

impl BurnIn {
    /// All parts of a caption.
    pub const ALL: Self = Self {
        name: true,
        time: true,
        frame: true,
        state: true,
    };

    /// The lines of a caption, top to bottom.
    fn lines(self, caption: &Caption) -> Vec<String> {
        let time = self.time.then(|| format!("{:.3} s", caption.time));
        let frame = caption
            .frame
            .filter(|_| self.frame)
            .map(|frame| tr!("frame {frame}"));
        let clock: Vec<String> = time.into_iter().chain(frame).collect();
        let name = self.name.then(|| caption.name.clone());
        let state = self.state.then(|| caption.state.clone());
        name.into_iter()
            .chain(state)
            .chain([clock.join("   ")])
            .filter(|line| !line.is_empty())
            .collect()
    }

    /// Writes a caption into a picture, in letters that suit its height. What does not fit its
    /// width is shortened.
    pub(crate) fn write(self, caption: &Caption, image: &mut Image) {
        let lines = self.lines(caption);
        if lines.is_empty() {
            return;
        }
        let size = (image.height as f32 / LINES)
            .clamp(SIZES.0, SIZES.1)
            .round();
        let mut typeface = Typeface::new(size);
        let margin = (size * MARGIN).round();
        let room = image.width as f32 - 4.0 * margin;
        let lines: Vec<String> = lines
            .iter()
            .map(|line| typeface.fitted(line, room))
            .filter(|line| !line.is_empty())
            .collect();
        let widest = lines
            .iter()
            .map(|line| typeface.width(line))
            .fold(0.0, f32::max);
        let height = size * LEADING * lines.len() as f32;
        let top = image.height as f32 - height - 3.0 * margin;
        if lines.is_empty() || top < 0.0 {
            return;
        }
        let ground = [margin, top, widest + 2.0 * margin, height + 2.0 * margin];
        darken(image, ground.map(|side| side.round() as u32));
        for (at, line) in lines.iter().enumerate() {
            // A capital letter is as much above the middle of its line as below it.
            let base = top + margin + size * LEADING * (at as f32 + 0.5) + size * 0.36;
            write_line(image, &mut typeface, line, [2.0 * margin, base]);
        }
    }
}

fn darken(image: &mut Image, [left, top, width, height]: [u32; 4]) {
    for y in top..(top + height).min(image.height) {
        for x in left..(left + width).min(image.width) {
            blend(image, [x, y], 0.0, GROUND);
        }
    }
}

fn write_line(image: &mut Image, typeface: &mut Typeface, line: &str, [mut x, base]: [f32; 2]) {
    let base = base.round() as i32;
    for letter in line.chars() {
        let glyph = typeface.glyph(letter);
        let left = x.round() as i32 + glyph.left;
        for (at, part) in glyph.coverage.iter().enumerate() {
            let pixel = [
                left + (at % glyph.width) as i32,
                base - glyph.top + (at / glyph.width) as i32,
            ];
            let is_inside = |at: i32, side: u32| (0..side as i32).contains(&at);
            if is_inside(pixel[0], image.width) && is_inside(pixel[1], image.height) {
                blend(image, pixel.map(|at| at as u32), 255.0, *part);
            }
        }
        x += glyph.advance;
    }
}

fn blend(image: &mut Image, [x, y]: [u32; 2], value: f32, part: f32) {
    let start = (y as usize * image.width as usize + x as usize) * 4;
    for channel in &mut image.rgba[start..start + 3] {
        let before = f32::from(*channel);
        *channel = (before + (value - before) * part).round() as u8;
    }
}
