//! The canvas of a pose graph: pages of nodes and of states, drawn as they play and edited by hand.
//!
//! `page` and `states` say what lies where, `paint` and `arrows` draw it, `nodes` and `machine`
//! turn what the pointer does into commands. What is remembered between passes stands in `state`.

mod add;
mod arrows;
mod bar;
mod camera;
mod guides;
mod history;
mod hit;
mod list;
mod live;
mod look;
mod machine;
mod minimap;
mod nesting;
mod nodes;
mod page;
mod paint;
mod place;
mod pointer;
mod rebind;
mod response;
mod shelf;
mod space;
mod state;
mod states;
mod watch;

pub use add::linked;
pub use camera::{GRID, snapped};
pub use hit::{rerouted, wire_near};
pub use live::Live;
pub use look::{icon, input_text, title};
pub use nodes::{around, comment_of, find};
pub use page::{Card, Scene, Wire, can_show, page_of, parent};
pub use place::ordered;
pub use shelf::Shelf;
pub use space::{Space, space_ui};
pub use state::{Drag, End, Page, Reveal, View};

use crate::{
    action::{Action, EditAction, SelectAction},
    dock::{self, Panel},
    icons, parts,
    session::{Session, Tone},
    theme,
};
use add::{Adding, Choice};
use asset::{Diagnostic, Id, PoseGraph, Project, Severity};
use camera::{Camera, Lens};
use document::{Command, GraphCommand, Selection};
use egui::{Key, Rect, Sense, Ui, pos2};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use studio::Frame;

/// Of what is starred, in its order.
const DIGIT_KEYS: [Key; shelf::DIGITS] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

/// What the canvas shows.
pub struct Host<'a> {
    pub project: &'a Arc<Project>,
    pub id: Id,
    pub graph: &'a PoseGraph,
    pub selection: &'a Selection,
    /// That plays something, perhaps this.
    pub frame: Option<&'a Frame>,
    pub told: &'a [Diagnostic],
}

impl Host<'_> {
    fn selected(&self) -> BTreeSet<Id> {
        if self.selection.asset == Some(self.id) {
            self.selection.items.clone()
        } else {
            BTreeSet::new()
        }
    }

    fn edit(&self, command: GraphCommand) -> Action {
        EditAction::Perform(Command::Graph(self.id, command), None).into()
    }

    fn select(&self, items: BTreeSet<Id>) -> Action {
        SelectAction::These(Selection {
            asset: Some(self.id),
            items,
        })
        .into()
    }

    fn told(&self) -> BTreeMap<Id, Severity> {
        let own = self.told.iter().filter(|it| it.subject.asset == self.id);
        let mut worst = BTreeMap::new();
        for (item, severity) in own.filter_map(|it| Some((it.subject.item?, it.severity))) {
            let known = worst.entry(item).or_insert(severity);
            if severity == Severity::Error {
                *known = severity;
            }
        }
        worst
    }
}

/// With a handle for a panel that has no tab; true when that is dragged.
pub fn canvas_ui(
    ui: &mut Ui,
    host: &Host<'_>,
    session: &mut Session,
    handle: Option<Panel>,
    actions: &mut Vec<Action>,
) -> bool {
    follow_selection(host, session);
    let page = session.kinds.graph.page(host.id);
    let dragged = dock::tool_bar(ui, "canvas bar", handle, |ui| {
        bar::bar_ui(ui, host, page, session, actions)
    });
    let rect = ui.available_rect_before_wrap();
    let live = Live::new(host.graph, host.frame);
    ui.scope_builder(
        egui::UiBuilder::new().max_rect(rect).id_salt("canvas"),
        |ui| {
            ui.set_clip_rect(rect.intersect(ui.clip_rect()));
            match page {
                Page::Nodes(part) => {
                    nodes::nodes_ui(ui, host, part, live.as_ref(), session, actions)
                }
                Page::Machine(node) => {
                    machine::machine_ui(ui, host, node, live.as_ref(), session, actions)
                }
            }
        },
    );
    add_ui(ui, host, page, session, actions);
    dragged
}

