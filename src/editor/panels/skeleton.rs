//! The bones of the open asset's skeleton as a tree, with the sockets and virtual bones that hang
//! on them.

mod column;
mod mode;
#[cfg(test)]
mod tests;

pub use mode::RETARGET;

use super::assets::{filter_ui, no_match_ui, rename_ui, row_background};
use crate::{
    action::{EditAction, EditorAction, FileAction, SelectAction, SkeletonAction},
    icons,
    kinds::skeleton::SkeletonView,
    parts,
    session::Session,
    theme,
    timeline::TimelineHost,
    views::{PanelViews, Renaming},
};
use asset::{
    BoneKey, Id, Project, Skeleton,
    skeleton::{Socket, VirtualBone},
};
use document::{Document, Selection};
use egui::{Align2, Rect, Response, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use std::ops::RangeInclusive;
use words::tr;

/// Deeper bones are not indented further.
const DEEPEST_INDENT: usize = 14;
/// Points a level of the tree: as many as leave room for names.
const INDENT: RangeInclusive<f32> = 4.0..=12.0;
/// Points of the deepest bone's name and icon.
const NAME: f32 = 130.0;
/// Points; the column of the retarget modes.
const MODE_COLUMN: f32 = 76.0;
/// A narrower panel has a caret there, which opens the same menu.
const ROOMY: f32 = 250.0;
const CARET_COLUMN: f32 = 24.0;
/// Points beside a name from which a note is worth reading.
const LEAST_NOTE: f32 = 64.0;
/// A menu of bones is at most this high, points.
const MENU_HEIGHT: f32 = 320.0;

#[derive(Clone, Copy)]
enum SkeletonTreeRow<'a> {
    Bone(usize),
    Socket(&'a Socket),
    VirtualBone(&'a VirtualBone),
}

/// What all rows share in one pass.
struct SkeletonTree<'a> {
    session: &'a Session,
    id: Id,
    project: &'a Project,
    skeleton: &'a Skeleton,
    selection: &'a Selection,
    depths: Vec<usize>,
    /// Indent of each level, points.
    indent: f32,
    is_roomy: bool,
    /// Points at the end of a bone's row that are not its name's.
    right: f32,
}

/// One row as it looks, but for what stands at its end.
struct SkeletonRowLook<'a> {
    icon: &'a str,
    name: &'a str,
    note: &'a str,
    depth: usize,
    is_selected: bool,
    spoken: String,
    /// Points at the end that stay free.
    right: f32,
}

