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

/// Bytes. A sender packs a frame of all bones into some thousand.
const LONGEST: usize = 32 * 1024;
/// Bundles in bundles. The protocol has no use for any; the decoder calls itself once for each.
const DEEPEST: usize = 4;
/// Metres from the origin, and the value of a curve.
const MOST: f32 = 1000.0;
/// Of a quaternion that is one.
const SHORTEST: f32 = 1e-3;
const BUNDLE: &[u8] = b"#bundle\0";
/// The first words after `/VMC/Ext/` of what the protocol has, and a pose has no use for.
const UNUSED: [&str; 19] = [
    "OK", "T", "Cam", "Light", "Key", "Midi", "Hmd", "Con", "Tra", "Rcv", "VRM", "Set", "Opt",
    "Config", "Remote", "Setting", "Through", "Eye", "Response",
];

/// Where something is, in our space: +Y up, right-handed, facing +Z, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placed {
    pub(crate) position: Vec3,
    pub(crate) rotation: Quat,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Message {
    Root(Placed),
    /// Relative to its parent in the humanoid; all rotations are none in the T-pose.
    Bone(Human, Placed),
    /// Of a blend shape; it counts from the next [`Message::Apply`] on.
    Value(Name, f32),
    Apply,
}

/// Calls with each message. Returns how much was not understood.
pub(crate) fn read(datagram: &[u8], each: &mut dyn FnMut(Message)) -> u64 {
    if datagram.len() > LONGEST || !is_plain(datagram, DEEPEST) {
        return 1;
    }
    match rosc::decoder::decode_udp(datagram) {
        Ok((rest, packet)) => u64::from(!rest.is_empty()) + walk(packet, each),
        Err(_) => 1,
    }
}

/// Bundles no deeper than `depth`, elements in whole words as OSC wants them, and no arrays: the
/// decoder's calls, and the drop of what it makes, go as deep as the bytes say.
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

/// In the type tags of a message.
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

struct NotUnderstood;

/// None of what the protocol has, and a pose has no use for.
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

/// Seven numbers, and what later versions put behind them. Unity is left-handed with +Z ahead and
/// its left at -X; ours is right-handed with +Z ahead and its left at +X: x is turned round.
fn placed(numbers: &[OscType]) -> Option<Placed> {
    let mut read = [0.0; 7];
    for (to, from) in read.iter_mut().zip(numbers.get(..7)?) {
        *to = number(from)?;
    }
    let [px, py, pz, qx, qy, qz, qw] = read;
    let position = Vec3::new(-px, py, pz);
    let rotation = Vec4::new(qx, -qy, -qz, qw);
    let is_sensible =
        position.abs().max_element() <= MOST && (SHORTEST..=MOST).contains(&rotation.length());
    is_sensible.then(|| Placed {
        position,
        rotation: Quat::from_vec4(rotation.normalize()),
    })
}

/// Finite. Senders in languages without a `float` of their own write other numbers, too.
fn number(value: &OscType) -> Option<f32> {
    let value = match value {
        OscType::Float(value) => *value,
        OscType::Double(value) => *value as f32,
        OscType::Int(value) => *value as f32,
        _ => return None,
    };
    value.is_finite().then_some(value)
}
