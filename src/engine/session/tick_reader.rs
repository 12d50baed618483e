//! Ticks from their bytes, as [`tick_writer`](super::tick_writer) lays them out. Bytes that were
//! never written so give an error, never a panic, and never memory out of proportion.

use super::{
    segment::SessionTick,
    tick_writer::{CHANGED, EXPECTED, HAS_EVENTS, HAS_INPUTS, HAS_SECONDS, SAME, VALUE, WHOLE},
};
use crate::EngineInput;
use anim::{Library, Request};
use std::{fmt, sync::Arc};
use words::tr;

/// Inputs of one tick, at most.
const MOST_INPUTS: u64 = 1 << 20;
/// Bytes of the inputs of one tick, repeated ones included, at most.
const MOST_BYTES: usize = 64 << 20;

/// Reason why the bytes of a tick are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TickError {
    /// Index of the tick in its segment.
    pub tick: u32,
    /// Bytes before it in the segment.
    pub at: usize,
    /// Whether its length is not a number of seconds, at least 0.
    pub is_length: bool,
}

impl fmt::Display for TickError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tick,
            at,
            is_length,
        } = self;
        f.write_str(&if *is_length {
            tr!("tick {tick} of the segment has a length that is not a number of seconds")
        } else {
            tr!("tick {tick} of the segment is damaged at byte {at}")
        })
    }
}

impl std::error::Error for TickError {}

/// Reads the ticks of one segment in their order.
#[derive(Debug)]
pub(super) struct TickReader<'a> {
    bytes: &'a [u8],
    at: usize,
    seconds: f64,
    read: Vec<ReadSlot>,
    /// Libraries of the inputs that set one, which are still to come.
    libraries: &'a [Arc<Library>],
    taken: usize,
}

/// The last input of a slot.
#[derive(Debug, Default)]
struct ReadSlot {
    bytes: Vec<u8>,
    input: Option<EngineInput>,
    next: usize,
}

impl<'a> TickReader<'a> {
    pub(super) fn new(bytes: &'a [u8], libraries: &'a [Arc<Library>]) -> Self {
        Self {
            bytes,
            at: 0,
            seconds: 0.0,
            read: vec![ReadSlot::default()],
            libraries,
            taken: 0,
        }
    }

    /// Whether all bytes and libraries were read.
    pub(super) fn is_done(&self) -> bool {
        self.at == self.bytes.len() && self.libraries.is_empty()
    }

    /// The next tick, which is the `tick`th of the segment.
    pub(super) fn tick(&mut self, tick: u32) -> Result<SessionTick, TickError> {
        let start = self.at;
        let error = |is_length| TickError {
            tick,
            at: start,
            is_length,
        };
        let read = self.read_tick().ok_or(error(false))?;
        if read.dt >= 0.0 && read.dt.is_finite() {
            Ok(read)
        } else {
            Err(error(true))
        }
    }

    fn read_tick(&mut self) -> Option<SessionTick> {
        let flags = self.byte()?;
        if flags & !(HAS_SECONDS | HAS_INPUTS | HAS_EVENTS) != 0 {
            return None;
        }
        if flags & HAS_SECONDS != 0 {
            self.seconds = f64::from_le_bytes(self.array()?);
        }
        let events = if flags & HAS_EVENTS != 0 {
            u32::try_from(self.number()?).ok()?
        } else {
            0
        };
        let count = if flags & HAS_INPUTS != 0 {
            self.number().filter(|count| *count <= MOST_INPUTS)?
        } else {
            0
        };
        let mut inputs = Vec::with_capacity(count.min(64) as usize);
        let mut last = 0;
        self.taken = 0;
        for _ in 0..count {
            let (slot, input) = self.input(last)?;
            inputs.push(input);
            last = slot;
        }
        Some(SessionTick {
            dt: self.seconds,
            inputs,
            events,
            hash: u64::from_le_bytes(self.array()?),
        })
    }

    fn input(&mut self, last: usize) -> Option<(usize, EngineInput)> {
        let head = self.byte()?;
        let slot = if head & EXPECTED != 0 {
            self.read[last].next
        } else {
            usize::try_from(self.number()?).ok()?
        };
        let is_new = slot == 0;
        let slot = if is_new { self.read.len() } else { slot };
        if is_new {
            self.read.push(ReadSlot::default());
        }
        self.read.get(slot)?;
        self.read[last].next = slot;
        let form = head >> 1;
        match form {
            SAME => {}
            WHOLE => {
                let length = usize::try_from(self.number()?).ok()?;
                let bytes = self.take(length)?;
                self.set(slot, bytes.to_vec())?;
            }
            CHANGED => {
                let bytes = self.changed(slot)?;
                self.set(slot, bytes)?;
            }
            _ => self.value(slot, usize::from(form - VALUE))?,
        }
        self.taken += self.read[slot].bytes.len();
        if self.taken > MOST_BYTES {
            return None;
        }
        let mut input = self.read[slot].input.clone()?;
        if let Some(library) = input.library_mut() {
            let (next, rest) = self.libraries.split_first()?;
            (*library, self.libraries) = (next.clone(), rest);
        }
        Some((slot, input))
    }

    fn set(&mut self, slot: usize, bytes: Vec<u8>) -> Option<()> {
        let (input, rest) = postcard::take_from_bytes(&bytes).ok()?;
        self.read[slot].input = rest.is_empty().then_some(input);
        self.read[slot].bytes = bytes;
        self.read[slot].input.is_some().then_some(())
    }

    fn changed(&mut self, slot: usize) -> Option<Vec<u8>> {
        let mut bytes = std::mem::take(&mut self.read[slot].bytes);
        let mut at = 0usize;
        while at < bytes.len() {
            let same = usize::try_from(self.number()?).ok()?;
            let others = usize::try_from(self.number()?).ok()?;
            at = at.checked_add(same)?;
            let changed = bytes.get_mut(at..at.checked_add(others)?)?;
            let with = self.bytes.get(self.at..self.at.checked_add(others)?)?;
            changed
                .iter_mut()
                .zip(with)
                .for_each(|(byte, with)| *byte ^= with);
            self.at += others;
            if same + others == 0 {
                return None;
            }
            at += others;
        }
        Some(bytes)
    }

    fn value(&mut self, slot: usize, high: usize) -> Option<()> {
        let mut bits = [0; 8];
        let bytes = self.take(high).filter(|bytes| bytes.len() <= 8)?;
        bits[..high].copy_from_slice(bytes);
        match self.read[slot].input.as_mut()? {
            EngineInput::Request {
                request: Request::SetParameter { value, .. },
                ..
            } => *value = f64::from_bits(value.to_bits() ^ u64::from_be_bytes(bits)),
            _ => return None,
        }
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }
}
