//! The assets of the project as a tree by kind. A double-click opens, a drag drops clips on the timeline.

use crate::{
    action::{Action, EditAction, FileAction, MontageAction, SelectAction, ViewAction},
    icons, parts,
    session::{Renaming, Session},
    theme,
};
use asset::{AssetKind, Id, Project, mesh::Lod};
use document::{Command, Document, ProjectCommand, Selection};
use egui::{Align2, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use formats::project::BrokenFile;

pub fn assets_ui(ui: &mut Ui, document: &Document, session: &mut Session, actions: &mut Vec<Action>) {
    let project = document.project();
    if project.is_empty() && session.broken.is_empty() {
        if parts::empty_state(ui, icons::FOLDER, "No assets yet", "Drop .gltf or .glb files here.", Some("Import")) {
            actions.push(FileAction::Import.into());
        }
        return;
    }
    filter_ui(ui, "Filter assets", &mut session.asset_filter);
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut any = false;
        for kind in AssetKind::ALL {
            any |= kind_ui(ui, document, session, kind, actions);
        }
        if !any {
            no_match_ui(ui, &mut session.asset_filter);
        }
    });
}

/// A search field across the panel.
pub fn filter_ui(ui: &mut Ui, name: &str, text: &mut String) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let hint = format!("{}  {name}", icons::MAGNIFYING_GLASS);
        let field = egui::TextEdit::singleline(text).hint_text(hint).desired_width(ui.available_width() - 16.0);
        ui.add(field).accessible_name(name);
    });
    ui.add_space(4.0);
}

/// A filter that hides everything says so and can be cleared.
pub fn no_match_ui(ui: &mut Ui, filter: &mut String) {
    ui.vertical_centered(|ui| {
        ui.add_space(16.0);
        ui.label(egui::RichText::new(format!("No match for “{filter}”")).color(theme::TEXT_2));
        if parts::button(ui, None, "Clear filter", false).clicked() {
            filter.clear();
        }
    });
}

fn kind_name(kind: AssetKind) -> &'static str {
    match kind {
        AssetKind::Montage => "Montages",
        AssetKind::Graph => "Pose graphs",
        AssetKind::BlendSpace => "Blend spaces",
        AssetKind::PoseAsset => "Pose assets",
        AssetKind::Clip => "Clips",
        AssetKind::Skeleton => "Skeletons",
        AssetKind::Mesh => "Meshes",
        AssetKind::Texture => "Textures",
        AssetKind::NotifyClass => "Notify classes",
    }
}

pub fn kind_icon(kind: AssetKind) -> &'static str {
    match kind {
        AssetKind::Montage => icons::FILM_STRIP,
        AssetKind::Graph => icons::PATH,
        AssetKind::BlendSpace => icons::GRID_FOUR,
        AssetKind::PoseAsset => icons::PERSON,
        AssetKind::Clip => icons::WAVEFORM,
        AssetKind::Skeleton => icons::BONE,
        AssetKind::Mesh => icons::CUBE,
        AssetKind::Texture => icons::IMAGE,
        AssetKind::NotifyClass => icons::DIAMOND,
    }
}

/// Returns whether anything of the kind matches the filter.
fn kind_ui(
    ui: &mut Ui,
    document: &Document,
    session: &mut Session,
    kind: AssetKind,
    actions: &mut Vec<Action>,
) -> bool {
    let filter = session.asset_filter.to_lowercase();
    let list = document.project().list(kind);
    let matching: Vec<(Id, String)> = list
        .into_iter()
        .filter(|(_, name)| name.to_lowercase().contains(&filter))
        .map(|(id, name)| (id, name.to_owned()))
        .collect();
    let is_shown = |it: &&BrokenFile| it.kind == Some(kind) && it.name.to_lowercase().contains(&filter);
    let broken: Vec<BrokenFile> = session.broken.iter().filter(is_shown).cloned().collect();
    if matching.is_empty() && broken.is_empty() {
        return false;
    }
    if folder_ui(ui, kind_name(kind), matching.len() + broken.len()) {
        for (id, name) in &matching {
            row_ui(ui, document, session, kind, *id, name, actions);
        }
        broken.iter().for_each(|broken| broken_ui(ui, broken));
    }
    true
}

