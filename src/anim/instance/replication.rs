//! What of a montage is sent to a machine that shall show the same.

use super::{AnimInstance, MontageState, Request, Start};
use crate::Name;

/// Positions that differ by less are left alone, in seconds: what travels takes about as long.
const TOLERANCE: f64 = 0.1;
const PLAYS: u8 = 1;

/// A montage at one moment, in [`ReplicatedMontage::BYTES`] bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplicatedMontage {
    /// Name of the montage.
    pub montage: Name,
    /// Position in the montage, seconds.
    pub position: f32,
    /// Play rate, without the montage's own rate scale.
    pub rate: f32,
    /// Index of the section that plays, at most `u16::MAX`. [`ReplicatedMontage::requests`] uses
    /// the position alone.
    pub section: u16,
    /// The montage moves by itself; false while it is paused or held at its end.
    pub plays: bool,
}

impl ReplicatedMontage {
    /// Length of what [`ReplicatedMontage::to_bytes`] gives.
    pub const BYTES: usize = 19;

    /// Creates the replicated state of a montage that plays.
    pub fn new(state: &MontageState) -> Self {
        let section = u16::try_from(state.section_index).unwrap_or(u16::MAX);
        let MontageState {
            montage,
            position,
            rate,
            playing,
            ..
        } = *state;
        Self {
            montage,
            position: position as f32,
            rate,
            section,
            plays: playing,
        }
    }

    /// Little-endian: the name's 8, position 4, rate 4, section 2, and 1 of flags.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.montage.0.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.position.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.rate.to_le_bytes());
        bytes[16..18].copy_from_slice(&self.section.to_le_bytes());
        bytes[18] = if self.plays { PLAYS } else { 0 };
        bytes
    }

    /// Reads what [`ReplicatedMontage::to_bytes`] gives. None of numbers that are none.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let [
            a,
            b,
            c,
            d,
            e,
            f,
            g,
            h,
            p0,
            p1,
            p2,
            p3,
            r0,
            r1,
            r2,
            r3,
            s0,
            s1,
            flags,
        ] = *bytes;
        let read = Self {
            montage: Name(u64::from_le_bytes([a, b, c, d, e, f, g, h])),
            position: f32::from_le_bytes([p0, p1, p2, p3]),
            rate: f32::from_le_bytes([r0, r1, r2, r3]),
            section: u16::from_le_bytes([s0, s1]),
            plays: flags & PLAYS != 0,
        };
        (read.position.is_finite() && read.rate.is_finite()).then_some(read)
    }

    /// Requests that make a character show the replicated montage, `age` seconds after the state
    /// was sent; empty if the character shows that already.
    pub fn requests(&self, character: &AnimInstance, age: f64) -> Vec<Request> {
        let Self { montage, rate, .. } = *self;
        let scale = character
            .library()
            .montage(montage)
            .map_or(1.0, |it| it.rate_scale);
        let position = f64::from(self.position)
            + if self.plays {
                age * f64::from(rate * scale)
            } else {
                0.0
            };
        let mut asked = Vec::new();
        match character.montage_state(montage) {
            None => asked.push(Request::PlayMontage {
                montage,
                rate,
                start: Start::Seconds(position),
                stop_group: true,
            }),
            Some(state) => {
                let is_elsewhere = (state.position - position).abs() > TOLERANCE;
                asked.extend(is_elsewhere.then_some(Request::SetPosition { montage, position }));
                asked
                    .extend((state.rate != rate).then_some(Request::SetPlayRate { montage, rate }));
            }
        }
        let plays = character
            .montage_state(montage)
            .is_none_or(|state| state.playing);
        match (plays, self.plays) {
            (true, false) => asked.push(Request::Pause { montage }),
            (false, true) => asked.push(Request::Resume { montage }),
            _ => {}
        }
        asked
    }
}
