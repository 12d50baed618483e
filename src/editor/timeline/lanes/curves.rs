//! The curves of a clip or montage: a row that folds them, and a lane for each. Imported ones are
//! shown until people edit a copy.

use super::{
    TimelineScene, curve_keys,
    header::{LaneHeader, header_ui, resize_ui},
    row::{background, hint_ui, row, within},
};
use crate::{
    action::{ClipAction, EditAction, EditorAction, SelectAction},
    icons, parts, theme,
    timeline::state::TimelineState,
    timeline::{
        TimelineHost,
        plot::{CurveShape, Plot},
        press::start_rename,
    },
    views::{Edits, PanelViews, Renaming},
};
use asset::{
    Curve, CurveKey, Id,
    curve::{CurveKind, Extrapolation},
    source,
};
use document::{Command, ItemCommand, MontageCommand, Selection};
use egui::{Align2, Color32, Rect, Stroke, Ui, vec2};
use std::collections::BTreeSet;
use words::{Word, tr, word};

pub(super) fn lanes_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    group_ui(ui, scene, views, actions);
    if views.timeline.curves_folded {
        return;
    }
    for curve in scene.host.curves() {
        lane_ui(ui, scene, views, curve, actions);
    }
    for imported in scene.host.imported_curves() {
        imported_ui(ui, scene, views, imported, actions);
    }
}

/// A click folds the lanes into this row, which then shows all lines.
fn group_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    actions: &mut Vec<EditorAction>,
) {
    let (header, lane) = row(ui, scene, theme::LANE);
    let folded = views.timeline.curves_folded;
    let title = LaneHeader {
        icon: if folded {
            icons::CARET_RIGHT
        } else {
            icons::CARET_DOWN
        },
        name: tr!("Curves"),
        line: None,
        color: None,
        active: false,
        id: Id::derive(&["lane", "curves"]),
        label: tr!("Curves").into(),
        renames: false,
        marks: &[],
        moves: false,
        pale: false,
    };
    let response = header_ui(ui, scene, views, header, &title, actions).response;
    let count = scene.host.curves().len() + scene.host.imported_curves().count();
    let right = header.shrink2(vec2(10.0, 0.0));
    parts::text_in(
        ui,
        right,
        Align2::RIGHT_CENTER,
        count.to_string(),
        theme::small(),
        theme::TEXT_3,
    );
    if response.clicked() {
        views.timeline.curves_folded = !folded;
    }
    let mut clipped = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    clipped.set_clip_rect(lane.intersect(ui.clip_rect()));
    let back = background(&mut clipped, scene, views, lane, title.id, actions);
    for menu in [&response, &back] {
        parts::context_menu(menu, |ui| group_menu(ui, scene, &mut views.edits, actions));
    }
    if count == 0 {
        hint_ui(
            &clipped,
            lane,
            tr!(
                "A named number over time. Drives the morph target with its name; games can read it"
            ),
        );
    }
    if folded {
        for curve in scene.host.curves().iter().filter(|curve| !curve.disabled) {
            let shape = CurveShape::of(curve);
            Plot::new(&shape, lane).line_ui(
                &clipped,
                scene,
                &shape,
                theme::category(curve.color),
                1.0,
            );
        }
        for imported in scene.host.imported_curves() {
            let shape = CurveShape::from(imported);
            Plot::new(&shape, lane).line_ui(&clipped, scene, &shape, theme::TEXT_3, 1.0);
        }
    }
}

fn group_menu(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    edits: &mut Edits,
    actions: &mut Vec<EditorAction>,
) {
    if ui.button(tr!("Add curve")).clicked() {
        actions.push(ClipAction::AddCurve.into());
    }
    let morphs = free_morphs(scene);
    if morphs.is_empty() {
        return;
    }
    parts::menu_button(ui, tr!("Add curve for a morph"), |ui| {
        egui::ScrollArea::vertical()
            .max_height(320.0)
            .show(ui, |ui| {
                for name in morphs {
                    if ui.button(name).clicked() {
                        let curve = new_curve(&scene.host, name.to_owned(), edits.ids());
                        actions.push(
                            SelectAction::These(Selection::item(scene.host.id, curve.id)).into(),
                        );
                        actions.push(
                            EditAction::Perform(
                                Command::Curve(scene.host.id, ItemCommand::Add(curve)),
                                None,
                            )
                            .into(),
                        );
                        ui.close();
                    }
                }
            });
    });
}

