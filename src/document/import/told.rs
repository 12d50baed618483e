//! What an import did, asset by asset.

use super::rest::OtherRest;
use asset::{AssetKind, Id};
use std::fmt;
use words::tr;

/// An imported asset, by the name that it has in the project, and the outcome of its import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedAsset {
    /// The asset in the project.
    pub id: Id,
    /// Type of the asset.
    pub kind: AssetKind,
    /// Name that the asset has in the project.
    pub name: String,
    /// Outcome of the import for the asset.
    pub what: ImportOutcome,
}

/// Outcome of an import for one asset.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportOutcome {
    /// The asset is new.
    Added,
    /// The asset was there, and took what the file has.
    Updated,
    /// The asset plays on this skeleton of the project, which has none of the bones in `missing`
    /// that the asset moves or follows.
    Bound {
        skeleton: String,
        missing: Vec<String>,
    },
    /// The source no longer has it; it stays as it is.
    Kept,
    /// Changed here and in the file since the last import.
    Conflict {
        field: String,
        here: String,
        file: String,
        took: Took,
    },
    /// The skeleton of the clip has another rest pose than the figure that the clip was made for.
    OtherRest(OtherRest),
    /// A bone of a new clip moves the figure by `metres`. Root motion is on for the bone, or could
    /// be.
    RootMoves {
        bone: String,
        metres: f32,
        is_on: bool,
    },
    /// Bones of the file that were taken for those of other names, which differ by case or a
    /// number.
    Alike(Vec<(String, String)>),
    /// Bones of a skeleton that the file no longer has; what refers to them waits.
    BonesGone(Vec<String>),
    /// Bones that were gone and are there again.
    BonesBack(Vec<String>),
}

/// The side whose value holds after a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Took {
    /// The project's own, as people changed it.
    Here,
    /// The value of the imported file.
    File,
}

impl fmt::Display for ImportedAsset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.title();
        let name = format!("“{}”", self.name);
        match &self.what {
            ImportOutcome::Added => f.write_str(&tr!("Added {kind} {name}")),
            ImportOutcome::Updated => f.write_str(&tr!("Updated {kind} {name}")),
            ImportOutcome::Bound { skeleton, missing } if missing.is_empty() => {
                f.write_str(&tr!("Bound {kind} {name} to {skeleton}"))
            }
            ImportOutcome::Bound { skeleton, missing } => {
                f.write_str(&tr!(
                        "Bound {kind} {name} to {skeleton}, which does not have {}",
                        missing.join(", ")
                    ))
            }
            ImportOutcome::Kept => f.write_str(&tr!("Kept {kind} {name}, which is no longer in the file")),
            ImportOutcome::Conflict {
                field,
                here,
                file,
                took,
            } => {
                let field = words::text(field);
                let took = if *took == Took::Here {
                    tr!("kept")
                } else {
                    tr!("replaced")
                };
                f.write_str(&tr!(
                        "Conflict in {kind} {name}: {field} is {here} in the project ({took}) and {file} in the file"
                    ))
            }
            ImportOutcome::OtherRest(rest) => {
                let OtherRest {
                    skeleton_name: skeleton,
                    farthest,
                    ..
                } = rest;
                f.write_str(&tr!(
                        "The rest pose of {kind} {name} differs from {skeleton} by up to {farthest:.3} m per bone, so its keys stretch bones. Set the translation modes of {skeleton} to {}",
                        rest.proposal()
                    ))
            }
            ImportOutcome::RootMoves {
                bone,
                metres,
                is_on: true,
            } => {
                f.write_str(&tr!("Root motion of {kind} {name} is on: {bone} moves {metres:.2} m"))
            }
            ImportOutcome::RootMoves {
                bone,
                metres,
                is_on: false,
            } => f.write_str(&tr!(
                    "{bone} of {kind} {name} moves {metres:.2} m. To move the character with it, turn on root motion in the clip's details, moved by {bone}, or import with root motion"
                )),
            ImportOutcome::Alike(bones) => {
                let one = |(file, here): &(String, String)| tr!("“{file}” for “{here}”");
                let all = bones.iter().map(one).collect::<Vec<_>>().join(", ");
                f.write_str(&tr!("Bones of {kind} {name} matched by place and similar name: {all}"))
            }
            ImportOutcome::BonesGone(bones) => {
                f.write_str(&tr!("Bones missing from {kind} {name}: {}", bones.join(", ")))
            }
            ImportOutcome::BonesBack(bones) => {
                f.write_str(&tr!("Bones restored in {kind} {name}: {}", bones.join(", ")))
            }
        }
    }
}
