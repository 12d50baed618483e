//! What montages move the root by in a tick.

use super::{dispatch::Outbox, montage_instance::MontageInstance, root_motion::MontageRoot};
use crate::Transform;

impl Outbox {
    /// Root motion of a montage in this tick so far.
    pub(super) fn moved_root(&self, instance: u32) -> Transform {
        let own = self
            .montage_roots
            .iter()
            .find(|root| root.instance == instance);
        own.map_or(Transform::IDENTITY, |root| root.counted)
    }

    pub(super) fn root_of(&mut self, of: &MontageInstance) -> &mut MontageRoot {
        let instance = of.id;
        let known = self
            .montage_roots
            .iter()
            .position(|root| root.instance == instance);
        let at = known.unwrap_or_else(|| {
            let (whole, counted) = (Transform::IDENTITY, Transform::IDENTITY);
            let (slot, mirror) = (of.montage.slots[0].name, of.mirror.clone());
            self.montage_roots.push(MontageRoot {
                instance,
                slot,
                whole,
                counted,
                weight: None,
                mirror,
            });
            self.montage_roots.len() - 1
        });
        &mut self.montage_roots[at]
    }

    pub(super) fn weigh_root(&mut self, instance: u32, weight: f32) {
        let own = self
            .montage_roots
            .iter_mut()
            .find(|root| root.instance == instance);
        own.into_iter().for_each(|root| root.weight = Some(weight));
    }
}
