//! What is measured in the sample with faults put into it, and what the edits make of them.

use super::*;
use asset::blend_space::Sample;
use asset::graph::nodes::{BlendSpacePlayerNode, ControlNode};
use document::BlendSpaceCommand;

fn id_of(project: &Project, name: &str) -> Id {
    let mut all = project
        .blend_spaces
        .iter()
        .map(|(id, space)| (*id, &space.name));
    all.find(|(_, known)| *known == name).unwrap().0
}

/// The sample with a blend space of three gaits ahead alone: its feet slide where a test puts a
/// fault.
fn gaits() -> (Project, Id) {
    let mut project = mannequin::sample();
    let id = id_of(&project, "BS_Locomotion");
    let space = Arc::make_mut(project.blend_spaces.get_mut(&id).unwrap());
    space.axes.remove(0);
    space
        .samples
        .retain(|sample| sample.at[0] == 0.0 && sample.rate == 1.0);
    space
        .samples
        .iter_mut()
        .for_each(|sample| sample.at = [sample.at[1], 0.0]);
    space.axes[0].min = 1.4;
    space.axes[0].max = 5.0;
    (project, id)
}

fn measured(project: Project, id: Id) -> Measured {
    let asked = SlideRequest {
        root: Arc::new(project),
        id,
        pace: Pace::default(),
        bound: Vec::new(),
    };
    measure(&asked, |_| true).unwrap().unwrap()
}

fn set(project: &Project, id: Id, change: impl Fn(&mut Sample, &str)) -> Project {
    let mut project = project.clone();
    let names: Vec<(Id, String)> = project
        .clips
        .iter()
        .map(|(id, clip)| (*id, clip.name.clone()))
        .collect();
    let name = |clip: Id| names.iter().find(|(id, _)| *id == clip).unwrap().1.clone();
    let space = Arc::make_mut(project.blend_spaces.get_mut(&id).unwrap());
    space
        .samples
        .iter_mut()
        .for_each(|sample| change(sample, &name(sample.clip)));
    project
}

fn fix<'a>(measured: &'a Measured, label: &str) -> &'a SlideFix {
    let of = measured
        .fixes
        .iter()
        .find(|fix| fix.label.starts_with(label));
    of.unwrap_or_else(|| {
        panic!(
            "{label}: {:?}",
            measured
                .fixes
                .iter()
                .map(|fix| &fix.label)
                .collect::<Vec<_>>()
        )
    })
}

/// What an edit promises is what is measured once it is made.
fn keeps_its_promise(project: &Project, id: Id, fix: &SlideFix) {
    let after = measured(document::attempt(project, &fix.command).unwrap(), id);
    assert_eq!(after.found.score(), fix.after, "{}", fix.label);
}

#[test]
fn a_sample_beside_its_speed_is_found_and_mended_by_its_place_or_by_its_rate() {
    let (sound, id) = gaits();
    let before = measured(sound.clone(), id).found.score();
    let broken = set(&sound, id, |sample, clip| {
        if clip == "Jog_Fwd" {
            sample.at[0] = 3.6;
        }
    });
    let found = measured(broken.clone(), id);
    assert!(
        found.found.score().mean > 2.0 * before.mean,
        "{before:?}, {:?}",
        found.found.score()
    );
    assert_eq!(found.feet, ["foot_l", "foot_r"]);
    assert!(
        matches!(found.found.contacts(), [curves, 0, 0] if curves > 40),
        "by their curves"
    );
    for label in ["Place samples", "Set rates"] {
        let fix = fix(&found, label);
        assert!(
            fix.is_better() && !fix.is_worse() && fix.after.mean < 0.6 * fix.before.mean,
            "{fix:?}"
        );
        assert!(
            fix.tip.contains("Jog_Fwd") && fix.tip.lines().count() == 2,
            "{}",
            fix.tip
        );
        keeps_its_promise(&broken, id, fix);
    }
}

#[test]
fn a_marker_that_lies_elsewhere_is_found_and_shifted_back() {
    let (sound, id) = gaits();
    let before = measured(sound.clone(), id).found.score();
    let mut broken = sound.clone();
    let clip = broken
        .clips
        .values_mut()
        .find(|clip| clip.name == "Jog_Fwd")
        .unwrap();
    Arc::make_mut(clip)
        .sync_markers
        .iter_mut()
        .for_each(|marker| marker.time = (marker.time + 0.15) % 0.7);
    let found = measured(broken.clone(), id);
    assert!(
        found.found.score().mean > before.mean * 1.2,
        "{before:?} {:?}",
        found.found.score()
    );
    let fix = fix(&found, "Shift markers");
    assert!(fix.is_better() && fix.tip.contains("Jog_Fwd"), "{fix:?}");
    assert!(
        fix.after.mean < before.mean * 1.05,
        "as good as before it was broken: {fix:?}, {before:?}"
    );
    keeps_its_promise(&broken, id, fix);
}

