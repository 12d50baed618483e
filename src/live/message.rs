//! A datagram as the messages of the VMC protocol that it holds
//! (<https://protocol.vmc.info/marionette-spec>).
//!
//! Invariant: whatever the bytes are, reading them ends, takes memory in proportion to them, and
//! gives only numbers that are finite and of a sensible size.

#[cfg(test)]
mod tests;

use crate::humanoid::{self, Human};
use anim::Name;
use glam::{Quat, Vec3, Vec4};
use rosc::{OscMessage, OscPacket, OscType};

/// The longest datagram that is read, in bytes. A sender packs a frame of all bones into some
/// thousand.
const LONGEST: usize = 32 * 1024;
/// Greatest depth of bundles in bundles. The protocol needs no nesting; the decoder calls itself
/// once for each level.
const DEEPEST: usize = 4;
/// The most metres from the origin along an axis, the most that a curve may be, and the longest
/// quaternion that is still taken for one.
const MOST: f32 = 1000.0;
/// The shortest quaternion that is still taken for one.
const SHORTEST: f32 = 1e-3;
const BUNDLE: &[u8] = b"#bundle\0";
/// The first words after `/VMC/Ext/` of messages that the protocol has but that say nothing about a
/// pose.
const UNUSED: [&str; 19] = [
    "OK", "T", "Cam", "Light", "Key", "Midi", "Hmd", "Con", "Tra", "Rcv", "VRM", "Set", "Opt",
    "Config", "Remote", "Setting", "Through", "Eye", "Response",
];

/// A place and a rotation in the space of a model: +Y up, right-handed, facing +Z, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VmcTransform {
    pub(crate) position: Vec3,
    pub(crate) rotation: Quat,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Message {
    Root(VmcTransform),
    /// A bone, relative to its parent in the humanoid. In the T-pose all rotations are none.
    Bone(Human, VmcTransform),
    /// The value of a blend shape, which counts from the next [`Message::Apply`] on.
    Value(Name, f32),
    Apply,
}

/// Calls `each` with each message of a datagram in order. Returns how many were not understood; a
/// datagram that cannot be read at all counts as one.
pub(crate) fn read(datagram: &[u8], each: &mut dyn FnMut(Message)) -> u64 {
    if datagram.len() > LONGEST || !is_plain(datagram, DEEPEST) {
        return 1;
    }
    match rosc::decoder::decode_udp(datagram) {
        Ok((rest, packet)) => u64::from(!rest.is_empty()) + walk(packet, each),
        Err(_) => 1,
    }
}

/// Whether bundles go no deeper than `depth`, elements come in whole words as OSC wants them, and
/// no message has arrays. The decoder calls itself, and drops what it makes, as deep as the bytes
/// say.
fn is_plain(packet: &[u8], depth: usize) -> bool {
    if !packet.len().is_multiple_of(4) {
        return false;
    }
    let Some(elements) = packet.strip_prefix(BUNDLE) else {
        return !has_arrays(packet);
    };
    // The time tag: what comes counts now, whatever it says.
    let Some(mut rest) = elements.get(8..) else {
        return false;
    };
    while let Some((size, tail)) = rest.split_first_chunk() {
        let size = u32::from_be_bytes(*size) as usize;
        let Some((element, tail)) = tail.split_at_checked(size) else {
            return false;
        };
        if depth == 0 || !is_plain(element, depth - 1) {
            return false;
        }
        rest = tail;
    }
    rest.is_empty()
}

/// Whether the type tags of a message begin an array.
fn has_arrays(message: &[u8]) -> bool {
    let Some(end) = message.iter().position(|byte| *byte == 0) else {
        return false;
    };
    let tags = message.get((end / 4 + 1) * 4..).unwrap_or_default();
    tags.iter()
        .take_while(|byte| **byte != 0)
        .any(|byte| *byte == b'[')
}

fn walk(packet: OscPacket, each: &mut dyn FnMut(Message)) -> u64 {
    match packet {
        OscPacket::Message(message) => match understood(&message) {
            Ok(message) => {
                message.into_iter().for_each(each);
                0
            }
            Err(NotUnderstood) => 1,
        },
        OscPacket::Bundle(bundle) => bundle
            .content
            .into_iter()
            .map(|packet| walk(packet, each))
            .sum(),
    }
}

/// A message that the protocol does not have, or with values that are not sensible.
struct NotUnderstood;

/// Meaning of a message. None when the protocol has the message but a pose has no use for it.
fn understood(message: &OscMessage) -> Result<Option<Message>, NotUnderstood> {
    let word = message
        .addr
        .strip_prefix("/VMC/Ext/")
        .ok_or(NotUnderstood)?;
    Ok(Some(match (word, &message.args[..]) {
        ("Root/Pos", [OscType::String(_), place @ ..]) => {
            Message::Root(placed(place).ok_or(NotUnderstood)?)
        }
        ("Bone/Pos", [OscType::String(name), place @ ..]) => {
            let bone = humanoid::find(name).ok_or(NotUnderstood)?;
            Message::Bone(bone, placed(place).ok_or(NotUnderstood)?)
        }
        ("Blend/Val", [OscType::String(name), value]) if !name.is_empty() => {
            let value = number(value)
                .filter(|value| value.abs() <= MOST)
                .ok_or(NotUnderstood)?;
            Message::Value(Name::new(name), value)
        }
        ("Blend/Apply", []) => Message::Apply,
        ("Root/Pos" | "Bone/Pos" | "Blend/Val" | "Blend/Apply", _) => return Err(NotUnderstood),
        _ if word
            .split('/')
            .next()
            .is_some_and(|first| UNUSED.contains(&first)) =>
        {
            return Ok(None);
        }
        _ => return Err(NotUnderstood),
    }))
}

/// The place that seven numbers say; later versions of the protocol put more behind them. Unity is
/// left-handed with +Z ahead and its left at -X; ours is right-handed with +Z ahead and its left at
/// +X, so that x is turned round.
fn placed(numbers: &[OscType]) -> Option<VmcTransform> {
    let mut read = [0.0; 7];
    for (to, from) in read.iter_mut().zip(numbers.get(..7)?) {
        *to = number(from)?;
    }
    let [px, py, pz, qx, qy, qz, qw] = read;
    let position = Vec3::new(-px, py, pz);
    let rotation = Vec4::new(qx, -qy, -qz, qw);
    let is_sensible =
        position.abs().max_element() <= MOST && (SHORTEST..=MOST).contains(&rotation.length());
    is_sensible.then(|| VmcTransform {
        position,
        rotation: Quat::from_vec4(rotation.normalize()),
    })
}

/// A finite number. Senders in languages without a `float` of their own write other numbers, too.
fn number(value: &OscType) -> Option<f32> {
    let value = match value {
        OscType::Float(value) => *value,
        OscType::Double(value) => *value as f32,
        OscType::Int(value) => *value as f32,
        _ => return None,
    };
    value.is_finite().then_some(value)
}
