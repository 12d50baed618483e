//! Feet whose slide is known, and those of the sample.

use super::{
    BlendSpaceGraph, ContactSource, Map, RATE, Slid, Sole, crossings, film, program, standing,
};
use crate::drive::{Pace, bound};
use anim::{Library, Name, Transform};
use asset::graph::nodes::BlendSpacePlayerNode;
use asset::{
    BlendSpace, Clip, Id, PoseGraph, Project, Skeleton, SyncMarker,
    blend_space::{Axis, Sample},
    graph::{Node, NodeKind, Parameter, ParameterKind, Play, Wiring},
    skeleton::Bone,
    source::{Channel, ClipSource, Interpolation, SourceCurve, Track},
};
use glam::Vec3;
use std::sync::Arc;

/// Of a step, the part in which the foot stands; a step takes a second.
const STANCE: f32 = 0.6;
/// Metres that it is lifted.
const LIFT: f32 = 0.12;

/// A foot that goes back at `speed` while it stands, so that a character of that speed has it stand
/// still.
fn stepping(name: &str, skeleton: Id, speed: f32, by: ContactSource) -> Clip {
    let times: Vec<f32> = (0..=240).map(|nth| nth as f32 / 240.0).collect();
    let reach = speed * STANCE / 2.0;
    let place = |time: f32| {
        if time < STANCE {
            return Vec3::new(0.0, 0.1, reach - speed * time);
        }
        let part = (time - STANCE) / (1.0 - STANCE);
        let along = -(part * std::f32::consts::PI).cos();
        Vec3::new(
            0.0,
            0.1 + LIFT * (part * std::f32::consts::PI).sin(),
            reach * along,
        )
    };
    let values = times
        .iter()
        .flat_map(|time| place(*time).to_array())
        .collect();
    let translation = Some(Channel {
        interpolation: Interpolation::Linear,
        times,
        values,
    });
    let track = Track {
        bone: "foot".into(),
        translation,
        ..Track::default()
    };
    let standing = Channel {
        interpolation: Interpolation::Step,
        times: vec![0.0, STANCE, 1.0],
        values: vec![1.0, 0.0, 1.0],
    };
    let curves = if by == ContactSource::Curve {
        vec![SourceCurve {
            name: "Stands".into(),
            channel: standing,
        }]
    } else {
        Vec::new()
    };
    let mut clip = Clip::new(
        name,
        skeleton,
        Arc::new(ClipSource {
            duration: 1.0,
            tracks: vec![track],
            curves,
        }),
        240.0,
    );
    if by == ContactSource::Marker {
        // Of another foot too, in the middle of a stance, and one of its own where it begins.
        let marker = |(nth, (name, time)): (u64, (&str, f32))| SyncMarker {
            id: Id(nth),
            name: name.into(),
            time,
        };
        clip.sync_markers = (0..)
            .zip([("Down", 0.0), ("Other", 0.3)])
            .map(marker)
            .collect();
    }
    clip
}

/// A blend space over one axis of m/s of such clips: where each stands, and how fast it goes.
fn space(samples: &[(f32, f32)], by: ContactSource) -> (Arc<Library>, BlendSpaceGraph, Sole) {
    let mut project = Project::default();
    let bones = vec![
        Bone::new("root", None, Transform::IDENTITY),
        Bone::new("foot", Some(0), Transform::from_translation(Vec3::Y * 0.1)),
    ];
    project.skeletons.insert(
        Id(1),
        Arc::new(Skeleton {
            name: "feet".into(),
            bones,
            ..Skeleton::default()
        }),
    );
    let axis = Axis {
        unit: "m/s".into(),
        ..Axis::new("Speed", 0.0, 4.0)
    };
    let mut blend = BlendSpace {
        axes: vec![axis],
        ..BlendSpace::new("BS", Id(1))
    };
    for (nth, (at, speed)) in samples.iter().enumerate() {
        let clip = Id(10 + nth as u64);
        project.clips.insert(
            clip,
            Arc::new(stepping(&format!("c{nth}"), Id(1), *speed, by)),
        );
        blend.samples.push(Sample {
            id: Id(20 + nth as u64),
            clip,
            at: [*at, 0.0],
            rate: 1.0,
        });
    }
    project.blend_spaces.insert(Id(2), Arc::new(blend));
    let parameter = Parameter::new(
        Id(30),
        "X",
        ParameterKind::Float {
            default: 0.0,
            range: Some([0.0, 4.0]),
        },
    );
    let kind = NodeKind::BlendSpacePlayer(BlendSpacePlayerNode {
        space: Some(Id(2)),
        x: "X".into(),
        y: 0.0.into(),
        play: Play::default(),
        looping: true,
    });
    let wiring = Wiring {
        parameters: vec![parameter],
        nodes: vec![Node::new(Id(31), kind)],
        output: Some(Id(31)),
        ..Wiring::default()
    };
    project.graphs.insert(
        Id(3),
        Arc::new(PoseGraph {
            wiring: wiring.into(),
            ..PoseGraph::new("PG", Id(1))
        }),
    );
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let space = BlendSpaceGraph {
        graph: Name::new("PG"),
        axes: vec![(Name::new("X"), [0.0, 4.0])],
        speed: Some(0),
        direction: None,
    };
    let sole = Sole::new(
        &library.skeletons[0],
        Name::new("foot"),
        None,
        Some(Name::new("Stands")),
    )
    .unwrap();
    let sole = Sole {
        marker: Some(Name::new("Down")),
        ..sole
    };
    (library, space, sole)
}

