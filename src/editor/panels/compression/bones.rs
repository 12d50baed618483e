//! The bones by their largest error.

use super::title_ui;
use crate::{
    action::{ClipAction, EditorAction},
    compression::{CompressionState, Status, number},
    panels::assets::row_background,
    parts, theme,
};
use anim::codec::{CodecReport, Compressed, Rates, report::BoneError};
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use words::{Word, tr, word};

/// Titles of the columns behind the name, each this wide, points.
const COLUMNS: [Word; 5] = [
    word!("Largest"),
    word!("Mean"),
    word!("RMS"),
    word!("At"),
    word!("Bits R·T·S"),
];
const BITS_TIP: Word = word!(
    "Mean bits per component of rotation, translation and scale. 0 = constant, – = not stored."
);
const COLUMN: f32 = 62.0;

/// A table of errors and bits, one row for each bone.
pub fn bones_ui(
    ui: &mut Ui,
    status: &Status<'_>,
    report: &CodecReport,
    selected_bone: Option<usize>,
    actions: &mut Vec<EditorAction>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    title_ui(ui, tr!("Bones, cm"), tr!("click for the worst frame"));
    let rates = status.compressed.map_or(Vec::new(), Compressed::rates);
    let mut bones: Vec<(usize, &BoneError)> = report.bones.iter().enumerate().collect();
    // Of equal ones that which is named as the worst.
    let key = |(bone, error): &(usize, &BoneError)| (error.max, *bone == report.worst_bone);
    bones.sort_by(|a, b| key(b).0.total_cmp(&key(a).0).then(key(b).1.cmp(&key(a).1)));
    let (heading, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    parts::text_in(
        ui,
        name_cell(heading),
        Align2::LEFT_CENTER,
        tr!("Bone"),
        theme::small(),
        theme::TEXT_3,
    );
    for (column, title) in COLUMNS.iter().enumerate() {
        parts::text_in(
            ui,
            cell(heading, column),
            Align2::RIGHT_CENTER,
            *title,
            theme::small(),
            theme::TEXT_3,
        );
    }
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        theme::LOG_ROW,
        bones.len(),
        |ui, range| {
            for (bone, error) in &bones[range] {
                let rates = rates.get(*bone).copied().unwrap_or_default();
                row_ui(
                    ui,
                    (status, report),
                    *bone,
                    (error, rates),
                    selected_bone,
                    actions,
                );
            }
        },
    );
}

fn row_ui(
    ui: &mut Ui,
    (status, report): (&Status<'_>, &CodecReport),
    bone: usize,
    (error, rates): (&BoneError, Rates),
    selected_bone: Option<usize>,
    actions: &mut Vec<EditorAction>,
) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::click());
    let (name, time) = (status.bone(bone), status.time(error.worst_frame));
    let selected = selected_bone == Some(bone);
    response
        .widget_info(|| WidgetInfo::selected(Role::Row, true, selected, tr!("Error of {name}")));
    row_background(ui, rect, selected, false, response.hovered());
    let color = if selected { theme::WHITE } else { theme::TEXT };
    parts::text_in(
        ui,
        name_cell(rect),
        Align2::LEFT_CENTER,
        name,
        theme::small(),
        color,
    );
    let largest = match (error.max > report.precision, status.state) {
        (true, CompressionState::Missed) => theme::ERROR,
        (true, _) => theme::WARN,
        _ => color,
    };
    let cells = [
        (number(error.max), largest),
        (number(error.mean), theme::TEXT_2),
        (number(error.root_mean_square), theme::TEXT_2),
        (format!("{time:.3} s"), theme::TEXT_2),
        (bits_text(rates), theme::TEXT_2),
    ];
    for (column, (text, color)) in cells.into_iter().enumerate() {
        parts::text_in(
            ui,
            cell(rect, column),
            Align2::RIGHT_CENTER,
            text,
            theme::small(),
            color,
        );
    }
    response.clone().on_hover_text(BITS_TIP.text());
    if response.clicked() {
        actions.push(ClipAction::ShowBoneAt { bone, time }.into());
    }
}

/// Bits of rotation, translation and scale, such as `9·4·–`.
fn bits_text(rates: Rates) -> String {
    let text = |bits: Option<f32>| bits.map_or("–".to_owned(), |bits| format!("{bits:.0}"));
    [rates.rotation, rates.translation, rates.scale]
        .map(text)
        .join("·")
}

fn name_cell(row: Rect) -> Rect {
    Rect::from_min_max(
        row.min + vec2(8.0, 0.0),
        pos2(cell(row, 0).left(), row.bottom()),
    )
}

fn cell(row: Rect, column: usize) -> Rect {
    let right = row.right() - 10.0 - (COLUMNS.len() - 1 - column) as f32 * COLUMN;
    Rect::from_min_max(
        pos2(right - COLUMN + 4.0, row.top()),
        pos2(right, row.bottom()),
    )
}
