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
mod graph;
mod keys;
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
mod source;
mod sync_marker;
mod warp;

pub use field_value::text as field_text;
pub use payload::with_class;

use super::{
    rows::{Rows, fact, field_width, locked},
    skeleton::shown_skeleton,
};
use crate::{
    action::Action,
    compression::Status,
    icons, parts,
    parts::{NumberField, Scale},
    session::{Picking, Session},
    theme,
    timeline::{
        Asset, Host,
        item::{self, Item},
    },
};
use asset::cloth::Fit;
use document::{Command, Document, Selection};
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use std::collections::BTreeMap;

/// What the compiler found.
pub struct Told<'a> {
    /// Wrong with what is selected.
    pub lines: &'a [String],
    /// By mesh: how its parts lie on what they follow as cloth.
    pub fits: &'a BTreeMap<asset::Id, Vec<(String, Fit)>>,
}

/// Of the open clip: how its compression stands, and its seam in metres.
pub fn details_ui(
    ui: &mut Ui,
    document: &Document,
    session: &mut Session,
    (compression, seam): (Option<&Status<'_>>, Option<f32>),
    told: &Told<'_>,
    actions: &mut Vec<Action>,
) {
    let selection = lock::lock_ui(ui, document, session);
    let open = if session.details_lock.is_some() {
        selection.asset
    } else {
        session.active
    };
    // What is known of the open clip is not of another one.
    let (compression, seam) = if open == session.active {
        (compression, seam)
    } else {
        (None, None)
    };
    let Some(host) = open.and_then(|id| Host::new(document.project(), id)) else {
        asset_ui(ui, document, session, (open, &selection), told, actions);
        return;
    };
    let selected: Vec<asset::Id> = if selection.asset == Some(host.id) {
        selection.items.iter().copied().collect()
    } else {
        Vec::new()
    };
    scroll_area(ui, &selection, session).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        selected_on_skeleton_ui(ui, document, session, actions);
        let mut fields = Fields {
            host,
            many: selected,
            rows: Rows::new(host.id, session, actions),
        };
        match *fields.many.as_slice() {
            [] => {}
            [one] => item_ui(ui, &mut fields, one),
            _ => many::many_ui(ui, &mut fields),
        }
        match host.asset {
            Asset::Montage(montage) => montage::montage_ui(ui, &mut fields, montage),
            Asset::Clip(clip) => clip::clip_ui(ui, &mut fields, clip, compression, seam),
        }
    });
}

/// A row of a list, of which one is chosen; returns whether it was clicked.
pub(super) fn list_row_ui(
    ui: &mut Ui,
    word: &str,
    name: &str,
    right: &str,
    is_chosen: bool,
) -> bool {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, is_chosen, format!("{word} {name}"))
    });
    if is_chosen || response.hovered() {
        ui.painter().rect_filled(
            rect,
            0.0,
            if is_chosen {
                theme::ACCENT_FILL
            } else {
                theme::RAISE
            },
        );
    }
    let text = Rect::from_min_max(rect.min + vec2(24.0, 0.0), rect.max - vec2(120.0, 0.0));
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        name,
        theme::text(),
        theme::TEXT,
    );
    let at = rect.right_center() - vec2(12.0, 0.0);
    ui.painter().text(
        at,
        Align2::RIGHT_CENTER,
        right,
        theme::small(),
        theme::TEXT_2,
    );
    parts::focus_ring(ui, &response);
    response.clicked()
}

