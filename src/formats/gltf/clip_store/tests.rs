use super::super::{
    GltfExportSelection, Style,
    tests::{Builder, imported, warnings},
    write_glb_with,
};
use super::{CLASSES, CLIPS};
use anim::{additive::AdditiveKind, notify::FieldKind};
use asset::{
    Clip, Id, Notify, Project, SyncMarker,
    clip::{Additive, AdditiveBase},
    notify_class::{ClassKind, Field, FieldType, FieldValue, Icon, NotifyClass},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// A bone that goes a metre, in a scene of these `extras`.
fn clip(extras: Value) -> (Clip, Vec<String>) {
    let (project, told) = scene(extras);
    let clip = project.clips.values().next().unwrap();
    // The origin has a number of the file's bytes.
    let clip = Clip {
        origin: None,
        ..(**clip).clone()
    };
    (clip, told)
}

/// Notify classes of such a scene.
fn classes_of(extras: Value) -> (Vec<(Id, NotifyClass)>, Vec<String>) {
    let (project, told) = scene(extras);
    let classes = project.notify_classes.iter();
    (
        classes.map(|(id, it)| (*id, (**it).clone())).collect(),
        told,
    )
}

fn scene(extras: Value) -> (Project, Vec<String>) {
    let mut builder = Builder::new(json!({}));
    let (times, places) = (
        builder.floats("SCALAR", 1, &[0.0, 1.0]),
        builder.vec3(&[[0.0; 3], [1.0, 0.0, 0.0]]),
    );
    builder.json["nodes"] = json!([{"name": "top"}]);
    builder.json["scenes"] = json!([{"nodes": [0], "extras": extras}]);
    builder.json["animations"] = json!([{"name": "walk",
            "samplers": [{"input": times, "output": places}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]);
    let found = imported(&builder.finish());
    let told = warnings(&found);
    (found.project, told)
}

#[test]
fn a_text_that_is_none_of_ours_changes_nothing_and_a_broken_one_is_told() {
    let plain = clip(json!({})).0;
    for extras in [
        json!(null),
        json!([1]),
        json!({CLIPS: 1}),
        json!({CLIPS: "{}"}),
        json!({CLIPS: "{\"run\": {\"looping\": true}}"}),
        json!({CLIPS: "{\"walk\": 1}"}),
        json!({CLIPS: "{\"walk\": {\"notifies\": 1, \"tracks\": {}}}"}),
    ] {
        let (found, told) = clip(extras.clone());
        assert_eq!((found, told), (plain.clone(), Vec::new()), "{extras}");
    }
    let deep = format!("{{\"walk\": {}1{}}}", "[".repeat(4000), "]".repeat(4000));
    for text in [
        "",
        "{",
        "[]",
        "{\"walk\": {\"notifies\": [1e999]}}",
        deep.as_str(),
    ] {
        let (found, told) = clip(json!({CLIPS: text}));
        assert_eq!(found, plain, "{text}");
        assert_eq!(told.len(), 1, "{text}: {told:?}");
        assert!(told[0].contains(CLIPS), "{told:?}");
    }
}

#[test]
fn an_item_that_cannot_be_read_is_told_and_the_others_come() {
    let marker = json!({"id": "00000000000000a1", "name": "L", "time": 0.25});
    let text = json!({"walk": {"looping": true, "sync_markers": [marker, {"id": 1}, marker]}});
    let (found, told) = clip(json!({CLIPS: text.to_string()}));
    assert!(found.looping);
    assert_eq!(found.sync_markers.len(), 1);
    assert_eq!(found.sync_markers[0].name, "L");
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("/sync_markers/1"), "{told:?}");
}

/// A project's clip with so many notifies that no program would keep them by luck.
fn busy() -> (Project, Id) {
    let mut project = mannequin::excerpt();
    let id = *project.clips.keys().next().unwrap();
    let clip = Arc::make_mut(project.clips.get_mut(&id).unwrap());
    let track = clip.tracks.first().map_or(Id(0x77), |track| track.id);
    if clip.tracks.is_empty() {
        clip.tracks.push(asset::NotifyTrack {
            id: track,
            name: "Steps".into(),
            color: 3,
            locked: false,
        });
    }
    let length = clip.source.duration;
    for at in 0..5000_u64 {
        let time = length * at as f32 / 5000.0;
        let mut notify = Notify::instant(Id(0x10_0000 + at), track, format!("n{at} “é”"), time);
        notify.chance = 1.0 - at as f32 / 7000.0;
        if at % 3 == 0 {
            notify.duration = Some(0.01 + at as f32 * 1e-6);
        }
        clip.notifies.push(notify);
    }
    clip.sync_markers = (0..40)
        .map(|at| SyncMarker {
            id: Id(0x20_0000 + at),
            name: ["L", "R"][at as usize % 2].into(),
            time: length * at as f32 / 41.0,
        })
        .collect();
    (project, id)
}

/// The file as a program leaves it that drops the `extras` of animations.
fn without_animation_extras(bytes: &[u8]) -> Vec<u8> {
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut root: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    for animation in root["animations"].as_array_mut().unwrap() {
        animation.as_object_mut().unwrap().remove("extras").unwrap();
    }
    let mut text = root.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let rest = &bytes[20 + length..];
    let mut out = bytes[..8].to_vec();
    out.extend(((20 + text.len() + rest.len()) as u32).to_le_bytes());
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(&bytes[16..20]);
    out.extend(text);
    out.extend(rest);
    out
}

#[test]
fn five_thousand_events_survive_a_program_that_drops_the_extras_of_animations() {
    let (project, id) = busy();
    let what = GltfExportSelection::all(&project);
    let written = write_glb_with(&project, &what, &Style::default()).unwrap();
    let sent = &project.clips[&id];
    for bytes in [
        written.bytes.clone(),
        without_animation_extras(&written.bytes),
    ] {
        let found = imported(&bytes).project;
        let mut clips = found.clips.values();
        let back = clips.find(|clip| clip.name == sent.name).unwrap();
        assert_eq!(back.notifies, sent.notifies);
        assert_eq!(back.tracks, sent.tracks);
        assert_eq!(back.sync_markers, sent.sync_markers);
        assert_eq!(back.looping, sent.looping);
        for curve in &sent.curves {
            assert!(back.curves.contains(curve), "{}", curve.name);
        }
    }
}

/// A project with an additive clip of each base, odd frame rates, and notifies of a class of every
/// type of field.
fn settled() -> Project {
    let mut project = mannequin::excerpt();
    let ids: Vec<Id> = project.clips.keys().copied().collect();
    let skeleton = project.clips[&ids[0]].skeleton;
    let base = ids
        .iter()
        .copied()
        .rfind(|id| project.clips[id].skeleton == skeleton && *id != ids[0]);
    let base = base.unwrap();
    let class = NotifyClass {
        kind: ClassKind::State,
        color: 2,
        icon: Icon::Trail,
        fields: (FieldKind::ALL.into_iter().zip(0x900..))
            .map(|(kind, id)| Field {
                id: Id(id),
                name: format!("f{id} “é”"),
                unit: "dB".into(),
                kind: FieldType::of(kind),
            })
            .collect(),
        ..NotifyClass::new("Rustle")
    };
    project.notify_classes.insert(Id(0x800), Arc::new(class));
    project
        .notify_classes
        .insert(Id(0x801), Arc::new(NotifyClass::new("Unused")));
    let bases = [
        AdditiveBase::ReferencePose,
        AdditiveBase::OwnFrame(2),
        AdditiveBase::ClipFrame {
            clip: base,
            frame: 1,
        },
        AdditiveBase::ClipScaled { clip: base },
    ];
    let first = (*project.clips[&ids[0]]).clone();
    for (at, base) in bases.into_iter().enumerate() {
        let mut clip = Clip {
            name: format!("added {at}"),
            frame_rate: [12.5, 29.97, 60.0, 7.0][at],
            additive: Some(Additive {
                kind: AdditiveKind::Mesh,
                base,
            }),
            tracks: vec![asset::NotifyTrack {
                id: Id(0x700),
                name: "FX".into(),
                color: 1,
                locked: false,
            }],
            ..first.clone()
        };
        let mut notify = Notify::state(Id(0x710), Id(0x700), "rustle", 0.1, 0.1);
        notify.class = Some(Id(0x800));
        notify.fields = [(Id(0x900), FieldValue::Number(0.3))].into();
        clip.notifies = vec![notify].into();
        project.clips.insert(Id(0x600 + at as u64), Arc::new(clip));
    }
    project
}

#[test]
fn additive_frame_rates_and_classes_of_notifies_come_back() {
    let project = settled();
    let what = GltfExportSelection::all(&project);
    let written = write_glb_with(&project, &what, &Style::default()).unwrap();
    for bytes in [
        written.bytes.clone(),
        without_animation_extras(&written.bytes),
    ] {
        let imported = imported(&bytes);
        let found = &imported.project;
        let named = |name: &str| found.clips.iter().find(|(_, it)| it.name == name).unwrap();
        for sent in project.clips.values() {
            let (_, back) = named(&sent.name);
            assert_eq!(back.frame_rate, sent.frame_rate, "{}", sent.name);
            assert_eq!(back.notifies, sent.notifies);
            let expected = sent.additive.map(|additive| Additive {
                base: (additive.base).with_clip(|id| *named(&project.clips[&id].name).0),
                ..additive
            });
            assert_eq!(back.additive, expected, "{}", sent.name);
        }
        // A class that no clip of the file uses stays at home.
        let mut classes = project.notify_classes.clone();
        classes.retain(|id, _| {
            let mut notifies = project.clips.values().flat_map(|clip| clip.notifies.iter());
            notifies.any(|notify| notify.class == Some(*id))
        });
        assert!(classes.contains_key(&Id(0x800)) && !classes.contains_key(&Id(0x801)));
        assert_eq!(found.notify_classes, classes);
    }
}

#[test]
fn a_class_that_is_none_is_told_and_the_others_come() {
    let class = json!(NotifyClass::new("Step"));
    let mut large = json!(NotifyClass::new("Large"));
    large["fields"] =
        json!([{"id": "00000000000000b1", "name": "f", "type": {"number": {"default": 1e300}}}]);
    let text = json!({
        "00000000000000a1": class,
        "00000000000000a2": {"name": 1},
        "00000000000000a3": class,
        "00000000000000a4": large,
        "no id": class,
    });
    let (found, told) = classes_of(json!({CLASSES: text.to_string()}));
    assert_eq!(found, [(Id(0xa1), NotifyClass::new("Step"))]);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told.iter().all(|text| text.contains(CLASSES)), "{told:?}");
    for text in ["", "[]", "{"] {
        let (found, told) = classes_of(json!({CLASSES: text}));
        assert_eq!((found.len(), told.len()), (0, 1), "{text}");
    }
    assert_eq!(classes_of(json!({CLASSES: 1})), (Vec::new(), Vec::new()));
}