/// Morphs of the skeleton's meshes that no curve here drives. Ascending.
fn free_morphs<'a>(scene: &TimelineScene<'a>) -> BTreeSet<&'a str> {
    let skeleton = scene.host.skeleton();
    let meshes = scene
        .host
        .project
        .meshes
        .values()
        .filter(|mesh| mesh.skeleton == skeleton);
    let names = meshes.flat_map(|mesh| {
        mesh.parts()
            .flat_map(|part| part.morphs.iter().map(String::as_str))
    });
    let is_free = |name: &&str| {
        let host = &scene.host;
        host.curves().iter().all(|curve| curve.name != *name)
            && host.imported_curves().all(|c| c.name != *name)
    };
    names.filter(is_free).collect()
}

/// A new curve with one key, so that it has a value.
pub(crate) fn new_curve(host: &TimelineHost<'_>, name: String, ids: &mut u64) -> Curve {
    let color = (host.curves().len() % theme::PALETTE.len()) as u8;
    let keys = vec![CurveKey::new(
        Id::next(ids),
        0.0,
        0.0,
        source::Interpolation::Cubic,
    )];
    Curve {
        keys,
        ..Curve::new(Id::next(ids), name, color)
    }
}

fn lane_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    curve: &Curve,
    actions: &mut Vec<EditorAction>,
) {
    let height = height(&views.timeline, curve.id);
    let (header, lane) = row(ui, scene, height);
    if !ui.is_rect_visible(lane) {
        return;
    }
    let shape = CurveShape::of(curve);
    let line = match (curve.disabled, curve.kind) {
        (true, _) => tr!("off").to_owned(),
        (false, CurveKind::Metadata) => tr!("metadata, always 1").to_owned(),
        (false, CurveKind::Float) => value_text(&shape, scene),
    };
    let color = if curve.disabled {
        theme::TEXT_3
    } else {
        theme::category(curve.color)
    };
    let title = LaneHeader {
        icon: icons::PATH,
        name: &curve.name,
        line: Some(&line),
        color: Some(color),
        active: scene.is_selected(curve.id),
        id: curve.id,
        label: tr!("Curve {}", curve.name),
        renames: true,
        marks: &[],
        moves: false,
        pale: false,
    };
    let response = header_ui(ui, scene, views, header, &title, actions).response;
    if response.clicked() {
        actions.push(SelectAction::These(Selection::item(scene.host.id, curve.id)).into());
    }
    parts::context_menu(&response, |ui| {
        curve_menu(ui, scene, &mut views.renaming, curve, actions)
    });
    let shown = views
        .timeline
        .drag
        .as_ref()
        .and_then(|drag| drag.origin_curve(scene.host.id, curve.id));
    let plot = shown.map_or_else(
        || Plot::new(&shape, lane),
        |origin| Plot::new(&CurveShape::of(origin), lane),
    );
    let mut clipped = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    clipped.set_clip_rect(lane.intersect(ui.clip_rect()));
    let back = background(&mut clipped, scene, views, lane, curve.id, actions);
    plot.scale_ui(ui, header, lane);
    plot.line_ui(
        &clipped,
        scene,
        &shape,
        color,
        if scene.is_selected(curve.id) {
            2.0
        } else {
            1.5
        },
    );
    if curve.kind == CurveKind::Float {
        curve_keys::lane_menu(
            scene,
            &mut views.edits,
            curve,
            &shape,
            &plot,
            &back,
            actions,
        );
        if curve.keys.is_empty() {
            hint_ui(&clipped, lane, tr!("No keys. Double-click to add one."));
        }
        for at in 0..curve.keys.len() {
            curve_keys::key_ui(&mut clipped, scene, views, curve, at, &plot, actions);
        }
        for at in 0..curve.keys.len() {
            curve_keys::tangents_ui(&mut clipped, scene, views, curve, at, &plot);
        }
    }
    playhead_value_ui(&clipped, scene, &shape, &plot, color);
    let edge = Rect::from_x_y_ranges(header.x_range(), lane.y_range());
    let name = tr!("Resize curve {}", curve.name);
    resize_ui(
        ui,
        &mut views.timeline.curve_heights,
        (curve.id, &name),
        edge,
        theme::CURVE_LANE,
    );
}

