//! What the pointer does on a page of nodes: drags of cards, wires and corners, drops and cuts.

use crate::{
    action::{EditAction, EditorAction, GraphAction},
    canvas::add::Adding,
    theme,
    views::PanelViews,
};
use crate::{
    canvas::state::CanvasView,
    canvas::{
        Page,
        arrivals::place_starred,
        camera::{self, Lens},
        guides,
        hit::{NodePageHit, SNAP_REACH, crosses, hit, pin_at, wire_distance},
        host::Host,
        menu::{menu_ui, second_click},
        page::{self, Card, Scene, TITLE, comment_rect},
        paint, place, pointer,
        state::{Drag, WireEnd, WireTarget},
    },
};
use asset::{Id, graph::Comment};
use document::{Command, Gesture, GraphCommand, ItemCommand};
use egui::{Key, Pos2, Rect, Response, Shape, Stroke, Ui, pos2, vec2};
use std::collections::BTreeSet;
use words::tr;

/// The pointer on a page of nodes, and what it does there.
pub(super) struct NodePagePointer<'a> {
    pub(super) host: &'a Host<'a>,
    pub(super) part: Option<Id>,
    pub(super) scene: &'a Scene,
    pub(super) lens: Lens,
    pub(super) hit: NodePageHit,
    /// Pointer position, points of the page; None if the pointer is not over the canvas.
    pub(super) over: Option<Pos2>,
}

impl NodePagePointer<'_> {
    pub(super) fn page(&self) -> Page {
        Page::Nodes(self.part)
    }

    pub(super) fn act(
        &mut self,
        ui: &Ui,
        response: &Response,
        views: &mut PanelViews,
        actions: &mut Vec<EditorAction>,
    ) {
        let alt = ui.input(|input| input.modifiers.alt);
        if let (Some(_), false) = (
            pointer::press(ui, response, &self.lens),
            views.kinds.graph.drag.is_some(),
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
                _ => self.dive(&mut views.kinds.graph),
            }
        } else if response.clicked() && !alt {
            if place_starred(
                ui,
                self.host,
                self.page(),
                (response, &self.lens),
                views,
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
            let under = self.under(at, views.edits.id());
            let opened = second_click(
                self.host,
                (&self.lens, at),
                under,
                &mut views.kinds.graph,
                actions,
            );
            if opened.is_none() {
                self.add_at_pin(&mut views.kinds.graph);
            }
            opened
        });
        menu_ui(self.host, response, opened, views, actions);
        if response.drag_started_by(egui::PointerButton::Primary) && !alt {
            self.begin_drag(ui, views);
        }
        self.go_on(ui, response, &mut views.kinds.graph, actions);
    }

    fn dive(&self, view: &mut CanvasView) {
        let NodePageHit::Card(id) = self.hit else {
            return;
        };
        if let Some(page) = self.scene.card(id).and_then(|card| card.opens) {
            view.turn_to(self.host.id, page);
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

    fn begin_drag(&self, ui: &Ui, views: &mut PanelViews) {
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
                    gesture: views.edits.gesture(),
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
                    gesture: views.edits.gesture(),
                }
            }
            NodePageHit::Corner(comment) => Drag::Resize {
                comment,
                gesture: views.edits.gesture(),
            },
            NodePageHit::Wire(_) | NodePageHit::Nothing => pointer::begin_box(ui, self.host, from),
        };
        views.kinds.graph.drag = Some(drag);
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
        view: &mut CanvasView,
        actions: &mut Vec<EditorAction>,
    ) {
        let Some(drag) = view.drag.clone() else {
            return;
        };
        let pointer = ui
            .input(|input| input.pointer.latest_pos())
            .map(|at| self.lens.page(at));
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape)) {
            view.drag = None;
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
            Drag::Wire(end) if is_over => self.drop_wire(*end, at, view, actions),
            Drag::Cut { from } => self.cut_along(ui, (*from, at), is_over, actions),
            Drag::Wire(_)
            | Drag::Transition(_)
            | Drag::Arrow { .. }
            | Drag::Rank(_)
            | Drag::Entry => {}
        }
        if is_over {
            view.drag = None;
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
            Some(GraphCommand::Comment(ItemCommand::Put(moved)))
        });
        let edits = std::iter::once(GraphCommand::Place(places)).chain(comments);
        let batch = Command::Batch(
            edits
                .map(|edit| Command::Graph(self.host.id, edit))
                .collect(),
        );
        actions.push(EditAction::Perform(batch, Some(gesture)).into());
    }

    /// The drag `by`, adjusted so that the dragged cards align with the others, or else with the
    /// grid.
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
        let command = Command::Graph(
            self.host.id,
            GraphCommand::Comment(ItemCommand::Put(resized)),
        );
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

    /// What a wire with the free end `end` would connect to if released at `at`.
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
        view: &mut CanvasView,
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
                view.adding = Some(adding);
                None
            }
            _ => None,
        };
        actions.extend(linked.map(|edit| self.host.edit(edit)));
    }

    /// The wire that hangs at the pointer, and where it would go; the wire that a node would take
    /// up.
    pub(super) fn show_drag(&self, ui: &Ui, pointer: Option<Pos2>, view: &CanvasView) {
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
            paint::pill(ui, room.min, tr!("would make a loop"), 1.0, theme::WARN);
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
