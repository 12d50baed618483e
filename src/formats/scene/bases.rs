//! What additive clips of an exported file add to. The file names clips by the ids of the project
//! that it was exported from; here they become ids of what was read.

#[cfg(test)]
mod tests;

use crate::ImportReport;
use asset::{Clip, Id, clip::Additive};
use std::{collections::BTreeMap, sync::Arc};
use words::tr;

/// The clip that an animation was exported from, and what that clip adds to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SaidBase {
    /// Id of the clip in its project; None if the export does not say.
    pub id: Option<Id>,
    /// Difference that it compiles to, with ids of its project; None is a full pose.
    pub additive: Option<Additive>,
}

/// Makes clips additive as they were exported. `bases` has an entry for each clip: its id here, what
/// was said of it, and its place in the report. A clip whose base is not among the clips of its
/// skeleton stays a full pose, and that is reported.
pub fn apply(
    clips: &mut BTreeMap<Id, Arc<Clip>>,
    bases: &[(Id, SaidBase, String)],
    report: &mut ImportReport,
) {
    for (id, base, place) in bases {
        let Some(additive) = base.additive else {
            continue;
        };
        let skeleton = clips[id].skeleton;
        let here = |exported: Id| {
            let is_it = |(other, base, _): &&(Id, SaidBase, String)| {
                base.id == Some(exported) && other != id && clips[other].skeleton == skeleton
            };
            bases.iter().find(is_it).map(|(other, ..)| *other)
        };
        let exported = additive.base.clip();
        let found = exported.and_then(here);
        if exported.is_some() && found.is_none() {
            report.warn(
                place.as_str(),
                tr!("It adds to a clip that is not in the file; it became a full pose."),
            );
            continue;
        }
        let base = additive.base.with_clip(|id| found.unwrap_or(id));
        if let Some(clip) = clips.get_mut(id) {
            Arc::make_mut(clip).additive = Some(Additive { base, ..additive });
        }
    }
}
