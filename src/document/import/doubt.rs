//! What an import has to ask a person before it can join.

use asset::Id;
use std::{collections::BTreeMap, fmt};
use words::tr;

/// A question about an import that only a person can answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// The file at the same path holds another character by now.
    OtherContent { file: String },
    /// The same content, or the same assets under the same file name, came from another path
    /// before.
    Moved { file: String, from: String },
    /// Assets whose source was never recorded have the names of the file's.
    UnknownSource { names: Vec<String> },
    /// An update was asked for, and nothing has come from this file.
    NothingToUpdate { file: String },
    /// The file was added more than once; `copies` has an asset of each copy, and its name.
    SeveralCopies {
        file: String,
        copies: Vec<(Id, String)>,
    },
    /// Several skeletons would do equally.
    SeveralSkeletons { names: Vec<String> },
    /// A bone that plays could be several of the skeleton: by its name in the file, their names and
    /// where they are.
    OpenBones {
        skeleton: String,
        bones: BTreeMap<String, Vec<(String, String)>>,
    },
    /// A skeleton has most of the bones.
    PartlyFits {
        skeleton: String,
        missing: Vec<String>,
    },
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::OtherContent { file } => f.write_str(&tr!(
                "{file} was imported before, but now seems to be another character."
            )),
            Doubt::Moved { file, from } => f.write_str(&tr!(
                "{file} seems to be {from}, which was imported before."
            )),
            Doubt::UnknownSource { names } => f.write_str(&tr!(
                "The project already has {} with these names, from an unknown source.",
                names.join(", ")
            )),
            Doubt::NothingToUpdate { file } => {
                f.write_str(&tr!("Nothing in the project came from {file}."))
            }
            Doubt::SeveralCopies { file, copies } => {
                let names: Vec<String> = copies
                    .iter()
                    .map(|(id, name)| format!("{name} ({id})"))
                    .collect();
                f.write_str(&tr!(
                    "{file} was added several times, as {}.",
                    names.join(", ")
                ))
            }
            Doubt::SeveralSkeletons { names } => f.write_str(&tr!(
                "Its bones fit several skeletons: {}.",
                names.join(", ")
            )),
            Doubt::OpenBones { skeleton, bones } => {
                let choice = |(name, path): &(String, String)| format!("{name} ({path})");
                let told = bones.iter().map(|(bone, choices)| {
                    tr!(
                        "“{bone}” could be {}",
                        choices
                            .iter()
                            .map(choice)
                            .collect::<Vec<_>>()
                            .join(tr!(" or "))
                    )
                });
                f.write_str(&tr!(
                    "Some bones match several bones of {skeleton}: {}.",
                    told.collect::<Vec<_>>().join("; ")
                ))
            }
            Doubt::PartlyFits { skeleton, missing } => f.write_str(&tr!(
                "Its bones fit {skeleton}, except {}.",
                missing.join(", ")
            )),
        }
    }
}
