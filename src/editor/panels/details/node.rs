//! Details of a node: its name, its settings by its kind, its numbers, and all of it as text.

mod control;
mod feet;
mod lists;
mod machine;
mod presets;
mod reaching;
mod unit;
mod warping;

pub use machine::part_ui;

use super::{
    Rows,
    expression::{Named, expression_ui},
    identity,
    montage::easing_name,
};
use crate::{
    action::GraphAction,
    canvas::{icon, input_text, linked, title},
    parts::{self, NumberField},
    theme,
};
use anim::{
    Name,
    graph::{CurveRule, FirstTime},
    montage::Easing,
    sync::Role,
};
use asset::{
    AssetKind, BoneKey, Id, PoseGraph, Project, Skeleton,
    graph::{Alpha, Comment, Input, Interpolation, JumpRules, Node, NodeKind, Play, SubGraph},
    mesh::LOD_THRESHOLDS,
};
use document::{Command, GraphCommand};
use egui::Ui;

/// The rows of one node.
pub(super) struct Fields<'a, 'b> {
    pub ui: &'a mut Ui,
    pub rows: &'a mut Rows<'b>,
    pub project: &'a Project,
    pub graph: &'a PoseGraph,
    pub node: &'a Node,
}

pub fn node_ui(ui: &mut Ui, rows: &mut Rows<'_>, project: &Project, graph: &PoseGraph, node: &Node) {
    let cost = rows.session.looking.costs.of(node.id).map_or(String::new(), |micros| format!("{micros:.1} µs"));
    identity(ui, icon(&node.kind), &title(project, graph, node), node.kind.word(), &cost);
    ui.push_id(node.id, |ui| {
        if parts::group_header(ui, "Node", "") {
            let id = rows.asset;
            rows.text(ui, "Name", &node.name, |name| {
                Command::Graph(id, GraphCommand::SetNode(Box::new(Node { name, ..node.clone() })))
            });
            let mut fields = Fields { ui: &mut *ui, rows: &mut *rows, project, graph, node };
            fields.kind();
        }
        let mut fields = Fields { ui: &mut *ui, rows: &mut *rows, project, graph, node };
        fields.numbers();
        lists::lists_ui(&mut fields);
        if let NodeKind::Control { kind, .. } = &node.kind {
            control::control_ui(&mut fields, kind);
        }
        if let NodeKind::StateMachine(machine) = &node.kind {
            machine::machine_ui(&mut fields, machine);
        }
        text_ui(ui, rows, node);
    });
}

/// Virtual bones, then bones, by their keys, as they are offered.
pub fn places(rig: &Skeleton) -> impl Iterator<Item = (BoneKey, String)> {
    let between = rig.virtual_bones.iter().map(|bone| (bone.key.clone(), format!("{} (virtual)", bone.name)));
    between.chain(rig.bones.iter().map(|bone| (bone.key.clone(), bone.name.clone())))
}

impl Fields<'_, '_> {
    pub fn set(&self, change: impl FnOnce(&mut NodeKind)) -> Command {
        let mut node = self.node.clone();
        change(&mut node.kind);
        Command::Graph(self.rows.asset, GraphCommand::SetNode(Box::new(node)))
    }

    pub fn toggle(&mut self, label: &str, value: bool, note: &str, change: impl FnOnce(&mut NodeKind, bool)) {
        let (node, asset) = (self.node, self.rows.asset);
        self.rows.toggle(self.ui, label, value, note, |on| changed(asset, node, |kind| change(kind, on)));
    }

    pub fn number(
        &mut self,
        (label, unit): (&str, &str),
        value: f64,
        range: std::ops::RangeInclusive<f64>,
        change: impl FnOnce(&mut NodeKind, f64),
    ) {
        let (node, asset) = (self.node, self.rows.asset);
        let field = NumberField { name: label, value, unit, decimals: 3, speed: 0.01, range, width: 84.0 };
        self.rows.number(self.ui, label, field, |value| changed(asset, node, |kind| change(kind, value)));
    }

