//! What a mesh carries beside its vertices, through project, bundle, lists and pictures.

use crate::support::{mutoscope, shown};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// The sample project and where its bundle goes.
fn desk() -> (TempDir, PathBuf, PathBuf) {
    let folder = TempDir::new().unwrap();
    let (project, bundle) = (
        folder.path().join("sample"),
        folder.path().join("sample.mbundle"),
    );
    crate::support::write_project(&project);
    (folder, project, bundle)
}

fn export(project: &Path, bundle: &Path) {
    let done = mutoscope(&["export", shown(project), "--out", shown(bundle)]);
    assert_eq!(done.code, 0, "{}", done.err);
}

/// Changes the asset in a file of a folder.
fn edit(folder: &Path, change: impl FnOnce(&mut Value)) {
    let path = fs::read_dir(folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let mut file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut file["asset"]);
    fs::write(&path, serde_json::to_vec(&file).unwrap()).unwrap();
}

fn info(path: &Path) -> Value {
    mutoscope(&["info", shown(path), "--json"]).json()
}

/// Gives the mesh a second level: the parts of the first, without what hangs on the right forearm.
fn add_level(project: &Path) {
    edit(&project.join("meshes"), |mesh| {
        mesh["lods"] =
            json!([{"screen_size": 0.5, "removed_bones": ["lowerarm_r"], "parts": mesh["parts"]}]);
    });
}

