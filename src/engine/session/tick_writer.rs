//! Ticks as bytes: of an input only what differs from the last one of its kind.
//!
//! A tick is a byte of flags, then what they say is there: seconds (eight bytes, where they are
//! others than before), the number of events, the number of inputs and the inputs, then the hash of
//! the world (eight bytes). Numbers are LEB128 unless said otherwise.
//!
//! An input is a head byte: bit 0 says that its slot is the one that followed the last input's slot
//! before, bits 1 to 4 are its form. A slot that did not is a number, 0 for a new one. Then:
//!
//! | form | what follows |
//! |---|---|
//! | 0 | nothing: the same again |
//! | 1 | length and bytes of the whole input |
//! | 2 | what to XOR the last bytes with: pairs of a run of zeros and the bytes after it |
//! | 3 to 11 | 0 to 8 high bytes of what to XOR the bits of the parameter's value with |

use super::{
    input_key::{InputKey, parameter_value},
    segment::SessionTick,
};
use crate::EngineInput;
use std::collections::HashMap;

/// The seconds are others than the last tick's.
pub(super) const HAS_SECONDS: u8 = 1;
/// There is at least one input.
pub(super) const HAS_INPUTS: u8 = 2;
/// There is at least one event.
pub(super) const HAS_EVENTS: u8 = 4;
/// Bit of an input's head: the slot is the expected one.
pub(super) const EXPECTED: u8 = 1;
/// Form of an input that is the last one of its slot again.
pub(super) const SAME: u8 = 0;
/// Form of an input that is written whole.
pub(super) const WHOLE: u8 = 1;
/// Form of an input of which the bytes that differ are written.
pub(super) const CHANGED: u8 = 2;
/// First of the nine forms of a parameter's value.
pub(super) const VALUE: u8 = 3;

/// Writes ticks one after the other; begins anew with each segment.
#[derive(Debug, Default)]
pub(super) struct TickWriter {
    bytes: Vec<u8>,
    seconds: f64,
    slots: HashMap<InputKey, usize>,
    written: Vec<WrittenSlot>,
    scratch: Vec<u8>,
}

/// The last input of a kind as it was written.
#[derive(Clone, Debug, Default)]
struct WrittenSlot {
    /// None of slot 0.
    key: Option<InputKey>,
    bytes: Vec<u8>,
    value: u64,
    /// The slot of the input that came after the last one of this slot.
    next: usize,
}

impl TickWriter {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes so far; what is written next begins anew.
    pub(super) fn take(&mut self) -> Vec<u8> {
        let bytes = std::mem::take(&mut self.bytes);
        self.slots.clear();
        self.written.clear();
        self.seconds = 0.0;
        bytes
    }

    pub(super) fn write(&mut self, tick: &SessionTick) {
        let is_changed = tick.dt.to_bits() != self.seconds.to_bits();
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        self.bytes.push(
            flag(is_changed, HAS_SECONDS)
                | flag(!tick.inputs.is_empty(), HAS_INPUTS)
                | flag(tick.events > 0, HAS_EVENTS),
        );
        if is_changed {
            self.bytes.extend_from_slice(&tick.dt.to_le_bytes());
            self.seconds = tick.dt;
        }
        if tick.events > 0 {
            number(tick.events.into(), &mut self.bytes);
        }
        if !tick.inputs.is_empty() {
            number(tick.inputs.len() as u64, &mut self.bytes);
        }
        let mut last = 0;
        for input in &tick.inputs {
            last = self.input(input, last);
        }
        self.bytes.extend_from_slice(&tick.hash.to_le_bytes());
    }

    /// Writes an input that follows one of the slot `last`, and returns its own slot. Slot 0 stands
    /// for the tick's start.
    fn input(&mut self, input: &EngineInput, last: usize) -> usize {
        if self.written.is_empty() {
            self.written.push(WrittenSlot::default());
        }
        let (count, key) = (self.written.len(), InputKey::of(input));
        let expected = self.written[last].next;
        let is_expected = expected != 0 && self.written[expected].key == Some(key);
        // Most inputs follow those that they followed before, and need no search.
        let slot = if is_expected {
            expected
        } else {
            *self.slots.entry(key).or_insert(count)
        };
        if slot == count {
            self.written.push(WrittenSlot {
                key: Some(key),
                ..WrittenSlot::default()
            });
        }
        self.written[last].next = slot;
        let head = self.bytes.len();
        self.bytes.push(0);
        if !is_expected {
            number(if slot == count { 0 } else { slot as u64 }, &mut self.bytes);
        }
        let form = match parameter_value(input) {
            Some(value) if slot != count => self.value(slot, value),
            _ => self.whole(slot, slot == count, input),
        };
        self.bytes[head] = form << 1 | if is_expected { EXPECTED } else { 0 };
        slot
    }

    fn value(&mut self, slot: usize, value: f64) -> u8 {
        let bits = value.to_bits() ^ self.written[slot].value;
        self.written[slot].value = value.to_bits();
        if bits == 0 {
            return SAME;
        }
        let high = 8 - bits.trailing_zeros() as usize / 8;
        self.bytes.extend_from_slice(&bits.to_be_bytes()[..high]);
        VALUE + high as u8
    }

    fn whole(&mut self, slot: usize, is_new: bool, input: &EngineInput) -> u8 {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        // Writing to memory does not fail, and the derived forms refuse nothing.
        scratch = postcard::to_extend(input, scratch).unwrap_or_default();
        let written = &mut self.written[slot];
        written.value = parameter_value(input).unwrap_or_default().to_bits();
        let form = if !is_new && scratch == written.bytes {
            SAME
        } else if !is_new && scratch.len() == written.bytes.len() {
            differences(&written.bytes, &scratch, &mut self.bytes);
            CHANGED
        } else {
            number(scratch.len() as u64, &mut self.bytes);
            self.bytes.extend_from_slice(&scratch);
            WHOLE
        };
        self.scratch = std::mem::replace(&mut written.bytes, scratch);
        form
    }
}

/// Pairs of a run of equal bytes and a run of others, each with its length, up to the end.
fn differences(old: &[u8], new: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < new.len() {
        let run = |from: usize, same: bool| {
            let rest = old[from..].iter().zip(&new[from..]);
            rest.take_while(|(old, new)| (old == new) == same).count()
        };
        let same = run(at, true);
        let others = run(at + same, false);
        number(same as u64, out);
        number(others as u64, out);
        let span = at + same..at + same + others;
        out.extend(
            old[span.clone()]
                .iter()
                .zip(&new[span])
                .map(|(old, new)| old ^ new),
        );
        at += same + others;
    }
}

/// An unsigned number in LEB128.
pub(super) fn number(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
