//! Scenarios of the sample: what it must do, so that a new user sees tests of motion.

mod fight;
mod locomotion;
mod requests;
mod traversal;

use asset::{
    Id, Scenario,
    scenario::{BoneTrack, Expectation, ScenarioExpectation, ScenarioSource, ScenarioTake},
    script::{ScenarioScript, ScriptRequest},
};
use std::collections::BTreeMap;

/// Where bones were in the poses that scenarios compare, written by
/// `UPDATE_SAMPLE=1 cargo test -p scenario references`: a line a bone, of the scenario's name, the
/// bone's and the track.
const REFERENCES: &str = include_str!("references.txt");

/// Bones whose places tell most about a pose.
const BONES: [&str; 9] = [
    "pelvis",
    "spine_05",
    "head",
    "hand_l",
    "hand_r",
    "index_02_r",
    "foot_l",
    "foot_r",
    "ball_l",
];

/// All scenarios, by their ids.
pub fn all() -> impl Iterator<Item = (Id, Scenario)> {
    let all = locomotion::all()
        .into_iter()
        .chain(fight::all())
        .chain(traversal::all());
    all.map(|scenario| {
        (
            crate::id("scenario", &scenario.name),
            with_reference(scenario),
        )
    })
}

fn scenario(
    name: &str,
    description: &str,
    duration: f64,
    requests: Vec<ScriptRequest>,
    expect: Vec<Expectation>,
) -> Scenario {
    let poses = Expectation::PosesAsBefore {
        every: 6,
        within_mm: 2.0,
        bones: BONES.map(str::to_owned).to_vec(),
        reference: BTreeMap::new(),
    };
    let expect = expect.into_iter().chain([poses]);
    Scenario {
        name: name.to_owned(),
        description: description.to_owned(),
        source: ScenarioSource::Script(ScenarioTake {
            script: ScenarioScript {
                requests,
                ..ScenarioScript::default()
            },
            duration,
            dt: vec![1.0 / 60.0],
        }),
        expect: expect
            .map(|what| ScenarioExpectation {
                character: None,
                what,
            })
            .collect(),
    }
}

fn with_reference(mut scenario: Scenario) -> Scenario {
    let lines = REFERENCES.lines().filter_map(|line| {
        let mut parts = line.split('|');
        let (name, bone, track) = (parts.next()?, parts.next()?, parts.next()?);
        (name == scenario.name).then(|| (bone.to_owned(), track.to_owned()))
    });
    let tracks: BTreeMap<String, BoneTrack> = lines
        .map(|(bone, track)| {
            (
                bone,
                BoneTrack::try_from(track).expect("a track is numbers"),
            )
        })
        .collect();
    for expectation in &mut scenario.expect {
        if let Expectation::PosesAsBefore { reference, .. } = &mut expectation.what {
            reference.clone_from(&tracks);
        }
    }
    scenario
}
