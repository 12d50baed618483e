//! What an edit changes of the session: a summary, events, and where the pose differs most.

use super::WhyPanelState;
use crate::{
    action::{EditorAction, SessionAction},
    parts,
    rewound::EditedSession,
    theme,
};
use egui::{Align2, Color32, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use session::{EventOutcome, SessionComparison};
use words::{noun, tr};

/// Rows of each list at first.
const FEW: usize = 40;

/// Shows what differs; nothing while nothing is edited.
pub fn differences_ui(ui: &mut Ui, state: &WhyPanelState<'_>, actions: &mut Vec<EditorAction>) {
    let Some(edited) = &state.rewound.edited else {
        return;
    };
    summary_ui(ui, state, edited);
    let Some(found) = edited.found.as_deref().filter(|it| !it.is_equal()) else {
        return;
    };
    events_ui(ui, state, found, actions);
    machines_ui(ui, state, found, actions);
    poses_ui(ui, state, found, actions);
    numbers_ui(ui, state, found, actions);
}

fn summary_ui(ui: &mut Ui, state: &WhyPanelState<'_>, edited: &EditedSession) {
    let ticks = state.rewound.session.len();
    if !parts::group_header(ui, tr!("Edit on trial"), &tr!("{ticks} ticks")) {
        return;
    }
    let lines: Vec<(String, Color32)> = match edited.found.as_deref() {
        None => vec![(
            tr!("Playing the session with the edit…").to_owned(),
            theme::WARN,
        )],
        Some(found) if found.is_equal() => {
            vec![(
                tr!("Every tick is the same, bit for bit.").to_owned(),
                theme::OK,
            )]
        }
        Some(found) => {
            let series = state.rewound.series.as_ref();
            let time = |tick: u64| series.map_or(0.0, |series| series.time(tick + 1));
            let mut lines = vec![(
                tr!(
                    "First difference at {:.3} s; {} of {ticks} ticks differ.",
                    found.first.map_or(0.0, time),
                    found.differing
                ),
                theme::TEXT,
            )];
            if let Some(bone) = found.farthest() {
                lines.push((
                    tr!(
                        "{} is {:.1} cm away at {:.3} s.",
                        state.names.text(bone.bone),
                        bone.distance * 100.0,
                        time(bone.tick)
                    ),
                    theme::TEXT_2,
                ));
            }
            let refused = found.refused.len();
            if refused > 0 {
                let text = tr!(
                    "{} refused now: {}",
                    parts::count(refused, noun!("input")),
                    found.refused[0].why
                );
                lines.push((text, theme::WARN));
            }
            lines
        }
    };
    for (text, color) in lines {
        line_ui(ui, &text, color);
    }
    ui.add_space(6.0);
}

fn line_ui(ui: &mut Ui, text: &str, color: Color32) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    let room = rect.shrink2(vec2(12.0, 0.0));
    parts::text_in(ui, room, Align2::LEFT_CENTER, text, theme::text(), color);
    response.on_hover_text(text);
}

/// A row that leads to its moment: a time, a subject with what it is of, and what changed.
fn row_ui(
    ui: &mut Ui,
    (tick, time): (u64, f64),
    [subject, of, change]: [&str; 3],
    color: Color32,
    actions: &mut Vec<EditorAction>,
) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::click());
    let name = format!("{subject} {of}: {change}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if ui.is_rect_visible(rect) {
        if response.hovered() {
            ui.painter().rect_filled(rect, 0.0, theme::RAISE);
        }
        let cell = |from, to| parts::row_cell(rect, from, to);
        let (left, right) = (rect.left() + 12.0, rect.right() - 8.0);
        let change_left = right - 132.0;
        let time = format!("{time:.3}");
        parts::text_in(
            ui,
            cell(left, left + 62.0),
            Align2::LEFT_CENTER,
            &time,
            theme::small(),
            theme::TEXT_2,
        );
        let subject = format!("{subject}  {of}");
        parts::text_in(
            ui,
            cell(left + 62.0, change_left - 6.0),
            Align2::LEFT_CENTER,
            &subject,
            theme::text(),
            theme::TEXT,
        );
        parts::text_in(
            ui,
            cell(change_left, right),
            Align2::RIGHT_CENTER,
            change,
            theme::small(),
            color,
        );
    }
    parts::focus_ring(ui, &response);
    if response.on_hover_text(name).clicked() {
        actions.push(SessionAction::Seek(tick + 1).into());
    }
}

