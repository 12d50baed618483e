//! The canvas of a pose graph: pages of nodes and of states, drawn as they play and edited by hand.
//!
//! `page` and `states` say what lies where, `paint` and `arrows` draw it, `nodes` and `machine`
//! turn what the pointer does into commands. What is remembered between passes stands in `state`.

mod add;
mod arrivals;
mod arrows;
mod bar;
mod camera;
mod change;
mod ground;
mod guides;
mod history;
mod hit;
pub(crate) mod host;
mod list;
pub(crate) mod live;
mod locks;
mod look;
mod machine;
mod menu;
mod minimap;
mod nesting;
mod nodes;
mod page;
mod paint;
mod place;
mod pointer;
mod rebind;
mod response;
mod settle;
mod shelf;
mod space;
mod state;
mod states;
mod tooltip;
mod watch;

pub use add::linked;
pub use camera::{GRID, snapped};
pub use change::changed_pages;
pub use hit::{rerouted, wire_near};
pub use live::Live;
pub use look::{field_label, icon, input_text, title};
pub use machine::has_rule;
pub use nodes::{around, comment_of, find};
pub use page::{Card, Scene, Wire, can_show, page_of, parent};
pub use place::put_in_order;
pub use settle::settled;
pub use shelf::Shelf;
pub use space::{BlendSpacePicture, space_ui};
pub use state::{CanvasView, Drag, Page, Reveal, RuleInPlace, WireEnd};
pub use tooltip::rule_text;

use crate::{
    action::EditorAction,
    dock::{self, Panel},
    views::PanelViews,
};
use add::Adding;
use arrivals::add_ui;
use asset::Id;
use camera::Lens;
use egui::Ui;
use host::Host;
use words::tr;

/// Shows the canvas of a pose graph, with a drag handle for a panel that has no tab; returns
/// whether the handle is dragged.
pub fn canvas_ui(
    ui: &mut Ui,
    host: &Host<'_>,
    views: &mut PanelViews,
    handle: Option<Panel>,
    actions: &mut Vec<EditorAction>,
) -> bool {
    follow_selection(host, &mut views.kinds.graph);
    let page = views.kinds.graph.page(host.id);
    let dragged = dock::tool_bar(ui, tr!("canvas bar"), handle, |ui| {
        bar::bar_ui(ui, host, page, views, actions)
    });
    let rect = ui.available_rect_before_wrap();
    let live = Live::new(host.graph, host.frame);
    ui.scope_builder(
        egui::UiBuilder::new().max_rect(rect).id_salt("canvas"),
        |ui| {
            ui.set_clip_rect(rect.intersect(ui.clip_rect()));
            match page {
                Page::Nodes(part) => nodes::nodes_ui(ui, host, part, live.as_ref(), views, actions),
                Page::Machine(node) => {
                    machine::machine_ui(ui, host, node, live.as_ref(), views, actions)
                }
            }
        },
    );
    add_ui(ui, host, page, views, actions);
    dragged
}

/// Opens the page of an item that was selected elsewhere, or the first page if the open page is
/// gone.
fn follow_selection(host: &Host<'_>, view: &mut CanvasView) {
    if !page::is_sound(host.graph, view.page(host.id)) {
        view.turn_to(host.id, Page::default());
    }
    let selected = host.selected();
    if view.seen == (host.id, selected.clone()) {
        view.has_turned = false;
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
    if std::mem::take(&mut view.has_turned) {
        return;
    }
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
    if wanted == page {
        view.is_selection_new = true;
    } else {
        view.turn_to(host.id, wanted);
        view.reveal = Some(Reveal::Selection);
    }
}

/// The list of what can be added, where the pointer is, or in the middle.
pub fn open_list(view: &mut CanvasView, graph: Id) {
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
