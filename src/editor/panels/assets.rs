//! The assets of the project as a tree by kind, by character or by folder. A double-click opens, a
//! drag drops clips on the timeline.

mod groups;
pub(crate) mod kind;
mod menus;
mod tags;
pub(crate) mod view;

use crate::{
    action::{EditorAction, FileAction, SelectAction, ViewAction},
    dock::Panel,
    icons, parts,
    session::Session,
    theme,
    views::{PanelViews, Renaming},
};
use asset::{AssetKind, Id, Project, mesh::Lod};
use document::{Document, Selection};
use egui::{
    Align, Align2, Frame, Layout, Margin, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, accesskit::Role, pos2, vec2,
};
use formats::project::BrokenFile;
use groups::AssetGroup;
use kind::kind_icon;
pub use menus::can_be_duplicated;
use std::path::Path;
use view::{AssetsView, Grouping};
use words::{noun, tr};

/// A lower panel leaves all its room to the rows; the menu has the choice too. In points.
const ROOM_FOR_GROUPING: f32 = 280.0;

/// The Assets panel: new assets, a filter and the list.
pub fn assets_ui(
    ui: &mut Ui,
    document: &Document,
    (session, views): (&Session, &mut PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    let project = document.project();
    if project.is_empty() && session.broken.is_empty() {
        if parts::empty_state(
            ui,
            icons::FOLDER,
            tr!("No assets yet"),
            tr!("Drop FBX, glTF or BVH files here, or a folder."),
            Some(tr!("Import")),
        ) {
            actions.push(FileAction::Import.into());
        }
        return;
    }
    if views.assets.open != session.active {
        views.assets.open = session.active;
        views.assets.reveal = session.active;
    }
    filter_ui(ui, tr!("Filter assets"), &mut views.asset_filter);
    if ui.available_height() > ROOM_FOR_GROUPING {
        grouping_ui(ui, &mut views.assets.grouping);
    }
    sources_ui(ui, session, actions);
    let groups = groups::grouped(
        project,
        &session.broken,
        views.assets.grouping,
        &views.asset_filter,
    );
    if let Some(id) = views.assets.reveal {
        unfold(&mut views.assets, &groups, id);
    }
    let rest = ui.interact(
        ui.available_rect_before_wrap(),
        ui.scope_id().with("empty"),
        Sense::click(),
    );
    rest.widget_info(|| WidgetInfo::labeled(Role::Group, true, tr!("Assets of the project")));
    parts::context_menu(&rest, |ui| {
        menus::new_ui(ui, &session.situation(views, document), actions);
        ui.separator();
        for way in Grouping::ALL {
            if ui
                .selectable_label(views.assets.grouping == way, way.title())
                .clicked()
            {
                views.assets.grouping = way;
            }
        }
    });
    if session.panels.active == Panel::Assets && !ui.ctx().text_edit_focused() {
        keys_ui(ui, document, &mut views.assets, &groups, actions);
    }
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for group in &groups {
                group_ui(ui, document, (session, views), group, actions);
            }
            if groups.is_empty() {
                no_match_ui(ui, &mut views.asset_filter);
            }
        });
}

fn grouping_ui(ui: &mut Ui, grouping: &mut Grouping) {
    let margin = Margin {
        left: 8,
        ..Margin::ZERO
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
            for way in Grouping::ALL {
                let button = parts::toggle_button(ui, way.title(), *grouping == way);
                if button.on_hover_text(way.tip()).clicked() {
                    *grouping = way;
                }
            }
        });
    });
    ui.add_space(4.0);
}

/// Note that source files have changed on disk; nothing if none have.
fn sources_ui(ui: &mut Ui, session: &Session, actions: &mut Vec<EditorAction>) {
    let changed = &session.changed_sources;
    let Some(first) = changed.keys().next() else {
        return;
    };
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let text = match changed.len() {
            1 => tr!(
                "{} has changed",
                first.file_name().unwrap_or_default().to_string_lossy()
            ),
            count => tr!("{count} sources have changed"),
        };
        let names: Vec<String> = changed
            .keys()
            .take(12)
            .map(|path| path.display().to_string())
            .collect();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(8.0);
            if parts::button(ui, None, tr!("Import again"), false).clicked() {
                actions.push(FileAction::Reimport(Vec::new()).into());
            }
            let label =
                egui::Label::new(RichText::new(text).font(theme::small()).color(theme::WARN))
                    .truncate();
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(label))
                .inner
                .on_hover_text(parts::tip(
                    tr!("Changed on disk since they were imported"),
                    &names,
                ));
        });
    });
    ui.add_space(4.0);
}

