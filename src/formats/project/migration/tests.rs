use super::*;
use serde_json::json;

const RENAME: MigrationStepFn = |file, _| {
    let old = file
        .as_object_mut()
        .and_then(|file| file.remove("old"))
        .ok_or("there is no “old”")?;
    file["new"] = old;
    Ok(())
};
const DOUBLE: MigrationStepFn = |file, _| {
    file["new"] = Value::from(file["new"].as_i64().unwrap_or(0) * 2);
    Ok(())
};

#[test]
fn steps_run_one_after_the_other_from_the_file_s_own_version() {
    let steps = [RENAME, DOUBLE];
    let done = Ok(json!({"version": 3, "new": 6}));
    assert_eq!(
        migrated(json!({"version": 1, "old": 3}), 1, &Rigs::new(), &steps),
        done
    );
    assert_eq!(
        migrated(json!({"version": 2, "new": 3}), 2, &Rigs::new(), &steps),
        done
    );
    assert_eq!(
        migrated(json!({"version": 3, "new": 6}), 3, &Rigs::new(), &steps),
        done
    );
}

#[test]
fn unknown_versions_and_failed_steps_are_refused() {
    assert!(
        migrated(json!({}), 2, &Rigs::new(), &[])
            .unwrap_err()
            .contains("newer Mutoscope")
    );
    assert!(migrated(json!({}), 0, &Rigs::new(), &[]).is_err());
    assert!(
        migrated(json!({"version": 1}), 1, &Rigs::new(), &[RENAME])
            .unwrap_err()
            .contains("version 2")
    );
}

fn rigs() -> Rigs {
    let names = ["root", "arm", "hand"].map(str::to_owned).to_vec();
    [("0001".to_owned(), names)].into()
}

/// A file of version 1 as it is in version 2.
fn by_name(mut file: Value) -> Result<Value, String> {
    bones_by_name(&mut file, &rigs()).map(|()| file)
}

#[test]
fn a_skeleton_has_names_where_it_had_numbers_and_lists_what_is_not_at_rest() {
    let bones = json!([{"name": "root"}, {"name": "arm"}, {"name": "hand"}]);
    let skeleton = |asset: Value| {
        let mut asset = asset;
        asset["bones"] = bones.clone();
        json!({"format": "mutoscope.skeleton", "version": 1, "id": "0001", "asset": asset})
    };
    let before = skeleton(json!({
        "sockets": [{"name": "s", "bone": 2}, {"bone": 0}],
        "virtual_bones": [{"source": 0, "target": 1}],
        "masks": [{"name": "m", "weights": [0.0, 1.0, 0.25]}, {"weights": [0, 0.1]}],
        "blend_profiles": [{"factors": [1.0, 0.9, 0.0]}, {"factors": [1, 1, 1]}],
    }));
    let after = skeleton(json!({
        "sockets": [{"name": "s", "bone": "hand"}, {"bone": "root"}],
        "virtual_bones": [{"source": "root", "target": "arm"}],
        "masks": [{"name": "m", "weights": {"arm": 1.0, "hand": 0.25}}, {"weights": {"arm": 0.1}}],
        "blend_profiles": [{"factors": {"arm": 0.9, "hand": 0.0}}, {"factors": {}}],
    }));
    assert_eq!(by_name(before), Ok(after));
    for (list, item) in [
        ("sockets", json!({"bone": 3})),
        ("virtual_bones", json!({"source": 3, "target": 0})),
        ("virtual_bones", json!({"source": 0, "target": 3})),
    ] {
        let mut asset = json!({});
        asset[list] = json!([item]);
        assert_eq!(
            by_name(skeleton(asset)),
            Err("bone 3 does not exist".into())
        );
    }
    assert_eq!(
        by_name(skeleton(json!({"sockets": [{"bone": "arm"}]}))),
        Err("bone \"arm\" does not exist".into())
    );
}

#[test]
fn clips_and_meshes_list_the_bones_of_their_skeleton() {
    let file = |kind: &str, asset: Value| json!({"format": kind, "asset": asset});
    let (clip, mesh) = ("mutoscope.clip", "mutoscope.mesh");
    let names = json!(["root", "arm", "hand"]);
    assert_eq!(
        by_name(file(clip, json!({"skeleton": "0001"}))),
        Ok(file(clip, json!({"skeleton": "0001", "bones": names})))
    );
    assert_eq!(
        by_name(file(clip, json!({"skeleton": "0002"}))),
        Ok(file(clip, json!({"skeleton": "0002", "bones": []})))
    );
    let lods = |bones: Value| json!([{"removed_bones": bones}, {"removed_bones": []}, {}]);
    let with = |bones: Value| json!({"skeleton": "0001", "lods": lods(bones)});
    let mut after = with(json!(["hand", "arm"]));
    after["bones"] = names;
    // A level that says nothing of bones says so.
    after["lods"][2]["removed_bones"] = Value::Null;
    assert_eq!(
        by_name(file(mesh, with(json!([2, 1])))),
        Ok(file(mesh, after))
    );
    assert_eq!(
        by_name(file(mesh, with(json!([1, 3])))),
        Err("bone 3 does not exist".into())
    );
    for other in ["mutoscope.montage", "mutoscope.texture", ""] {
        let same = file(other, json!({"skeleton": "0001", "sockets": [{"bone": 1}]}));
        assert_eq!(by_name(same.clone()), Ok(same));
    }
}

#[test]
fn every_version_up_to_the_newest_is_brought_there_and_no_other() {
    let newest = STEPS.len() as u32 + 1;
    for from in 1..=newest {
        let file = json!({"format": "mutoscope.clip", "version": from, "asset": {}});
        let found = migrated(file, from, &rigs(), STEPS).unwrap();
        assert_eq!(found["version"], newest);
        assert_eq!(found["asset"].get("bones").is_some(), from == 1, "{from}");
    }
    let refused = |from: u32| migrated(json!({}), from, &rigs(), STEPS).unwrap_err();
    assert_eq!(
        refused(newest + 1),
        format!(
            "it has version {}; this program reads up to version {newest}. Open it with a newer Mutoscope.",
            newest + 1
        )
    );
    let never = "it has version 0, which does not exist. Restore the file from a backup.";
    assert_eq!(refused(0), never);
}

#[test]
fn the_bones_of_a_skeleton_are_found_by_its_id() {
    let file = json!({"id": "0007", "asset": {"bones": [{"name": "root"}, {}, {"name": 3}]}});
    let names = ["root", "", ""].map(str::to_owned).to_vec();
    assert_eq!(rig(&file), Some(("0007".to_owned(), names)));
    assert_eq!(rig(&json!({"id": "0007", "asset": {}})), None);
    assert_eq!(rig(&json!({"asset": {"bones": []}})), None);
}
