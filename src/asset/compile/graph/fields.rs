//! What fields of nodes become: numbers, clips, ways of playing, alphas and masks. What cannot be
//! used is told.

use super::builder::Builder;
use crate::{Id, diagnostic::Kind, graph};
use anim::{
    Name,
    graph::{BoneLayer, Play, Value},
    mask::BoneMask,
};
use words::tr;

impl Builder<'_> {
    pub(super) fn number(&mut self, node: Id, input: &graph::Input, field: &'static str) -> Value {
        self.values.number(node, input, field, self.out)
    }

    pub(super) fn truth(&mut self, node: Id, input: &graph::Input, field: &'static str) -> Value {
        self.values.truth(node, input, field, self.out)
    }

    /// Index of a clip in the library; a clip that does not play is reported.
    pub(super) fn clip(&mut self, node: Id, clip: Option<Id>) -> Option<u32> {
        let index = clip.and_then(|clip| self.from.made.clips.get(&clip).copied().flatten());
        if index.is_none() {
            let authored = clip.and_then(|clip| self.from.project.clips.get(&clip));
            let is_montage =
                clip.is_some_and(|clip| self.from.project.montages.contains_key(&clip));
            self.error(
                node,
                match authored {
                    _ if is_montage => Kind::MontageInPlayer,
                    Some(other) if other.skeleton != self.graph().skeleton => {
                        Kind::SkeletonMismatch {
                            clip: other.name.clone(),
                        }
                    }
                    _ => Kind::ClipMissing,
                },
            );
        }
        index
    }

    pub(super) fn play(&mut self, node: Id, play: &graph::Play) -> Play {
        let [least, most] = play.bounds.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        Play {
            rate: self
                .values
                .number(node, &play.rate, tr!("play rate"), self.out),
            basis: self.finite(node, play.basis, tr!("play rate basis")),
            scale: self.finite(node, play.scale, tr!("play rate scale")),
            bias: self.finite(node, play.bias, tr!("play rate bias")),
            least,
            most,
            start: self.finite(node, play.start, tr!("start")),
            restarts: play.restarts,
            is_ignored_by_rules: play.is_ignored_by_rules,
            group: self.out.name(self.asset(), Some(node), &play.group),
            role: play.role,
            match_sync_point: play.match_sync_point,
            interpolation: play.interpolation.map(|how| self.interpolation(node, how)),
        }
    }

    /// A speed that is no number is there at once.
    pub(super) fn interpolation(
        &mut self,
        node: Id,
        how: graph::InterpolationSpeeds,
    ) -> anim::graph::Interpolation {
        anim::graph::Interpolation {
            rising: self.finite(node, how.rising, tr!("rising speed")),
            falling: self.finite(node, how.falling, tr!("falling speed")),
        }
    }

    pub(super) fn finite(&mut self, node: Id, number: f64, field: &'static str) -> f64 {
        if number.is_finite() {
            return number;
        }
        self.error(node, Kind::BadNumber { field });
        0.0
    }

    pub(super) fn alpha(&mut self, node: Id, alpha: &graph::Alpha) -> u16 {
        let compiled = match alpha {
            graph::Alpha::Value(input) => {
                anim::graph::Alpha::Value(self.values.number(node, input, "alpha", self.out))
            }
            graph::Alpha::Switch {
                on,
                time_in,
                time_out,
                easing,
            } => anim::graph::Alpha::Switch {
                on: self.values.truth(node, on, "alpha", self.out),
                time_in: self.finite(node, *time_in, tr!("blend time")),
                time_out: self.finite(node, *time_out, tr!("blend time")),
                easing: *easing,
            },
        };
        self.parts.alphas.push(compiled);
        (self.parts.alphas.len() - 1) as u16
    }

    /// Name of a blend profile; none where it is gone.
    pub(super) fn profile(&mut self, node: Id, profile: Option<Id>) -> Name {
        let Some(profile) = profile else {
            return Name::NONE;
        };
        self.from
            .skeleton
            .timing_profile(profile)
            .unwrap_or_else(|| {
                self.warn(node, Kind::ProfileMissing);
                Name::NONE
            })
    }

    pub(super) fn layer(&mut self, node: Id, layer: &graph::Layer) {
        let weight = self
            .values
            .number(node, &layer.weight, tr!("layer weight"), self.out);
        let mask = self.mask(node, layer.mask, &layer.branches);
        self.parts.layers.push(BoneLayer { weight, mask });
    }

    /// Index of the mask within which a difference is added; None adds it everywhere.
    pub(super) fn added_to(
        &mut self,
        node: Id,
        mask: Option<Id>,
        branches: &[graph::Branch],
    ) -> Option<u16> {
        if mask.is_none() && branches.is_empty() {
            return None;
        }
        let mask = self.mask(node, mask, branches);
        self.parts.masks.push(mask);
        Some(self.parts.masks.len() as u16 - 1)
    }

    /// A mask that is gone covers nothing.
    pub(super) fn mask(
        &mut self,
        node: Id,
        mask: Option<Id>,
        branches: &[graph::Branch],
    ) -> BoneMask {
        if mask.is_none() && !branches.is_empty() {
            return self.branches(node, branches);
        }
        let authored = mask.and_then(|mask| self.from.skeleton.mask(mask));
        if authored.is_none() {
            self.error(node, Kind::MaskMissing);
        }
        let dense = authored.map(|mask| {
            self.from
                .skeleton
                .dense(&mask.weights, crate::skeleton::BoneMask::REST)
        });
        let mut weights = dense.unwrap_or_default();
        weights.truncate(self.compiled.len());
        let weights: Vec<f32> = weights
            .iter()
            .map(|w| if w.is_nan() { 0.0 } else { w.clamp(0.0, 1.0) })
            .collect();
        BoneMask::new(&weights)
    }
}
