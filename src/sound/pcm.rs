//! Decoded sound.

/// Samples of a sound, of one channel or two.
#[derive(Clone, Debug, PartialEq)]
pub struct Pcm {
    /// Frames per second, at least 1.
    pub rate: u32,
    /// Left and right of each frame, −1 to 1; a sound of one channel has the same in both.
    pub frames: Vec<[f32; 2]>,
}

impl Pcm {
    /// Length in seconds.
    pub fn duration(&self) -> f64 {
        self.frames.len() as f64 / f64::from(self.rate)
    }

    /// The value at a place between frames, by a cubic through the four that are nearest; silence
    /// before the first and after the last.
    pub(crate) fn at(&self, place: f64) -> [f32; 2] {
        let first = place.floor();
        let frame = |offset: i64| {
            let at = first as i64 + offset;
            usize::try_from(at)
                .ok()
                .and_then(|at| self.frames.get(at))
                .copied()
                .unwrap_or_default()
        };
        let part = (place - first) as f32;
        let (a, b, c, d) = (frame(-1), frame(0), frame(1), frame(2));
        std::array::from_fn(|side| cubic([a[side], b[side], c[side], d[side]], part))
    }
}

/// Catmull and Rom's curve from the second value to the third.
fn cubic([a, b, c, d]: [f32; 4], part: f32) -> f32 {
    let slope = (c - a) * 0.5;
    let (square, cube) = (
        a - 2.5 * b + 2.0 * c - 0.5 * d,
        (d - a) * 0.5 + (b - c) * 1.5,
    );
    ((cube * part + square) * part + slope) * part + b
}
