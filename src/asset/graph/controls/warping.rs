//! The controls of pose warping as they are authored: stride, orientation and slope, which share
//! their feet.

use super::{AuthoredControl, Leg, Offer, count};
use crate::graph::mirror::{MirrorRefusal, MirrorResult, Sides, put};
use crate::{
    BoneKey,
    graph::{
        Form, Input,
        form::{Button, NodeFormField},
    },
};
use anim::{
    graph::control,
    warp::{MOST_PULLS, Orientation, Slope, Springiness, Stride},
};
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::mem::discriminant;
use words::{noun, tr};

/// A foot of a character.
pub type WarpedFoot = control::WarpedFoot<BoneKey>;

/// Steps that fit how fast the character goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct StrideWarping {
    /// Bone above all thighs.
    pub pelvis: BoneKey,
    /// Feet that take the steps.
    pub feet: Vec<WarpedFoot>,
    /// Thighs and knees bring the feet to where they are to be; else a node above has to.
    pub solves_legs: bool,
    /// Source of the length of the steps.
    pub drive: StrideDrive,
    /// Bounds, speeds and the pelvis.
    pub settings: Stride,
}

/// Source of the length of the steps of stride warping.
pub type StrideDrive = control::StrideDrive<Input>;

/// Turns the legs to the direction in which the character moves, while the chest looks ahead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct OrientationWarping {
    /// Bones from the pelvis on, each a child of the one before it; the last one looks ahead.
    pub spine: Vec<BoneKey>,
    /// Above the bones that say where feet are to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foot_root: Option<BoneKey>,
    /// Feet that turn with the direction.
    pub feet: Vec<WarpedFoot>,
    /// Thighs and knees bring the feet to where they are to be; else a node above has to.
    pub solves_legs: bool,
    /// Direction in which the character goes.
    pub heading: WarpedHeading,
    /// Bounds, speeds and shares of the turn.
    pub settings: Orientation,
}

/// Direction in which the character goes, as numbers that a node takes.
pub type WarpedHeading = control::WarpedHeading<Input>;

/// A pose that stands on the floor there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SlopeWarping {
    /// Bone above all thighs.
    pub pelvis: BoneKey,
    /// Above the bones that say where feet are to be. None turns them about the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foot_root: Option<BoneKey>,
    /// Feet that are set on the slope.
    pub feet: Vec<WarpedFoot>,
    /// Thighs and knees bring the feet to where they are to be; else a node above has to.
    pub solves_legs: bool,
    /// Bounds and springs.
    pub settings: Slope,
}

impl Default for StrideWarping {
    fn default() -> Self {
        let drive = StrideDrive::RootMotion {
            speed: Input::Number(1.0),
        };
        Self {
            pelvis: BoneKey::default(),
            feet: Vec::new(),
            solves_legs: true,
            drive,
            settings: Stride::default(),
        }
    }
}

impl Default for OrientationWarping {
    fn default() -> Self {
        Self {
            spine: Vec::new(),
            foot_root: None,
            feet: Vec::new(),
            solves_legs: true,
            heading: WarpedHeading::Angle(Input::Number(0.0)),
            settings: Orientation::default(),
        }
    }
}

impl Default for SlopeWarping {
    fn default() -> Self {
        Self {
            pelvis: BoneKey::default(),
            foot_root: None,
            feet: Vec::new(),
            solves_legs: true,
            settings: Slope::default(),
        }
    }
}

