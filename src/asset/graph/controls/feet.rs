//! The control that puts feet on the ground and plants them, as it is authored.

use super::leg::tune;
use super::{AuthoredControl, Leg, Offer, count};
use crate::graph::mirror::{MirrorRefusal, MirrorResult, Sides, put};
use crate::{
    BoneKey,
    graph::{Form, Input, form::Button},
};
use anim::{
    graph::control::{FeetSettings, PlantLock},
    ik::foot_placement::{PelvisMode, Rate},
};
use serde::{Deserialize, Serialize};
use words::{noun, tr};

/// Feet on the ground there is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FootPlacement {
    /// Bone above all hips.
    pub pelvis: BoneKey,
    /// Legs whose feet are placed.
    pub legs: Vec<PlacedLeg>,
    /// A bool: while it is true there is no ground, and no foot is planted.
    pub in_air: Input,
    /// Settings for how feet are put on the ground and planted.
    #[serde(flatten)]
    pub settings: FeetSettings,
}

/// A leg whose foot is put on the ground.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PlacedLeg {
    /// The leg, with its hip and foot.
    pub leg: Leg,
    /// Bone below the foot that stands on the ground and is planted; the foot rolls about it. None
    /// is the foot itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ball: Option<BoneKey>,
    /// A curve of the pose that permits the foot to plant above 0.5; None always does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lock_curve: Option<String>,
}

impl AuthoredControl for FootPlacement {
    fn word(&self) -> &'static str {
        tr!("Foot Placement")
    }

    fn values(&mut self, form: &mut dyn Form) {
        form.input(tr!("In air"), "", &mut self.in_air);
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone(tr!("Pelvis"), &mut self.pelvis);
        self.legs_form(form);
    }

    fn settings(&mut self, form: &mut dyn Form) {
        let settings = &mut self.settings;
        form.group(tr!("Ground"), "");
        form.number(tr!("Step up"), "m", 0.0..=10.0, &mut settings.step_up);
        form.number(tr!("Step down"), "m", 0.0..=10.0, &mut settings.step_down);
        form.number(tr!("Sole radius"), "m", 0.0..=1.0, &mut settings.radius);
        form.number(tr!("Max slope"), "°", 0.0..=180.0, &mut settings.most_slope);
        form.number(
            tr!("Slope twist"),
            tr!("of 1"),
            0.0..=1.0,
            &mut settings.twist,
        );
        form.number(
            tr!("Penetration"),
            "m",
            0.0..=1.0,
            &mut settings.most_penetration,
        );
        form.number(tr!("Teleport"), "m", 0.0..=1e4, &mut settings.teleport);
        form.group(tr!("Pelvis height"), "");
        let modes = [
            (PelvisMode::Interval, tr!("Within the reach of the legs")),
            (PelvisMode::Simple, tr!("With the lowest foot")),
        ];
        form.choice(tr!("Pelvis mode"), &mut settings.pelvis_mode, &modes);
        form.number(
            tr!("Min extension"),
            tr!("of its length"),
            0.0..=1.0,
            &mut settings.least_extension,
        );
        form.number(
            tr!("Max extension"),
            tr!("of its length"),
            1.0..=2.0,
            &mut settings.most_extension,
        );
        form.number(
            tr!("Max offset"),
            "m",
            0.0..=10.0,
            &mut settings.most_offset,
        );
        form.group(tr!("Springs"), tr!("0 is at once"));
        let springs = [
            (tr!("Foot"), &mut settings.plane_spring),
            (tr!("Pelvis"), &mut settings.pelvis_spring),
            (tr!("Release"), &mut settings.lock_spring),
        ];
        for (label, Rate { stiffness, damping }) in springs {
            form.number(&tr!("{label} stiffness"), "1/s²", 0.0..=1e5, stiffness);
            form.number(&tr!("{label} damping"), "1/s", 0.0..=1e4, damping);
        }
        form.group(tr!("Planting"), "");
        form.optional(
            tr!("Plants feet"),
            tr!("locks a foot that does not move"),
            &mut settings.lock,
            PlantLock::default(),
        );
        if let Some(PlantLock {
            distance,
            speed,
            radius,
            angle,
            ratio,
        }) = &mut settings.lock
        {
            form.number(tr!("Plant height"), "m", 0.0..=1.0, distance);
            form.number(tr!("Plant speed"), "m/s", 0.0..=10.0, speed);
            form.number(tr!("Release distance"), "m", 0.0..=10.0, radius);
            form.number(tr!("Release angle"), "°", 0.0..=180.0, angle);
            form.number(
                tr!("Replant ratio"),
                tr!("of the release limits"),
                0.0..=1.0,
                ratio,
            );
        }
    }

    fn line(&self) -> String {
        format!("{} · {}", self.pelvis, count(self.legs.len(), noun!("leg")))
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        let legs = on.legs();
        let pelvis = on.pelvis(legs.first().map(|leg| &leg.hip));
        let placed = |leg: Leg| PlacedLeg {
            ball: on.ball(&leg.foot),
            leg,
            lock_curve: None,
        };
        let legs = legs.into_iter().map(placed).collect();
        (
            Self {
                pelvis,
                legs,
                ..Self::default()
            },
            "ik ground slope stairs pelvis plant lock feet terrain",
        )
    }

    fn needs(&self) -> Vec<&BoneKey> {
        let legs = self
            .legs
            .iter()
            .flat_map(|placed| [&placed.leg.hip, &placed.leg.foot]);
        std::iter::once(&self.pelvis).chain(legs).collect()
    }

    fn feet(&self) -> Vec<&BoneKey> {
        self.legs.iter().map(|placed| &placed.leg.foot).collect()
    }

    fn mirror_leg(&mut self, nth: usize, sides: &Sides<'_>) -> MirrorResult<()> {
        let mut new = self.legs.get(nth).ok_or(MirrorRefusal::OneSided)?.clone();
        new.leg.mirror(sides)?;
        new.ball.iter_mut().try_for_each(|ball| sides.swap(ball))?;
        new.lock_curve = new.lock_curve.map(|curve| sides.name(&curve));
        put(&mut self.legs, nth, new, |placed| &placed.leg.foot)
    }

    fn presets(&self) -> Vec<(&'static str, Self)> {
        let rate = |stiffness: f64| Rate {
            stiffness,
            damping: 2.0 * stiffness.sqrt(),
        };
        let lock = PlantLock {
            distance: 0.06,
            speed: 0.25,
            radius: 0.15,
            angle: 35.0,
            ratio: 0.6,
        };
        let base = FeetSettings {
            lock: Some(lock),
            ..FeetSettings::default()
        };
        let stairs = FeetSettings {
            radius: 0.0,
            step_up: 0.5,
            step_down: 0.5,
            pelvis_mode: PelvisMode::Interval,
            most_extension: 1.0,
            plane_spring: rate(900.0),
            most_penetration: 0.0,
            ..base
        };
        let rough = FeetSettings {
            radius: 0.06,
            plane_spring: rate(250.0),
            pelvis_spring: rate(80.0),
            lock: Some(PlantLock {
                radius: 0.1,
                ..lock
            }),
            ..base
        };
        let flat = FeetSettings {
            step_up: 0.1,
            step_down: 0.1,
            most_slope: 10.0,
            most_offset: 0.1,
            ..base
        };
        let slides = FeetSettings { lock: None, ..base };
        [
            (tr!("Stairs"), stairs),
            (tr!("Rough ground"), rough),
            (tr!("Flat ground"), flat),
            (tr!("Never plants feet"), slides),
        ]
        .map(|(name, settings)| {
            (
                name,
                Self {
                    settings,
                    ..Self::default()
                },
            )
        })
        .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        let mut own = Self {
            settings: by.settings,
            ..self.clone()
        };
        let by: Vec<&Leg> = by.legs.iter().map(|placed| &placed.leg).collect();
        tune(own.legs.iter_mut().map(|placed| &mut placed.leg), &by);
        Some(own)
    }
}

