//! A page of states: what the pointer does there.

use super::{
    Page,
    add::{self, Adding},
    arrivals::{drop_ui, place_starred},
    arrows,
    camera::{self, Lens},
    ground::{empty_ui, ground, lens, zoom_label},
    history,
    host::Host,
    live::Live,
    look,
    menu::{MenuRow, OF_LINES, OF_NAMED, menu_ui, rows, second_click},
    minimap, paint, pointer,
    state::Drag,
    states::{Arrow, StateBox, States},
    tooltip::{self, TooltipScene},
};
use crate::{
    action::{EditAction, EditorAction, GraphAction},
    canvas::state::CanvasView,
    graph_inspection::Looking,
    renaming::rename_ui,
    theme,
    views::PanelViews,
};
use asset::{
    Id,
    graph::{Machine, Node, NodeKind, StateKind},
};
use document::{Command, GraphCommand};
use egui::{CursorIcon, Key, Pos2, Rect, Response, Sense, Ui, WidgetInfo, accesskit::Role};
use std::collections::{BTreeMap, BTreeSet};
use words::{noun, tr};

/// The ring around a box from which transitions are drawn, points of the screen inside and outside
/// its edge.
const RING: f32 = 8.0;
const ARROW_REACH: f32 = 7.0;

/// The item under the pointer on a page of states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StatePageHit {
    Ring(Id),
    Box(Id),
    Arrow(Id),
    Nothing,
}

/// Shows the page of the machine `at`, and edits it by the pointer. Nothing for another node.
pub fn machine_ui(
    ui: &mut Ui,
    host: &Host<'_>,
    at: Id,
    live: Option<&Live<'_>>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let (rect, strip) = history::split(ui.max_rect());
    views.kinds.graph.rect = Some(rect);
    views.looking.under = None;
    let Some((node, machine)) = machine_of(host, at) else {
        return;
    };
    let states = States::new(host.graph, machine);
    let selected = host.selected();
    let chosen = states
        .boxes
        .iter()
        .filter(|it| selected.contains(&it.id))
        .map(|it| it.rect);
    let badges = states.arrows.iter().filter(|it| selected.contains(&it.id));
    let badges = badges.map(|it| Rect::from_center_size(it.badge(), egui::Vec2::splat(24.0)));
    let chosen = chosen.chain(badges).fold(Rect::NOTHING, Rect::union);
    let mut lens = lens(
        ui,
        host,
        Page::Machine(at),
        rect,
        states.bounds(),
        chosen,
        &mut views.kinds.graph,
    );
    let response = ground(ui, rect);
    pointer::pan(ui, host, &response, &mut lens, &mut views.kinds.graph);
    let pointer = ui
        .input(|input| input.pointer.latest_pos())
        .map(|at| lens.page(at));
    let over = pointer.filter(|_| response.contains_pointer());
    let hit = over.map_or(StatePageHit::Nothing, |at| hit(&states, &lens, at));
    paint::dots(ui, &lens);
    show(
        ui,
        host,
        (at, machine),
        &states,
        (lens, hit),
        (live, &views.looking),
    );
    let of = TooltipScene {
        host,
        live,
        looking: &views.looking,
    };
    let tooltips = views.kinds.graph.drag.is_none().then_some(&of);
    name_boxes(ui, (&states, &lens), &selected, (machine, at), tooltips);
    for it in states.boxes.iter().filter(|it| selected.contains(&it.id)) {
        rename_ui(
            ui,
            &mut views.renaming,
            it.id,
            lens.screen_rect(it.rect),
            actions,
        );
    }
    place_rule(&states, &lens, &mut views.kinds.graph);
    let it = Pointing {
        host,
        node,
        machine,
        states: &states,
        lens,
        hit,
        over,
    };
    it.act(ui, &response, views, actions);
    it.show_drag(ui, pointer, &views.kinds.graph);
    drop_ui(
        ui,
        host,
        (Page::Machine(at), None),
        (&response, &lens),
        &mut views.edits,
        actions,
    );
    if states.boxes.is_empty() {
        empty_ui(
            ui,
            rect,
            tr!("No states yet"),
            tr!(
                "Press Tab or right-click to add a state. Drag from its edge to another state to add a transition."
            ),
        );
    }
    let boxes = states.boxes.iter().map(|it| (it.rect, theme::category(2)));
    if let Some(camera) = minimap::minimap_ui(ui, &lens, states.bounds(), boxes) {
        views
            .kinds
            .graph
            .set_camera(host.id, Page::Machine(at), camera);
    }
    zoom_label(ui, &lens);
    history::strip_ui(ui, strip, host, (at, machine), &views.looking);
}