impl AuthoredControl for StrideWarping {
    fn word(&self) -> &'static str {
        tr!("Stride Warping")
    }

    fn values(&mut self, form: &mut dyn Form) {
        match &mut self.drive {
            StrideDrive::RootMotion { speed } => form.input(tr!("Speed"), "m/s", speed),
            StrideDrive::Given { scale, direction } => {
                form.input(tr!("Scale"), "×", scale);
                form.inputs(tr!("Direction"), "", direction);
            }
        }
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone(tr!("Pelvis"), &mut self.pelvis);
        feet_form(form, &mut self.feet, &mut self.solves_legs);
    }

    fn settings(&mut self, form: &mut dyn Form) {
        form.group(tr!("Stride"), "");
        drive_form(&mut self.drive, form);
        let Stride {
            min_root_speed,
            clamp: [least, most],
            interp_up,
            interp_down,
            ..
        } = &mut self.settings;
        form.number(tr!("Min speed"), "m/s", 0.0..=100.0, min_root_speed);
        form.number(tr!("Min scale"), "×", 0.0..=10.0, least);
        form.number(tr!("Max scale"), "×", 0.0..=10.0, most);
        form.number(tr!("Speed up"), "1/s", 0.0..=1e3, interp_up);
        form.number(tr!("Speed down"), "1/s", 0.0..=1e3, interp_down);
        let settings = &mut self.settings;
        form.toggle(
            tr!("Along the floor"),
            tr!("feet move along the ground under the root"),
            &mut settings.orient_to_floor,
        );
        form.toggle(
            tr!("Turn thighs"),
            tr!("along with the feet"),
            &mut settings.compensate_thigh,
        );
        form.toggle(
            tr!("Keep in reach"),
            tr!("keeps feet within the reach of their legs"),
            &mut settings.clamp_fk,
        );
        let note = tr!("without root motion the pose passes unchanged");
        form.toggle(
            tr!("Needs root motion"),
            note,
            &mut settings.disable_without_root_motion,
        );
        way_form(form, tr!("Gravity"), &mut settings.gravity);
        form.group(tr!("Pelvis"), "");
        let pelvis = &mut settings.pelvis;
        form.number(tr!("Max offset"), "m", 0.0..=10.0, &mut pelvis.most);
        form.number(tr!("Tolerance"), "m", 0.0..=1.0, &mut pelvis.tolerance);
        form.number(tr!("Amount"), "", 0.0..=1.0, &mut pelvis.alpha);
        form.whole(
            tr!("Iterations"),
            tr!("max"),
            0..=MOST_PULLS.into(),
            &mut pelvis.iterations,
        );
        form.toggle(
            tr!("Only down"),
            tr!("legs within reach do not pull the pelvis"),
            &mut pelvis.pull_only,
        );
        spring_form(form, tr!("Pelvis"), &mut pelvis.spring);
    }

    fn line(&self) -> String {
        format!("{} · {}", self.word(), count(self.feet.len(), noun!("leg")))
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        let feet = offered_feet(on);
        let pelvis = on.pelvis(feet.first().map(|foot| &foot.thigh));
        (
            Self {
                pelvis,
                feet,
                ..Self::default()
            },
            "stride speed steps feet sliding locomotion pose",
        )
    }

    fn needs(&self) -> Vec<&BoneKey> {
        std::iter::once(&self.pelvis)
            .chain(bones_of(&self.feet))
            .collect()
    }

    fn feet(&self) -> Vec<&BoneKey> {
        self.feet.iter().map(|foot| &foot.fk).collect()
    }

    fn mirror_leg(&mut self, nth: usize, sides: &Sides<'_>) -> MirrorResult<()> {
        mirror_foot(&mut self.feet, nth, sides)
    }

    fn presets(&self) -> Vec<(&'static str, Self)> {
        [
            (tr!("Usual"), [0.5, 2.0], 0.0),
            (tr!("Little"), [0.85, 1.2], 0.0),
            (tr!("Smooth"), [0.5, 2.0], 6.0),
        ]
        .map(|(name, clamp, interp)| {
            let settings = Stride {
                clamp,
                interp_up: interp,
                interp_down: interp,
                ..Stride::default()
            };
            (
                name,
                Self {
                    settings,
                    ..Default::default()
                },
            )
        })
        .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        Some(Self {
            settings: by.settings,
            solves_legs: by.solves_legs,
            ..self.clone()
        })
    }
}

