//! What a file dialog is opened for.

use asset::Id;

/// What a file dialog was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Open,
    Save,
    Import,
    Export,
    /// Bundles of the project.
    Build,
    ExportGltf,
    /// Pictures or a video.
    Footage,
    /// A session to open.
    OpenSession,
    /// Shows the session beside the one that is open.
    SessionBeside,
    /// A session to save.
    SaveSession,
    /// Series of a session as a table.
    SessionTable,
    /// A script of what was driven.
    Driven,
    /// The level of a mesh that a file's is to replace, or a new one.
    Level(Id, usize),
    /// A point cache that moves the vertices of a mesh.
    VertexCache(Id),
    /// A sound for a timeline, at a time in millionths of a second.
    Sound(Id, u64),
    /// Another file for a sound.
    ReplaceSound(Id),
}

impl Purpose {
    /// Name of the remembered folder; purposes with the same key share a folder.
    pub(super) fn key(self) -> &'static str {
        match self {
            Purpose::Open => "open",
            Purpose::Save => "save",
            Purpose::Import | Purpose::Level(..) | Purpose::VertexCache(_) => "import",
            Purpose::Export | Purpose::ExportGltf => "export",
            Purpose::Build => "build",
            Purpose::Footage => "footage",
            Purpose::OpenSession
            | Purpose::SessionBeside
            | Purpose::SaveSession
            | Purpose::SessionTable => "sessions",
            Purpose::Driven => "scripts",
            Purpose::Sound(..) | Purpose::ReplaceSound(_) => "sounds",
        }
    }
}
