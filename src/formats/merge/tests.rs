//! Two hands on one project: nothing is lost, and only what both changed is asked about.

mod values;

use super::*;
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

fn base() -> Project {
    mannequin::excerpt()
}

fn mine(_: &ConflictKey) -> MergeSide {
    MergeSide::Mine
}

fn theirs(_: &ConflictKey) -> MergeSide {
    MergeSide::Theirs
}

#[test]
fn every_file_of_the_sample_is_canonical_when_it_is_written_from_its_value() {
    for (path, bytes) in project::write(&mannequin::sample())
        .files
        .into_iter()
        .filter(|(path, _)| path.ends_with(".json"))
    {
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        assert!(project::text(&value) == bytes, "{path}");
    }
}

#[test]
fn fields_that_one_side_changed_come_together_and_the_rest_is_the_very_same() {
    let base = base();
    let (mut own, mut other) = (base.clone(), base.clone());
    let ids: Vec<Id> = base.clips.keys().copied().collect();
    Arc::make_mut(own.clips.get_mut(&ids[0]).unwrap()).rate_scale = 0.5;
    Arc::make_mut(other.clips.get_mut(&ids[0]).unwrap()).looping ^= true;
    Arc::make_mut(other.clips.get_mut(&ids[1]).unwrap()).name = "Stroll".into();
    other.name = "Theirs".into();
    own.montages.clear();
    let montage = *base.montages.keys().next().unwrap();
    let merged = merge(&base, &own, &other, &mine).unwrap();
    assert_eq!(merged.conflicts, []);
    let found = merged.project;
    let clip = &found.clips[&ids[0]];
    assert_eq!(
        (clip.rate_scale, clip.looping),
        (0.5, other.clips[&ids[0]].looping)
    );
    assert_eq!(
        (found.clips[&ids[1]].name.as_str(), found.name.as_str()),
        ("Stroll", "Theirs")
    );
    assert!(found.shares(&other, ids[1]) && found.kind(montage).is_none());
    assert!(
        base.skeletons
            .keys()
            .chain(&ids[2..])
            .all(|id| found.shares(&base, *id))
    );
}

#[test]
fn values_that_two_said_for_one_notify_come_together_and_so_do_fields_of_a_class() {
    use asset::notify_class::{FieldValue, Template};
    let mut base = base();
    let class = Template::Footstep.class(&mut 7);
    let (foot, strength) = (class.fields[0].id, class.fields[2].id);
    let host = *base.montages.keys().next().unwrap();
    let class_id = Id(900);
    base.notify_classes.insert(class_id, Arc::new(class));
    Arc::make_mut(base.montages.get_mut(&host).unwrap()).notifies[0].class = Some(class_id);
    let (mut own, mut other) = (base.clone(), base.clone());
    let say = |project: &mut Project, field, value| {
        Arc::make_mut(project.montages.get_mut(&host).unwrap()).notifies[0]
            .fields
            .insert(field, value);
    };
    say(&mut own, foot, FieldValue::Bone("foot_l".into()));
    say(&mut other, strength, FieldValue::Number(0.25));
    Arc::make_mut(own.notify_classes.get_mut(&class_id).unwrap()).fields[0].name = "sole".into();
    Arc::make_mut(other.notify_classes.get_mut(&class_id).unwrap()).fields[1].unit = "kind".into();
    let merged = merge(&base, &own, &other, &mine).unwrap();
    assert!(merged.conflicts.is_empty(), "{:?}", merged.conflicts);
    let said = &merged.project.montages[&host].notifies[0].fields;
    assert_eq!(said.get(&foot), Some(&FieldValue::Bone("foot_l".into())));
    assert_eq!(said.get(&strength), Some(&FieldValue::Number(0.25)));
    let fields = &merged.project.notify_classes[&class_id].fields;
    assert_eq!(
        (fields[0].name.as_str(), fields[1].unit.as_str()),
        ("sole", "kind")
    );
}

