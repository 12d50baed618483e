//! The fields of a node as rows, whatever its kind: what shows them, and what sets one of them.

use super::{
    shown::{NodeFormRows, Of},
    values::{input_of, places},
};
use crate::{
    action::{GraphAction, ViewAction},
    canvas::{field_label, input_text},
    icons,
    panels::{
        details::expression::{ExpressionNames, expression_ui},
        rows::PropertyRows,
    },
    parts::{self, NumberField},
    toast::Tone,
};
use anim::Name;
use asset::{
    AssetKind, BoneKey, Id, Project, Skeleton,
    graph::{
        ControlKind, Form, Input, MirrorRefusal, Node, NodeKind, Space, TargetSpace,
        form::{Button, NamedThing, NodeFormField},
        mirror_leg,
    },
};
use document::{Command, GraphCommand};
use egui::Ui;
use words::tr;

/// New value of a field, or the press of a button.
enum NodeFieldChange {
    Number(f64),
    Whole(i64),
    Truth(bool),
    Text(String),
    Input(Input),
    Choice(Option<usize>),
    Bone(BoneKey),
    OptionalBone(Option<BoneKey>),
    Space(Space),
    TargetSpace(TargetSpace),
    Id(Option<Id>),
    Press,
}

/// Names of things of a kind, as a list offers them.
fn known_names<'a>(of: &Of<'a>, thing: NamedThing) -> Vec<&'a str> {
    match thing {
        NamedThing::WarpTarget => of.project.warp_targets().into_iter().collect(),
        NamedThing::Slot => of.project.slot_names(),
        NamedThing::SyncGroup => of.graph.wiring.sync_groups().into_iter().collect(),
    }
}

impl Of<'_> {
    fn rig(&self) -> Option<&Skeleton> {
        self.project
            .skeletons
            .get(&self.graph.skeleton)
            .map(|rig| &**rig)
    }

    /// The node with a change at one of its fields, by its place among them.
    fn with(&self, at: usize, change: NodeFieldChange) -> Node {
        let mut node = self.node.clone();
        node.kind.form(&mut NodeFieldSetter {
            left: at,
            change: Some(change),
            bones: self.bones,
        });
        relink(self.project, &self.node.kind, &mut node.kind);
        node
    }
}

/// A graph that links another one has its pins. A pin of the same name keeps its wire.
fn relink(project: &Project, before: &NodeKind, kind: &mut NodeKind) {
    let (NodeKind::LinkedGraph(known), NodeKind::LinkedGraph(node)) = (before, kind) else {
        return;
    };
    if known.graph == node.graph {
        return;
    }
    node.inputs.clear();
    if let Some(NodeKind::LinkedGraph(wanted)) =
        node.graph.map(|id| crate::canvas::linked(project, id))
    {
        node.inputs = wanted.inputs;
        for input in &mut node.inputs {
            input.source = known
                .inputs
                .iter()
                .find(|it| it.pose == input.pose)
                .and_then(|it| it.source);
        }
    }
}

/// Form visitor that sets one field.
struct NodeFieldSetter<'a> {
    /// Fields and buttons before it.
    left: usize,
    change: Option<NodeFieldChange>,
    bones: &'a [BoneKey],
}

impl NodeFieldSetter<'_> {
    fn take(&mut self) -> Option<NodeFieldChange> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                None
            }
            None => self.change.take(),
        }
    }
}

impl Form for NodeFieldSetter<'_> {
    fn group(&mut self, _: &str, _: &str) {}

    fn field(&mut self, _: &str, field: NodeFormField<'_>) {
        let Some(change) = self.take() else { return };
        match (field, change) {
            (NodeFormField::Number { value, .. }, NodeFieldChange::Number(to)) => *value = to,
            (NodeFormField::Whole { value, .. }, NodeFieldChange::Whole(to)) => *value = to,
            (NodeFormField::Truth { value, .. }, NodeFieldChange::Truth(to)) => *value = to,
            (
                NodeFormField::Text(value) | NodeFormField::Named(_, value),
                NodeFieldChange::Text(to),
            ) => *value = to,
            (NodeFormField::Input { value, .. }, NodeFieldChange::Input(to)) => *value = to,
            (NodeFormField::Choice { value, .. }, NodeFieldChange::Choice(to)) => *value = to,
            (
                NodeFormField::Bone(value) | NodeFormField::Place(value),
                NodeFieldChange::Bone(to),
            ) => *value = to,
            (NodeFormField::OptionalBone(value), NodeFieldChange::OptionalBone(to)) => *value = to,
            (NodeFormField::Space(value), NodeFieldChange::Space(to)) => *value = to,
            (NodeFormField::TargetSpace(value), NodeFieldChange::TargetSpace(to)) => *value = to,
            (NodeFormField::Asset(_, value), NodeFieldChange::Id(to)) => *value = to,
            (
                NodeFormField::Mask { value, .. }
                | NodeFormField::Profile(value)
                | NodeFormField::SavedPose(value),
                NodeFieldChange::Id(to),
            ) => *value = to,
            // A change is made for the field that it is of.
            _ => {}
        }
    }

    fn button(&mut self, _: Button<'_>, _: &str) -> bool {
        self.take().is_some()
    }

    fn bones(&self) -> &[BoneKey] {
        self.bones
    }
}

