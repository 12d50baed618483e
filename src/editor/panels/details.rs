//! What is selected, as property rows. Dragging a value is one gesture, one undo step.

mod clip;
mod compression;
mod curve;
mod many;
mod mesh;
mod montage;
mod notify;
mod reduction;
mod segment;
mod skeleton;
mod source;
mod sync_marker;

use super::skeleton::shown_skeleton;
use crate::{
    action::{Action, EditAction},
    compression::Status,
    icons, parts,
    parts::{FieldEdit, NumberField, Scale},
    session::Session,
    theme,
    timeline::{
        Asset, Host,
        item::{self, Item},
    },
};
use document::{Command, Document, Selection};
use egui::{Align2, Sense, Ui, vec2};
use std::collections::BTreeSet;

/// In the place of values that differ.
const MIXED: &str = "—";

/// Of the open clip: how its compression stands, and its seam in metres.
pub fn details_ui(
    ui: &mut Ui,
    document: &Document,
    session: &mut Session,
    (compression, seam): (Option<&Status<'_>>, Option<f32>),
    actions: &mut Vec<Action>,
) {
    let Some(host) = session.active.and_then(|id| Host::new(document.project(), id)) else {
        asset_ui(ui, document, session, actions);
        return;
    };
    let selected: Vec<asset::Id> = match document.selection().asset == Some(host.id) {
        true => document.selection().items.iter().copied().collect(),
        false => Vec::new(),
    };
    scroll_area(ui, document, session).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        selected_on_skeleton_ui(ui, document, session, actions);
        let mut fields = Fields { host, many: selected.len(), rows: Rows::new(host.id, session, actions) };
        match selected.as_slice() {
            [] => {}
            [one] => item_ui(ui, &mut fields, *one),
            many => many::many_ui(ui, &mut fields, many),
        }
        match host.asset {
            Asset::Montage(montage) => montage::montage_ui(ui, &mut fields, montage),
            Asset::Clip(clip) => clip::clip_ui(ui, &mut fields, clip, compression, seam),
        }
    });
}

/// At its top, where what is selected stands, whenever something else is selected.
fn scroll_area(ui: &Ui, document: &Document, session: &Session) -> egui::ScrollArea {
    let area = egui::ScrollArea::vertical().auto_shrink(false);
    let selected = (document.selection().clone(), session.kinds.skeleton.selected_bone);
    let id = ui.scope_id().with("shown selection");
    let is_same = ui.data(|data| data.get_temp::<(Selection, Option<usize>)>(id).is_none_or(|known| known == selected));
    ui.data_mut(|data| data.insert_temp(id, selected));
    if is_same { area } else { area.vertical_scroll_offset(0.0) }
}

/// The rows of an asset with a timeline.
pub(super) struct Fields<'a, 'b> {
    pub host: Host<'a>,
    /// How many items the rows are of.
    many: usize,
    rows: Rows<'b>,
}

/// What the rows of one asset share.
pub(super) struct Rows<'b> {
    pub asset: asset::Id,
    pub session: &'b mut Session,
    pub actions: &'b mut Vec<Action>,
    /// Labels of the rows in which several items differ: they show a dash.
    mixed: BTreeSet<&'static str>,
    /// The label of the row that made the last edit.
    touched: Option<String>,
}

impl<'b> Rows<'b> {
    pub fn new(asset: asset::Id, session: &'b mut Session, actions: &'b mut Vec<Action>) -> Self {
        Self { asset, session, actions, mixed: BTreeSet::new(), touched: None }
    }

    /// An edit that is a step of its own.
    pub fn perform(&mut self, command: Command) {
        self.actions.push(EditAction::Perform(command, None).into());
    }

    /// A number row; changes of one drag share a gesture.
    pub fn number(&mut self, ui: &mut Ui, label: &str, field: NumberField<'_>, command: impl FnOnce(f64) -> Command) {
        let is_mixed = self.mixed.contains(label);
        let edit = parts::property(ui, label, |ui| field.show_in(ui, Scale::default(), is_mixed));
        self.apply_to(label, edit, command);
    }

    fn apply_to<T>(&mut self, label: &str, edit: Option<FieldEdit<T>>, command: impl FnOnce(T) -> Command) {
        if edit.is_some() {
            self.touched = Some(label.to_owned());
        }
        self.apply(edit, command);
    }

    pub fn apply<T>(&mut self, edit: Option<FieldEdit<T>>, command: impl FnOnce(T) -> Command) {
        match edit {
            Some(FieldEdit::Change(value)) => {
                let gesture = self.session.edits.field.unwrap_or_else(|| self.session.edits.gesture());
                self.session.edits.field = Some(gesture);
                self.actions.push(EditAction::Perform(command(value), Some(gesture)).into());
            }
            Some(FieldEdit::Set(value)) => self.perform(command(value)),
            Some(FieldEdit::Done) => {
                if let Some(gesture) = self.session.edits.field.take() {
                    self.actions.push(EditAction::EndGesture(gesture).into());
                }
            }
            Some(FieldEdit::Cancel) => {
                if let Some(gesture) = self.session.edits.field.take() {
                    self.actions.push(EditAction::CancelGesture(gesture).into());
                }
            }
            None => {}
        }
    }

