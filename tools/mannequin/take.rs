//! A motion with what a clip needs beside it: a name, steps as notifies and sync markers, curves,
//! and settings of loop and root.

use crate::{
    Build, notify,
    rig::{Motion, Rig, Side, feet::Plant, solve::FigureBody},
    skeleton::{INTERACTION, socket_id},
};
use anim::{additive::AdditiveKind, clip::RootMotion};
use asset::{
    Clip, Curve, CurveKey, Id, Notify, NotifyTrack, SyncMarker,
    clip::{Additive, AdditiveBase},
    source::{self, Channel, ClipSource, Interpolation, Track},
};
use glam::DVec3;
use std::sync::Arc;

/// Values of a contact curve: while the foot is on the ground, and at the two frames after. Above
/// one half a foot may be locked.
const CONTACT: [f64; 3] = [1.0, 0.2, 0.1];

/// A notify that is no footstep.
pub struct TakeNotify {
    /// Name of its notify track.
    pub track: &'static str,
    /// Name of the notify.
    pub name: &'static str,
    /// Time in seconds.
    pub time: f64,
    /// Seconds of a notify state; None for an instant.
    pub length: Option<f64>,
    /// Socket where it plays; None for the character.
    pub socket: Option<&'static str>,
}

/// A clip of the sample before it is sampled.
pub struct Take {
    /// Name of the clip.
    pub name: &'static str,
    /// The motion that the clip's keys are sampled from.
    pub motion: Motion,
    /// Whether the root motion moves the character.
    pub is_travelling: bool,
    /// How an additive clip is made, and the clip whose first frame is subtracted; None subtracts
    /// its own first frame.
    pub additive: Option<(AdditiveKind, Option<&'static str>)>,
    /// Notifies beside the footsteps.
    pub marks: Vec<TakeNotify>,
    /// Curves: names, and keys of time in seconds and value.
    pub curves: Vec<(&'static str, Vec<(f64, f64)>)>,
}

impl Take {
    /// A take without root motion, notifies or curves.
    pub fn new(name: &'static str, motion: Motion) -> Self {
        Self {
            name,
            motion,
            is_travelling: false,
            additive: None,
            marks: Vec::new(),
            curves: Vec::new(),
        }
    }

    /// Lets the root motion move the character.
    pub fn travelling(self) -> Self {
        Self {
            is_travelling: true,
            ..self
        }
    }

    /// Makes the clip additive to the first frame of `base`, or of its own.
    pub fn additive(self, kind: AdditiveKind, base: Option<&'static str>) -> Self {
        Self {
            additive: Some((kind, base)),
            ..self
        }
    }

    /// Adds a notify at a time, in seconds.
    pub fn instant(mut self, track: &'static str, name: &'static str, time: f64) -> Self {
        self.marks.push(TakeNotify {
            track,
            name,
            time,
            length: None,
            socket: None,
        });
        self
    }

    /// Adds a notify state between two times, in seconds.
    pub fn state(mut self, track: &'static str, name: &'static str, from: f64, to: f64) -> Self {
        self.marks.push(TakeNotify {
            track,
            name,
            time: from,
            length: Some(to - from),
            socket: None,
        });
        self
    }

    /// Sets the socket of the notify that was added last. Panics if there is none.
    pub fn at(mut self, socket: &'static str) -> Self {
        self.marks.last_mut().expect("a notify comes before").socket = Some(socket);
        self
    }

    /// Adds a curve; keys are seconds and values.
    pub fn curve(mut self, name: &'static str, keys: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.curves.push((name, keys.into_iter().collect()));
        self
    }

    /// Id of a clip by its name.
    pub fn clip_id(name: &str) -> Id {
        Id::derive(&["sample", "clip", name])
    }

    fn id(&self, kind: &str, name: &str, at: usize) -> Id {
        Id::derive(&["sample", "clip", self.name, kind, name, &at.to_string()])
    }

    /// Samples the clip for a skeleton.
    pub fn clip(&self, skeleton: Id) -> Clip {
        let frames = self.motion.frames();
        let rate = self.motion.rate as f32;
        let duration = (self.motion.frame_count() - 1) as f32 / rate;
        let mut clip = Clip::new(
            self.name,
            skeleton,
            Arc::new(self.source(&frames, duration)),
            rate,
        );
        clip.looping = self.motion.looping;
        clip.root_motion = RootMotion {
            enabled: self.is_travelling,
            ..RootMotion::default()
        };
        clip.additive = self.additive.map(|(kind, base)| {
            let base = match base {
                Some(name) => AdditiveBase::ClipFrame {
                    clip: Self::clip_id(name),
                    frame: 0,
                },
                None => AdditiveBase::OwnFrame(0),
            };
            Additive { kind, base }
        });
        self.add_notifies(&mut clip);
        self.add_curves(&mut clip);
        clip
    }

    /// Source keys: one for each frame where a bone moves, a single key where it only differs from
    /// the reference pose, none elsewhere.
    fn source(&self, frames: &[FigureBody], duration: f32) -> ClipSource {
        let rig = Rig::get();
        let times: Vec<f32> = (0..frames.len())
            .map(|i| duration * i as f32 / (frames.len() - 1).max(1) as f32)
            .collect();
        let locals: Vec<_> = frames.iter().map(FigureBody::locals).collect();
        let channel = |values: Vec<Vec<f32>>, rest: &[f32]| keyed(&times, values, rest);
        let track = |bone: usize| {
            let rest = rig.offset(bone).as_vec3().to_array();
            let moves = locals
                .iter()
                .map(|frame| frame[bone].0.as_vec3().to_array().to_vec())
                .collect();
            let mut last = glam::DQuat::IDENTITY;
            let turns = locals.iter().map(|frame| {
                let turn = if frame[bone].1.dot(last) < 0.0 {
                    -frame[bone].1
                } else {
                    frame[bone].1
                };
                last = turn;
                turn.as_quat().normalize().to_array().to_vec()
            });
            let turns = turns.collect();
            let (translation, rotation) =
                (channel(moves, &rest), channel(turns, &[0.0, 0.0, 0.0, 1.0]));
            let size = self
                .motion
                .obstacle
                .filter(|_| rig.joints[bone].name == INTERACTION)
                .map(|it| it.size);
            let scale =
                size.and_then(|size| channel(vec![size.as_vec3().to_array().to_vec()], &[1.0; 3]));
            let is_still = translation.is_none() && rotation.is_none() && scale.is_none();
            let key = rig.joints[bone].name.as_str().into();
            (!is_still).then_some(Track {
                bone: key,
                translation,
                rotation,
                scale,
                reference: Some(rest),
            })
        };
        let curve = |(name, keys): &(&str, Vec<(f64, f64)>)| {
            let (times, values) = keys
                .iter()
                .map(|(time, value)| (*time as f32, *value as f32))
                .unzip();
            let channel = Channel {
                interpolation: Interpolation::Linear,
                times,
                values,
            };
            source::SourceCurve {
                name: name.to_string(),
                channel,
            }
        };
        ClipSource {
            duration,
            tracks: (0..rig.joints.len()).filter_map(track).collect(),
            curves: self.curves.iter().map(curve).collect(),
        }
    }

    /// Contacts with the ground that start within the clip, the left foot's first.
    pub fn steps(&self) -> Vec<(Side, Plant)> {
        let end = self.motion.duration;
        let is_inside = |plant: &Plant| plant.from >= -1e-9 && plant.from < end - 1e-6;
        let of = |side: Side| {
            self.motion.feet[side as usize]
                .contacts()
                .map(move |plant| (side, *plant))
        };
        Side::BOTH
            .into_iter()
            .flat_map(of)
            .filter(|(_, plant)| is_inside(plant))
            .collect()
    }

    fn add_notifies(&self, clip: &mut Clip) {
        let mut tracks: Vec<&str> = Vec::new();
        let steps = self.steps();
        if !steps.is_empty() {
            tracks.push("Footsteps");
        }
        for mark in &self.marks {
            if !tracks.contains(&mark.track) {
                tracks.push(mark.track);
            }
        }
        let color = |track: &str| match track {
            "Footsteps" => 4,
            "FX" => 1,
            "Hit windows" => 5,
            "Motion warping" => 2,
            _ => 6,
        };
        let track = |name: &&str| NotifyTrack {
            id: self.id("track", name, 0),
            name: name.to_string(),
            color: color(name),
            locked: false,
        };
        clip.tracks = tracks.iter().map(track).collect();
        for (at, (side, plant)) in steps.iter().enumerate() {
            let (name, marker, socket) = match side {
                Side::Left => ("Footstep_L", "L", "foot_l_ground"),
                Side::Right => ("Footstep_R", "R", "foot_r_ground"),
            };
            let time = plant.from.max(0.0) as f32;
            let (id, track) = (
                self.id("notify", name, at),
                self.id("track", "Footsteps", 0),
            );
            let socket = Some(socket_id(Build::Tall, socket));
            let step = Notify {
                socket,
                ..Notify::instant(id, track, name, time)
            };
            clip.notifies.push(notify::carrying(self.name, step));
            clip.sync_markers.push(SyncMarker {
                id: self.id("marker", marker, at),
                name: marker.into(),
                time,
            });
        }
        for (at, mark) in self.marks.iter().enumerate() {
            let (id, track) = (
                self.id("mark", mark.name, at),
                self.id("track", mark.track, 0),
            );
            let marked = Notify {
                duration: mark.length.map(|length| length as f32),
                socket: mark.socket.map(|socket| socket_id(Build::Tall, socket)),
                ..Notify::instant(id, track, mark.name, mark.time as f32)
            };
            clip.notifies.push(notify::carrying(self.name, marked));
        }
    }

    fn add_curves(&self, clip: &mut Clip) {
        // A curve that only the base has would be taken away from what the difference is added to.
        if matches!(self.additive, Some((_, None))) {
            return;
        }
        for (side, name, color) in [(Side::Left, "Contact_L", 1), (Side::Right, "Contact_R", 4)] {
            let keys = self.contact_keys(side);
            clip.curves.push(self.curve_of(name, color, &keys));
        }
        if self.is_travelling {
            clip.curves
                .push(self.curve_of("Speed", 2, &self.speed_keys()));
        }
    }

    fn curve_of(&self, name: &str, color: u8, keys: &[(f64, f64)]) -> Curve {
        let key = |(at, (time, value)): (usize, &(f64, f64))| {
            CurveKey::new(
                self.id("key", name, at),
                *time as f32,
                *value as f32,
                Interpolation::Linear,
            )
        };
        let curve = Curve::new(self.id("curve", name, 0), name, color);
        Curve {
            keys: keys.iter().enumerate().map(key).collect(),
            ..curve
        }
        .reduced()
    }

    /// Contact curve of a foot: 1 at every frame at which it is on the ground, then a few frames in
    /// which it falls to 0, so that a foot that was locked elsewhere comes back.
    fn contact_keys(&self, side: Side) -> Vec<(f64, f64)> {
        let steps = &self.motion.feet[side as usize];
        let last = (self.motion.frame_count() - 1).max(1) as f64;
        let time = |frame: f64| self.motion.duration * frame / last;
        let stood = |frame: f64, ago: usize| steps.is_planted(time(frame - ago as f64));
        let value = |frame: f64| {
            (0..CONTACT.len())
                .find(|ago| stood(frame, *ago))
                .map_or(0.0, |ago| CONTACT[ago])
        };
        (0..self.motion.frame_count())
            .map(|frame| (time(frame as f64), value(frame as f64)))
            .collect()
    }

    /// Speed of the root over the ground, in metres per second, at each frame.
    fn speed_keys(&self) -> Vec<(f64, f64)> {
        let step = 1.0 / self.motion.rate;
        let flat = |v: DVec3| DVec3::new(v.x, 0.0, v.z);
        let speed = |time: f64| {
            let end = self.motion.duration;
            let (from, to) = (
                (time - step / 2.0).clamp(0.0, end - step / 2.0),
                (time + step / 2.0).clamp(step / 2.0, end),
            );
            flat(self.motion.root(to).at - self.motion.root(from).at).length() / (to - from)
        };
        (0..self.motion.frame_count())
            .map(|i| i as f64 * step)
            .map(|time| (time, speed(time)))
            .collect()
    }
}

fn keyed(times: &[f32], values: Vec<Vec<f32>>, rest: &[f32]) -> Option<Channel> {
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    let first = values[0].clone();
    let channel = |times: &[f32], values: Vec<f32>| {
        Some(Channel {
            interpolation: Interpolation::Linear,
            times: times.to_vec(),
            values,
        })
    };
    match (
        values.iter().all(|value| near(value, &first)),
        near(&first, rest),
    ) {
        (true, true) => None,
        (true, false) => channel(&times[..1], first),
        (false, _) => channel(times, values.concat()),
    }
}