impl<'a, 'b, 'c> NodeFormRows<'a, 'b, 'c> {
    /// `is_open` says whether the group is that the fields begin in.
    pub fn new(ui: &'a mut Ui, rows: &'a mut PropertyRows<'b>, of: Of<'c>, is_open: bool) -> Self {
        Self {
            ui,
            rows,
            of,
            is_open,
            begun: None,
            count: 0,
        }
    }

    /// The place of the next field, where it is shown.
    fn next(&mut self) -> Option<usize> {
        self.count += 1;
        if let Some((title, note)) = self.begun.take() {
            self.is_open = parts::group_header(self.ui, &title, &note);
        }
        self.is_open.then_some(self.count - 1)
    }

    /// Function that makes the command for a change of the field at index `at`.
    fn setter(&self, at: usize) -> impl Fn(NodeFieldChange) -> Command + use<'c> {
        let (of, asset) = (self.of, self.rows.asset);
        move |change| Command::Graph(asset, GraphCommand::SetNode(Box::new(of.with(at, change))))
    }

    fn choose<T: PartialEq + Clone>(
        &mut self,
        (at, label): (usize, &str),
        value: &T,
        options: &[(T, String)],
        change: impl FnOnce(T) -> NodeFieldChange,
    ) {
        let set = self.setter(at);
        self.rows
            .choice(self.ui, label, value, options, |to| set(change(to)));
    }

    fn number(
        &mut self,
        label: &str,
        (value, unit, decimals, speed): (f64, &str, usize, f64),
        range: std::ops::RangeInclusive<f64>,
        command: impl FnOnce(f64) -> Command,
    ) {
        let field = NumberField {
            name: label,
            value,
            unit,
            decimals,
            speed,
            range,
            width: 84.0,
        };
        self.rows.number(self.ui, label, field, command);
    }

    /// An asset of a kind that is for the graph's skeleton, or none.
    fn asset(&mut self, row: (usize, &str), kind: AssetKind, value: Option<Id>) {
        let project = self.of.project;
        let fits = |id: &Id| {
            let skeleton = match kind {
                AssetKind::Clip => project.clips.get(id).map(|it| it.skeleton),
                AssetKind::BlendSpace => project.blend_spaces.get(id).map(|it| it.skeleton),
                AssetKind::PoseAsset => project.pose_assets.get(id).map(|it| it.skeleton),
                AssetKind::Graph => project
                    .graphs
                    .get(id)
                    .filter(|_| *id != self.rows.asset)
                    .map(|it| it.skeleton),
                _ => None,
            };
            skeleton == Some(self.of.graph.skeleton)
        };
        let list = project
            .list(kind)
            .into_iter()
            .filter(|(id, _)| fits(id) || Some(*id) == value);
        let list = list.map(|(id, name)| (Some(id), name.to_owned()));
        let options: Vec<_> = std::iter::once((None, tr!("None").to_owned()))
            .chain(list)
            .collect();
        self.choose(row, &value, &options, NodeFieldChange::Id);
    }

    fn bone(&mut self, row: (usize, &str), value: &BoneKey, mut options: Vec<(BoneKey, String)>) {
        if options.iter().all(|(key, _)| key != value) {
            options.insert(0, (value.clone(), tr!("{value} is missing")));
        }
        self.choose(row, value, &options, NodeFieldChange::Bone);
    }

    fn optional_bone(&mut self, row: (usize, &str), value: &Option<BoneKey>) {
        let bones = self
            .bones_and_names()
            .into_iter()
            .map(|(key, name)| (Some(key), name));
        let mut options: Vec<_> = std::iter::once((None, tr!("None").to_owned()))
            .chain(bones)
            .collect();
        if let Some(key) = value
            .as_ref()
            .filter(|_| options.iter().all(|(option, _)| option != value))
        {
            options.push((Some(key.clone()), tr!("{key} is missing")));
        }
        self.choose(row, value, &options, NodeFieldChange::OptionalBone);
    }

    fn bones_and_names(&self) -> Vec<(BoneKey, String)> {
        let bones = self.of.rig().into_iter().flat_map(|rig| &rig.bones);
        bones
            .map(|bone| (bone.key.clone(), bone.name.clone()))
            .collect()
    }

    fn places(&self) -> Vec<(BoneKey, String)> {
        self.of.rig().into_iter().flat_map(places).collect()
    }

    fn space(&mut self, row: (usize, &str), value: &Space) {
        let fixed = [
            (Space::World, tr!("World")),
            (Space::Model, tr!("Component")),
            (Space::ParentBone, tr!("Parent bone")),
        ];
        let fixed = fixed.map(|(space, name)| (space, name.to_owned()));
        let bones = self
            .places()
            .into_iter()
            .map(|(key, name)| (Space::Bone(key), name));
        let options: Vec<_> = fixed.into_iter().chain(bones).collect();
        self.choose(row, value, &options, NodeFieldChange::Space);
    }

    /// World, model, a bone, a socket, or where a game puts something.
    fn target_space(&mut self, row: (usize, &str), value: &TargetSpace) {
        let known = self.of.project.warp_targets();
        let name = match value {
            TargetSpace::WarpTarget(name) => name.as_str(),
            _ => known.first().copied().unwrap_or(tr!("Target")),
        };
        let mut options = vec![
            (TargetSpace::World, tr!("World").to_owned()),
            (TargetSpace::Model, tr!("Component").to_owned()),
            (TargetSpace::ParentBone, tr!("Parent bone").to_owned()),
            (
                TargetSpace::WarpTarget(name.to_owned()),
                tr!("Warp target").to_owned(),
            ),
        ];
        let sockets = self.of.rig().into_iter().flat_map(|rig| &rig.sockets);
        options.extend(sockets.map(|it| (TargetSpace::Socket(it.id), tr!("Socket {}", it.name))));
        options.extend(
            self.places()
                .into_iter()
                .map(|(key, name)| (TargetSpace::Bone(key), name)),
        );
        self.choose(row, value, &options, NodeFieldChange::TargetSpace);
    }

    /// Something of the skeleton or the graph by its id, or none.
    fn item(
        &mut self,
        row: (usize, &str),
        value: Option<Id>,
        none: &str,
        items: Vec<(Id, String)>,
    ) {
        let items = items.into_iter().map(|(id, name)| (Some(id), name));
        let options: Vec<_> = std::iter::once((None, none.to_owned()))
            .chain(items)
            .collect();
        self.choose(row, &value, &options, NodeFieldChange::Id);
    }

    /// Button for a request that a game can make, sent to the previewed character.
    fn keep(&mut self, name: &str, label: &str) {
        // A graph that compiles without the node refuses the request.
        let is_taken = self.of.graph.wiring.sources().contains(&self.of.node.id);
        let actions = &mut *self.rows.actions;
        parts::property(self.ui, "", |ui| {
            let keep = |ui: &mut Ui| parts::button(ui, None, label, false);
            let button = ui.add_enabled_ui(is_taken, keep).inner;
            let button = button.on_disabled_hover_text(tr!(
                "Connect its pose first; a node without a user stores nothing"
            ));
            if button
                .on_hover_text(tr!("Saves the snapshot now, as a game request does"))
                .clicked()
            {
                actions.push(GraphAction::SnapshotPose(Name::new(name)).into());
            }
        });
    }

    /// Sets a leg of the list up on the other side of the skeleton, in one step.
    fn mirror(&mut self, leg: usize) {
        let Some(rig) = self.of.rig() else { return };
        let mut node = self.of.node.clone();
        let done = match &mut node.kind {
            NodeKind::Control(control) => {
                mirror_leg(&mut control.kind, leg, rig, &self.of.graph.wiring)
            }
            _ => Err(MirrorRefusal::OneSided),
        };
        match done {
            Ok(()) => self.rows.perform(Command::Graph(
                self.rows.asset,
                GraphCommand::SetNode(Box::new(node)),
            )),
            Err(why) => {
                let title = tr!("No mirrored leg").to_owned();
                let told = ViewAction::Tell(Tone::Warning, title, format!("{why}."));
                self.rows.actions.push(told.into());
            }
        }
    }

    /// The control that the node is.
    pub fn control(&self) -> Option<&'c ControlKind> {
        if let NodeKind::Control(control) = &self.of.node.kind {
            Some(&control.kind)
        } else {
            None
        }
    }
}

