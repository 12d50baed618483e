//! Projects and files.

use super::ActionContext;
use asset::Id;
use std::path::PathBuf;
use words::tr;

/// Actions on projects, imports and exports.
#[derive(Clone, Debug)]
pub enum FileAction {
    NewProject,
    OpenSample,
    Open,
    OpenFolder,
    OpenPath(PathBuf),
    /// Closes the project and shows the start screen.
    CloseProject,
    Save,
    SaveAs,
    Import,
    ImportFolder,
    /// Source files of the project, as they are now.
    Reimport(Vec<PathBuf>),
    ImportPaths(Vec<PathBuf>),
    /// A file that was imported, once more with these options.
    ImportAgain(PathBuf, Box<formats::Options>),
    /// Asks for another file of this sound.
    ReplaceSound(Id),
    /// Asks which skeleton this clip or mesh shall play on.
    AskBinding(Id),
    /// Lists the work of sessions that were stopped.
    Recover,
    /// Brings the work of a session back from its journal.
    Restore(PathBuf),
    /// Shows what others have changed on disk, and asks what to do about it.
    AskOutside,
    Export,
    /// Asks for a folder, and builds there the bundles that have changed.
    BuildBundles,
    ExportGltf,
    /// Asks which pictures or video of what is shown, and draws them.
    RenderFootage,
    Quit,
}

impl FileAction {
    /// Whether what is open now is gone afterwards.
    pub fn drops_project(&self) -> bool {
        match self {
            Self::NewProject
            | Self::OpenSample
            | Self::OpenPath(_)
            | Self::CloseProject
            | Self::Restore(_)
            | Self::Quit => true,
            Self::Open
            | Self::OpenFolder
            | Self::Save
            | Self::SaveAs
            | Self::Import
            | Self::ImportFolder
            | Self::Reimport(_)
            | Self::ImportPaths(_)
            | Self::ImportAgain(..)
            | Self::AskBinding(_)
            | Self::ReplaceSound(_)
            | Self::Recover
            | Self::AskOutside
            | Self::Export
            | Self::BuildBundles
            | Self::ExportGltf
            | Self::RenderFootage => false,
        }
    }

    /// One line that says why the action would do nothing now; None if it would do something.
    pub fn refusal(&self, now: &ActionContext<'_>) -> Option<&'static str> {
        match self {
            Self::Export | Self::BuildBundles => now.unless(
                !now.document.project().is_empty(),
                tr!("The project is empty"),
            ),
            Self::ExportGltf | Self::RenderFootage => now.needs_character(),
            Self::NewProject
            | Self::OpenSample
            | Self::Open
            | Self::OpenFolder
            | Self::OpenPath(_)
            | Self::CloseProject
            | Self::Save
            | Self::SaveAs
            | Self::Import
            | Self::ImportFolder
            | Self::Reimport(_)
            | Self::ImportPaths(_)
            | Self::ImportAgain(..)
            | Self::AskBinding(_)
            | Self::ReplaceSound(_)
            | Self::Recover
            | Self::Restore(_)
            | Self::AskOutside
            | Self::Quit => None,
        }
    }
}