#[test]
fn what_both_changed_is_asked_about_and_taken_from_the_side_that_is_picked() {
    let base = base();
    let (mut own, mut other) = (base.clone(), base.clone());
    let id = *base.montages.keys().next().unwrap();
    let section = |project: &mut Project, start| {
        let montage = Arc::make_mut(project.montages.get_mut(&id).unwrap());
        montage.sections[1].start += start;
        (montage.sections[1].id, montage.sections[1].start)
    };
    let (at, start) = section(&mut own, 0.05);
    let (_, other_start) = section(&mut other, -0.05);
    for (pick, expected) in [(mine as fn(&_) -> _, start), (theirs, other_start)] {
        let merged = merge(&base, &own, &other, &pick).unwrap();
        let found = merged.project.montages[&id]
            .sections
            .iter()
            .find(|section| section.id == at)
            .unwrap();
        assert_eq!(found.start, expected);
        let [conflict] = &merged.conflicts[..] else {
            panic!("{:?}", merged.conflicts)
        };
        assert_eq!(conflict.asset, Some((AssetKind::Montage, id)));
        let place = &conflict.conflict.place;
        assert!(
            place.starts_with("sections/")
                && place.ends_with("/start")
                && place.contains(&at.to_string()),
            "{place}"
        );
    }
}

#[test]
fn what_one_removed_and_the_other_changed_is_a_conflict() {
    let base = base();
    let (mut own, mut other) = (base.clone(), base.clone());
    let id = *base.clips.keys().next().unwrap();
    own.clips.remove(&id);
    Arc::make_mut(other.clips.get_mut(&id).unwrap()).rate_scale = 2.0;
    let kept = merge(&base, &own, &other, &theirs).unwrap();
    assert_eq!(
        (kept.conflicts.len(), kept.project.clips[&id].rate_scale),
        (1, 2.0)
    );
    assert_eq!(kept.conflicts[0].conflict.place, "");
    let gone = merge(&base, &own, &other, &mine).unwrap();
    assert!(gone.conflicts.len() == 1 && !gone.project.clips.contains_key(&id));
    own = base.clone();
    own.clips.remove(&id);
    let gone = merge(&base, &own, &base, &mine).unwrap();
    assert!(gone.conflicts.is_empty() && !gone.project.clips.contains_key(&id));
}

#[test]
fn keys_and_the_bones_that_they_are_of_come_from_one_side() {
    let base = base();
    let (mut own, mut other) = (base.clone(), base.clone());
    let id = *base
        .clips
        .iter()
        .find(|(_, clip)| clip.source.tracks.len() > 3)
        .unwrap()
        .0;
    let cut = |project: &mut Project, tracks: usize| {
        let clip = Arc::make_mut(project.clips.get_mut(&id).unwrap());
        Arc::make_mut(&mut clip.source).tracks.truncate(tracks);
    };
    cut(&mut own, 3);
    cut(&mut other, 2);
    Arc::make_mut(other.clips.get_mut(&id).unwrap()).rate_scale = 3.0;
    for (pick, tracks) in [(mine as fn(&_) -> _, 3), (theirs, 2)] {
        let merged = merge(&base, &own, &other, &pick).unwrap();
        let clip = &merged.project.clips[&id];
        assert_eq!(
            (
                clip.source.tracks.len(),
                clip.rate_scale,
                merged.conflicts.len()
            ),
            (tracks, 3.0, 1)
        );
    }
}