/// In place of an asset whose file cannot be read.
fn broken_ui(ui: &mut Ui, broken: &BrokenFile) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Row, false, format!("Broken {}", broken.name)));
    let at = |x: f32| rect.left_center() + vec2(x, 0.0);
    let painter = ui.painter();
    painter.text(at(46.0), Align2::CENTER_CENTER, icons::X_CIRCLE, theme::icon(16.0), theme::ERROR);
    painter.text(at(60.0), Align2::LEFT_CENTER, &broken.name, theme::text(), theme::TEXT_3);
    let right = rect.right_center() - vec2(12.0, 0.0);
    painter.text(right, Align2::RIGHT_CENTER, "cannot be read", theme::small(), theme::ERROR);
    let lines =
        [broken.problem.to_string(), "Repair or restore the file; it is taken in as soon as it can be read.".into()];
    response.on_hover_text(parts::tip(&broken.name, &lines));
}

fn folder_ui(ui: &mut Ui, name: &str, count: usize) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    let id = ui.scope_id().with(("folder", name));
    let mut open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(true);
    if response.clicked() {
        open = !open;
        ui.data_mut(|data| data.insert_temp(id, open));
    }
    response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, name));
    if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, theme::HAIR);
    }
    let at = |x: f32| rect.left_center() + vec2(x, 0.0);
    let caret = if open { icons::CARET_DOWN } else { icons::CARET_RIGHT };
    let painter = ui.painter();
    painter.text(at(14.0), Align2::CENTER_CENTER, caret, theme::icon(12.0), theme::TEXT_2);
    painter.text(at(30.0), Align2::CENTER_CENTER, icons::FOLDER, theme::icon(16.0), theme::TEXT_2);
    painter.text(at(44.0), Align2::LEFT_CENTER, name, theme::text(), theme::TEXT);
    painter.text(
        rect.right_center() - vec2(12.0, 0.0),
        Align2::RIGHT_CENTER,
        count.to_string(),
        theme::small(),
        theme::TEXT_3,
    );
    open
}

fn row_ui(
    ui: &mut Ui,
    document: &Document,
    session: &mut Session,
    kind: AssetKind,
    id: Id,
    name: &str,
    actions: &mut Vec<Action>,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click_and_drag());
    let is_open = session.active == Some(id);
    let is_selected = document.selection().asset == Some(id) && document.selection().items.is_empty();
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_open, format!("Asset {name}")));
    row_background(ui, rect, is_open, is_selected, response.hovered());
    let color = if is_open { theme::ACCENT } else { theme::TEXT_2 };
    ui.painter().text(
        rect.left_center() + vec2(46.0, 0.0),
        Align2::CENTER_CENTER,
        kind_icon(kind),
        theme::icon(16.0),
        color,
    );
    let fact = fact(document.project(), kind, id);
    let fact = ui.painter().text(
        rect.right_center() - vec2(12.0, 0.0),
        Align2::RIGHT_CENTER,
        fact,
        theme::small(),
        if is_open { theme::TEXT } else { theme::TEXT_3 },
    );
    let text = Rect::from_min_max(rect.min + vec2(60.0, 0.0), pos2(fact.left() - 16.0, rect.bottom()));
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        name,
        theme::text(),
        if is_open { theme::WHITE } else { theme::TEXT },
    );
    if !document.is_asset_saved(id) {
        ui.painter().circle_filled(fact.left_center() - vec2(8.0, 0.0), 2.5, theme::TEXT_2);
    }
    // By the keyboard too, so that Enter opens the row that has the focus.
    if response.clicked() || response.gained_focus() {
        actions.push(SelectAction::These(Selection::asset(id)).into());
    }
    if response.double_clicked() || (response.clicked() && ui.input(|i| i.modifiers.command)) {
        actions.push(ViewAction::OpenAsset(id).into());
    }
    if matches!(kind, AssetKind::Clip | AssetKind::BlendSpace | AssetKind::Graph) {
        response.dnd_set_drag_payload(id);
    }
    response.context_menu(|ui| menu_ui(ui, document, session, kind, id, name, actions));
    rename_ui(
        ui,
        session,
        &Selection::asset(id),
        Rect::from_min_max(rect.min + vec2(56.0, 2.0), rect.max - vec2(8.0, 2.0)),
        actions,
    );
    let tip =
        if kind == AssetKind::Clip { "Double-click opens, drag onto a slot adds it" } else { "Double-click opens" };
    response.on_hover_text(parts::tip(name, &[tip.to_owned()]));
}

