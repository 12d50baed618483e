//! What the controls of chains that reach for a target have in common, as they are authored.

use super::Offer;
use crate::graph::mirror::{MirrorResult, Sides};
use crate::{
    BoneKey,
    graph::{
        Form, Input, Target,
        control::{end_rotation_form, end_rotation_values},
    },
};
use words::tr;

/// A chain of bones and what its tip reaches for.
pub type ReachingChain = anim::graph::control::ReachingChain<BoneKey, Target, Input>;

pub(super) fn offered(on: &Offer<'_>) -> ReachingChain {
    let (root, tip) = on.chain();
    ReachingChain {
        root,
        tip,
        ..ReachingChain::default()
    }
}

pub(super) fn line(chain: &ReachingChain) -> String {
    let within = chain.target.space.within();
    tr!("{} … {} · target {within}", chain.root, chain.tip)
}

pub(super) fn values(chain: &mut ReachingChain, form: &mut dyn Form) {
    form.inputs(tr!("Target"), "m", &mut chain.target.at);
    end_rotation_values(&mut chain.tip_rotation, form);
}

pub(super) fn bones(chain: &mut ReachingChain, form: &mut dyn Form) {
    form.bone(tr!("Root bone"), &mut chain.root);
    form.bone(tr!("Tip bone"), &mut chain.tip);
    chain.target.form(form, tr!("Target"));
    end_rotation_form(&mut chain.tip_rotation, form);
}

/// `limited` are bones whose bounds go along with the chain.
pub(super) fn mirror<'a>(
    chain: &mut ReachingChain,
    pole: Option<&mut Target>,
    mut limited: impl Iterator<Item = &'a mut BoneKey>,
    sides: &Sides<'_>,
) -> MirrorResult<()> {
    let ReachingChain {
        root,
        tip,
        target,
        tip_rotation,
    } = chain;
    sides.tip(tip, target, tip_rotation)?;
    sides.target(target, tip)?;
    if let Some(pole) = pole {
        sides.target(pole, tip)?;
    }
    limited.try_for_each(|bone| sides.swap(bone))?;
    sides.swap(root)?;
    sides.swap(tip)
}
