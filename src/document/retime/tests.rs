use crate::{
    ClipCommand, Command, Document, EditError,
    edits::{CLIP, MONTAGE, add_segment, document, montage_of, notify, segment},
};
use asset::{
    Id, NamedPose, PoseAsset, PoseGraph,
    clip::{Additive, AdditiveBase},
    graph::{CompositePart, Input, NodeKind},
    montage::Segment,
    source::{ClipRange, ClipSource},
};
use std::sync::Arc;

const REST: Id = Id(900);

/// A document whose clip lasts 2 s at 30 frames a second.
fn opened(segments: &[Segment]) -> Document {
    let mut project = (**document().project()).clone();
    let clip = Arc::make_mut(project.clips.get_mut(&CLIP).unwrap());
    clip.frame_rate = 30.0;
    clip.source = Arc::new(ClipSource {
        duration: 2.0,
        ..(*clip.source).clone()
    });
    let mut document = Document::new(project);
    for segment in segments {
        document
            .perform(&add_segment(segment.clone()), None)
            .unwrap();
    }
    document
}

fn piece(id: u64, (start, begin, end): (f32, f32, f32), rate: f32, loops: u32) -> Segment {
    Segment {
        clip: CLIP,
        clip_begin: begin,
        clip_end: end,
        rate,
        loops,
        ..segment(id, start)
    }
}

fn trim(begin: f32, end: f32) -> ClipCommand {
    ClipCommand::Trim(ClipRange { begin, end })
}

fn split(at: f32) -> ClipCommand {
    ClipCommand::Split {
        at,
        rest: REST,
        name: "rest".into(),
    }
}

fn perform(document: &mut Document, command: ClipCommand) -> Result<bool, EditError> {
    document.perform(&Command::Clip(CLIP, command), None)
}

/// The clip and the second of it that plays at a time of the montage.
fn playing(document: &Document, time: f32) -> Option<(Id, f32)> {
    let montage = montage_of(document);
    let segments = &montage.slots[0].segments;
    let it = segments
        .iter()
        .find(|it| (it.start..it.start + it.duration(1.0)).contains(&time))?;
    let once = (it.clip_end - it.clip_begin) / it.rate.abs();
    let into = ((time - it.start) % once) * it.rate.abs();
    let at = if it.rate > 0.0 {
        it.clip_begin + into
    } else {
        it.clip_end - into
    };
    Some((it.clip, at))
}

/// Each moment of the montage shows what `expected` makes of what it showed before.
fn check_moments(before: &Document, after: &Document, expected: impl Fn(f32) -> Option<(Id, f32)>) {
    for step in 0..400u16 {
        let time = f32::from(step) * 0.02 + 0.007;
        let wanted = playing(before, time).and_then(|(_, at)| expected(at));
        let found = playing(after, time);
        let is_same = match (wanted, found) {
            (Some(a), Some(b)) => a.0 == b.0 && (a.1 - b.1).abs() < 1e-3,
            (None, None) => true,
            _ => false,
        };
        assert!(is_same, "at {time}: {wanted:?} was meant, {found:?} plays");
    }
}

fn several() -> Vec<Segment> {
    vec![
        piece(50, (0.0, 0.0, 2.0), 1.0, 1),
        piece(51, (2.0, 0.5, 1.5), 2.0, 1),
        piece(52, (3.0, 0.0, 2.0), -1.0, 1),
        piece(53, (5.0, 1.0, 1.4), 1.0, 3),
    ]
}

#[test]
fn a_trimmed_clip_plays_in_montages_what_is_left_when_it_played_before() {
    let before = opened(&several());
    let mut after = opened(&several());
    assert_eq!(perform(&mut after, trim(0.3, 1.8)), Ok(true));
    let clip = &after.project().clips[&CLIP];
    assert!((clip.source.duration - 1.5).abs() < 1e-6);
    check_moments(&before, &after, |at| {
        (0.3..=1.8).contains(&at).then_some((CLIP, at - 0.3))
    });
    after.undo();
    assert_eq!(after.project().clips[&CLIP].source.duration, 2.0);
    assert_eq!(montage_of(&after), montage_of(&before));
}