    pub fn frame_rate(&mut self, ui: &mut Ui, value: f32, command: impl FnOnce(f32) -> Command) {
        let field = NumberField {
            name: "Frame rate",
            value: value.into(),
            unit: "fps",
            decimals: 0,
            speed: 0.2,
            range: 1.0..=1000.0,
            width: 84.0,
        };
        self.number(ui, "Frame rate", field, |value| command(value as f32));
    }

    pub fn rate_scale(&mut self, ui: &mut Ui, value: f32, command: impl FnOnce(f32) -> Command) {
        let field = NumberField {
            name: "Rate scale",
            value: value.into(),
            unit: "×",
            decimals: 2,
            speed: 0.01,
            range: -100.0..=100.0,
            width: 84.0,
        };
        self.number(ui, "Rate scale", field, |value| command(value as f32));
    }

    /// A text row; what is typed counts when the field is left.
    pub fn text(&mut self, ui: &mut Ui, label: &str, value: &str, command: impl FnOnce(String) -> Command) {
        let is_mixed = self.mixed.contains(label);
        let known = if is_mixed { "" } else { value };
        let id = ui.scope_id().with(("text", label, self.asset, value));
        let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| known.to_owned());
        let response = parts::property(ui, label, |ui| {
            let hint = if is_mixed { MIXED } else { "" };
            let edit = egui::TextEdit::singleline(&mut text).hint_text(hint).desired_width(field_width(ui, 188.0));
            ui.add(edit).accessible_name(label)
        });
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            let escaped = ui.input(|input| input.key_pressed(egui::Key::Escape));
            if !escaped && text != known {
                self.touched = Some(label.to_owned());
                self.perform(command(text));
            }
        } else if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text));
        }
    }

    pub fn toggle(&mut self, ui: &mut Ui, label: &str, value: bool, note: &str, command: impl FnOnce(bool) -> Command) {
        let is_mixed = self.mixed.contains(label);
        let clicked = parts::property(ui, label, |ui| {
            let clicked = parts::check_box_of(ui, (!is_mixed).then_some(value), label);
            let note = egui::RichText::new(note).font(theme::small()).color(theme::TEXT_3);
            ui.add(egui::Label::new(note).truncate());
            clicked
        });
        if clicked {
            self.touched = Some(label.to_owned());
            self.perform(command(is_mixed || !value));
        }
    }

    pub fn choice<T: PartialEq + Clone>(
        &mut self,
        ui: &mut Ui,
        label: &str,
        value: &T,
        options: &[(T, String)],
        command: impl FnOnce(T) -> Command,
    ) {
        let is_mixed = self.mixed.contains(label);
        let is_of = |option: &T| option == value && !is_mixed;
        let shown = options.iter().find(|(option, _)| is_of(option)).map_or(MIXED, |(_, name)| name.as_str());
        let mut chosen = None;
        parts::property(ui, label, |ui| {
            let combo = egui::ComboBox::from_id_salt((label, ui.cursor().top() as i32))
                .selected_text(shown)
                .width(field_width(ui, 196.0))
                .truncate()
                .icon(parts::chevron);
            let response = combo.show_ui(ui, |ui| {
                for (option, name) in options {
                    if ui.selectable_label(is_of(option), name).clicked() {
                        chosen = Some(option.clone());
                    }
                }
            });
            response.response.accessible_name(label);
        });
        if let Some(chosen) = chosen.filter(|chosen| !is_of(chosen)) {
            self.touched = Some(label.to_owned());
            self.perform(command(chosen));
        }
    }
}

impl Fields<'_, '_> {
    /// The rows are of more than one item.
    pub fn has_several(&self) -> bool {
        self.many > 1
    }

    /// Above the rows of what is selected; returns whether they are shown.
    pub fn selected_header(&self, ui: &mut Ui, name: &str, right: &str) -> bool {
        match self.many {
            0 | 1 => parts::group_header(ui, &format!("Selected: {name}"), right),
            many => parts::group_header(ui, &format!("Change all {many}"), ""),
        }
    }

    /// A duration: frames are understood, and parts of the timeline.
    pub fn duration(&mut self, ui: &mut Ui, label: &str, field: NumberField<'_>, command: impl FnOnce(f64) -> Command) {
        let scale = Scale { frame_rate: Some(self.host.frame_rate()), whole: Some(self.host.length()), unit: None };
        let is_mixed = self.rows.mixed.contains(label);
        let edit = parts::property(ui, label, |ui| field.show_in(ui, scale, is_mixed));
        self.rows.apply_to(label, edit, command);
    }

