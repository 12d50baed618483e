//! The bones of the open asset's skeleton as a tree, with the sockets and virtual bones that hang on them.

mod column;

use super::assets::{filter_ui, no_match_ui, rename_ui, row_background};
use crate::{
    action::Action,
    icons, parts,
    session::{Renaming, Session},
    theme,
    timeline::Host,
};
use anim::retarget::Retarget;
use asset::{
    Id, Project, Skeleton,
    skeleton::{Socket, VirtualBone},
};
use document::{Command, Document, Selection, SkeletonCommand};
use egui::{
    Align2, Button, Color32, Rect, Response, RichText, Sense, Stroke, Ui, UiBuilder, WidgetInfo, accesskit::Role,
    containers::menu::MenuButton, vec2,
};

/// Deeper bones are not indented further.
const DEEPEST_INDENT: usize = 14;
/// Points; the column of the retarget modes.
const MODE_COLUMN: f32 = 84.0;
/// A narrower panel leaves the column out, but for bones that differ and the one that is pointed at.
const ROOMY: f32 = 250.0;
/// Points beside a name from which a note is worth reading.
const LEAST_NOTE: f32 = 64.0;
/// A menu of bones is at most this high, points.
const MENU_HEIGHT: f32 = 320.0;

/// The modes, as menus name and explain them.
pub const RETARGET: [(Retarget, &str, &str); 4] = [
    (Retarget::Animation, "Animation", "as the clip's keys say"),
    (Retarget::Skeleton, "Skeleton", "the reference pose; the clip only turns the bone"),
    (Retarget::Scaled, "Scaled", "the keys, scaled by how long the bone is here"),
    (Retarget::Relative, "Relative", "the keys, moved by what the reference pose differs"),
];

#[derive(Clone, Copy)]
enum Row<'a> {
    Bone(usize),
    Socket(&'a Socket),
    VirtualBone(&'a VirtualBone),
}

/// What all rows of one pass share.
struct Tree<'a> {
    id: Id,
    project: &'a Project,
    skeleton: &'a Skeleton,
    selection: &'a Selection,
    depths: Vec<usize>,
}

pub fn skeleton_ui(ui: &mut Ui, document: &Document, session: &mut Session, actions: &mut Vec<Action>) {
    let shown = shown_skeleton(document, session).and_then(|id| Some((id, document.project().skeletons.get(&id)?)));
    let Some((id, skeleton)) = shown else {
        let line = "Importing a character adds its skeleton.";
        if parts::empty_state(ui, icons::BONE, "No skeleton", line, Some("Import")) {
            actions.push(Action::Import);
        }
        return;
    };
    let revealed = session.revealed_bone.take().and_then(|bone| Some((bone, skeleton.bones.get(bone)?)));
    if revealed.is_some_and(|(_, bone)| !bone.name.to_lowercase().contains(&session.bone_filter.to_lowercase())) {
        session.bone_filter.clear();
    }
    filter_ui(ui, "Filter bones", &mut session.bone_filter);
    let filter = session.bone_filter.to_lowercase();
    let rows: Vec<Row<'_>> =
        rows(skeleton).filter(|row| name(skeleton, row).to_lowercase().contains(&filter)).collect();
    if rows.is_empty() {
        return no_match_ui(ui, &mut session.bone_filter);
    }
    columns_ui(ui, skeleton, session, actions);
    let tree =
        Tree { id, project: document.project(), skeleton, selection: document.selection(), depths: depths(skeleton) };
    let mut scroll = egui::ScrollArea::vertical().auto_shrink(false);
    let row = |(bone, _)| rows.iter().position(|row| matches!(row, Row::Bone(other) if *other == bone));
    if let Some(row) = revealed.and_then(row) {
        // A panel that was not shown before does not know yet how far it may scroll, and would spring back.
        ui.spacing_mut().scroll.kinetic.rubber_band = false;
        scroll = scroll.vertical_scroll_offset(centred(row, rows.len(), ui.available_height()));
    }
    scroll.show_rows(ui, theme::ROW, rows.len(), |ui, range| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for row in &rows[range] {
            match row {
                Row::Bone(bone) => tree.bone_ui(ui, *bone, session, actions),
                Row::Socket(socket) => tree.item_ui(ui, row, socket.id, socket.bone, session, actions),
                Row::VirtualBone(bone) => tree.item_ui(ui, row, bone.id, bone.source, session, actions),
            }
        }
    });
}