impl Form for NodeFormRows<'_, '_, '_> {
    fn group(&mut self, title: &str, note: &str) {
        self.begun = Some((title.to_owned(), note.to_owned()));
    }

    fn field(&mut self, label: &str, field: NodeFormField<'_>) {
        let named = field_label(self.of.project, &self.of.node.kind, label);
        let Some((name, unit)) = named else {
            self.count += 1;
            return;
        };
        let Some(at) = self.next() else { return };
        // A parameter may have the name of an axis.
        let of_axis = format!("{name} ({label})");
        let label = if name == label { label } else { &of_axis };
        let (set, row) = (self.setter(at), (at, label));
        match field {
            NodeFormField::Number { value, unit, range } => {
                self.number(label, (*value, unit, 3, 0.01), range, |to| {
                    set(NodeFieldChange::Number(to))
                });
            }
            NodeFormField::Whole { value, unit, range } => {
                let range = *range.start() as f64..=*range.end() as f64;
                self.number(label, (*value as f64, unit, 0, 0.05), range, |to| {
                    set(NodeFieldChange::Whole(to.round() as i64))
                });
            }
            NodeFormField::Truth { value, note } => {
                self.rows.toggle(self.ui, label, *value, note, |to| {
                    set(NodeFieldChange::Truth(to))
                });
            }
            NodeFormField::Text(value) => self
                .rows
                .text(self.ui, label, value, |to| set(NodeFieldChange::Text(to))),
            NodeFormField::Named(thing, value) => {
                let known = known_names(&self.of, thing);
                self.rows.text_of(self.ui, label, value, &known, |to| {
                    set(NodeFieldChange::Text(to))
                });
            }
            NodeFormField::Input { value, measure } => {
                let (text, named) = (
                    input_text(value),
                    ExpressionNames::of_node(self.of.graph, self.of.node.id),
                );
                expression_ui(
                    self.ui,
                    self.rows,
                    (
                        label,
                        &text,
                        if unit.is_empty() {
                            measure.unit()
                        } else {
                            &unit
                        },
                    ),
                    &named,
                    |text| set(NodeFieldChange::Input(input_of(&text))),
                );
            }
            NodeFormField::Choice { value, options } => {
                let options: Vec<_> = (0..)
                    .map(Some)
                    .zip(options.iter().map(|word| (*word).to_owned()))
                    .collect();
                self.choose(row, value, &options, NodeFieldChange::Choice);
            }
            NodeFormField::Bone(value) => self.bone(row, value, self.bones_and_names()),
            NodeFormField::OptionalBone(value) => self.optional_bone(row, value),
            NodeFormField::Place(value) => self.bone(row, value, self.places()),
            NodeFormField::Space(value) => self.space(row, value),
            NodeFormField::TargetSpace(value) => self.target_space(row, value),
            NodeFormField::Asset(kind, value) => self.asset(row, kind, *value),
            NodeFormField::Mask { value, none } => {
                let masks = self.of.rig().into_iter().flat_map(|rig| &rig.masks);
                self.item(
                    row,
                    *value,
                    none,
                    masks.map(|mask| (mask.id, mask.name.clone())).collect(),
                );
            }
            NodeFormField::Profile(value) => {
                let profiles = self
                    .of
                    .rig()
                    .into_iter()
                    .flat_map(|rig| &rig.blend_profiles);
                let profiles = profiles
                    .map(|profile| (profile.id, profile.name.clone()))
                    .collect();
                self.item(
                    row,
                    *value,
                    tr!("None: all bones blend at one rate"),
                    profiles,
                );
            }
            NodeFormField::SavedPose(value) => {
                let saved = self
                    .of
                    .graph
                    .wiring
                    .nodes
                    .iter()
                    .filter(|it| matches!(it.kind, NodeKind::SavedPose(_)));
                let saved = saved
                    .map(|node| (node.id, node.title().to_owned()))
                    .collect();
                self.item(row, *value, tr!("None"), saved);
            }
        }
    }

    fn button(&mut self, button: Button<'_>, label: &str) -> bool {
        let Some(at) = self.next() else { return false };
        let icon = match button {
            Button::Add => icons::PLUS,
            Button::Remove => icons::TRASH,
            Button::Copy => icons::STACK,
            Button::MirrorLeg(_) => icons::PERSON,
            Button::Keep(name) => {
                self.keep(name, label);
                return false;
            }
        };
        if parts::property(self.ui, "", |ui| {
            parts::button(ui, Some(icon), label, false).clicked()
        }) {
            match button {
                Button::MirrorLeg(leg) => self.mirror(leg),
                _ => self.rows.perform(self.setter(at)(NodeFieldChange::Press)),
            }
        }
        false
    }

    fn presets(&mut self) {
        super::presets::presets_ui(self);
    }

    fn bones(&self) -> &[BoneKey] {
        self.of.bones
    }
}
