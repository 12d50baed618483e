//! The pose of another graph, which works with these inputs and values.

use super::{AuthoredNode, Family, Offer};
use crate::graph::form::{Form, Measure, NodeFormField};
use crate::graph::{Input, LinkedPose, Pin, Swap};
use crate::{AssetKind, Id};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use words::tr;

/// The pose of another graph, which works with these inputs and values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkedGraphNode {
    /// The graph that runs here; without one the reference pose shows.
    pub graph: Option<Id>,
    /// Poses that the graph works over, by the names of its input poses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<LinkedPose>,
    /// Values by the names of the graph's parameters. One without a value is the parameter of this
    /// graph with the same name and type; without such a one it is a parameter of its own, of the
    /// name `Node.Parameter`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Input>,
    /// A layer: a parameter of the graph's name chooses among all graphs that implement it, itself
    /// first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<Swap>,
}

impl AuthoredNode for LinkedGraphNode {
    fn word(&self) -> &'static str {
        if self.swap.is_some() {
            tr!("Linked Layer")
        } else {
            tr!("Linked Graph")
        }
    }

    fn family(&self) -> Family {
        Family::Links
    }

    fn pins(&self) -> Vec<Pin> {
        self.inputs
            .iter()
            .map(|input| Pin::new(&input.pose, input.source))
            .collect()
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        self.inputs
            .iter_mut()
            .map(|input| &mut input.source)
            .collect()
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.asset(tr!("Graph"), AssetKind::Graph, &mut self.graph);
        let first = Swap {
            time: 0.2,
            inertialize: false,
        };
        form.optional(
            tr!("Layer"),
            tr!("graphs that implement this layer can replace it"),
            &mut self.swap,
            first,
        );
        if let Some(swap) = &mut self.swap {
            form.number(tr!("Swap time"), "s", 0.0..=60.0, &mut swap.time);
            form.toggle(
                tr!("Inertialize"),
                tr!("switches to the new graph at once; the difference decays"),
                &mut swap.inertialize,
            );
        }
        form.group(tr!("Values"), tr!("number or expression"));
        for (name, value) in &mut self.values {
            form.field(
                name,
                NodeFormField::Input {
                    value,
                    measure: Measure::Parameter,
                },
            );
        }
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                graph: None,
                inputs: Vec::new(),
                values: Default::default(),
                swap: None,
            },
            "linked anim graph sub instance",
        )]
    }
}
