//! A page of nodes: what the pointer does there.

mod second_button;

use super::{
    Page,
    arrivals::{drop_ui, place_starred},
    camera::{self, FAR, Lens},
    ground::{empty_ui, ground, lens, zoom_label},
    guides,
    hit::{NodePageHit, SNAP_REACH, crosses, hit, pin_at, wire_distance},
    host::Host,
    live::Live,
    locks::LockLanes,
    look,
    menu::{menu_ui, second_click},
    minimap,
    page::{self, Card, CardRole, Scene, TITLE, comment_rect},
    paint, place, pointer,
    state::{Drag, WireEnd, WireTarget},
    tooltip::{self, TooltipScene},
    watch,
};
use crate::{
    action::{EditAction, EditorAction, GraphAction},
    canvas::add::Adding,
    renaming::rename_ui,
    session::Session,
    theme,
};
use asset::{
    Id,
    graph::{Comment, NodeKind},
};
use document::{Command, Gesture, GraphCommand};
use egui::{
    CursorIcon, Key, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role,
    pos2, vec2,
};
use std::collections::BTreeSet;

/// Shows a page of nodes and edits it by the pointer; `part` is None for the first page.
pub fn nodes_ui(
    ui: &mut Ui,
    host: &Host<'_>,
    part: Option<Id>,
    live: Option<&Live<'_>>,
    session: &mut Session,
    actions: &mut Vec<EditorAction>,
) {
    let rect = ui.max_rect();
    session.kinds.graph.rect = Some(rect);
    let scene = session
        .kinds
        .graph
        .scene(host.project, (host.id, host.graph), part);
    let chosen = selected_bounds(&scene, &host.selected());
    let mut lens = lens(
        ui,
        host,
        Page::Nodes(part),
        rect,
        scene.bounds(),
        chosen,
        session,
    );
    let response = ground(ui, rect);
    pointer::pan(ui, host, &response, &mut lens, session);
    let page_pointer = ui
        .input(|input| input.pointer.latest_pos())
        .map(|at| lens.page(at));
    let over = page_pointer.filter(|_| response.contains_pointer());
    let hit = over.map_or(NodePageHit::Nothing, |at| hit(&scene, &lens, at));
    cursor(ui, hit, session);
    paint::dots(ui, &lens);
    let (told, selected) = (host.told(), host.selected());
    let found = found(host, &scene, session);
    let hovered = if let NodePageHit::Card(id) = hit {
        Some(id)
    } else {
        None
    };
    let shown = paint::NodePaintState {
        lens,
        live,
        selected: &selected,
        hovered,
        told: &told,
        found: found.as_ref(),
    };
    paint::scene(ui, &scene, &shown);
    let is_dragging = session.kinds.graph.drag.is_some();
    let of = TooltipScene {
        host,
        live,
        looking: &session.looking,
    };
    let tooltips = (!is_dragging).then_some(&of);
    name_cards(ui, &scene, &lens, &selected, tooltips);
    name_crossings(ui, &scene, &lens);
    rename_selected(ui, &scene, &lens, (&selected, session), actions);
    watch::marks_ui(ui, &scene, &lens, session, actions);
    session.looking.under = source_at(&scene, hit);
    let mut it = NodePagePointer {
        host,
        part,
        scene: &scene,
        lens,
        hit,
        over,
    };
    it.act(ui, &response, session, actions);
    it.show_drag(ui, page_pointer, session);
    let onto = if let NodePageHit::Card(id) = hit {
        Some(id)
    } else {
        None
    };
    drop_ui(
        ui,
        host,
        (Page::Nodes(part), onto),
        (&response, &lens),
        session,
        actions,
    );
    if scene.cards.len() == 1 {
        empty_ui(
            ui,
            rect,
            "Nothing here yet",
            "Press Tab or right-click to add a node.",
        );
    }
    let boxes = scene
        .cards
        .iter()
        .map(|card| (card.rect, card.color.map_or(theme::ACCENT, theme::category)));
    if let Some(camera) = minimap::minimap_ui(ui, &lens, scene.bounds(), boxes) {
        session
            .kinds
            .graph
            .set_camera(host.id, Page::Nodes(part), camera);
    }
    zoom_label(ui, &lens);
    if let Some(lanes) = LockLanes::of(host) {
        lanes.ui(ui, rect, host, &session.looking);
    }
}

