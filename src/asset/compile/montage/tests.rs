//! What a montage compiles to, and what is said of one that cannot.

use super::*;
use crate::{
    Cache, Clip, Severity, compile,
    montage::{Blend as Authored, Section, Segment as Piece, Slot as Track},
    notify::{Action, Notify},
    skeleton::{BlendProfile, Bone, BoneWeights},
    source::ClipSource,
};
use anim::{
    Transform,
    montage::{Easing, NO_SECTION},
};

const RIG: Id = Id(1);
const CLIP: Id = Id(2);
const MONTAGE: Id = Id(3);
const FAST: Id = Id(4);
const MASK: Id = Id(5);

fn piece(id: u64, start: f32) -> Piece {
    Piece {
        id: Id(id),
        clip: CLIP,
        start,
        clip_begin: 0.25,
        clip_end: 0.75,
        rate: 1.0,
        loops: 1,
    }
}

fn section(id: u64, start: f32, next: Option<u64>) -> Section {
    Section {
        id: Id(id),
        name: format!("{id}"),
        start,
        next: next.map(Id),
        color: 0,
    }
}

/// A second of a clip that plays at double rate: two pieces of a quarter second after each other.
fn project() -> Project {
    let bone = Bone::new("root", None, Transform::IDENTITY);
    let profile = |id, name: &str, mode| BlendProfile {
        id,
        name: name.into(),
        mode,
        factors: BoneWeights::new(),
    };
    let profiles = vec![
        profile(FAST, "fast", ProfileMode::WeightFactor),
        profile(MASK, "mask", ProfileMode::BlendMask),
    ];
    let skeleton = Skeleton {
        name: "rig".into(),
        bones: vec![bone],
        blend_profiles: profiles,
        ..Skeleton::default()
    };
    let source = Arc::new(ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    });
    let mut montage = Montage::new("montage", RIG, &mut 100);
    montage.slots[0].segments = vec![piece(20, 0.0), piece(21, 0.25)];
    let mut project = Project::default();
    project.skeletons.insert(RIG, Arc::new(skeleton));
    project.clips.insert(
        CLIP,
        Arc::new(Clip {
            rate_scale: 2.0,
            ..Clip::new("clip", RIG, source, 10.0)
        }),
    );
    project.montages.insert(MONTAGE, Arc::new(montage));
    project
}

fn edited(edit: impl FnOnce(&mut Montage)) -> (Option<Arc<anim::Montage>>, Vec<Diagnostic>) {
    let mut project = project();
    edit(Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap()));
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    (
        compiled.library.montages.first().cloned(),
        compiled.diagnostics,
    )
}

fn kinds(edit: impl FnOnce(&mut Montage)) -> Vec<(Severity, Option<Id>, Kind)> {
    edited(edit)
        .1
        .into_iter()
        .map(|found| (found.severity, found.subject.item, found.kind))
        .collect()
}

/// Whatever is edited, a cache that saw what was before gives what a fresh one does; what does not
/// touch the montage leaves it as it is.
#[test]
fn an_edit_recompiles_the_montages_that_it_reaches_and_no_others() {
    type Edit = fn(&mut Project);
    fn skeleton(project: &mut Project) -> &mut Skeleton {
        Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap())
    }
    fn clip(project: &mut Project) -> &mut Clip {
        Arc::make_mut(project.clips.get_mut(&CLIP).unwrap())
    }
    fn montage(project: &mut Project) -> &mut Montage {
        Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap())
    }
    let edits: [(bool, Edit); 11] = [
        (false, |p| p.name = "renamed".into()),
        (false, |p| clip(p).looping = true),
        (false, |p| {
            drop(
                p.montages
                    .insert(Id(60), Arc::new(Montage::new("another", RIG, &mut 200))),
            )
        }),
        (true, |p| clip(p).rate_scale = 0.5),
        (true, |p| {
            clip(p).additive = Some(crate::clip::Additive::default())
        }),
        (true, |p| drop(p.clips.remove(&CLIP))),
        (true, |p| drop(p.skeletons.remove(&RIG))),
        (true, |p| skeleton(p).blend_profiles.clear()),
        (true, |p| montage(p).blend_in.profile = Some(FAST)),
        (true, |p| montage(p).sections.push(section(70, 0.25, None))),
        (true, |p| clip(p).skeleton = Id(9)),
    ];
    for (at, (reaches, edit)) in edits.into_iter().enumerate() {
        let mut project = project();
        let mut cache = Cache::default();
        let before = compile(&project, &mut cache, crate::CompileOptions::default())
            .library
            .montages[0]
            .clone();
        edit(&mut project);
        let (warm, fresh) = (
            compile(&project, &mut cache, crate::CompileOptions::default()),
            compile(
                &project,
                &mut Cache::default(),
                crate::CompileOptions::default(),
            ),
        );
        assert_eq!(warm.library, fresh.library, "edit {at}");
        assert_eq!(warm.diagnostics, fresh.diagnostics, "edit {at}");
        assert_eq!(warm.sources, fresh.sources, "edit {at}");
        let is_kept = warm
            .library
            .montages
            .iter()
            .any(|montage| Arc::ptr_eq(montage, &before));
        assert!(is_kept != reaches, "edit {at}");
    }
}