    /// Without a fraction.
    pub fn whole(
        &mut self,
        (label, unit): (&str, &str),
        value: i64,
        range: std::ops::RangeInclusive<i64>,
        change: impl FnOnce(&mut NodeKind, i64),
    ) {
        let (node, asset) = (self.node, self.rows.asset);
        let range = *range.start() as f64..=*range.end() as f64;
        let field =
            NumberField { name: label, value: value as f64, unit, decimals: 0, speed: 0.05, range, width: 84.0 };
        self.rows
            .number(self.ui, label, field, |value| changed(asset, node, |kind| change(kind, value.round() as i64)));
    }

    pub fn text(&mut self, label: &str, value: &str, change: impl FnOnce(&mut NodeKind, String)) {
        let (node, asset) = (self.node, self.rows.asset);
        self.rows.text(self.ui, label, value, |text| changed(asset, node, |kind| change(kind, text)));
    }

    /// With a menu of what stands in others of its kind.
    pub fn text_of(&mut self, label: &str, value: &str, known: &[&str], change: impl FnOnce(&mut NodeKind, String)) {
        let (node, asset) = (self.node, self.rows.asset);
        self.rows.text_of(self.ui, label, value, known, |text| changed(asset, node, |kind| change(kind, text)));
    }

    pub fn choice<T: PartialEq + Clone>(
        &mut self,
        label: &str,
        value: &T,
        options: &[(T, String)],
        change: impl FnOnce(&mut NodeKind, T),
    ) {
        let (node, asset) = (self.node, self.rows.asset);
        self.rows.choice(self.ui, label, value, options, |chosen| changed(asset, node, |kind| change(kind, chosen)));
    }

    /// An asset of a kind that is for the graph's skeleton, or none.
    pub fn asset(
        &mut self,
        label: &str,
        kind: AssetKind,
        value: Option<Id>,
        change: impl FnOnce(&mut NodeKind, Option<Id>),
    ) {
        let fits = |id: &Id| {
            let project = self.project;
            let skeleton = match kind {
                AssetKind::Clip => project.clips.get(id).map(|it| it.skeleton),
                AssetKind::BlendSpace => project.blend_spaces.get(id).map(|it| it.skeleton),
                AssetKind::PoseAsset => project.pose_assets.get(id).map(|it| it.skeleton),
                AssetKind::Graph => project.graphs.get(id).filter(|_| *id != self.rows.asset).map(|it| it.skeleton),
                _ => None,
            };
            skeleton == Some(self.graph.skeleton)
        };
        let list = self.project.list(kind).into_iter().filter(|(id, _)| fits(id) || Some(*id) == value);
        let none = (None, "None".to_owned());
        let options: Vec<_> = std::iter::once(none).chain(list.map(|(id, name)| (Some(id), name.to_owned()))).collect();
        self.choice(label, &value, &options, change);
    }

    pub fn bone(&mut self, label: &str, value: &BoneKey, change: impl FnOnce(&mut NodeKind, BoneKey)) {
        let rig = self.project.skeletons.get(&self.graph.skeleton);
        let bones = rig.into_iter().flat_map(|rig| &rig.bones);
        let mut options: Vec<_> = bones.map(|bone| (bone.key.clone(), bone.name.clone())).collect();
        if options.iter().all(|(key, _)| key != value) {
            options.insert(0, (value.clone(), format!("{value} is missing")));
        }
        self.choice(label, value, &options, change);
    }

    /// As [`Self::bone`], where a virtual bone will do.
    pub fn place(&mut self, label: &str, value: &BoneKey, change: impl FnOnce(&mut NodeKind, BoneKey)) {
        let rig = self.project.skeletons.get(&self.graph.skeleton);
        let mut options: Vec<_> = rig.into_iter().flat_map(|rig| places(rig)).collect();
        if options.iter().all(|(key, _)| key != value) {
            options.insert(0, (value.clone(), format!("{value} is missing")));
        }
        self.choice(label, value, &options, change);
    }

    pub fn easing(&mut self, value: Easing, change: impl FnOnce(&mut NodeKind, Easing)) {
        let options = Easing::ALL.map(|easing| (easing, easing_name(easing).to_owned()));
        self.choice("Easing", &value, &options, change);
    }

    fn level(&mut self, value: i32, change: impl FnOnce(&mut NodeKind, i32)) {
        let range = i64::from(*LOD_THRESHOLDS.start())..=i64::from(*LOD_THRESHOLDS.end());
        self.whole(("LOD threshold", ""), value.into(), range, |kind, level| change(kind, level as i32));
    }

