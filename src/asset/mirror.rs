//! How a skeleton is seen in a mirror: the plane, and which names stand for each other.

#[cfg(test)]
mod tests;

use crate::skeleton::Bone;
use anim::mirror::Axis;
use serde::{Deserialize, Serialize};

/// Mirror settings of a skeleton and of what plays on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Mirror {
    /// Axis across the plane, model space.
    pub axis: Axis,
    /// The first that says something of a name counts: of bones, curves, sync markers and notifies.
    pub rules: Vec<MirrorRule>,
}

impl Default for Mirror {
    /// A mirror with the rules that most skeletons are named by.
    fn default() -> Self {
        Self {
            axis: Axis::default(),
            rules: MirrorRule::usual(),
        }
    }
}

impl Mirror {
    /// Whether it is what files leave out.
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The name behind the mirror; None where no rule says anything of it.
    pub fn seen(&self, name: &str) -> Option<String> {
        self.rules.iter().find_map(|rule| rule.seen(name))
    }

    /// For each bone, the index of its mirrored bone; its own index if it has none.
    pub fn partners(&self, bones: &[Bone]) -> Vec<usize> {
        let find = |name: &str| bones.iter().position(|bone| bone.name == name);
        let other = |at: usize| {
            self.seen(&bones[at].name)
                .and_then(|name| find(&name))
                .unwrap_or(at)
        };
        (0..bones.len())
            .map(|at| {
                if other(other(at)) == at {
                    other(at)
                } else {
                    at
                }
            })
            .collect()
    }
}

/// Names that stand for each other where one has the first part and the other the second: `_l` and
/// `_r`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MirrorRule {
    /// The part of a name on one side; a name with it has the other side's with `right`.
    pub left: String,
    /// The part of a name on the other side.
    pub right: String,
}

impl MirrorRule {
    /// Rules that most skeletons are named by.
    pub fn usual() -> Vec<MirrorRule> {
        let rule = |(left, right): (&str, &str)| MirrorRule {
            left: left.to_owned(),
            right: right.to_owned(),
        };
        [
            ("_l", "_r"),
            ("_L", "_R"),
            (".l", ".r"),
            (".L", ".R"),
            ("Left", "Right"),
            ("left", "right"),
        ]
        .map(rule)
        .into()
    }

    /// The name behind the mirror; None where the rule says nothing of it. A part counts where a
    /// word ends.
    pub fn seen(&self, name: &str) -> Option<String> {
        let swapped = |from: &str, to: &str| {
            let ends = |at: usize| {
                !name[at + from.len()..].starts_with(|next: char| next.is_ascii_lowercase())
            };
            let at = name
                .match_indices(from)
                .map(|(at, _)| at)
                .filter(|at| ends(*at))
                .last();
            at.filter(|_| !from.is_empty())
                .map(|at| format!("{}{to}{}", &name[..at], &name[at + from.len()..]))
        };
        swapped(&self.left, &self.right).or_else(|| swapped(&self.right, &self.left))
    }
}