/// A clip that comes in before it in the library moves its index.
#[test]
fn a_segment_follows_its_clip_through_the_library() {
    let mut project = project();
    let mut cache = Cache::default();
    compile(&project, &mut cache, crate::CompileOptions::default());
    for (at, name) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
        let source = project.clips[&CLIP].source.clone();
        project.clips.insert(
            Id(50 + at as u64),
            Arc::new(Clip::new(name, RIG, source, 10.0)),
        );
        let library = compile(&project, &mut cache, crate::CompileOptions::default()).library;
        let segment = library.montages[0].segments[0];
        assert_eq!(
            library.clips[segment.clip as usize].name,
            Name::new("clip"),
            "beside {name}"
        );
    }
}

/// Without a clip that moves its root there is nothing to take the root's motion from.
#[test]
fn every_switch_and_number_reaches_what_plays() {
    for flags in 0..16 {
        let is = |bit: u32| flags & bit != 0;
        let mut project = project();
        Arc::make_mut(project.clips.get_mut(&CLIP).unwrap())
            .root_motion
            .enabled = is(8);
        let montage = Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap());
        (
            montage.auto_blend_out,
            montage.root_translation,
            montage.root_rotation,
        ) = (is(1), is(2), is(4));
        (montage.rate_scale, montage.blend_out_trigger) = (1.5, 0.125);
        let compiled = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let m = &compiled.library.montages[0];
        let moves = [m.root_translation, m.root_rotation];
        assert_eq!(
            (m.auto_blend_out, moves),
            (is(1), [2, 4].map(|bit| is(bit) && is(8)))
        );
        assert_eq!(
            (m.rate_scale, m.blend_out_trigger, m.length),
            (1.5, 0.125, 0.5)
        );
        assert_eq!(
            (m.name, m.group, m.skeleton),
            (
                Name::new("montage"),
                Name::new(DEFAULT_GROUP),
                Name::new("rig")
            )
        );
        assert_eq!(compiled.diagnostics, []);
    }
}

#[test]
fn both_blends_keep_their_time_easing_kind_and_profile() {
    let (fast, none) = (Name::new("fast"), Name::NONE);
    for (profile, name) in [(None, none), (Some(FAST), fast)] {
        for inertialize in [false, true] {
            let blend = |time, easing, inertialize| Authored {
                time,
                easing,
                curve: None,
                inertialize,
                profile,
            };
            let (compiled, found) = edited(|m| {
                m.blend_in = blend(0.1, Easing::Sine, inertialize);
                m.blend_out = blend(0.2, Easing::CubicInOut, !inertialize);
            });
            let m = compiled.unwrap();
            let expected = |time, easing, inertialize| Blend {
                time,
                easing,
                inertialize,
                profile: name,
            };
            assert_eq!(m.blend_in, expected(0.1, Easing::Sine, inertialize));
            assert_eq!(m.blend_out, expected(0.2, Easing::CubicInOut, !inertialize));
            assert_eq!(found, []);
        }
    }
}

#[test]
fn a_profile_that_is_gone_or_says_nothing_of_time_is_left_out_and_named() {
    for profile in [MASK, Id(99)] {
        let (compiled, found) = edited(|m| m.blend_out.profile = Some(profile));
        assert_eq!(compiled.unwrap().blend_out.profile, Name::NONE);
        assert!(
            matches!(
                found[..],
                [Diagnostic {
                    kind: Kind::ProfileMissing,
                    ..
                }]
            ),
            "{found:?}"
        );
    }
}