fn at(samples: &[(f32, f32)], by: ContactSource, speed: f64) -> Vec<super::Contact> {
    let (library, space, sole) = space(samples, by);
    space
        .film(&library, &[sole], [speed, 0.0], |_| true)
        .unwrap()
        .contacts
}

/// Within 5 %, and a tick's worth of where a contact begins and ends.
#[test]
fn what_a_foot_slides_is_what_it_was_made_to() {
    for by in [
        ContactSource::Curve,
        ContactSource::Marker,
        ContactSource::Way,
    ] {
        for (clip, speed) in [
            (1.2, 1.2),
            (1.2, 1.3),
            (1.2, 1.0),
            (1.2, 2.0),
            (3.0, 2.0),
            (2.0, 2.3),
        ] {
            let found = at(&[(1.0, clip)], by, speed);
            let truth = (speed - f64::from(clip)).abs() * f64::from(STANCE);
            assert_eq!(found.len(), 3, "three steps in three seconds: {found:?}");
            // The last one is cut off.
            for contact in &found[..2] {
                let (slide, frame) = (contact.slide, (speed - f64::from(clip)).abs() / 60.0);
                let tick = (speed - f64::from(clip)).abs() / RATE;
                assert!(
                    (slide - truth).abs() < 0.05 * truth + 2.0 * tick + 1e-4,
                    "{clip} at {speed}: {slide} for {truth}"
                );
                assert!(
                    (contact.frame - frame).abs() < 0.05 * frame + 3e-4,
                    "{}, {frame}",
                    contact.frame
                );
                assert_eq!(contact.by, by);
                let long = contact.to - contact.from;
                assert!(
                    (long - f64::from(STANCE)).abs() < 0.04,
                    "it stands for {long} s"
                );
            }
        }
    }
}

#[test]
fn a_map_is_worst_where_a_sample_stands_beside_its_speed_and_clean_where_all_fit() {
    let fits = [(1.0, 1.0), (2.0, 2.0), (4.0, 4.0)];
    let (library, space, sole) = space(&fits, ContactSource::Curve);
    let soles = [sole];
    let map = space.map(&library, &soles, [9, 1], |_| true).unwrap();
    assert_eq!((map.size, map.cells.len()), ([9, 1], 9));
    assert!(
        map.cells[2..]
            .iter()
            .all(|cell| cell.slid.worst < 0.01 && cell.slid.contacts > 1),
        "{map:?}"
    );
    // Slower than the slowest: the character goes 0.5 m/s, its feet 1.
    assert!(
        (map.cells[1].slid.worst - 0.3).abs() < 0.02,
        "{:?}",
        map.cells[1]
    );
    let wrong = [(1.0, 1.0), (2.5, 2.0), (4.0, 4.0)];
    let (library, space, _) = self::space(&wrong, ContactSource::Curve);
    let map = space.map(&library, &soles, [9, 1], |_| true).unwrap();
    let worst = map.cells[2..]
        .iter()
        .max_by(|a, b| a.slid.worst.total_cmp(&b.slid.worst))
        .unwrap();
    assert!(
        worst.at == [2.5, 0.0] && (worst.slid.worst - 0.3).abs() < 0.02,
        "{worst:?}"
    );
    let mut calls = 0;
    assert_eq!(
        space.map(&library, &soles, [9, 1], |_| {
            calls += 1;
            calls < 5
        }),
        None::<Map>,
        "it can be stopped"
    );
    let gone = BlendSpaceGraph {
        graph: Name::new("none"),
        ..space
    };
    assert!(gone.map(&library, &soles, [2, 2], |_| true).is_none());
}

