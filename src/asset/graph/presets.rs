//! Settings of controls under a name: how a control works, without what it moves and what it reaches for.

#[cfg(test)]
mod tests;

use super::{
    Ccd, ControlKind, Fabrik, FootPlacement, Leg, LegGoal, LegIk, OrientationWarping, SlopeWarping, StrideWarping,
};
use crate::BoneKey;
use crate::graph::controls::{LookAtControl, SpringControl, TwoBoneIkControl};
use anim::{
    graph::control::PlantLock,
    ik::{
        ccd::Order,
        foot_placement::{PelvisMode, Rate},
        two_bone::Stretch,
    },
    montage::Easing,
    warp::{Orientation, Slope, Springiness, Stride},
};

impl ControlKind {
    /// As another one of its kind works. Bones, targets, curves and inputs stay; None of another kind, or where there is
    /// nothing else.
    pub fn tuned_as(&self, preset: &ControlKind) -> Option<ControlKind> {
        let mut own = self.clone();
        match (&mut own, preset) {
            (
                ControlKind::TwoBoneIk(TwoBoneIkControl { stretch, too_close, .. }),
                ControlKind::TwoBoneIk(TwoBoneIkControl { stretch: by, too_close: close, .. }),
            ) => (*stretch, *too_close) = (*by, *close),
            (
                ControlKind::LookAt(LookAtControl { clamp, time, trigger, easing, .. }),
                ControlKind::LookAt(LookAtControl {
                    clamp: most, time: within, trigger: beyond, easing: eased, ..
                }),
            ) => (*clamp, *time, *trigger, *easing) = (*most, *within, *beyond, *eased),
            (
                ControlKind::Spring(SpringControl { stiffness, damping, most, translates, rotates, .. }),
                ControlKind::Spring(SpringControl {
                    stiffness: k, damping: c, most: m, translates: t, rotates: r, ..
                }),
            ) => (*stiffness, *damping, *most, *translates, *rotates) = (*k, *c, *m, *t, *r),
            (ControlKind::Fabrik(own), ControlKind::Fabrik(by)) => {
                (own.precision, own.iterations) = (by.precision, by.iterations);
            }
            (ControlKind::Ccd(own), ControlKind::Ccd(by)) => {
                (own.order, own.most_step, own.precision, own.iterations) =
                    (by.order, by.most_step, by.precision, by.iterations);
            }
            (ControlKind::LegIk(own), ControlKind::LegIk(by)) => {
                let by: Vec<&Leg> = by.legs.iter().map(|it| &it.leg).collect();
                legs(own.legs.iter_mut().map(|it| &mut it.leg), &by);
            }
            (ControlKind::FootPlacement(own), ControlKind::FootPlacement(by)) => feet(own, by),
            (ControlKind::StrideWarping(own), ControlKind::StrideWarping(by)) => {
                (own.settings, own.solves_legs) = (by.settings, by.solves_legs);
            }
            (ControlKind::OrientationWarping(own), ControlKind::OrientationWarping(by)) => {
                (own.settings, own.solves_legs) = (by.settings, by.solves_legs);
            }
            (ControlKind::SlopeWarping(own), ControlKind::SlopeWarping(by)) => {
                let foot_root_up = own.settings.foot_root_up;
                (own.settings, own.solves_legs) = (Slope { foot_root_up, ..by.settings }, by.solves_legs);
            }
            _ => return None,
        }
        Some(own)
    }

    /// Presets that there are of its kind from the beginning, by their names.
    pub fn presets(&self) -> Vec<(&'static str, ControlKind)> {
        match self {
            ControlKind::TwoBoneIk(_) => vec![
                ("Keeps its lengths", self.limb(None)),
                ("Stretches a little", self.limb(Some(Stretch { start: 0.95, most: 1.1 }))),
                ("Cartoon", self.limb(Some(Stretch { start: 0.9, most: 1.8 }))),
            ],
            ControlKind::LookAt(_) => vec![
                ("At once, without bounds", self.look([0.0, 0.0, 0.0])),
                ("Head", self.look([80.0, 0.35, 12.0])),
                ("Eyes", self.look([30.0, 0.08, 5.0])),
                ("Aim of a weapon", self.look([60.0, 0.12, 20.0])),
            ],
            ControlKind::Spring(_) => {
                vec![("Stiff", self.swings(900.0)), ("Soft", self.swings(120.0)), ("Loose", self.swings(30.0))]
            }
            ControlKind::Fabrik(_) => [("Quick", 1e-3, 4), ("Usual", 1e-4, 10), ("Exact", 1e-5, 60)]
                .map(|(name, precision, iterations)| {
                    (name, ControlKind::Fabrik(Fabrik { precision, iterations, ..Fabrik::default() }))
                })
                .into(),
            ControlKind::Ccd(_) => [("Quick", 1e-3, 4, 0.0), ("Usual", 1e-4, 10, 0.0), ("Even bends", 1e-4, 60, 6.0)]
                .map(|(name, precision, iterations, most_step)| {
                    let order = Order::TipToRoot;
                    (name, ControlKind::Ccd(Ccd { precision, iterations, most_step, order, ..Ccd::default() }))
                })
                .into(),
            ControlKind::LegIk(_) => {
                [("Usual", Leg::default()), ("Straightens fully", Leg { soft: 1.0, ..Leg::default() })]
                    .map(|(name, leg)| {
                        let goal = LegGoal { leg, goal: BoneKey::default() };
                        (name, ControlKind::LegIk(LegIk { legs: vec![goal] }))
                    })
                    .into()
            }
            ControlKind::FootPlacement(_) => placements(),
            ControlKind::StrideWarping(_) => strides(),
            ControlKind::OrientationWarping(_) => {
                [("At once", 0.0, 0.0), ("Smooth", 8.0, 0.0), ("Up to 60°", 8.0, 60.0)]
                    .map(|(name, interp_speed, max_angle)| {
                        let settings = Orientation { interp_speed, max_angle, ..Orientation::default() };
                        (name, ControlKind::OrientationWarping(OrientationWarping { settings, ..Default::default() }))
                    })
                    .into()
            }
            ControlKind::SlopeWarping(_) => [("Usual", Springiness::default()), ("Firm", firm())]
                .map(|(name, spring)| {
                    let settings = Slope { normal_spring: spring, pelvis_spring: spring, ..Slope::default() };
                    (name, ControlKind::SlopeWarping(SlopeWarping { settings, ..Default::default() }))
                })
                .into(),
            _ => Vec::new(),
        }
    }

