//! One character, many files: what `import` updates, adds, binds, keeps and asks.

use crate::rig::{Bones, Rig};
use crate::support::{Done, mutoscope, shown};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const HERO: Bones<'_> = &[
    ("hips", None),
    ("spine", Some(0)),
    ("head", Some(1)),
    ("arm", Some(1)),
    ("hand", Some(3)),
    ("hand_end", Some(4)),
];
/// The same with a bone inserted near the root, and in another order.
const HERO_WITH_HELPER: Bones<'_> = &[
    ("hips", None),
    ("helper", Some(0)),
    ("spine", Some(0)),
    ("arm", Some(2)),
    ("hand", Some(3)),
    ("hand_end", Some(4)),
    ("head", Some(2)),
];
const REX: Bones<'_> = &[
    ("pelvis", None),
    ("tail_1", Some(0)),
    ("tail_2", Some(1)),
    ("jaw", Some(0)),
];

struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(
        &self,
        name: &str,
        bones: Bones<'_>,
        has_mesh: bool,
        clips: &[(&str, f32)],
    ) -> PathBuf {
        self.write_with(
            name,
            Rig {
                bones,
                has_mesh,
                clips,
                others: &[],
                size: 1.0,
            },
        )
    }

    fn write_with(&self, name: &str, rig: Rig<'_>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, rig.glb()).unwrap();
        path
    }

    fn import(&self, file: &Path, args: &[&str]) -> Done {
        mutoscope(
            &[
                &[
                    "import",
                    shown(file),
                    "--project",
                    shown(&self.path("project")),
                ],
                args,
            ]
            .concat(),
        )
    }

    #[track_caller]
    fn imported(&self, file: &Path, args: &[&str]) -> Vec<Value> {
        let done = self.import(file, &[&["--json"], args].concat()).json();
        done[0]["assets"].as_array().unwrap().clone()
    }

    fn info(&self) -> Value {
        mutoscope(&["info", shown(&self.path("project")), "--json"]).json()
    }

    fn names(&self, kind: &str) -> Vec<String> {
        let info = self.info();
        info[kind]
            .as_array()
            .unwrap()
            .iter()
            .map(|asset| asset["name"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Where the bones of a name are in the middle of a clip, model space.
    fn pose(&self, clip: &str) -> Vec<(String, Vec<f64>)> {
        self.pose_at(clip, "0.5")
    }

    fn pose_at(&self, clip: &str, time: &str) -> Vec<(String, Vec<f64>)> {
        let project = self.path("project");
        let args = [
            "sample",
            shown(&project),
            "--clip",
            clip,
            "--times",
            time,
            "--space",
            "model",
            "--json",
        ];
        let sampled = mutoscope(&args).json();
        let name = |bone: &Value| bone["name"].as_str().unwrap().to_owned();
        let names = sampled["bones"].as_array().unwrap().iter().map(name);
        let rows = sampled["frames"][0]["transforms"].as_array().unwrap();
        let row = |row: &Value| {
            row.as_array()
                .unwrap()
                .iter()
                .map(|x| x.as_f64().unwrap())
                .collect()
        };
        let mut pose: Vec<(String, Vec<f64>)> = names.zip(rows.iter().map(row)).collect();
        pose.sort_by(|a, b| a.0.cmp(&b.0));
        pose
    }
}

#[track_caller]
fn same_but(before: &[(String, Vec<f64>)], after: &[(String, Vec<f64>)], new: &[&str]) {
    let after: Vec<_> = after
        .iter()
        .filter(|(name, _)| !new.contains(&name.as_str()))
        .collect();
    assert_eq!(before.len(), after.len());
    for ((name, was), (other, is)) in before.iter().zip(after) {
        assert_eq!(name, other);
        assert!(
            was.iter().zip(is).all(|(a, b)| (a - b).abs() < 1e-5),
            "{name}: {was:?} {is:?}"
        );
    }
}

fn whats(rows: &[Value]) -> Vec<(String, String, String)> {
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    rows.iter()
        .map(|row| (text(row, "what"), text(row, "kind"), text(row, "name")))
        .collect()
}

fn has(rows: &[Value], what: &str, kind: &str, name: &str) -> bool {
    whats(rows).contains(&(what.to_owned(), kind.to_owned(), name.to_owned()))
}

#[test]
fn two_characters_in_files_of_one_name_stay_two() {
    let desk = Desk::new();
    let hero = desk.write("a/scene.glb", HERO, true, &[("Wave", 0.6)]);
    let rex = desk.write("b/scene.glb", REX, true, &[("Roar", 0.4)]);
    desk.imported(&hero, &[]);
    let before = desk.pose("Wave");
    let rows = desk.imported(&rex, &[]);
    assert!(rows.iter().all(|row| row["what"] == "added"), "{rows:?}");
    assert_eq!(
        (desk.names("skeletons").len(), desk.names("meshes").len()),
        (2, 2)
    );
    same_but(&before, &desk.pose("Wave"), &[]);
}

#[test]
fn another_character_at_the_same_place_is_asked_about() {
    let desk = Desk::new();
    let path = desk.write("scene.glb", HERO, true, &[("Wave", 0.6)]);
    desk.imported(&path, &[]);
    let before = fs::read(desk.path("project/project.json")).unwrap();
    desk.write("scene.glb", REX, true, &[("Roar", 0.4)]);
    let done = desk.import(&path, &[]);
    assert!(done.code == 1 && done.out.is_empty(), "{}", done.out);
    assert!(
        done.err.contains("another character")
            && done.err.contains("--update")
            && done.err.contains("--add")
    );
    assert_eq!(
        (
            fs::read(desk.path("project/project.json")).unwrap(),
            desk.names("skeletons").len()
        ),
        (before, 1)
    );
    assert!(has(
        &desk.imported(&path, &["--add"]),
        "added",
        "clip",
        "Roar"
    ));
    assert_eq!(desk.names("skeletons").len(), 2);
}

#[test]
fn a_moved_source_is_asked_about_and_updated_on_request() {
    let desk = Desk::new();
    let path = desk.write("in/hero.glb", HERO, true, &[("Wave", 0.6)]);
    desk.imported(&path, &[]);
    fs::create_dir_all(desk.path("out")).unwrap();
    let moved = desk.path("out/hero.glb");
    fs::rename(&path, &moved).unwrap();
    let done = desk.import(&moved, &[]);
    assert!(
        done.code == 1 && done.err.contains("imported before"),
        "{}",
        done.err
    );
    assert!(has(
        &desk.imported(&moved, &["--update"]),
        "updated",
        "clip",
        "Wave"
    ));
    assert_eq!(desk.names("clips"), ["Wave"]);
    desk.write("out/hero.glb", HERO, true, &[("Wave", 0.9)]);
    assert!(
        has(&desk.imported(&moved, &[]), "updated", "clip", "Wave"),
        "it is known there from now on"
    );
}

#[test]
fn an_inserted_bone_moves_nothing_that_came_from_other_files() {
    let desk = Desk::new();
    let hero = desk.write("hero.glb", HERO, true, &[("Wave", 0.6)]);
    let walk = desk.write("walk.glb", HERO, false, &[("Walk", 0.5)]);
    let outfit = desk.write("outfit.glb", HERO, true, &[]);
    desk.imported(&hero, &[]);
    assert!(has(&desk.imported(&walk, &[]), "bound", "clip", "Walk"));
    assert!(has(&desk.imported(&outfit, &[]), "bound", "mesh", "outfit"));
    let (walk_before, vertices_before) = (desk.pose("Walk"), vertices(&desk, "Walk"));
    desk.write("hero.glb", HERO_WITH_HELPER, true, &[("Wave", 0.6)]);
    assert!(has(
        &desk.imported(&hero, &[]),
        "updated",
        "skeleton",
        "hero"
    ));
    assert_eq!(
        (
            desk.names("skeletons"),
            desk.info()["skeletons"][0]["bones"]
                .as_array()
                .unwrap()
                .len()
        ),
        (vec!["hero".to_owned()], 7)
    );
    same_but(&walk_before, &desk.pose("Walk"), &["helper"]);
    let after = vertices(&desk, "Walk");
    let outfit = after
        .iter()
        .find(|part| part.len() == HERO.len() * 3)
        .expect("the outfit has no helper");
    assert_eq!(vertices_before[0].len(), outfit.len());
    for (was, is) in vertices_before[0].iter().zip(outfit) {
        assert!(
            was.iter().zip(is).all(|(a, b)| (a - b).abs() < 1e-5),
            "{was:?} {is:?}"
        );
    }
}

/// Of each part.
fn vertices(desk: &Desk, clip: &str) -> Vec<Vec<Vec<f64>>> {
    let project = desk.path("project");
    let args = [
        "sample",
        shown(&project),
        "--clip",
        clip,
        "--times",
        "0.5",
        "--skin",
        "cpu",
        "--json",
    ];
    let sampled = mutoscope(&args).json();
    let lists = sampled["frames"][0]["vertices"].as_array().unwrap();
    lists
        .iter()
        .map(|list| serde_json::from_value(list.clone()).unwrap())
        .collect()
}

#[test]
fn bones_that_go_are_told_kept_and_come_back() {
    let desk = Desk::new();
    let hero = desk.write("hero.glb", HERO, true, &[("Wave", 0.6)]);
    let walk = desk.write("walk.glb", HERO, false, &[("Walk", 0.5)]);
    desk.imported(&hero, &[]);
    desk.imported(&walk, &[]);
    let before = desk.pose("Walk");
    desk.write("hero.glb", &HERO[..4], true, &[("Wave", 0.6)]);
    let rows = desk.imported(&hero, &[]);
    let gone = rows.iter().find(|row| row["what"] == "bones_gone").unwrap();
    assert_eq!(gone["bones"], json!(["hand", "hand_end"]));
    let out = desk.path("out.mbundle");
    let done = mutoscope(&["export", shown(&desk.path("project")), "--out", shown(&out)]);
    assert!(
        done.code == 0 && done.err.contains("“hand”") && done.err.contains("Walk"),
        "{}",
        done.err
    );
    desk.write("hero.glb", HERO, true, &[("Wave", 0.6)]);
    let rows = desk.imported(&hero, &[]);
    assert!(
        rows.iter().any(|row| row["what"] == "bones_back"),
        "{rows:?}"
    );
    same_but(&before, &desk.pose("Walk"), &[]);
}

#[test]
fn a_renamed_bone_takes_what_refers_to_it_along() {
    let desk = Desk::new();
    let hero = desk.write("hero.glb", HERO, true, &[("Wave", 0.6)]);
    let walk = desk.write("walk.glb", HERO, false, &[("Walk", 0.5)]);
    desk.imported(&hero, &[]);
    desk.imported(&walk, &[]);
    let renamed = [
        ("hips", "hips"),
        ("spine", "spine"),
        ("head", "arm"),
        ("arm", "head"),
        ("hand", "palm"),
        ("hand_end", "hand_end"),
    ];
    let now: Vec<(&str, Option<usize>)> = HERO
        .iter()
        .zip(renamed)
        .map(|(bone, new)| (new.1, bone.1))
        .collect();
    let before: Vec<_> = desk
        .pose("Walk")
        .into_iter()
        .map(|(name, row)| {
            let new = renamed.iter().find(|(old, _)| *old == name).unwrap().1;
            (new.to_owned(), row)
        })
        .collect();
    desk.write("hero.glb", &now, true, &[("Wave", 0.6)]);
    let args = [
        "--rename-bone",
        "head=arm",
        "--rename-bone",
        "arm=head",
        "--rename-bone",
        "hand=palm",
    ];
    let rows = desk.imported(&hero, &args);
    assert!(
        rows.iter().all(|row| row["what"] != "bones_gone"),
        "{rows:?}"
    );
    let mut before = before;
    before.sort_by(|a, b| a.0.cmp(&b.0));
    same_but(&before, &desk.pose("Walk"), &[]);
    assert!(
        has(&desk.imported(&walk, &[]), "updated", "clip", "Walk"),
        "a file of the old names still finds them"
    );
}

#[test]
fn clips_of_nearly_the_same_nodes_are_no_strangers() {
    let desk = Desk::new();
    let hero = desk.write("hero.glb", HERO, true, &[("Wave", 0.6)]);
    desk.imported(&hero, &[]);
    let camera = [json!({"name": "Camera"})];
    let with_camera = desk.write_with(
        "camera.glb",
        Rig {
            bones: HERO,
            has_mesh: false,
            clips: &[("A", 0.3)],
            others: &camera,
            size: 1.0,
        },
    );
    let without_mesh = desk.write("bare.glb", HERO, false, &[("B", 0.3)]);
    let without_end = desk.write("endless.glb", &HERO[..5], false, &[("C", 0.3)]);
    let shuffled: Bones<'_> = &[
        ("hips", None),
        ("spine", Some(0)),
        ("arm", Some(1)),
        ("hand", Some(2)),
        ("head", Some(1)),
    ];
    let reordered = desk.write("reordered.glb", shuffled, false, &[("D", 0.3)]);
    for (file, clip) in [
        (with_camera, "A"),
        (without_mesh, "B"),
        (without_end, "C"),
        (reordered, "D"),
    ] {
        let rows = desk.imported(&file, &[]);
        let bound = rows
            .iter()
            .find(|row| row["what"] == "bound")
            .unwrap_or_else(|| panic!("{clip}: {rows:?}"));
        assert_eq!(
            (&bound["name"], &bound["skeleton"], &bound["bones"]),
            (&json!(clip), &json!("hero"), &json!([]))
        );
    }
    assert_eq!(desk.names("skeletons"), ["hero"]);
}

#[test]
fn what_fits_in_part_is_asked_about_and_bound_by_name() {
    let desk = Desk::new();
    desk.imported(&desk.write("hero.glb", HERO, true, &[("Wave", 0.6)]), &[]);
    let more: Bones<'_> = &[
        ("hips", None),
        ("spine", Some(0)),
        ("head", Some(1)),
        ("arm", Some(1)),
        ("hand", Some(3)),
        ("cape", Some(1)),
    ];
    let cape = desk.write("cape.glb", more, false, &[("Fly", 0.3)]);
    let done = desk.import(&cape, &[]);
    assert!(
        done.code == 1 && done.err.contains("cape") && done.err.contains("--skeleton"),
        "{}",
        done.err
    );
    let rows = desk.imported(&cape, &["--skeleton", "hero"]);
    let bound = rows.iter().find(|row| row["what"] == "bound").unwrap();
    assert_eq!(bound["bones"], json!(["cape"]));
    assert!(
        desk.import(&cape, &[]).code == 0,
        "it stays where it was bound"
    );
    assert_eq!(desk.names("skeletons"), ["hero"]);
    let unknown = desk.import(&cape, &["--skeleton", "nobody"]);
    assert!(
        unknown.code == 1 && unknown.err.contains("nobody"),
        "{}",
        unknown.err
    );
    desk.imported(&desk.write("rex.glb", REX, false, &[("Roar", 0.4)]), &[]);
    assert_eq!(desk.names("skeletons").len(), 2, "a stranger is one");
}

