//! Why an edit was refused, in words that say what to do.

use std::{borrow::Cow, fmt};
use words::tr;

/// Reason why an edit was refused; the project stays as it was.
#[derive(Clone, Debug, PartialEq)]
pub enum EditError {
    /// The asset is no longer in the project.
    AssetMissing,
    /// The item is no longer in the asset.
    ItemMissing,
    NameEmpty,
    NameTaken {
        name: String,
    },
    /// Another item has this id already.
    IdTaken,
    /// The value is outside its range.
    OutOfRange {
        field: &'static str,
        range: Cow<'static, str>,
    },
    /// The name is not allowed for a parameter.
    NotAName {
        name: String,
    },
    /// The name cannot be a file's on every system.
    NotAFileName {
        name: String,
    },
    /// The link would lead back to where it comes from.
    Cycle,
    /// The segment would lie on another one.
    Overlap,
    /// The two assets are for different skeletons.
    SkeletonMismatch,
    /// A virtual bone from a bone to itself.
    SameBone,
    /// The item of a child montage is its parent's.
    PartOfParent {
        parent: String,
    },
    /// The track or slot is locked.
    Locked {
        lane: String,
    },
    /// The montage is no child.
    NoParent,
    /// A child montage would have too many parents above it.
    TooManyParents,
    LastSection,
    LastSlot,
    /// Names of the assets that use it.
    InUse {
        by: Vec<String>,
    },
    /// Name of an asset that uses the part of the clip that would go.
    PartInUse {
        by: String,
    },
    /// Name of an asset that repeats a piece of the clip across the place of the cut.
    LoopsOver {
        by: String,
    },
    /// Clips and meshes still use the skeleton.
    DeleteImported,
    /// The mesh has no post-process graph.
    NoPostProcess,
    /// Weights that do not belong to the part.
    BadSkin,
    /// Morph targets that do not belong to the part.
    BadShapes,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::AssetMissing => f.write_str(tr!("This asset is no longer in the project.")),
            EditError::ItemMissing => f.write_str(tr!("This item is no longer in the asset.")),
            EditError::NameEmpty => f.write_str(tr!("A name needs at least one character.")),
            EditError::NameTaken { name } => {
                f.write_str(&tr!("“{name}” is already taken. Choose another name."))
            }
            EditError::IdTaken => f.write_str(tr!("An item with this ID already exists.")),
            EditError::OutOfRange { field, range } => {
                f.write_str(&tr!("{field} must be {range}."))
            }
            EditError::NotAName { name } => {
                f.write_str(&tr!(
                        "“{name}” is not a valid name. Start with a letter; then use letters, digits and _."
                    ))
            }
            EditError::NotAFileName { name } => f.write_str(&tr!(
                "“{name}” cannot be the name of a file. Use letters, digits, spaces, -, _ and ., and start with a letter or digit."
            )),
            EditError::Cycle => f.write_str(tr!("This wire would make a loop.")),
            EditError::Overlap => f.write_str(tr!("Another segment is in the way.")),
            EditError::SkeletonMismatch => f.write_str(tr!("It uses another skeleton.")),
            EditError::SameBone => f.write_str(tr!(
                "A virtual bone needs two bones: a parent and a target."
            )),
            EditError::PartOfParent { parent } => {
                f.write_str(&tr!(
                        "This belongs to the parent “{parent}”. Edit it there, or detach this montage first."
                    ))
            }
            EditError::Locked { lane } => {
                f.write_str(&tr!("“{lane}” is locked. Unlock it first."))
            }
            EditError::NoParent => f.write_str(tr!("This montage has no parent.")),
            EditError::TooManyParents => f.write_str(tr!(
                "The montage has too many parents in a row. Choose a montage further up."
            )),
            EditError::LastSection => f.write_str(tr!("A montage needs at least one section.")),
            EditError::LastSlot => f.write_str(tr!("A montage needs at least one slot.")),
            EditError::InUse { by } => {
                f.write_str(&tr!("Used by {}. Remove it there first.", by.join(", ")))
            }
            EditError::PartInUse { by } => f.write_str(&tr!("“{by}” uses only the part that would be removed. Change it there first.")),
            EditError::LoopsOver { by } => f.write_str(&tr!(
                    "“{by}” repeats a piece of the clip across this place. Split that piece first."
                )),
            EditError::NoPostProcess => f.write_str(tr!(
                "This mesh has no post-process graph. Choose one in Details first."
            )),
            EditError::BadSkin => f.write_str(tr!(
                "These weights belong to other vertices. Recalculate them."
            )),
            EditError::BadShapes => f.write_str(tr!(
                "These morph targets belong to other vertices. Recalculate them."
            )),
            EditError::DeleteImported => f.write_str(tr!(
                "Delete the clips and meshes that use this skeleton first."
            )),
        }
    }
}

impl std::error::Error for EditError {}