#[test]
fn a_foot_that_is_not_there_or_that_never_comes_down_has_no_contacts() {
    let (library, space, sole) = space(&[(1.0, 1.0)], ContactSource::Curve);
    assert!(Sole::new(&library.skeletons[0], Name::new("none"), None, None).is_none());
    assert!(
        Sole::new(
            &library.skeletons[0],
            Name::new("foot"),
            Some(Name::new("none")),
            None
        )
        .is_none()
    );
    let take = crate::sweep::SweepTake {
        library: library.clone(),
        inputs: Vec::new(),
        seconds: 1.0,
    };
    assert!(
        film(&take, 0.0, &[sole], |_| true)
            .unwrap()
            .contacts
            .is_empty(),
        "there is nobody"
    );
    let found = space.film(&library, &[], [1.0, 0.0], |_| true).unwrap();
    assert_eq!(Slid::of(found.contacts.iter()), Slid::default());
}

fn hero() -> (Arc<Library>, Vec<Sole>) {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let hero = library.graph(Name::new("PG_Hero")).unwrap().skeleton();
    let skeleton = library.skeleton(hero).unwrap();
    let name = |stem: &str, side: &str| Name::new(&format!("{stem}_{side}"));
    let sole = |side: &str| {
        let curve = Name::new(&format!("Contact_{}", side.to_uppercase()));
        Sole::new(
            skeleton,
            name("foot", side),
            Some(name("ball", side)),
            Some(curve),
        )
        .unwrap()
    };
    let soles = ["l", "r"].map(sole).to_vec();
    (library, soles)
}

/// The sample's clips stand where their own roots go: their feet roll, and do not slide.
#[test]
fn feet_of_the_sample_roll_and_do_not_slide_where_a_clip_stands() {
    let mut project = mannequin::sample();
    let (id, space) = project
        .blend_spaces
        .iter()
        .find(|(_, space)| space.name == "BS_Locomotion")
        .unwrap();
    let (id, space) = (*id, space.clone());
    let trial = asset::trial::trial_of(&project, id).unwrap();
    let name = Name::new(&trial.name);
    project.graphs.insert(asset::trial::TRIAL, Arc::new(trial));
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let space = BlendSpaceGraph::new(name, asset::trial::inputs(&space));
    let (_, soles) = hero();
    for (direction, speed) in [
        (0.0, 1.4),
        (0.0, 3.0),
        (0.0, 5.0),
        (-90.0, 1.0),
        (90.0, 1.0),
        (180.0, 1.2),
    ] {
        let own = space
            .film(&library, &soles, [direction, speed], |_| true)
            .unwrap();
        let slid = Slid::of(own.contacts.iter());
        assert!(
            slid.contacts > 4 && slid.detected == 0 && slid.worst < 2e-3,
            "{direction}° {speed} m/s: {slid:?}"
        );
        // Without curves as many contacts are found, and little of what the feet do before and
        // after them.
        let bare: Vec<Sole> = soles
            .iter()
            .map(|sole| Sole {
                contact: None,
                ..sole.clone()
            })
            .collect();
        let found = Slid::of(
            space
                .film(&library, &bare, [direction, speed], |_| true)
                .unwrap()
                .contacts
                .iter(),
        );
        println!("{direction} {speed} {found:?}");
        assert!(
            found.detected == found.contacts && found.contacts.abs_diff(slid.contacts) <= 1,
            "{found:?}"
        );
        assert!(found.worst < 0.02, "{direction}° {speed} m/s: {found:?}");
        let by_marker = |(sole, marker): (&Sole, &str)| Sole {
            marker: Some(Name::new(marker)),
            ..sole.clone()
        };
        let marked: Vec<Sole> = bare.iter().zip(["L", "R"]).map(by_marker).collect();
        let found = Slid::of(
            space
                .film(&library, &marked, [direction, speed], |_| true)
                .unwrap()
                .contacts
                .iter(),
        );
        println!("{direction} {speed} {found:?}");
        assert!(
            found.marked == found.contacts && found.contacts.abs_diff(slid.contacts) <= 1,
            "{found:?}"
        );
        assert!(found.worst < 0.02, "{direction}° {speed} m/s: {found:?}");
    }
}