    fn limb(&self, by: Option<Stretch>) -> ControlKind {
        let mut own = self.clone();
        if let ControlKind::TwoBoneIk(TwoBoneIkControl { stretch, .. }) = &mut own {
            *stretch = by;
        }
        own
    }

    fn look(&self, [most, within, beyond]: [f64; 3]) -> ControlKind {
        let mut own = self.clone();
        if let ControlKind::LookAt(LookAtControl { clamp, time, trigger, easing, .. }) = &mut own {
            (*clamp, *time, *trigger, *easing) = (most, within, beyond, Easing::default());
        }
        own
    }

    /// Comes to rest soonest without swinging over.
    fn swings(&self, by: f64) -> ControlKind {
        let mut own = self.clone();
        if let ControlKind::Spring(SpringControl { stiffness, damping, .. }) = &mut own {
            (*stiffness, *damping) = (by, 2.0 * by.sqrt());
        }
        own
    }
}

/// Each as the one at its place, those beyond as the last.
fn legs<'a>(own: impl Iterator<Item = &'a mut Leg>, by: &[&Leg]) {
    let Some(last) = by.last() else { return };
    for (at, leg) in own.enumerate() {
        let by = by.get(at).unwrap_or(last);
        *leg = Leg {
            least_angle: by.least_angle,
            soft: by.soft,
            soft_alpha: by.soft_alpha,
            precision: by.precision,
            iterations: by.iterations,
            ..std::mem::take(leg)
        };
    }
}

fn feet(own: &mut FootPlacement, by: &FootPlacement) {
    let known = std::mem::replace(own, by.clone());
    (own.pelvis, own.legs, own.in_air) = (known.pelvis, known.legs, known.in_air);
    let by: Vec<&Leg> = by.legs.iter().map(|it| &it.leg).collect();
    legs(own.legs.iter_mut().map(|it| &mut it.leg), &by);
}

fn firm() -> Springiness {
    Springiness { stiffness: 400.0, damping: 40.0 }
}

fn placements() -> Vec<(&'static str, ControlKind)> {
    let rate = |stiffness: f64| Rate { stiffness, damping: 2.0 * stiffness.sqrt() };
    let lock = PlantLock { distance: 0.06, speed: 0.25, radius: 0.15, angle: 35.0, ratio: 0.6 };
    let base = FootPlacement { lock: Some(lock), ..FootPlacement::default() };
    let stairs = FootPlacement {
        radius: 0.0,
        step_up: 0.5,
        step_down: 0.5,
        pelvis_mode: PelvisMode::Interval,
        most_extension: 1.0,
        plane_spring: rate(900.0),
        most_penetration: 0.0,
        ..base.clone()
    };
    let rough = FootPlacement {
        radius: 0.06,
        plane_spring: rate(250.0),
        pelvis_spring: rate(80.0),
        lock: Some(PlantLock { radius: 0.1, ..lock }),
        ..base.clone()
    };
    let flat = FootPlacement { step_up: 0.1, step_down: 0.1, most_slope: 10.0, most_offset: 0.1, ..base.clone() };
    let slides = FootPlacement { lock: None, ..base };
    let all = [("Stairs", stairs), ("Rough ground", rough), ("Flat ground", flat), ("Never plants feet", slides)];
    all.map(|(name, it)| (name, ControlKind::FootPlacement(it))).into()
}

fn strides() -> Vec<(&'static str, ControlKind)> {
    let all = [("Usual", [0.5, 2.0], 0.0), ("Little", [0.85, 1.2], 0.0), ("Smooth", [0.5, 2.0], 6.0)];
    all.map(|(name, clamp, interp)| {
        let settings = Stride { clamp, interp_up: interp, interp_down: interp, ..Stride::default() };
        (name, ControlKind::StrideWarping(StrideWarping { settings, ..Default::default() }))
    })
    .into()
}