/// The Skeleton panel: bones with a column of numbers.
pub fn skeleton_ui(
    ui: &mut Ui,
    document: &Document,
    (session, views): (&Session, &mut PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    let shown = shown_skeleton(document, session)
        .and_then(|id| Some((id, document.project().skeletons.get(&id)?)));
    let Some((id, skeleton)) = shown else {
        let line = tr!("Importing a character adds its skeleton.");
        if parts::empty_state(
            ui,
            icons::BONE,
            tr!("No skeleton"),
            line,
            Some(tr!("Import")),
        ) {
            actions.push(FileAction::Import.into());
        }
        return;
    };
    let revealed = views
        .kinds
        .skeleton
        .revealed_bone
        .take()
        .and_then(|bone| Some((bone, skeleton.bones.get(bone)?)));
    if revealed.is_some_and(|(_, bone)| {
        !bone
            .name
            .to_lowercase()
            .contains(&views.kinds.skeleton.filter.to_lowercase())
    }) {
        views.kinds.skeleton.filter.clear();
    }
    filter_ui(ui, tr!("Filter bones"), &mut views.kinds.skeleton.filter);
    let filter = views.kinds.skeleton.filter.to_lowercase();
    let rows: Vec<SkeletonTreeRow<'_>> = rows(skeleton)
        .filter(|row| name(skeleton, row).to_lowercase().contains(&filter))
        .collect();
    if rows.is_empty() {
        return no_match_ui(ui, &mut views.kinds.skeleton.filter);
    }
    columns_ui(ui, skeleton, &views.kinds.skeleton, actions);
    let depths = depths(skeleton);
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    let is_roomy = width >= ROOMY;
    let has_column = is_roomy || column::shown(skeleton, &views.kinds.skeleton).is_some();
    let right = if has_column {
        MODE_COLUMN + 8.0
    } else {
        CARET_COLUMN
    };
    let indent = indent(depths.iter().copied().max().unwrap_or(0), width - right);
    let (project, selection) = (document.project(), document.selection());
    let tree = SkeletonTree {
        session,
        id,
        project,
        skeleton,
        selection,
        depths,
        indent,
        is_roomy,
        right,
    };
    let mut scroll = egui::ScrollArea::vertical().auto_shrink(false);
    let row = |(bone, _)| {
        rows.iter()
            .position(|row| matches!(row, SkeletonTreeRow::Bone(other) if *other == bone))
    };
    if let Some(row) = revealed.and_then(row) {
        // A panel that was not shown before does not know yet how far it may scroll, and would
        // spring back.
        ui.spacing_mut().scroll.kinetic.rubber_band = false;
        scroll = scroll.vertical_scroll_offset(centred(row, rows.len(), ui.available_height()));
    }
    scroll.show_rows(ui, theme::ROW, rows.len(), |ui, range| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for row in &rows[range] {
            match row {
                SkeletonTreeRow::Bone(bone) => tree.bone_ui(ui, *bone, views, actions),
                SkeletonTreeRow::Socket(socket) => tree.item_ui(
                    ui,
                    row,
                    socket.id,
                    &socket.bone,
                    &mut views.renaming,
                    actions,
                ),
                SkeletonTreeRow::VirtualBone(bone) => {
                    tree.item_ui(ui, row, bone.id, &bone.source, &mut views.renaming, actions)
                }
            }
        }
    });
}

/// Scroll offset, points, that puts a row in the middle of a list of this height, or as near as the
/// ends of the list allow.
fn centred(row: usize, rows: usize, height: f32) -> f32 {
    let wanted = row as f32 * theme::ROW - (height - theme::ROW) / 2.0;
    wanted.min(rows as f32 * theme::ROW - height).max(0.0)
}

/// Skeleton of the open asset, or the open asset itself if it is a skeleton; None if there is none.
pub fn shown_skeleton(document: &Document, session: &Session) -> Option<Id> {
    let project = document.project();
    let active = session.active?;
    let of_mesh = || project.meshes.get(&active).map(|mesh| mesh.skeleton);
    let itself = || project.skeletons.contains_key(&active).then_some(active);
    let of_graph = || project.graphs.get(&active).map(|graph| graph.skeleton);
    let of_space = || {
        project
            .blend_spaces
            .get(&active)
            .map(|space| space.skeleton)
    };
    let of_poses = || project.pose_assets.get(&active).map(|asset| asset.skeleton);
    let of_host = TimelineHost::new(project, active).map(|host| host.skeleton());
    of_host
        .or_else(of_mesh)
        .or_else(of_graph)
        .or_else(of_space)
        .or_else(of_poses)
        .or_else(itself)
}