    /// A button in the column of values.
    pub fn button(&mut self, icon: &str, label: &str) -> bool {
        parts::property(self.ui, "", |ui| parts::button(ui, Some(icon), label, false).clicked())
    }

    /// Numbers and expressions alike.
    fn numbers(&mut self) {
        let mut kind = match &self.node.kind {
            NodeKind::StateMachine(_) => return,
            kind => kind.clone(),
        };
        let inputs: Vec<_> = kind.inputs_mut().into_iter().map(|(label, input)| (label, input.clone())).collect();
        if inputs.is_empty() || !parts::group_header(self.ui, "Values", "number or expression") {
            return;
        }
        for (at, (label, input)) in inputs.iter().enumerate() {
            self.input(label, input, |kind, new| {
                if let Some((_, input)) = kind.inputs_mut().into_iter().nth(at) {
                    *input = new;
                }
            });
        }
    }

    fn input(&mut self, label: &str, input: &Input, change: impl FnOnce(&mut NodeKind, Input)) {
        let text = input_text(input);
        let named = Named::of_node(self.graph, self.node.id);
        let unit = unit::of(&self.node.kind, label);
        self.expression((label, &text, unit), &named, |kind, text| change(kind, input_of(&text)));
    }

    pub fn expression(&mut self, field: (&str, &str, &str), named: &Named, change: impl FnOnce(&mut NodeKind, String)) {
        let (node, asset) = (self.node, self.rows.asset);
        expression_ui(self.ui, self.rows, field, named, |text| changed(asset, node, |kind| change(kind, text)));
    }

    fn play(&mut self, play: &Play) {
        fn of(kind: &mut NodeKind) -> Option<&mut Play> {
            match kind {
                NodeKind::SequencePlayer { play, .. } | NodeKind::BlendSpacePlayer { play, .. } => Some(play),
                _ => None,
            }
        }
        let set = |kind: &mut NodeKind, change: &mut dyn FnMut(&mut Play)| {
            if let Some(play) = of(kind) {
                change(play);
            }
        };
        let is_space = matches!(self.node.kind, NodeKind::BlendSpacePlayer { .. });
        let start = if is_space { "of its length" } else { "s" };
        self.number(("Start", start), play.start, 0.0..=1e4, |kind, to| set(kind, &mut |play| play.start = to));
        self.number(("Rate basis", ""), play.basis, 1e-3..=1e3, |kind, to| set(kind, &mut |play| play.basis = to));
        self.number(("Rate scale", "×"), play.scale, -100.0..=100.0, |kind, to| {
            set(kind, &mut |play| play.scale = to)
        });
        self.number(("Rate bias", ""), play.bias, -100.0..=100.0, |kind, to| set(kind, &mut |play| play.bias = to));
        self.toggle("Bounded rate", play.bounds.is_some(), "after scale and bias", |kind, on| {
            set(kind, &mut |play| play.bounds = on.then_some([0.5, 2.0]));
        });
        for (which, bound) in play.bounds.into_iter().flatten().enumerate() {
            let label = ["Least rate", "Most rate"][which];
            self.number((label, ""), bound, -100.0..=100.0, |kind, to| {
                set(kind, &mut |play| play.bounds.iter_mut().for_each(|bounds| bounds[which] = to));
            });
        }
        self.interpolation("rate", play.interpolation, |kind| of(kind).map(|play| &mut play.interpolation));
        self.toggle("Restarts", play.restarts, "whenever it had no weight", |kind, to| {
            set(kind, &mut |play| play.restarts = to);
        });
        self.text("Sync group", &play.group, |kind, to| set(kind, &mut |play| play.group.clone_from(&to)));
        let roles = [
            (Role::CanBeLeader, "Can lead"),
            (Role::AlwaysFollower, "Always follows"),
            (Role::AlwaysLeader, "Always leads"),
            (Role::TransitionLeader, "Blends in, then leads"),
            (Role::TransitionFollower, "Blends in, then follows"),
            (Role::ExclusiveAlwaysLeader, "Leads, or plays alone"),
        ];
        if !play.group.is_empty() {
            let roles = roles.map(|(role, name)| (role, name.to_owned()));
            self.choice("Role", &play.role, &roles, |kind, to| set(kind, &mut |play| play.role = to));
            self.toggle(
                "Match sync point",
                play.match_sync_point,
                "takes the group's phase when it joins",
                |kind, on| {
                    set(kind, &mut |play| play.match_sync_point = on);
                },
            );
        }
        self.toggle("Hidden from rules", play.is_ignored_by_rules, "they do not ask about it", |kind, to| {
            set(kind, &mut |play| play.is_ignored_by_rules = to);
        });
    }