/// At its top, where what is selected stands, whenever something else is selected.
fn scroll_area(ui: &Ui, selection: &Selection, session: &Session) -> egui::ScrollArea {
    let area = egui::ScrollArea::vertical().auto_shrink(false);
    let selected = (selection.clone(), session.kinds.skeleton.selected_bone);
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

/// A day: no timeline is as long, in seconds.
const LONGEST: f64 = 86_400.0;

/// The rows of an asset with a timeline.
pub(super) struct Fields<'a, 'b> {
    pub host: Host<'a>,
    /// The items that the rows are of.
    many: Vec<asset::Id>,
    rows: Rows<'b>,
}

impl Fields<'_, '_> {
    /// The rows are of more than one item.
    pub fn has_several(&self) -> bool {
        self.many.len() > 1
    }

    /// Above the rows of what is selected; returns whether they are shown.
    pub fn selected_header(&self, ui: &mut Ui, name: &str, right: &str) -> bool {
        match self.many.len() {
            0 | 1 => parts::group_header(ui, &format!("Selected: {name}"), right),
            many => parts::group_header(ui, &format!("Change all {many}"), ""),
        }
    }

    /// Unfolds the rows of what is selected.
    pub fn open_selected(&self, ui: &Ui, name: &str) {
        parts::unfold(ui, &format!("Selected: {name}"));
    }

    /// What a row of a notify, or of a field of its class, waits for while it is picked.
    pub fn picking(
        &self,
        (notify, field): (asset::Id, Option<asset::Id>),
        wants_socket: bool,
        label: &str,
    ) -> Picking {
        Picking {
            host: self.host.id,
            notify,
            field,
            wants_socket,
            label: label.to_owned(),
        }
    }

    /// A duration: frames are understood, and parts of the timeline.
    pub fn duration(
        &mut self,
        ui: &mut Ui,
        label: &str,
        field: NumberField<'_>,
        command: impl FnOnce(f64) -> Command,
    ) {
        let scale = Scale {
            frame_rate: Some(self.host.frame_rate()),
            whole: Some(self.host.length()),
            ..Scale::default()
        };
        let is_mixed = self.rows.mixed.contains(label);
        let edit = self.rows.row(ui, label, |ui| {
            let width = field_width(ui);
            NumberField { width, ..field }.show_in(ui, scale, is_mixed)
        });
        self.rows.apply_to(label, edit, command);
    }

    /// A time that lies on the timeline, at most so far, in seconds: what lies beyond its end is
    /// never seen again.
    pub fn time_within(
        &mut self,
        ui: &mut Ui,
        label: &str,
        (value, most): (f32, f64),
        command: impl Fn(f32) -> Command,
    ) {
        self.time_up_to(ui, label, (value, most.max(0.0)), command);
    }

    /// A time in seconds with the frame beside it; both edit it.
    pub fn time(&mut self, ui: &mut Ui, label: &str, value: f32, command: impl Fn(f32) -> Command) {
        self.time_up_to(ui, label, (value, LONGEST), command);
    }

    fn time_up_to(
        &mut self,
        ui: &mut Ui,
        label: &str,
        (value, most): (f32, f64),
        command: impl Fn(f32) -> Command,
    ) {
        let rate = self.host.frame_rate();
        let field = |name, value, (unit, decimals, speed), most, width| NumberField {
            name,
            value,
            unit,
            decimals,
            speed,
            range: 0.0..=most,
            width,
        };
        let frames = format!("{label} in frames");
        let length = self.host.length();
        let in_seconds = Scale {
            frame_rate: Some(rate),
            whole: Some(length),
            ..Scale::default()
        };
        let in_frames = Scale {
            whole: Some(length * rate),
            ..in_seconds
        };
        let is_mixed = self.rows.mixed.contains(label);
        let edit = self.rows.row(ui, label, |ui| {
            let width = (field_width(ui) - ui.spacing().item_spacing.x) / 2.0;
            let seconds = field(label, f64::from(value), ("s", 3, 0.01), most, width)
                .show_in(ui, in_seconds, is_mixed);
            let frames = field(
                &frames,
                f64::from(value) * rate,
                ("f", 1, 0.25),
                most * rate,
                width,
            )
            .show_in(ui, in_frames, is_mixed)
            .map(|edit| edit.map(|frame| frame / rate));
            seconds.or(frames)
        });
        self.rows
            .apply_to(label, edit, |value| command(value as f32));
    }
}

fn identity(ui: &mut Ui, icon: &str, name: &str, kind: &str, right: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
    let painter = ui.painter();
    painter.text(
        rect.left_center() + vec2(20.0, 0.0),
        Align2::CENTER_CENTER,
        icon,
        theme::icon(16.0),
        theme::ACCENT,
    );
    let end = painter.text(
        rect.left_center() + vec2(36.0, 0.0),
        Align2::LEFT_CENTER,
        name,
        theme::strong(),
        theme::WHITE,
    );
    painter.text(
        egui::pos2(end.right() + 8.0, rect.center().y),
        Align2::LEFT_CENTER,
        kind,
        theme::small(),
        theme::TEXT_3,
    );
    let kind_end = egui::pos2(end.right() + 16.0 + kind.len() as f32 * 6.0, rect.top());
    let rest = egui::Rect::from_min_max(kind_end, rect.max - vec2(12.0, 0.0));
    if rest.width() > 80.0 {
        parts::text_in(
            ui,
            rest,
            Align2::RIGHT_CENTER,
            right,
            theme::small(),
            theme::TEXT_3,
        );
    }
}

fn item_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, id: asset::Id) {
    match item::find(&fields.host, id) {
        Some(Item::Section(section)) => montage::section_ui(ui, fields, section),
        Some(Item::Segment(slot, segment)) => segment::segment_ui(ui, fields, slot, segment),
        Some(Item::Notify(notify)) => notify::notify_ui(ui, fields, notify),
        Some(Item::Note(item)) => note::note_ui(ui, fields, item),
        Some(Item::SyncMarker(marker)) => sync_marker::sync_marker_ui(ui, fields, marker),
        Some(Item::Curve(curve)) => curve::curve_ui(ui, fields, curve),
        Some(Item::CurveKey(curve, key)) => curve::key_ui(ui, fields, curve, key),
        None => {}
    }
}

/// The bone, socket or virtual bone that is selected, whatever asset of its skeleton is open.
fn selected_on_skeleton_ui(
    ui: &mut Ui,
    document: &Document,
    session: &mut Session,
    actions: &mut Vec<Action>,
) {
    if let Some(asset) = shown_skeleton(document, session) {
        let mut rows = Rows::new(asset, session, actions);
        skeleton::selected_ui(ui, &mut rows, document.project(), document.selection());
    }
}

/// Assets without a timeline.
fn asset_ui(
    ui: &mut Ui,
    document: &Document,
    session: &mut Session,
    (open, selection): (Option<asset::Id>, &Selection),
    told: &Told<'_>,
    actions: &mut Vec<Action>,
) {
    let project = document.project();
    let Some(id) = open else {
        parts::empty_state(
            ui,
            icons::CURSOR,
            "Nothing selected",
            "Select an item to see its details.",
            None,
        );
        return;
    };
    scroll_area(ui, selection, session).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        selected_on_skeleton_ui(ui, document, session, actions);
        let mut rows = Rows::new(id, session, actions);
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
            blend_space::blend_space_ui(ui, &mut rows, project, space);
        } else if let Some(asset) = project.pose_assets.get(&id) {
            pose_asset::pose_asset_ui(ui, &mut rows, project, asset);
        } else if let Some(class) = project.notify_classes.get(&id) {
            notify_class::notify_class_ui(ui, &mut rows, project, class);
        } else if let Some(texture) = project.textures.get(&id) {
            identity(ui, icons::IMAGE, &texture.name, "Texture", "");
            fact(
                ui,
                "Size",
                &format!("{} × {} pixels", texture.width, texture.height),
            );
            source::source_ui(ui, &mut rows, project, None);
        }
    });
}