    /// A time in seconds with the frame beside it; both edit it.
    pub fn time(&mut self, ui: &mut Ui, label: &str, value: f32, command: impl Fn(f32) -> Command) {
        let rate = self.host.frame_rate();
        let width = ((ui.available_width() - theme::LABEL_COLUMN - 34.0) / 2.0).clamp(40.0, 84.0);
        let field = |name, value, unit, decimals, speed| NumberField {
            name,
            value,
            unit,
            decimals,
            speed,
            range: 0.0..=86_400.0,
            width,
        };
        let frames = format!("{label} in frames");
        let length = self.host.length();
        let in_seconds = Scale { frame_rate: Some(rate), whole: Some(length), unit: None };
        let in_frames = Scale { whole: Some(length * rate), ..in_seconds };
        let is_mixed = self.rows.mixed.contains(label);
        let edit = parts::property(ui, label, |ui| {
            let seconds = field(label, f64::from(value), "s", 3, 0.01).show_in(ui, in_seconds, is_mixed);
            let frames = field(&frames, f64::from(value) * rate, "f", 1, 0.25)
                .show_in(ui, in_frames, is_mixed)
                .map(|edit| edit.map(|frame| frame / rate));
            seconds.or(frames)
        });
        self.rows.apply_to(label, edit, |value| command(value as f32));
    }
}

/// A row that only shows.
pub(super) fn fact(ui: &mut Ui, label: &str, value: &str) {
    parts::property(ui, label, |ui| ui.add(egui::Label::new(egui::RichText::new(value).color(theme::TEXT)).truncate()));
}

/// `wanted`, or what a narrow panel leaves.
fn field_width(ui: &Ui, wanted: f32) -> f32 {
    wanted.min(ui.available_width() - 20.0).max(40.0)
}

fn identity(ui: &mut Ui, icon: &str, name: &str, kind: &str, right: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
    let painter = ui.painter();
    painter.text(rect.left_center() + vec2(20.0, 0.0), Align2::CENTER_CENTER, icon, theme::icon(16.0), theme::ACCENT);
    let end =
        painter.text(rect.left_center() + vec2(36.0, 0.0), Align2::LEFT_CENTER, name, theme::strong(), theme::WHITE);
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
        parts::text_in(ui, rest, Align2::RIGHT_CENTER, right, theme::small(), theme::TEXT_3);
    }
}

fn item_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, id: asset::Id) {
    match item::find(&fields.host, id) {
        Some(Item::Section(section)) => montage::section_ui(ui, fields, section),
        Some(Item::Segment(slot, segment)) => segment::segment_ui(ui, fields, slot, segment),
        Some(Item::Notify(notify)) => notify::notify_ui(ui, fields, notify),
        Some(Item::SyncMarker(marker)) => sync_marker::sync_marker_ui(ui, fields, marker),
        Some(Item::Curve(curve)) => curve::curve_ui(ui, fields, curve),
        Some(Item::CurveKey(curve, key)) => curve::key_ui(ui, fields, curve, key),
        None => {}
    }
}

/// The bone, socket or virtual bone that is selected, whatever asset of its skeleton is open.
fn selected_on_skeleton_ui(ui: &mut Ui, document: &Document, session: &mut Session, actions: &mut Vec<Action>) {
    if let Some(asset) = shown_skeleton(document, session) {
        let mut rows = Rows::new(asset, session, actions);
        skeleton::selected_ui(ui, &mut rows, document.project(), document.selection());
    }
}

/// Assets without a timeline.
fn asset_ui(ui: &mut Ui, document: &Document, session: &mut Session, actions: &mut Vec<Action>) {
    let project = document.project();
    let Some(id) = session.active else {
        parts::empty_state(ui, icons::CURSOR, "Nothing selected", "Select an item to see its details.", None);
        return;
    };
    scroll_area(ui, document, session).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        selected_on_skeleton_ui(ui, document, session, actions);
        let mut rows = Rows::new(id, session, actions);
        if let Some(skeleton) = project.skeletons.get(&id) {
            skeleton::skeleton_ui(ui, &mut rows, project, skeleton);
            source::source_ui(ui, &mut rows, project, None);
        } else if let Some(mesh) = project.meshes.get(&id) {
            mesh::mesh_ui(ui, &mut rows, mesh, project.skeletons.get(&mesh.skeleton).map(|skeleton| &**skeleton));
            source::source_ui(ui, &mut rows, project, Some(mesh.skeleton));
        } else if let Some(texture) = project.textures.get(&id) {
            identity(ui, icons::IMAGE, &texture.name, "Texture", "");
            fact(ui, "Size", &format!("{} × {} pixels", texture.width, texture.height));
            source::source_ui(ui, &mut rows, project, None);
        }
    });
}
