//! A merge of one file of a project, as version control asks for it.

use super::{Conflict, MergeSide, values::Merging};
use crate::project;
use serde_json::Value;
use words::tr;

/// The merged file as canonical text, and its conflicts, in each of which `side` was taken. `base`
/// is None where both sides added the file. An Err names the version that is not a project file of
/// the current version.
pub fn merged_text(
    base: Option<&[u8]>,
    mine: &[u8],
    theirs: &[u8],
    side: MergeSide,
) -> Result<(Vec<u8>, Vec<Conflict>), String> {
    let base = base
        .map(|bytes| parsed(tr!("the base"), bytes))
        .transpose()?;
    let (mut mine, theirs) = (parsed("mine", mine)?, parsed("theirs", theirs)?);
    let pick = |_: &str| side;
    let mut merging = Merging {
        pick: &pick,
        conflicts: Vec::new(),
    };
    // The file that makes a folder a project has no asset; all of it is merged.
    if base
        .as_ref()
        .or(Some(&mine))
        .is_some_and(|file| file.get("asset").is_some())
    {
        let known = base.as_ref().and_then(|file| file.get("asset"));
        let merged = merging.merged("", known, mine.get("asset"), theirs.get("asset"));
        mine["asset"] = merged.unwrap_or_default();
    } else {
        mine = merging
            .merged("", base.as_ref(), Some(&mine), Some(&theirs))
            .unwrap_or(mine)
    }
    Ok((project::text(&mine), merging.conflicts))
}

fn parsed(which: &str, bytes: &[u8]) -> Result<Value, String> {
    let value: Value =
        serde_json::from_slice(bytes).map_err(|error| tr!("{which} is not valid: {error}"))?;
    let is_ours = value
        .get("format")
        .and_then(Value::as_str)
        .is_some_and(|format| format.starts_with("mutoscope."));
    if !is_ours {
        return Err(tr!("{which} is not a project file"));
    }
    match value.get("version").and_then(Value::as_u64) {
        Some(version) if version == u64::from(project::VERSION) => Ok(value),
        version => Err(tr!(
            "{which} has version {}, but only version {} can be merged. Save the project with this program first.",
            version.unwrap_or_default(),
            project::VERSION
        )),
    }
}
