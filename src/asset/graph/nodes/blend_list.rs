//! One of several poses, by a bool (0 and 1), a number or an enum.

use super::{AuthoredNode, Family, Offer, count};
use crate::Id;
use crate::graph::form::{Form, NodeFormField};
use crate::graph::{Input, ListPose, Pin};
use anim::montage::Easing;
use serde::{Deserialize, Serialize};
use words::{noun, tr};

/// Shows one of several poses, chosen by a bool (0 and 1), a number or an enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlendListNode {
    /// Index of the pose that shows, from 0.
    pub index: Input,
    /// The poses, by their index.
    pub poses: Vec<ListPose>,
    /// Shape of the weight over a pose's time.
    #[serde(default)]
    pub easing: Easing,
    /// Blend profile of the skeleton; None moves every bone together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Id>,
    /// The new pose takes over at once, and the jump decays.
    #[serde(default)]
    pub inertialize: bool,
    /// Whether a pose without weight restarts when it is chosen.
    #[serde(default)]
    pub restarts: bool,
}

impl AuthoredNode for BlendListNode {
    fn word(&self) -> &'static str {
        tr!("Blend List")
    }

    fn family(&self) -> Family {
        Family::Blends
    }

    fn pins(&self) -> Vec<Pin> {
        self.poses
            .iter()
            .enumerate()
            .map(|(at, pose)| Pin::new(&tr!("Pose {at}"), pose.source))
            .collect()
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        self.poses.iter_mut().map(|pose| &mut pose.source).collect()
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.group(tr!("Values"), tr!("number or expression"));
        form.input(tr!("Index"), "", &mut self.index);
        form.group(tr!("Poses"), &self.poses.len().to_string());
        form.easing(&mut self.easing);
        form.toggle(
            tr!("Inertialize"),
            tr!("switches to the new pose at once; the difference decays"),
            &mut self.inertialize,
        );
        form.toggle(
            tr!("Restarts"),
            tr!("restarts a pose that had no weight"),
            &mut self.restarts,
        );
        form.field(tr!("Profile"), NodeFormField::Profile(&mut self.profile));
        for (at, pose) in self.poses.iter_mut().enumerate() {
            form.number(&tr!("Time to pose {at}"), "s", 0.0..=60.0, &mut pose.time);
        }
        if form.adds(tr!("Add pose")) {
            self.poses.push(ListPose {
                source: None,
                time: 0.2,
            });
        }
        if self.poses.len() > 1 && form.removes(tr!("Remove last pose")) {
            self.poses.pop();
        }
    }

    fn note(&self) -> String {
        count(self.poses.len(), noun!("pose"))
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                index: 0.0.into(),
                poses: vec![
                    ListPose {
                        source: None,
                        time: 0.2
                    };
                    2
                ],
                easing: Default::default(),
                inertialize: false,
                restarts: false,
                profile: None,
            },
            "blend poses by bool int enum switch select",
        )]
    }
}