pub fn row_background(ui: &Ui, rect: Rect, on: bool, selected: bool, hovered: bool) {
    let painter = ui.painter();
    if on {
        painter.rect_filled(rect, 0.0, theme::ACCENT_FILL);
        painter.rect_filled(Rect::from_min_size(rect.min, vec2(2.0, rect.height())), 0.0, theme::ACCENT);
    } else if hovered {
        painter.rect_filled(rect, 0.0, theme::HAIR);
    }
    if selected && !on {
        painter.rect_stroke(rect, 0.0, Stroke::new(1.0, theme::ACCENT), StrokeKind::Inside);
    }
}

/// The one number that tells assets of a kind apart.
fn fact(project: &Project, kind: AssetKind, id: Id) -> String {
    match kind {
        AssetKind::Montage => {
            crate::timeline::Host::new(project, id).map_or(String::new(), |host| format!("{:.3} s", host.length()))
        }
        AssetKind::Graph => parts::count(project.graphs[&id].wiring.nodes.len(), "node"),
        AssetKind::BlendSpace => parts::count(project.blend_spaces[&id].samples.len(), "sample"),
        AssetKind::NotifyClass => parts::count(project.notify_classes[&id].fields.len(), "field"),
        AssetKind::PoseAsset => parts::count(project.pose_assets[&id].poses.len(), "pose"),
        AssetKind::Clip => format!("{:.3} s", project.clips[&id].length()),
        AssetKind::Skeleton => format!("{} bones", project.skeletons[&id].bones.len()),
        AssetKind::Mesh => {
            format!("{} vertices", project.meshes[&id].lods.first().map_or(0, Lod::vertices))
        }
        AssetKind::Texture => format!("{} × {}", project.textures[&id].width, project.textures[&id].height),
    }
}

fn menu_ui(
    ui: &mut Ui,
    document: &Document,
    session: &mut Session,
    kind: AssetKind,
    id: Id,
    name: &str,
    actions: &mut Vec<Action>,
) {
    if ui.button("Open").clicked() {
        actions.push(ViewAction::OpenAsset(id).into());
    }
    if kind == AssetKind::Clip {
        if ui.button("New montage from clip").clicked() {
            actions.push(MontageAction::NewFrom(id).into());
        }
        let montage_is_open = session.active.is_some_and(|active| document.project().montages.contains_key(&active));
        if ui.add_enabled(montage_is_open, egui::Button::new("Add to the open montage")).clicked() {
            actions.push(MontageAction::AppendClip(id).into());
        }
    }
    if kind == AssetKind::Montage && ui.button("New child montage").clicked() {
        actions.push(MontageAction::NewChild(id).into());
    }
    ui.separator();
    if ui.button("Rename").clicked() {
        session.renaming = Some(Renaming { selection: Selection::asset(id), text: name.to_owned(), has_focus: false });
    }
    if ui.button("Delete").clicked() {
        actions.push(EditAction::Perform(Command::Project(ProjectCommand::DeleteAsset(id)), None).into());
    }
}

/// The field of a name that is being typed, over its row.
pub fn rename_ui(ui: &mut Ui, session: &mut Session, of: &Selection, rect: Rect, actions: &mut Vec<Action>) {
    if session.renaming.as_ref().is_some_and(|renaming| renaming.selection == *of) {
        let field = ui.scope_id().with(("rename", of.asset, of.items.first()));
        crate::timeline::name_field_ui(ui, session, (field, rect), actions);
    }
}
