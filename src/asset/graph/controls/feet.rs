//! The control that puts feet on the ground and plants them, as it is authored.

use super::leg::tune;
use super::{AuthoredControl, Leg, Offer, counted};
use crate::graph::mirror::{MirrorRefusal, MirrorResult, Sides, put};
use crate::{
    BoneKey,
    graph::{Form, Input, form::Button},
};
use anim::{
    graph::control::PlantLock,
    ik::foot_placement::{PelvisMode, Rate},
};
use serde::{Deserialize, Serialize};

/// How feet are planted where nobody says so.
const FIRST_LOCK: PlantLock = PlantLock {
    distance: 0.06,
    speed: 0.3,
    radius: 0.15,
    angle: 35.0,
    ratio: 0.6,
};

/// Feet on the ground there is. Metres, seconds and degrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FootPlacement {
    /// Above all hips.
    pub pelvis: BoneKey,
    /// Legs whose feet are placed.
    pub legs: Vec<PlacedLeg>,
    /// A bool: while it is true there is no ground, and no foot is planted.
    pub in_air: Input,
    /// Radius of the sphere that looks for the ground, metres.
    pub radius: f64,
    /// Above the plane that the character stands on, metres; ground that is higher is none.
    pub step_up: f64,
    /// Below the plane that the character stands on, metres; ground that is lower is none.
    pub step_down: f64,
    /// Spring of the ground below a foot; 0 follows at once.
    pub plane_spring: Rate,
    /// Spring of the pelvis's height; 0 follows at once.
    pub pelvis_spring: Rate,
    /// Spring of a foot that was let go; 0 follows at once.
    pub lock_spring: Rate,
    /// How far a foot may be below its ground, metres.
    pub most_penetration: f64,
    /// Degrees that ground turns a foot at most.
    pub most_slope: f64,
    /// How much of the slope's turn about the leg the foot takes, 0 to 1.
    pub twist: f64,
    /// How short a leg may get, as a factor of its length in the pose, 1 or less.
    pub least_extension: f64,
    /// How long a leg may get, as a factor of its length in the pose, 1 or more.
    pub most_extension: f64,
    /// How far the pelvis may be moved, metres.
    pub most_offset: f64,
    /// What the height of the pelvis goes by.
    pub pelvis_mode: PelvisMode,
    /// A character that goes farther in a tick was placed elsewhere.
    pub teleport: f64,
    /// When feet are planted; None never plants a foot.
    pub lock: Option<PlantLock>,
}

/// A leg whose foot is put on the ground.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlacedLeg {
    /// The leg, with its hip and foot.
    pub leg: Leg,
    /// What of the foot stands on the ground and is planted: a bone below the foot, which rolls
    /// about it. None is the foot itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ball: Option<BoneKey>,
    /// A curve of the pose that permits the foot to plant above 0.5; None always does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lock_curve: Option<String>,
}

impl Default for FootPlacement {
    fn default() -> Self {
        Self {
            pelvis: BoneKey::default(),
            legs: Vec::new(),
            in_air: Input::Number(0.0),
            radius: 0.05,
            step_up: 0.4,
            step_down: 0.4,
            plane_spring: Rate {
                stiffness: 400.0,
                damping: 40.0,
            },
            pelvis_spring: Rate {
                stiffness: 150.0,
                damping: 25.0,
            },
            lock_spring: Rate {
                stiffness: 300.0,
                damping: 35.0,
            },
            most_penetration: 0.05,
            most_slope: 45.0,
            twist: 0.5,
            least_extension: 0.6,
            most_extension: 1.05,
            most_offset: 0.4,
            pelvis_mode: PelvisMode::Interval,
            teleport: 1.0,
            lock: Some(FIRST_LOCK),
        }
    }
}

