//! What was decided around the playhead: a row each, with the rule and the numbers it compared.

use super::{WhyPanelState, note::note_ui, view::WhyView};
use crate::{
    action::{EditorAction, SelectAction, SessionAction, ViewAction},
    parts, theme,
};
use anim::Name;
use asset::{Id, Project};
use document::Selection;
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use session::{LedgerOutcome, LedgerRow, Predicate, SearchDirection};
use words::tr;

const TIME: f32 = 62.0;
const OUTCOME: f32 = 84.0;
/// Rows that are shown at most.
const MOST: usize = 400;

/// Shows the decisions.
pub fn decisions_ui(
    ui: &mut Ui,
    state: &WhyPanelState<'_>,
    view: &mut WhyView,
    actions: &mut Vec<EditorAction>,
) {
    let rewound = state.rewound;
    let near = rewound.rows.as_ref().map_or(&[][..], |(_, rows)| rows);
    let searched = view.searched().and(rewound.searched.as_ref());
    let rows = searched.map_or(near, |it| &it.0);
    let count = match searched {
        Some((rows, until, false)) => {
            let part = *until as f64 / rewound.session.end().max(1) as f64 * 100.0;
            tr!("{} found, {part:.0} % searched", rows.len())
        }
        Some((rows, ..)) => tr!("{} found", rows.len()),
        None => tr!("{} in sight", rows.len()),
    };
    if !parts::group_header(ui, tr!("Decisions"), &count) {
        return;
    }
    filter_ui(ui, view);
    if rewound.rows.is_none() {
        return note_ui(ui, tr!("Asking…"));
    }
    let here = rewound.tick().saturating_sub(1);
    let shown: Vec<(usize, &LedgerRow)> = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| is_wanted(row, view, here))
        .collect();
    if shown.is_empty() {
        return note_ui(ui, tr!("Nothing was decided here that fits the filter."));
    }
    // The nearest to the playhead, where there are too many.
    let middle = shown.partition_point(|(_, row)| row.tick < here);
    let from = middle.saturating_sub(MOST / 2);
    for (at, row) in shown.into_iter().skip(from).take(MOST) {
        row_ui(ui, state, view, (at, row, here), actions);
    }
}

fn filter_ui(ui: &mut Ui, view: &mut WhyView) {
    crate::panels::assets::filter_ui(ui, tr!("Asset, item, state or reason"), &mut view.filter);
    ui.horizontal_wrapped(|ui| {
        ui.add_space(12.0);
        if parts::toggle_button(ui, tr!("At playhead"), view.is_at_playhead).clicked() {
            view.is_at_playhead = !view.is_at_playhead;
        }
        let whole = parts::toggle_button(ui, tr!("Whole session"), view.is_whole);
        let whole =
            whole.on_hover_text(tr!("Searches all of the session for what the filter says"));
        if whole.clicked() {
            view.is_whole = !view.is_whole;
        }
        let outcomes = [
            (LedgerOutcome::Happened, tr!("Happened")),
            (LedgerOutcome::DidNot, tr!("Did not")),
            (LedgerOutcome::Refused, tr!("Refused")),
        ];
        for (outcome, label) in outcomes {
            let is_on = view.outcome == Some(outcome);
            if parts::toggle_button(ui, label, is_on).clicked() {
                view.outcome = (!is_on).then_some(outcome);
            }
        }
    });
    ui.add_space(4.0);
}

fn is_wanted(row: &LedgerRow, view: &WhyView, here: u64) -> bool {
    // Ticks of states come with every tick, and say nothing.
    let is_tick = row.what == tr!("tick");
    !is_tick
        && (!view.is_at_playhead || row.tick == here)
        && view.outcome.is_none_or(|it| it == row.outcome)
        && row.has_text(&view.filter)
}

fn look(outcome: LedgerOutcome) -> (Color32, &'static str) {
    match outcome {
        LedgerOutcome::Happened => (theme::OK, tr!("happened")),
        LedgerOutcome::DidNot => (theme::TEXT_3, tr!("did not")),
        LedgerOutcome::Refused => (theme::WARN, tr!("refused")),
    }
}

