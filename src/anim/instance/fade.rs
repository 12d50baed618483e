//! How much a playing montage counts: its weight on the way in and out.

#[cfg(test)]
mod tests;

use super::BoneBlend;
use crate::{Skeleton, event::Cause, float::Extreme, montage::Blend};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MontageFade {
    blend: BoneBlend,
    /// The larger of the weights at the ends of the tick: what notifies are judged by.
    notify_weight: f32,
    blended_in: bool,
    pub(super) interrupted: bool,
    /// Cause of the stop; `Cause::None` while the montage is not stopped.
    pub(super) cause: Cause,
    /// Time on the clock at which the blend-out was over; None before.
    pub(super) over_at: Option<f64>,
}

impl MontageFade {
    pub(super) fn new(blend_in: Blend) -> Self {
        let blend = BoneBlend::rise(blend_in);
        Self {
            notify_weight: blend.alpha().value(),
            blend,
            blended_in: false,
            interrupted: false,
            cause: Cause::None,
            over_at: None,
        }
    }

    pub(super) fn blend(&self) -> &BoneBlend {
        &self.blend
    }

    pub(super) fn weight(&self) -> f32 {
        self.blend.alpha().value()
    }

    pub(super) fn notify_weight(&self) -> f32 {
        self.notify_weight
    }

    /// Whether the montage is blending out, or has blended out.
    pub(super) fn is_stopped(&self) -> bool {
        self.blend.alpha().goal() == 0.0
    }

    /// Stopped, and at its end.
    pub(super) fn is_over(&self) -> bool {
        self.is_stopped() && self.blend.alpha().is_complete()
    }

    /// Completes the blend-in at full weight at once.
    pub(super) fn settle(&mut self) {
        let blend = BoneBlend::fixed(1.0);
        *self = Self {
            blend,
            notify_weight: 1.0,
            blended_in: true,
            interrupted: false,
            cause: Cause::None,
            over_at: None,
        };
    }

    /// Starts a blend to 0. Returns false if such a blend was running already, which a shorter
    /// blend may only shorten.
    pub(super) fn stop(&mut self, blend: Blend, skeleton: &Skeleton) -> bool {
        let turns = !self.is_stopped();
        if turns {
            self.blend.retarget(0.0, blend, skeleton);
        } else if blend.time < self.blend.alpha().remaining() {
            let (easing, profile) = (self.blend.alpha().easing(), self.blend.profile());
            let shorter = Blend {
                time: blend.time,
                easing,
                inertialize: false,
                profile,
            };
            self.blend.retarget(0.0, shorter, skeleton);
        }
        turns
    }

    pub(super) fn complete(&mut self) {
        self.blend.complete();
    }

    /// `dt` in seconds, up to `now` on the clock. In the tick in which it has blended in, how much
    /// of it was left then.
    pub(super) fn advance(&mut self, dt: f64, now: f64) -> Option<f64> {
        let previous = self.weight();
        let left = self.blend.advance(dt);
        self.notify_weight = previous.higher(self.weight());
        if self.is_over() {
            self.over_at.get_or_insert(now - left.unwrap_or(0.0));
        }
        let is_new = !self.blended_in
            && self.blend.alpha().goal() == 1.0
            && self.blend.alpha().is_complete();
        self.blended_in |= is_new;
        is_new.then(|| left.unwrap_or(dt))
    }

    /// Advances the blend of a stop amid a tick by the rest of that tick, `rest` seconds.
    pub(super) fn go_on(&mut self, rest: f64, now: f64) {
        let notify_weight = self.notify_weight;
        self.advance(rest, now);
        self.notify_weight = notify_weight;
    }
}