fn time(state: &WhyPanelState<'_>, tick: u64) -> (u64, f64) {
    let series = state.rewound.series.as_ref();
    (tick, series.map_or(0.0, |series| series.time(tick + 1)))
}

fn events_ui(
    ui: &mut Ui,
    state: &WhyPanelState<'_>,
    found: &SessionComparison,
    actions: &mut Vec<EditorAction>,
) {
    let count =
        |is: fn(&EventOutcome) -> bool| found.events.iter().filter(|it| is(&it.outcome)).count();
    let right = tr!(
        "{} lost, {} new, {} moved",
        count(|it| matches!(it, EventOutcome::Lost)),
        count(|it| matches!(it, EventOutcome::New)),
        count(|it| matches!(it, EventOutcome::Moved { .. }))
    );
    if found.events.is_empty() || !parts::group_header(ui, tr!("Events"), &right) {
        return;
    }
    for it in found.events.iter().take(FEW) {
        let (change, color) = match it.outcome {
            EventOutcome::Lost => (tr!("lost").to_owned(), theme::ERROR),
            EventOutcome::New => (tr!("new").to_owned(), theme::OK),
            EventOutcome::Moved { seconds } => {
                (format!("{:+.0} ms", seconds * 1000.0), theme::ACCENT)
            }
            EventOutcome::OtherReason { now } => (now.short().to_owned(), theme::TEXT_2),
        };
        let event = it.event.event;
        let texts = [
            state.names.text(event.name),
            state.names.text(event.asset),
            &change,
        ];
        row_ui(ui, time(state, it.event.tick), texts, color, actions);
    }
    more_ui(ui, found.events.len());
}

fn machines_ui(
    ui: &mut Ui,
    state: &WhyPanelState<'_>,
    found: &SessionComparison,
    actions: &mut Vec<EditorAction>,
) {
    let right = found.machines.len().to_string();
    if found.machines.is_empty() || !parts::group_header(ui, tr!("States"), &right) {
        return;
    }
    for it in found.machines.iter().take(FEW) {
        let text = |name| state.names.text(name);
        let change = format!("{} → {}", text(it.recorded), text(it.edited));
        let ticks = parts::count((it.ticks.end - it.ticks.start) as usize, noun!("tick"));
        let texts = [text(it.machine), &ticks, &change];
        row_ui(
            ui,
            time(state, it.ticks.start),
            texts,
            theme::ACCENT,
            actions,
        );
    }
    more_ui(ui, found.machines.len());
}

fn poses_ui(
    ui: &mut Ui,
    state: &WhyPanelState<'_>,
    found: &SessionComparison,
    actions: &mut Vec<EditorAction>,
) {
    let right = tr!("worst tick");
    if found.poses.is_empty() || !parts::group_header(ui, tr!("Greatest pose difference"), right) {
        return;
    }
    let mut poses: Vec<_> = found.poses.iter().collect();
    poses.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    for it in poses.iter().take(12) {
        let change = tr!("{:.1} cm, {:.1}°", it.distance * 100.0, it.angle);
        let texts = [state.names.text(it.bone), "", &change];
        row_ui(ui, time(state, it.tick), texts, theme::OK, actions);
    }
}

fn numbers_ui(
    ui: &mut Ui,
    state: &WhyPanelState<'_>,
    found: &SessionComparison,
    actions: &mut Vec<EditorAction>,
) {
    let all = found.parameters.iter().chain(&found.curves);
    let count = found.parameters.len() + found.curves.len();
    if count == 0 || !parts::group_header(ui, tr!("Parameters and curves"), &count.to_string()) {
        return;
    }
    for it in all.take(FEW) {
        let text = |value: Option<f64>| value.map_or("–".to_owned(), |it| format!("{it:.3}"));
        let change = format!("{} → {}", text(it.recorded), text(it.edited));
        let texts = [state.names.text(it.name), "", &change];
        row_ui(ui, time(state, it.tick), texts, theme::TEXT_2, actions);
    }
}

/// How many rows are not shown.
fn more_ui(ui: &mut Ui, count: usize) {
    if count > FEW {
        line_ui(ui, &tr!("and {} more", count - FEW), theme::TEXT_3);
    }
}