#[test]
fn segments_keep_their_numbers_and_take_the_clip_s_rate() {
    let (compiled, _) = edited(|m| {
        m.slots[0].segments = vec![
            Piece {
                rate: -0.5,
                loops: 3,
                ..piece(21, 0.25)
            },
            piece(20, 0.0),
        ];
        m.slots.push(Track {
            id: Id(30),
            name: "arms".into(),
            segments: vec![piece(31, 0.5)],
            locked: false,
        });
    });
    let m = compiled.unwrap();
    let numbers = |s: &Segment| {
        (
            s.id,
            s.clip,
            s.start,
            (s.clip_begin, s.clip_end),
            s.rate,
            s.loops,
        )
    };
    let span = (0.25, 0.75);
    assert_eq!(numbers(&m.segments[0]), (20, 0, 0.0, span, 2.0, 1));
    assert_eq!(numbers(&m.segments[1]), (21, 0, 0.25, span, -1.0, 3));
    assert_eq!(numbers(&m.segments[2]), (31, 0, 0.5, span, 2.0, 1));
    let slots: Vec<_> = m
        .slots
        .iter()
        .map(|slot| (slot.name, slot.first_segment, slot.segment_count))
        .collect();
    assert_eq!(
        slots,
        [(Name::new("DefaultSlot"), 0, 2), (Name::new("arms"), 2, 1)]
    );
    assert_eq!(m.length, 1.75);
}

#[test]
fn segments_may_touch_and_no_more() {
    assert_eq!(kinds(|m| m.slots[0].segments[1].start = 0.24995), []);
    let overlap = (Severity::Error, Some(Id(21)), Kind::SegmentsOverlap);
    assert_eq!(kinds(|m| m.slots[0].segments[1].start = 0.2497), [overlap]);
}

#[test]
fn a_segment_that_cannot_play_is_named() {
    let bad = |edit: fn(&mut Piece)| {
        let kinds = kinds(|m| edit(&mut m.slots[0].segments[1]));
        assert_eq!(kinds, [(Severity::Error, Some(Id(21)), Kind::BadSegment)]);
    };
    bad(|s| s.start = -0.1);
    bad(|s| s.start = f32::NAN);
    bad(|s| s.start = f32::INFINITY);
    bad(|s| s.clip_end = f32::INFINITY);
    bad(|s| s.rate = f32::NAN);
    bad(|s| s.rate = 0.0);
    bad(|s| s.loops = 0);
    bad(|s| s.clip_end = s.clip_begin);
    let missing = kinds(|m| m.slots[0].segments[1].clip = Id(99));
    assert_eq!(
        missing,
        [(Severity::Error, Some(Id(21)), Kind::ClipMissing)]
    );
}

#[test]
fn sections_follow_in_time_and_link_by_where_they_are() {
    let sections = vec![
        section(42, 0.3, None),
        section(40, 0.0, Some(42)),
        section(41, 0.1, Some(41)),
    ];
    let (compiled, found) = edited(|m| m.sections = sections);
    let links: Vec<_> = compiled
        .unwrap()
        .sections
        .iter()
        .map(|s| (s.name, s.start, s.next))
        .collect();
    let name = |name: &str| Name::new(name);
    assert_eq!(
        links,
        [
            (name("40"), 0.0, 2),
            (name("41"), 0.1, 1),
            (name("42"), 0.3, NO_SECTION)
        ]
    );
    let kinds: Vec<_> = found.into_iter().map(|found| found.kind).collect();
    assert_eq!(kinds, [Kind::SectionUnreachable { name: "41".into() }]);
}

#[test]
fn a_branching_point_reaches_a_section_from_where_it_lies() {
    let unreached = |time: f32, branching: bool| {
        let found = kinds(|m| {
            m.sections = vec![
                section(40, 0.0, None),
                section(41, 0.2, None),
                section(42, 0.4, None),
            ];
            let mut jump = Notify::instant(Id(50), m.tracks[0].id, "jump", time);
            (jump.branching, jump.action) = (branching, Action::JumpToSection(Id(42)));
            m.notifies = vec![jump].into();
        });
        found
            .into_iter()
            .filter_map(|(_, item, _)| item)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        unreached(0.0, true),
        [Id(41)],
        "the start of a section is its own"
    );
    assert_eq!(unreached(0.1, true), [Id(41)]);
    assert_eq!(
        unreached(0.2, true),
        [Id(41)],
        "the end of a section is still its own"
    );
    assert_eq!(unreached(0.3, true), [Id(41), Id(42)]);
    assert_eq!(unreached(0.1, false), [Id(41), Id(42)]);
}

#[test]
fn sections_that_cannot_be_are_named() {
    let late = kinds(|m| m.sections[0].start = 0.1);
    assert!(
        late.contains(&(Severity::Error, None, Kind::MontageSections)),
        "{late:?}"
    );
    let twice = |m: &mut Montage| {
        m.sections = vec![
            section(40, 0.0, Some(41)),
            Section {
                name: "40".into(),
                ..section(41, 0.2, None)
            },
        ];
    };
    let duplicate = Kind::DuplicateSectionName { name: "40".into() };
    assert_eq!(kinds(twice), [(Severity::Error, Some(Id(41)), duplicate)]);
    let beyond =
        |m: &mut Montage| m.sections = vec![section(40, 0.0, Some(41)), section(41, 0.5, None)];
    let unreachable = Kind::SectionUnreachable { name: "41".into() };
    assert_eq!(
        kinds(beyond),
        [(Severity::Warning, Some(Id(41)), unreachable)]
    );
    assert_eq!(edited(beyond).0.unwrap().sections.len(), 1);
}