#[test]
fn a_split_clip_plays_in_montages_what_it_played() {
    let before = opened(&several());
    let mut after = opened(&several());
    assert_eq!(perform(&mut after, split(0.8)), Ok(true));
    let rest = &after.project().clips[&REST];
    assert_eq!(rest.name, "rest");
    assert!((rest.source.duration - 1.2).abs() < 1e-6 && rest.origin.is_none());
    check_moments(&before, &after, |at| {
        Some(if at < 0.8 {
            (CLIP, at)
        } else {
            (REST, at - 0.8)
        })
    });
    let montage = montage_of(&after);
    let mut ids: Vec<Id> = montage.slots[0].segments.iter().map(|it| it.id).collect();
    let count = ids.len();
    ids.dedup();
    assert_eq!((ids.len(), count), (7, 7));
}

#[test]
fn a_reversed_clip_plays_in_montages_the_same_pieces_backwards() {
    let before = opened(&several());
    let mut after = opened(&several());
    assert_eq!(perform(&mut after, ClipCommand::Reverse), Ok(true));
    let montages = (montage_of(&before), montage_of(&after));
    for (was, is) in montages.0.slots[0]
        .segments
        .iter()
        .zip(&montages.1.slots[0].segments)
    {
        assert_eq!(
            (was.start, was.rate, was.loops),
            (is.start, is.rate, is.loops)
        );
        let mirrored = (2.0 - was.clip_end, 2.0 - was.clip_begin);
        assert!((is.clip_begin - mirrored.0).abs() < 1e-6);
        assert!((is.clip_end - mirrored.1).abs() < 1e-6);
    }
    assert_eq!(perform(&mut after, ClipCommand::Reverse), Ok(true));
    check_moments(&before, &after, |at| Some((CLIP, at)));
}

#[test]
fn notifies_follow_the_piece_that_they_are_on() {
    let mut document = opened(&[piece(50, (0.0, 0.0, 2.0), 1.0, 1)]);
    for (id, time) in [(70, 0.25), (71, 1.5)] {
        let hit = asset::Notify {
            link: asset::notify::Link::Relative(Id(50)),
            ..asset::Notify::instant(Id(id), crate::edits::TRACK, "hit", time)
        };
        document
            .perform(&notify(crate::NotifyCommand::Add(hit)), None)
            .unwrap();
    }
    perform(&mut document, split(1.0)).unwrap();
    let montage = montage_of(&document);
    let second = montage.slots[0].segments[1].id;
    let links: Vec<_> = montage
        .notifies
        .iter()
        .map(|it| it.link.segment())
        .collect();
    assert_eq!(links, [Some(Id(50)), Some(second)]);
}

#[test]
fn what_would_leave_an_asset_without_anything_is_refused_with_its_name() {
    let mut document = opened(&[piece(50, (0.0, 1.5, 2.0), 1.0, 1)]);
    let name = montage_of(&document).name;
    let refusal = perform(&mut document, trim(0.0, 1.0)).unwrap_err();
    assert_eq!(refusal, EditError::PartInUse { by: name.clone() });
    assert_eq!(
        refusal.to_string(),
        format!("“{name}” uses only the part that would be removed. Change it there first.")
    );
    let mut document = opened(&[piece(50, (0.0, 0.5, 1.5), 1.0, 2)]);
    let refusal = perform(&mut document, split(1.0)).unwrap_err();
    assert_eq!(refusal, EditError::LoopsOver { by: name.clone() });
    assert_eq!(
        refusal.to_string(),
        format!("“{name}” repeats a piece of the clip across this place. Split that piece first.")
    );
    assert_eq!(document.project().clips[&CLIP].source.duration, 2.0);
    assert!(!document.project().clips.contains_key(&REST));
}

#[test]
fn a_range_lies_on_the_clip_and_leaves_a_frame() {
    let mut document = opened(&[]);
    for bad in [
        trim(-0.1, 1.0),
        trim(0.5, 2.1),
        trim(1.0, 1.0),
        trim(1.0, 1.02),
        trim(1.5, 0.5),
        trim(f32::NAN, 1.0),
        trim(0.0, f32::INFINITY),
        split(0.0),
        split(2.0),
        split(1.99),
    ] {
        let refusal = perform(&mut document, bad.clone()).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "What is left of the clip must be at least one frame within it.",
            "{bad:?}"
        );
    }
    assert_eq!(perform(&mut document, trim(0.0, 2.0)), Ok(false));
    let frame = 1.0 / 30.0;
    assert_eq!(perform(&mut document, trim(1.0, 1.0 + frame)), Ok(true));
}