impl AuthoredControl for OrientationWarping {
    fn word(&self) -> &'static str {
        tr!("Orientation Warping")
    }

    fn values(&mut self, form: &mut dyn Form) {
        match &mut self.heading {
            WarpedHeading::Angle(angle) => form.input(tr!("Angle"), "°", angle),
            WarpedHeading::Direction(direction) => form.inputs(tr!("Direction"), "", direction),
        }
    }

    fn bones(&mut self, form: &mut dyn Form) {
        for (at, bone) in self.spine.iter_mut().enumerate() {
            form.bone(&tr!("Spine {}", at + 1), bone);
        }
        if form.adds(tr!("Add spine bone")) {
            self.spine
                .push(self.spine.last().cloned().unwrap_or_default());
        }
        if !self.spine.is_empty() && form.removes(tr!("Remove last spine bone")) {
            self.spine.pop();
        }
        form.field(
            tr!("Root of goals"),
            NodeFormField::OptionalBone(&mut self.foot_root),
        );
        feet_form(form, &mut self.feet, &mut self.solves_legs);
    }

    fn settings(&mut self, form: &mut dyn Form) {
        form.group(tr!("Orientation"), "");
        heading_form(&mut self.heading, form);
        let settings = &mut self.settings;
        form.number(
            tr!("Backwards beyond"),
            "°",
            0.0..=180.0,
            &mut settings.threshold,
        );
        form.number(
            tr!("Min speed"),
            "m/s",
            0.0..=100.0,
            &mut settings.min_speed,
        );
        form.number(tr!("Speed"), "1/s", 0.0..=1e3, &mut settings.interp_speed);
        form.number(tr!("Max angle"), "°", 0.0..=180.0, &mut settings.max_angle);
        form.number(tr!("Root share"), "", 0.0..=1.0, &mut settings.distribution);
        form.number(tr!("Weight"), "", 0.0..=1.0, &mut settings.weight);
        let note = tr!("ignores turning of the root motion");
        form.toggle(tr!("Counter turns"), note, &mut settings.counter_compensate);
    }

    fn line(&self) -> String {
        format!("{} · {}", self.word(), count(self.feet.len(), noun!("leg")))
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        let (spine, foot_root, feet) = (on.spine(), on.foot_root(), offered_feet(on));
        (
            Self {
                spine,
                foot_root,
                feet,
                ..Self::default()
            },
            "strafe direction angle locomotion pose",
        )
    }

    fn needs(&self) -> Vec<&BoneKey> {
        self.spine
            .iter()
            .chain(&self.foot_root)
            .chain(bones_of(&self.feet))
            .collect()
    }

    fn feet(&self) -> Vec<&BoneKey> {
        self.feet.iter().map(|foot| &foot.fk).collect()
    }

    fn mirror_leg(&mut self, nth: usize, sides: &Sides<'_>) -> MirrorResult<()> {
        mirror_foot(&mut self.feet, nth, sides)
    }

    fn presets(&self) -> Vec<(&'static str, Self)> {
        [
            (tr!("At once"), 0.0, 0.0),
            (tr!("Smooth"), 8.0, 0.0),
            (tr!("Up to 60°"), 8.0, 60.0),
        ]
        .map(|(name, interp_speed, max_angle)| {
            let settings = Orientation {
                interp_speed,
                max_angle,
                ..Orientation::default()
            };
            (
                name,
                Self {
                    settings,
                    ..Default::default()
                },
            )
        })
        .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        Some(Self {
            settings: by.settings,
            solves_legs: by.solves_legs,
            ..self.clone()
        })
    }
}

impl AuthoredControl for SlopeWarping {
    fn word(&self) -> &'static str {
        tr!("Slope Warping")
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone(tr!("Pelvis"), &mut self.pelvis);
        form.field(
            tr!("Root of goals"),
            NodeFormField::OptionalBone(&mut self.foot_root),
        );
        feet_form(form, &mut self.feet, &mut self.solves_legs);
    }

    fn settings(&mut self, form: &mut dyn Form) {
        form.group(tr!("Slope"), "");
        let settings = &mut self.settings;
        form.number(tr!("Max step"), "m", 0.0..=10.0, &mut settings.max_step);
        spring_form(form, tr!("Floor"), &mut settings.normal_spring);
        spring_form(form, tr!("Pelvis"), &mut settings.pelvis_spring);
        let note = tr!("keeps the pelvis from moving along the slope");
        form.toggle(tr!("Keep in capsule"), note, &mut settings.keep_in_capsule);
        if self.foot_root.is_some() {
            way_form(form, tr!("Up of goals"), &mut settings.foot_root_up);
        }
    }

    fn line(&self) -> String {
        format!("{} · {}", self.word(), count(self.feet.len(), noun!("leg")))
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        let feet = offered_feet(on);
        let (pelvis, foot_root) = (
            on.pelvis(feet.first().map(|foot| &foot.thigh)),
            on.foot_root(),
        );
        (
            Self {
                pelvis,
                foot_root,
                feet,
                ..Self::default()
            },
            "ground floor hill feet terrain pose",
        )
    }

    fn needs(&self) -> Vec<&BoneKey> {
        std::iter::once(&self.pelvis)
            .chain(&self.foot_root)
            .chain(bones_of(&self.feet))
            .collect()
    }

    fn feet(&self) -> Vec<&BoneKey> {
        self.feet.iter().map(|foot| &foot.fk).collect()
    }

    fn mirror_leg(&mut self, nth: usize, sides: &Sides<'_>) -> MirrorResult<()> {
        mirror_foot(&mut self.feet, nth, sides)
    }

    fn presets(&self) -> Vec<(&'static str, Self)> {
        let firm = Springiness {
            stiffness: 400.0,
            damping: 40.0,
        };
        [(tr!("Usual"), Springiness::default()), (tr!("Firm"), firm)]
            .map(|(name, spring)| {
                let settings = Slope {
                    normal_spring: spring,
                    pelvis_spring: spring,
                    ..Slope::default()
                };
                (
                    name,
                    Self {
                        settings,
                        ..Default::default()
                    },
                )
            })
            .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        let settings = Slope {
            foot_root_up: self.settings.foot_root_up,
            ..by.settings
        };
        Some(Self {
            settings,
            solves_legs: by.solves_legs,
            ..self.clone()
        })
    }
}