/// How far to scroll so that a row is in the middle of so many points, or as near as the ends of the list allow.
fn centred(row: usize, rows: usize, height: f32) -> f32 {
    let wanted = row as f32 * theme::ROW - (height - theme::ROW) / 2.0;
    wanted.min(rows as f32 * theme::ROW - height).max(0.0)
}

/// Of the open asset, else the only one there is.
pub fn shown_skeleton(document: &Document, session: &Session) -> Option<Id> {
    let project = document.project();
    let active = session.active?;
    let of_mesh = || project.meshes.get(&active).map(|mesh| mesh.skeleton);
    let itself = || project.skeletons.contains_key(&active).then_some(active);
    Host::new(project, active).map(|host| host.skeleton()).or_else(of_mesh).or_else(itself)
}

/// Each bone, then what hangs on it, then the bones below it.
fn rows(skeleton: &Skeleton) -> impl Iterator<Item = Row<'_>> {
    branches(skeleton).into_iter().flat_map(|bone| {
        let sockets = skeleton.sockets.iter().filter(move |socket| socket.bone as usize == bone);
        let virtual_bones = skeleton.virtual_bones.iter().filter(move |other| other.source as usize == bone);
        [Row::Bone(bone)].into_iter().chain(sockets.map(Row::Socket)).chain(virtual_bones.map(Row::VirtualBone))
    })
}

/// The bones so that those below a bone follow it.
fn branches(skeleton: &Skeleton) -> Vec<usize> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); skeleton.bones.len()];
    let mut open = Vec::new();
    for (at, bone) in skeleton.bones.iter().enumerate().rev() {
        match bone.parent {
            Some(parent) => children[parent as usize].push(at),
            None => open.push(at),
        }
    }
    let mut order = Vec::with_capacity(children.len());
    while let Some(bone) = open.pop() {
        order.push(bone);
        open.append(&mut children[bone]);
    }
    order
}

fn name<'a>(skeleton: &'a Skeleton, row: &Row<'a>) -> &'a str {
    match row {
        Row::Bone(bone) => &skeleton.bones[*bone].name,
        Row::Socket(socket) => &socket.name,
        Row::VirtualBone(bone) => &bone.name,
    }
}

fn depths(skeleton: &Skeleton) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(skeleton.bones.len());
    for bone in &skeleton.bones {
        depths.push(bone.parent.map_or(0, |parent| depths[parent as usize] + 1));
    }
    depths
}

fn columns_ui(ui: &mut Ui, skeleton: &Skeleton, session: &Session, actions: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
    let at = rect.left_center() + vec2(12.0, 0.0);
    ui.painter().text(at, Align2::LEFT_CENTER, "Bone", theme::small(), theme::TEXT_3);
    let header = column::header_ui(ui, rect, skeleton, session, actions);
    if column::shown(skeleton, session).is_some() {
        return;
    }
    let lines = RETARGET.map(|(_, name, what)| format!("{name}: {what}"));
    let title = "Where a bone's translation comes from in clips made for other proportions";
    response.union(header).on_hover_text(parts::tip(title, &lines));
}