impl FootPlacement {
    fn legs_form(&mut self, form: &mut dyn Form) {
        let (mut removed, mut copied, has_several) = (None, None, self.legs.len() > 1);
        for (at, placed) in self.legs.iter_mut().enumerate() {
            form.group(&tr!("Leg {at}"), placed.leg.foot.as_str());
            placed.form(form, at);
            if has_several && form.button(Button::Copy, &tr!("Copy leg {at} to the others")) {
                copied = Some(placed.leg.clone());
            }
            form.button(
                Button::MirrorLeg(at),
                &tr!("Mirror leg {at} to the other side"),
            );
            if form.removes(&tr!("Remove leg {at}")) {
                removed = Some(at);
            }
        }
        if let Some(leg) = copied {
            for placed in &mut self.legs {
                // All of a leg but which bones it is of.
                let own = std::mem::replace(&mut placed.leg, leg.clone());
                (placed.leg.hip, placed.leg.foot) = (own.hip, own.foot);
            }
        }
        removed.into_iter().for_each(|at| _ = self.legs.remove(at));
        form.group(tr!("Legs"), &self.legs.len().to_string());
        if form.adds(tr!("Add leg")) {
            let bone = form.last_bone();
            let leg = Leg {
                hip: bone.clone(),
                foot: bone,
                ..Leg::default()
            };
            self.legs.push(PlacedLeg {
                leg,
                ball: None,
                lock_curve: None,
            });
        }
    }
}

impl PlacedLeg {
    fn form(&mut self, form: &mut dyn Form, at: usize) {
        self.leg.form(form, at);
        let first = self.leg.foot.clone();
        form.optional(
            &tr!("Rolls over its ball {at}"),
            tr!("plants a bone of the foot"),
            &mut self.ball,
            first,
        );
        if let Some(ball) = &mut self.ball {
            form.bone(&tr!("Ball {at}"), ball);
        }
        let (note, first) = (tr!("the foot to plant"), "Planted".to_owned());
        form.optional(&tr!("Lock curve {at}"), note, &mut self.lock_curve, first);
        if let Some(curve) = &mut self.lock_curve {
            form.text(&tr!("Curve {at}"), curve);
        }
    }
}
