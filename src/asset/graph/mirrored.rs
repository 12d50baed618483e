//! A control as it is on the other side of its skeleton's mirror: a hand's reach for the other
//! hand, a leg for the other leg. Bones are those behind the mirror, places and axes are reflected
//! in the reference pose, and names of curves, warp targets and parameters change as the mirror's
//! rules say.

use super::{
    AlphaInput, ControlAlpha, ControlKind, NodeKind, Wiring,
    mirror::{MirrorRefusal, MirrorResult, Sides},
    nodes::ControlNode,
};
use crate::Skeleton;

/// A control of a graph, for the other side. Controls that have both sides in a list are not
/// mirrored as a whole: see [`mirror_leg`].
pub fn mirrored(kind: &NodeKind, rig: &Skeleton, wiring: &Wiring) -> MirrorResult<NodeKind> {
    let NodeKind::Control(ControlNode {
        source,
        alpha,
        lod_threshold,
        kind,
    }) = kind
    else {
        return Err(MirrorRefusal::OneSided);
    };
    let sides = Sides::new(rig, wiring);
    let is_sided = kind
        .own_bones()
        .into_iter()
        .any(|bone| sides.bone(bone).is_ok_and(|other| other != *bone));
    if !is_sided {
        return Err(MirrorRefusal::OneSided);
    }
    let mut kind = kind.clone();
    kind.mirror(&sides)?;
    let mut alpha = alpha.clone();
    strength(&sides, &mut alpha);
    Ok(NodeKind::Control(ControlNode {
        source: *source,
        alpha,
        lod_threshold: *lod_threshold,
        kind,
    }))
}

/// The leg or foot of a list is set up on the other side too: the one there becomes as this one is,
/// or is added.
pub fn mirror_leg(
    kind: &mut ControlKind,
    nth: usize,
    rig: &Skeleton,
    wiring: &Wiring,
) -> MirrorResult<()> {
    kind.mirror_leg(nth, &Sides::new(rig, wiring))
}

/// Whether two controls are of one kind and move the same bones.
pub fn same_bones(a: &ControlKind, b: &ControlKind) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b) && a.own_bones() == b.own_bones()
}

impl ControlKind {
    /// Number of legs or feet in the control's list; 0 for a control without a list.
    pub fn legs(&self) -> usize {
        self.feet().len()
    }

    /// Index of the leg on the other side from leg `nth`; None if the control has no such leg.
    pub fn other_leg(&self, nth: usize, rig: &Skeleton) -> Option<usize> {
        let (feet, partners) = (self.feet(), rig.mirror.partners(&rig.bones));
        let other = partners[rig.index(feet.get(nth)?)?];
        feet.iter()
            .position(|foot| rig.index(foot) == Some(other))
            .filter(|at| *at != nth)
    }
}

fn strength(sides: &Sides<'_>, alpha: &mut ControlAlpha) {
    match &mut alpha.input {
        AlphaInput::Value(input) | AlphaInput::Switch { on: input, .. } => sides.input(input),
        AlphaInput::Curve(curve) => *curve = sides.name(curve),
    }
}