impl Tree<'_> {
    fn bone_ui(&self, ui: &mut Ui, bone: usize, session: &mut Session, actions: &mut Vec<Action>) {
        let name = &self.skeleton.bones[bone].name;
        let selected = session.selected_bone == Some(bone);
        let depth = self.depths[bone];
        let place = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), theme::ROW));
        let differs = self.skeleton.bones[bone].retarget != Retarget::default();
        let weights = column::shown(self.skeleton, session);
        let shows_mode = weights.is_some() || differs || place.width() >= ROOMY || ui.rect_contains_pointer(place);
        let right = if shows_mode { MODE_COLUMN } else { 12.0 };
        let response = row_ui(ui, icons::BONE, name, "", depth, selected, &format!("Bone {name}"), right);
        if response.clicked() {
            actions.push(Action::SelectBone(if selected { None } else { Some(bone) }));
        }
        response.context_menu(|ui| {
            if let Some(id) = weights {
                self.weight_menu(ui, id, bone, actions);
            }
            self.bone_menu(ui, bone, actions);
        });
        match weights {
            Some(id) => self.weight_ui(ui, id, bone, response.rect, session, actions),
            None if shows_mode => self.mode_ui(ui, bone, response.rect, actions),
            None => {}
        }
    }

    fn bone_menu(&self, ui: &mut Ui, bone: usize, actions: &mut Vec<Action>) {
        if ui.button("Add socket").clicked() {
            actions.push(Action::SelectBone(Some(bone)));
            actions.push(Action::AddSocket);
        }
        ui.menu_button("Add virtual bone to", |ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            egui::ScrollArea::vertical().max_height(MENU_HEIGHT).show(ui, |ui| {
                for (target, other) in self.skeleton.bones.iter().enumerate().filter(|(target, _)| *target != bone) {
                    if ui.button(&other.name).clicked() {
                        actions.push(Action::AddVirtualBone { source: bone, target });
                    }
                }
            });
        });
        ui.separator();
        ui.menu_button("Translation from", |ui| self.mode_menu(ui, bone, actions));
    }

    /// The retarget mode at the end of the row; it opens a menu.
    fn mode_ui(&self, ui: &mut Ui, bone: usize, row: Rect, actions: &mut Vec<Action>) {
        let mode = self.skeleton.bones[bone].retarget;
        let name = RETARGET.iter().find(|(other, ..)| *other == mode).map_or("", |(_, name, _)| name);
        let color = if mode == Retarget::default() { theme::TEXT_3 } else { theme::ACCENT };
        // Only the row that is pointed at says that there is a menu.
        let text = match ui.rect_contains_pointer(row) {
            true => format!("{name} {}", icons::CARET_DOWN),
            false => name.to_owned(),
        };
        let place = Rect::from_min_max(row.max - vec2(MODE_COLUMN + 4.0, row.height()), row.max - vec2(4.0, 0.0));
        let mut child = ui.new_child(UiBuilder::new().id_salt(("mode", bone)).max_rect(place.shrink2(vec2(0.0, 2.0))));
        child.spacing_mut().button_padding.x = 2.0;
        let button = Button::new(RichText::new(text).font(theme::small()).color(color))
            .fill(Color32::TRANSPARENT)
            .stroke(Stroke::NONE)
            .min_size(vec2(MODE_COLUMN - 8.0, row.height() - 4.0));
        let (response, _) = MenuButton::from_button(button).ui(&mut child, |ui| self.mode_menu(ui, bone, actions));
        response.accessible_name(format!("Translation of {}: {name}", self.skeleton.bones[bone].name));
    }

    fn mode_menu(&self, ui: &mut Ui, bone: usize, actions: &mut Vec<Action>) {
        let current = self.skeleton.bones[bone].retarget;
        let mut set = |mode, children| {
            let command = SkeletonCommand::SetRetarget { bone, mode, children };
            actions.push(Action::Perform(Command::Skeleton(self.id, command), None));
        };
        for (mode, name, what) in RETARGET {
            let entry = ui.selectable_label(mode == current, name).on_hover_text(what);
            if entry.clicked() {
                set(mode, false);
                ui.close();
            }
        }
        ui.separator();
        let hint = "All bones below take this bone's mode";
        if ui.button("Set for children").on_hover_text(hint).clicked() {
            set(current, true);
        }
    }

    /// A socket or a virtual bone.
    fn item_ui(&self, ui: &mut Ui, row: &Row<'_>, id: Id, bone: u32, session: &mut Session, actions: &mut Vec<Action>) {
        let selection = Selection::item(self.id, id);
        let (icon, kind, note) = match row {
            Row::VirtualBone(bone) => {
                let target = self.skeleton.bones.get(bone.target as usize).map_or("", |bone| bone.name.as_str());
                (icons::PATH, "Virtual bone", format!("to {target}"))
            }
            Row::Socket(socket) => {
                let shows = socket.preview.and_then(|mesh| self.project.asset_name(mesh));
                (icons::ANCHOR, "Socket", shows.map_or(String::new(), |name| format!("shows {name}")))
            }
            Row::Bone(_) => return,
        };
        let name = name(self.skeleton, row);
        let depth = self.depths[bone as usize] + 1;
        let selected = *self.selection == selection;
        let response = row_ui(ui, icon, name, &note, depth, selected, &format!("{kind} {name}"), 12.0);
        if response.clicked() || response.secondary_clicked() {
            actions.push(Action::SelectSocket(id));
        }
        if response.double_clicked() {
            session.renaming = Some(Renaming { selection: selection.clone(), text: name.to_owned(), has_focus: false });
        }
        response.context_menu(|ui| {
            if ui.button("Rename").clicked() {
                session.renaming =
                    Some(Renaming { selection: selection.clone(), text: name.to_owned(), has_focus: false });
            }
            if ui.button("Delete").clicked() {
                actions.push(Action::Delete);
            }
        });
        let field =
            Rect::from_min_max(response.rect.min + vec2(indent(depth) + 16.0, 2.0), response.rect.max - vec2(8.0, 2.0));
        rename_ui(ui, session, &selection, field, actions);
    }
}

