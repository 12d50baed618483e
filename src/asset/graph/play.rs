//! How a player plays: rate, start and sync group, which all players of clips and blend spaces
//! share.

use super::{Form, Input, form::NamedThing};
use anim::sync::Role;
use serde::{Deserialize, Serialize};
use words::tr;

/// Playback settings of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Play {
    /// Times the clip's own.
    pub rate: Input,
    /// The rate is divided by it: the speed that the clip was made for.
    pub basis: f64,
    /// Multiplies the rate after `basis`.
    pub scale: f64,
    /// Added to the rate after `scale`.
    pub bias: f64,
    /// Bounds of the rate after `scale` and `bias`; None has no bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
    /// Seconds; of blend spaces a part of the length, 0 to 1.
    pub start: f64,
    /// If true, the player restarts when it had no weight in the tick before.
    pub restarts: bool,
    /// Rules do not ask about it.
    pub is_ignored_by_rules: bool,
    /// Players of one group keep step; empty plays on its own.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// Whether the player may lead its sync group.
    pub role: Role,
    /// Takes the group's phase when it joins; else it begins at its start, or goes on from where it
    /// is.
    pub match_sync_point: bool,
    /// The rate follows what is asked; None is there at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<InterpolationSpeeds>,
}

/// Speeds at which a number follows its goal: in `t` seconds it covers `1 − exp(−speed·t)` of the
/// remaining distance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InterpolationSpeeds {
    /// Speed while the number rises, per second; 0 reaches the goal at once.
    pub rising: f64,
    /// Speed while the number falls, per second; 0 reaches the goal at once.
    pub falling: f64,
}

impl Default for InterpolationSpeeds {
    /// Halfway in 0.07 s, as Unreal's.
    fn default() -> Self {
        Self {
            rising: 10.0,
            falling: 10.0,
        }
    }
}

impl Default for Play {
    fn default() -> Self {
        Self {
            rate: Input::Number(1.0),
            basis: 1.0,
            scale: 1.0,
            bias: 0.0,
            bounds: None,
            start: 0.0,
            restarts: true,
            is_ignored_by_rules: false,
            group: String::new(),
            role: Role::default(),
            match_sync_point: true,
            interpolation: None,
        }
    }
}

impl Play {
    /// `start` is what the start is counted in.
    pub(super) fn form(&mut self, form: &mut dyn Form, start: &'static str) {
        form.number(tr!("Start"), start, 0.0..=1e4, &mut self.start);
        form.number(tr!("Rate basis"), "", 1e-3..=1e3, &mut self.basis);
        form.number(tr!("Rate scale"), "×", -100.0..=100.0, &mut self.scale);
        form.number(tr!("Rate bias"), "", -100.0..=100.0, &mut self.bias);
        form.optional(
            tr!("Bounded rate"),
            tr!("clamped after scale and bias"),
            &mut self.bounds,
            [0.5, 2.0],
        );
        for (label, bound) in [tr!("Min rate"), tr!("Max rate")]
            .into_iter()
            .zip(self.bounds.iter_mut().flatten())
        {
            form.number(label, "", -100.0..=100.0, bound);
        }
        InterpolationSpeeds::form(form, tr!("rate"), &mut self.interpolation);
        form.toggle(
            tr!("Restarts"),
            tr!("when it had no weight"),
            &mut self.restarts,
        );
        form.named(tr!("Sync group"), NamedThing::SyncGroup, &mut self.group);
        if !self.group.is_empty() {
            let roles = [
                (Role::CanBeLeader, tr!("Can lead")),
                (Role::AlwaysFollower, tr!("Always follows")),
                (Role::AlwaysLeader, tr!("Always leads")),
                (Role::TransitionLeader, tr!("Blends in, then leads")),
                (Role::TransitionFollower, tr!("Blends in, then follows")),
                (Role::ExclusiveAlwaysLeader, tr!("Leads, or plays alone")),
            ];
            form.choice(tr!("Role"), &mut self.role, &roles);
            form.toggle(
                tr!("Match sync point"),
                tr!("starts at the group's phase"),
                &mut self.match_sync_point,
            );
        }
        form.toggle(
            tr!("Hidden from rules"),
            tr!("transition rules ignore it"),
            &mut self.is_ignored_by_rules,
        );
    }
}

impl InterpolationSpeeds {
    /// Form for the interpolation of a number that `what` names: whether it is on, and the speeds.
    pub(super) fn form(form: &mut dyn Form, what: &str, known: &mut Option<Self>) {
        form.optional(
            &tr!("Interpolated {what}"),
            tr!("follows the input at a limited speed"),
            known,
            Self::default(),
        );
        if let Some(InterpolationSpeeds { rising, falling }) = known {
            form.number(tr!("Rising speed"), "1/s", 0.0..=1000.0, rising);
            form.number(tr!("Falling speed"), "1/s", 0.0..=1000.0, falling);
        }
    }
}