fn fill_of(is_open: bool, is_here: bool, is_hovered: bool) -> Color32 {
    match (is_open, is_here, is_hovered) {
        (true, ..) => theme::ACCENT_FILL,
        (_, true, _) => theme::ACCENT_FILL.gamma_multiply(0.5),
        (.., true) => theme::RAISE,
        _ => Color32::TRANSPARENT,
    }
}

fn row_ui(
    ui: &mut Ui,
    state: &WhyPanelState<'_>,
    view: &mut WhyView,
    (at, row, here): (usize, &LedgerRow, u64),
    actions: &mut Vec<EditorAction>,
) {
    let key = (row.tick, at);
    let is_open = view.open == Some(key);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::click());
    let (color, outcome) = look(row.outcome);
    let name = format!("{} {}: {outcome}, {}", row.what, row.subject, row.reason);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &name));
    if ui.is_rect_visible(rect) {
        let fill = fill_of(is_open, row.tick == here, response.hovered());
        ui.painter().rect_filled(rect, 0.0, fill);
        let series = state.rewound.series.as_ref();
        let time = series.map_or(row.time, |series| series.time(row.tick + 1));
        let cell = |from, to| parts::row_cell(rect, from, to);
        let left = rect.left() + 12.0;
        let right = rect.right() - 8.0;
        let middle = left + TIME + (right - OUTCOME - left - TIME) * 0.46;
        let time = format!("{time:.3}");
        parts::text_in(
            ui,
            cell(left, left + TIME),
            Align2::LEFT_CENTER,
            &time,
            theme::small(),
            theme::TEXT_2,
        );
        let subject = format!("{}  {}", row.subject, row.asset);
        parts::text_in(
            ui,
            cell(left + TIME, middle - 6.0),
            Align2::LEFT_CENTER,
            &subject,
            theme::text(),
            theme::TEXT,
        );
        let compared = compared(row);
        parts::text_in(
            ui,
            cell(middle, right - OUTCOME - 6.0),
            Align2::LEFT_CENTER,
            &compared,
            theme::small(),
            theme::TEXT_2,
        );
        let what = cell(right - OUTCOME, right);
        parts::text_in(
            ui,
            what,
            Align2::RIGHT_CENTER,
            outcome,
            theme::small(),
            color,
        );
    }
    parts::focus_ring(ui, &response);
    let response = response.on_hover_text(format!("{}\n{}", name, compared(row)));
    if response.clicked() {
        view.open = (!is_open).then_some(key);
        actions.push(SessionAction::Seek(row.tick + 1).into());
    }
    if is_open {
        open_ui(ui, state, row, actions);
    }
}

/// The numbers that decided, else the reason.
fn compared(row: &LedgerRow) -> String {
    let numbers: Vec<String> = row
        .compared
        .iter()
        .map(|(what, value)| format!("{what} {value:.3}"))
        .collect();
    if numbers.is_empty() {
        row.reason.clone()
    } else {
        format!("{}: {}", row.reason, numbers.join(", "))
    }
}

/// The unfolded row: a sentence, the numbers side by side, and where it leads.
fn open_ui(
    ui: &mut Ui,
    state: &WhyPanelState<'_>,
    row: &LedgerRow,
    actions: &mut Vec<EditorAction>,
) {
    egui::Frame::NONE
        .fill(theme::RAISE)
        .inner_margin(egui::Margin::symmetric(14, 8))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            let (_, outcome) = look(row.outcome);
            let title = format!("{} · {} {outcome}", row.subject, row.what);
            ui.label(
                egui::RichText::new(title)
                    .font(theme::strong())
                    .color(theme::TEXT),
            );
            ui.label(egui::RichText::new(&row.reason).color(theme::TEXT_2));
            bars_ui(ui, row);
            ui.horizontal_wrapped(|ui| {
                if let Some((asset, item)) = item_of(state.project, row)
                    && parts::button(ui, None, tr!("Go to item"), false).clicked()
                {
                    actions.push(ViewAction::OpenAsset(asset).into());
                    let there =
                        item.map_or(Selection::asset(asset), |item| Selection::item(asset, item));
                    actions.push(SelectAction::These(there).into());
                }
                if let Some(predicate) = predicate_of(row) {
                    let ways = [
                        (tr!("Last time"), SearchDirection::Last),
                        (tr!("Next time"), SearchDirection::Next),
                    ];
                    for (label, way) in ways {
                        if parts::button(ui, None, label, false).clicked() {
                            actions.push(SessionAction::Find(predicate, way).into());
                        }
                    }
                }
            });
        });
}

