//! Where feet slide: the worst places of a blend space, or every transition of a graph.

use super::{
    SlidePanelState,
    told::{color, millimetres},
};
use crate::{
    action::{BlendSpaceAction, EditorAction, SelectAction},
    parts,
    sliding::{Measured, SlideResult, TransitionSlideRow},
    theme,
};
use asset::{BlendSpace, Id};
use document::Selection;
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use studio::slide::{Cell, Map, Slid};
use words::tr;

/// Places that are listed.
const MOST: usize = 12;
const COLUMN: f32 = 62.0;

pub(super) fn rows_ui(
    ui: &mut Ui,
    shown: &SlidePanelState<'_>,
    measured: &Measured,
    actions: &mut Vec<EditorAction>,
) {
    match &measured.found {
        SlideResult::Space { space, map } => {
            places_ui(ui, (space, map), shown.open == Some(measured.of), actions)
        }
        SlideResult::Graph { rows, .. } => transitions_ui(ui, (measured.of, rows), actions),
    }
}

/// Words on the left, three figures on the right.
fn cells(row: Rect) -> [Rect; 4] {
    let cell = |nth: f32| {
        let right = row.right() - 8.0 - nth * COLUMN;
        Rect::from_min_max(
            pos2(right - COLUMN + 4.0, row.top()),
            pos2(right, row.bottom()),
        )
    };
    let [worst, mean, count] = [cell(0.0), cell(1.0), cell(2.0)];
    [
        Rect::from_min_max(
            pos2(row.left() + 12.0, row.top()),
            pos2(count.left() - 4.0, row.bottom()),
        ),
        count,
        mean,
        worst,
    ]
}

fn heading_ui(ui: &mut Ui, titles: [&str; 4]) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    for (at, (cell, title)) in cells(row).into_iter().zip(titles).enumerate() {
        let align = if at == 0 {
            Align2::LEFT_CENTER
        } else {
            Align2::RIGHT_CENTER
        };
        parts::text_in(ui, cell, align, title, theme::small(), theme::TEXT_3);
    }
}

/// Returns whether it was clicked.
fn row_ui(ui: &mut Ui, words: &str, count: usize, slid: &Slid, tip: &str) -> bool {
    let sense = if tip.is_empty() {
        Sense::hover()
    } else {
        Sense::click()
    };
    let (row, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), sense);
    let label = match slid.contacts {
        0 => tr!("{words}: no contacts"),
        _ => tr!(
            "{words}: mean {}, worst {}",
            millimetres(slid.mean),
            millimetres(slid.worst)
        ),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &label));
    if response.hovered() && !tip.is_empty() {
        ui.painter().rect_filled(row, 0.0, theme::HAIR);
    }
    let [text, counted, mean, worst] = cells(row);
    let tone = if count == 0 {
        theme::TEXT_3
    } else {
        theme::TEXT
    };
    parts::text_in(ui, text, Align2::LEFT_CENTER, words, theme::small(), tone);
    parts::text_in(
        ui,
        counted,
        Align2::RIGHT_CENTER,
        count.to_string(),
        theme::small(),
        theme::TEXT_2,
    );
    for (cell, value) in [(mean, slid.mean), (worst, slid.worst)] {
        let (figure, tone) = match slid.contacts {
            0 => (tr!("none").to_owned(), theme::TEXT_3),
            _ => (millimetres(value), color(value)),
        };
        parts::text_in(ui, cell, Align2::RIGHT_CENTER, figure, theme::small(), tone);
    }
    parts::focus_ring(ui, &response);
    let clicked = response.clicked();
    if slid.contacts > 0 {
        let frame = tr!("Max {} per frame of 1/60 s", millimetres(slid.frame));
        response.on_hover_text([&frame, tip].join("\n").trim_end());
    }
    clicked
}

fn places_ui(
    ui: &mut Ui,
    (space, map): (&BlendSpace, &Map),
    is_open: bool,
    actions: &mut Vec<EditorAction>,
) {
    if !parts::group_header(ui, tr!("Worst places"), tr!("see the canvas for all")) {
        return;
    }
    heading_ui(
        ui,
        [tr!("Place"), tr!("Contacts"), tr!("Mean"), tr!("Worst")],
    );
    let mut cells: Vec<&Cell> = map.cells.iter().collect();
    cells.sort_by(|a, b| b.slid.worst.total_cmp(&a.slid.worst));
    let tip = if is_open {
        tr!("Click to preview this place")
    } else {
        ""
    };
    for cell in cells.into_iter().take(MOST) {
        let place = space
            .axes
            .iter()
            .zip(cell.at)
            .map(|(axis, at)| format!("{} {at:.1} {}", axis.name, axis.unit));
        let place = place
            .map(|text| text.trim_end().replace(" °", "°"))
            .collect::<Vec<_>>()
            .join(", ");
        if row_ui(ui, &place, cell.slid.contacts, &cell.slid, tip) {
            actions.push(BlendSpaceAction::Try(cell.at).into());
        }
    }
}

fn transitions_ui(
    ui: &mut Ui,
    (graph, rows): (Id, &[TransitionSlideRow]),
    actions: &mut Vec<EditorAction>,
) {
    let taken = rows.iter().filter(|row| row.times > 0).count();
    if !parts::group_header(
        ui,
        tr!("Transitions"),
        &tr!("{taken} of {} taken on the course", rows.len()),
    ) {
        return;
    }
    heading_ui(
        ui,
        [tr!("Transition"), tr!("Taken"), tr!("Mean"), tr!("Worst")],
    );
    for (at, row) in rows.iter().enumerate() {
        let words = match row.times {
            0 => tr!("{}: {}, not taken", row.of, row.title),
            _ => format!("{}: {}", row.of, row.title),
        };
        let tip = if row.item.is_some() {
            tr!("Click to select")
        } else {
            ""
        };
        let clicked = ui
            .push_id(at, |ui| row_ui(ui, &words, row.times, &row.slid, tip))
            .inner;
        if let Some(item) = row.item.filter(|_| clicked) {
            actions.push(SelectAction::These(Selection::item(graph, item)).into());
        }
    }
    ui.add_space(4.0);
    super::line_ui(
        ui,
        tr!(
            "The course runs three times on flat ground with the graph's paces and bindings: walk, jog, sprint, strafe, turn, stop, crouch, jump. Transitions it does not take are not measured."
        ),
        theme::TEXT_3,
    );
}
