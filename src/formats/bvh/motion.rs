//! `MOTION`: frames, each number of which is read once and becomes a key at once. Invariant: what
//! is read is finite, and turns are of unit length, each within half a turn of the one before.

use super::{
    BvhOptions,
    hierarchy::{BvhChannel, BvhJoint},
    text::{Text, quoted},
};
use crate::{ImportError, ImportErrorPlace, ImportProblem, bounds, reading::Reading, scene};
use glam::{DQuat, DVec3};
use rayon::prelude::*;
use words::tr;

/// Most frames of a file: floats cannot tell apart the times of more frames.
const MAX_FRAMES: usize = 1 << 23;
/// Shortest frame time that counts as one, in seconds.
const LEAST_FRAME: f64 = 1e-5;
/// Bytes between two reports of progress.
const STRIDE: usize = 1 << 16;
const READ: [f32; 2] = [0.05, 0.9];
/// Numbers that are collected before they become keys, on all cores.
const BLOCK: usize = 1 << 16;
/// Least bytes of a number, with the blank after it.
const NUMBER: usize = 2;

/// Keys of one joint, one for each frame. A list is empty where the joint has no such channel.
#[derive(Debug, Default)]
pub struct BvhJointKeys {
    /// Positions of the joint, in units of the file, as they are written; 0 along axes without a
    /// channel.
    pub positions: Vec<[f32; 3]>,
    /// Quaternions (x, y, z, w) of unit length, with what turns the roots.
    pub rotations: Vec<[f32; 4]>,
    /// Mean of the positions, in units of the file.
    pub mean: DVec3,
}

/// The `MOTION` part of a file.
#[derive(Debug, Default)]
pub struct BvhMotion {
    /// Seconds of a frame; snapped to a usual frame rate where the file's number is rounded.
    pub frame_time: f64,
    /// Frames that were read; 0 for a figure without a clip.
    pub frames: usize,
    /// Keys of each joint, in the order of the hierarchy.
    pub keys: Vec<BvhJointKeys>,
}

/// Reads everything after `MOTION`. `turned` is the rotation that the `up` option adds to the
/// roots. An Err means that the header is broken, no frame time can be used, a frame holds
/// something that is no number, or the first frame is cut short.
pub fn read(
    text: &mut Text<'_>,
    joints: &[BvhJoint],
    turned: DQuat,
    options: &BvhOptions,
    reading: &mut Reading<'_>,
) -> Result<BvhMotion, ImportError> {
    if !text.label(&["Frames"]) {
        let found = quoted(text.word().unwrap_or_default());
        return Err(text.invalid(tr!("expected “Frames:”, found “{found}”")));
    }
    let declared = text.count(tr!("the number of frames"))?;
    if declared > MAX_FRAMES {
        let problem = ImportProblem::TooLarge {
            what: "frames",
            count: declared as u64,
            limit: MAX_FRAMES as u64,
        };
        return Err(ImportError::new(text.place(), problem));
    }
    let frame_time = frame_time(text, options, reading)?;
    let width = joints
        .iter()
        .map(|joint| joint.channels.len())
        .sum::<usize>();
    let possible = if width == 0 {
        declared
    } else {
        (text.left() + 1) / (NUMBER * width)
    };
    let mut reader = Reader::new(joints, turned, declared.min(possible), reading)?;
    while reader.frames < declared && reader.frame(text)? {}
    let motion = reader.finish_motion(declared, text, frame_time)?;
    tell_rest(text, reading);
    Ok(motion)
}

fn frame_time(
    text: &mut Text<'_>,
    options: &BvhOptions,
    reading: &mut Reading<'_>,
) -> Result<f64, ImportError> {
    let instead = options.frame_time.map(f64::from);
    let is_said = text.label(&["Frame", "Time"]);
    let mut ahead = *text;
    let word = if is_said {
        text.token().unwrap_or_default()
    } else {
        Default::default()
    };
    let found = if is_said {
        ahead.number(tr!("the frame time"))
    } else {
        Ok(0.0)
    };
    let is_usable = |seconds: &f64| seconds.is_finite() && *seconds >= LEAST_FRAME;
    match (found.map(|seconds| (is_usable(&seconds), seconds)), instead) {
        (Ok((true, seconds)), _) => Ok(snapped(seconds, rounding(word), text, reading)),
        (_, Some(seconds)) => {
            let text_ = tr!("The file has no usable frame time; the given {seconds} s is used.");
            reading.report.warn(text.place(), text_);
            Ok(seconds)
        }
        (Err(error), None) => Err(error),
        (Ok((false, _)), None) => {
            let what = if is_said {
                tr!("a frame time of {}", quoted(word))
            } else {
                tr!("a file without “Frame Time:”").into()
            };
            let advice = tr!(
                "Write the seconds per frame after “Frame Time:”, such as 0.0333333, or set the frame time on import."
            );
            Err(ImportError::new(
                text.place(),
                ImportProblem::Unsupported {
                    what,
                    advice: advice.to_owned(),
                },
            ))
        }
    }
}