#[test]
fn the_new_clip_has_a_name_and_an_id_of_its_own() {
    let mut document = opened(&[]);
    let taken = document.project().clips[&CLIP].name.clone();
    let by_name = ClipCommand::Split {
        at: 1.0,
        rest: REST,
        name: taken.clone(),
    };
    assert_eq!(
        perform(&mut document, by_name),
        Err(EditError::NameTaken { name: taken })
    );
    let by_id = ClipCommand::Split {
        at: 1.0,
        rest: MONTAGE,
        name: "rest".into(),
    };
    assert_eq!(perform(&mut document, by_id), Err(EditError::IdTaken));
}

#[test]
fn poses_bases_and_parts_of_composites_follow() {
    let mut document = opened(&[]);
    let mut project = (**document.project()).clone();
    let skeleton = project.clips[&CLIP].skeleton;
    let mut poses = PoseAsset::new("faces", skeleton);
    poses.poses.push(NamedPose {
        id: Id(80),
        name: "smile".into(),
        clip: CLIP,
        time: 1.5,
    });
    project.pose_assets.insert(Id(81), Arc::new(poses));
    let mut lean = (*project.clips[&CLIP]).clone();
    lean.name = "lean".into();
    lean.additive = Some(Additive {
        base: AdditiveBase::ClipFrame {
            clip: CLIP,
            frame: 45,
        },
        ..Additive::default()
    });
    project.clips.insert(Id(82), Arc::new(lean));
    let mut graph = PoseGraph::new("moves", skeleton);
    let part = CompositePart {
        clip: Some(CLIP),
        begin: 0.5,
        end: 1.75,
        rate: 1.0,
        loops: 1,
    };
    let composite = asset::graph::nodes::SequenceCompositeNode {
        parts: vec![part],
        rate: Input::Number(1.0),
        looping: false,
        restarts: false,
        is_ignored_by_rules: false,
    };
    let wiring = Arc::make_mut(&mut graph.wiring);
    wiring.nodes.push(asset::graph::Node::new(
        Id(84),
        NodeKind::SequenceComposite(composite),
    ));
    project.graphs.insert(Id(83), Arc::new(graph));
    document = Document::new(project);

    let parts = |document: &Document| {
        let graph = &document.project().graphs[&Id(83)];
        let NodeKind::SequenceComposite(node) = &graph.wiring.nodes[0].kind else {
            panic!("a composite");
        };
        let rows = node
            .parts
            .iter()
            .map(|it| (it.clip.unwrap(), it.begin, it.end));
        rows.collect::<Vec<_>>()
    };
    perform(&mut document, split(1.0)).unwrap();
    assert_eq!(parts(&document), [(CLIP, 0.5, 1.0), (REST, 0.0, 0.75)]);
    let pose = document.project().pose_assets[&Id(81)].poses[0].clone();
    assert_eq!((pose.clip, pose.time), (REST, 0.5));
    let base = document.project().clips[&Id(82)].additive.unwrap().base;
    let frame = 15;
    assert_eq!(base, AdditiveBase::ClipFrame { clip: REST, frame });
    document.undo();

    perform(&mut document, trim(0.25, 1.625)).unwrap();
    assert_eq!(parts(&document), [(CLIP, 0.25, 1.375)]);
    let pose = document.project().pose_assets[&Id(81)].poses[0].clone();
    assert_eq!((pose.clip, pose.time), (CLIP, 1.25));
    document.undo();

    perform(&mut document, ClipCommand::Reverse).unwrap();
    assert_eq!(parts(&document), [(CLIP, 0.25, 1.5)]);
    assert_eq!(document.project().pose_assets[&Id(81)].poses[0].time, 0.5);
    document.undo();

    let gone = perform(&mut document, trim(0.0, 1.25)).unwrap_err();
    assert_eq!(gone, EditError::PartInUse { by: "faces".into() });
}
