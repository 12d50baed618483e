//! What changes nothing accuses nothing.

use crate::{
    edit::{clip, graph, montage, node},
    sample::{library, scenarios},
};
use asset::{Cache, Curve, Id, Note, NotifyClass, Project, QuickSlot, SoundFile};
use scenario::run_scenarios;
use serde_json::json;
use std::sync::Arc;

type Edit = (&'static str, fn(&mut Project));

/// A copy of an asset under another id and name.
macro_rules! copied {
    ($project:ident, $list:ident, $name:literal, $other:literal) => {{
        let found = $project.$list.values().find(|it| it.name == $name);
        let mut copy = (**found.unwrap()).clone();
        copy.name = $other.to_owned();
        $project
            .$list
            .insert(Id::derive(&["copy", $other]), Arc::new(copy));
    }};
}

const HARMLESS: [Edit; 27] = [
    ("unused clip renamed", |it| {
        clip(it, "Death_Back").name = "Death".to_owned()
    }),
    ("unused clip added", |it| {
        copied!(it, clips, "Idle", "Idle_Copy")
    }),
    ("unused clip removed", |it| {
        it.clips.retain(|_, clip| clip.name != "Sit_Idle")
    }),
    ("unused clip changed", |it| {
        clip(it, "Dodge_Roll_Fwd").rate_scale = 2.0
    }),
    ("unused montage added", |it| {
        copied!(it, montages, "AM_Wave", "AM_Wave_Copy")
    }),
    ("unused graph added", |it| {
        copied!(it, graphs, "PG_Hero", "PG_Copy")
    }),
    ("unused blend space added", |it| {
        copied!(it, blend_spaces, "BS_Lean", "BS_Copy")
    }),
    ("unused pose asset added", |it| {
        let mut poses = (**it.pose_assets.values().next().unwrap()).clone();
        poses.name = "Copy".to_owned();
        it.pose_assets.insert(Id(77), Arc::new(poses));
    }),
    ("nodes moved", |it| {
        graph(it, "PG_Hero", |graph| {
            for place in graph["layout"]["places"]
                .as_object_mut()
                .unwrap()
                .values_mut()
            {
                *place = json!([1.0, 2.0]);
            }
        });
    }),
    ("comments removed", |it| {
        graph(it, "PG_Hero", |graph| {
            drop(graph["layout"].as_object_mut().unwrap().remove("comments"))
        });
    }),
    ("comment changed", |it| {
        graph(it, "PG_Hero", |graph| {
            graph["layout"]["comments"][0]["text"] = json!("Words")
        });
    }),
    ("colour of a comment", |it| {
        graph(it, "PG_Hero", |graph| {
            graph["layout"]["comments"][0]["color"] = json!(7)
        });
    }),
    ("presets removed", |it| {
        graph(it, "PG_Hero", |graph| {
            drop(graph["wiring"].as_object_mut().unwrap().remove("presets"))
        });
    }),
    ("unit of a parameter", |it| {
        graph(it, "PG_Hero", |graph| {
            graph["wiring"]["parameters"][0]["unit"] = json!("km/h")
        });
    }),
    ("node renamed", |it| {
        node(it, "Add lean", |node| node["name"] = json!("Leaning"))
    }),
    ("colour of a section", |it| {
        montage(it, "AM_AttackCombo").sections[0].color = 7
    }),
    ("colours of tracks", |it| {
        montage(it, "AM_AttackCombo")
            .tracks
            .iter_mut()
            .for_each(|track| track.color = 7);
    }),
    ("note on a montage", |it| {
        let note = Note {
            id: Id(78),
            time: 0.5,
            text: "Heavier".to_owned(),
            color: 0,
        };
        montage(it, "AM_AttackCombo").notes.push(note);
    }),
    ("note on a clip", |it| {
        let note = Note {
            id: Id(79),
            time: 0.5,
            text: "Heavier".to_owned(),
            color: 0,
        };
        clip(it, "Idle").notes.push(note);
    }),
    ("curve that nobody reads", |it| {
        montage(it, "AM_Wave")
            .curves
            .push(Curve::new(Id(80), "glow", 0));
    }),
    ("sound added", |it| {
        let sound = SoundFile {
            name: "step".to_owned(),
            ending: "wav".to_owned(),
            seconds: 1.0,
            bytes: Arc::new([]),
        };
        it.sounds.insert(Id(81), Arc::new(sound));
    }),
    ("notify class added", |it| {
        it.notify_classes
            .insert(Id(82), Arc::new(NotifyClass::new("Smoke")));
    }),
    ("quick slots emptied", |it| {
        it.quick_slots = Vec::<QuickSlot>::new()
    }),
    ("project renamed", |it| it.name = "Demo".to_owned()),
    ("preview scene", |it| it.preview = Default::default()),
    ("tags", |it| {
        let id = *it.clips.keys().next().unwrap();
        it.packaging.tags.insert(id, ["base".to_owned()].into());
    }),
    ("textures removed", |it| {
        it.textures.clear();
        for mesh in it.meshes.values_mut() {
            Arc::make_mut(mesh).materials.iter_mut().for_each(|it| {
                it.texture = None;
                it.normal_texture = None;
            });
        }
    }),
];

#[test]
fn harmless_edits_accuse_nothing() {
    let sample = mannequin::sample();
    let mut cache = Cache::default();
    for (what, edit) in HARMLESS {
        let mut project = sample.clone();
        edit(&mut project);
        assert!(project != sample, "{what} changes nothing");
        let library = library(&project, &mut cache);
        for outcome in run_scenarios(&library, &scenarios(&sample)) {
            let failures = outcome.failures.iter().filter(|it| it.word != "cost_below");
            let texts: Vec<&str> = failures.map(|it| &*it.text).collect();
            assert!(texts.is_empty(), "{what}: {}: {texts:?}", outcome.name);
        }
    }
}
