//! Why bytes are refused as a bundle, in words that say what to do.

use std::fmt;
use words::tr;

/// Reason why a file is refused, in the order in which a reader checks it. Each message says what
/// to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BundleError {
    /// The file does not start with the magic bytes.
    NotABundle,
    /// Written by another version.
    Version { found: u32 },
    /// The file is shorter or longer than it says.
    Length { stated: u64, found: u64 },
    /// The file needs a section whose tag or version this program does not know.
    Section { tag: String, version: u32 },
    /// A graph is encoded as another version of this program does it.
    Graph { encoding: u32 },
    /// The checksum does not match: at least one byte is not what was written.
    Checksum { stated: u64, found: u64 },
    /// A table or array does not fit. `offset` is in bytes from the start of the file.
    Layout { what: String, offset: u64 },
    /// The data breaks a rule of the runtime.
    Content { what: String },
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BundleError::NotABundle => f.write_str(tr!(
                "This is not a Mutoscope bundle. Choose a file that was exported as one."
            )),
            BundleError::Version { found } => {
                f.write_str(&tr!(
                        "This bundle has format version {found}; this program reads version {}. Export it again.",
                        crate::VERSION
                    ))
            }
            BundleError::Length { stated, found } => {
                f.write_str(&tr!(
                        "The bundle should have {stated} bytes, but the file has {found}. Copy or export it again."
                    ))
            }
            BundleError::Section { tag, version } => {
                f.write_str(&tr!(
                        "This bundle was made by a newer program: it needs “{tag}” of version {version}. Update this program."
                    ))
            }
            BundleError::Graph { encoding } => {
                f.write_str(&tr!(
                        "This bundle has a graph in encoding {encoding}; this program reads encoding {}. \
                     Export the bundle again from its project.",
                        crate::layout::GRAPH_ENCODING
                    ))
            }
            BundleError::Checksum { stated, found } => {
                f.write_str(&tr!(
                        "The bundle is damaged: checksum {found:016x} instead of {stated:016x}. Copy or export it again."
                    ))
            }
            BundleError::Layout { what, offset } => {
                f.write_str(&tr!(
                "The bundle is malformed at byte {offset}: {what}. Copy or export it again."
            ))
            }
            BundleError::Content { what } => {
                f.write_str(&tr!(
                "The bundle's content is not valid: {what}. Export it again."
            ))
            }
        }
    }
}

impl std::error::Error for BundleError {}
