//! The rows of one selected item, by what it is.

use super::{
    curve, fields::TimelineFieldRows, lane_sound, montage, note, notify, segment, sync_marker,
};
use crate::timeline::item::{self, Item};
use egui::Ui;

pub(super) fn item_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, id: asset::Id) {
    match item::find(&fields.host, id) {
        Some(Item::Section(section)) => montage::section_ui(ui, fields, section),
        Some(Item::Segment(slot, segment)) => segment::segment_ui(ui, fields, slot, segment),
        Some(Item::Notify(notify)) => notify::notify_ui(ui, fields, notify),
        Some(Item::Note(item)) => note::note_ui(ui, fields, item),
        Some(Item::Sound(sound)) => lane_sound::lane_sound_ui(ui, fields, sound),
        Some(Item::SyncMarker(marker)) => sync_marker::sync_marker_ui(ui, fields, marker),
        Some(Item::Curve(curve)) => curve::curve_ui(ui, fields, curve),
        Some(Item::CurveKey(curve, key)) => curve::key_ui(ui, fields, curve, key),
        None => {}
    }
}