fn has_changed_source(project: &Project, session: &Session, id: Id) -> bool {
    let origin = project
        .origin(id)
        .filter(|_| !session.changed_sources.is_empty());
    origin.is_some_and(|origin| {
        session
            .changed_sources
            .contains_key(Path::new(&origin.file))
    })
}

fn unfold(view: &mut AssetsView, groups: &[AssetGroup], id: Id) {
    if let Some(group) = groups
        .iter()
        .find(|group| group.assets.iter().any(|(other, ..)| *other == id))
    {
        view.folded.remove(&(view.grouping, group.title.clone()));
    }
}

/// Arrows go to the next row; called while the tree has the keys.
fn keys_ui(
    ui: &Ui,
    document: &Document,
    view: &mut AssetsView,
    groups: &[AssetGroup],
    actions: &mut Vec<EditorAction>,
) {
    let is_open =
        |group: &&AssetGroup| !view.folded.contains(&(view.grouping, group.title.clone()));
    let rows: Vec<Id> = groups
        .iter()
        .filter(is_open)
        .flat_map(|it| it.assets.iter().map(|(id, ..)| *id))
        .collect();
    if let Some(to) = view.range_to.take() {
        let first = document.selection().asset;
        let place = |id: Id| rows.iter().position(|row| *row == id);
        if let (Some(from), Some(to)) = (first.and_then(place), place(to)) {
            let range = from.min(to)..=from.max(to);
            view.group = rows[range].iter().copied().collect();
        }
    }
    let pressed = |key| ui.input(|input| input.num_presses(key)) as isize;
    let by = pressed(egui::Key::ArrowDown) - pressed(egui::Key::ArrowUp);
    let Some(last) = rows.len().checked_sub(1).filter(|_| by != 0) else {
        return;
    };
    let selected = document.selection().asset;
    let to = match rows.iter().position(|id| Some(*id) == selected) {
        Some(at) => at.saturating_add_signed(by).min(last),
        None if by < 0 => last,
        None => 0,
    };
    view.reveal = Some(rows[to]);
    view.group.clear();
    actions.push(SelectAction::These(Selection::asset(rows[to])).into());
}

/// A search field across the panel.
pub fn filter_ui(ui: &mut Ui, name: &str, text: &mut String) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let hint = format!("{}  {name}", icons::MAGNIFYING_GLASS);
        let field = egui::TextEdit::singleline(text)
            .hint_text(hint)
            .desired_width(ui.available_width() - 16.0);
        ui.add(field).accessible_name(name);
    });
    ui.add_space(4.0);
}

/// A filter that hides everything says so and can be cleared.
pub fn no_match_ui(ui: &mut Ui, filter: &mut String) {
    ui.vertical_centered(|ui| {
        ui.add_space(16.0);
        ui.label(egui::RichText::new(tr!("No match for “{filter}”")).color(theme::TEXT_2));
        if parts::button(ui, None, tr!("Clear filter"), false).clicked() {
            filter.clear();
        }
    });
}

fn group_ui(
    ui: &mut Ui,
    document: &Document,
    (session, views): (&Session, &mut PanelViews),
    group: &AssetGroup,
    actions: &mut Vec<EditorAction>,
) {
    let key = (views.assets.grouping, group.title.clone());
    let is_open = !views.assets.folded.contains(&key);
    let response = folder_ui(
        ui,
        &group.title,
        group.assets.len() + group.broken.len(),
        is_open,
    );
    if response.clicked() {
        if is_open {
            views.assets.folded.insert(key);
        } else {
            views.assets.folded.remove(&key);
        }
    }
    parts::context_menu(&response, |ui| {
        menus::new_ui(ui, &session.situation(views, document), actions)
    });
    if is_open {
        for (id, kind, name) in &group.assets {
            row_ui(ui, document, (session, views), (*kind, *id, name), actions);
        }
        group.broken.iter().for_each(|broken| broken_ui(ui, broken));
    }
}

/// Row in place of an asset whose file cannot be read.
fn broken_ui(ui: &mut Ui, broken: &BrokenFile) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Row, false, tr!("Broken {}", broken.name)));
    let at = |x: f32| rect.left_center() + vec2(x, 0.0);
    let painter = ui.painter();
    painter.text(
        at(46.0),
        Align2::CENTER_CENTER,
        icons::X_CIRCLE,
        theme::icon(16.0),
        theme::ERROR,
    );
    painter.text(
        at(60.0),
        Align2::LEFT_CENTER,
        &broken.name,
        theme::text(),
        theme::TEXT_3,
    );
    let right = rect.right_center() - vec2(12.0, 0.0);
    painter.text(
        right,
        Align2::RIGHT_CENTER,
        tr!("cannot be read"),
        theme::small(),
        theme::ERROR,
    );
    let lines = [
        broken.problem.to_string(),
        tr!("Repair or restore the file. Mutoscope loads it as soon as it is readable.").into(),
    ];
    response.on_hover_text(parts::tip(&broken.name, &lines));
}