/// The legs there are, each with where its foot is to be.
fn offered_feet(on: &Offer<'_>) -> Vec<WarpedFoot> {
    let foot = |leg: Leg| WarpedFoot {
        ik: on.goal(&leg.foot),
        fk: leg.foot,
        thigh: leg.hip,
    };
    on.legs().into_iter().map(foot).collect()
}

fn feet_form(form: &mut dyn Form, feet: &mut Vec<WarpedFoot>, solves_legs: &mut bool) {
    for (at, foot) in feet.iter_mut().enumerate() {
        let nth = at + 1;
        form.bone(&tr!("Foot {nth}"), &mut foot.fk);
        form.bone(&tr!("Goal {nth}"), &mut foot.ik);
        form.bone(&tr!("Thigh {nth}"), &mut foot.thigh);
        form.button(
            Button::MirrorLeg(at),
            &tr!("Mirror foot {nth} to the other side"),
        );
    }
    if form.adds(tr!("Add foot")) {
        let bone = form.last_bone();
        feet.push(WarpedFoot {
            ik: bone.clone(),
            fk: bone.clone(),
            thigh: bone,
        });
    }
    if !feet.is_empty() && form.removes(tr!("Remove last foot")) {
        feet.pop();
    }
    form.toggle(
        tr!("Solve legs"),
        tr!("solves thighs and knees to the goals"),
        solves_legs,
    );
}

fn drive_form(drive: &mut StrideDrive, form: &mut dyn Form) {
    let drives = [
        (
            StrideDrive::RootMotion { speed: 1.0.into() },
            tr!("Root motion"),
        ),
        (
            StrideDrive::Given {
                scale: 1.0.into(),
                direction: [0.0, 0.0, 1.0].map(Input::Number),
            },
            tr!("A scale"),
        ),
    ];
    form.choice_by(tr!("Driven by"), drive, &drives, |a, b| {
        discriminant(a) == discriminant(b)
    });
}

fn heading_form(heading: &mut WarpedHeading, form: &mut dyn Form) {
    let headings = [
        (
            WarpedHeading::Angle(0.0.into()),
            tr!("An angle from root motion"),
        ),
        (
            WarpedHeading::Direction([0.0, 0.0, 1.0].map(Input::Number)),
            tr!("A direction"),
        ),
    ];
    form.choice_by(tr!("Heading"), heading, &headings, |a, b| {
        discriminant(a) == discriminant(b)
    });
}

/// A direction of any length.
fn way_form(form: &mut dyn Form, label: &str, way: &mut DVec3) {
    for (axis, number) in ["x", "y", "z"].into_iter().zip(way.as_mut()) {
        form.number(&format!("{label} {axis}"), "", -1.0..=1.0, number);
    }
}

fn spring_form(form: &mut dyn Form, label: &str, spring: &mut Springiness) {
    form.number(
        &tr!("{label} stiffness"),
        "1/s²",
        0.0..=1e5,
        &mut spring.stiffness,
    );
    form.number(
        &tr!("{label} damping"),
        "1/s",
        0.0..=1e5,
        &mut spring.damping,
    );
}

fn mirror_foot(feet: &mut Vec<WarpedFoot>, nth: usize, sides: &Sides<'_>) -> MirrorResult<()> {
    let own = feet.get(nth).ok_or(MirrorRefusal::OneSided)?;
    let new = WarpedFoot {
        ik: sides.bone(&own.ik)?,
        fk: sides.bone(&own.fk)?,
        thigh: sides.bone(&own.thigh)?,
    };
    put(feet, nth, new, |foot| &foot.fk)
}

fn bones_of<'a>(feet: &'a [WarpedFoot]) -> impl Iterator<Item = &'a BoneKey> + use<'a> {
    feet.iter()
        .flat_map(|foot| [&foot.ik, &foot.fk, &foot.thigh])
}