/// Whether it is a transition or a conduit.
pub fn has_rule(machine: &Machine, item: Id) -> bool {
    let state = machine.state(item);
    machine.transitions.iter().any(|it| it.id == item)
        || state.is_some_and(|it| matches!(it.kind, StateKind::Conduit { .. }))
}

/// Sets the screen position of the rule that is edited in place, for the field over it.
fn place_rule(states: &States, lens: &Lens, view: &mut CanvasView) {
    let Some(rule) = &mut view.rule else {
        return;
    };
    let arrow = states.arrows.iter().find(|it| it.id == rule.item);
    let below = states.boxes.iter().find(|it| it.id == rule.item);
    let below = below.map(|it| it.rect.left_bottom());
    rule.at = arrow.map(Arrow::badge).or(below).map(|at| lens.screen(at));
}

/// The machine with this id and its node; None where the node is another type.
pub fn machine_of<'a>(host: &Host<'a>, at: Id) -> Option<(&'a Node, &'a Machine)> {
    let node = host.graph.wiring.node(at)?;
    match &node.kind {
        NodeKind::StateMachine(machine) => Some((node, machine)),
        _ => None,
    }
}

fn show(
    ui: &Ui,
    host: &Host<'_>,
    (at, machine): (Id, &Machine),
    states: &States,
    (lens, hit): (Lens, StatePageHit),
    (live, looking): (Option<&Live<'_>>, &Looking),
) {
    let weights = live.map(|live| live.states(at, machine));
    // Of each transition under way: how far it is, and its words.
    let running = live.map(|live| live.transitions(host, at, machine, looking));
    let running = running.unwrap_or_default().into_iter();
    let running = running.map(|(id, part)| (id, (part, format!("{:.0} %", part * 100.0))));
    let running = running.collect();
    let lines = lines(host, machine);
    let rules = machine.transitions.iter();
    let rules = rules.map(|it| (it.id, tooltip::rule_text(host.graph, it)));
    let rules = rules.collect();
    let (told, selected) = (host.told(), host.selected());
    let hovered = match hit {
        StatePageHit::Ring(id) | StatePageHit::Box(id) | StatePageHit::Arrow(id) => Some(id),
        StatePageHit::Nothing => None,
    };
    let shown = arrows::Shown {
        lens,
        weights: weights.as_ref(),
        current: live.and_then(|live| live.current(at, machine)),
        running: &running,
        selected: &selected,
        hovered,
        told: &told,
        lines: &lines,
        rules: &rules,
        covered: host.session.coverage.as_ref(),
    };
    arrows::states(ui, states, &shown);
    if let StatePageHit::Ring(id) = hit
        && let Some(it) = states.boxes.iter().find(|it| it.id == id)
    {
        arrows::ring(ui, lens.screen_rect(it.rect), RING);
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    }
}

/// Short text for each state about what it shows.
fn lines(host: &Host<'_>, machine: &Machine) -> BTreeMap<Id, String> {
    let wiring = &host.graph.wiring;
    let of_state = machine.states.iter().map(|state| {
        let line = match &state.kind {
            StateKind::Conduit { .. } => tr!("Conduit").to_owned(),
            StateKind::Pose { source: None, .. } => tr!("no pose yet").to_owned(),
            StateKind::Pose {
                source: Some(source),
                ..
            } => wiring.node(*source).map_or(String::new(), |node| {
                look::title(host.project, host.graph, node)
            }),
        };
        (state.id, line)
    });
    let of_alias = machine.aliases.iter().map(|alias| {
        let line = match &alias.states {
            None => tr!("any state").to_owned(),
            Some(states) => crate::parts::count(states.len(), noun!("state")),
        };
        (alias.id, line)
    });
    of_state.chain(of_alias).collect()
}

/// Names for who reads the window, and for tests.
fn name_boxes(
    ui: &Ui,
    (states, lens): (&States, &Lens),
    selected: &BTreeSet<Id>,
    (machine, at): (&Machine, Id),
    tooltips: Option<&TooltipScene<'_>>,
) {
    for it in &states.boxes {
        let response = ui.interact(
            lens.screen_rect(it.rect),
            ui.scope_id().with(("box", it.id)),
            Sense::hover(),
        );
        let is_selected = selected.contains(&it.id);
        response.widget_info(|| {
            WidgetInfo::selected(Role::Group, true, is_selected, tr!("State box {}", it.name))
        });
        if let Some(of) = tooltips {
            response.on_hover_ui(|ui| tooltip::state_ui(ui, of, (machine, at), it.id));
        }
    }
    for arrow in &states.arrows {
        let rect = Rect::from_center_size(lens.screen(arrow.badge()), egui::vec2(14.0, 14.0));
        let response = ui.interact(
            rect,
            ui.scope_id().with(("arrow", arrow.id)),
            Sense::hover(),
        );
        let transition = machine.transitions.iter().find(|it| it.id == arrow.id);
        let name = transition.map_or(String::new(), |it| machine.transition_text(it));
        let is_selected = selected.contains(&arrow.id);
        response.widget_info(|| {
            WidgetInfo::selected(Role::Image, true, is_selected, tr!("Transition {name}"))
        });
        if let (Some(of), Some(it)) = (tooltips, transition) {
            response.on_hover_ui(|ui| tooltip::transition_ui(ui, of, (machine, at), it));
        }
    }
}

fn hit(states: &States, lens: &Lens, at: Pos2) -> StatePageHit {
    let zoom = lens.camera.zoom;
    if let Some(it) = states.box_at(at) {
        let is_inside = it.rect.shrink(RING * 0.5 / zoom).contains(at);
        return if is_inside {
            StatePageHit::Box(it.id)
        } else {
            StatePageHit::Ring(it.id)
        };
    }
    if let Some(arrow) = states.arrow_at(at, ARROW_REACH / zoom) {
        return StatePageHit::Arrow(arrow.id);
    }
    let near = states
        .boxes
        .iter()
        .find(|it| it.rect.expand(RING / zoom).contains(at));
    near.map_or(StatePageHit::Nothing, |it| StatePageHit::Ring(it.id))
}

/// One pass of the pointer on a page of states.
pub struct Pointing<'a> {
    /// The graph and its project.
    pub host: &'a Host<'a>,
    /// The node of the machine.
    pub node: &'a Node,
    /// The machine that the page shows.
    pub machine: &'a Machine,
    /// Boxes and arrows, where they were painted.
    pub states: &'a States,
    /// Mapping from points of the page to the screen.
    pub lens: Lens,
    hit: StatePageHit,
    over: Option<Pos2>,
}