/// The node whose pose lies there.
fn source_at(scene: &Scene, hit: NodePageHit) -> Option<Id> {
    match hit {
        NodePageHit::Out(source) => Some(source),
        NodePageHit::Card(id) => scene
            .card(id)
            .and_then(|card| card.outs.first())
            .map(|out| out.source),
        NodePageHit::Reroute(id) => {
            let led = |wire: &&page::Wire| wire.via.iter().any(|(known, _)| *known == id);
            scene.wires.iter().find(led).map(|wire| wire.source)
        }
        NodePageHit::Wire(target) | NodePageHit::Pin(target) => scene
            .wires
            .iter()
            .find(|wire| wire.target == target)
            .map(|wire| wire.source),
        NodePageHit::Corner(_)
        | NodePageHit::Comment(_)
        | NodePageHit::End(_)
        | NodePageHit::Nothing => None,
    }
}

/// Without anything selected it is not finite.
fn selected_bounds(scene: &Scene, selected: &BTreeSet<Id>) -> Rect {
    let cards = scene
        .cards
        .iter()
        .filter(|card| card.id.is_some_and(|id| selected.contains(&id)));
    let comments = scene
        .comments
        .iter()
        .filter(|comment| selected.contains(&comment.id));
    cards
        .map(|card| card.rect)
        .chain(comments.map(comment_rect))
        .fold(Rect::NOTHING, Rect::union)
}

/// Over the title of what is being renamed.
fn rename_selected(
    ui: &mut Ui,
    scene: &Scene,
    lens: &Lens,
    (selected, session): (&BTreeSet<Id>, &mut Session),
    actions: &mut Vec<EditorAction>,
) {
    let cards = scene
        .cards
        .iter()
        .filter_map(|card| Some((card.id?, card.rect)));
    let comments = scene
        .comments
        .iter()
        .map(|comment| (comment.id, comment_rect(comment)));
    for (id, rect) in cards
        .chain(comments)
        .filter(|(id, _)| selected.contains(id))
    {
        rename_ui(ui, session, id, lens.screen_rect(rect), actions);
    }
}

/// Names for who reads the window, and for tests.
fn name_cards(
    ui: &Ui,
    scene: &Scene,
    lens: &Lens,
    selected: &BTreeSet<Id>,
    tooltips: Option<&TooltipScene<'_>>,
) {
    let seen = lens.seen();
    for card in scene.cards.iter().filter(|card| card.rect.intersects(seen)) {
        let rect = lens.screen_rect(card.rect);
        let id = ui.scope_id().with(("card", card.id, card.role));
        let is_selected = card.id.is_some_and(|id| selected.contains(&id));
        let response = ui.interact(rect, id, Sense::hover());
        response.widget_info(|| {
            WidgetInfo::selected(
                Role::Group,
                true,
                is_selected,
                format!("Node {}", card.title),
            )
        });
        if let Some(of) = tooltips {
            response.on_hover_ui(|ui| tooltip::card_ui(ui, of, card));
        }
        if lens.camera.zoom < FAR {
            continue;
        }
        for pin in &card.pins {
            let rect = Rect::from_center_size(lens.screen(pin.at), vec2(10.0, 10.0));
            let response = ui.interact(rect, id.with(&pin.label), Sense::hover());
            response.widget_info(|| {
                WidgetInfo::labeled(
                    Role::Image,
                    true,
                    format!("Pin {} of {}", pin.label, card.title),
                )
            });
        }
        for (nth, number) in card.numbers.iter().enumerate() {
            let at = lens.screen(pos2(card.rect.left(), card.number_y(nth)));
            let response = ui.interact(
                Rect::from_center_size(at, vec2(10.0, 10.0)),
                id.with(("number", nth)),
                Sense::hover(),
            );
            let name = format!(
                "{} pin {} of {}",
                number.sort.word(),
                number.label,
                card.title
            );
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
            response.on_hover_text(format!("{}: {}", number.label, number.sort.word()));
        }
        for out in &card.outs {
            let rect = Rect::from_center_size(lens.screen(out.at), vec2(10.0, 10.0));
            let response = ui.interact(rect, id.with(("out", out.source)), Sense::hover());
            let name = if card.role == CardRole::Node {
                &card.title
            } else {
                &out.label
            };
            response
                .widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Pose of {name}")));
        }
    }
}