/// Lane of the curve that sets which parts take a change of rate, over time. Its keys are dragged
/// like those of any curve.
pub(super) fn stretch_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    stretch: &Curve,
    actions: &mut Vec<EditorAction>,
) {
    let (header, lane) = row(ui, scene, height(&views.timeline, stretch.id));
    let shape = CurveShape::of(stretch);
    let line = tr!("{} of a rate change", value_text(&shape, scene));
    let title = LaneHeader {
        icon: icons::CLOCK,
        name: tr!("Time stretch"),
        line: Some(&line),
        color: Some(theme::category(stretch.color)),
        active: false,
        id: stretch.id,
        label: tr!("Time stretch lane").into(),
        renames: false,
        marks: &[],
        moves: false,
        pale: false,
    };
    let response = header_ui(ui, scene, views, header, &title, actions).response;
    parts::context_menu(&response, |ui| {
        if ui.button(tr!("Remove time stretch")).clicked() {
            let command = Command::Montage(scene.host.id, MontageCommand::SetStretch(None));
            actions.push(EditAction::Perform(command, None).into());
        }
    });
    let plot = Plot::new(&shape, lane);
    let mut clipped = within(ui, lane);
    let back = background(&mut clipped, scene, views, lane, stretch.id, actions);
    plot.scale_ui(ui, header, lane);
    plot.line_ui(&clipped, scene, &shape, theme::category(stretch.color), 1.5);
    curve_keys::lane_menu(
        scene,
        &mut views.edits,
        stretch,
        &shape,
        &plot,
        &back,
        actions,
    );
    for at in 0..stretch.keys.len() {
        curve_keys::key_ui(&mut clipped, scene, views, stretch, at, &plot, actions);
    }
    playhead_value_ui(
        &clipped,
        scene,
        &shape,
        &plot,
        theme::category(stretch.color),
    );
    let edge = Rect::from_x_y_ranges(header.x_range(), lane.y_range());
    let heights = &mut views.timeline.curve_heights;
    resize_ui(
        ui,
        heights,
        (stretch.id, tr!("Resize time stretch")),
        edge,
        theme::CURVE_LANE,
    );
}

fn imported_ui(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    views: &mut PanelViews,
    imported: &source::SourceCurve,
    actions: &mut Vec<EditorAction>,
) {
    let (header, lane) = row(ui, scene, *theme::CURVE_LANE.start());
    if !ui.is_rect_visible(lane) {
        return;
    }
    let shape = CurveShape::from(imported);
    let line = tr!("{} · imported", value_text(&shape, scene));
    let id = Id::derive(&["imported curve", &imported.name]);
    let title = LaneHeader {
        icon: icons::PATH,
        name: &imported.name,
        line: Some(&line),
        color: None,
        active: false,
        id,
        label: tr!("Imported curve {}", imported.name),
        renames: false,
        marks: &[],
        moves: false,
        pale: false,
    };
    let response = header_ui(ui, scene, views, header, &title, actions).response;
    let mut clipped = ui.new_child(egui::UiBuilder::new().max_rect(lane));
    clipped.set_clip_rect(lane.intersect(ui.clip_rect()));
    let back = background(&mut clipped, scene, views, lane, id, actions);
    let plot = Plot::new(&shape, lane);
    plot.scale_ui(ui, header, lane);
    plot.line_ui(&clipped, scene, &shape, theme::TEXT_3, 1.5);
    playhead_value_ui(&clipped, scene, &shape, &plot, theme::TEXT_2);
    let mut copy = |views: &mut PanelViews, reduced: bool| {
        let color = (scene.host.curves().len() % theme::PALETTE.len()) as u8;
        let exact = Curve::copied(imported, color, views.edits.ids());
        let curve = if reduced { exact.reduced() } else { exact };
        let selection = Selection::item(scene.host.id, curve.id);
        actions.push(
            EditAction::Perform(Command::Curve(scene.host.id, ItemCommand::Add(curve)), None)
                .into(),
        );
        actions.push(SelectAction::These(selection).into());
    };
    if response.double_clicked() || back.double_clicked() {
        copy(views, false);
    }
    for menu in [&response, &back] {
        parts::context_menu(menu, |ui| {
            if ui
                .button(tr!("Edit a copy"))
                .on_hover_text(tr!(
                    "The copy plays instead, and stays after another import"
                ))
                .clicked()
            {
                copy(views, false);
            }
            if ui
                .button(tr!("Edit a copy with fewer keys"))
                .on_hover_text(FEWER_KEYS.text())
                .clicked()
            {
                copy(views, true);
            }
        });
    }
    if views.timeline.drag.is_none() {
        response.on_hover_text(parts::tip(
            &imported.name,
            &[tr!("Imported; double-click to edit a copy").to_owned()],
        ));
    }
}

