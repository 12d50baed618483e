//! What compressing did to the open clip: its error over time, bone by bone, and where the bits go.

mod bones;
mod plots;

pub use plots::base as plot;

use crate::{
    action::{ClipAction, EditAction, EditorAction, ViewAction},
    compression::{CompressionState, Status, centimetres, sizes},
    icons, parts,
    session::Session,
    theme,
};
use anim::codec::{Bound, CodecReport};
use document::{ClipCommand, Command};
use egui::{Align2, Rect, Sense, Ui, UiBuilder, pos2, vec2};
use words::tr;

/// Points; the table of bones, and the histogram where there is room for it.
const TABLE: f32 = 452.0;
const WIDTHS: f32 = 190.0;
/// The plot is at least this wide beside them.
const LEAST_PLOT: f32 = 320.0;
const GAP: f32 = 8.0;

/// Fills what is left of the panel.
pub fn report_ui(
    ui: &mut Ui,
    status: &Status<'_>,
    (session, selected_bone): (&Session, Option<usize>),
    actions: &mut Vec<EditorAction>,
) {
    let Some(report) = status.report else {
        return nothing_ui(ui, status, session, actions);
    };
    head_ui(ui, status, report);
    let area = ui.available_rect_before_wrap().shrink2(vec2(GAP, 0.0));
    let has_widths = area.width() >= LEAST_PLOT + TABLE + WIDTHS + 2.0 * GAP;
    let right = area.right() - if has_widths { WIDTHS + GAP } else { 0.0 };
    let table = (right - area.left() - LEAST_PLOT).clamp(240.0, TABLE);
    let part = |from: f32, to: f32| {
        Rect::from_min_max(pos2(from, area.top()), pos2(to, area.bottom() - GAP))
    };
    let mut show = |rect: Rect, name: &str, content: &mut dyn FnMut(&mut Ui)| {
        let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect));
        child.shrink_clip_rect(rect);
        content(&mut child);
    };
    show(
        part(area.left(), right - table - GAP),
        "errors",
        &mut |ui| {
            plots::errors_ui(ui, status, report, session, actions);
        },
    );
    show(part(right - table, right), "bones", &mut |ui| {
        bones::bones_ui(ui, status, report, selected_bone, actions)
    });
    if has_widths {
        show(part(right + GAP, area.right()), "widths", &mut |ui| {
            plots::widths_ui(ui, report)
        });
    }
}

fn head_ui(ui: &mut Ui, status: &Status<'_>, report: &CodecReport) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::hover());
    let (color, state) = match status.state {
        CompressionState::Missed => (theme::ERROR, tr!("Over tolerance")),
        CompressionState::Working => (theme::ACCENT, tr!("Compressing…")),
        _ => (theme::OK, tr!("Within tolerance")),
    };
    let bound = if status
        .clip
        .compression
        .is_some_and(|s| s.bound == Bound::P99)
    {
        tr!("99 % of")
    } else {
        tr!("all")
    };
    let asked = tr!("{bound} points within {}", centimetres(report.precision));
    let largest = tr!("largest error {}", centimetres(report.max_error));
    ui.painter()
        .circle_filled(rect.left_center() + vec2(14.0, 0.0), 3.0, color);
    let text = Rect::from_min_max(rect.min + vec2(24.0, 0.0), rect.max - vec2(GAP, 0.0));
    let off = status.off_the_file().map_or(String::new(), |off| {
        tr!("  ·  error against the file {off}")
    });
    let line = format!(
        "{state}  ·  {asked}  ·  {largest}{off}  ·  {}",
        sizes(report)
    );
    parts::text_in(
        ui,
        text,
        Align2::LEFT_CENTER,
        line,
        theme::small(),
        theme::TEXT_2,
    );
}

/// Placeholder for a missing report.
fn nothing_ui(
    ui: &mut Ui,
    status: &Status<'_>,
    session: &Session,
    actions: &mut Vec<EditorAction>,
) {
    let Some(id) = session.active else { return };
    let mut show = |icon, title, line: &str, button, action: Option<EditorAction>| {
        if parts::empty_state(ui, icon, title, line, button) {
            actions.extend(action);
        }
    };
    match status.state {
        CompressionState::Off => {
            let on = Command::Clip(id, ClipCommand::SetCompression(Some(Default::default())));
            let line = tr!("This clip keeps every key. Compression makes it much smaller.");
            show(
                icons::STACK,
                tr!("Not compressed"),
                line,
                Some(tr!("Compress")),
                Some(EditAction::Perform(on, None).into()),
            );
        }
        CompressionState::Cancelled => {
            let line = tr!("The clip plays uncompressed.");
            show(
                icons::X_CIRCLE,
                tr!("Cancelled"),
                line,
                Some(tr!("Compress now")),
                Some(ClipAction::CompressNow(id).into()),
            );
        }
        CompressionState::Failed(reason) => {
            show(
                icons::WARNING,
                tr!("Not compressed"),
                &tr!("The clip plays uncompressed: {reason}."),
                None,
                None,
            );
        }
        CompressionState::LeftOut => {
            let line = tr!("The clip does not compile.");
            show(
                icons::WARNING,
                tr!("Not compressed"),
                line,
                Some(tr!("Show problems")),
                Some(ViewAction::ShowProblems.into()),
            );
        }
        CompressionState::Working | CompressionState::Done | CompressionState::Missed => {
            show(
                icons::CLOCK,
                tr!("Compressing…"),
                tr!("The clip plays uncompressed until compression finishes."),
                None,
                None,
            );
        }
    }
}

/// A title over a part of the report.
fn title_ui(ui: &mut Ui, title: &str, right: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    parts::text_in(
        ui,
        rect,
        Align2::LEFT_CENTER,
        title,
        theme::small(),
        theme::TEXT_2,
    );
    parts::text_in(
        ui,
        rect,
        Align2::RIGHT_CENTER,
        right,
        theme::small(),
        theme::TEXT_3,
    );
}
