//! The bones of the open asset's skeleton as a tree, with its sockets.

use super::assets::{filter_ui, no_match_ui, row_background};
use crate::{action::Action, icons, parts, session::Session, theme, timeline::Host};
use asset::{Id, Skeleton};
use document::Document;
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

/// Deeper bones are not indented further.
const DEEPEST_INDENT: usize = 14;

pub fn skeleton_ui(ui: &mut Ui, document: &Document, session: &mut Session, actions: &mut Vec<Action>) {
    let project = document.project();
    let Some(skeleton) = shown_skeleton(document, session).and_then(|id| project.skeletons.get(&id)) else {
        if parts::empty_state(
            ui,
            icons::BONE,
            "No skeleton",
            "Importing a character adds its skeleton.",
            Some("Import"),
        ) {
            actions.push(Action::Import);
        }
        return;
    };
    filter_ui(ui, "Filter bones", &mut session.bone_filter);
    let filter = session.bone_filter.to_lowercase();
    let depths = depths(skeleton);
    let rows: Vec<usize> =
        (0..skeleton.bones.len()).filter(|bone| skeleton.bones[*bone].name.to_lowercase().contains(&filter)).collect();
    if rows.is_empty() {
        return no_match_ui(ui, &mut session.bone_filter);
    }
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, theme::ROW, rows.len(), |ui, range| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for &bone in &rows[range] {
            bone_ui(ui, skeleton, bone, depths[bone], session.selected_bone == Some(bone), actions);
        }
    });
}

/// Of the open asset, else the only one there is.
pub fn shown_skeleton(document: &Document, session: &Session) -> Option<Id> {
    let project = document.project();
    let active = session.active?;
    let of_mesh = || project.meshes.get(&active).map(|mesh| mesh.skeleton);
    let itself = || project.skeletons.contains_key(&active).then_some(active);
    Host::new(project, active).map(|host| host.skeleton()).or_else(of_mesh).or_else(itself)
}

fn depths(skeleton: &Skeleton) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(skeleton.bones.len());
    for bone in &skeleton.bones {
        depths.push(bone.parent.map_or(0, |parent| depths[parent as usize] + 1));
    }
    depths
}

fn bone_ui(ui: &mut Ui, skeleton: &Skeleton, bone: usize, depth: usize, selected: bool, actions: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    let name = &skeleton.bones[bone].name;
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, selected, format!("Bone {name}")));
    row_background(ui, rect, selected, false, response.hovered());
    let indent = 12.0 + depth.min(DEEPEST_INDENT) as f32 * 12.0;
    let color = if selected { theme::ACCENT } else { theme::TEXT_2 };
    ui.painter().text(
        rect.left_center() + vec2(indent + 6.0, 0.0),
        Align2::CENTER_CENTER,
        icons::BONE,
        theme::icon(14.0),
        color,
    );
    let sockets: Vec<&str> = skeleton
        .sockets
        .iter()
        .filter(|socket| socket.bone as usize == bone)
        .map(|socket| socket.name.as_str())
        .collect();
    let text = Rect::from_min_max(rect.min + vec2(indent + 18.0, 0.0), rect.max - vec2(12.0, 0.0));
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        name,
        theme::text(),
        if selected { theme::WHITE } else { theme::TEXT },
    );
    if !sockets.is_empty() {
        let label = format!("{} {}", icons::ANCHOR, sockets.join(", "));
        ui.painter().text(
            rect.right_center() - vec2(12.0, 0.0),
            Align2::RIGHT_CENTER,
            label,
            theme::small(),
            theme::TEXT_3,
        );
    }
    if response.clicked() {
        actions.push(Action::SelectBone(if selected { None } else { Some(bone) }));
    }
}