fn folder_ui(ui: &mut Ui, name: &str, count: usize, open: bool) -> Response {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, name));
    if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, theme::HAIR);
    }
    let at = |x: f32| rect.left_center() + vec2(x, 0.0);
    let caret = if open {
        icons::CARET_DOWN
    } else {
        icons::CARET_RIGHT
    };
    let painter = ui.painter();
    painter.text(
        at(14.0),
        Align2::CENTER_CENTER,
        caret,
        theme::icon(12.0),
        theme::TEXT_2,
    );
    painter.text(
        at(30.0),
        Align2::CENTER_CENTER,
        icons::FOLDER,
        theme::icon(16.0),
        theme::TEXT_2,
    );
    painter.text(
        at(44.0),
        Align2::LEFT_CENTER,
        name,
        theme::text(),
        theme::TEXT,
    );
    painter.text(
        rect.right_center() - vec2(12.0, 0.0),
        Align2::RIGHT_CENTER,
        count.to_string(),
        theme::small(),
        theme::TEXT_3,
    );
    response
}

fn row_ui(
    ui: &mut Ui,
    document: &Document,
    (session, views): (&Session, &mut PanelViews),
    (kind, id, name): (AssetKind, Id, &str),
    actions: &mut Vec<EditorAction>,
) {
    let (rect, response) = ui.allocate_exact_size(
        vec2(ui.available_width(), theme::ROW),
        Sense::click_and_drag(),
    );
    let is_open = session.active == Some(id);
    let is_selected = views.assets.selected(document).contains(&id);
    response
        .widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_open, tr!("Asset {name}")));
    if views
        .assets
        .reveal
        .take_if(|reveal| *reveal == id)
        .is_some()
    {
        ui.scroll_to_rect(rect, None);
    }
    keep_arrows(ui, &response);
    row_background(ui, rect, is_open, is_selected, response.hovered());
    let color = if is_open {
        theme::ACCENT
    } else {
        theme::TEXT_2
    };
    ui.painter().text(
        rect.left_center() + vec2(46.0, 0.0),
        Align2::CENTER_CENTER,
        kind_icon(kind),
        theme::icon(16.0),
        color,
    );
    let is_changed = has_changed_source(document.project(), session, id);
    let fact = if is_changed {
        tr!("changed on disk").to_owned()
    } else {
        fact(document.project(), kind, id)
    };
    let fact = ui.painter().text(
        rect.right_center() - vec2(12.0, 0.0),
        Align2::RIGHT_CENTER,
        fact,
        theme::small(),
        match (is_changed, is_open) {
            (true, _) => theme::WARN,
            (false, true) => theme::TEXT,
            (false, false) => theme::TEXT_3,
        },
    );
    let text = Rect::from_min_max(
        rect.min + vec2(60.0, 0.0),
        pos2(fact.left() - 16.0, rect.bottom()),
    );
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        name,
        theme::text(),
        if is_open { theme::WHITE } else { theme::TEXT },
    );
    if !document.is_asset_saved(id) {
        ui.painter()
            .circle_filled(fact.left_center() - vec2(8.0, 0.0), 2.5, theme::TEXT_2);
    }
    select_ui(ui, document, &mut views.assets, (id, &response), actions);
    if response.double_clicked() {
        actions.push(ViewAction::OpenAsset(id).into());
    }
    // What takes nothing of its kind says so where it is dropped.
    response.dnd_set_drag_payload(id);
    parts::context_menu(&response, |ui| {
        let selected = views.assets.selected(document);
        if selected.len() > 1 && selected.contains(&id) {
            menus::several_ui(ui, document, (session.active, selected), actions);
        } else {
            menus::asset_ui(
                ui,
                document,
                (session.active, &mut views.renaming),
                (kind, id, name),
                actions,
            );
        }
    });
    rename_ui(
        ui,
        &mut views.renaming,
        &Selection::asset(id),
        Rect::from_min_max(rect.min + vec2(56.0, 2.0), rect.max - vec2(8.0, 2.0)),
        actions,
    );
    let tip = match kind {
        AssetKind::Clip => Some(tr!("Double-click to open, drag onto a slot to add")),
        AssetKind::Scenario => Some(tr!("Run it with `mutoscope test`")),
        AssetKind::Texture | AssetKind::Sound => None,
        _ => Some(tr!("Double-click to open")),
    };
    let tip: Vec<String> = tip.map(str::to_owned).into_iter().collect();
    response.on_hover_text(parts::tip(name, &tip));
}