const FEWER_KEYS: Word = word!("Removes keys on straight parts; the curve changes by up to 0.001");

fn height(state: &TimelineState, curve: Id) -> f32 {
    state
        .curve_heights
        .get(&curve)
        .copied()
        .unwrap_or(*theme::CURVE_LANE.start())
}

fn number(value: f32) -> String {
    format!("{value:.3}").replace('-', "−")
}

fn value_text(shape: &CurveShape, scene: &TimelineScene<'_>) -> String {
    shape
        .value(scene.session.transport.position)
        .map_or(tr!("no value here").to_owned(), number)
}

/// A dot where the playhead crosses the line.
fn playhead_value_ui(
    ui: &Ui,
    scene: &TimelineScene<'_>,
    shape: &CurveShape,
    plot: &Plot,
    color: Color32,
) {
    let position = scene.session.transport.position;
    if let Some(value) = shape.value(position) {
        ui.painter().circle(
            plot.at(scene, position, value),
            3.0,
            color,
            Stroke::new(1.0, theme::WHITE),
        );
    }
}

fn curve_menu(
    ui: &mut Ui,
    scene: &TimelineScene<'_>,
    typed: &mut Option<Renaming>,
    curve: &Curve,
    actions: &mut Vec<EditorAction>,
) {
    let set = |curve: Curve| {
        EditAction::Perform(Command::Curve(scene.host.id, ItemCommand::Set(curve)), None).into()
    };
    if curve.kind == CurveKind::Float && ui.button(tr!("Add key at playhead")).clicked() {
        actions.push(SelectAction::These(Selection::item(scene.host.id, curve.id)).into());
        actions.push(ClipAction::AddCurveKey.into());
    }
    let reduced = curve.reduced();
    let can_reduce = reduced.keys.len() < curve.keys.len();
    if can_reduce
        && ui
            .button(tr!("Reduce keys"))
            .on_hover_text(FEWER_KEYS.text())
            .clicked()
    {
        actions.push(set(reduced));
    }
    parts::menu_button(ui, tr!("Colour"), |ui| {
        for (index, name) in theme::PALETTE_NAMES.iter().enumerate() {
            let text = egui::RichText::new(*name).color(theme::category(index as u8));
            if ui.button(text).clicked() {
                actions.push(set(Curve {
                    color: index as u8,
                    ..curve.clone()
                }));
            }
        }
    });
    parts::menu_button(ui, tr!("Outside keys"), |ui| {
        for (extrapolation, name) in EXTRAPOLATIONS {
            if ui
                .selectable_label(curve.extrapolation == extrapolation, name.text())
                .clicked()
            {
                actions.push(set(Curve {
                    extrapolation,
                    ..curve.clone()
                }));
            }
        }
    });
    let mut on = !curve.disabled;
    if ui.checkbox(&mut on, tr!("Plays")).clicked() {
        actions.push(set(Curve {
            disabled: !on,
            ..curve.clone()
        }));
    }
    ui.separator();
    if ui.button(tr!("Rename")).clicked() {
        start_rename(scene, typed, curve.id, &curve.name);
    }
    if ui.button(tr!("Delete curve")).clicked() {
        actions.push(
            EditAction::Perform(
                Command::Curve(scene.host.id, ItemCommand::Remove(curve.id)),
                None,
            )
            .into(),
        );
    }
}

/// Extrapolations with their names in the interface.
pub(crate) const EXTRAPOLATIONS: [(Extrapolation, Word); 3] = [
    (Extrapolation::Clamp, word!("Hold the last value")),
    (Extrapolation::Loop, word!("Repeat")),
    (Extrapolation::None, word!("No value")),
];