#[test]
fn a_segment_lasts_as_long_as_its_clip_takes_at_both_rates() {
    assert_eq!(piece(20, 0.0).duration(1.0), 0.5);
    assert_eq!(
        Piece {
            rate: -2.0,
            loops: 3,
            ..piece(20, 0.0)
        }
        .duration(0.5),
        1.5
    );
}

#[test]
fn numbers_beyond_what_plays_are_brought_to_it_and_named() {
    let out_of_range = |found: &[(Severity, Option<Id>, Kind)]| -> Vec<(Option<Id>, &'static str)> {
        let fields = found
            .iter()
            .map(|(severity, item, kind)| match (severity, kind) {
                (Severity::Warning, Kind::OutOfRange { field, .. }) => (*item, *field),
                other => panic!("{other:?}"),
            });
        fields.collect()
    };
    let over = |value: f32| value.next_up();
    let most = anim::limits::MOST_RATE;
    for (rate, expected) in [
        (over(most), most),
        (1e30, most),
        (f32::MAX, most),
        (-over(most), -most),
        (-1e30, -most),
    ] {
        let edit = |montage: &mut Montage| montage.rate_scale = rate;
        assert_eq!(out_of_range(&kinds(edit)), [(None, "rate scale")], "{rate}");
        assert_eq!(edited(edit).0.unwrap().rate_scale, expected);
        let piece = |montage: &mut Montage| montage.slots[0].segments[0].rate = rate;
        let found = kinds(piece);
        assert_eq!(
            out_of_range(&found[..1]),
            [(Some(Id(20)), "rate")],
            "{rate}"
        );
        assert_eq!(
            edited(piece).0.unwrap().segments[0].rate,
            expected * 2.0,
            "times the clip's own"
        );
    }
    for (loops, expected) in [(10_001, 10_000), (u32::MAX, 10_000)] {
        let edit =
            |montage: &mut Montage| montage.slots[0].segments.last_mut().unwrap().loops = loops;
        assert_eq!(
            out_of_range(&kinds(edit)),
            [(Some(Id(21)), "number of loops")]
        );
        assert_eq!(edited(edit).0.unwrap().segments[1].loops, expected);
    }
    let edit = |montage: &mut Montage| montage.blend_in.time = 3601.0;
    assert_eq!(
        (
            out_of_range(&kinds(edit)).len(),
            edited(edit).0.unwrap().blend_in.time
        ),
        (1, 3600.0)
    );
    let edit = |montage: &mut Montage| montage.blend_out_trigger = -1e9;
    assert_eq!(
        (
            out_of_range(&kinds(edit)).len(),
            edited(edit).0.unwrap().blend_out_trigger
        ),
        (1, -3600.0)
    );
    // At the bounds nothing is said, and nothing is changed.
    let bounds = |montage: &mut Montage| {
        (
            montage.rate_scale,
            montage.blend_in.time,
            montage.blend_out_trigger,
        ) = (-most, 3600.0, -3600.0);
        montage.slots[0].segments.last_mut().unwrap().loops = 10_000;
    };
    assert_eq!(kinds(bounds), []);
    assert_eq!(edited(bounds).0.unwrap().rate_scale, -most);
}

#[test]
fn a_montage_longer_than_a_day_is_left_out_and_named() {
    let start = |at: f32| move |montage: &mut Montage| montage.slots[0].segments[1].start = at;
    let too_long = (Severity::Error, Some(Id(21)), Kind::TooLong);
    for at in [86_400.0, 1e9, f32::MAX] {
        assert!(kinds(start(at)).contains(&too_long), "{at}");
        let length = edited(start(at)).0.map_or(0.0, |montage| montage.length);
        assert!(length <= anim::limits::LONGEST, "{length}");
    }
    assert!(!kinds(start(86_399.0)).contains(&too_long));
    // Turns that together last longer.
    let turns = |montage: &mut Montage| {
        let piece = &mut montage.slots[0].segments[1];
        (piece.rate, piece.loops) = (0.01, 10_000);
    };
    assert!(kinds(turns).contains(&too_long));
}

