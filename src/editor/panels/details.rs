//! What is selected, as property rows. Dragging a value is one gesture, one undo step.

mod blend_space;
mod child;
mod clip;
mod cloth;
mod compression;
mod curve;
mod easing;
mod expression;
mod field_value;
mod fields;
mod graph;
mod heading;
mod item;
mod keys;
mod lane_sound;
mod list_row;
mod lock;
mod many;
mod material;
mod mesh;
mod montage;
mod montage_time;
mod node;
mod note;
mod notify;
mod notify_class;
mod parameter;
mod payload;
mod pose_asset;
mod reduction;
mod room;
mod segment;
mod skeleton;
mod skin_weights;
mod sound;
mod source;
mod sync_marker;
mod warp;

pub use field_value::text as field_text;
pub use parameter::kinds as parameter_kinds;
pub use payload::with_class;

pub use node::rule_in_place_ui;

use super::{
    rows::{PropertyRows, fact, locked},
    skeleton::shown_skeleton,
};
use crate::{
    action::EditorAction,
    compression::Status,
    icons, parts,
    session::Session,
    timeline::{TimelineAsset, TimelineHost},
    views::PanelViews,
};
use asset::cloth::Fit;
use document::{Document, Selection};
use egui::Ui;
use fields::TimelineFieldRows;
use heading::identity;
use item::item_ui;
use std::collections::BTreeMap;
use studio::PreviewFrame;
use words::tr;

/// Findings of the compiler and the current frame, for the details panel.
pub struct CompilerFindings<'a> {
    /// Wrong with what is selected.
    pub lines: &'a [String],
    /// How the parts of each mesh lie on what they follow as cloth, by mesh.
    pub fits: &'a BTreeMap<asset::Id, Vec<(String, Fit)>>,
    /// The frame that plays.
    pub frame: Option<&'a PreviewFrame>,
}

/// Shows the details panel. `compression` and `seam` are those of the open clip, the seam in
/// metres.
pub fn details_ui(
    ui: &mut Ui,
    document: &Document,
    (session, views): (&Session, &mut PanelViews),
    (compression, seam): (Option<&Status<'_>>, Option<f32>),
    told: &CompilerFindings<'_>,
    actions: &mut Vec<EditorAction>,
) {
    let selection = lock::lock_ui(ui, document, session, &mut views.details_lock);
    let open = if views.details_lock.is_some() {
        selection.asset
    } else {
        // A sound has no document of its own: it is shown where it is selected.
        let sounds = &document.project().sounds;
        let sound = selection.asset.filter(|id| sounds.contains_key(id));
        sound.or(session.active)
    };
    // What is known of the open clip is not of another one.
    let (compression, seam) = if open == session.active {
        (compression, seam)
    } else {
        (None, None)
    };
    let Some(host) = open.and_then(|id| TimelineHost::new(document.project(), id)) else {
        asset_ui(
            ui,
            document,
            (session, views),
            (open, &selection),
            told,
            actions,
        );
        return;
    };
    let selected: Vec<asset::Id> = if selection.asset == Some(host.id) {
        selection.items.iter().copied().collect()
    } else {
        Vec::new()
    };
    scroll_area(ui, &selection, views).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        selected_on_skeleton_ui(ui, document, (session, views), told.frame, actions);
        let mut fields = TimelineFieldRows {
            host,
            many: selected,
            rows: PropertyRows::new(host.id, (session, views), actions),
        };
        match *fields.many.as_slice() {
            [] => {}
            [one] => item_ui(ui, &mut fields, one),
            _ => many::many_ui(ui, &mut fields),
        }
        match host.asset {
            TimelineAsset::Montage(montage) => montage::montage_ui(ui, &mut fields, montage),
            TimelineAsset::Clip(clip) => clip::clip_ui(ui, &mut fields, clip, compression, seam),
        }
    });
}

/// Scroll area that returns to its top whenever the selection changes.
fn scroll_area(ui: &Ui, selection: &Selection, views: &PanelViews) -> egui::ScrollArea {
    let area = egui::ScrollArea::vertical().auto_shrink(false);
    let selected = (selection.clone(), views.kinds.skeleton.selected_bone);
    let id = ui.scope_id().with("shown selection");
    let is_same = ui.data(|data| {
        data.get_temp::<(Selection, Option<usize>)>(id)
            .is_none_or(|known| known == selected)
    });
    ui.data_mut(|data| data.insert_temp(id, selected));
    if is_same {
        area
    } else {
        area.vertical_scroll_offset(0.0)
    }
}

/// The bone, socket or virtual bone that is selected, whatever asset of its skeleton is open.
fn selected_on_skeleton_ui(
    ui: &mut Ui,
    document: &Document,
    (session, views): (&Session, &mut PanelViews),
    frame: Option<&PreviewFrame>,
    actions: &mut Vec<EditorAction>,
) {
    if let Some(asset) = shown_skeleton(document, session) {
        let mut rows = PropertyRows::new(asset, (session, views), actions);
        skeleton::selected_ui(
            ui,
            &mut rows,
            document.project(),
            document.selection(),
            frame,
        );
    }
}

/// Assets without a timeline.
fn asset_ui(
    ui: &mut Ui,
    document: &Document,
    (session, views): (&Session, &mut PanelViews),
    (open, selection): (Option<asset::Id>, &Selection),
    told: &CompilerFindings<'_>,
    actions: &mut Vec<EditorAction>,
) {
    let project = document.project();
    let Some(id) = open else {
        parts::empty_state(
            ui,
            icons::CURSOR,
            tr!("Nothing selected"),
            tr!("Select an item to see its details."),
            None,
        );
        return;
    };
    scroll_area(ui, selection, views).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        selected_on_skeleton_ui(ui, document, (session, views), told.frame, actions);
        let mut rows = PropertyRows::new(id, (session, views), actions);
        if let Some(skeleton) = project.skeletons.get(&id) {
            skeleton::skeleton_ui(ui, &mut rows, project, skeleton);
            source::source_ui(ui, &mut rows, project, None);
        } else if let Some(mesh) = project.meshes.get(&id) {
            mesh::mesh_ui(
                ui,
                &mut rows,
                project,
                mesh,
                told.fits.get(&id).map_or(&[], Vec::as_slice),
            );
            source::source_ui(ui, &mut rows, project, Some(mesh.skeleton));
        } else if let Some(graph) = project.graphs.get(&id) {
            let selected = Some(selection).filter(|selection| selection.asset == Some(id));
            let items = selected
                .into_iter()
                .flat_map(|selection| selection.items.iter().copied())
                .collect();
            graph::graph_ui(ui, &mut rows, (project, graph), items, told.lines);
        } else if let Some(space) = project.blend_spaces.get(&id) {
            blend_space::blend_space_ui(ui, &mut rows, project, space, told.frame);
        } else if let Some(asset) = project.pose_assets.get(&id) {
            pose_asset::pose_asset_ui(ui, &mut rows, project, asset);
        } else if let Some(class) = project.notify_classes.get(&id) {
            notify_class::notify_class_ui(ui, &mut rows, project, class);
        } else if let Some(file) = project.sounds.get(&id) {
            sound::sound_ui(ui, &mut rows, project, file);
        } else if let Some(texture) = project.textures.get(&id) {
            identity(ui, icons::IMAGE, &texture.name, tr!("Texture"), "");
            fact(
                ui,
                tr!("Size"),
                &tr!("{} × {} pixels", texture.width, texture.height),
            );
            source::source_ui(ui, &mut rows, project, None);
        }
    });
}
