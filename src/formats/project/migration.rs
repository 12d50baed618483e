//! Old files brought forward, one version at a time.
//! Invariant: a file newer than this program is never guessed at, and one of today's version is not touched.

use serde_json::Value;

/// Takes a file from the version of its place in the list, counted from 1, to the next.
pub type Step = fn(&mut Value) -> Result<(), String>;

/// The steps of every format. There has been one version so far.
pub const STEPS: &[Step] = &[];

/// Brings a file of version `from` to `1 + steps.len()`.
pub fn migrated(mut file: Value, from: u32, steps: &[Step]) -> Result<Value, String> {
    let newest = steps.len() as u32 + 1;
    if from == 0 || from > newest {
        return Err(refusal(from, newest));
    }
    for (step, to) in steps.iter().zip(2..).skip(from as usize - 1) {
        step(&mut file).map_err(|why| format!("it cannot be brought to version {to}: {why}"))?;
        if let Some(version) = file.get_mut("version") {
            *version = Value::from(to);
        }
    }
    Ok(file)
}

pub fn refusal(found: u32, newest: u32) -> String {
    if found > newest {
        format!("it is of version {found}, and this program knows up to {newest}. Open it with a newer program.")
    } else {
        format!("it is of version {found}, which has never been. Restore the file from a backup.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const RENAME: Step = |file| {
        let old = file.as_object_mut().and_then(|file| file.remove("old")).ok_or("there is no “old”")?;
        file["new"] = old;
        Ok(())
    };
    const DOUBLE: Step = |file| {
        file["new"] = Value::from(file["new"].as_i64().unwrap_or(0) * 2);
        Ok(())
    };

    #[test]
    fn steps_run_one_after_the_other_from_the_file_s_own_version() {
        let steps = [RENAME, DOUBLE];
        let done = Ok(json!({"version": 3, "new": 6}));
        assert_eq!(migrated(json!({"version": 1, "old": 3}), 1, &steps), done);
        assert_eq!(migrated(json!({"version": 2, "new": 3}), 2, &steps), done);
        assert_eq!(migrated(json!({"version": 3, "new": 6}), 3, &steps), done);
    }

    #[test]
    fn unknown_versions_and_failed_steps_are_refused() {
        assert!(migrated(json!({}), 2, &[]).unwrap_err().contains("newer program"));
        assert!(migrated(json!({}), 0, &[]).is_err());
        assert!(migrated(json!({"version": 1}), 1, &[RENAME]).unwrap_err().contains("version 2"));
    }
}