/// Each bone, then what hangs on it, then the bones below it.
fn rows(skeleton: &Skeleton) -> impl Iterator<Item = SkeletonTreeRow<'_>> {
    branches(skeleton).into_iter().flat_map(move |bone| {
        // What waits for a bone that is gone stands at the root.
        let hangs = move |key: &BoneKey| skeleton.index(key).unwrap_or(0) == bone;
        let sockets = skeleton
            .sockets
            .iter()
            .filter(move |socket| hangs(&socket.bone));
        let virtual_bones = skeleton
            .virtual_bones
            .iter()
            .filter(move |other| hangs(&other.source));
        [SkeletonTreeRow::Bone(bone)]
            .into_iter()
            .chain(sockets.map(SkeletonTreeRow::Socket))
            .chain(virtual_bones.map(SkeletonTreeRow::VirtualBone))
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

/// Points a level, where the deepest bone and its name have so many points.
fn indent(deepest: usize, width: f32) -> f32 {
    let levels = deepest.clamp(1, DEEPEST_INDENT) as f32;
    ((width - 12.0 - NAME) / levels).clamp(*INDENT.start(), *INDENT.end())
}

fn name<'a>(skeleton: &'a Skeleton, row: &SkeletonTreeRow<'a>) -> &'a str {
    match row {
        SkeletonTreeRow::Bone(bone) => &skeleton.bones[*bone].name,
        SkeletonTreeRow::Socket(socket) => &socket.name,
        SkeletonTreeRow::VirtualBone(bone) => &bone.name,
    }
}

fn depths(skeleton: &Skeleton) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(skeleton.bones.len());
    for bone in &skeleton.bones {
        depths.push(bone.parent.map_or(0, |parent| depths[parent as usize] + 1));
    }
    depths
}

fn columns_ui(
    ui: &mut Ui,
    skeleton: &Skeleton,
    view: &SkeletonView,
    actions: &mut Vec<EditorAction>,
) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
    let at = rect.left_center() + vec2(12.0, 0.0);
    ui.painter().text(
        at,
        Align2::LEFT_CENTER,
        tr!("Bone"),
        theme::small(),
        theme::TEXT_3,
    );
    let header = column::header_ui(ui, rect, skeleton, view, actions);
    if column::shown(skeleton, view).is_some() {
        return;
    }
    let lines = RETARGET.map(|(_, name, what)| format!("{name}: {what}"));
    let title = tr!("Source of a bone's translation for clips with other proportions");
    response
        .union(header)
        .on_hover_text(parts::tip(title, &lines));
}