#[test]
fn lists_longer_than_what_plays_end_there_and_are_named() {
    let many =
        |what: &'static str, most: usize| (Severity::Warning, None, Kind::TooMany { what, most });
    let notifies = |count: u64| {
        move |montage: &mut Montage| {
            let track = montage.tracks[0].id;
            let notify = |at: u64| Notify::instant(Id(1000 + at), track, "n", at as f32 * 1e-5);
            montage.notifies = (0..count).map(notify).collect();
        }
    };
    assert_eq!(
        (
            kinds(notifies(16_384)),
            edited(notifies(16_384)).0.unwrap().notifies.len()
        ),
        (vec![], 16_384)
    );
    assert_eq!(kinds(notifies(16_385)), [many("notifies", 16_384)]);
    let kept = edited(notifies(20_000)).0.unwrap();
    assert_eq!(
        (kept.notifies.len(), kept.notifies[16_383].id),
        (16_384, 1000 + 16_383),
        "the first in time"
    );
    let sections = |count: u64| {
        move |montage: &mut Montage| {
            montage.sections = (0..count)
                .map(|at| section(1000 + at, at as f32 * 1e-4, Some(1000 + at + 1)))
                .collect();
            montage.sections.last_mut().unwrap().next = None;
        }
    };
    assert!(!kinds(sections(1000)).contains(&many("sections", 1000)));
    assert!(kinds(sections(1001)).contains(&many("sections", 1000)));
    assert_eq!(edited(sections(1001)).0.unwrap().sections.len(), 1000);
    let segments = |count: u64| {
        move |montage: &mut Montage| {
            montage.slots[0].segments = (0..count)
                .map(|at| Piece {
                    rate: 50.0,
                    ..piece(1000 + at, at as f32 * 0.01)
                })
                .collect();
        }
    };
    assert!(
        kinds(segments(10_000)).contains(&many("segments", 9_999)),
        "slots count, too"
    );
    assert!(edited(segments(10_000)).0.unwrap().segments.len() <= 9_999);
}

fn marked(id: u64, name: &str, time: f32) -> crate::SyncMarker {
    crate::SyncMarker {
        id: Id(id),
        name: name.into(),
        time,
    }
}

/// The clip has `L` at 0.25, `R` at 0.5 and `L` at 0.75, and plays at double rate.
fn stepping(edit: impl FnOnce(&mut Montage)) -> (Vec<(Name, f32)>, Vec<Kind>) {
    let mut project = project();
    let clip = Arc::make_mut(project.clips.get_mut(&CLIP).unwrap());
    clip.sync_markers = vec![
        marked(90, "L", 0.25),
        marked(91, "R", 0.5),
        marked(92, "L", 0.75),
    ];
    let montage = Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap());
    montage.sync_group = "steps".into();
    edit(montage);
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let found = compiled
        .diagnostics
        .into_iter()
        .map(|found| found.kind)
        .collect();
    let montage = &compiled.library.montages[0];
    (
        montage
            .markers
            .iter()
            .map(|marker| (marker.name, marker.time))
            .collect(),
        found,
    )
}

#[test]
fn sync_markers_come_from_the_clips_with_their_loops_rates_and_trims() {
    let (l, r) = (Name::new("L"), Name::new("R"));
    // Two pieces from 0.25 to 0.75; where they meet the two markers are one.
    let plain = vec![(l, 0.0), (r, 0.125), (l, 0.25), (r, 0.375), (l, 0.5)];
    assert_eq!(stepping(|_| ()), (plain, vec![]));
    let looped = |m: &mut Montage| {
        m.slots[0].segments = vec![Piece {
            loops: 2,
            rate: -0.5,
            ..piece(20, 0.25)
        }]
    };
    let turned = vec![(l, 0.25), (r, 0.5), (l, 0.75), (r, 1.0), (l, 1.25)];
    assert_eq!(stepping(looped), (turned, vec![]));
    let trimmed = |m: &mut Montage| {
        m.slots[0].segments = vec![Piece {
            clip_begin: 0.4,
            ..piece(20, 0.0)
        }]
    };
    let (found, told) = stepping(trimmed);
    assert_eq!((found.len(), told.len()), (2, 0));
    assert!(
        (found[0].1 - 0.05).abs() < 1e-6 && found[0].0 == r,
        "{found:?}"
    );
    assert_eq!(stepping(|m| m.sync_group.clear()), (vec![], vec![]));
}

