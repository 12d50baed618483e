//! What the sweep's tests play: montages by few words, and what is asked of them.

use super::{RATES, SweepFault, SweepOptions, SweepReport, SweepTake, sweep};
use anim::{
    Array, Clip, Library, Montage, Name, Names, Notify, Request, Skeleton, Transform,
    montage::{Blend, NO_SECTION, Section, Segment, Slot},
    notify::{action, flag},
    skeleton::Bone,
};
use engine::EngineInput;
use std::sync::Arc;

pub(super) fn name(text: &str) -> Name {
    Name::new(text)
}

/// An instant, fired after the tick.
pub(super) fn notify(at: f32) -> Notify {
    Notify {
        id: u64::from(at.to_bits()),
        name: name("notify"),
        target: Name::NONE,
        socket: Name::NONE,
        time: at,
        end: at,
        track: 0,
        flags: 0,
        weight_threshold: 1e-5,
        chance: 1.0,
        from_lod: -1,
        action: action::NONE,
        class: Name::NONE,
        value: 0.0,
        first_value: 0,
        value_count: 0,
        reserved: 0,
    }
}

pub(super) fn state(from: f32, to: f32) -> Notify {
    Notify {
        end: to,
        flags: flag::STATE,
        id: 1 << 40 | u64::from(from.to_bits()),
        ..notify(from)
    }
}

pub(super) fn branching(of: Notify) -> Notify {
    Notify {
        flags: of.flags | flag::BRANCHING,
        id: of.id | 1 << 50,
        ..of
    }
}

pub(super) fn acts(of: Notify, action: u32, target: &str, value: f32) -> Notify {
    Notify {
        action,
        target: name(target),
        value,
        ..branching(of)
    }
}

pub(super) fn jumps(at: f32, to: &str) -> Notify {
    acts(notify(at), action::JUMP_TO_SECTION, to, 0.0)
}

pub(super) fn above(threshold: f32, of: Notify) -> Notify {
    Notify {
        weight_threshold: threshold,
        ..of
    }
}

/// Sections `S0`, `S1` … of this length each, in seconds, with what follows each.
pub(super) fn montage(section: f32, links: &[i32]) -> Montage {
    let of = |(at, next): (usize, &i32)| Section {
        name: name(&format!("S{at}")),
        start: at as f32 * section,
        next: *next,
    };
    let length = section * links.len() as f32;
    Montage {
        name: name("M"),
        skeleton: name("figure"),
        group: name("group"),
        length,
        rate_scale: 1.0,
        blend_in: blend(0.1),
        blend_out: blend(0.1),
        blend_out_trigger: -1.0,
        auto_blend_out: true,
        sections: links.iter().enumerate().map(of).collect(),
        slots: vec![Slot {
            name: name("slot"),
            first_segment: 0,
            segment_count: 1,
        }]
        .into(),
        segments: vec![Segment {
            id: 9,
            clip: 0,
            start: 0.0,
            clip_begin: 0.0,
            clip_end: length,
            rate: 1.0,
            loops: 1,
        }]
        .into(),
        ..Montage::default()
    }
}

/// One section after the other.
pub(super) fn chain(section: f32, count: i32) -> Montage {
    let links: Vec<i32> = (0..count)
        .map(|at| if at + 1 < count { at + 1 } else { NO_SECTION })
        .collect();
    montage(section, &links)
}

pub(super) fn blend(time: f32) -> Blend {
    Blend {
        time,
        ..Blend::default()
    }
}

pub(super) fn with(montage: Montage, notifies: impl IntoIterator<Item = Notify>) -> Montage {
    let mut notifies: Vec<Notify> = notifies.into_iter().collect();
    notifies.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.id.cmp(&b.id)));
    Montage {
        notifies: notifies.into(),
        ..montage
    }
}

/// What is played, and what it is called where it goes wrong.
pub(super) struct Case {
    pub(super) title: String,
    clip: Clip,
    montages: Vec<Montage>,
    requests: Vec<(f64, Request)>,
    seconds: f64,
}

impl Case {
    pub(super) fn new(title: impl Into<String>, montage: Montage) -> Self {
        let clip = Clip {
            name: name("clip"),
            skeleton: name("figure"),
            length: montage.length,
            key_count: 1,
            rate_scale: 1.0,
            looping: true,
            ..Clip::default()
        };
        let requests = vec![(0.0, Request::play(name("M"), 1.0))];
        Self {
            title: title.into(),
            clip,
            montages: vec![montage],
            requests,
            seconds: 2.0,
        }
    }

    pub(super) fn rate(mut self, rate: f32) -> Self {
        self.requests[0].1 = Request::play(name("M"), rate);
        self
    }

    pub(super) fn start(mut self, request: Request) -> Self {
        self.requests[0].1 = request;
        self
    }

    pub(super) fn ask(mut self, at: f64, request: Request) -> Self {
        self.requests.push((at, request));
        self
    }

    pub(super) fn beside(mut self, of: &str, group: &str, montage: Montage) -> Self {
        self.montages.push(Montage {
            name: name(of),
            group: name(group),
            ..montage
        });
        self
    }

    /// What the montage plays in its slot.
    pub(super) fn clip(mut self, length: f32, segment: Segment, notifies: &[Notify]) -> Self {
        self.clip = Clip {
            length,
            notifies: notifies.to_vec().into(),
            ..self.clip
        };
        self.montages[0].segments = vec![segment].into();
        self
    }

    /// What every notify fires above.
    pub(super) fn above_all(mut self, threshold: f32) -> Self {
        let set = |of: &Array<Notify>| of.iter().map(|it| above(threshold, *it)).collect();
        self.clip.notifies = set(&self.clip.notifies);
        self.montages
            .iter_mut()
            .for_each(|montage| montage.notifies = set(&montage.notifies));
        self
    }

    pub(super) fn seconds(self, seconds: f64) -> Self {
        Self { seconds, ..self }
    }

    pub(super) fn take(mut self) -> SweepTake {
        let bone = Bone {
            name: name("root"),
            parent: -1,
            reference: Transform::IDENTITY.into(),
            reserved: 0,
        };
        let skeleton = Skeleton::new(name("figure"), vec![bone].into(), Array::default()).unwrap();
        self.montages.sort_by_key(|montage| montage.name);
        let library = Library {
            names: Names::default(),
            skeletons: vec![Arc::new(skeleton)],
            clips: vec![Arc::new(Clip::new(self.clip, 1).unwrap())],
            montages: self
                .montages
                .into_iter()
                .map(|it| Arc::new(Montage::new(it, 1).unwrap()))
                .collect(),
            ..Library::default()
        };
        let added = EngineInput::AddCharacter {
            character: 0,
            skeleton: name("figure"),
            seed: 1,
        };
        let asked = self.requests.into_iter().map(|(at, request)| {
            (
                at,
                EngineInput::Request {
                    character: 0,
                    request,
                },
            )
        });
        SweepTake {
            library: Arc::new(library),
            inputs: std::iter::once((0.0, added)).chain(asked).collect(),
            seconds: self.seconds,
        }
    }

    pub(super) fn sweep(self) -> SweepReport {
        let options = SweepOptions {
            rates: RATES[..6].to_vec(),
            ..SweepOptions::default()
        };
        sweep(&self.take(), &options, |_| true).unwrap()
    }
}

/// How many of each fault.
pub(super) fn counts(report: &SweepReport) -> [usize; 4] {
    SweepFault::ALL.map(|fault| {
        report
            .findings
            .iter()
            .filter(|finding| finding.fault == fault)
            .count()
    })
}