#[test]
fn differences_name_each_field_and_nothing_else() {
    let base = base();
    let mut other = base.clone();
    let (clip, montage) = (
        *base.clips.keys().next().unwrap(),
        *base.montages.keys().next().unwrap(),
    );
    assert_eq!(differences(&base, &other), []);
    Arc::make_mut(other.clips.get_mut(&clip).unwrap()).rate_scale = 0.5;
    let gone = Arc::make_mut(other.montages.get_mut(&montage).unwrap())
        .notifies
        .remove(0);
    other.meshes.clear();
    let found = differences(&base, &other);
    let places: Vec<&str> = found
        .iter()
        .map(|difference| difference.place.as_str())
        .collect();
    assert!(
        places.contains(&"rate_scale")
            && places.contains(&format!("notifies/{} [{}]", gone.name, gone.id).as_str())
    );
    assert_eq!(found.len(), 2 + base.meshes.len(), "{places:?}");
    assert_eq!(changed(&base, &other).len(), 2 + base.meshes.len());
}

#[test]
fn a_file_merges_as_its_project_does_and_stays_canonical() {
    let base = base();
    let (mut own, mut other) = (base.clone(), base.clone());
    let id = *base.montages.keys().next().unwrap();
    Arc::make_mut(own.montages.get_mut(&id).unwrap())
        .sections
        .remove(0);
    let montage = Arc::make_mut(other.montages.get_mut(&id).unwrap());
    montage.notifies = montage.notifies.iter().rev().cloned().collect();
    montage.rate_scale = 1.5;
    let text = |project: &Project| {
        let (path, files) = project::asset_files(project, id).unwrap();
        files.files[&path].clone()
    };
    let (merged, conflicts) = merged_text(
        Some(&text(&base)),
        &text(&own),
        &text(&other),
        MergeSide::Mine,
    )
    .unwrap();
    assert_eq!(conflicts, []);
    let whole = merge(&base, &own, &other, &mine).unwrap();
    assert_eq!(
        String::from_utf8(merged).unwrap(),
        String::from_utf8(text(&whole.project)).unwrap()
    );
    for bad in [
        &b"{}"[..],
        b"[",
        br#"{"format":"mutoscope.clip","version":99}"#,
    ] {
        assert!(merged_text(None, bad, &text(&own), MergeSide::Mine).is_err());
    }
    let called = |name: &str| {
        project::root_text(&Project {
            name: name.into(),
            ..Project::default()
        })
    };
    let root = called("a");
    let (merged, _) = merged_text(Some(&root), &root, &called("b"), MergeSide::Mine).unwrap();
    assert_eq!(merged, called("b"));
}

/// An edit of the list of items that the values below are.
#[derive(Clone, Debug)]
enum Edit {
    Set(usize, u8),
    Remove(usize),
    Add(usize),
    Turn,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => (0usize..6, 0u8..3).prop_map(|(at, value)| Edit::Set(at, value)),
        2 => (0usize..6).prop_map(Edit::Remove),
        2 => (0usize..4).prop_map(Edit::Add),
        1 => Just(Edit::Turn),
    ]
}

fn items() -> Vec<Value> {
    (0..6)
        .map(|at| json!({"id": format!("{at:016x}"), "value": 0, "other": 0}))
        .collect()
}