#[test]
fn sync_markers_are_those_of_the_slot_that_counts() {
    let both = |m: &mut Montage, slot: Option<Id>| {
        m.slots.push(Track {
            id: Id(40),
            name: "arms".into(),
            segments: vec![piece(41, 1.0)],
            locked: false,
        });
        m.sync_slot = slot;
    };
    let first = |slot| stepping(|m| both(m, slot)).0.first().map(|(_, time)| *time);
    assert_eq!([first(None), first(Some(Id(40)))], [Some(0.0), Some(1.0)]);
    assert_eq!(
        stepping(|m| both(m, Some(Id(99)))).1,
        [Kind::SyncSlotMissing]
    );
    let bare = |m: &mut Montage| {
        m.slots[0].segments = vec![Piece {
            clip_begin: 0.8,
            clip_end: 0.9,
            ..piece(20, 0.0)
        }]
    };
    assert_eq!(stepping(bare), (vec![], vec![Kind::SyncMarkersMissing]));
}

#[test]
fn loops_without_end_give_no_more_markers_than_there_may_be() {
    let many = |m: &mut Montage| {
        m.slots[0].segments = vec![Piece {
            loops: 10_000,
            ..piece(20, 0.0)
        }]
    };
    let (found, told) = stepping(many);
    assert_eq!(found.len(), anim::limits::MOST_MARKERS);
    assert_eq!(
        told,
        [Kind::TooMany {
            what: "sync markers",
            most: anim::limits::MOST_MARKERS
        }]
    );
}

#[test]
fn markers_of_a_clip_reach_the_montages_in_a_sync_group_alone() {
    for (group, reaches) in [("", false), ("steps", true)] {
        let mut project = project();
        Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap()).sync_group = group.into();
        let mut cache = Cache::default();
        let before = compile(&project, &mut cache, crate::CompileOptions::default())
            .library
            .montages[0]
            .clone();
        Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()).sync_markers =
            vec![marked(90, "L", 0.5)];
        let after = compile(&project, &mut cache, crate::CompileOptions::default());
        assert_eq!(Arc::ptr_eq(&before, &after.library.montages[0]), !reaches);
        assert_eq!(
            after.library,
            compile(
                &project,
                &mut Cache::default(),
                crate::CompileOptions::default()
            )
            .library
        );
    }
}

fn keyed(id: u64, keys: &[(f32, f32)]) -> crate::Curve {
    let key = |(at, (time, value)): (usize, &(f32, f32))| {
        crate::CurveKey::new(
            Id(1000 * id + at as u64),
            *time,
            *value,
            crate::source::Interpolation::Linear,
        )
    };
    crate::Curve {
        keys: keys.iter().enumerate().map(key).collect(),
        ..crate::Curve::new(Id(id), format!("{id}"), 0)
    }
}

#[test]
fn a_time_stretch_is_sampled_over_the_montage_and_kept_from_0_to_1() {
    let samples = |edit: &dyn Fn(&mut Montage)| {
        let (compiled, told) = edited(edit);
        let stretch = compiled.unwrap().stretch.clone();
        (
            stretch.map(|stretch| stretch.samples.to_vec()),
            told.into_iter().map(|it| it.kind).collect::<Vec<_>>(),
        )
    };
    let (ramp, told) = samples(&|m| m.stretch = Some(keyed(70, &[(0.0, 0.0), (0.5, 1.0)])));
    let ramp = ramp.unwrap();
    assert_eq!((ramp.len(), told), (30, vec![]));
    assert!(
        ramp.iter()
            .enumerate()
            .all(|(at, value)| (value - (at as f32 + 0.5) / 30.0).abs() < 1e-5),
        "{ramp:?}"
    );
    let (wild, told) = samples(&|m| m.stretch = Some(keyed(70, &[(0.0, -3.0), (0.5, 7.0)])));
    assert!(
        wild.unwrap()
            .iter()
            .all(|value| (0.0..=1.0).contains(value))
    );
    assert_eq!(
        told,
        [Kind::OutOfRange {
            field: "time stretch",
            range: "between 0 and 1".into()
        }]
    );
    let (nan, told) = samples(&|m| m.stretch = Some(keyed(70, &[(0.0, f32::NAN)])));
    assert!(
        nan.is_some() && told.contains(&Kind::CurveKeysNotFinite),
        "{told:?}"
    );
    assert_eq!(
        samples(&|m| m.stretch = Some(crate::Curve {
            disabled: true,
            ..keyed(70, &[(0.0, 1.0)])
        })),
        (None, vec![])
    );
    let long = |m: &mut Montage| {
        m.stretch = Some(keyed(70, &[(0.0, 1.0)]));
        m.slots[0].segments = vec![Piece {
            loops: 10_000,
            ..piece(20, 0.0)
        }];
    };
    assert_eq!(
        samples(&long).0.unwrap(),
        vec![1.0; anim::montage::MOST_SAMPLES]
    );
}