/// To the page of what was selected elsewhere; from one that is gone to the first.
fn follow_selection(host: &Host<'_>, session: &mut Session) {
    let view = &mut session.kinds.graph;
    if !page::is_sound(host.graph, view.page(host.id)) {
        view.turn_to(host.id, Page::default());
    }
    let selected = host.selected();
    if view.seen == (host.id, selected.clone()) {
        return;
    }
    view.order.retain(|item| selected.contains(item));
    let new: Vec<Id> = selected
        .iter()
        .copied()
        .filter(|item| !view.order.contains(item))
        .collect();
    view.order.extend(new);
    view.seen = (host.id, selected.clone());
    let (Some(first), page) = (selected.first(), view.page(host.id)) else {
        return;
    };
    let comment = host
        .graph
        .layout
        .comments
        .iter()
        .find(|comment| comment.id == *first);
    let is_sub_graph = host.graph.layout.sub_graph(*first).is_some();
    let is_known = is_sub_graph
        || host.graph.wiring.item_text(*first).is_some()
            && host.graph.wiring.parameter(*first).is_none();
    let wanted = match comment {
        Some(comment) => Page::Nodes(comment.page),
        None if is_known => page_of(host.graph, *first),
        None => return,
    };
    if wanted != page {
        view.turn_to(host.id, wanted);
        view.reveal = Some(Reveal::Selection);
    }
}

/// The camera over the page: as it was left, or with all in sight; then what the wheel and the keys
/// ask for.
fn lens(
    ui: &Ui,
    host: &Host<'_>,
    page: Page,
    rect: Rect,
    bounds: Rect,
    chosen: Rect,
    session: &mut Session,
) -> Lens {
    let view = &mut session.kinds.graph;
    let known = view.camera(host.id, page);
    let all = |fit: fn(Rect, egui::Vec2) -> Camera| {
        if bounds.is_finite() {
            fit(bounds, rect.size())
        } else {
            Camera::default()
        }
    };
    let camera = match (view.reveal.take(), known) {
        (Some(Reveal::Selection), _) if chosen.is_finite() => {
            Camera::fitting(chosen.expand(120.0), rect.size())
        }
        (Some(_), _) => all(Camera::fitting),
        (None, None) => all(Camera::opening),
        (None, Some(camera)) => camera,
    };
    let mut lens = Lens { camera, rect };
    let pointer = ui
        .input(|input| input.pointer.hover_pos())
        .filter(|at| rect.contains(*at));
    let is_over = pointer.is_some_and(|at| ui.ctx().layer_id_at(at) == Some(ui.layer_id()));
    if let Some(at) = pointer.filter(|_| is_over && view.adding.is_none()) {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = (scroll * 0.004).exp() * pinch;
        if factor != 1.0 {
            lens.camera = lens.zoomed(at, factor);
        }
        view.pointer = Some(lens.page(at));
    } else if view.adding.is_none() {
        view.pointer = None;
    }
    view.set_camera(host.id, page, lens.camera);
    lens
}

fn add_ui(ui: &Ui, host: &Host<'_>, page: Page, session: &mut Session, actions: &mut Vec<Action>) {
    let Some(adding) = session.kinds.graph.adding.clone() else {
        return;
    };
    let choices = add::choices(host.project, host.graph, page, (&adding, &session.shelf));
    let mut open = Some(adding.clone());
    let chosen = list::list_ui(ui, &mut open, &choices, &mut session.shelf);
    session.kinds.graph.adding = open;
    let Some(choice) = chosen else { return };
    session.kinds.graph.adding = None;
    session.shelf.added(choice.key());
    add_choice(host, page, (&adding, &choice), session, actions);
}

/// Adds and selects it.
fn add_choice(
    host: &Host<'_>,
    page: Page,
    (adding, choice): (&Adding, &Choice),
    session: &mut Session,
    actions: &mut Vec<Action>,
) {
    let edits = &mut session.edits;
    if let Some((command, added)) =
        add::command((host.id, host.graph, page), adding, choice, &mut || {
            edits.id()
        })
    {
        actions.push(EditAction::Perform(command, None).into());
        actions.push(host.select([added].into()));
    }
}