/// What happens on wires between spaces.
fn name_crossings(ui: &Ui, scene: &Scene, lens: &Lens) {
    if lens.camera.zoom < FAR {
        return;
    }
    for wire in &scene.wires {
        let Some(crossing) = wire.crossing else {
            continue;
        };
        let rect = Rect::from_center_size(
            lens.screen(wire.middle()),
            vec2(44.0, 16.0) * lens.camera.zoom,
        );
        let id = ui
            .scope_id()
            .with(("crossing", format!("{:?}", wire.target)));
        let response = ui.interact(rect, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, crossing.text()));
        response.on_hover_text(crossing.why());
    }
}

fn cursor(ui: &Ui, hit: NodePageHit, session: &Session) {
    let icon = match (hit, &session.kinds.graph.drag) {
        (_, Some(Drag::Wire(_))) | (NodePageHit::Out(_) | NodePageHit::Pin(_), None) => {
            CursorIcon::Crosshair
        }
        (NodePageHit::Corner(_), _) => CursorIcon::ResizeNwSe,
        _ => return,
    };
    ui.ctx().set_cursor_icon(icon);
}

/// Nodes that have what was typed in their title, line, numbers or settings.
fn found(host: &Host<'_>, scene: &Scene, session: &Session) -> Option<BTreeSet<Id>> {
    let text = session
        .kinds
        .graph
        .find
        .as_ref()
        .filter(|text| !text.trim().is_empty())?
        .to_lowercase();
    Some(
        scene
            .cards
            .iter()
            .filter(|card| is_found(host.graph, card, &text))
            .filter_map(|card| card.id)
            .collect(),
    )
}

fn is_found(graph: &asset::PoseGraph, card: &Card, text: &str) -> bool {
    let has = |it: &str| it.to_lowercase().contains(text);
    let numbers = || {
        card.numbers
            .iter()
            .any(|it| has(&it.label) || has(&look::input_text(&it.input)))
    };
    let of_machine = || match card
        .id
        .and_then(|id| graph.wiring.node(id))
        .map(|node| &node.kind)
    {
        Some(NodeKind::StateMachine(machine)) => {
            machine.states.iter().any(|state| has(&state.name))
        }
        Some(kind) => has(kind.word()),
        None => false,
    };
    has(&card.title) || has(&card.line) || numbers() || of_machine()
}

/// All nodes of a graph that have a text in what they show, page by page.
pub fn find(project: &asset::Project, graph: &asset::PoseGraph, text: &str) -> Vec<Id> {
    let text = text.to_lowercase();
    let pages: BTreeSet<Option<Id>> = graph
        .wiring
        .nodes
        .iter()
        .map(|node| graph.layout.pages.get(&node.id).copied())
        .collect();
    let scenes = pages
        .into_iter()
        .map(|page| Scene::new(project, graph, page));
    let found = scenes.flat_map(|scene| {
        let ids = scene
            .cards
            .iter()
            .filter(|card| is_found(graph, card, &text))
            .filter_map(|card| card.id);
        ids.collect::<Vec<_>>()
    });
    found.collect()
}

struct NodePagePointer<'a> {
    host: &'a Host<'a>,
    part: Option<Id>,
    scene: &'a Scene,
    lens: Lens,
    hit: NodePageHit,
    /// Where the pointer is, while it is over the canvas; points of the page.
    over: Option<Pos2>,
}

