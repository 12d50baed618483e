//! What compressing makes of the sample's motions.

use anim::{
    Clip, Library, Name, Pose,
    codec::{CodecReport, EncoderSettings},
};
use asset::{Cache, Project};
use std::sync::Arc;

/// Of each precision the next finer one.
const STEP: f32 = 0.97;
/// From a centimetre to a hundredth of a millimetre.
const STEPS: usize = 228;

struct Raw {
    project: Project,
    library: Library,
}

impl Raw {
    fn new() -> Self {
        let mut project = crate::sample();
        project
            .clips
            .values_mut()
            .for_each(|clip| Arc::make_mut(clip).compression = None);
        let library = asset::compile(
            &project,
            &mut Cache::default(),
            asset::CompileOptions::default(),
        )
        .library;
        Self {
            library: (*library).clone(),
            project,
        }
    }

    fn clip(&self, name: &str) -> (&Clip, Vec<Pose>) {
        let clip = self
            .library
            .clip(Name::new(name))
            .expect("the sample has it");
        let id = self
            .project
            .clips
            .iter()
            .find(|(_, clip)| clip.name == name)
            .map(|(id, _)| *id);
        let skeleton = self.library.skeleton(clip.skeleton).unwrap();
        (
            clip,
            asset::bases(&self.project, id.unwrap(), clip, skeleton),
        )
    }

    /// Every step's report is within its precision, and no error above that of the step before.
    fn check(&self, name: &str, steps: std::ops::Range<usize>) {
        let (clip, bases) = self.clip(name);
        let skeleton = self.library.skeleton(clip.skeleton).unwrap();
        let shells = asset::library_shells(&self.library, skeleton);
        let mut last: Option<CodecReport> = None;
        for step in steps {
            let settings = EncoderSettings {
                precision: 1e-2 * STEP.powi(step as i32),
                ..EncoderSettings::default()
            };
            let (_, report) =
                asset::compress(clip, &bases, (skeleton, &shells), &settings).unwrap();
            assert!(!report.is_red(), "{name} misses {}", settings.precision);
            if let Some(last) = last.filter(|last| last.max_error < report.max_error) {
                let (before, now) = (last.max_error, report.max_error);
                panic!(
                    "{name}: {} m gives {before} m, {} m gives {now} m",
                    last.precision, settings.precision
                );
            }
            last = Some(report);
        }
    }
}

/// Property 15 of spec 02, each clip over a part of the steps that is its own.
#[test]
fn a_tighter_precision_never_gives_a_larger_error() {
    const PART: usize = 8;
    let raw = Raw::new();
    for (at, clip) in raw.project.clips.values().enumerate() {
        let first = at * 37 % (STEPS - PART);
        raw.check(&clip.name, first..first + PART);
    }
    raw.check("Run_Fwd", 0..STEPS);
}

#[test]
#[ignore = "minutes: every step of every clip"]
fn a_tighter_precision_never_gives_a_larger_error_at_any_step_of_any_clip() {
    let raw = Raw::new();
    raw.project
        .clips
        .values()
        .for_each(|clip| raw.check(&clip.name, 0..STEPS));
}

#[test]
fn fewer_keys_move_no_clip_by_more_than_the_bound() {
    let project = crate::sample();
    let (mut before, mut after) = (0, 0);
    for clip in project.clips.values() {
        let skeleton = &project.skeletons[&clip.skeleton];
        let bound = asset::reduce::DEFAULT_BOUND;
        let (_, found) = asset::reduce::within(
            clip,
            (skeleton, &asset::shells(&project, clip.skeleton)),
            bound,
            0.0,
        )
        .unwrap();
        assert!(
            found.errors.max <= 0.005,
            "{}: {}",
            clip.name,
            found.errors.max
        );
        let (now, then) = found.keys();
        (before, after) = (before + now, after + then);
    }
    assert!(after * 2 < before, "{after} of {before} keys");
}
