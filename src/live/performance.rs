//! What a performer told last, bone by bone, apart from the datagrams that it came in.

#[cfg(test)]
mod tests;

use crate::{
    humanoid::{COUNT, Human},
    message::{Message, VmcTransform},
};
use anim::Name;

// `Performance::come` has a bit for each humanoid bone.
const _: () = assert!(COUNT <= u64::BITS as usize);
/// The most curves that are kept; more are left out. Senders have some dozens.
const MOST_CURVES: usize = 512;

#[derive(Clone, Debug)]
pub(crate) struct Performance {
    pub(crate) root: Option<VmcTransform>,
    pub(crate) bones: [Option<VmcTransform>; COUNT],
    /// Curves and their values, in the order in which each curve first arrived.
    pub(crate) curves: Vec<(Name, f32)>,
    /// Values that wait for [`Message::Apply`].
    waiting: Vec<(Name, f32)>,
    /// Bones of the frame that is coming in, one bit for each.
    come: u64,
}

impl Default for Performance {
    fn default() -> Self {
        Self {
            root: None,
            bones: [None; COUNT],
            curves: Vec::new(),
            waiting: Vec::new(),
            come: 0,
        }
    }
}

/// Effect of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// The message changed nothing that shows.
    Nothing,
    /// Part of the frame that is coming in.
    Part,
    /// The first part of a frame: the protocol marks no frames, so one begins with a bone that the
    /// last one has already.
    Start,
    /// The sample was left out: there are too many curves for one more.
    LeftOut,
}

impl Performance {
    pub(crate) fn hear(&mut self, message: Message) -> Heard {
        match message {
            Message::Root(placed) => {
                self.root = Some(placed);
                Heard::Part
            }
            Message::Bone(bone, placed) => {
                self.bones[bone] = Some(placed);
                if self.begins_with(bone) {
                    Heard::Start
                } else {
                    Heard::Part
                }
            }
            Message::Value(name, value) => put(&mut self.waiting, name, value),
            Message::Apply => {
                let mut waiting = std::mem::take(&mut self.waiting);
                for (name, value) in waiting.drain(..) {
                    // No more than fit can wait, so that none is left out here.
                    put(&mut self.curves, name, value);
                }
                self.waiting = waiting;
                Heard::Part
            }
        }
    }

    fn begins_with(&mut self, bone: Human) -> bool {
        let bit = 1 << bone;
        let is_first = self.come == 0 || self.come & bit != 0;
        self.come = if is_first { bit } else { self.come | bit };
        is_first
    }
}

fn put(curves: &mut Vec<(Name, f32)>, name: Name, value: f32) -> Heard {
    match curves.iter().position(|(known, _)| *known == name) {
        Some(at) => curves[at].1 = value,
        None if curves.len() == MOST_CURVES => return Heard::LeftOut,
        None => curves.push((name, value)),
    }
    Heard::Nothing
}