#[test]
fn curves_of_a_montage_play_by_their_names() {
    let curves = vec![
        keyed(70, &[(0.0, 2.0), (0.5, 4.0)]),
        keyed(71, &[]),
        keyed(70, &[(0.0, 9.0)]),
    ];
    let (compiled, told) = edited(|m| m.curves = curves.clone());
    let m = compiled.unwrap();
    let curve = m
        .curves
        .iter()
        .find(|curve| curve.name == Name::new("70"))
        .unwrap();
    assert_eq!(
        curve.value(
            &m.curve_keys[curve.first_key as usize..][..curve.key_count as usize],
            0.25
        ),
        Some(3.0)
    );
    let told: Vec<Kind> = told.into_iter().map(|found| found.kind).collect();
    assert_eq!(
        told,
        [
            Kind::CurveEmpty,
            Kind::DuplicateCurveName { name: "70".into() }
        ]
    );
}

#[test]
fn a_blend_s_own_curve_is_its_easing_and_is_told_where_it_has_no_ends() {
    let blend = |keys: &[(f32, f32)]| Authored {
        curve: Some(keyed(70, keys).keys),
        ..Authored::standard(0.1, Easing::Sine)
    };
    let (compiled, told) = edited(|m| m.blend_in = blend(&[(0.0, 0.0), (0.5, 0.75), (1.0, 1.0)]));
    assert_eq!(told, []);
    assert!((compiled.unwrap().blend_in.easing.apply(0.25) - 0.375).abs() < 1e-4);
    let (_, told) = edited(|m| m.blend_out = blend(&[(0.25, 0.5)]));
    assert!(
        matches!(
            told[..],
            [Diagnostic {
                kind: Kind::BlendCurveEnds { which: "blend-out" },
                ..
            }]
        ),
        "{told:?}"
    );
}

fn grouped(lists: &[(&str, &[&str])], slots: &[&str]) -> (Name, Vec<(Severity, Kind)>) {
    let mut project = project();
    let group = |(at, (name, slots)): (usize, &(&str, &[&str]))| crate::SlotGroup {
        id: Id(80 + at as u64),
        name: (*name).into(),
        slots: slots.iter().map(|slot| (*slot).to_owned()).collect(),
    };
    project.slot_groups = lists.iter().enumerate().map(group).collect();
    let montage = Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap());
    let segments = std::mem::take(&mut montage.slots[0].segments);
    let slot = |(at, name): (usize, &&str)| Track {
        id: Id(40 + at as u64),
        name: (*name).into(),
        segments: vec![],
        locked: false,
    };
    montage.slots = slots.iter().enumerate().map(slot).collect();
    montage.slots[0].segments = segments;
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let found = compiled
        .diagnostics
        .into_iter()
        .map(|found| (found.severity, found.kind))
        .collect();
    (compiled.library.montages[0].group, found)
}

#[test]
fn a_montage_is_in_the_group_of_its_slots() {
    let lists: [(&str, &[&str]); 2] = [("Upper", &["Arms", "Head"]), ("Face", &["Head", "Mouth"])];
    let name = |text: &str| Name::new(text);
    assert_eq!(grouped(&lists, &["Legs"]), (name(DEFAULT_GROUP), vec![]));
    assert_eq!(grouped(&lists, &["Arms"]), (name("Upper"), vec![]));
    let mixed = Kind::SlotGroupsMixed {
        slot: "Arms".into(),
        group: "Upper".into(),
        other: "Legs".into(),
        other_group: DEFAULT_GROUP.into(),
    };
    assert_eq!(
        grouped(&lists, &["Arms", "Legs"]),
        (name("Upper"), vec![(Severity::Error, mixed)])
    );
    let twice = Kind::SlotInGroups {
        groups: vec!["Face".into(), "Upper".into()],
    };
    assert_eq!(
        grouped(&lists, &["Mouth", "Head"]),
        (name("Face"), vec![(Severity::Warning, twice)])
    );
}

#[test]
fn a_slot_that_changes_its_group_recompiles_the_montages_in_it() {
    let mut project = project();
    let mut cache = Cache::default();
    compile(&project, &mut cache, crate::CompileOptions::default());
    project.slot_groups = vec![crate::SlotGroup {
        id: Id(80),
        name: "Upper".into(),
        slots: vec!["DefaultSlot".into()],
    }];
    let compiled = compile(&project, &mut cache, crate::CompileOptions::default());
    assert_eq!(compiled.library.montages[0].group, Name::new("Upper"));
    assert_eq!(compiled.library.names.text(Name::new("Upper")), "Upper");
}

