//! Why an item cannot be mirrored, in words that name what is missing.

use std::fmt;
use words::tr;

/// Reason why something has no counterpart on the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirrorRefusal {
    /// No bone of the item has another bone as its mirrored bone.
    OneSided,
    /// All of its legs have theirs already.
    BothSides,
    /// A bone, socket or other item that is missing, by its name.
    Missing(String),
    /// An expression stands where numbers had to be mixed.
    Expression,
    /// The axes of this bone are laid out differently on the other side, other than by a swap.
    Axes(String),
}

pub(crate) type MirrorResult<T> = Result<T, MirrorRefusal>;

impl fmt::Display for MirrorRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MirrorRefusal::OneSided => {
                f.write_str(tr!(
                        "none of its bones has a mirrored bone; check the name rules under Mirror of the skeleton"
                    ))
            }
            MirrorRefusal::BothSides => {
                f.write_str(tr!(
                        "every leg already has its mirrored leg; Details can copy one to the other side"
                    ))
            }
            MirrorRefusal::Missing(what) => f.write_str(&tr!("the skeleton has no {what}")),
            MirrorRefusal::Expression => {
                f.write_str(tr!(
                        "the mirrored bone has other axes, so an expression cannot be mirrored; use numbers, or a target in component space"
                    ))
            }
            MirrorRefusal::Axes(bone) => {
                f.write_str(&tr!(
                        "the mirrored bone of {bone} has other axes, so its limits cannot be mirrored"
                    ))
            }
        }
    }
}

impl std::error::Error for MirrorRefusal {}