    /// Of what a number is called, whether it follows what it is told to be, and how fast.
    pub fn interpolation(
        &mut self,
        what: &str,
        known: Option<Interpolation>,
        of: fn(&mut NodeKind) -> Option<&mut Option<Interpolation>>,
    ) {
        self.toggle(&format!("Interpolated {what}"), known.is_some(), "goes after what is asked", |kind, on| {
            of(kind).into_iter().for_each(|known| *known = on.then(Interpolation::default));
        });
        let Some(known) = known else { return };
        for (which, (label, speed)) in [("rises", known.rising), ("falls", known.falling)].into_iter().enumerate() {
            self.number((&format!("Speed as it {label}"), "1/s"), speed, 0.0..=1000.0, |kind, to| {
                if let Some(Some(Interpolation { rising, falling })) = of(kind) {
                    *[rising, falling][which] = to;
                }
            });
        }
    }

    /// Whether it is a value, or goes all the way in a time.
    fn alpha(&mut self, alpha: &Alpha) {
        fn of(kind: &mut NodeKind) -> Option<&mut Alpha> {
            match kind {
                NodeKind::TwoWay { alpha, .. }
                | NodeKind::ApplyAdditive { alpha, .. }
                | NodeKind::AimOffset { alpha, .. } => Some(alpha),
                _ => None,
            }
        }
        let input = match alpha {
            Alpha::Value(input) | Alpha::Switch { on: input, .. } => input.clone(),
        };
        let is_switch = matches!(alpha, Alpha::Switch { .. });
        self.toggle("On or off", is_switch, "with seconds to get there", |kind, on| {
            if let Some(alpha) = of(kind) {
                *alpha = if on {
                    Alpha::Switch { on: input, time_in: 0.2, time_out: 0.2, easing: Easing::default() }
                } else {
                    Alpha::Value(input)
                };
            }
        });
        let Alpha::Switch { time_in, time_out, easing, .. } = alpha else { return };
        let set = |kind: &mut NodeKind, change: &mut dyn FnMut((&mut f64, &mut f64, &mut Easing))| {
            if let Some(Alpha::Switch { time_in, time_out, easing, .. }) = of(kind) {
                change((time_in, time_out, easing));
            }
        };
        self.number(("Time in", "s"), *time_in, 0.0..=60.0, |kind, to| set(kind, &mut |it| *it.0 = to));
        self.number(("Time out", "s"), *time_out, 0.0..=60.0, |kind, to| set(kind, &mut |it| *it.1 = to));
        self.easing(*easing, |kind, to| set(kind, &mut |it| *it.2 = to));
    }

    fn first(&mut self, value: FirstTime, change: impl FnOnce(&mut NodeKind, FirstTime)) {
        let options = [
            (FirstTime::NoReset, "Goes on from where it was"),
            (FirstTime::StartPos, "From the start"),
            (FirstTime::ExplicitTime, "At the time that is told"),
        ];
        self.choice("When it begins", &value, &options.map(|(value, name)| (value, name.to_owned())), change);
    }
}

fn changed(asset: Id, node: &Node, change: impl FnOnce(&mut NodeKind)) -> Command {
    let mut node = node.clone();
    change(&mut node.kind);
    Command::Graph(asset, GraphCommand::SetNode(Box::new(node)))
}

/// What was typed: a number, or else an expression.
pub fn input_of(text: &str) -> Input {
    let text = text.trim();
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Input::Number(number),
        _ => Input::expression(text),
    }
}