impl AuthoredControl for FootPlacement {
    fn word(&self) -> &'static str {
        "Foot Placement"
    }

    fn values(&mut self, form: &mut dyn Form) {
        form.input("In air", "", &mut self.in_air);
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone("Pelvis", &mut self.pelvis);
        self.legs_form(form);
    }

    fn settings(&mut self, form: &mut dyn Form) {
        form.group("Ground", "");
        form.number("Step up", "m", 0.0..=10.0, &mut self.step_up);
        form.number("Step down", "m", 0.0..=10.0, &mut self.step_down);
        form.number("Sole radius", "m", 0.0..=1.0, &mut self.radius);
        form.number("Max slope", "°", 0.0..=180.0, &mut self.most_slope);
        form.number("Slope twist", "of 1", 0.0..=1.0, &mut self.twist);
        form.number("Penetration", "m", 0.0..=1.0, &mut self.most_penetration);
        form.number("Teleport", "m", 0.0..=1e4, &mut self.teleport);
        form.group("Pelvis height", "");
        let modes = [
            (PelvisMode::Interval, "Within the reach of the legs"),
            (PelvisMode::Simple, "With the lowest foot"),
        ];
        form.choice("Pelvis mode", &mut self.pelvis_mode, &modes);
        form.number(
            "Min extension",
            "of its length",
            0.0..=1.0,
            &mut self.least_extension,
        );
        form.number(
            "Max extension",
            "of its length",
            1.0..=2.0,
            &mut self.most_extension,
        );
        form.number("Max offset", "m", 0.0..=10.0, &mut self.most_offset);
        form.group("Springs", "0 is at once");
        let springs = [
            ("Foot", &mut self.plane_spring),
            ("Pelvis", &mut self.pelvis_spring),
            ("Release", &mut self.lock_spring),
        ];
        for (label, Rate { stiffness, damping }) in springs {
            form.number(&format!("{label} stiffness"), "1/s²", 0.0..=1e5, stiffness);
            form.number(&format!("{label} damping"), "1/s", 0.0..=1e4, damping);
        }
        form.group("Planting", "");
        form.optional(
            "Plants feet",
            "locks a foot that does not move",
            &mut self.lock,
            FIRST_LOCK,
        );
        if let Some(PlantLock {
            distance,
            speed,
            radius,
            angle,
            ratio,
        }) = &mut self.lock
        {
            form.number("Plant height", "m", 0.0..=1.0, distance);
            form.number("Plant speed", "m/s", 0.0..=10.0, speed);
            form.number("Release distance", "m", 0.0..=10.0, radius);
            form.number("Release angle", "°", 0.0..=180.0, angle);
            form.number("Replant ratio", "of the release limits", 0.0..=1.0, ratio);
        }
    }

    fn line(&self) -> String {
        format!("{} · {}", self.pelvis, counted(self.legs.len(), "leg"))
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
        let base = Self {
            lock: Some(lock),
            ..Self::default()
        };
        let stairs = Self {
            radius: 0.0,
            step_up: 0.5,
            step_down: 0.5,
            pelvis_mode: PelvisMode::Interval,
            most_extension: 1.0,
            plane_spring: rate(900.0),
            most_penetration: 0.0,
            ..base.clone()
        };
        let rough = Self {
            radius: 0.06,
            plane_spring: rate(250.0),
            pelvis_spring: rate(80.0),
            lock: Some(PlantLock {
                radius: 0.1,
                ..lock
            }),
            ..base.clone()
        };
        let flat = Self {
            step_up: 0.1,
            step_down: 0.1,
            most_slope: 10.0,
            most_offset: 0.1,
            ..base.clone()
        };
        let slides = Self { lock: None, ..base };
        vec![
            ("Stairs", stairs),
            ("Rough ground", rough),
            ("Flat ground", flat),
            ("Never plants feet", slides),
        ]
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        let (pelvis, legs, in_air) = (self.pelvis.clone(), self.legs.clone(), self.in_air.clone());
        let mut own = Self {
            pelvis,
            legs,
            in_air,
            ..by.clone()
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
            form.group(&format!("Leg {at}"), placed.leg.foot.as_str());
            placed.form(form, at);
            if has_several && form.button(Button::Copy, &format!("Copy leg {at} to the others")) {
                copied = Some(placed.leg.clone());
            }
            form.button(
                Button::MirrorLeg(at),
                &format!("Mirror leg {at} to the other side"),
            );
            if form.removes(&format!("Remove leg {at}")) {
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
        form.group("Legs", &self.legs.len().to_string());
        if form.adds("Add leg") {
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
            &format!("Rolls over its ball {at}"),
            "plants a bone of the foot",
            &mut self.ball,
            first,
        );
        if let Some(ball) = &mut self.ball {
            form.bone(&format!("Ball {at}"), ball);
        }
        let (note, first) = ("the foot to plant", "Planted".to_owned());
        form.optional(
            &format!("Lock curve {at}"),
            note,
            &mut self.lock_curve,
            first,
        );
        if let Some(curve) = &mut self.lock_curve {
            form.text(&format!("Curve {at}"), curve);
        }
    }
}