#[test]
fn what_people_changed_stays_what_the_source_changed_arrives_and_both_is_told() {
    let desk = Desk::new();
    let hero = desk.write("hero.glb", HERO, true, &[("Wave", 0.6)]);
    desk.imported(&hero, &[]);
    let clip = fs::read_dir(desk.path("project/clips"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let edit = |change: &dyn Fn(&mut Value)| {
        let mut json: Value = serde_json::from_slice(&fs::read(&clip).unwrap()).unwrap();
        change(&mut json["asset"]);
        fs::write(&clip, json.to_string()).unwrap();
    };
    edit(&|asset| asset["frame_rate"] = json!(24.0));
    let before = desk.pose("Wave");
    desk.write("hero.glb", HERO, true, &[("Wave", 0.9)]);
    let rows = desk.imported(&hero, &[]);
    assert!(rows.iter().all(|row| row["what"] != "conflict"), "{rows:?}");
    assert_eq!(desk.info()["clips"][0]["frame_rate"], json!(24.0));
    assert!(before != desk.pose("Wave"), "the keys are new");

    edit(&|asset| {
        asset["frame_rate"] = json!(25.0);
        asset["origin"]["said"]["frame rate"] = json!("12");
    });
    let rows = desk.imported(&hero, &[]);
    let conflict = rows.iter().find(|row| row["what"] == "conflict").unwrap();
    assert_eq!(
        (&conflict["field"], &conflict["here"], &conflict["took"]),
        (&json!("frame rate"), &json!("25"), &json!("here"))
    );
    assert_eq!(desk.info()["clips"][0]["frame_rate"], json!(25.0));
    edit(&|asset| asset["origin"]["said"]["frame rate"] = json!("12"));
    let rows = desk.imported(&hero, &["--reset"]);
    assert_eq!(
        rows.iter().find(|row| row["what"] == "conflict").unwrap()["took"],
        json!("file")
    );
    assert!(desk.info()["clips"][0]["frame_rate"] != json!(25.0));
}

#[test]
fn a_project_remembers_its_sources_from_where_it_lies() {
    let desk = Desk::new();
    let hero = desk.write("art/hero.glb", HERO, true, &[("Wave", 0.6)]);
    desk.imported(&hero, &[]);
    let clip = fs::read_dir(desk.path("project/clips"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let json: Value = serde_json::from_slice(&fs::read(clip).unwrap()).unwrap();
    assert_eq!(json["asset"]["origin"]["file"], json!("../art/hero.glb"));
    assert_eq!(json["asset"]["origin"]["place"], json!("clip Wave"));
}

#[test]
fn a_clip_is_bound_by_hand_and_a_dry_run_changes_nothing() {
    let desk = Desk::new();
    desk.imported(&desk.write("hero.glb", HERO, true, &[("Wave", 0.6)]), &[]);
    desk.imported(
        &desk.write("twin.glb", HERO, true, &[("Nod", 0.2)]),
        &["--add"],
    );
    let names = desk.names("skeletons");
    let project = desk.path("project");
    assert_eq!(names, ["hero"], "the same bones at rest are one skeleton");
    let short: Bones<'_> = &[
        ("hips", None),
        ("spine", Some(0)),
        ("neck", Some(1)),
        ("beak", Some(2)),
    ];
    desk.imported(
        &desk.write("bird.glb", short, true, &[("Peck", 0.2)]),
        &["--add"],
    );
    let bind = |more: &[&str]| {
        mutoscope(
            &[
                &[
                    "bind",
                    shown(&project),
                    "--clip",
                    "Wave",
                    "--skeleton",
                    "bird",
                    "--json",
                ],
                more,
            ]
            .concat(),
        )
        .json()
    };
    let row = bind(&["--dry-run"])[0].clone();
    assert_eq!(
        (&row["matched"], &row["same_rest"]),
        (&json!(["hips", "spine"]), &json!(true))
    );
    assert_eq!(row["missing"], json!(["head", "arm", "hand", "hand_end"]));
    let skeleton = || {
        desk.info()["clips"]
            .as_array()
            .unwrap()
            .iter()
            .find(|clip| clip["name"] == "Wave")
            .unwrap()["skeleton"]
            .clone()
    };
    assert_eq!(skeleton(), "hero");
    bind(&[]);
    assert_eq!(skeleton(), "bird");
    let back = [
        "bind",
        shown(&project),
        "--clip",
        "Wave",
        "--skeleton",
        "hero",
    ];
    let done = mutoscope(&back);
    assert!(
        done.code == 0 && done.out.contains("6 of 6 bones"),
        "{}{}",
        done.out,
        done.err
    );
    let unknown = mutoscope(&[
        "bind",
        shown(&project),
        "--clip",
        "Wave",
        "--skeleton",
        "nobody",
    ]);
    assert!(
        unknown.code == 1 && unknown.err.contains("“hero”"),
        "{}",
        unknown.err
    );
}

/// Where the head stands, in metres, and what keeps it there is asked for or not: at import and at
/// binding.
#[test]
fn a_clip_of_a_figure_of_another_size_keeps_the_skeletons_proportions_where_that_is_asked_for() {
    let giant = Rig {
        bones: HERO,
        has_mesh: false,
        clips: &[("Wave", 0.0)],
        others: &[],
        size: 3.0,
    };
    let proposed = json!([
        "spine=scaled",
        "head=skeleton",
        "arm=skeleton",
        "hand=skeleton",
        "hand_end=skeleton"
    ]);
    let tip = |desk: &Desk| {
        let pose = desk.pose("Wave");
        pose.iter().find(|(name, _)| name == "hand_end").unwrap().1[1]
    };
    for (args, height) in [(&[][..], 1.2), (&["--keep-proportions"][..], 0.4)] {
        let desk = Desk::new();
        desk.imported(&desk.write("hero.glb", HERO, true, &[]), &[]);
        let rows = desk.imported(&desk.write_with("giant.glb", giant), args);
        let told = rows.iter().find(|row| row["what"] == "other_rest").unwrap();
        assert_eq!(
            (&told["skeleton"], &told["bones"]),
            (&json!("hero"), &proposed)
        );
        assert!(
            (tip(&desk) - height).abs() < 1e-4,
            "{args:?}: {}",
            tip(&desk)
        );

        let desk = Desk::new();
        desk.imported(&desk.write("hero.glb", HERO, true, &[]), &[]);
        desk.imported(&desk.write_with("giant.glb", giant), &["--add"]);
        let project = desk.path("project");
        let bind = [
            &[
                "bind",
                shown(&project),
                "--clip",
                "Wave",
                "--skeleton",
                "hero",
            ],
            args,
        ]
        .concat();
        let said = mutoscope(&[&bind[..], &["--dry-run"]].concat());
        let words = if args.is_empty() {
            "--keep-proportions to set"
        } else {
            "translation modes to set:"
        };
        assert!(
            said.out.contains(words) && said.out.contains("hand=skeleton"),
            "{}{}",
            said.out,
            said.err
        );
        assert!((tip(&desk) - 1.2).abs() < 1e-4, "a dry run: {}", tip(&desk));
        let row = mutoscope(&[&bind[..], &["--json"]].concat()).json()[0].clone();
        assert_eq!(row["other_rest"], proposed);
        assert!(
            (tip(&desk) - height).abs() < 1e-4,
            "bound, {args:?}: {}",
            tip(&desk)
        );
    }
}

/// Separate animation files of real packs end on their characters; what a hand lacks is told.
#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn animation_files_of_real_packs_end_on_their_characters() {
    let data = crate::corpus::corpus();
    let kaykit = data.join("gltf/kaykit");
    let desk = Desk::new();
    desk.imported(&kaykit.join("mannequin/manny_med_mod.gltf"), &[]);
    for (file, clips) in [("Med_CombatMelee.glb", 22), ("Med_MovementBasic.glb", 11)] {
        let rows = desk.imported(&kaykit.join(file), &[]);
        let bound: Vec<&Value> = rows
            .iter()
            .filter(|row| row["what"] == "bound" && row["kind"] == "clip")
            .collect();
        assert_eq!(bound.len(), clips, "{file}: {rows:?}");
        assert!(bound.iter().all(|row| row["skeleton"] == "manny_med_mod"));
        let lacks = |row: &&&Value| {
            row["bones"]
                .as_array()
                .unwrap()
                .iter()
                .all(|bone| bone.as_str().unwrap().starts_with("handslot"))
        };
        assert!(bound.iter().all(|row| lacks(&row)), "{bound:?}");
        assert!(
            bound.iter().any(|row| row["bones"] != json!([])),
            "a hand has no slots"
        );
    }
    assert_eq!(desk.names("skeletons"), ["manny_med_mod"]);
    let quaternius = data.join("gltf/quaternius");
    for file in [
        "animals_pack_Fox.glb",
        "dinosaurs_pack_Velociraptor.glb",
        "RobotExpressive.glb",
    ] {
        let rows = desk.imported(&quaternius.join(file), &[]);
        assert!(
            rows.iter()
                .all(|row| row["what"] == "added" || row["what"] == "root_moves"),
            "{file}: {rows:?}"
        );
    }
    assert_eq!(desk.names("skeletons").len(), 4, "each of its own kind");
}

#[test]
fn of_a_file_that_was_added_twice_the_copy_that_is_named_is_updated_and_the_other_stays() {
    let desk = Desk::new();
    let hero = desk.write("hero.glb", HERO, true, &[("Wave", 0.6)]);
    desk.imported(&hero, &[]);
    let second = desk.imported(&hero, &["--add"]);
    assert!(
        has(&second, "added", "mesh", "hero_1") && has(&second, "added", "clip", "Wave_1"),
        "{second:?}"
    );
    let id = |kind: &str| {
        second.iter().find(|row| row["kind"] == kind).unwrap()["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    desk.write("hero.glb", HERO, true, &[("Wave", 0.9), ("Bow", 0.3)]);
    for args in [&[][..], &["--update"]] {
        let refused = desk.import(&hero, args);
        assert!(
            refused.code == 1 && refused.err.contains(&id("mesh")),
            "{}",
            refused.err
        );
        assert!(
            refused.err.contains("--update=ID") && refused.err.contains("hero_1"),
            "{}",
            refused.err
        );
    }
    let before = desk.pose("Wave");
    let rows = desk.imported(&hero, &[&format!("--update={}", id("clip"))]);
    assert!(
        has(&rows, "updated", "mesh", "hero_1") && has(&rows, "updated", "clip", "Wave_1"),
        "{rows:?}"
    );
    assert!(
        has(&rows, "added", "clip", "Bow") && !rows.iter().any(|row| row["what"] == "kept"),
        "{rows:?}"
    );
    same_but(&before, &desk.pose("Wave"), &[]);
    assert_ne!(before, desk.pose("Wave_1"));
}

const WALK: &str = include_str!("../fixtures/walk.bvh");

/// A desk with a folder of takes of one figure, of which one cannot be read.
fn takes(desk: &Desk) -> PathBuf {
    let folder = desk.path("takes");
    fs::create_dir(&folder).unwrap();
    for at in 0..3 {
        fs::write(
            folder.join(format!("take_{at}.bvh")),
            WALK.replace("90 10", &format!("90 {at}")),
        )
        .unwrap();
    }
    fs::write(folder.join("broken.bvh"), "HIERARCHY").unwrap();
    folder
}

#[test]
fn a_folder_of_takes_binds_to_one_figure_and_only_what_has_changed_is_read_again() {
    let desk = Desk::new();
    let folder = takes(&desk);
    let done = desk.import(&folder, &[]);
    assert!(
        done.code != 0 && done.err.contains("broken.bvh"),
        "{}",
        done.err
    );
    assert!(!desk.path("project").exists(), "all files or none");
    let done = desk.import(&folder, &["--keep-going"]);
    assert!(
        done.code != 0 && done.err.contains("1 of the files failed to import"),
        "{}",
        done.err
    );
    assert_eq!(desk.names("clips"), ["take_0", "take_1", "take_2"]);
    assert_eq!(
        (desk.names("skeletons").len(), desk.names("meshes").len()),
        (1, 1),
        "one figure, one body"
    );
    fs::remove_file(folder.join("broken.bvh")).unwrap();
    fs::write(folder.join("take_1.bvh"), WALK.replace("90 10", "90 77")).unwrap();
    let before = fs::read_to_string(desk.path("project/project.json")).unwrap();
    let done = desk.import(&folder, &["--dry-run"]);
    assert_eq!(
        (done.code, before),
        (
            0,
            fs::read_to_string(desk.path("project/project.json")).unwrap()
        )
    );
    assert!(
        done.out.contains("take_0.bvh: Unchanged") && done.out.contains("Updated clip “take_1”"),
        "{}",
        done.out
    );
    let rows = desk.import(&folder, &["--json"]).json();
    let unchanged: Vec<bool> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["unchanged"] == json!(true))
        .collect();
    assert_eq!(unchanged, [true, false, true]);
    // A file that is named is read in any case.
    let named = desk.import(&folder.join("take_0.bvh"), &["--json"]).json();
    assert!(named[0]["unchanged"].is_null() && !named[0]["assets"].as_array().unwrap().is_empty());
}

#[test]
fn a_file_that_leaves_a_doubt_stops_everything_or_only_itself() {
    let desk = Desk::new();
    desk.imported(&desk.write("hero.gltf", HERO, true, &[("Wave", 0.5)]), &[]);
    let part = [HERO, &[("cape", Some(1)), ("cape_end", Some(6))]].concat();
    let folder = desk
        .write("takes/part.gltf", &part, false, &[("Part", 0.5)])
        .parent()
        .unwrap()
        .to_owned();
    desk.write("takes/walk.gltf", HERO, false, &[("Walk", 0.5)]);
    let done = desk.import(&folder, &[]);
    assert!(
        done.code != 0 && done.err.contains("part.gltf"),
        "{}",
        done.err
    );
    assert_eq!(desk.names("clips"), ["Wave"], "all files or none");
    let done = desk.import(&folder, &["--keep-going"]);
    assert!(
        done.code != 0 && done.err.contains("warning: "),
        "{}",
        done.err
    );
    assert!(
        done.err.contains("(--skeleton \"hero\")")
            && done.err.contains("1 of the files failed to import"),
        "{}",
        done.err
    );
    assert_eq!(desk.names("clips"), ["Walk", "Wave"]);
}

#[test]
fn what_a_file_was_read_with_is_remembered_and_what_is_said_later_counts_more() {
    let desk = Desk::new();
    let file = desk.path("walk.bvh");
    fs::write(&file, WALK).unwrap();
    let height = |desk: &Desk| {
        let pose = desk.pose_at("walk", "0");
        pose.iter().map(|(_, place)| place[1]).fold(0.0, f64::max)
    };
    desk.imported(&file, &["--scale", "0.02"]);
    let large = height(&desk);
    desk.imported(&file, &["--update"]);
    assert!(
        (height(&desk) - large).abs() < 1e-6,
        "{} {large}",
        height(&desk)
    );
    desk.imported(&file, &["--update", "--scale", "0.01"]);
    assert!(
        (height(&desk) - large / 2.0).abs() < 1e-4,
        "{} {large}",
        height(&desk)
    );
    desk.imported(&file, &["--update", "--bvh-positions", "add"]);
    let added = height(&desk);
    desk.imported(&file, &["--update"]);
    assert!(
        (height(&desk) - added).abs() < 1e-6 && added > large * 0.6,
        "{} {added}",
        height(&desk)
    );
    desk.imported(&file, &["--update", "--usual"]);
    // Without a unit the figure, 80 long, is taken for one in inches.
    assert!(
        (height(&desk) - 170.0 * 0.0254).abs() < 1e-4,
        "{} {large}",
        height(&desk)
    );
}

#[test]
fn the_character_of_a_folder_comes_in_before_its_takes() {
    let desk = Desk::new();
    desk.write("pack/a_walk.glb", HERO, false, &[("Walk", 0.1)]);
    desk.write("pack/hero.glb", HERO, true, &[]);
    let done = desk.import(&desk.path("pack"), &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(
        (desk.names("skeletons"), desk.names("clips")),
        (vec!["hero".to_owned()], vec!["Walk".to_owned()])
    );
}

/// A second of a tone, 16 bits, mono.
fn tone() -> Vec<u8> {
    let rate = 8000u32;
    let data: Vec<u8> = (0..rate)
        .flat_map(|at| (((f64::from(at) * 0.3).sin() * 9000.0) as i16).to_le_bytes())
        .collect();
    let mut file = Vec::new();
    file.extend(b"RIFF");
    file.extend((36 + data.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    for half in [1u16, 1] {
        file.extend(half.to_le_bytes());
    }
    file.extend(rate.to_le_bytes());
    file.extend((rate * 2).to_le_bytes());
    for half in [2u16, 16] {
        file.extend(half.to_le_bytes());
    }
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

#[test]
fn a_sound_comes_into_a_project_once() {
    let desk = Desk::new();
    let (project, step, same) = (
        desk.path("game"),
        desk.path("Step.wav"),
        desk.path("Other.WAV"),
    );
    fs::write(&step, tone()).unwrap();
    fs::write(&same, tone()).unwrap();
    let import = |path: &Path| {
        mutoscope(&[
            "import",
            shown(path),
            "--project",
            shown(&project),
            "--json",
        ])
    };
    let first = import(&step).json();
    assert_eq!(first[0]["assets"][0]["what"], "added");
    assert_eq!(first[0]["assets"][0]["name"], "Step");
    assert_eq!(import(&same).json()[0]["unchanged"], true);
    let sounds: Vec<_> = fs::read_dir(project.join("sounds")).unwrap().collect();
    assert_eq!(sounds.len(), 1);
    let broken = desk.path("Broken.ogg");
    fs::write(&broken, b"OggS but nothing else").unwrap();
    let refused = import(&broken);
    assert!(
        refused.code != 0 && refused.err.contains("Broken.ogg"),
        "{}",
        refused.err
    );
}