/// A foot at rest has no marker to pass: its way tells between those that walk.
#[test]
fn markers_and_ways_tell_of_one_foot_in_turns() {
    let (library, soles) = hero();
    let by_marker = |(sole, marker): (&Sole, &str)| Sole {
        marker: Some(Name::new(marker)),
        contact: None,
        ..sole.clone()
    };
    let marked: Vec<Sole> = soles.iter().zip(["L", "R"]).map(by_marker).collect();
    let graph = Name::new("PG_Hero");
    let bound = bound(&library, library.graph(graph).unwrap());
    let take = program(&library, graph, Pace::default(), &bound).unwrap();
    let film = film(&take, 0.5, &marked, |_| true).unwrap();
    let slid = Slid::of(film.contacts.iter());
    assert!(
        slid.marked > 40 && slid.detected > 5 && slid.marked + slid.detected == slid.contacts,
        "{slid:?}"
    );
    for foot in 0..2 {
        let mut ends: Vec<[usize; 2]> = film
            .contacts
            .iter()
            .filter(|it| it.foot == foot)
            .map(|it| it.ticks)
            .collect();
        ends.sort_unstable();
        let meet = ends
            .windows(2)
            .filter(|pair| pair[0][1] > pair[1][0])
            .count();
        assert_eq!(meet, 0, "no two at once: {ends:?}");
    }
}

/// The course takes most transitions of the hero's legs, and tells of each.
#[test]
fn the_course_takes_transitions_and_tells_what_slides_in_each() {
    let (library, soles) = hero();
    let graph = Name::new("PG_Hero");
    let bound = bound(&library, library.graph(graph).unwrap());
    assert!(bound.len() >= 5, "{bound:?}");
    let take = program(&library, graph, Pace::default(), &bound).unwrap();
    let found = film(&take, 0.5, &soles, |_| true).unwrap();
    let all = crossings(&library, graph, &found);
    let machine = library.graph(graph).unwrap().machines().next().unwrap().1;
    let text = |state: u16| {
        machine
            .parts()
            .states
            .get(usize::from(state))
            .map_or("", |it| library.names.text(it.name))
    };
    for row in &all {
        println!(
            "{:<10} {:<10} {:2} times {:3} contacts {:6.1} mm worst {:6.1} mean",
            text(row.from),
            text(row.to),
            row.times,
            row.slid.contacts,
            row.slid.worst * 1e3,
            row.slid.mean * 1e3
        );
    }
    assert!(
        all.iter().filter(|row| row.times > 0).count() >= 24,
        "{all:?}"
    );
    assert!(
        all.iter()
            .all(|row| (row.times > 0) || row.slid == Slid::default())
    );
    let again = film(&take, 0.5, &soles, |_| true).unwrap();
    assert_eq!(
        crossings(&library, graph, &again),
        all,
        "the same every time"
    );
}

/// What is detected in a clip is what its curves say, to two frames at an end; and a foot that
/// always stands does from end to end.
#[test]
fn where_feet_stand_in_a_clip_is_found_without_its_curves() {
    let (library, soles) = hero();
    for name in ["Walk_Fwd", "Jog_Fwd", "Walk_Bwd"] {
        let clip = library.clip(Name::new(name)).unwrap();
        let found = standing(&library, clip.name, &soles).unwrap();
        for (sole, spans) in soles.iter().zip(&found) {
            assert!(
                spans.windows(2).all(|pair| pair[0][1] < pair[1][0]),
                "apart: {spans:?}"
            );
            let curve = clip
                .curves
                .iter()
                .find(|curve| Some(curve.name) == sole.contact)
                .unwrap();
            let steps = (f64::from(clip.length) * 240.0) as usize;
            let wrong = (0..steps).filter(|step| {
                let time = *step as f64 / 240.0;
                let keys = &clip.curve_keys
                    [curve.first_key as usize..(curve.first_key + curve.key_count) as usize];
                let stands = curve.value(keys, time as f32).unwrap() > 0.5;
                stands != spans.iter().any(|[from, to]| (*from..=*to).contains(&time))
            });
            let (seconds, ends) = (wrong.count() as f64 / 240.0, 2 * spans.len().max(1));
            assert!(
                seconds < ends as f64 / 30.0,
                "{name} {:?}: {seconds} s of {spans:?}",
                sole.name
            );
        }
    }
    let idle = library.clip(Name::new("Idle")).unwrap();
    for spans in standing(&library, idle.name, &soles).unwrap() {
        assert_eq!(spans, [[0.0, f64::from(idle.length)]]);
    }
    assert!(standing(&library, Name::new("none"), &soles).is_none());
}