/// Everything of the node as its file has it. What is typed counts when the field is left; what cannot be read is told
/// below and waits.
fn text_ui(ui: &mut Ui, rows: &mut Rows<'_>, node: &Node) {
    if !parts::folded_header(ui, "As text") {
        return;
    }
    let known = serde_json::to_string_pretty(&node.kind).unwrap_or_default();
    let id = ui.scope_id().with("node text");
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| known.clone());
    let field = egui::TextEdit::multiline(&mut text).desired_width(f32::INFINITY).font(theme::small());
    let response = ui.add(field).accessible_name("Node as text");
    let read = serde_json::from_str::<NodeKind>(&text);
    if let Err(error) = &read {
        let line = format!("Not read, nothing is changed: {error}. Mend it, or press Esc to take it back.");
        ui.label(egui::RichText::new(line).font(theme::small()).color(theme::ERROR));
    }
    let is_escaped = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape));
    if is_escaped {
        ui.data_mut(|data| data.remove::<String>(id));
    } else if let (true, Ok(kind)) = (response.lost_focus(), read) {
        if text != known {
            rows.perform(Command::Graph(rows.asset, GraphCommand::SetNode(Box::new(Node { kind, ..node.clone() }))));
        }
        ui.data_mut(|data| data.remove::<String>(id));
    } else if response.has_focus() || response.lost_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
}

pub fn comment_ui(ui: &mut Ui, rows: &mut Rows<'_>, comment: &Comment) {
    identity(ui, crate::icons::FILE, "Comment", "On the canvas", "");
    let id = rows.asset;
    let set = |comment: Comment| Command::Graph(id, GraphCommand::SetComment(comment));
    rows.text(ui, "Text", &comment.text, |text| set(Comment { text, ..comment.clone() }));
    let colors: Vec<(u8, String)> = (0u8..).zip(theme::PALETTE_NAMES).map(|(at, name)| (at, name.to_owned())).collect();
    rows.choice(ui, "Colour", &comment.color, &colors, |color| set(Comment { color, ..comment.clone() }));
}

pub fn sub_graph_ui(ui: &mut Ui, rows: &mut Rows<'_>, graph: &PoseGraph, sub_graph: &SubGraph) {
    let inside = graph.with_pages(&[sub_graph.id].into());
    let nodes = graph.wiring.nodes.iter().filter(|node| inside.contains(&node.id)).count();
    identity(ui, crate::icons::STACK, &sub_graph.name, "Sub-graph", &parts::count(nodes, "node"));
    let (asset, id) = (rows.asset, sub_graph.id);
    let named = |name: String| Command::Graph(asset, GraphCommand::SetSubGraph(SubGraph { id, name }));
    rows.text(ui, "Name", &sub_graph.name, named);
}

impl Fields<'_, '_> {
    /// Settings that are neither numbers of a tick nor lists.
    fn kind(&mut self) {
        match &self.node.kind {
            NodeKind::SequencePlayer { clip, play } => {
                self.asset("Clip", AssetKind::Clip, *clip, |kind, to| {
                    if let NodeKind::SequencePlayer { clip, .. } = kind {
                        *clip = to;
                    }
                });
                self.play(play);
            }
            NodeKind::BlendSpacePlayer { space, play, looping, .. } => {
                self.space(*space);
                self.looping(*looping);
                self.play(play);
            }
            NodeKind::SequenceEvaluator { clip, teleports, first, .. } => {
                self.asset("Clip", AssetKind::Clip, *clip, |kind, to| {
                    if let NodeKind::SequenceEvaluator { clip, .. } = kind {
                        *clip = to;
                    }
                });
                self.evaluator(*teleports, *first);
            }
            NodeKind::BlendSpaceEvaluator { space, teleports, looping, first, .. } => {
                self.space(*space);
                self.looping(*looping);
                self.evaluator(*teleports, *first);
            }
            NodeKind::TwoWay { alpha, always_update_children, .. } => {
                self.alpha(alpha);
                self.toggle("Updates both", *always_update_children, "also what has no weight", |kind, to| {
                    if let NodeKind::TwoWay { always_update_children, .. } = kind {
                        *always_update_children = to;
                    }
                });
            }
            NodeKind::ApplyAdditive { alpha, mesh_space, lod_threshold, mask, branches, .. } => {
                self.alpha(alpha);
                self.mesh_space(*mesh_space);
                self.threshold(*lod_threshold);
                lists::added_to_ui(self, mask, branches);
            }
            NodeKind::MakeDynamicAdditive { mesh_space, .. } => self.mesh_space(*mesh_space),
            NodeKind::AimOffset { space, alpha, lod, .. } => {
                self.space(*space);
                self.alpha(alpha);
                self.level(*lod, |kind, to| {
                    if let NodeKind::AimOffset { lod, .. } = kind {
                        *lod = to;
                    }
                });
            }
            NodeKind::LayeredPerBone { cover, lod_threshold, .. } => {
                self.cover(*cover);
                self.threshold(*lod_threshold);
            }
            other => self.plain(other),
        }
    }

