//! The FABRIK control: a chain reaches its target by passes from tip to root and back.

use super::{AuthoredControl, Offer, ReachingChain, chain};
use crate::graph::mirror::{MirrorResult, Sides};
use crate::{
    BoneKey,
    graph::{Form, Target},
};
use anim::ik::MOST_ITERATIONS;
use serde::{Deserialize, Serialize};
use words::tr;

/// A chain of any length that reaches by passes there and back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Fabrik {
    /// The chain and what its tip reaches for.
    #[serde(flatten)]
    pub chain: ReachingChain,
    /// A straight chain bends towards it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pole: Option<Target>,
    /// Bounds of single links; of two for one bone the first counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LinkLimit>,
    /// Metres from the target that will do.
    pub precision: f64,
    /// Passes at most; 0 does nothing.
    pub iterations: u32,
}

/// Limit of the angle between a link and the link above it; for the root, of the angle from its own
/// direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkLimit {
    /// The upper bone of the link.
    pub bone: BoneKey,
    /// Greatest angle, degrees.
    pub most: f64,
}

impl Default for Fabrik {
    fn default() -> Self {
        Self {
            chain: ReachingChain::default(),
            pole: None,
            limits: Vec::new(),
            precision: 1e-4,
            iterations: 10,
        }
    }
}

impl AuthoredControl for Fabrik {
    fn word(&self) -> &'static str {
        "FABRIK"
    }

    fn targets(&self) -> [Option<&Target>; 2] {
        [Some(&self.chain.target), self.pole.as_ref()]
    }

    fn targets_mut(&mut self) -> [Option<&mut Target>; 2] {
        [Some(&mut self.chain.target), self.pole.as_mut()]
    }

    fn values(&mut self, form: &mut dyn Form) {
        chain::values(&mut self.chain, form);
        if let Some(pole) = &mut self.pole {
            form.inputs(tr!("Pole"), "m", &mut pole.at);
        }
    }

    fn bones(&mut self, form: &mut dyn Form) {
        chain::bones(&mut self.chain, form);
        form.optional(
            tr!("Pole"),
            tr!("direction in which a straight chain bends"),
            &mut self.pole,
            Target::default(),
        );
        if let Some(pole) = &mut self.pole {
            pole.form(form, tr!("Pole"));
        }
        form.precision(tr!("Tolerance"), &mut self.precision);
        form.whole(
            tr!("Iterations"),
            tr!("max"),
            0..=MOST_ITERATIONS.into(),
            &mut self.iterations,
        );
        let mut removed = None;
        for (at, limit) in self.limits.iter_mut().enumerate() {
            form.bone(&tr!("Limited bone {at}"), &mut limit.bone);
            form.number(&tr!("Max bend {at}"), "°", 0.0..=180.0, &mut limit.most);
            if form.removes(&tr!("Remove limit {at}")) {
                removed = Some(at);
            }
        }
        removed
            .into_iter()
            .for_each(|at| _ = self.limits.remove(at));
        if form.adds(tr!("Add limit")) {
            self.limits.push(LinkLimit {
                bone: self.chain.root.clone(),
                most: 45.0,
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
            "ik chain spine tail tentacle rope reach",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        vec![&self.chain.root, &self.chain.tip]
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        let limited = self.limits.iter_mut().map(|limit| &mut limit.bone);
        chain::mirror(&mut self.chain, self.pole.as_mut(), limited, sides)
    }

    fn presets(&self) -> Vec<(&'static str, Self)> {
        [
            (tr!("Quick"), 1e-3, 4),
            (tr!("Usual"), 1e-4, 10),
            (tr!("Exact"), 1e-5, 60),
        ]
        .map(|(name, precision, iterations)| {
            (
                name,
                Self {
                    precision,
                    iterations,
                    ..Self::default()
                },
            )
        })
        .into()
    }

    fn tuned_as(&self, by: &Self) -> Option<Self> {
        Some(Self {
            precision: by.precision,
            iterations: by.iterations,
            ..self.clone()
        })
    }
}
