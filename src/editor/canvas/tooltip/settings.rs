//! The settings of a node as text.

use super::super::input_text;
use asset::{
    BoneKey, PoseGraph, Project, Skeleton,
    graph::{
        Form, Node, Offer, Space, TargetSpace,
        form::{Button, NodeFormField},
        offered,
    },
};
use words::tr;

/// Labels and values of the fields that are not as a new node of its kind has them.
pub fn changed(project: &Project, graph: &PoseGraph, node: &Node) -> Vec<(String, String)> {
    let rig = project.skeletons.get(&graph.skeleton).map(|rig| &**rig);
    let texts = |kind: &mut asset::graph::NodeKind| {
        let mut texts = FieldTexts {
            project,
            graph,
            rig,
            found: Vec::new(),
        };
        kind.form(&mut texts);
        texts.found
    };
    let offer = Offer {
        rig,
        bone: BoneKey::default(),
    };
    let fresh = offered(&offer)
        .into_iter()
        .find(|(kind, _)| kind.word() == node.kind.word())
        .map_or_else(Vec::new, |(mut kind, _)| texts(&mut kind));
    let mut own = texts(&mut node.kind.clone());
    own.retain(|field| !fresh.contains(field) && !field.1.is_empty());
    own
}

struct FieldTexts<'a> {
    project: &'a Project,
    graph: &'a PoseGraph,
    rig: Option<&'a Skeleton>,
    found: Vec<(String, String)>,
}

impl FieldTexts<'_> {
    fn bone(&self, key: &BoneKey) -> String {
        self.rig
            .map_or_else(|| key.to_string(), |rig| rig.bone_name(key).to_owned())
    }

    fn space(&self, space: &Space) -> String {
        match space {
            Space::World => tr!("World").to_owned(),
            Space::Model => tr!("Component").to_owned(),
            Space::ParentBone => tr!("Parent bone").to_owned(),
            Space::Bone(key) => self.bone(key),
        }
    }

    fn target_space(&self, space: &TargetSpace) -> String {
        match space {
            TargetSpace::World => tr!("World").to_owned(),
            TargetSpace::Model => tr!("Component").to_owned(),
            TargetSpace::ParentBone => tr!("Parent bone").to_owned(),
            TargetSpace::Bone(key) => self.bone(key),
            TargetSpace::Socket(id) => {
                let socket = self.rig.and_then(|rig| rig.socket(*id));
                socket.map_or_else(|| tr!("missing").to_owned(), |it| tr!("Socket {}", it.name))
            }
            TargetSpace::WarpTarget(name) => tr!("Warp target {name}"),
        }
    }

    fn text(&self, field: NodeFormField<'_>) -> String {
        let measured = |text: String, unit: &str| match unit {
            "" => text,
            unit => format!("{text} {unit}"),
        };
        let masks = self.rig.into_iter().flat_map(|rig| &rig.masks);
        let profiles = self.rig.into_iter().flat_map(|rig| &rig.blend_profiles);
        match field {
            NodeFormField::Number { value, unit, .. } => {
                measured(input_text(&(*value).into()), unit)
            }
            NodeFormField::Whole { value, unit, .. } => measured(value.to_string(), unit),
            NodeFormField::Truth { value, .. } => {
                if *value { tr!("on") } else { tr!("off") }.to_owned()
            }
            NodeFormField::Text(text) | NodeFormField::Named(_, text) => text.clone(),
            NodeFormField::Input { value, measure } => measured(input_text(value), measure.unit()),
            NodeFormField::Choice { value, options } => {
                let word = value.and_then(|at| options.get(at));
                word.map_or_else(String::new, |word| (*word).to_owned())
            }
            NodeFormField::Bone(key) | NodeFormField::Place(key) => self.bone(key),
            NodeFormField::OptionalBone(key) => key
                .as_ref()
                .map_or_else(|| tr!("none").to_owned(), |key| self.bone(key)),
            NodeFormField::Space(space) => self.space(space),
            NodeFormField::TargetSpace(space) => self.target_space(space),
            NodeFormField::Asset(_, id) => {
                let name = id.and_then(|id| self.project.asset_name(id));
                name.unwrap_or(tr!("none")).to_owned()
            }
            NodeFormField::Mask { value, none } => masks
                .into_iter()
                .find(|mask| Some(mask.id) == *value)
                .map_or_else(|| none.to_owned(), |mask| mask.name.clone()),
            NodeFormField::Profile(id) => profiles
                .into_iter()
                .find(|profile| Some(profile.id) == *id)
                .map_or_else(|| tr!("none").to_owned(), |profile| profile.name.clone()),
            NodeFormField::SavedPose(id) => {
                let saved = id.and_then(|id| self.graph.wiring.node(id));
                saved.map_or(tr!("none"), Node::title).to_owned()
            }
        }
    }
}

impl Form for FieldTexts<'_> {
    fn group(&mut self, _: &str, _: &str) {}

    fn field(&mut self, label: &str, field: NodeFormField<'_>) {
        let text = self.text(field);
        self.found.push((label.to_owned(), text));
    }

    fn button(&mut self, _: Button<'_>, _: &str) -> bool {
        false
    }

    fn bones(&self) -> &[BoneKey] {
        &[]
    }
}