    fn plain(&mut self, kind: &NodeKind) {
        match kind {
            NodeKind::Slot { slot, always_update_source, .. } => {
                self.text("Slot", slot, |kind, to| {
                    if let NodeKind::Slot { slot, .. } = kind {
                        *slot = to;
                    }
                });
                self.toggle("Updates source", *always_update_source, "also while montages cover it", |kind, to| {
                    if let NodeKind::Slot { always_update_source, .. } = kind {
                        *always_update_source = to;
                    }
                });
            }
            NodeKind::Inertialization { dead_blend, history, jumps, .. } => {
                self.smoothing(*dead_blend);
                self.jumps(jumps, dead_blend.is_some());
                self.history(*history);
            }
            NodeKind::UsedPose { saved } => self.saved(*saved),
            NodeKind::PoseByName { asset, pose, .. } => {
                self.pose_asset(*asset);
                self.named("Pose", pose);
            }
            NodeKind::PoseBlend { asset, easing, .. } => {
                self.pose_asset(*asset);
                self.easing(*easing, |kind, to| {
                    if let NodeKind::PoseBlend { easing, .. } = kind {
                        *easing = to;
                    }
                });
            }
            NodeKind::PoseDriver { asset, lod_threshold, .. } => {
                self.pose_asset(*asset);
                self.threshold(*lod_threshold);
            }
            NodeKind::PoseSnapshot { snapshot: name } => {
                self.named("Snapshot", name);
                self.keep(name);
            }
            NodeKind::InputPose { pose: name } => self.named("Input", name),
            NodeKind::CopyPose { partner: name, retargets, .. } => {
                self.named("Partner", name);
                self.toggle("Retarget", *retargets, "by the modes of its own bones", |kind, on| {
                    if let NodeKind::CopyPose { retargets, .. } = kind {
                        *retargets = on;
                    }
                });
            }
            NodeKind::CurveSource { subject: name, .. } => self.named("Subject", name),
            NodeKind::LivePose { subject, patience, .. } => {
                self.named("Subject", subject);
                self.number(("Patience", "s"), (*patience).into(), 0.0..=60.0, |kind, to| {
                    if let NodeKind::LivePose { patience, .. } = kind {
                        *patience = to as f32;
                    }
                });
            }
            NodeKind::LinkedGraph { graph, swap, .. } => self.linked(*graph, *swap),
            NodeKind::Control { lod_threshold, .. } => self.threshold(*lod_threshold),
            _ => {}
        }
    }

    fn named(&mut self, label: &str, value: &str) {
        self.text(label, value, |kind, to| match kind {
            NodeKind::PoseByName { pose: name, .. }
            | NodeKind::PoseSnapshot { snapshot: name }
            | NodeKind::InputPose { pose: name }
            | NodeKind::CopyPose { partner: name, .. }
            | NodeKind::CurveSource { subject: name, .. }
            | NodeKind::LivePose { subject: name, .. } => *name = to,
            _ => {}
        });
    }

    /// What a game asks for, of the previewed character.
    fn keep(&mut self, name: &str) {
        // A graph that compiles without the node refuses the request.
        let is_taken = self.graph.wiring.sources().contains(&self.node.id);
        let actions = &mut *self.rows.actions;
        parts::property(self.ui, "", |ui| {
            let keep = |ui: &mut Ui| parts::button(ui, None, "Keep what is shown", false);
            let button = ui.add_enabled_ui(is_taken, keep).inner;
            let button =
                button.on_disabled_hover_text("Link its pose first: nothing is kept for a node that nothing takes");
            if button.on_hover_text("As a game does by a request, while the graph plays").clicked() {
                actions.push(GraphAction::SnapshotPose(Name::new(name)).into());
            }
        });
    }