/// A click selects one; with Ctrl it joins or leaves the others, with Shift it takes all from the
/// one that was clicked before. By the keyboard too, so that Enter opens the row with the focus.
fn select_ui(
    ui: &Ui,
    document: &Document,
    view: &mut AssetsView,
    (id, response): (Id, &Response),
    actions: &mut Vec<EditorAction>,
) {
    let modifiers = ui.input(|input| input.modifiers);
    let selected = view.selected(document);
    let extends = !selected.is_empty() && (modifiers.command || modifiers.shift);
    let is_one_of_several = selected.len() > 1 && selected.contains(&id);
    if response.secondary_clicked() && is_one_of_several {
        return;
    }
    let is_alone = response.clicked() && !extends || response.secondary_clicked();
    if is_alone || (response.gained_focus() && !response.clicked() && !extends) {
        view.group.clear();
        actions.push(SelectAction::These(Selection::asset(id)).into());
    } else if response.clicked() && modifiers.shift {
        view.range_to = Some(id);
    } else if response.clicked() {
        let joins = !selected.contains(&id);
        let mut others: Vec<Id> = selected.into_iter().filter(|it| *it != id).collect();
        others.extend(joins.then_some(id));
        let first = others.first().copied().unwrap_or(id);
        view.group = others.into_iter().collect();
        actions.push(SelectAction::These(Selection::asset(first)).into());
    }
}

/// Arrows move what is selected, not the focus.
fn keep_arrows(ui: &Ui, row: &Response) {
    if row.has_focus() {
        let filter = egui::EventFilter {
            vertical_arrows: true,
            ..egui::EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(row.id, filter));
    }
}

/// The ground of a row: `on` for the open one, `selected` with a frame.
pub fn row_background(ui: &Ui, rect: Rect, on: bool, selected: bool, hovered: bool) {
    let painter = ui.painter();
    if on {
        painter.rect_filled(rect, 0.0, theme::ACCENT_FILL);
        painter.rect_filled(
            Rect::from_min_size(rect.min, vec2(2.0, rect.height())),
            0.0,
            theme::ACCENT,
        );
    } else if hovered {
        painter.rect_filled(rect, 0.0, theme::HAIR);
    }
    if selected && !on {
        painter.rect_stroke(
            rect,
            0.0,
            Stroke::new(1.0, theme::ACCENT),
            StrokeKind::Inside,
        );
    }
}

/// The one number by which assets of a kind differ most, as text.
fn fact(project: &Project, kind: AssetKind, id: Id) -> String {
    match kind {
        AssetKind::Montage => crate::timeline::TimelineHost::new(project, id)
            .map_or(String::new(), |host| format!("{:.3} s", host.length())),
        AssetKind::Graph => parts::count(project.graphs[&id].wiring.nodes.len(), noun!("node")),
        AssetKind::BlendSpace => {
            parts::count(project.blend_spaces[&id].samples.len(), noun!("sample"))
        }
        AssetKind::NotifyClass => {
            parts::count(project.notify_classes[&id].fields.len(), noun!("field"))
        }
        AssetKind::PoseAsset => parts::count(project.pose_assets[&id].poses.len(), noun!("pose")),
        AssetKind::Clip => format!("{:.3} s", project.clips[&id].length()),
        AssetKind::Skeleton => tr!("{} bones", project.skeletons[&id].bones.len()),
        AssetKind::Mesh => {
            tr!(
                "{} vertices",
                project.meshes[&id].lods.first().map_or(0, Lod::vertices)
            )
        }
        AssetKind::Sound => format!("{:.3} s", project.sounds[&id].seconds),
        AssetKind::Scenario => format!("{:.3} s", project.tests[&id].seconds()),
        AssetKind::Texture => format!(
            "{} × {}",
            project.textures[&id].width, project.textures[&id].height
        ),
    }
}

/// The field of a name that is being typed, over its row.
pub fn rename_ui(
    ui: &mut Ui,
    typed: &mut Option<Renaming>,
    of: &Selection,
    rect: Rect,
    actions: &mut Vec<EditorAction>,
) {
    if typed
        .as_ref()
        .is_some_and(|renaming| renaming.selection == *of)
    {
        let field = ui.scope_id().with(("rename", of.asset, of.items.first()));
        crate::renaming::name_field_ui(ui, typed, (field, rect), actions);
    }
}
