//! Just enough BVH for the motion-capture workload: offsets, Euler channels, frames.

use anim::{Array, Name, Pose, Skeleton, Transform, skeleton::Bone};
use glam::{Quat, Vec3};

pub struct Motion {
    pub skeleton: Skeleton,
    pub frames: Vec<Pose>,
    /// Frames a second.
    pub rate: f32,
}

struct Joint {
    name: Name,
    parent: i32,
    offset: Vec3,
    channels: Vec<String>,
}

/// Lengths are multiplied by `scale`. Panics on a file that is not BVH: it is part of the
/// measurement.
pub fn read(text: &str, scale: f32) -> Motion {
    let mut words = text.split_whitespace();
    let joints = joints(&mut words, scale);
    let bone = |joint: &Joint| Bone {
        name: joint.name,
        parent: joint.parent,
        reference: Transform::from_translation(joint.offset).into(),
        reserved: 0,
    };
    let skeleton =
        Skeleton::new(Name(1), joints.iter().map(bone).collect(), Array::default()).unwrap();
    words.next();
    let count: usize = words.next().unwrap().parse().unwrap();
    let time: f32 = words.nth(2).unwrap().parse().unwrap();
    let mut numbers = words.map(|word| word.parse::<f32>().unwrap());
    let mut before: Option<Pose> = None;
    let mut frame = || {
        let pose = pose(&joints, &mut numbers, scale, before.as_ref());
        before = Some(pose.clone());
        pose
    };
    let frames = (0..count).map(|_| frame()).collect();
    Motion {
        skeleton,
        frames,
        rate: (1.0 / time).round(),
    }
}

fn joints<'a>(words: &mut impl Iterator<Item = &'a str>, scale: f32) -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    let mut open: Vec<i32> = Vec::new();
    let mut next = -1;
    while let Some(word) = words.next() {
        match word {
            "MOTION" => break,
            "ROOT" | "JOINT" => {
                next = joints.len() as i32;
                let parent = open.last().copied().unwrap_or(-1);
                let name = Name::new(words.next().unwrap());
                joints.push(Joint {
                    name,
                    parent,
                    offset: Vec3::ZERO,
                    channels: Vec::new(),
                });
            }
            "End" => next = -1,
            "{" => open.push(next),
            "}" => drop(open.pop()),
            "OFFSET" => {
                let mut number = || words.next().unwrap().parse::<f32>().unwrap() * scale;
                let offset = Vec3::new(number(), number(), number());
                if let Ok(at) = usize::try_from(next) {
                    joints[at].offset = offset;
                }
            }
            "CHANNELS" => {
                let count: usize = words.next().unwrap().parse().unwrap();
                joints[next as usize].channels = (0..count)
                    .map(|_| words.next().unwrap().to_owned())
                    .collect();
            }
            _ => {}
        }
    }
    joints
}

fn pose(
    joints: &[Joint],
    numbers: &mut impl Iterator<Item = f32>,
    scale: f32,
    before: Option<&Pose>,
) -> Pose {
    let mut local = |(at, joint): (usize, &Joint)| {
        let mut transform = Transform::from_translation(joint.offset);
        for channel in &joint.channels {
            let value = numbers.next().unwrap();
            let turn = value.to_radians();
            match channel.as_str() {
                "Xposition" => transform.translation.x = value * scale,
                "Yposition" => transform.translation.y = value * scale,
                "Zposition" => transform.translation.z = value * scale,
                "Xrotation" => transform.rotation *= Quat::from_rotation_x(turn),
                "Yrotation" => transform.rotation *= Quat::from_rotation_y(turn),
                _ => transform.rotation *= Quat::from_rotation_z(turn),
            }
        }
        if before.is_some_and(|before| before.rotation(at).dot(transform.rotation) < 0.0) {
            transform.rotation = -transform.rotation;
        }
        transform
    };
    Pose::new(joints.iter().enumerate().map(&mut local))
}
