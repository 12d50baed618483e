//! The same things can be written in several styles.

use anim::mesh::MAX_INFLUENCES;

/// How it is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Levels of detail, ascending; several are written with `MSFT_lod`. A mesh that has none of
    /// them is written in its coarsest.
    pub levels: Vec<usize>,
    /// The most bones that a vertex follows: 4 or 8. Programs that know `JOINTS_0` alone show 4.
    pub influences: usize,
    /// Every clip has a key for each property of each bone, for programs that keep the last pose of
    /// another clip where one has none.
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