/// A click while a digit is held adds what is starred under it; whether it did.
fn place_starred(
    ui: &Ui,
    host: &Host<'_>,
    page: Page,
    (response, lens): (&egui::Response, &Lens),
    session: &mut Session,
    actions: &mut Vec<Action>,
) -> bool {
    let Some(at) = response
        .interact_pointer_pos()
        .filter(|_| response.clicked())
    else {
        return false;
    };
    let held = ui.input(|input| DIGIT_KEYS.iter().position(|key| input.key_down(*key)));
    let key = held
        .and_then(|held| session.shelf.of_digit(held + 1))
        .map(str::to_owned);
    let Some(key) = key else { return false };
    let adding = Adding::new(camera::snapped(lens.page(at)), at);
    let choices = add::choices(host.project, host.graph, page, (&adding, &session.shelf));
    let Some(choice) = choices.iter().find(|choice| choice.key() == key) else {
        return false;
    };
    add_choice(host, page, (&adding, choice), session, actions);
    true
}

/// An asset that is let go over the page becomes what plays it; over a player it is what that plays
/// from then on.
fn drop_ui(
    ui: &Ui,
    host: &Host<'_>,
    (page, over): (Page, Option<Id>),
    (response, lens): (&egui::Response, &Lens),
    session: &mut Session,
    actions: &mut Vec<Action>,
) {
    let Some(at) = ui.ctx().pointer_latest_pos() else {
        return;
    };
    if response.dnd_hover_payload::<Id>().is_some() {
        ui.painter()
            .circle_stroke(at, 8.0, egui::Stroke::new(1.5, theme::ACCENT));
    }
    let Some(asset) = response.dnd_release_payload::<Id>() else {
        return;
    };
    let Some(choice) = add::of_asset(host.project, host.graph, page, *asset) else {
        let line = "Clips, blend spaces and other graphs of the same skeleton can be dropped here.";
        return session.toast(Tone::Warning, "Nothing added", line);
    };
    if let Some(edit) = over.and_then(|node| add::replaced(host.graph, node, &choice)) {
        actions.push(host.edit(edit));
        return;
    }
    let adding = Adding::new(camera::snapped(lens.page(at)), at);
    add_choice(host, page, (&adding, &choice), session, actions);
}

/// The list of what can be added, where the pointer is, or in the middle.
pub fn open_list(session: &mut Session, graph: Id) {
    let view = &mut session.kinds.graph;
    let page = view.page(graph);
    let Some((camera, rect)) = view.camera(graph, page).zip(view.rect) else {
        return;
    };
    let lens = Lens { camera, rect };
    let at = view
        .pointer
        .filter(|at| lens.seen().contains(*at))
        .unwrap_or(camera.center);
    view.adding = Some(Adding::new(camera::snapped(at), lens.screen(at)));
}

fn empty_ui(ui: &mut Ui, rect: Rect, title: &str, line: &str) {
    let room = Rect::from_center_size(rect.center(), egui::vec2(rect.width().min(420.0), 140.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
        parts::empty_state(ui, icons::PATH, title, line, None);
    });
}

/// Under the bar, at its left: how large things are shown.
fn zoom_label(ui: &Ui, lens: &Lens) {
    let text = format!("{:.0} %", lens.camera.zoom * 100.0);
    let at = pos2(lens.rect.left() + 12.0, lens.rect.bottom() - 12.0);
    ui.painter().text(
        at,
        egui::Align2::LEFT_BOTTOM,
        text,
        theme::small(),
        theme::TEXT_3,
    );
}

/// All of the canvas, for the pointer; what lies on it is found by where it is.
fn ground(ui: &Ui, rect: Rect) -> egui::Response {
    ui.interact(rect, ui.scope_id().with("ground"), Sense::click_and_drag())
}
