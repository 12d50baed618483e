//! Actions of a pose graph: its parameters go to the engine, its presets to the document.

use super::App;
use crate::{action::GraphAction, canvas, dock::Panel, timeline::item::free_name, toast::Tone};
use anim::{Name, Request};
use asset::graph::nodes::{ReferencePoseNode, SlotNode};
use asset::{
    AssetKind, Id, PoseGraph,
    graph::{Node, NodeKind, Parameter, ParameterKind, Preset, Setting},
};
use document::{Command, GraphCommand, ItemCommand, ProjectCommand, Selection};
use std::{sync::Arc, time::Instant};
use studio::Transport;
use words::tr;

impl App {
    pub(super) fn act_on_graph(&mut self, ctx: &egui::Context, action: GraphAction) {
        match action {
            GraphAction::New => self.new_graph(),
            GraphAction::Add => {
                self.session.panels.active = Panel::Canvas;
                self.session
                    .active
                    .into_iter()
                    .for_each(|id| canvas::open_list(&mut self.views.kinds.graph, id));
            }
            GraphAction::Dive => self.dive(),
            GraphAction::EditRule(item) => self.edit_rule(item),
            GraphAction::Out => self.leave_page(),
            GraphAction::AddComment => self.add_comment(),
            GraphAction::Tidy => self.tidy(),
            GraphAction::Align(edge) => self.align(edge),
            GraphAction::Distribute(axis) => self.distribute(axis),
            GraphAction::Straighten => self.straighten(),
            GraphAction::Nudge(x, y) => self.nudge_nodes((x, y)),
            GraphAction::Reroute => self.add_reroute(),
            GraphAction::Detach => drop(self.delete_on_canvas(true)),
            GraphAction::Collapse => self.collapse(),
            GraphAction::Mirror => self.mirror_node(),
            GraphAction::Disable => self.disable_nodes(),
            GraphAction::Expand => self.expand(),
            GraphAction::PasteLinked => {
                self.views.kinds.graph.relinks = Some(Instant::now());
                ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
            }
            GraphAction::Find => self.views.kinds.graph.ask(),
            GraphAction::FindNext => self.find_next(),
            GraphAction::Why => self.toggle_why(),
            GraphAction::Watch => self.toggle_watch(),
            GraphAction::Compare => self.toggle_comparing(),
            GraphAction::WatchPose(node) => self.watch_instead(node),
            GraphAction::Restart if self.session.drive.on.is_some() => self.begin_drive(),
            GraphAction::Restart => self.engine.transport(Transport::Seek(0.0)),
            GraphAction::SetParameters(values) => self.set_parameters(&values),
            GraphAction::SnapshotPose(snapshot) => {
                self.ask_previewed(Request::SnapshotPose { snapshot });
            }
            GraphAction::PlayMontage(trial) => self.play_on_slot(trial),
            GraphAction::StopMontages(montage) => self.stop_on_slot(montage),
            GraphAction::ResetParameters => {
                let Some(sources) = self
                    .session
                    .active
                    .and_then(|id| self.compiled.sources.graphs.get(&id))
                else {
                    return;
                };
                let numbers = sources.parameters.iter().flat_map(Parameter::numbers);
                let values: Vec<(Name, f64)> = numbers
                    .map(|(name, value)| (Name::new(&name), value))
                    .collect();
                self.set_parameters(&values);
            }
            GraphAction::AddParameter(kind) => self.add_parameter(kind),
            GraphAction::EditParameter(id) => self.edit_parameter(id),
            GraphAction::DeleteParameter(parameter) => {
                if let Some((id, _)) = self.open_graph() {
                    let command = GraphCommand::Parameter(ItemCommand::Remove(parameter));
                    self.perform(&Command::Graph(id, command), None);
                }
            }
            GraphAction::ApplyPreset(preset) => self.apply_preset(preset),
            GraphAction::KeepPreset => self.keep_preset(),
            GraphAction::KeepNodePreset(preset) => self.session.node_presets.push(*preset),
            GraphAction::ForgetNodePreset(at) => drop(self.session.node_presets.remove(at)),
            GraphAction::Listen(asked) => self.listen(asked),
            GraphAction::Drive => self.toggle_drive(),
            GraphAction::SaveDriven => self.pick_driven(),
            GraphAction::BindDrive(figure, choice) => self.bind_drive(figure, choice),
            GraphAction::SetDrivePace(name, value) => {
                self.choose_drive(|choices| choices.set_pace(name, value))
            }
        }
    }

    pub(super) fn open_graph(&self) -> Option<(Id, Arc<PoseGraph>)> {
        let id = self.session.active?;
        Some((id, self.document.project().graphs.get(&id)?.clone()))
    }

    fn add_parameter(&mut self, kind: ParameterKind) {
        let new = self.views.edits.id();
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let all = &graph.wiring.parameters;
        let name = free_name("Parameter1", all.iter().map(|it| it.name.as_str()));
        let command = GraphCommand::Parameter(ItemCommand::Add(Parameter::new(new, name, kind)));
        self.perform(&Command::Graph(id, command), None);
        self.views.kinds.graph.parameter = Some(new);
    }