impl NodePagePointer<'_> {
    fn page(&self) -> Page {
        Page::Nodes(self.part)
    }

    fn act(
        &mut self,
        ui: &Ui,
        response: &Response,
        session: &mut Session,
        actions: &mut Vec<EditorAction>,
    ) {
        let alt = ui.input(|input| input.modifiers.alt);
        if let (Some(_), false) = (
            pointer::press(ui, response, &self.lens),
            session.kinds.graph.drag.is_some(),
        ) {
            match self.hit {
                NodePageHit::Card(id) | NodePageHit::Comment(id) | NodePageHit::Reroute(id) => {
                    pointer::pressed_on(ui, self.host, id, actions)
                }
                NodePageHit::Wire(target) | NodePageHit::Pin(target) if alt => {
                    self.cut(target, actions)
                }
                _ => {}
            }
        }
        if response.double_clicked() {
            match self.hit {
                NodePageHit::Wire(_) => actions.push(GraphAction::Reroute.into()),
                _ => self.dive(session),
            }
        } else if response.clicked() && !alt {
            if place_starred(
                ui,
                self.host,
                self.page(),
                (response, &self.lens),
                session,
                actions,
            ) {
                return;
            }
            match self.hit {
                NodePageHit::Card(id) | NodePageHit::Comment(id) | NodePageHit::Reroute(id) => {
                    pointer::clicked_on(ui, self.host, id, actions)
                }
                NodePageHit::Nothing | NodePageHit::Wire(_) | NodePageHit::End(_) => {
                    actions.push(self.host.select(BTreeSet::new()))
                }
                _ => {}
            }
        }
        let at = self.over.filter(|_| response.secondary_clicked());
        let opened = at.and_then(|at| {
            let under = self.under(at, session.edits.id());
            let opened = second_click(self.host, (&self.lens, at), under, session, actions);
            if opened.is_none() {
                self.add_at_pin(session);
            }
            opened
        });
        menu_ui(self.host, response, opened, session, actions);
        if response.drag_started_by(egui::PointerButton::Primary) && !alt {
            self.begin_drag(ui, session);
        }
        self.go_on(ui, response, session, actions);
    }

    fn dive(&self, session: &mut Session) {
        let NodePageHit::Card(id) = self.hit else {
            return;
        };
        if let Some(page) = self.scene.card(id).and_then(|card| card.opens) {
            session.kinds.graph.turn_to(self.host.id, page);
        }
    }

    fn cut(&self, target: WireTarget, actions: &mut Vec<EditorAction>) {
        actions.extend(
            page::link(self.host.graph, self.page(), target, None).map(|edit| self.host.edit(edit)),
        );
    }

    /// Every wire that a line crosses.
    fn cut_along(
        &self,
        ui: &Ui,
        (from, to): (Pos2, Pos2),
        is_over: bool,
        actions: &mut Vec<EditorAction>,
    ) {
        let line = [self.lens.screen(from), self.lens.screen(to)];
        ui.painter().extend(Shape::dashed_line(
            &line,
            Stroke::new(1.5, theme::ERROR),
            6.0,
            4.0,
        ));
        if !is_over {
            return;
        }
        let crossed = self
            .scene
            .wires
            .iter()
            .filter(|wire| crosses(wire, from, to));
        let cuts =
            crossed.filter_map(|wire| page::link(self.host.graph, self.page(), wire.target, None));
        let cuts: Vec<Command> = cuts
            .map(|edit| Command::Graph(self.host.id, edit))
            .collect();
        if !cuts.is_empty() {
            actions.push(EditAction::Perform(Command::Batch(cuts), None).into());
        }
    }

    fn begin_drag(&self, ui: &Ui, session: &mut Session) {
        let Some(from) = pointer::origin(ui, &self.lens) else {
            return;
        };
        let (ctrl, cuts) = ui.input(|input| (input.modifiers.command, input.key_down(Key::X)));
        let drag = match hit(self.scene, &self.lens, from) {
            _ if cuts => Drag::Cut { from },
            NodePageHit::Out(id) => {
                let led = self
                    .scene
                    .wires
                    .iter()
                    .find(|wire| ctrl && wire.source == id);
                Drag::Wire(led.map_or(WireEnd::Pose(id), |wire| WireEnd::Pin(wire.target)))
            }
            // One that is linked gives its wire.
            NodePageHit::Pin(target) => {
                let source = self
                    .scene
                    .pins()
                    .find(|pin| pin.target == target)
                    .and_then(|pin| pin.source);
                Drag::Wire(source.map_or(WireEnd::Pin(target), WireEnd::Pose))
            }
            NodePageHit::Card(_) | NodePageHit::Comment(_) | NodePageHit::Reroute(_) => {
                Drag::Move {
                    from,
                    starts: self.starts(),
                    gesture: session.edits.gesture(),
                }
            }
            NodePageHit::End(place) => {
                let card = self.scene.cards.iter().find(|card| card.place == place);
                Drag::Move {
                    from,
                    starts: card
                        .map(|card| (place, card.rect.min))
                        .into_iter()
                        .collect(),
                    gesture: session.edits.gesture(),
                }
            }
            NodePageHit::Corner(comment) => Drag::Resize {
                comment,
                gesture: session.edits.gesture(),
            },
            NodePageHit::Wire(_) | NodePageHit::Nothing => pointer::begin_box(ui, self.host, from),
        };
        session.kinds.graph.drag = Some(drag);
    }

    /// The selected ones; with a comment also what lies wholly inside.
    fn starts(&self) -> Vec<(Id, Pos2)> {
        let selected = self.host.selected();
        let comments: Vec<&Comment> = self
            .scene
            .comments
            .iter()
            .filter(|it| selected.contains(&it.id))
            .collect();
        let is_inside = |rect: Rect| {
            comments
                .iter()
                .any(|comment| comment_rect(comment).contains_rect(rect))
        };
        let cards = self.scene.cards.iter().filter_map(|card| {
            let is_selected = card.id.is_some_and(|id| selected.contains(&id));
            (is_selected || is_inside(card.rect)).then_some((card.place, card.rect.min))
        });
        let reroutes = self.scene.reroutes().filter(|(id, at)| {
            selected.contains(id) || is_inside(Rect::from_center_size(*at, egui::Vec2::ZERO))
        });
        cards
            .chain(reroutes)
            .chain(
                comments
                    .iter()
                    .map(|comment| (comment.id, comment.at.into())),
            )
            .collect()
    }

    fn go_on(
        &self,
        ui: &Ui,
        response: &Response,
        session: &mut Session,
        actions: &mut Vec<EditorAction>,
    ) {
        let Some(drag) = session.kinds.graph.drag.clone() else {
            return;
        };
        let pointer = ui
            .input(|input| input.pointer.latest_pos())
            .map(|at| self.lens.page(at));
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape)) {
            session.kinds.graph.drag = None;
            if let Drag::Move { gesture, .. } | Drag::Resize { gesture, .. } = drag {
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
            } => self.move_by(ui, at - *from, starts, *gesture, actions),
            Drag::Resize { comment, gesture } => self.resize(*comment, at, *gesture, actions),
            Drag::Box { from, before } => {
                let cards = self
                    .scene
                    .cards
                    .iter()
                    .filter_map(|card| Some((card.id?, card.rect)));
                let titles = self.scene.comments.iter().map(|it| {
                    let rect = comment_rect(it);
                    (it.id, rect.with_max_y(rect.top() + TITLE))
                });
                let knobs = self
                    .scene
                    .reroutes()
                    .map(|(id, at)| (id, Rect::from_center_size(at, vec2(8.0, 8.0))));
                let items = cards.chain(titles).chain(knobs);
                let rect = pointer::box_select(ui, self.host, (*from, at, before), items, actions);
                paint::select_box(ui, self.lens.screen_rect(rect));
            }
            Drag::Wire(end) if is_over => self.drop_wire(*end, at, session, actions),
            Drag::Cut { from } => self.cut_along(ui, (*from, at), is_over, actions),
            Drag::Wire(_)
            | Drag::Transition(_)
            | Drag::Arrow { .. }
            | Drag::Rank(_)
            | Drag::Entry => {}
        }
        if is_over {
            session.kinds.graph.drag = None;
            if let Drag::Move {
                gesture, starts, ..
            } = &drag
            {
                actions.push(EditAction::EndGesture(*gesture).into());
                self.insert_on_wire(ui, starts, actions);
            } else if let Drag::Resize { gesture, .. } = drag {
                actions.push(EditAction::EndGesture(gesture).into());
            }
        }
    }

    fn move_by(
        &self,
        ui: &Ui,
        by: egui::Vec2,
        starts: &[(Id, Pos2)],
        gesture: Gesture,
        actions: &mut Vec<EditorAction>,
    ) {
        let (free, straight) = ui.input(|input| (input.modifiers.command, input.modifiers.shift));
        let by = match straight {
            true if by.x.abs() > by.y.abs() => vec2(by.x, 0.0),
            true => vec2(0.0, by.y),
            false => by,
        };
        let by = if free {
            by
        } else {
            self.guided(ui, by, starts)
        };
        let to = |start: Pos2| start + by;
        let comment = |id: Id| self.scene.comments.iter().find(|comment| comment.id == id);
        let nodes = starts.iter().filter(|(id, _)| comment(*id).is_none());
        let places = nodes.map(|(id, start)| (*id, to(*start).into())).collect();
        let comments = starts.iter().filter_map(|(id, start)| {
            let moved = Comment {
                at: to(*start).into(),
                ..comment(*id)?.clone()
            };
            Some(GraphCommand::SetComment(moved))
        });
        let edits = std::iter::once(GraphCommand::Place(places)).chain(comments);
        let batch = Command::Batch(
            edits
                .map(|edit| Command::Graph(self.host.id, edit))
                .collect(),
        );
        actions.push(EditAction::Perform(batch, Some(gesture)).into());
    }

    /// A way that ends in line with what stays, else on the grid.
    fn guided(&self, ui: &Ui, by: egui::Vec2, starts: &[(Id, Pos2)]) -> egui::Vec2 {
        let moves = |card: &&Card| starts.iter().any(|(place, _)| card.place == *place);
        let start = |card: &Card| {
            starts
                .iter()
                .find(|(place, _)| card.place == *place)
                .map(|(_, at)| *at)
        };
        let own = self.scene.cards.iter().filter(moves);
        let own = own.filter_map(|card| Some(Rect::from_min_size(start(card)?, card.rect.size())));
        let grid = starts
            .first()
            .map_or(by, |(_, at)| camera::snapped(*at + by) - *at);
        let Some(own) = own.reduce(Rect::union) else {
            return grid;
        };
        let others = self
            .scene
            .cards
            .iter()
            .filter(|card| !moves(card))
            .map(|card| card.rect);
        let found = guides::guides(
            own.translate(by),
            others,
            guides::REACH / self.lens.camera.zoom,
        );
        guides::show(ui, &self.lens, &found);
        vec2(
            found.x.map_or(grid.x, |it| by.x + it.by),
            found.y.map_or(grid.y, |it| by.y + it.by),
        )
    }

    fn resize(&self, id: Id, at: Pos2, gesture: Gesture, actions: &mut Vec<EditorAction>) {
        let Some(comment) = self.scene.comments.iter().find(|comment| comment.id == id) else {
            return;
        };
        let size = (camera::snapped(at) - Pos2::from(comment.at)).max(vec2(96.0, 64.0));
        let resized = Comment {
            size: size.into(),
            ..comment.clone()
        };
        let command = Command::Graph(self.host.id, GraphCommand::SetComment(resized));
        actions.push(EditAction::Perform(command, Some(gesture)).into());
    }

    /// A node without wires that is let go over one takes it up.
    fn insert_on_wire(&self, ui: &Ui, starts: &[(Id, Pos2)], actions: &mut Vec<EditorAction>) {
        let ([(id, _)], false) = (starts, ui.input(|input| input.modifiers.command)) else {
            return;
        };
        let Some(target) = self.wire_under(*id) else {
            return;
        };
        let Some(source) = self
            .scene
            .wires
            .iter()
            .find(|wire| wire.target == target)
            .map(|wire| wire.source)
        else {
            return;
        };
        let Some(into) = page::link(self.host.graph, self.page(), target, Some(*id)) else {
            return;
        };
        let link = GraphCommand::Link {
            node: *id,
            pin: 0,
            source: Some(source),
        };
        let room = place::room_for(&self.scene.cards, *id, (source, target));
        let room = room.into_iter().map(|(place, at)| (place, at.into()));
        let edits = [link, into, GraphCommand::Place(room.collect())];
        let batch = Command::Batch(
            edits
                .map(|edit| Command::Graph(self.host.id, edit))
                .to_vec(),
        );
        actions.push(EditAction::Perform(batch, None).into());
    }

    /// The wire that a node could take up where it lies: it has none itself, and a pin.
    fn wire_under(&self, id: Id) -> Option<WireTarget> {
        let card = self.scene.card(id)?;
        let is_free = card.pins.iter().all(|pin| pin.source.is_none())
            && !self.scene.wires.iter().any(|it| it.source == id);
        let has_pin = self
            .host
            .graph
            .wiring
            .node(id)
            .is_some_and(|node| !node.kind.pins().is_empty());
        if !(is_free && has_pin) {
            return None;
        }
        let middle = card.rect.center();
        let near = self
            .scene
            .wires
            .iter()
            .map(|wire| (wire.target, wire_distance(wire, middle)));
        near.filter(|(_, distance)| *distance < 24.0)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(target, _)| target)
    }

    /// Where a wire would go that is let go here.
    fn landing(&self, end: WireEnd, at: Pos2) -> NodePageHit {
        let near = pin_at(self.scene, at, SNAP_REACH / self.lens.camera.zoom);
        let fits = |hit: &NodePageHit| match (hit, end) {
            (NodePageHit::Pin(target), WireEnd::Pose(source)) => !self.leads_back(source, *target),
            (NodePageHit::Out(source), WireEnd::Pin(target)) => !self.leads_back(*source, target),
            _ => false,
        };
        if let Some(hit) = near.filter(fits) {
            return hit;
        }
        let Some(card) = self
            .scene
            .cards
            .iter()
            .rev()
            .find(|card| card.rect.contains(at))
        else {
            return NodePageHit::Nothing;
        };
        let on_body = match end {
            WireEnd::Pose(_) => {
                let free = card
                    .pins
                    .iter()
                    .find(|pin| pin.source.is_none())
                    .or(card.pins.first());
                free.map(|pin| NodePageHit::Pin(pin.target))
            }
            WireEnd::Pin(_) => card.outs.first().map(|out| NodePageHit::Out(out.source)),
        };
        on_body
            .filter(fits)
            .unwrap_or(card.id.map_or(NodePageHit::Nothing, NodePageHit::Card))
    }

    /// Whether the pose of `source` is made with what the target is of.
    fn leads_back(&self, source: Id, target: WireTarget) -> bool {
        matches!(target, WireTarget::Node(node, _) if self.host.graph.wiring.leads_to(source, node))
    }

    fn drop_wire(
        &self,
        end: WireEnd,
        at: Pos2,
        session: &mut Session,
        actions: &mut Vec<EditorAction>,
    ) {
        let linked = match (self.landing(end, at), end) {
            (NodePageHit::Pin(target), WireEnd::Pose(source)) => {
                page::link(self.host.graph, self.page(), target, Some(source))
            }
            (NodePageHit::Out(source), WireEnd::Pin(target)) => {
                page::link(self.host.graph, self.page(), target, Some(source))
            }
            (NodePageHit::Nothing, _) => {
                let mut adding = Adding::new(camera::snapped(at), self.lens.screen(at));
                adding.end = Some(end);
                session.kinds.graph.adding = Some(adding);
                None
            }
            _ => None,
        };
        actions.extend(linked.map(|edit| self.host.edit(edit)));
    }

    /// The wire that hangs at the pointer, and where it would go; the wire that a node would take
    /// up.
    fn show_drag(&self, ui: &Ui, pointer: Option<Pos2>, session: &Session) {
        let view = &session.kinds.graph;
        let hanging = view
            .adding
            .as_ref()
            .and_then(|adding| Some((adding.end?, adding.at)));
        let end = match &view.drag {
            Some(Drag::Wire(end)) => pointer.map(|at| (*end, at)),
            Some(Drag::Move { starts, .. }) => {
                if let [(id, _)] = starts[..] {
                    self.light_wire(ui, id);
                }
                return;
            }
            _ => hanging,
        };
        let Some((end, at)) = end else { return };
        let place = |hit: NodePageHit| match hit {
            NodePageHit::Pin(target) => self
                .scene
                .pins()
                .find(|pin| pin.target == target)
                .map(|pin| pin.at),
            NodePageHit::Out(source) => self.scene.out(source),
            _ => None,
        };
        let landing = if view.adding.is_some() {
            NodePageHit::Nothing
        } else {
            self.landing(end, at)
        };
        let to = place(landing).unwrap_or(at);
        let ends = match end {
            WireEnd::Pose(id) => place(NodePageHit::Out(id)).map(|from| (from, to)),
            WireEnd::Pin(target) => place(NodePageHit::Pin(target)).map(|from| (to, from)),
        };
        let Some((from, to)) =
            ends.map(|(from, to)| (self.lens.screen(from), self.lens.screen(to)))
        else {
            return;
        };
        ui.painter()
            .add(paint::bow(from, to, Stroke::new(2.0, theme::ACCENT)));
        self.warn_of_loss(ui, landing, end);
        if let Some(at) = place(landing) {
            ui.painter()
                .circle_stroke(self.lens.screen(at), 8.0, Stroke::new(1.5, theme::ACCENT));
        } else if matches!(landing, NodePageHit::Card(_)) {
            let at = self.lens.screen(at) + vec2(14.0, 14.0);
            let room = Rect::from_min_size(at + vec2(60.0, 8.0), vec2(0.0, 0.0));
            paint::pill(ui, room.min, "would make a loop", 1.0, theme::WARN);
        }
    }

    /// The wire that a pin would lose is dashed.
    fn warn_of_loss(&self, ui: &Ui, landing: NodePageHit, end: WireEnd) {
        let (NodePageHit::Pin(target), WireEnd::Pose(source)) = (landing, end) else {
            return;
        };
        let lost = self
            .scene
            .wires
            .iter()
            .find(|wire| wire.target == target && wire.source != source);
        let Some(lost) = lost else { return };
        for part in lost.points().windows(2) {
            let bow = paint::bow(
                self.lens.screen(part[0]),
                self.lens.screen(part[1]),
                Stroke::NONE,
            );
            let points = bow.flatten(Some(1.0));
            ui.painter().extend(Shape::dashed_line(
                &points,
                Stroke::new(2.5, theme::ERROR),
                6.0,
                4.0,
            ));
        }
    }

    fn light_wire(&self, ui: &Ui, id: Id) {
        let Some(target) = self.wire_under(id) else {
            return;
        };
        let Some(wire) = self.scene.wires.iter().find(|wire| wire.target == target) else {
            return;
        };
        for part in wire.points().windows(2) {
            let (from, to) = (self.lens.screen(part[0]), self.lens.screen(part[1]));
            ui.painter()
                .add(paint::bow(from, to, Stroke::new(3.0, theme::ACCENT)));
        }
    }
}

/// The corner of a comment around some cards.
pub fn around(rects: impl Iterator<Item = Rect>) -> Option<Rect> {
    let all = rects.fold(Rect::NOTHING, Rect::union);
    all.is_finite().then(|| {
        Rect::from_min_max(
            all.min - vec2(16.0, TITLE + 16.0),
            all.max + vec2(16.0, 16.0),
        )
    })
}

/// The corners of a rectangle as a comment keeps them.
pub fn comment_of(rect: Rect) -> ([f32; 2], [f32; 2]) {
    let at = camera::snapped(pos2(rect.left(), rect.top()));
    (at.into(), (camera::snapped(rect.max) - at).into())
}
