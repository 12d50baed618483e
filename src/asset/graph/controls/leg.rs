//! The control of legs that bring their feet to where other bones are, and the leg that other
//! controls have too.

use super::{AuthoredControl, Offer, count};
use crate::graph::mirror::{MirrorRefusal, MirrorResult, Sides, put};
use crate::{
    BoneKey,
    graph::{Form, form::Button, offer::is_goal},
};
use anim::{graph::control::LegSettings, ik::MOST_ITERATIONS};
use serde::{Deserialize, Serialize};
use words::{noun, tr};

impl Offer<'_> {
    /// Legs of the bones that are called feet, are no goals, and have a knee and a hip.
    pub(in crate::graph) fn legs(&self) -> Vec<Leg> {
        let feet = self.named(|name| name.contains("foot") && !is_goal(name));
        feet.filter_map(|foot| {
            Some(Leg {
                hip: self.above(&foot, 2)?,
                foot,
                ..Leg::default()
            })
        })
        .collect()
    }
}

/// A leg and how it bends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Leg {
    /// The bone at the top of the leg.
    pub hip: BoneKey,
    /// Hangs on the hip, with a knee or more between them.
    pub foot: BoneKey,
    /// Local to the knee, which is the bone below the hip: a positive turn of the shin about it
    /// bends the leg. None bends to where the pose has the knee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hinge: Option<[f32; 3]>,
    /// Settings for how the leg bends and stretches.
    #[serde(flatten)]
    pub settings: LegSettings,
    /// Local to the foot: the knee turns with it about the leg. None leaves the knee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knee_follows: Option<[f32; 3]>,
}

/// A leg, and the bone that its foot is brought to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LegGoal {
    /// The leg that reaches.
    pub leg: Leg,
    /// The bone that says where the foot is to be.
    pub goal: BoneKey,
}

/// Legs that bring their feet to where other bones are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LegIk {
    /// Legs that reach, each on its own.
    pub legs: Vec<LegGoal>,
}

impl AuthoredControl for LegIk {
    fn word(&self) -> &'static str {
        tr!("Leg IK")
    }

    fn bones(&mut self, form: &mut dyn Form) {
        let mut removed = None;
        for (at, goal) in self.legs.iter_mut().enumerate() {
            form.group(&tr!("Leg {at}"), goal.leg.foot.as_str());
            form.place(&tr!("Goal {at}"), &mut goal.goal);
            goal.leg.form(form, at);
            form.button(
                Button::MirrorLeg(at),
                &tr!("Mirror leg {at} to the other side"),
            );
            if form.removes(&tr!("Remove leg {at}")) {
                removed = Some(at);
            }
        }
        removed.into_iter().for_each(|at| _ = self.legs.remove(at));
        form.group(tr!("Legs"), &self.legs.len().to_string());
        if form.adds(tr!("Add leg")) {
            let bone = form.last_bone();
            let leg = Leg {
                hip: bone.clone(),
                foot: bone.clone(),
                ..Leg::default()
            };
            self.legs.push(LegGoal { leg, goal: bone });
        }
    }

    fn line(&self) -> String {
        format!("{} · {}", self.word(), count(self.legs.len(), noun!("leg")))
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        let legs = on.legs().into_iter().map(|leg| LegGoal {
            goal: on.goal(&leg.foot),
            leg,
        });
        (
            Self {
                legs: legs.collect(),
            },
            "ik foot knee hip goal",
        )
    }

    fn needs(&self) -> Vec<&BoneKey> {
        self.legs
            .iter()
            .flat_map(|goal| [&goal.leg.hip, &goal.leg.foot])
            .collect()
    }

    fn places(&self) -> Vec<&BoneKey> {
        self.legs.iter().map(|goal| &goal.goal).collect()
    }

    fn feet(&self) -> Vec<&BoneKey> {
        self.legs.iter().map(|goal| &goal.leg.foot).collect()
    }

    fn mirror_leg(&mut self, nth: usize, sides: &Sides<'_>) -> MirrorResult<()> {
        let mut new = self.legs.get(nth).ok_or(MirrorRefusal::OneSided)?.clone();
        new.goal = sides.bone(&new.goal)?;
        new.leg.mirror(sides)?;
        put(&mut self.legs, nth, new, |goal| &goal.leg.foot)
    }

    fn presets(&self) -> Vec<(&'static str, Self)> {
        [
            (tr!("Usual"), LegSettings::default()),
            (
                tr!("Straightens fully"),
                LegSettings {
                    soft: 1.0,
                    ..LegSettings::default()
                },
            ),
        ]
        .map(|(name, settings)| {
            let leg = Leg {
                settings,
                ..Leg::default()
            };
            let goal = BoneKey::default();
            (
                name,
                Self {
                    legs: vec![LegGoal { leg, goal }],
                },
            )
        })
        .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        let mut own = self.clone();
        let by: Vec<&Leg> = by.legs.iter().map(|goal| &goal.leg).collect();
        tune(own.legs.iter_mut().map(|goal| &mut goal.leg), &by);
        Some(own)
    }
}

impl Leg {
    pub(super) fn form(&mut self, form: &mut dyn Form, at: usize) {
        form.bone(&tr!("Hip {at}"), &mut self.hip);
        form.bone(&tr!("Foot {at}"), &mut self.foot);
        form.optional_direction(
            &tr!("Hinge {at}"),
            tr!("of the knee"),
            &mut self.hinge,
            [1.0, 0.0, 0.0],
        );
        form.number(
            &tr!("Min knee angle {at}"),
            "°",
            0.0..=180.0,
            &mut self.settings.least_angle,
        );
        form.number(
            &tr!("Soft from {at}"),
            tr!("of its length"),
            0.01..=1.0,
            &mut self.settings.soft,
        );
        form.number(
            &tr!("Soft {at}"),
            tr!("of 1"),
            0.0..=1.0,
            &mut self.settings.soft_alpha,
        );
        let note = tr!("the foot's forward axis");
        form.optional_direction(
            &tr!("Knee follows {at}"),
            note,
            &mut self.knee_follows,
            [0.0, 0.0, 1.0],
        );
        form.precision(&tr!("Tolerance {at}"), &mut self.settings.precision);
        form.whole(
            &tr!("Iterations {at}"),
            tr!("max"),
            0..=MOST_ITERATIONS.into(),
            &mut self.settings.iterations,
        );
    }
}

impl Leg {
    pub(super) fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        if let (Some(hinge), Some(knee)) = (&mut self.hinge, sides.knee(&self.hip, &self.foot)) {
            *hinge = sides.of_bone(&knee)?.spin().of(*hinge);
        }
        if let Some(way) = &mut self.knee_follows {
            *way = sides.of_bone(&self.foot)?.way().of(*way);
        }
        sides.swap(&mut self.hip)?;
        sides.swap(&mut self.foot)
    }
}

/// Each works as the one at its place, those beyond as the last.
pub(super) fn tune<'a>(own: impl Iterator<Item = &'a mut Leg>, by: &[&Leg]) {
    let Some(last) = by.last() else { return };
    for (at, leg) in own.enumerate() {
        leg.settings = by.get(at).unwrap_or(last).settings;
    }
}