    /// Shows a parameter in the details of the graph, where no node is selected.
    fn edit_parameter(&mut self, parameter: Id) {
        if let Some((id, _)) = self.open_graph() {
            self.document.select(Selection::asset(id));
            self.views.kinds.graph.parameter = Some(parameter);
            self.show_panel(Panel::Details);
        }
    }

    /// Parameters that a game sets in a graph, with those of linked graphs; while the graph does
    /// not compile, its own alone.
    fn settable(&self, id: Id, graph: &PoseGraph) -> Vec<Parameter> {
        let compiled = self
            .compiled
            .sources
            .graphs
            .get(&id)
            .map(|sources| sources.parameters.clone());
        let own = || {
            graph
                .wiring
                .parameters
                .iter()
                .filter(|it| it.driven.is_empty())
                .cloned()
                .collect()
        };
        compiled.unwrap_or_else(own)
    }

    fn set_parameters(&mut self, values: &[(Name, f64)]) {
        for (parameter, value) in values {
            self.ask_previewed(Request::SetParameter {
                parameter: *parameter,
                value: *value,
            });
        }
    }

    fn apply_preset(&mut self, preset: Id) {
        let Some((id, graph)) = self.open_graph() else {
            return;
        };
        let Some(preset) = graph.wiring.presets.iter().find(|known| known.id == preset) else {
            return;
        };
        let mut values = Vec::new();
        let settable = self.settable(id, &graph);
        for (parameter, setting) in &preset.values {
            let Some(parameter) = settable.iter().find(|known| known.id == *parameter) else {
                continue;
            };
            let names = parameter
                .numbers()
                .into_iter()
                .map(|(name, _)| Name::new(&name));
            values.extend(names.zip(parameter.set_to(setting).unwrap_or_default()));
        }
        self.set_parameters(&values);
    }

    /// Under the first free name.
    fn keep_preset(&mut self) {
        let Some((graph_id, graph)) = self.open_graph() else {
            return;
        };
        let Some(frame) = self.engine.frame.clone() else {
            return self.session.toast(
                Tone::Warning,
                tr!("Nothing saved"),
                tr!("The graph is not playing."),
            );
        };
        let value = |name: &str| frame.graph_state.parameter(Name::new(name)).unwrap_or(0.0);
        let setting = |parameter: &Parameter| {
            let number = value(&parameter.name);
            Some(match &parameter.kind {
                ParameterKind::Bool { .. } => Setting::Bool(number != 0.0),
                ParameterKind::Int { .. } | ParameterKind::Float { .. } => Setting::Number(number),
                ParameterKind::Enum { values, .. } => {
                    Setting::Text(values.get(number as usize)?.clone())
                }
                ParameterKind::Vector { .. } => Setting::Vector(
                    ["x", "y", "z"].map(|part| value(&format!("{}.{part}", parameter.name))),
                ),
                // A number is no name any more, and a trigger is an instant.
                ParameterKind::Name { .. } | ParameterKind::Trigger => return None,
            })
        };
        let settable = self.settable(graph_id, &graph);
        let values = settable
            .iter()
            .filter_map(|it| Some((it.id, setting(it)?)))
            .collect();
        let taken = |name: &str| {
            graph
                .wiring
                .presets
                .iter()
                .any(|preset| preset.name == name)
        };
        let name = (1..)
            .map(|at| tr!("Preset {at}"))
            .find(|name| !taken(name))
            .unwrap_or_default();
        let preset = Preset {
            id: self.views.edits.id(),
            name,
            values,
        };
        self.perform(
            &Command::Graph(graph_id, GraphCommand::Preset(ItemCommand::Put(preset))),
            None,
        );
    }

    /// Skeleton that is shown, or the first one; None with a toast of `line` if there is no
    /// skeleton.
    pub(super) fn skeleton_for_new(&mut self, line: &str) -> Option<Id> {
        let shown = crate::panels::skeleton::shown_skeleton(&self.document, &self.session);
        let skeleton = shown.or_else(|| self.document.project().skeletons.keys().next().copied());
        if skeleton.is_none() {
            self.session
                .toast(Tone::Warning, tr!("No skeleton yet"), line);
        }
        skeleton
    }

    /// A slot over the reference pose: montages play in it at once.
    fn new_graph(&mut self) {
        let [id, slot, reference] = [(); 3].map(|()| self.views.edits.id());
        let project = self.document.project().clone();
        let Some(skeleton) = self.skeleton_for_new(tr!(
            "Import a character first. A pose graph moves its bones."
        )) else {
            return;
        };
        let mut graph = PoseGraph::new(
            project.free_name(AssetKind::Graph, "PG_Graph", None),
            skeleton,
        );
        let wiring = Arc::make_mut(&mut graph.wiring);
        let kind = NodeKind::Slot(SlotNode {
            source: Some(reference),
            slot: "DefaultSlot".into(),
            always_update_source: false,
        });
        wiring.nodes = vec![
            Node::new(reference, NodeKind::ReferencePose(ReferencePoseNode {})),
            Node::new(slot, kind),
        ];
        wiring.output = Some(slot);
        self.perform(
            &Command::Project(ProjectCommand::Add(id, graph.into())),
            None,
        );
        self.open_asset(id);
    }
}