/// An edit that makes it worse says so, and one that changes nothing is none.
#[test]
fn a_worse_edit_is_called_worse() {
    let score = |worst, mean| Score { worst, mean };
    let command = Command::BlendSpace(Id(1), BlendSpaceCommand::SetWeightSpeed(1.0));
    let fix = |before, after| SlideFix {
        label: String::new(),
        tip: String::new(),
        command: command.clone(),
        before,
        after,
    };
    let better = fix(score(0.1, 0.05), score(0.1, 0.01));
    assert!(better.is_better() && !better.is_worse());
    let mixed = fix(score(0.1, 0.05), score(0.2, 0.01));
    assert!(!mixed.is_better() && mixed.is_worse());
    let worse = fix(score(0.1, 0.05), score(0.1, 0.06));
    assert!(!worse.is_better() && worse.is_worse());
    let same = fix(score(0.1, 0.05), score(0.1, 0.05));
    assert!(!same.is_better() && !same.is_worse());
}

#[test]
fn what_has_no_feet_says_what_to_do_and_a_cancelled_measure_is_none() {
    let (mut project, id) = gaits();
    let asked = |project: &Project| SlideRequest {
        root: Arc::new(project.clone()),
        id,
        pace: Pace::default(),
        bound: Vec::new(),
    };
    let mut calls = 0;
    assert!(
        measure(&asked(&project), |_| {
            calls += 1;
            calls < 20
        })
        .is_none()
    );
    project.graphs.clear();
    for skeleton in project.skeletons.values_mut() {
        Arc::make_mut(skeleton)
            .bones
            .iter_mut()
            .for_each(|bone| bone.name = bone.name.replace("foot", "end"));
    }
    let why = measure(&asked(&project), |_| true).unwrap().err().unwrap();
    assert!(
        why.contains("has no known feet") && why.contains("Foot Placement"),
        "{why}"
    );
}

/// A graph whose clips go slower than its character: a node that scales strides is offered, and
/// what it promises is measured.
#[test]
fn strides_that_do_not_fit_are_scaled_by_a_node_that_is_offered() {
    use asset::graph::{ControlKind, Node, NodeKind, Play, Wiring};
    let (project, space) = gaits();
    let mut project = set(&project, space, |sample, _| sample.at[0] *= 1.3);
    let hero = project
        .graphs
        .values()
        .find(|graph| graph.name == "PG_Hero")
        .unwrap()
        .clone();
    let planter = hero
        .wiring
        .nodes
        .iter()
        .find(|node| node.name == "Feet on the ground")
        .unwrap();
    let mut planter = planter.clone();
    let kind = NodeKind::BlendSpacePlayer(BlendSpacePlayerNode {
        space: Some(space),
        x: "Speed".into(),
        y: 0.0.into(),
        play: Play::default(),
        looping: true,
    });
    if let NodeKind::Control(ControlNode {
        source,
        kind: ControlKind::FootPlacement(feet),
        ..
    }) = &mut planter.kind
    {
        *source = Some(Id(1));
        // Feet that are held hide what slides.
        feet.settings.lock = None;
    }
    let wiring = Wiring {
        parameters: hero.wiring.parameters.clone(),
        output: Some(planter.id),
        nodes: vec![Node::new(Id(1), kind), planter],
        ..Wiring::default()
    };
    project.graphs = [(
        Id(9),
        Arc::new(asset::PoseGraph {
            wiring: wiring.into(),
            ..asset::PoseGraph::new("PG", hero.skeleton)
        }),
    )]
    .into();
    let library = asset::compile(
        &project,
        &mut Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let bound = studio::drive::bound(&library, library.graph(Name::new("PG")).unwrap());
    let measured = |project: &Project| {
        let asked = SlideRequest {
            root: Arc::new(project.clone()),
            id: Id(9),
            pace: Pace::default(),
            bound: bound.clone(),
        };
        measure(&asked, |_| true).unwrap().unwrap()
    };
    let found = measured(&project);
    let scaled = fix(&found, "Scale strides to the speed");
    assert!(
        scaled.is_better() && scaled.after.mean < 0.8 * scaled.before.mean,
        "{scaled:?}"
    );
    let after = document::attempt(&project, &scaled.command).unwrap();
    let again = measured(&after);
    assert_eq!(again.found.score(), scaled.after);
    assert!(
        again.fixes.iter().all(|fix| fix.label != scaled.label),
        "once"
    );
}
