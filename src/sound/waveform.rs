//! What a sound looks like.

#[cfg(test)]
mod tests;

use crate::Pcm;

/// Least and greatest value of each piece of a sound, both channels together.
#[derive(Clone, Debug, PartialEq)]
pub struct Waveform {
    /// Length of the sound in seconds.
    duration: f64,
    pieces: Vec<[f32; 2]>,
}

impl Waveform {
    /// Pieces a second: finer than a pixel where a second is as wide as a window.
    const RATE: f64 = 1000.0;
    /// Greatest number of pieces, so that a long sound is drawn as fast as a short one.
    const MOST: f64 = 120_000.0;

    /// Looks at every sample once.
    pub fn of(pcm: &Pcm) -> Self {
        let duration = pcm.duration();
        let count = (duration * Self::RATE).ceil().clamp(1.0, Self::MOST) as usize;
        let count = count.min(pcm.frames.len().max(1));
        let end = |at: usize| at * pcm.frames.len() / count;
        let piece = |at: usize| {
            let frames = pcm.frames.get(end(at)..end(at + 1)).unwrap_or_default();
            frames
                .iter()
                .flatten()
                .fold([0.0f32; 2], |[low, high], value| {
                    [low.min(*value), high.max(*value)]
                })
        };
        Self {
            duration,
            pieces: (0..count).map(piece).collect(),
        }
    }

    /// Length of the sound in seconds.
    pub fn duration(&self) -> f64 {
        self.duration
    }

    /// Least and greatest value between two times in seconds; zeros outside of the sound.
    pub fn range(&self, from: f64, to: f64) -> [f32; 2] {
        if self.duration <= 0.0 || to < 0.0 || from > self.duration {
            return [0.0; 2];
        }
        let place = |time: f64| (time / self.duration * self.pieces.len() as f64).max(0.0) as usize;
        let first = place(from).min(self.pieces.len().saturating_sub(1));
        let last = place(to).clamp(first, self.pieces.len().saturating_sub(1));
        let seen = self.pieces.get(first..=last).unwrap_or_default();
        seen.iter().fold([0.0f32; 2], |[low, high], [least, most]| {
            [low.min(*least), high.max(*most)]
        })
    }
}