impl Pointing<'_> {
    fn act(
        &self,
        ui: &Ui,
        response: &Response,
        views: &mut PanelViews,
        actions: &mut Vec<EditorAction>,
    ) {
        if pointer::press(ui, response, &self.lens).is_some() && views.kinds.graph.drag.is_none() {
            match self.hit {
                StatePageHit::Box(id) | StatePageHit::Ring(id) | StatePageHit::Arrow(id) => {
                    pointer::pressed_on(ui, self.host, id, actions)
                }
                StatePageHit::Nothing => {}
            }
        }
        if response.double_clicked() {
            self.dive(&mut views.kinds.graph, actions);
        } else if response.clicked() {
            let page = Page::Machine(self.node.id);
            if place_starred(ui, self.host, page, (response, &self.lens), views, actions) {
                return;
            }
            match self.hit {
                StatePageHit::Box(id) | StatePageHit::Ring(id) | StatePageHit::Arrow(id) => {
                    pointer::clicked_on(ui, self.host, id, actions)
                }
                StatePageHit::Nothing => actions.push(self.host.select(BTreeSet::new())),
            }
        }
        let at = self.over.filter(|_| response.secondary_clicked());
        let opened = at.and_then(|at| {
            second_click(
                self.host,
                (&self.lens, at),
                self.under(),
                &mut views.kinds.graph,
                actions,
            )
        });
        menu_ui(self.host, response, opened, views, actions);
        if response.drag_started_by(egui::PointerButton::Primary) {
            self.begin_drag(ui, views);
        }
        self.go_on(ui, response, views, actions);
    }

    /// The item under the pointer, with the rows of its menu.
    fn under(&self) -> Option<(Option<Id>, Vec<MenuRow>)> {
        let (id, of_kind) = match self.hit {
            StatePageHit::Box(id) | StatePageHit::Ring(id) => (id, OF_NAMED),
            StatePageHit::Arrow(id) => (id, OF_LINES),
            StatePageHit::Nothing => return None,
        };
        let mut own = Vec::new();
        if super::page::can_show(self.host.graph, id) {
            own.push(MenuRow::Entry("graph.dive"));
        }
        if has_rule(self.machine, id) {
            let action = GraphAction::EditRule(id).into();
            own.push(MenuRow::Own(tr!("Edit rule"), Box::new(action)));
        }
        if let Some(command) = self.entered_at(id) {
            let action = self.host.edit(command);
            own.push(MenuRow::Own(tr!("Set as entry"), Box::new(action)));
        }
        Some((Some(id), rows(own, of_kind)))
    }

    /// The edit that makes a state the one that the machine begins with. None of what is not a state,
    /// and of the one that it is.
    fn entered_at(&self, state: Id) -> Option<GraphCommand> {
        let NodeKind::StateMachine(machine) = &self.node.kind else {
            return None;
        };
        let is_state = machine.states.iter().any(|it| it.id == state);
        (is_state && machine.entry != Some(state)).then(|| {
            let machine = Machine {
                entry: Some(state),
                ..machine.clone()
            };
            GraphCommand::SetNode(Box::new(Node {
                kind: NodeKind::StateMachine(machine),
                ..self.node.clone()
            }))
        })
    }

    /// A state opens; the rule of a transition or conduit is edited where it stands.
    fn dive(&self, view: &mut CanvasView, actions: &mut Vec<EditorAction>) {
        match self.hit {
            StatePageHit::Box(id) | StatePageHit::Ring(id)
                if super::page::can_show(self.host.graph, id) =>
            {
                view.turn_to(self.host.id, Page::Nodes(Some(id)));
            }
            StatePageHit::Box(id) | StatePageHit::Ring(id) | StatePageHit::Arrow(id) => {
                actions.push(GraphAction::EditRule(id).into());
            }
            StatePageHit::Nothing => {}
        }
    }

    fn begin_drag(&self, ui: &Ui, views: &mut PanelViews) {
        let Some(from) = pointer::origin(ui, &self.lens) else {
            return;
        };
        let hit = hit(self.states, &self.lens, from);
        if let Some(held) = self.hold(hit, from) {
            views.kinds.graph.drag = Some(held);
            return;
        }
        views.kinds.graph.drag = Some(match hit {
            StatePageHit::Ring(id) => Drag::Transition(id),
            StatePageHit::Box(_) => {
                let selected = self.host.selected();
                let boxes = self
                    .states
                    .boxes
                    .iter()
                    .filter(|it| selected.contains(&it.id));
                let starts = boxes.map(|it| (it.id, it.rect.min)).collect();
                Drag::Move {
                    from,
                    starts,
                    gesture: views.edits.gesture(),
                }
            }
            StatePageHit::Arrow(_) | StatePageHit::Nothing => {
                pointer::begin_box(ui, self.host, from)
            }
        });
    }

    fn go_on(
        &self,
        ui: &Ui,
        response: &Response,
        views: &mut PanelViews,
        actions: &mut Vec<EditorAction>,
    ) {
        let Some(drag) = views.kinds.graph.drag.clone() else {
            return;
        };
        let pointer = ui
            .input(|input| input.pointer.latest_pos())
            .map(|at| self.lens.page(at));
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape)) {
            views.kinds.graph.drag = None;
            if let Drag::Move { gesture, .. } = drag {
                actions.push(EditAction::CancelGesture(gesture).into());
            }
            return;
        }
        let Some(at) = pointer else { return };
        let is_over = response.drag_stopped() || ui.input(|input| !input.pointer.any_down());
        match &drag {
            Drag::Move {
                from,
                starts,
                gesture,
            } => {
                let free = ui.input(|input| input.modifiers.command);
                let to = |start: Pos2| {
                    if free {
                        start + (at - *from)
                    } else {
                        camera::snapped(start + (at - *from))
                    }
                };
                let places = starts
                    .iter()
                    .map(|(id, start)| (*id, to(*start).into()))
                    .collect();
                let command = Command::Graph(self.host.id, GraphCommand::Place(places));
                actions.push(EditAction::Perform(command, Some(*gesture)).into());
                if is_over {
                    actions.push(EditAction::EndGesture(*gesture).into());
                }
            }
            Drag::Box { from, before } => {
                let boxes = self.states.boxes.iter().map(|it| (it.id, it.rect));
                let badges = self.states.arrows.iter().map(|it| {
                    (
                        it.id,
                        Rect::from_center_size(it.badge(), egui::Vec2::splat(4.0)),
                    )
                });
                let rect = pointer::box_select(
                    ui,
                    self.host,
                    (*from, at, before),
                    boxes.chain(badges),
                    actions,
                );
                paint::select_box(ui, self.lens.screen_rect(rect));
            }
            Drag::Transition(from) if is_over => self.drop_transition(*from, at, views, actions),
            drag if is_over => self.let_go(drag, at, actions),
            _ => {}
        }
        if is_over {
            views.kinds.graph.drag = None;
        }
    }

    /// The box at a point of the page, with the ring around it.
    pub fn target(&self, at: Pos2) -> Option<&StateBox> {
        self.states
            .boxes
            .iter()
            .rev()
            .find(|it| it.rect.expand(RING / self.lens.camera.zoom).contains(at))
    }

    /// Onto a state, or its own one; an alias is nothing to go to; onto nothing the list opens.
    fn drop_transition(
        &self,
        from: Id,
        at: Pos2,
        views: &mut PanelViews,
        actions: &mut Vec<EditorAction>,
    ) {
        let Some(to) = self.target(at) else {
            let mut adding = Adding::new(camera::snapped(at), self.lens.screen(at));
            adding.from = Some(from);
            views.kinds.graph.adding = Some(adding);
            return;
        };
        if self.machine.state(to.id).is_none() {
            return;
        }
        let id = views.edits.id();
        let mut machine = self.machine.clone();
        machine.transitions.push(add::transition(id, from, to.id));
        let node = Node {
            kind: NodeKind::StateMachine(machine),
            ..self.node.clone()
        };
        actions.push(self.host.edit(GraphCommand::SetNode(Box::new(node))));
        actions.push(self.host.select([id].into()));
    }

    fn show_drag(&self, ui: &Ui, pointer: Option<Pos2>, view: &CanvasView) {
        if let (Some(drag), Some(at)) = (&view.drag, pointer) {
            self.show_held(ui, drag, at);
        }
        let hanging = view
            .adding
            .as_ref()
            .and_then(|adding| Some((adding.from?, adding.at)));
        let dragged = match view.drag {
            Some(Drag::Transition(from)) => pointer.map(|at| (from, at)),
            _ => hanging,
        };
        let Some((from, at)) = dragged else { return };
        let Some(start) = self.states.boxes.iter().find(|it| it.id == from) else {
            return;
        };
        let to = self
            .target(at)
            .filter(|it| view.adding.is_none() && self.machine.state(it.id).is_some());
        if let Some(to) = to {
            arrows::ring(ui, self.lens.screen_rect(to.rect), 3.0);
        }
        let end = to.map_or(at, |to| to.rect.center());
        arrows::new_arrow(
            ui,
            self.lens.screen_rect(start.rect),
            self.lens.screen(end),
            self.lens.camera.zoom,
        );
    }
}