/// Half the value of the last digit of a decimal fraction: how far it may be rounded.
fn rounding(word: &[u8]) -> f64 {
    let plain = word
        .iter()
        .all(|byte| byte.is_ascii_digit() || *byte == b'.');
    let digits = word
        .iter()
        .position(|byte| *byte == b'.')
        .map(|point| word.len() - point - 1);
    digits
        .filter(|_| plain)
        .map_or(0.0, |digits| 0.5 * 0.1f64.powi(digits as i32))
}

fn snapped(seconds: f64, rounding: f64, text: &Text<'_>, reading: &mut Reading<'_>) -> f64 {
    let rate = scene::rate_of_frames(seconds, rounding);
    if (rate * seconds - 1.0).abs() > 5e-4 {
        let text_ = tr!("The frame time {seconds} s is rounded; {rate} frames per second is used.");
        reading.report.note(text.place(), text_);
    }
    1.0 / rate
}

struct Reader<'r, 'a> {
    joints: &'r [BvhJoint],
    turned: DQuat,
    reading: &'r mut Reading<'a>,
    keys: Vec<BvhJointKeys>,
    /// Numbers of the frame that is read; those that cannot be used stay as in the frame before.
    row: Vec<f64>,
    /// Frames that are not keys yet, each as long as a row, and how many there may be.
    rows: Vec<f64>,
    block: usize,
    frames: usize,
    room: usize,
    told: usize,
    /// Count of unusable numbers, and the place of the first.
    unusable: (usize, Option<ImportErrorPlace>),
}

impl<'r, 'a> Reader<'r, 'a> {
    /// `frames` is how many frames the file has bytes for.
    fn new(
        joints: &'r [BvhJoint],
        turned: DQuat,
        frames: usize,
        reading: &'r mut Reading<'a>,
    ) -> Result<Self, ImportError> {
        let mut keys = Vec::with_capacity(joints.len());
        let mut width = 0;
        for joint in joints {
            width += joint.channels.len();
            // With the times, which each channel of a clip has for itself.
            let each = 16 * u64::from(joint.is_placed()) + 20 * u64::from(joint.is_turned());
            reading
                .budget
                .reserve(frames as u64 * each, tr!("the frames"))?;
            let room = |is_any: bool| if is_any { frames } else { 0 };
            keys.push(BvhJointKeys {
                positions: Vec::with_capacity(room(joint.is_placed())),
                rotations: Vec::with_capacity(room(joint.is_turned())),
                mean: DVec3::ZERO,
            });
        }
        let block = (BLOCK / width.max(1)).clamp(1, frames.max(1));
        reading
            .budget
            .reserve(8 * (width * (1 + block)) as u64, tr!("the frames"))?;
        let (row, rows) = (vec![0.0; width], Vec::with_capacity(width * block));
        let (frames, room, told, unusable) = (0, frames, 0, (0, None));
        Ok(Self {
            joints,
            turned,
            reading,
            keys,
            row,
            rows,
            block,
            frames,
            room,
            told,
            unusable,
        })
    }

    /// Reads one frame. Returns false where the file ends before the frame does.
    fn frame(&mut self, text: &mut Text<'_>) -> Result<bool, ImportError> {
        for value in &mut self.row {
            let Some(number) = text.next_number(tr!("a number of a frame"))? else {
                return Ok(false);
            };
            if number.abs() <= f64::from(bounds::LENGTH) {
                *value = number;
            } else {
                self.unusable.0 += 1;
                self.unusable.1.get_or_insert_with(|| text.place());
            }
        }
        self.rows.extend_from_slice(&self.row);
        self.frames += 1;
        if self.frames.is_multiple_of(self.block) {
            self.make_keys();
        }
        if text.at() >= self.told + STRIDE || self.frames == 1 {
            self.told = text.at();
            self.reading
                .went(READ, text.at(), text.at() + text.left())?;
        }
        Ok(true)
    }

