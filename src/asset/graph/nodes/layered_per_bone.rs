//! A base, and layers that cover some of its bones.

use super::{AuthoredNode, Family, Offer, lod_form, whole};
use crate::Id;
use crate::graph::form::{Form, NodeFormField};
use crate::graph::{Branch, Cover, Layer, Pin};
use serde::{Deserialize, Serialize};
use words::tr;

/// A base, and layers that cover some of its bones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayeredPerBoneNode {
    /// The node whose pose is covered.
    pub base: Option<Id>,
    /// Layers from the lowest to the highest.
    pub layers: Vec<Layer>,
    /// Options for how all layers cover the base.
    #[serde(default)]
    pub cover: Cover,
    /// The coarsest level of detail at which layers cover; -1 is every level.
    #[serde(default = "super::any_lod")]
    pub lod_threshold: i8,
}

impl AuthoredNode for LayeredPerBoneNode {
    fn word(&self) -> &'static str {
        tr!("Layered Blend per Bone")
    }

    fn family(&self) -> Family {
        Family::Blends
    }

    fn pins(&self) -> Vec<Pin> {
        let layers = self.layers.iter().enumerate();
        let layers = layers.map(|(at, layer)| Pin::new(&tr!("Layer {at}"), layer.source));
        std::iter::once(Pin::new(tr!("Base"), self.base))
            .chain(layers)
            .collect()
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        std::iter::once(&mut self.base)
            .chain(self.layers.iter_mut().map(|layer| &mut layer.source))
            .collect()
    }

    fn form(&mut self, form: &mut dyn Form) {
        self.cover.form(form);
        lod_form(form, &mut self.lod_threshold);
        form.group(tr!("Values"), tr!("number or expression"));
        for (at, layer) in self.layers.iter_mut().enumerate() {
            form.input(&tr!("Weight {at}"), "", &mut layer.weight);
        }
        for (at, layer) in self.layers.iter_mut().enumerate() {
            form.group(&tr!("Layer {at}"), "");
            let mask = NodeFormField::Mask {
                value: &mut layer.mask,
                none: tr!("None: by branches"),
            };
            form.field(&tr!("Mask {at}"), mask);
            Branch::list_form(form, Some(at), &mut layer.branches);
        }
        form.group(tr!("Layers"), &self.layers.len().to_string());
        if form.adds(tr!("Add layer")) {
            self.layers.push(Layer {
                source: None,
                weight: whole(),
                mask: None,
                branches: Vec::new(),
            });
        }
        if self.layers.len() > 1 && form.removes(tr!("Remove last layer")) {
            self.layers.pop();
        }
    }

    fn note(&self) -> String {
        let branch = self.layers.iter().flat_map(|layer| &layer.branches).next();
        branch.map_or(String::new(), |branch| branch.bone.as_str().to_owned())
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                base: None,
                layers: vec![Layer {
                    source: None,
                    weight: whole(),
                    mask: None,
                    branches: Vec::new(),
                }],
                cover: Cover::default(),
                lod_threshold: -1,
            },
            "upper body mask branch filter",
        )]
    }
}
