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