    /// Each joint goes through the frames by itself, since the sign of a rotation depends on the
    /// frame before.
    fn make_keys(&mut self) {
        let mut first = 0;
        let places = self.joints.iter().map(|joint| {
            let own = first..first + joint.channels.len();
            first = own.end;
            (joint, own)
        });
        let joints: Vec<_> = places.zip(&mut self.keys).collect();
        let (rows, width) = (&self.rows, self.row.len().max(1));
        joints.into_par_iter().for_each(|((joint, own), keys)| {
            let turned = if joint.parent.is_none() {
                self.turned
            } else {
                DQuat::IDENTITY
            };
            rows.chunks_exact(width)
                .for_each(|row| keys.push(joint, &row[own.clone()], turned));
        });
        self.rows.clear();
    }

    fn finish_motion(
        mut self,
        declared: usize,
        text: &Text<'_>,
        frame_time: f64,
    ) -> Result<BvhMotion, ImportError> {
        self.make_keys();
        let report = &mut *self.reading.report;
        if self.frames < declared {
            if self.frames == 0 {
                return Err(
                    text.invalid(tr!("the file ends inside the first of {declared} frames"))
                );
            }
            let text_ = tr!(
                "The file declares {declared} frames but has {}; those are used.",
                self.frames
            );
            report.warn(text.place(), text_);
        }
        if declared == 0 {
            report.warn(
                text.place(),
                tr!("The file has no frames, so there is no clip."),
            );
        }
        if let (count @ 1.., Some(place)) = self.unusable {
            let text_ = tr!(
                "{count} numbers are invalid or too large; the values of the frame before are used."
            );
            report.warn(place, text_);
        }
        let lasting = 1 + (f64::from(bounds::TIME) / frame_time) as usize;
        if self.frames > lasting {
            let text_ = tr!(
                "{} frames are more than {:e} s from the first; they were left out.",
                self.frames - lasting,
                bounds::TIME
            );
            report.warn(text.place(), text_);
            self.frames = lasting;
        }
        for keys in &mut self.keys {
            keys.mean /= keys.positions.len().max(1) as f64;
            keys.positions.truncate(self.frames);
            keys.rotations.truncate(self.frames);
            if self.frames < self.room {
                keys.positions.shrink_to_fit();
                keys.rotations.shrink_to_fit();
            }
        }
        Ok(BvhMotion {
            frame_time,
            frames: self.frames,
            keys: self.keys,
        })
    }
}

impl BvhJointKeys {
    fn push(&mut self, joint: &BvhJoint, row: &[f64], turned: DQuat) {
        let (mut position, mut rotation) = (DVec3::ZERO, turned);
        for (channel, value) in joint.channels.iter().zip(row) {
            match channel {
                BvhChannel::Position(axis) => position[*axis] += value,
                BvhChannel::Rotation(axis) => rotation *= about(*axis, value.to_radians()),
            }
        }
        if joint.is_placed() {
            self.mean += position;
            self.positions.push(position.as_vec3().to_array());
        }
        if joint.is_turned() {
            let before = self
                .rotations
                .last()
                .map_or(turned.as_quat(), |before| glam::Quat::from_array(*before));
            let rotation = rotation.normalize();
            let is_far = rotation.dot(before.as_dquat()) < 0.0;
            self.rotations.push(
                (if is_far { -rotation } else { rotation })
                    .as_quat()
                    .to_array(),
            );
        }
    }
}

fn about(axis: usize, radians: f64) -> DQuat {
    match axis {
        0 => DQuat::from_rotation_x(radians),
        1 => DQuat::from_rotation_y(radians),
        _ => DQuat::from_rotation_z(radians),
    }
}

/// Warns of anything that stands after the last frame.
fn tell_rest(text: &mut Text<'_>, reading: &mut Reading<'_>) {
    if text.peek().is_none() {
        return;
    }
    let (place, mut count) = (text.place(), 0usize);
    while text.word().is_some() {
        count += 1;
    }
    reading.report.warn(
        place,
        tr!("{count} numbers come after the last frame; they were left out."),
    );
}
