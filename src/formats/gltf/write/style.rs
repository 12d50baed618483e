//! Options of an export, apart because several steps read them.

use anim::mesh::MAX_INFLUENCES;

/// Options for writing a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Levels of detail to write, ascending; 0 is the finest. Several are written with `MSFT_lod`.
    /// A mesh that has none of them is written in its coarsest.
    pub levels: Vec<usize>,
    /// Most bones that a vertex may follow, 1 to 8. Programs that only know `JOINTS_0` need 4.
    pub influences: usize,
    /// Whether every clip has a key for each property of each bone. This helps programs that keep
    /// the last pose of another clip for a bone without keys.
    pub key_every_bone: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            levels: vec![0],
            influences: MAX_INFLUENCES,
            key_every_bone: false,
        }
    }
}