fn indent(depth: usize) -> f32 {
    12.0 + depth.min(DEEPEST_INDENT) as f32 * 12.0
}

/// `right` points at the end stay free.
#[expect(clippy::too_many_arguments, reason = "one row has so many parts")]
fn row_ui(
    ui: &mut Ui,
    icon: &str,
    name: &str,
    note: &str,
    depth: usize,
    selected: bool,
    spoken: &str,
    right: f32,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, selected, spoken));
    row_background(ui, rect, selected, false, response.hovered());
    let color = if selected { theme::ACCENT } else { theme::TEXT_2 };
    let at = rect.left_center() + vec2(indent(depth) + 6.0, 0.0);
    ui.painter().text(at, Align2::CENTER_CENTER, icon, theme::icon(14.0), color);
    let text = Rect::from_min_max(rect.min + vec2(indent(depth) + 18.0, 0.0), rect.max - vec2(right, 0.0));
    let color = if selected { theme::WHITE } else { theme::TEXT };
    let galley = ui.painter().layout_no_wrap(name.to_owned(), theme::text(), color);
    parts::text_in(ui, text, Align2::LEFT_CENTER, name, theme::text(), color);
    if !note.is_empty() && galley.size().x + LEAST_NOTE < text.width() {
        let rest = text.with_min_x(text.left() + galley.size().x + 8.0);
        parts::text_in(ui, rest, Align2::LEFT_CENTER, note, theme::small(), theme::TEXT_3);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use asset::skeleton::Bone;

    #[test]
    fn bones_below_a_bone_follow_it() {
        let bone = |(at, parent): (usize, &Option<u32>)| Bone {
            name: at.to_string(),
            parent: *parent,
            reference: anim::Transform::IDENTITY,
            source: None,
            retarget: Retarget::Animation,
        };
        let parents = [None, Some(0), Some(0), Some(1), Some(2), Some(1)];
        let bones = parents.iter().enumerate().map(bone).collect();
        assert_eq!(branches(&Skeleton { bones, ..Skeleton::default() }), [0, 1, 3, 5, 2, 4]);
    }
}
