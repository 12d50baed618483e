//! Who is previewed beside a character, as values that are sent to the engine's thread.

use crate::PreviewSubject;
use anim::{Name, Transform};
use engine::CharacterId;

/// The first of the partners; each of the others has the next id.
pub const FIRST_PARTNER: CharacterId = 0x4000_0000;

/// A second character of a preview: what plays, where, and how both are bound.
#[derive(Clone, Debug, PartialEq)]
pub struct PartnerOrder {
    /// Name of the partner in Copy Pose nodes of the previewed character.
    pub name: Name,
    /// Name of the partner's skeleton.
    pub skeleton: Name,
    /// Plays again and again; what is none of a clip, a montage or a graph stands in the reference
    /// pose.
    pub plays: PreviewSubject,
    /// Placement of the partner as play begins, world space.
    pub home: Transform,
    /// The partner stays there whatever its root motion.
    pub stays: bool,
    /// Link between the poses of the partner and the previewed character.
    pub tie: PartnerTie,
    /// The partner's montage goes where the previewed montage goes.
    pub follows_montage: bool,
    /// Warp targets of the previewed character, the bone or socket of the partner that each follows
    /// (of no name where the partner stands), and what it is moved by in that.
    pub targets: Vec<(Name, Name, Transform)>,
}

/// Link between two poses: which character, if any, shows the pose of the other, the partner or the
/// previewed character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartnerTie {
    /// Copy Pose nodes of the previewed character show the partner's.
    IsCopied,
    /// Copy Pose nodes of the partner that have this name show the previewed character's.
    Copies(Name),
    /// The partner shows the pose of the previewed character, by the names of bones.
    Follows,
    /// Nobody takes anybody's.
    Apart,
}

impl PartnerOrder {
    pub(crate) fn is_finite(&self) -> bool {
        let mut offsets = self.targets.iter().map(|(_, _, offset)| offset);
        self.home.is_finite() && offsets.all(Transform::is_finite)
    }
}