fn picture(path: &Path, out: &Path, lod: &str) -> Vec<u8> {
    let args = [
        "--clip",
        "Charge_Start",
        "--time",
        "0.4",
        "--size",
        "160x100",
        "--lod",
        lod,
        "--out",
        shown(out),
    ];
    let done = mutoscope(&[&["render", shown(path)], &args[..]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    fs::read(out).unwrap()
}

#[test]
fn levels_of_detail_are_listed_alike_and_drawn() {
    let (folder, project, bundle) = desk();
    add_level(&project);
    export(&project, &bundle);
    let listed = info(&project)["meshes"][0].clone();
    let bones = info(&project)["skeletons"][0]["bones"]
        .as_array()
        .unwrap()
        .len();
    let [finest, coarse] = [&listed["lods"][0], &listed["lods"][1]];
    assert_eq!(
        (&finest["screen_size"], &finest["bones"]),
        (&json!(1.0), &json!(bones))
    );
    assert_eq!(coarse["screen_size"], json!(0.5));
    assert!(
        coarse["bones"].as_u64().unwrap() + 2 <= bones as u64,
        "the hand goes with the forearm"
    );
    assert_eq!(
        (&finest["vertices"], &finest["triangles"]),
        (&listed["vertices"], &listed["triangles"])
    );
    let lods: Vec<&Value> = listed["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| &part["lod"])
        .collect();
    assert!(
        lods.first() == Some(&&json!(0)) && lods.last() == Some(&&json!(1)),
        "{lods:?}"
    );
    assert_eq!(listed["lods"], info(&bundle)["meshes"][0]["lods"]);

    let out = folder.path().join("picture.png");
    let [fine, coarse, beyond] = ["0", "1", "7"].map(|lod| picture(&project, &out, lod));
    assert!(fine != coarse, "the forearm rests in its reference pose");
    assert_eq!(coarse, beyond);
    assert!(picture(&bundle, &out, "0") != picture(&bundle, &out, "1"));
}

#[test]
fn bones_of_a_level_are_said_and_go_through_bundle_and_file() {
    let (folder, project, bundle) = desk();
    add_level(&project);
    let levels = |args: &[&str]| {
        mutoscope(&[&["levels", shown(&project), "--mesh", "SM_Mannequin"], args].concat())
    };
    let bones = |path: &Path| {
        info(path)["meshes"][0]["lods"][1]["bones"]
            .as_u64()
            .unwrap()
    };
    let all = info(&project)["skeletons"][0]["bones"]
        .as_array()
        .unwrap()
        .len() as u64;
    assert_eq!(levels(&["--level", "1", "--all-bones"]).code, 0);
    assert_eq!(bones(&project), all);
    let done = levels(&["--level", "1", "--without", "hand_l,lowerarm_r"]);
    assert!(
        done.code == 0 && done.out.contains("without hand_l, lowerarm_r"),
        "{} {}",
        done.out,
        done.err
    );
    let said = bones(&project);
    assert!(said + 3 <= all, "{said} of {all}");
    export(&project, &bundle);
    assert_eq!(bones(&bundle), said);
    let out = folder.path().join("picture.png");
    assert!(
        picture(&bundle, &out, "0") != picture(&bundle, &out, "1"),
        "the forearm rests"
    );

    let file = folder.path().join("levels.glb");
    let written = mutoscope(&[
        "export",
        shown(&project),
        "--gltf",
        "--levels",
        "all",
        "--out",
        shown(&file),
    ]);
    assert_eq!(written.code, 0, "{}", written.err);
    assert_eq!(bones(&file), said, "the file says so");

    let idle = levels(&["--level", "1", "--without-idle"]);
    assert_eq!(idle.code, 0, "{}", idle.err);
    export(&project, &bundle);
    assert!(
        picture(&bundle, &out, "0") == picture(&bundle, &out, "1"),
        "what moves no vertex is not seen"
    );
    for args in [
        &["--level", "1", "--without", "tail"][..],
        &["--level", "0", "--all-bones"],
        &["--level", "7", "--without-idle"],
        &["--level", "1", "--without", "root"],
    ] {
        let done = levels(args);
        assert!(
            done.code == 1 && !done.err.is_empty(),
            "{args:?} {} {}",
            done.code,
            done.out
        );
    }
    assert_eq!(levels(&["--without", "hand_l"]).code, 2, "of which level?");
}

#[test]
fn a_level_that_does_not_fit_is_told_and_not_exported() {
    let (_folder, project, bundle) = desk();
    add_level(&project);
    edit(&project.join("meshes"), |mesh| {
        mesh["lods"][0]["removed_bones"] = json!(["root"])
    });
    let done = mutoscope(&["export", shown(&project), "--out", shown(&bundle)]);
    assert!(
        done.code == 1 && done.err.contains("LOD 1") && !bundle.exists(),
        "{}",
        done.err
    );
}

/// Makes a second skeleton and mesh of the sample's, which its first socket shows.
fn add_prop(project: &Path) {
    for (folder, id, name) in [
        ("skeletons", "00000000000000a1", "SK_Prop"),
        ("meshes", "00000000000000a2", "SM_Prop"),
    ] {
        let folder = project.join(folder);
        let path = fs::read_dir(&folder)
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path();
        let mut copy: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let show = |asset: &mut Value| asset["sockets"][0]["preview"] = json!("00000000000000a2");
        if copy["asset"]["sockets"].is_array() {
            edit(&folder, show);
        }
        (copy["id"], copy["asset"]["name"]) = (json!(id), json!(name));
        if copy["asset"]["skeleton"].is_string() {
            copy["asset"]["skeleton"] = json!("00000000000000a1");
        }
        fs::write(
            folder.join(format!("{name}.{id}.json")),
            serde_json::to_vec(&copy).unwrap(),
        )
        .unwrap();
    }
}

#[test]
fn what_a_socket_shows_is_listed_and_drawn_and_not_in_the_bundle() {
    let (folder, project, bundle) = desk();
    add_prop(&project);
    let rig = |path: &Path| {
        let listed = info(path)["skeletons"].as_array().unwrap().clone();
        listed
            .into_iter()
            .find(|skeleton| skeleton["name"] != "SK_Prop")
            .unwrap()
    };
    assert_eq!(rig(&project)["sockets"][0]["preview"], "SM_Prop");
    assert_eq!(rig(&project)["sockets"][1]["preview"], Value::Null);
    let out = folder.path().join("picture.png");
    let draw = |more: &[&str]| {
        let args = [
            "render",
            shown(&project),
            "--clip",
            "Walk_Fwd",
            "--size",
            "160x100",
            "--out",
            shown(&out),
        ];
        let done = mutoscope(&[&args, more].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        fs::read(&out).unwrap()
    };
    let (with, without) = (draw(&[]), draw(&["--no-props"]));
    assert!(with != without);
    export(&project, &bundle);
    assert_eq!(rig(&bundle)["sockets"][0]["preview"], Value::Null);
    fs::remove_file(project.join("meshes/SM_Prop.00000000000000a2.json")).unwrap();
    let done = mutoscope(&["export", shown(&project), "--out", shown(&bundle)]);
    assert!(
        done.code == 0 && done.err.contains("its preview mesh was deleted"),
        "{}",
        done.err
    );
    assert!(draw(&[]) == without);
}

#[test]
fn masks_and_blend_profiles_are_listed_alike_and_a_missing_one_is_told() {
    let (_folder, project, bundle) = desk();
    edit(&project.join("skeletons"), |skeleton| {
        skeleton["masks"] =
            json!([{"id": "00000000000000b1", "name": "Upper", "weights": {"root": 0.5}}]);
        let mode = "time_factor";
        let profile = json!({"id": "00000000000000b2", "name": "Fast", "mode": mode, "factors": {"pelvis": 0.25}});
        skeleton["blend_profiles"] = json!([profile]);
    });
    edit(&project.join("montages"), |montage| {
        montage["blend_in"]["profile"] = json!("00000000000000b2")
    });
    export(&project, &bundle);
    let [mine, same] = [&project, &bundle].map(|path| info(path));
    let rig = &mine["skeletons"][0];
    assert_eq!(
        (&rig["masks"][0]["name"], &rig["masks"][0]["weights"][0]),
        (&json!("Upper"), &json!(0.5))
    );
    assert_eq!(rig["blend_profiles"][0]["mode"], "time_factor");
    assert_eq!(mine["montages"][0]["blend_in_profile"], "Fast");
    assert_eq!(mine["montages"][0]["blend_out_profile"], Value::Null);
    for field in ["masks", "blend_profiles"] {
        assert_eq!(rig[field], same["skeletons"][0][field], "{field}");
    }
    assert_eq!(
        mine["montages"][0]["blend_in_profile"],
        same["montages"][0]["blend_in_profile"]
    );
    assert_eq!(mutoscope(&["verify", shown(&bundle)]).code, 0);

    edit(&project.join("skeletons"), |skeleton| {
        skeleton["blend_profiles"] = json!([])
    });
    let done = mutoscope(&["export", shown(&project), "--out", shown(&bundle)]);
    assert!(
        done.code == 0 && done.err.contains("blend profile"),
        "{}",
        done.err
    );
}

#[test]
fn weights_are_listed_pruned_and_taken_back_from_the_finest_level() {
    let (_folder, project, _) = desk();
    let done = mutoscope(&[
        "levels",
        shown(&project),
        "--mesh",
        "SM_Mannequin",
        "--make",
        "0.5",
    ]);
    assert_eq!(done.code, 0, "{}", done.err);
    let weights = |args: &[&str]| {
        let done = mutoscope(
            &[
                &[
                    "weights",
                    shown(&project),
                    "--mesh",
                    "SM_Mannequin",
                    "--json",
                ],
                args,
            ]
            .concat(),
        );
        assert_eq!(done.code, 0, "{}", done.err);
        serde_json::from_str::<Value>(&done.out).unwrap()
    };
    let most = |said: &Value, lod: u64| {
        let of_level = said["parts"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|part| part["lod"] == json!(lod))
            .cloned();
        of_level
            .flat_map(|part| {
                part["following"]
                    .as_object()
                    .unwrap()
                    .keys()
                    .cloned()
                    .collect::<Vec<_>>()
            })
            .max()
    };
    let first = weights(&[]);
    assert!(first["pruned"].is_null() && most(&first, 0) > Some("2".into()));
    let pruned = weights(&["--prune", "1.5", "--most", "2"]);
    assert!(
        pruned["pruned"]["changed"].as_u64() > Some(10),
        "{}",
        pruned["pruned"]
    );
    assert_eq!(
        (most(&pruned, 0), most(&pruned, 1)),
        (Some("2".into()), Some("2".into()))
    );
    let after = weights(&[]);
    assert_eq!(after["parts"], pruned["parts"], "it was saved");
    let taken = weights(&["--from", "SM_Mannequin"]);
    assert!(
        taken["transferred"]["farthest"].as_f64() < Some(1e-5),
        "vertices of a level are those of the finest"
    );
    let bad: [(&[&str], &str); 4] = [
        (&["--part", "nobody"], "part not found"),
        (&["--prune", "101"], "must be 0 to 100"),
        (&["--most", "9"], "must be 1 to 8"),
        (&["--from", "SM_Nobody"], "SM_Nobody"),
    ];
    for (args, text) in bad {
        let done = mutoscope(
            &[
                &["weights", shown(&project), "--mesh", "SM_Mannequin"],
                args,
            ]
            .concat(),
        );
        assert!(
            done.code != 0 && done.err.contains(text),
            "{args:?}: {}",
            done.err
        );
    }
    let words = mutoscope(&[
        "weights",
        shown(&project),
        "--mesh",
        "SM_Mannequin",
        "--prune",
        "0",
    ]);
    assert!(
        words.out.contains("0 influences of 0 vertices removed") && words.out.contains("LOD 1, "),
        "{}",
        words.out
    );
}

#[test]
fn a_skin_weight_profile_is_made_followed_exported_and_removed() {
    let (_folder, project, bundle) = desk();
    let run = |args: &[&str]| {
        let done = mutoscope(args);
        assert_eq!(done.code, 0, "{args:?}: {}", done.err);
        done.out
    };
    let weights = |args: &[&str]| {
        run(&[
            &["weights", shown(&project), "--mesh", "SM_Mannequin"],
            args,
        ]
        .concat())
    };
    let vertices = |file: &Path, more: &[&str]| {
        let args = [
            "sample",
            shown(file),
            "--clip",
            "Charge_Start",
            "--times",
            "0.4",
            "--json",
            "--skin",
        ];
        let out = run(&[&args, more].concat());
        serde_json::from_str::<Value>(&out).unwrap()["frames"][0]["vertices"].clone()
    };
    let before = vertices(&project, &["cpu"]);
    let said: Value = serde_json::from_str(&weights(&[
        "--profile",
        "Stiff",
        "--prune",
        "0",
        "--most",
        "1",
        "--json",
    ]))
    .unwrap();
    let parts = said["parts"].as_array().unwrap();
    assert!(
        parts.iter().all(
            |part| part["profiles"] == json!(["Stiff"]) && part["following"].get("2").is_none()
        )
    );
    assert!(weights(&[]).contains("profiles: Stiff"));
    assert_eq!(
        vertices(&project, &["cpu"]),
        before,
        "nobody follows it who does not ask for it"
    );
    let stiff = vertices(&project, &["cpu", "--profile", "Stiff"]);
    assert_ne!(stiff, before);
    run(&["export", shown(&project), "--out", shown(&bundle)]);
    assert_eq!(vertices(&bundle, &["cpu", "--profile", "Stiff"]), stiff);
    assert_eq!(vertices(&bundle, &["cpu"]), before);
    let info: Value = serde_json::from_str(&run(&["info", shown(&bundle), "--json"])).unwrap();
    let mesh = info["meshes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|mesh| mesh["name"] == "SM_Mannequin")
        .unwrap();
    assert_eq!(mesh["parts"][0]["profiles"], json!(["Stiff"]));
    let picture = |name: &str, more: &[&str]| {
        let out = bundle.with_file_name(name);
        let args = [
            "render",
            shown(&project),
            "--clip",
            "Charge_Start",
            "--time",
            "0.4",
            "--size",
            "160x100",
            "--out",
        ];
        run(&[&args, &[shown(&out)][..], more].concat());
        std::fs::read(out).unwrap()
    };
    assert_ne!(
        picture("own.png", &[]),
        picture("stiff.png", &["--profile", "Stiff"])
    );
    let made = [
        "levels",
        shown(&project),
        "--mesh",
        "SM_Mannequin",
        "--make",
        "0.5",
    ];
    run(&made);
    assert_eq!(
        weights(&[]).matches("profiles: Stiff").count(),
        parts.len() * 2,
        "levels that are made have it too"
    );
    for (args, text) in [
        (
            [
                "weights",
                shown(&project),
                "--mesh",
                "SM_Mannequin",
                "--remove-profile",
                "Slim",
            ],
            "It has Stiff",
        ),
        (
            [
                "render",
                shown(&project),
                "--out",
                "x.png",
                "--profile",
                "Slim",
            ],
            "profile “Slim”",
        ),
    ] {
        let done = mutoscope(&args);
        assert!(
            done.code == 1 && done.err.contains(text),
            "{args:?}: {}",
            done.err
        );
    }
    assert!(!weights(&["--remove-profile", "Stiff"]).contains("profiles"));
    assert_eq!(vertices(&project, &["cpu"]), before);
}

#[test]
fn a_part_with_too_many_bones_is_cut_in_the_bundle_and_draws_the_same() {
    let (_folder, project, bundle) = desk();
    let run = |args: &[&str]| {
        let done = mutoscope(args);
        assert_eq!(done.code, 0, "{args:?}: {}", done.err);
        done.out
    };
    let exported = || {
        run(&["export", shown(&project), "--out", shown(&bundle)]);
        run(&["verify", shown(&bundle)]);
        let info: Value = serde_json::from_str(&run(&["info", shown(&bundle), "--json"])).unwrap();
        let mesh = info["meshes"]
            .as_array()
            .unwrap()
            .iter()
            .find(|mesh| mesh["name"] == "SM_Mannequin")
            .cloned();
        let picture = bundle.with_file_name("cut.png");
        run(&[
            "render",
            shown(&bundle),
            "--clip",
            "Charge_Start",
            "--time",
            "0.4",
            "--size",
            "160x100",
            "--out",
            shown(&picture),
        ]);
        (mesh.unwrap(), image::open(picture).unwrap().to_rgba8())
    };
    let (whole, before) = exported();
    run(&[
        "weights",
        shown(&project),
        "--mesh",
        "SM_Mannequin",
        "--bones-a-section",
        "24",
    ]);
    let (cut, after) = exported();
    let parts = |mesh: &Value| mesh["parts"].as_array().unwrap().len();
    assert!(
        parts(&cut) > parts(&whole),
        "{} {}",
        parts(&cut),
        parts(&whole)
    );
    assert_eq!(
        (&cut["triangles"], &cut["lods"][0]["bones"]),
        (&whole["triangles"], &whole["lods"][0]["bones"])
    );
    assert!(
        before
            .pixels()
            .zip(after.pixels())
            .filter(|(a, b)| a != b)
            .count()
            < 5
    );
    let few = mutoscope(&[
        "weights",
        shown(&project),
        "--mesh",
        "SM_Mannequin",
        "--bones-a-section",
        "23",
    ]);
    assert!(
        few.code == 1 && few.err.contains("24 to 4096"),
        "{}",
        few.err
    );
    run(&[
        "weights",
        shown(&project),
        "--mesh",
        "SM_Mannequin",
        "--bones-a-section",
        "0",
    ]);
    assert_eq!(parts(&exported().0), parts(&whole));
}

#[test]
fn bounds_are_told_by_vertices_bodies_or_a_box() {
    let (_folder, project, bundle) = desk();
    let bounds = |args: &[&str]| {
        let done = mutoscope(
            &[
                &[
                    "bounds",
                    shown(&project),
                    "--mesh",
                    "SM_Mannequin",
                    "--json",
                ],
                args,
            ]
            .concat(),
        );
        assert_eq!(done.code, 0, "{args:?}: {}", done.err);
        serde_json::from_str::<Value>(&done.out).unwrap()
    };
    let corner = |said: &Value, which: &str| {
        serde_json::from_value::<[f64; 3]>(said[which].clone()).unwrap()
    };
    let own = bounds(&[]);
    assert_eq!(
        (&own["by"], &own["bodies"]),
        (&json!("vertices"), &json!([]))
    );
    let made = bounds(&["--make-bodies", "--by", "bodies"]);
    assert!(made["by"] == "bodies" && made["bodies"].as_array().unwrap().len() > 20);
    for axis in 0..3 {
        let (low, high) = (
            corner(&made, "min")[axis] - corner(&own, "min")[axis],
            corner(&made, "max")[axis] - corner(&own, "max")[axis],
        );
        assert!(
            low.abs() < 0.08 && high.abs() < 0.08,
            "about what the vertices take: {axis} {low} {high}"
        );
    }
    assert_eq!(bounds(&[]), made, "it was saved");
    let export = mutoscope(&["export", shown(&project), "--out", shown(&bundle)]);
    assert_eq!(export.code, 0, "{}", export.err);
    assert_eq!(mutoscope(&["verify", shown(&bundle)]).code, 0);
    let fixed = bounds(&["--by", "fixed", "--remove-bodies"]);
    assert!(
        fixed["by"] == "fixed"
            && corner(&fixed, "min") == corner(&own, "min")
            && fixed["bodies"] == json!([])
    );
    assert_eq!(bounds(&["--by", "vertices"]), own);
    let words = mutoscope(&["bounds", shown(&project), "--mesh", "SM_Mannequin"]).out;
    assert!(words.starts_with("bounds by vertices: from "), "{words}");
}

#[test]
fn what_a_part_follows_as_cloth_is_set_measured_exported_and_taken_off() {
    let (_folder, project, bundle) = desk();
    let cloth = |args: &[&str]| {
        mutoscope(&[&["cloth", shown(&project), "--mesh", "SM_Mannequin"], args].concat())
    };
    let none = cloth(&[]);
    assert!(
        none.code == 0 && none.out.contains("no part follows cloth"),
        "{}",
        none.out
    );
    let bad: [(&[&str], &str); 6] = [
        (&["--on", "SM_Mannequin"], "say which part with --part"),
        (&["--on", "SM_Nobody", "--part", "Joint"], "SM_Nobody"),
        (
            &["--on", "SM_Mannequin", "--part", "Joint"],
            "say which part with --on-part",
        ),
        (
            &[
                "--on",
                "SM_Mannequin",
                "--part",
                "Joint",
                "--on-part",
                "Hair",
            ],
            "It has Shell, Joint",
        ),
        (
            &[
                "--on",
                "SM_Mannequin",
                "--part",
                "Joint",
                "--on-part",
                "Joint",
            ],
            "cannot follow itself. Choose another",
        ),
        (
            &[
                "--on",
                "SM_Mannequin",
                "--part",
                "Joint",
                "--on-part",
                "Shell",
                "--weight",
                "_LOOSE",
            ],
            "It has no such attributes",
        ),
    ];
    let before = info(&project);
    for (args, text) in bad {
        let done = cloth(args);
        assert!(
            done.code != 0 && done.err.contains(text),
            "{args:?}: {}",
            done.err
        );
    }
    assert_eq!(info(&project), before);
    let set = cloth(&[
        "--on",
        "SM_Mannequin",
        "--part",
        "Joint",
        "--on-part",
        "Shell",
        "--json",
    ]);
    assert_eq!(set.code, 0, "{}", set.err);
    let said: Value = serde_json::from_str(&set.out).unwrap();
    let row = &said["parts"][0];
    assert_eq!(
        (&row["name"], &row["follows"]),
        (&json!("Joint"), &json!("Shell of SM_Mannequin"))
    );
    assert_eq!(row["following"], row["vertices"]);
    assert!(
        row["farthest"].as_f64() > row["mean"].as_f64() && row["off"].as_f64() < Some(1e-4),
        "{row}"
    );
    assert_eq!(cloth(&["--json"]).out, set.out, "it was saved");
    export(&project, &bundle);
    let listed = |path: &Path| {
        info(path)["meshes"][0]["parts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| part["follows"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        listed(&project),
        [json!(null), json!("Shell of SM_Mannequin")]
    );
    assert_eq!(listed(&bundle), listed(&project));
    let files::Opened::Bundle(opened) = files::open(&bundle).unwrap() else {
        unreachable!("it is a bundle")
    };
    let mesh = opened
        .library
        .meshes
        .iter()
        .find(|mesh| mesh.name == anim::Name::new("SM_Mannequin"))
        .unwrap();
    let follows = |part: &str| {
        let part = mesh.lods[0]
            .parts
            .iter()
            .find(|it| it.name == anim::Name::new(part))
            .unwrap();
        (
            part.cloth.part,
            part.cloth.vertices.len() == part.vertex_count(),
        )
    };
    assert_eq!(
        (follows("Joint"), follows("Shell").0),
        ((anim::Name::new("Shell"), true), anim::Name::NONE)
    );
    let limit = |bones: &str| {
        let done = mutoscope(&[
            "weights",
            shown(&project),
            "--mesh",
            "SM_Mannequin",
            "--bones-a-section",
            bones,
        ]);
        assert_eq!(done.code, 0, "{}", done.err);
    };
    limit("30");
    assert!(
        cloth(&[]).out.contains("it uses its own weights"),
        "{}",
        cloth(&[]).out
    );
    limit("0");
    let off = cloth(&["--part", "Joint", "--remove"]);
    assert!(
        off.code == 0 && off.out.contains("no part follows cloth"),
        "{}",
        off.out
    );
    assert_eq!(info(&project), before);
}