#[test]
fn clips_of_one_slot_are_of_one_kind_or_the_other_segment_is_named() {
    let mut project = project();
    let clip = (*project.clips[&CLIP]).clone();
    let additive = Some(crate::clip::Additive::default());
    project.clips.insert(
        Id(50),
        Arc::new(Clip {
            name: "added".into(),
            additive,
            ..clip
        }),
    );
    let montage = Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap());
    montage.slots[0].segments[1].clip = Id(50);
    let found = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    )
    .diagnostics;
    let kind = Kind::MixedSlot {
        first: None,
        own: Some(AdditiveKind::Local),
    };
    let is_told = |found: &Diagnostic| {
        (found.severity, found.subject.item, &found.kind) == (Severity::Error, Some(Id(21)), &kind)
    };
    assert_eq!(
        found.iter().filter(|found| is_told(found)).count(),
        1,
        "{found:?}"
    );
    let text = crate::describe(&project, found.iter().find(|found| is_told(found)).unwrap());
    assert!(
        text.contains("segment of “added”") && text.contains("a full pose"),
        "{text}"
    );
}

/// A child of the montage with the id 60, which plays clip 50 of a quarter second in the first
/// segment.
fn with_child(overrides: &[(u64, u64)]) -> Project {
    let mut project = project();
    let source = Arc::new(ClipSource {
        duration: 0.5,
        ..ClipSource::default()
    });
    project.clips.insert(
        Id(50),
        Arc::new(Clip {
            rate_scale: 2.0,
            ..Clip::new("short", RIG, source, 10.0)
        }),
    );
    let overrides = overrides
        .iter()
        .map(|(segment, clip)| crate::child::Override {
            segment: Id(*segment),
            clip: Id(*clip),
        });
    let child = Montage {
        overrides: overrides.collect(),
        ..Montage::child("kid", MONTAGE, RIG)
    };
    project.montages.insert(Id(60), Arc::new(child));
    project.derive_children();
    project
}

fn kid(project: &Project) -> (Option<Arc<anim::Montage>>, Vec<Kind>) {
    let compiled = compile(
        project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let own = compiled
        .diagnostics
        .into_iter()
        .filter(|found| found.subject.asset == Id(60));
    (
        compiled.library.montage(Name::new("kid")).cloned(),
        own.map(|found| found.kind).collect(),
    )
}

#[test]
fn a_child_plays_what_its_parent_does_with_its_own_clips() {
    let project = with_child(&[(20, 50)]);
    let (found, told) = kid(&project);
    let (found, library) = (
        found.unwrap(),
        compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        )
        .library,
    );
    let names = found
        .segments
        .iter()
        .map(|segment| library.clips[segment.clip as usize].name);
    assert!(names.eq(["short", "clip"].map(Name::new)));
    assert_eq!(
        (found.segments[0].clip_begin, found.segments[0].clip_end),
        (0.25, 0.5)
    );
    assert_eq!(
        (found.sections.len(), found.group),
        (1, Name::new(DEFAULT_GROUP))
    );
    assert_eq!(
        told,
        [Kind::OverrideShort {
            clip: "short".into()
        }]
    );
    assert_eq!(kid(&with_child(&[])).1, []);
    assert_eq!(
        kid(&with_child(&[(99, 50)])).1,
        [Kind::OverrideMissing {
            clip: "short".into()
        }]
    );
    assert_eq!(kid(&with_child(&[(20, 99)])).1[..1], [Kind::ClipMissing]);
}

#[test]
fn a_child_without_a_root_is_left_out_and_named() {
    use crate::child::Orphan;
    let mut project = with_child(&[]);
    project.montages.remove(&MONTAGE);
    project.derive_children();
    let (found, told) = kid(&project);
    assert!(found.is_none());
    assert_eq!(
        told,
        [Kind::NoRootMontage {
            why: Orphan::Missing
        }]
    );
    let own = |project: &mut Project| {
        Arc::make_mut(project.montages.get_mut(&Id(60)).unwrap()).parent = Some(Id(60));
        project.derive_children();
    };
    own(&mut project);
    assert_eq!(
        kid(&project).1,
        [Kind::NoRootMontage { why: Orphan::Cycle }]
    );
}

#[test]
fn an_edit_of_the_parent_reaches_its_child() {
    let mut project = with_child(&[(20, 50)]);
    let mut cache = Cache::default();
    compile(&project, &mut cache, crate::CompileOptions::default());
    let parent = Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap());
    parent.rate_scale = 2.0;
    parent.slots[0].segments[0].clip_end = 0.5;
    project.derive_children();
    let warm = compile(&project, &mut cache, crate::CompileOptions::default());
    assert_eq!(
        warm.library.montage(Name::new("kid")).unwrap().rate_scale,
        2.0
    );
    assert_eq!(
        warm.diagnostics,
        [],
        "the parent is as short as its child now"
    );
    assert_eq!(
        warm.library,
        compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default()
        )
        .library
    );
}
