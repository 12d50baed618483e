//! The rows of an asset with a timeline, with its times and durations.

use crate::{
    panels::rows::{PropertyRows, field_width},
    parts::{self, NumberField, Scale},
    picking::Picking,
    timeline::TimelineHost,
};
use document::Command;
use egui::Ui;
use words::tr;

/// A day: no timeline is as long, in seconds.
const LONGEST: f64 = 86_400.0;

/// The rows of an asset with a timeline.
pub(crate) struct TimelineFieldRows<'a, 'b> {
    /// The montage or clip that the rows are of.
    pub host: TimelineHost<'a>,
    /// The items that the rows are of.
    pub(super) many: Vec<asset::Id>,
    pub(super) rows: PropertyRows<'b>,
}

impl TimelineFieldRows<'_, '_> {
    /// The rows are of more than one item.
    pub fn has_several(&self) -> bool {
        self.many.len() > 1
    }

    /// The header above the rows of what is selected; returns whether they are shown.
    pub fn selected_header(&self, ui: &mut Ui, name: &str, right: &str) -> bool {
        match self.many.len() {
            0 | 1 => parts::group_header(ui, &tr!("Selected: {name}"), right),
            many => parts::group_header(ui, &tr!("Change all {many}"), ""),
        }
    }

    /// Unfolds the rows of what is selected.
    pub fn open_selected(&self, ui: &Ui, name: &str) {
        parts::unfold(ui, &tr!("Selected: {name}"));
    }

    /// The request to pick a value for a row of a notify, or for a field of its class.
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
        let frames = tr!("{label} in frames");
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
