//! Files of older versions become files of the current one, one version at a time. Invariant: a
//! file newer than this program is refused, and one of the current version is not changed.

#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use words::tr;

/// Names of bones in the order of their skeleton, by the id of the skeleton as its file writes it.
pub type Rigs = BTreeMap<String, Vec<String>>;

/// Converts a file from one version to the next. An Err is a clause that says why it cannot.
pub type MigrationStepFn = fn(&mut Value, &Rigs) -> Result<(), String>;

/// All steps: the first converts version 1 to 2, and so on. Each handles every format.
pub const STEPS: &[MigrationStepFn] = &[bones_by_name, graphs_beside];

/// Converts a file of version `from` to version `1 + steps.len()`. An Err means an unknown version,
/// or a step that fails.
pub fn migrated(
    mut file: Value,
    from: u32,
    rigs: &Rigs,
    steps: &[MigrationStepFn],
) -> Result<Value, String> {
    let newest = steps.len() as u32 + 1;
    if from == 0 || from > newest {
        return Err(refusal(from, newest));
    }
    for (step, to) in steps.iter().zip(2..).skip(from as usize - 1) {
        step(&mut file, rigs).map_err(|why| tr!("it cannot be brought to version {to}: {why}"))?;
        if let Some(version) = file.get_mut("version") {
            *version = Value::from(to);
        }
    }
    Ok(file)
}

/// Id and bone names of a skeleton's file of any version. None for a file that has none.
pub fn rig(file: &Value) -> Option<(String, Vec<String>)> {
    let bones = file.pointer("/asset/bones")?.as_array()?;
    let name = |bone: &Value| {
        bone.get("name")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    Some((
        file.get("id")?.as_str()?.to_owned(),
        bones.iter().map(name).collect(),
    ))
}

/// Migrates from version 2 to 3. Version 2 has neither pose graphs nor blend spaces. The new number
/// keeps older programs from opening a project and losing them.
fn graphs_beside(_: &mut Value, _: &Rigs) -> Result<(), String> {
    Ok(())
}

/// Migrates from version 1, where bones were numbers, to 2: clips and meshes list the bones that
/// their blobs index, and everything else has names.
fn bones_by_name(file: &mut Value, rigs: &Rigs) -> Result<(), String> {
    let own = rig(file).map(|(_, bones)| bones).unwrap_or_default();
    match file.get("format").and_then(Value::as_str) {
        Some("mutoscope.skeleton") => skeleton_by_name(&mut file["asset"], &own),
        Some("mutoscope.clip") => {
            list_bones(&mut file["asset"], rigs);
            Ok(())
        }
        Some("mutoscope.mesh") => {
            let names = list_bones(&mut file["asset"], rigs);
            let lods = file["asset"].get_mut("lods").and_then(Value::as_array_mut);
            let removed = lods
                .into_iter()
                .flatten()
                .flat_map(|lod| lod["removed_bones"].as_array_mut())
                .flatten();
            removed
                .into_iter()
                .try_for_each(|bone| by_name(bone, &names))
        }
        _ => Ok(()),
    }
}

fn list_bones(asset: &mut Value, rigs: &Rigs) -> Vec<String> {
    let names = asset
        .get("skeleton")
        .and_then(Value::as_str)
        .and_then(|id| rigs.get(id))
        .cloned()
        .unwrap_or_default();
    asset["bones"] = json!(names);
    names
}

fn skeleton_by_name(asset: &mut Value, names: &[String]) -> Result<(), String> {
    for (list, fields) in [
        ("sockets", &["bone"][..]),
        ("virtual_bones", &["source", "target"]),
    ] {
        for item in asset
            .get_mut(list)
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            for field in fields {
                by_name(&mut item[*field], names)?;
            }
        }
    }
    for (list, field, rest) in [
        ("masks", "weights", 0.0),
        ("blend_profiles", "factors", 1.0),
    ] {
        for item in asset
            .get_mut(list)
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            let numbers = item[field].as_array().cloned().unwrap_or_default();
            let listed = names
                .iter()
                .zip(numbers)
                .filter(|(_, number)| number.as_f64() != Some(rest));
            item[field] = Value::Object(
                listed
                    .map(|(name, number)| (name.clone(), number))
                    .collect::<Map<_, _>>(),
            );
        }
    }
    Ok(())
}

fn by_name(bone: &mut Value, names: &[String]) -> Result<(), String> {
    let name = bone
        .as_u64()
        .and_then(|at| names.get(usize::try_from(at).ok()?));
    let name = name.ok_or_else(|| tr!("bone {bone} does not exist"))?;
    *bone = Value::from(name.as_str());
    Ok(())
}

/// Reason why a version cannot be read, with advice. `newest` is the version of this program.
pub fn refusal(found: u32, newest: u32) -> String {
    if found > newest {
        tr!(
            "it has version {found}; this program reads up to version {newest}. Open it with a newer Mutoscope."
        )
    } else {
        tr!("it has version {found}, which does not exist. Restore the file from a backup.")
    }
}