/// The compared numbers as bars beside each other, where there are two of them.
fn bars_ui(ui: &mut Ui, row: &LedgerRow) {
    let most = row
        .compared
        .iter()
        .map(|it| it.1.abs())
        .fold(1e-9, f64::max);
    for (what, value) in &row.compared {
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
        let text = format!("{what} {value:.4}");
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        let label = rect.with_max_x(rect.left() + 84.0);
        parts::text_in(
            ui,
            label,
            Align2::LEFT_CENTER,
            what,
            theme::small(),
            theme::TEXT_2,
        );
        let track = Rect::from_min_max(
            pos2(label.right() + 4.0, rect.center().y - 3.0),
            pos2(rect.right() - 64.0, rect.center().y + 3.0),
        );
        let part = (value.abs() / most) as f32;
        ui.painter().rect_filled(track, 2.0, theme::BASE);
        let bar = track.with_max_x(track.left() + track.width() * part);
        ui.painter().rect_filled(bar, 2.0, theme::ACCENT);
        let at = rect.right_center();
        let number = format!("{value:.4}");
        ui.painter().text(
            at,
            Align2::RIGHT_CENTER,
            number,
            theme::small(),
            theme::TEXT,
        );
    }
}

/// What a row of the same kind is found by; None of rows that nothing is looked for by.
fn predicate_of(row: &LedgerRow) -> Option<Predicate> {
    if row.name == Name::NONE {
        return None;
    }
    let fires = row.outcome == LedgerOutcome::Happened;
    if row.what == tr!("notify") || row.what == tr!("begin") {
        let name = row.name;
        Some(Predicate::Notify { name, fires })
    } else if row.what == tr!("state entered") {
        Some(Predicate::Entered { state: row.name })
    } else {
        None
    }
}

/// An asset, and an item in it; None is the asset as a whole.
type ItemPlace = (Id, Option<Id>);

/// What a row is about.
fn item_of(project: &Project, row: &LedgerRow) -> Option<ItemPlace> {
    in_montage(project, row)
        .or_else(|| in_clip(project, row))
        .or_else(|| in_graph(project, row))
        .or_else(|| named(project, &row.subject))
}

fn in_montage(project: &Project, row: &LedgerRow) -> Option<ItemPlace> {
    let mut all = project.montages.iter();
    let (id, montage) = all.find(|(_, it)| it.name == row.asset)?;
    let notify = montage.notifies.iter().find(|it| it.name == row.subject);
    let section = montage.sections.iter().find(|it| it.name == row.subject);
    Some((*id, notify.map(|it| it.id).or(section.map(|it| it.id))))
}

fn in_clip(project: &Project, row: &LedgerRow) -> Option<ItemPlace> {
    let mut all = project.clips.iter();
    let (id, clip) = all.find(|(_, it)| it.name == row.asset)?;
    let notify = clip.notifies.iter().find(|it| it.name == row.subject);
    Some((*id, notify.map(|it| it.id)))
}

fn in_graph(project: &Project, row: &LedgerRow) -> Option<ItemPlace> {
    project.graphs.iter().find_map(|(id, graph)| {
        let mut nodes = graph.wiring.nodes.iter();
        let node = nodes.find(|node| node.name == row.asset)?;
        Some((*id, Some(node.id)))
    })
}

/// The asset of a name, such as a montage that was asked for.
fn named(project: &Project, name: &str) -> Option<ItemPlace> {
    let mut all = project.assets();
    let (id, _) = all.find(|(id, _)| project.asset_name(*id) == Some(name))?;
    Some((id, None))
}