/// Mine sets `value`, theirs `other`, and what they add has ids of their own.
fn edited(edits: &[Edit], field: &str, own_id: &str) -> Vec<Value> {
    let mut list = items();
    for edit in edits {
        let at = |list: &[Value], at: &usize| {
            list.iter()
                .position(|item| item["id"] == format!("{at:016x}"))
        };
        match edit {
            Edit::Set(item, value) => {
                if let Some(at) = at(&list, item) {
                    list[at][field] = json!(value);
                }
            }
            Edit::Remove(item) => drop(at(&list, item).map(|at| list.remove(at))),
            Edit::Add(after) => {
                let id = format!("{own_id}{after}");
                if !list.iter().any(|item| item["id"] == id) {
                    list.insert(
                        (*after).min(list.len()),
                        json!({"id": id, "value": 7, "other": 7}),
                    );
                }
            }
            Edit::Turn => list.reverse(),
        }
    }
    list
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Sides that touch different fields, and items that only one of them touches.
    #[test]
    fn no_edit_is_lost_and_conflicts_are_on_what_both_changed(
        own in proptest::collection::vec(edit(), 0..8),
        other in proptest::collection::vec(edit(), 0..8),
        same_field in any::<bool>(),
        take_mine in any::<bool>(),
    ) {
        let (base, own) = (items(), edited(&own, "value", "own"));
        let other = edited(&other, if same_field { "value" } else { "other" }, "theirs");
        let side = if take_mine { MergeSide::Mine } else { MergeSide::Theirs };
        let (known, mine, theirs) = (Value::from(base.clone()), Value::from(own.clone()), Value::from(other.clone()));
        let pick = |_: &str| side;
        let mut merging = Merging { pick: &pick, conflicts: Vec::new() };
        let merged = merging.merged("list", Some(&known), Some(&mine), Some(&theirs)).unwrap();
        let merged = merged.as_array().unwrap();
        let find = |list: &[Value], id: &Value| list.iter().find(|item| item["id"] == *id).cloned();
        let mut disputed = 0;
        let ids: BTreeSet<String> = base.iter().chain(&own).chain(&other).map(|item| item["id"].as_str().unwrap().to_owned()).collect();
        for id in ids {
            let id = json!(id);
            let [was, own, other, is] = [&base, &own, &other, merged].map(|list| find(list, &id));
            if own == was {
                prop_assert_eq!(is, other, "only theirs");
            } else if other == was || own == other {
                prop_assert_eq!(is, own, "only mine");
            } else if let (Some(was), Some(own), Some(other)) = (&was, &own, &other) {
                let is = is.unwrap();
                for field in ["value", "other"] {
                    let expected = match (own[field] == was[field], other[field] == was[field]) {
                        (true, _) => &other[field],
                        (_, true) => &own[field],
                        _ if own[field] == other[field] => &own[field],
                        _ => {
                            disputed += 1;
                            if take_mine { &own[field] } else { &other[field] }
                        }
                    };
                    prop_assert_eq!(&is[field], expected);
                }
            } else {
                disputed += 1;
                prop_assert_eq!(is, if take_mine { own } else { other });
            }
        }
        let orders = merging.conflicts.iter().filter(|conflict| conflict.place == "list/order").count();
        prop_assert_eq!(merging.conflicts.len() - orders, disputed);
        let order_of = |list: &[Value]| -> Vec<Value> {
            let is_common = |item: &&Value| [&base[..], &own, &other, merged].iter().all(|list| find(list, &item["id"]).is_some());
            list.iter().filter(is_common).map(|item| item["id"].clone()).collect()
        };
        let (was, mine, theirs, is) = (order_of(&base), order_of(&own), order_of(&other), order_of(merged));
        let expected = match (mine == was, theirs == was || mine == theirs) {
            (true, _) => theirs,
            (_, true) => mine,
            _ if take_mine => mine,
            _ => theirs,
        };
        prop_assert_eq!(is, expected);
    }
}

#[test]
fn slot_groups_merge_group_by_group() {
    let group = |id, name: &str, slots: &[&str]| asset::SlotGroup {
        id: Id(id),
        name: name.into(),
        slots: slots.iter().map(|slot| (*slot).to_owned()).collect(),
    };
    let with = |slot_groups: Vec<asset::SlotGroup>| Project {
        slot_groups,
        ..base()
    };
    let base = with(vec![
        group(1, "Upper", &["Arms"]),
        group(2, "Face", &["Head"]),
    ]);
    let own = with(vec![
        group(1, "Upper", &["Arms", "Hands"]),
        group(2, "Face", &["Head"]),
    ]);
    let other = with(vec![
        group(1, "Top", &["Arms"]),
        group(3, "Legs", &["Feet"]),
    ]);
    let merged = merge(&base, &own, &other, &mine).unwrap();
    assert_eq!(merged.conflicts, []);
    assert_eq!(
        merged.project.slot_groups,
        [
            group(1, "Top", &["Arms", "Hands"]),
            group(3, "Legs", &["Feet"])
        ]
    );
    let other = with(vec![
        group(1, "Upper", &["Legs"]),
        group(2, "Face", &["Head"]),
    ]);
    let merged = merge(&base, &own, &other, &theirs).unwrap();
    assert_eq!(
        (merged.conflicts.len(), &merged.project.slot_groups[0]),
        (1, &other.slot_groups[0])
    );
    let places: Vec<String> = differences(&base, &own)
        .into_iter()
        .map(|found| found.place)
        .collect();
    assert_eq!(places.len(), 1, "{places:?}");
}

