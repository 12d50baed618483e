//! Rows of a clip's compression: what is asked for, how far it is, what came out.

use super::{fact, fields::TimelineFieldRows};
use crate::{
    action::ClipAction,
    compression::{CompressionState, Status, centimetres, decimals, sizes},
    parts::{self, NumberField},
    theme,
};
use anim::codec::{Bound, CodecReport, EncoderSettings, ErrorMetricSpace};
use document::{ClipCommand, Command};
use egui::{Color32, Ui};
use words::tr;

/// The compression rows of a clip.
pub fn compression_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, status: &Status<'_>) {
    let right = match (status.state, status.report) {
        (CompressionState::Done | CompressionState::Missed, Some(report)) => {
            format!("{:.1} : 1", report.ratio())
        }
        (CompressionState::Working, _) => tr!("Compressing…").to_owned(),
        _ => String::new(),
    };
    if !parts::group_header(ui, tr!("Compression"), &right) {
        return;
    }
    settings_ui(ui, fields, status.clip.compression);
    state_ui(ui, fields, status);
    if let Some(report) = status.report {
        links_ui(ui, fields);
        ui.scope(|ui| {
            if status.state == CompressionState::Working {
                ui.set_opacity(0.5);
            }
            facts_ui(ui, status, report);
        });
    }
}

fn settings_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    settings: Option<EncoderSettings>,
) {
    let id = fields.host.id;
    let set = move |settings| Command::Clip(id, ClipCommand::SetCompression(settings));
    let known = settings.unwrap_or_default();
    let bounds = [
        (None, tr!("Off: keep every key")),
        (Some(Bound::Max), tr!("Lossy, all within tolerance")),
        (Some(Bound::P99), tr!("Lossy, 99 % within tolerance")),
    ];
    let bounds: Vec<(Option<Bound>, String)> = bounds
        .into_iter()
        .map(|(bound, name)| (bound, name.to_owned()))
        .collect();
    fields.rows.choice(
        ui,
        tr!("Mode"),
        &settings.map(|settings| settings.bound),
        &bounds,
        |bound| set(bound.map(|bound| EncoderSettings { bound, ..known })),
    );
    if settings.is_some() {
        let spaces = [
            (ErrorMetricSpace::Object, tr!("Component space")),
            (ErrorMetricSpace::Parent, tr!("Parent space, each bone")),
        ];
        let spaces = spaces.map(|(space, name)| (space, name.to_owned()));
        fields
            .rows
            .choice(ui, tr!("Error space"), &known.space, &spaces, |space| {
                set(Some(EncoderSettings { space, ..known }))
            });
        let value = f64::from(known.precision) * 100.0;
        let field = NumberField {
            name: tr!("Tolerance"),
            value,
            unit: "cm",
            decimals: decimals(value),
            speed: (value * 0.01).max(0.0001),
            range: 0.0001..=10.0,
            width: 84.0,
        };
        fields.rows.number(ui, tr!("Tolerance"), field, |cm| {
            set(Some(EncoderSettings {
                precision: (cm / 100.0) as f32,
                ..known
            }))
        });
    }
}

fn state_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, status: &Status<'_>) {
    let mut say = |color: Color32, text: &str| {
        parts::property(ui, tr!("State"), |ui| {
            ui.add(egui::Label::new(egui::RichText::new(text).color(color)).wrap())
        });
    };
    match status.state {
        CompressionState::Off => say(theme::TEXT, tr!("Not compressed")),
        CompressionState::Working => say(theme::ACCENT, tr!("Compressing…")),
        CompressionState::Done => say(theme::OK, tr!("Within tolerance")),
        CompressionState::Missed => {
            say(theme::ERROR, tr!("Over tolerance"));
            note_ui(
                ui,
                tr!(
                    "This is the smallest possible error. Raise the tolerance, or turn compression off."
                ),
            );
        }
        CompressionState::Cancelled => {
            say(theme::WARN, tr!("Cancelled: plays uncompressed"));
            let id = fields.host.id;
            parts::property(ui, "", |ui| {
                if parts::button(ui, None, tr!("Compress now"), false).clicked() {
                    fields.rows.actions.push(ClipAction::CompressNow(id).into());
                }
            });
        }
        CompressionState::Failed(reason) => {
            say(theme::ERROR, tr!("Failed: plays uncompressed"));
            note_ui(ui, &format!("{}.", sentence(&reason.to_string())));
        }
        CompressionState::LeftOut => {
            say(theme::ERROR, tr!("The clip does not play"));
            note_ui(ui, tr!("See Problems."));
        }
    }
}

/// Below a state, as wide as the fields.
pub(super) fn note_ui(ui: &mut Ui, text: &str) {
    ui.horizontal(|ui| {
        ui.add_space(theme::LABEL_COLUMN);
        let width = ui.available_width() - 20.0;
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.add(
                egui::Label::new(
                    egui::RichText::new(text)
                        .font(theme::small())
                        .color(theme::TEXT_2),
                )
                .wrap(),
            );
        });
    });
    ui.add_space(4.0);
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn facts_ui(ui: &mut Ui, status: &Status<'_>, report: &CodecReport) {
    fact(ui, tr!("Size"), &sizes(report));
    fact(ui, tr!("Largest error"), &centimetres(report.max_error));
    if let Some((bone, time)) = status.worst().filter(|_| report.max_error > 0.0) {
        fact(
            ui,
            tr!("Where"),
            &tr!("{} at {time:.3} s", status.bone(bone)),
        );
    }
    if let Some(off) = status.off_the_file() {
        fact(ui, tr!("Error against the file"), &off);
    }
    fact(ui, tr!("99 % below"), &centimetres(report.p99_error));
    fact(ui, tr!("Mean"), &centimetres(report.mean_error));
    fact(ui, tr!("RMS"), &centimetres(report.root_mean_square));
    if !parts::folded_header(ui, tr!("Advanced")) {
        return;
    }
    let counts = report.counts;
    let tracks = tr!(
        "{} animated, {} constant, {} in the reference pose",
        counts.animated,
        counts.constant,
        counts.default
    );
    fact(ui, tr!("Sub-tracks"), &tracks);
    if let Some(frames) = status.frames() {
        fact(ui, tr!("Frames"), &frames);
    }
    fact(
        ui,
        tr!("Segments"),
        &tr!("{} frames each", report.segment_frames),
    );
}

fn links_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>) {
    parts::property(ui, "", |ui| {
        let tip = tr!("Moves the playhead to the largest error and selects its bone");
        if parts::button(ui, None, tr!("Worst frame"), false)
            .on_hover_text(tip)
            .clicked()
        {
            fields.rows.actions.push(ClipAction::GoToWorstFrame.into());
        }
        let tip = tr!("Shows the error over time and per bone (F9)");
        if parts::button(ui, None, tr!("Report"), false)
            .on_hover_text(tip)
            .clicked()
        {
            fields.rows.actions.push(ClipAction::ShowCompression.into());
        }
    });
}