impl SkeletonTree<'_> {
    fn bone_ui(
        &self,
        ui: &mut Ui,
        bone: usize,
        views: &mut PanelViews,
        actions: &mut Vec<EditorAction>,
    ) {
        let name = &self.skeleton.bones[bone].name;
        let selected = views.kinds.skeleton.selected_bone == Some(bone);
        let depth = self.depths[bone];
        let weights = column::shown(self.skeleton, &views.kinds.skeleton);
        let (right, spoken) = (self.right, tr!("Bone {name}"));
        let look = SkeletonRowLook {
            icon: icons::BONE,
            name,
            note: "",
            depth,
            is_selected: selected,
            spoken,
            right,
        };
        let response = self.row_ui(ui, &look);
        if response.clicked() {
            actions.push(SelectAction::Bone(if selected { None } else { Some(bone) }).into());
        }
        parts::context_menu(&response, |ui| {
            if let Some(id) = weights {
                self.weight_menu(ui, id, bone, actions);
            }
            self.bone_menu(ui, bone, &views.kinds.skeleton, actions);
        });
        match weights {
            Some(id) => self.weight_ui(ui, id, bone, response.rect, views, actions),
            None => self.mode_ui(ui, bone, response.rect, actions),
        }
    }

    fn bone_menu(
        &self,
        ui: &mut Ui,
        bone: usize,
        view: &SkeletonView,
        actions: &mut Vec<EditorAction>,
    ) {
        let mut has_path = view.paths.contains(&bone);
        if ui
            .checkbox(&mut has_path, tr!("Keep path"))
            .on_hover_text(tr!("Shows where the bone goes, whatever is selected."))
            .clicked()
        {
            actions.push(SelectAction::Bone(Some(bone)).into());
            actions.push(SkeletonAction::TogglePath.into());
        }
        if ui.button(tr!("Add socket")).clicked() {
            actions.push(SelectAction::Bone(Some(bone)).into());
            actions.push(SkeletonAction::AddSocket.into());
        }
        parts::menu_button(ui, tr!("Add virtual bone to"), |ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            egui::ScrollArea::vertical()
                .max_height(MENU_HEIGHT)
                .show(ui, |ui| {
                    for (target, other) in self
                        .skeleton
                        .bones
                        .iter()
                        .enumerate()
                        .filter(|(target, _)| *target != bone)
                    {
                        if ui.button(&other.name).clicked() {
                            actions.push(
                                SkeletonAction::AddVirtualBone {
                                    source: bone,
                                    target,
                                }
                                .into(),
                            );
                        }
                    }
                });
        });
        ui.separator();
        parts::menu_button(ui, tr!("Translation from"), |ui| {
            self.mode_menu(ui, bone, actions)
        });
    }

    /// A socket or a virtual bone.
    fn item_ui(
        &self,
        ui: &mut Ui,
        row: &SkeletonTreeRow<'_>,
        id: Id,
        bone: &BoneKey,
        typed: &mut Option<Renaming>,
        actions: &mut Vec<EditorAction>,
    ) {
        let selection = Selection::item(self.id, id);
        let (icon, kind, note) = match row {
            SkeletonTreeRow::VirtualBone(bone) => (
                icons::PATH,
                tr!("Virtual bone"),
                tr!("to {}", self.skeleton.bone_name(&bone.target)),
            ),
            SkeletonTreeRow::Socket(socket) => {
                let shows = socket
                    .preview
                    .and_then(|mesh| self.project.asset_name(mesh));
                (
                    icons::ANCHOR,
                    tr!("Socket"),
                    shows.map_or(String::new(), |name| tr!("shows {name}")),
                )
            }
            SkeletonTreeRow::Bone(_) => return,
        };
        let name = name(self.skeleton, row);
        let stands_on = self.skeleton.index(bone);
        let note = match stands_on {
            Some(_) => note,
            None => tr!("inactive: no bone “{}”", self.skeleton.bone_name(bone)),
        };
        let depth = self.depths[stands_on.unwrap_or(0)] + 1;
        let (is_selected, spoken) = (*self.selection == selection, format!("{kind} {name}"));
        let response = self.row_ui(
            ui,
            &SkeletonRowLook {
                icon,
                name,
                note: &note,
                depth,
                is_selected,
                spoken,
                right: 12.0,
            },
        );
        if response.clicked() || response.secondary_clicked() {
            actions.push(SelectAction::Socket(id).into());
        }
        if response.double_clicked() {
            *typed = Some(Renaming::new(selection.clone(), name));
        }
        parts::context_menu(&response, |ui| {
            if ui.button(tr!("Rename")).clicked() {
                *typed = Some(Renaming::new(selection.clone(), name));
            }
            if ui.button(tr!("Delete")).clicked() {
                actions.push(EditAction::Delete.into());
            }
        });
        let start = response.rect.min + vec2(self.start(depth) + 16.0, 2.0);
        rename_ui(
            ui,
            typed,
            &selection,
            Rect::from_min_max(start, response.rect.max - vec2(8.0, 2.0)),
            actions,
        );
    }

    /// Left edge of the icon of a row at this depth, points from the left.
    fn start(&self, depth: usize) -> f32 {
        12.0 + depth.min(DEEPEST_INDENT) as f32 * self.indent
    }

    fn row_ui(&self, ui: &mut Ui, look: &SkeletonRowLook<'_>) -> Response {
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
        response.widget_info(|| {
            WidgetInfo::selected(Role::TreeItem, true, look.is_selected, &look.spoken)
        });
        row_background(ui, rect, look.is_selected, false, response.hovered());
        let start = self.start(look.depth);
        let color = if look.is_selected {
            theme::ACCENT
        } else {
            theme::TEXT_2
        };
        let at = rect.left_center() + vec2(start + 6.0, 0.0);
        ui.painter().text(
            at,
            Align2::CENTER_CENTER,
            look.icon,
            theme::icon(14.0),
            color,
        );
        let text = Rect::from_min_max(
            rect.min + vec2(start + 18.0, 0.0),
            rect.max - vec2(look.right, 0.0),
        );
        let color = if look.is_selected {
            theme::WHITE
        } else {
            theme::TEXT
        };
        let whole = ui
            .painter()
            .layout_no_wrap(look.name.to_owned(), theme::text(), color)
            .size()
            .x;
        parts::text_in(
            ui,
            text,
            Align2::LEFT_CENTER,
            look.name,
            theme::text(),
            color,
        );
        if !look.note.is_empty() && whole + LEAST_NOTE < text.width() {
            let rest = text.with_min_x(text.left() + whole + 8.0);
            parts::text_in(
                ui,
                rest,
                Align2::LEFT_CENTER,
                look.note,
                theme::small(),
                theme::TEXT_3,
            );
        }
        if whole > text.width() {
            response.on_hover_text(look.name)
        } else {
            response
        }
    }
}
