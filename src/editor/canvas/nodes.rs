//! A page of nodes: what the pointer does there.

mod at_pointer;
mod find;
mod second_button;

use at_pointer::NodePagePointer;
pub use at_pointer::{around, comment_of};
pub use find::find;
use find::found;
use words::tr;

use super::{
    Page,
    arrivals::drop_ui,
    camera::{FAR, Lens},
    ground::{empty_ui, ground, lens, zoom_label},
    hit::{NodePageHit, hit},
    host::Host,
    live::Live,
    locks::LockLanes,
    minimap,
    page::{self, CardRole, Scene, comment_rect},
    paint, pointer,
    state::Drag,
    tooltip::{self, TooltipScene},
    watch,
};
use crate::{
    action::EditorAction,
    canvas::state::CanvasView,
    renaming::rename_ui,
    theme,
    views::{PanelViews, Renaming},
};
use asset::Id;
use egui::{CursorIcon, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use std::collections::BTreeSet;

/// Shows a page of nodes and edits it by the pointer; `part` is None for the first page.
pub fn nodes_ui(
    ui: &mut Ui,
    host: &Host<'_>,
    part: Option<Id>,
    live: Option<&Live<'_>>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let rect = ui.max_rect();
    views.kinds.graph.rect = Some(rect);
    let scene = views
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
        &mut views.kinds.graph,
    );
    let response = ground(ui, rect);
    pointer::pan(ui, host, &response, &mut lens, &mut views.kinds.graph);
    let page_pointer = ui
        .input(|input| input.pointer.latest_pos())
        .map(|at| lens.page(at));
    let over = page_pointer.filter(|_| response.contains_pointer());
    let hit = over.map_or(NodePageHit::Nothing, |at| hit(&scene, &lens, at));
    cursor(ui, hit, &views.kinds.graph);
    paint::dots(ui, &lens);
    let (told, selected) = (host.told(), host.selected());
    let found = found(host, &scene, &views.kinds.graph);
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
    let is_dragging = views.kinds.graph.drag.is_some();
    let of = TooltipScene {
        host,
        live,
        looking: &views.looking,
    };
    let tooltips = (!is_dragging).then_some(&of);
    name_cards(ui, &scene, &lens, &selected, tooltips);
    name_crossings(ui, &scene, &lens);
    rename_selected(ui, &scene, &lens, (&selected, &mut views.renaming), actions);
    watch::marks_ui(ui, &scene, &lens, &views.looking, actions);
    views.looking.under = source_at(&scene, hit);
    let mut it = NodePagePointer {
        host,
        part,
        scene: &scene,
        lens,
        hit,
        over,
    };
    it.act(ui, &response, views, actions);
    it.show_drag(ui, page_pointer, &views.kinds.graph);
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
        &mut views.edits,
        actions,
    );
    if scene.cards.len() == 1 {
        empty_ui(
            ui,
            rect,
            tr!("Nothing here yet"),
            tr!("Press Tab or right-click to add a node."),
        );
    }
    let boxes = scene
        .cards
        .iter()
        .map(|card| (card.rect, card.color.map_or(theme::ACCENT, theme::category)));
    if let Some(camera) = minimap::minimap_ui(ui, &lens, scene.bounds(), boxes) {
        views
            .kinds
            .graph
            .set_camera(host.id, Page::Nodes(part), camera);
    }
    zoom_label(ui, &lens);
    if let Some(lanes) = LockLanes::of(host) {
        lanes.ui(ui, rect, host, &views.looking);
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

/// Bounds of the selected items; not finite if nothing is selected.
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
    (selected, typed): (&BTreeSet<Id>, &mut Option<Renaming>),
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
        rename_ui(ui, typed, id, lens.screen_rect(rect), actions);
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
            WidgetInfo::selected(Role::Group, true, is_selected, tr!("Node {}", card.title))
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
                    tr!("Pin {} of {}", pin.label, card.title),
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
            let name = tr!(
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
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, tr!("Pose of {name}")));
        }
    }
}

/// Hover text on wires between spaces, about what happens to the pose there.
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

fn cursor(ui: &Ui, hit: NodePageHit, view: &CanvasView) {
    let icon = match (hit, &view.drag) {
        (_, Some(Drag::Wire(_))) | (NodePageHit::Out(_) | NodePageHit::Pin(_), None) => {
            CursorIcon::Crosshair
        }
        (NodePageHit::Corner(_), _) => CursorIcon::ResizeNwSe,
        _ => return,
    };
    ui.ctx().set_cursor_icon(icon);
}
