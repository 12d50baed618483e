//! The CCD control: a chain reaches its target by turning one joint after the other.

use super::{AuthoredControl, Offer, ReachingChain, chain};
use crate::graph::mirror::{MirrorResult, Sides};
use crate::{
    BoneKey,
    graph::{Form, Target},
};
use anim::ik::{MOST_ITERATIONS, ccd::Order};
use serde::{Deserialize, Serialize};
use words::tr;

/// A chain of any length that reaches by turning one joint after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Ccd {
    /// The chain and what its tip reaches for.
    #[serde(flatten)]
    pub chain: ReachingChain,
    /// Order in which the joints turn in a round.
    pub order: Order,
    /// Degrees that every joint turns in a round at most; 0 is no bound.
    pub most_step: f64,
    /// Bounds of single joints; of two for one bone the first counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<JointLimit>,
    /// Metres from the target that will do.
    pub precision: f64,
    /// Rounds at most; 0 does nothing.
    pub iterations: u32,
}

/// Degrees that a joint turns at most; None is no bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JointLimit {
    /// The joint that is limited.
    pub bone: BoneKey,
    /// Degrees in a round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// Degrees away from the pose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
}

impl Default for Ccd {
    fn default() -> Self {
        Self {
            chain: ReachingChain::default(),
            order: Order::TipToRoot,
            most_step: 0.0,
            limits: Vec::new(),
            precision: 1e-4,
            iterations: 10,
        }
    }
}

impl AuthoredControl for Ccd {
    fn word(&self) -> &'static str {
        tr!("CCD IK")
    }

    fn targets(&self) -> [Option<&Target>; 2] {
        [Some(&self.chain.target), None]
    }

    fn targets_mut(&mut self) -> [Option<&mut Target>; 2] {
        [Some(&mut self.chain.target), None]
    }

    fn values(&mut self, form: &mut dyn Form) {
        chain::values(&mut self.chain, form);
    }

    fn bones(&mut self, form: &mut dyn Form) {
        chain::bones(&mut self.chain, form);
        let orders = [
            (Order::TipToRoot, tr!("Tip first")),
            (Order::RootToTip, tr!("Root first")),
        ];
        form.choice(tr!("Order"), &mut self.order, &orders);
        form.number(
            tr!("Max angle per iteration"),
            "°",
            0.0..=180.0,
            &mut self.most_step,
        );
        form.precision(tr!("Tolerance"), &mut self.precision);
        form.whole(
            tr!("Iterations"),
            tr!("max"),
            0..=MOST_ITERATIONS.into(),
            &mut self.iterations,
        );
        let mut removed = None;
        for (at, limit) in self.limits.iter_mut().enumerate() {
            limit.form(form, at);
            if form.removes(&tr!("Remove limit {at}")) {
                removed = Some(at);
            }
        }
        removed
            .into_iter()
            .for_each(|at| _ = self.limits.remove(at));
        if form.adds(tr!("Add limit")) {
            self.limits.push(JointLimit {
                bone: self.chain.root.clone(),
                step: None,
                total: Some(45.0),
            });
        }
    }

    fn line(&self) -> String {
        chain::line(&self.chain)
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                chain: chain::offered(on),
                ..Self::default()
            },
            "ccdik ik chain tail tentacle reach",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        vec![&self.chain.root, &self.chain.tip]
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        let limited = self.limits.iter_mut().map(|limit| &mut limit.bone);
        chain::mirror(&mut self.chain, None, limited, sides)
    }

    fn presets(&self) -> Vec<(&'static str, Self)> {
        [
            (tr!("Quick"), 1e-3, 4, 0.0),
            (tr!("Usual"), 1e-4, 10, 0.0),
            (tr!("Even bends"), 1e-4, 60, 6.0),
        ]
        .map(|(name, precision, iterations, most_step)| {
            (
                name,
                Self {
                    precision,
                    iterations,
                    most_step,
                    order: Order::TipToRoot,
                    ..Self::default()
                },
            )
        })
        .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        let Ccd {
            order,
            most_step,
            precision,
            iterations,
            ..
        } = *by;
        Some(Self {
            order,
            most_step,
            precision,
            iterations,
            ..self.clone()
        })
    }
}

impl JointLimit {
    fn form(&mut self, form: &mut dyn Form, at: usize) {
        form.bone(&tr!("Limited bone {at}"), &mut self.bone);
        for (name, bound) in [
            (tr!("Step limit"), &mut self.step),
            (tr!("Total limit"), &mut self.total),
        ] {
            form.optional(&format!("{name} {at}"), "bounded", bound, 45.0);
            if let Some(bound) = bound {
                form.number(&tr!("{name} {at} max"), "°", 0.0..=180.0, bound);
            }
        }
    }
}