    fn space(&mut self, value: Option<Id>) {
        self.asset("Blend space", AssetKind::BlendSpace, value, |kind, to| match kind {
            NodeKind::BlendSpacePlayer { space, .. }
            | NodeKind::BlendSpaceEvaluator { space, .. }
            | NodeKind::AimOffset { space, .. } => *space = to,
            _ => {}
        });
    }

    fn pose_asset(&mut self, value: Option<Id>) {
        self.asset("Pose asset", AssetKind::PoseAsset, value, |kind, to| match kind {
            NodeKind::PoseByName { asset, .. }
            | NodeKind::PoseBlend { asset, .. }
            | NodeKind::PoseDriver { asset, .. } => *asset = to,
            _ => {}
        });
    }

    fn looping(&mut self, value: bool) {
        self.toggle("Loops", value, "", |kind, to| match kind {
            NodeKind::BlendSpacePlayer { looping, .. } | NodeKind::BlendSpaceEvaluator { looping, .. } => *looping = to,
            _ => {}
        });
    }

    fn evaluator(&mut self, teleports: bool, first: FirstTime) {
        self.toggle("Jumps", teleports, "passes nothing, moves no root", |kind, to| match kind {
            NodeKind::SequenceEvaluator { teleports, .. } | NodeKind::BlendSpaceEvaluator { teleports, .. } => {
                *teleports = to;
            }
            _ => {}
        });
        self.first(first, |kind, to| match kind {
            NodeKind::SequenceEvaluator { first, .. } | NodeKind::BlendSpaceEvaluator { first, .. } => *first = to,
            _ => {}
        });
    }

    fn mesh_space(&mut self, value: bool) {
        self.toggle("Mesh space", value, "rotations as the model sees them", |kind, to| match kind {
            NodeKind::ApplyAdditive { mesh_space, .. } | NodeKind::MakeDynamicAdditive { mesh_space, .. } => {
                *mesh_space = to;
            }
            _ => {}
        });
    }

    fn threshold(&mut self, value: i8) {
        self.level(value.into(), |kind, to| match kind {
            NodeKind::ApplyAdditive { lod_threshold, .. }
            | NodeKind::LayeredPerBone { lod_threshold, .. }
            | NodeKind::PoseDriver { lod_threshold, .. }
            | NodeKind::Control { lod_threshold, .. } => *lod_threshold = to as i8,
            NodeKind::Inertialization { history, .. } => history.lod_threshold = to as i8,
            _ => {}
        });
    }

    fn cover(&mut self, cover: asset::graph::Cover) {
        fn of(kind: &mut NodeKind) -> Option<&mut asset::graph::Cover> {
            if let NodeKind::LayeredPerBone { cover, .. } = kind { Some(cover) } else { None }
        }
        self.toggle("Mesh rotation", cover.mesh_rotation, "rotations meet in model space", |kind, to| {
            of(kind).into_iter().for_each(|cover| cover.mesh_rotation = to);
        });
        self.toggle("Mesh scale", cover.mesh_scale, "", |kind, to| {
            of(kind).into_iter().for_each(|cover| cover.mesh_scale = to);
        });
        let rules = [
            (CurveRule::Override, "The layer's over the base's"),
            (CurveRule::Max, "The larger"),
            (CurveRule::Normalise, "Both, normalised"),
            (CurveRule::ByWeight, "By weight"),
            (CurveRule::UseBase, "The base's"),
        ];
        self.choice("Curves", &cover.curves, &rules.map(|(rule, name)| (rule, name.to_owned())), |kind, to| {
            of(kind).into_iter().for_each(|cover| cover.curves = to);
        });
    }

    fn smoothing(&mut self, value: Option<f32>) {
        let set = |kind: &mut NodeKind, to: Option<f32>| {
            if let NodeKind::Inertialization { dead_blend, .. } = kind {
                *dead_blend = to;
            }
        };
        self.toggle("Dead blending", value.is_some(), "the old pose goes on by itself", |kind, on| {
            set(kind, on.then_some(0.2));
        });
        if let Some(half_life) = value {
            self.number(("Half-life", "s"), half_life.into(), 0.01..=10.0, |kind, to| set(kind, Some(to as f32)));
        }
    }

