//! What a performer told last, bone by bone, whatever datagrams it came in.

use crate::{
    humanoid::{COUNT, Human},
    message::{Message, Placed},
};
use anim::Name;

/// A bit each.
const _: () = assert!(COUNT <= u64::BITS as usize);
/// More curves are left out: senders have some dozens.
const MOST_CURVES: usize = 512;

#[derive(Clone, Debug)]
pub(crate) struct Performance {
    pub(crate) root: Option<Placed>,
    pub(crate) bones: [Option<Placed>; COUNT],
    /// In the order in which they were told first.
    pub(crate) curves: Vec<(Name, f32)>,
    /// Values that wait for [`Message::Apply`].
    waiting: Vec<(Name, f32)>,
    /// Bones of the frame that is coming in, a bit each.
    come: u64,
}

impl Default for Performance {
    fn default() -> Self {
        Self { root: None, bones: [None; COUNT], curves: Vec::new(), waiting: Vec::new(), come: 0 }
    }
}

/// What a message did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Nothing that shows.
    Nothing,
    /// Part of the frame that is coming in.
    Part,
    /// The first part of a frame: the protocol marks no frames, so one begins with a bone that the last one has already.
    Start,
    /// There are too many curves for one more.
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
                if self.begins_with(bone) { Heard::Start } else { Heard::Part }
            }
            Message::Value(name, value) => put(&mut self.waiting, name, value),
            Message::Apply => {
                let mut waiting = std::mem::take(&mut self.waiting);
                for (name, value) in waiting.drain(..) {
                    // As many wait at most as there is room for.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::humanoid::find;
    use glam::{Quat, Vec3};

    const HERE: Placed = Placed { position: Vec3::ZERO, rotation: Quat::IDENTITY };

    #[test]
    fn a_frame_begins_with_a_bone_that_came_before() {
        let mut performance = Performance::default();
        let mut bone = |name: &str| performance.hear(Message::Bone(find(name).unwrap(), HERE));
        assert_eq!(["Hips", "Spine", "Head"].map(&mut bone), [Heard::Start, Heard::Part, Heard::Part]);
        assert_eq!(["Spine", "Hips", "Spine"].map(&mut bone), [Heard::Start, Heard::Part, Heard::Start]);
    }

    #[test]
    fn values_count_once_they_are_applied_and_are_not_more_than_there_is_room_for() {
        let mut performance = Performance::default();
        let value = |at: usize, value: f32| Message::Value(Name(at as u64 + 1), value);
        assert_eq!(performance.hear(value(0, 0.5)), Heard::Nothing);
        assert!(performance.curves.is_empty());
        performance.hear(Message::Apply);
        performance.hear(value(0, 0.75));
        assert_eq!(performance.curves, [(Name(1), 0.5)]);
        for at in 0..2 * MOST_CURVES {
            assert_eq!(performance.hear(value(at, 1.0)) == Heard::LeftOut, at >= MOST_CURVES);
        }
        performance.hear(Message::Apply);
        assert_eq!(performance.curves.len(), MOST_CURVES);
        performance.hear(value(2 * MOST_CURVES, 1.0));
        performance.hear(Message::Apply);
        assert_eq!(performance.curves.len(), MOST_CURVES, "others than those that it has");
    }
}
