use super::*;
use crate::{Clip, source::ClipSource};

const RIG: Id = Id(1);
const ROOT: Id = Id(10);

fn piece(id: u64, clip_begin: f32, clip_end: f32) -> Segment {
    Segment {
        id: Id(id),
        clip: Id(2),
        start: 0.0,
        clip_begin,
        clip_end,
        rate: 1.0,
        loops: 1,
    }
}

/// Clips 2 of two seconds and 3 of one; montage 10 with segments 20 and 21, its child 11 and that
/// one's child 12.
fn project() -> Project {
    let mut project = Project::default();
    for (id, duration) in [(2, 2.0), (3, 1.0)] {
        let source = Arc::new(ClipSource {
            duration,
            ..ClipSource::default()
        });
        project.clips.insert(
            Id(id),
            Arc::new(Clip::new(format!("{id}"), RIG, source, 30.0)),
        );
    }
    let mut root = Montage::new("root", RIG, &mut 5);
    root.slots[0].segments = vec![piece(20, 0.5, 1.5), piece(21, 1.25, 1.75)];
    project.montages.insert(ROOT, Arc::new(root));
    for (id, parent, overrides) in [(11, 10, vec![(20, 3), (21, 3)]), (12, 11, vec![(21, 2)])] {
        let overrides = overrides.into_iter().map(|(segment, clip)| Override {
            segment: Id(segment),
            clip: Id(clip),
        });
        let child = Montage {
            overrides: overrides.collect(),
            ..Montage::child(format!("{id}"), Id(parent), RIG)
        };
        project.montages.insert(Id(id), Arc::new(child));
    }
    project.derive_children();
    project
}

fn clips(project: &Project, id: u64) -> Vec<(u64, f32, f32)> {
    let segments = project.montages[&Id(id)]
        .slots
        .iter()
        .flat_map(|slot| &slot.segments);
    segments
        .map(|segment| (segment.clip.0, segment.clip_begin, segment.clip_end))
        .collect()
}

#[test]
fn a_child_is_its_root_with_other_clips_as_far_as_they_reach() {
    let mut project = project();
    assert_eq!(clips(&project, 11), [(3, 0.5, 1.0), (3, 0.0, 1.0)]);
    assert_eq!(clips(&project, 12), [(3, 0.5, 1.0), (2, 1.25, 1.75)]);
    Arc::make_mut(project.montages.get_mut(&ROOT).unwrap()).rate_scale = 3.0;
    let before = project.montages[&Id(12)].clone();
    project.derive_children();
    assert_eq!(
        (before.rate_scale, project.montages[&Id(12)].rate_scale),
        (1.0, 3.0)
    );
    assert_eq!(
        (
            project.root_montage(Id(12)),
            project.montages[&Id(12)].name.as_str()
        ),
        (Ok(ROOT), "12")
    );
    let known = project.clone();
    project.derive_children();
    assert!(
        project.is_same(&known),
        "what is up to date stays the very same"
    );
}

#[test]
fn one_without_a_root_is_told_why_and_has_nothing() {
    let set = |project: &mut Project, id: u64, parent: u64| {
        Arc::make_mut(project.montages.get_mut(&Id(id)).unwrap()).parent = Some(Id(parent));
    };
    let mut circle = project();
    set(&mut circle, 10, 12);
    let mut gone = project();
    gone.montages.remove(&ROOT);
    let mut deep = project();
    for id in 13..=30 {
        deep.montages
            .insert(Id(id), Arc::new(Montage::child("deep", Id(id - 1), RIG)));
    }
    assert_eq!(
        (deep.root_montage(Id(26)), deep.root_montage(Id(27))),
        (Ok(ROOT), Err(Orphan::TooDeep))
    );
    for (mut project, id, why) in [
        (circle, 11, Orphan::Cycle),
        (gone, 12, Orphan::Missing),
        (deep, 30, Orphan::TooDeep),
    ] {
        project.derive_children();
        assert_eq!(project.root_montage(Id(id)), Err(why));
        let child = &project.montages[&Id(id)];
        assert_eq!(child.own_part().into_owned(), **child, "{why:?}");
    }
}