    fn jumps(&mut self, jumps: &JumpRules, is_dead: bool) {
        fn of(kind: &mut NodeKind) -> Option<&mut JumpRules> {
            if let NodeKind::Inertialization { jumps, .. } = kind { Some(jumps) } else { None }
        }
        let keep = jumps.keep_outward_velocity;
        // Dead blending keeps every velocity.
        if !is_dead {
            self.toggle("Keep outward velocity", keep.is_some(), "overshoots, but its speed goes on", |kind, on| {
                of(kind).into_iter().for_each(|jumps| jumps.keep_outward_velocity = on.then_some(0.5));
            });
        }
        if let Some(most) = keep.filter(|_| !is_dead) {
            self.number(("Outward limit", "m, rad"), most.into(), 0.0..=100.0, |kind, to| {
                of(kind).into_iter().for_each(|jumps| jumps.keep_outward_velocity = Some(to as f32));
            });
        }
        self.text("Filtered curves", &jumps.filtered_curves.join(", "), |kind, to| {
            let curves = to.split(',').map(str::trim).filter(|curve| !curve.is_empty());
            if let Some(jumps) = of(kind) {
                jumps.filtered_curves = curves.map(Into::into).collect();
            }
        });
    }

    fn history(&mut self, history: asset::graph::History) {
        fn of(kind: &mut NodeKind) -> Option<&mut asset::graph::History> {
            if let NodeKind::Inertialization { history, .. } = kind { Some(history) } else { None }
        }
        let way = history.teleport_distance;
        self.toggle("Teleports", way.is_some(), "farther ways end what decays", |kind, on| {
            of(kind).into_iter().for_each(|history| history.teleport_distance = on.then_some(3.0));
        });
        if let Some(way) = way {
            self.number(("Teleport distance", "m"), way.into(), 0.0..=10_000.0, |kind, to| {
                of(kind).into_iter().for_each(|history| history.teleport_distance = Some(to as f32));
            });
        }
        self.toggle("World space", history.world_space, "a turn leaves bones in place", |kind, on| {
            of(kind).into_iter().for_each(|history| history.world_space = on);
        });
        self.threshold(history.lod_threshold);
    }

    fn saved(&mut self, value: Option<Id>) {
        let nodes = self.graph.wiring.nodes.iter().filter(|node| matches!(node.kind, NodeKind::SavedPose { .. }));
        let saved = nodes.map(|node| (Some(node.id), node.title().to_owned()));
        let options: Vec<_> = std::iter::once((None, "None".to_owned())).chain(saved).collect();
        self.choice("Saved pose", &value, &options, |kind, to| {
            if let NodeKind::UsedPose { saved } = kind {
                *saved = to;
            }
        });
    }

    fn linked(&mut self, graph: Option<Id>, swap: Option<asset::graph::Swap>) {
        let project = self.project;
        self.asset("Graph", AssetKind::Graph, graph, |kind, to| {
            let NodeKind::LinkedGraph { graph, inputs, .. } = kind else { return };
            let known = std::mem::take(inputs);
            *graph = to;
            // A pin of the same name keeps its wire.
            if let Some(NodeKind::LinkedGraph { inputs: wanted, .. }) = to.map(|id| linked(project, id)) {
                *inputs = wanted;
                for input in inputs {
                    input.source = known.iter().find(|it| it.pose == input.pose).and_then(|it| it.source);
                }
            }
        });
        self.toggle("Layer", swap.is_some(), "others that implement it can take its place", |kind, on| {
            if let NodeKind::LinkedGraph { swap, .. } = kind {
                *swap = on.then_some(asset::graph::Swap { time: 0.2, inertialize: false });
            }
        });
        let Some(swap) = swap else { return };
        self.number(("Swap time", "s"), swap.time, 0.0..=60.0, |kind, to| {
            if let NodeKind::LinkedGraph { swap: Some(swap), .. } = kind {
                swap.time = to;
            }
        });
        self.toggle("Inertialize", swap.inertialize, "the new one at once, the jump decays", |kind, to| {
            if let NodeKind::LinkedGraph { swap: Some(swap), .. } = kind {
                swap.inertialize = to;
            }
        });
    }
}
