//! Why an item cannot be mirrored, in words that name what is missing.

use std::fmt;

/// Why something has no other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirrorRefusal {
    /// Nothing of it has another bone behind the mirror.
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
                write!(
                    f,
                    "none of its bones has another one on the other side; see Mirror of the skeleton for the names that stand for each other"
                )
            }
            MirrorRefusal::BothSides => {
                write!(
                    f,
                    "every leg of it has the one of the other side already; Details copies one to the other side"
                )
            }
            MirrorRefusal::Missing(what) => write!(f, "the skeleton has no {what}"),
            MirrorRefusal::Expression => {
                write!(
                    f,
                    "the axes differ on the other side, so that an expression would have to be mixed with others; give numbers, or a place in model space"
                )
            }
            MirrorRefusal::Axes(bone) => {
                write!(
                    f,
                    "the axes of {bone} are laid out differently on the other side, so its limits have no counterpart there"
                )
            }
        }
    }
}

impl std::error::Error for MirrorRefusal {}