#[test]
fn previews_merge_target_by_target_and_the_ground_field_by_field() {
    use anim::ground::{Shape, Terrain};
    use asset::{PreviewScene, PreviewSettings, PreviewTarget};
    let target = |id, name: &str, x| PreviewTarget {
        id: Id(id),
        name: name.into(),
        at: [x, 0.0, 0.0],
        turn: [0.0; 3],
    };
    let with = |height, shape, targets: &[PreviewTarget]| {
        let ground = Terrain {
            height,
            shape,
            ..Terrain::default()
        };
        Project {
            preview: PreviewSettings {
                scene: PreviewScene {
                    ground,
                    targets: targets.to_vec(),
                    ..PreviewScene::default()
                },
                ..PreviewSettings::default()
            },
            ..base()
        }
    };
    let slope = Shape::Slope { angle: 20.0 };
    let base = with(
        0.0,
        Shape::Flat,
        &[target(1, "crate", 1.0), target(2, "ledge", 2.0)],
    );
    let own = with(
        0.5,
        Shape::Flat,
        &[
            target(1, "box", 1.0),
            target(2, "ledge", 2.0),
            target(3, "door", 3.0),
        ],
    );
    let other = with(0.0, slope, &[target(1, "crate", 1.5)]);
    let merged = merge(&base, &own, &other, &mine).unwrap();
    assert_eq!(merged.conflicts, []);
    let wanted = with(0.5, slope, &[target(1, "box", 1.5), target(3, "door", 3.0)]);
    assert_eq!(merged.project.preview, wanted.preview);
    let other = with(0.25, Shape::Flat, &base.preview.scene.targets);
    let merged = merge(&base, &own, &other, &theirs).unwrap();
    assert_eq!(
        (
            merged.conflicts.len(),
            merged.project.preview.scene.ground.height
        ),
        (1, 0.25)
    );
    assert_eq!(
        merged.project.preview.scene.targets,
        own.preview.scene.targets
    );
    let places: Vec<String> = differences(&base, &own)
        .into_iter()
        .map(|found| found.place)
        .collect();
    assert_eq!(places.len(), 3, "{places:?}");
}

#[test]
fn windows_of_a_notify_merge_field_by_field() {
    use asset::{Notify, Warp, warp::WarpPoint};
    let host = *base().montages.keys().next().unwrap();
    let with = |warp: Warp| {
        let mut project = base();
        let montage = Arc::make_mut(project.montages.get_mut(&host).unwrap());
        let state = Notify::state(Id(901), montage.tracks[0].id, "Leap", 0.1, 0.2);
        montage.notifies.push(Notify {
            warp: Some(Box::new(warp)),
            ..state
        });
        project
    };
    let to = |target: &str| Warp {
        target: target.into(),
        ..Warp::default()
    };
    let point = Some(WarpPoint::Offset([0.0, 1.0, 0.0]));
    let merged = merge(
        &with(to("ledge")),
        &with(to("wall")),
        &with(Warp {
            point: point.clone(),
            ..to("ledge")
        }),
        &mine,
    );
    let merged = merged.unwrap();
    assert_eq!(merged.conflicts, []);
    let found = merged.project.montages[&host]
        .notifies
        .iter()
        .find(|notify| notify.id == Id(901))
        .unwrap();
    assert_eq!(
        found.warp.as_deref(),
        Some(&Warp {
            point,
            ..to("wall")
        })
    );
}
