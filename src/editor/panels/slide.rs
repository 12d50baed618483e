//! How far feet slide: a sentence, the worst places or every transition, and edits with what they
//! would make of it.

mod rows;
pub(crate) mod told;

use super::sweep::running_ui;
use crate::{
    action::{EditAction, EditorAction, ViewAction},
    icons,
    jobs::Job,
    parts,
    sliding::{Measured, Score, SlideFix, SlideResult},
    theme,
};
use asset::{Id, Project};
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use std::sync::Arc;
use told::{SEEN, color, millimetres};
use words::{noun, tr};

/// Points of the columns of figures.
const COLUMN: f32 = 104.0;
const BUTTON: f32 = 64.0;

/// What the Foot slide panel shows.
pub struct SlidePanelState<'a> {
    /// The project, to check whether the last measure is still of it.
    pub project: &'a Arc<Project>,
    /// The last measure, perhaps of another document; None before the first.
    pub measured: Option<&'a Measured>,
    /// The job that measures; None while none does.
    pub running: Option<&'a Job>,
    /// The open document, where it can be measured.
    pub open: Option<Id>,
}

/// The Foot slide panel: how far feet slide, where, and what would help.
pub fn slide_ui(ui: &mut Ui, shown: &SlidePanelState<'_>, actions: &mut Vec<EditorAction>) {
    if let Some(job) = shown.running {
        return running_ui(ui, job);
    }
    let Some(measured) = shown.measured else {
        return nothing_ui(ui, shown, actions);
    };
    let is_current = measured.is_as_in(shown.project);
    ui.spacing_mut().item_spacing.y = 0.0;
    head_ui(ui, shown, measured, is_current, actions);
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            fixes_ui(ui, measured, is_current, actions);
            rows::rows_ui(ui, shown, measured, actions);
        });
}

fn nothing_ui(ui: &mut Ui, shown: &SlidePanelState<'_>, actions: &mut Vec<EditorAction>) {
    let (line, button) = match shown.open {
        Some(_) => (
            tr!(
                "Plays the document, measures the slide of planted feet, and tries edits that reduce it."
            ),
            Some(tr!("Measure")),
        ),
        None => (
            tr!("Open a blend space or a pose graph to measure its foot slide."),
            None,
        ),
    };
    if parts::empty_state(
        ui,
        icons::PERSON_SIMPLE_WALK,
        tr!("Foot slide not measured"),
        line,
        button,
    ) {
        actions.push(ViewAction::MeasureSlide.into());
    }
}

/// Summary line with the button that measures again; the results follow below it.
fn head_ui(
    ui: &mut Ui,
    shown: &SlidePanelState<'_>,
    measured: &Measured,
    is_current: bool,
    actions: &mut Vec<EditorAction>,
) {
    let Score { worst, mean } = measured.found.score();
    let (text, icon, tone) = match (is_current, measured.found.contacts().iter().sum::<usize>()) {
        (false, _) => (
            tr!("Edited since: measure again").to_owned(),
            icons::WARNING,
            theme::WARN,
        ),
        (_, 0) => (
            tr!("No foot contacts").to_owned(),
            icons::INFO,
            theme::TEXT_2,
        ),
        _ => {
            let text = tr!(
                "Foot slide per contact: mean {}, max {}",
                millimetres(mean),
                millimetres(worst)
            );
            (
                text,
                if worst < SEEN {
                    icons::CHECK_CIRCLE
                } else {
                    icons::WARNING
                },
                color(mean),
            )
        }
    };
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let size = vec2((ui.available_width() - 84.0).max(60.0), theme::BUTTON);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        ui.painter().text(
            pos2(rect.left() + 18.0, rect.center().y),
            Align2::CENTER_CENTER,
            icon,
            theme::icon(16.0),
            tone,
        );
        parts::text_in(
            ui,
            rect.with_min_x(rect.left() + 32.0),
            Align2::LEFT_CENTER,
            &text,
            theme::text(),
            theme::TEXT,
        );
        response.on_hover_text(tr!("Mean and max over all places or contacts"));
        ui.add_enabled_ui(shown.open.is_some(), |ui| {
            let button = parts::button(
                ui,
                None,
                tr!("Measure"),
                !is_current && shown.open.is_some(),
            );
            let button =
                button.on_disabled_hover_text(tr!("Open a blend space or a pose graph first"));
            if button
                .on_hover_text(tr!("Measures the open document again"))
                .clicked()
            {
                actions.push(ViewAction::MeasureSlide.into());
            }
        });
    });
    let contacts = measured.found.contacts();
    let name = shown
        .project
        .asset_name(measured.of)
        .unwrap_or(tr!("a deleted item"));
    let words = [
        tr!("by curves"),
        tr!("by sync markers"),
        tr!("detected from foot motion"),
    ];
    let how: Vec<&str> = words
        .iter()
        .zip(contacts)
        .filter(|(_, count)| *count > 0)
        .map(|(word, _)| *word)
        .collect();
    let (how, contacts) = (how.join(tr!(", else ")), contacts.iter().sum());
    let feet = measured.feet.join(", ");
    let took = measured.took.as_secs_f64();
    let line = format!(
        "{name} · {feet} · {} {how} · {took:.1} s",
        parts::count(contacts, noun!("contact"))
    );
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    parts::text_in(
        ui,
        rect.with_min_x(rect.left() + 32.0),
        Align2::LEFT_CENTER,
        &line,
        theme::small(),
        theme::TEXT_3,
    );
    response.on_hover_text(line);
}

fn fixes_ui(ui: &mut Ui, measured: &Measured, is_current: bool, actions: &mut Vec<EditorAction>) {
    let better = measured.fixes.iter().filter(|fix| fix.is_better()).count();
    let note = if measured.fixes.is_empty() {
        String::new()
    } else {
        tr!("{better} of {} help", measured.fixes.len())
    };
    if !parts::group_header(ui, tr!("Tested edits"), &note) {
        return;
    }
    if measured.fixes.is_empty() {
        let text = match measured.found {
            SlideResult::Space { .. } => {
                tr!(
                    "Samples match their speed, and markers match the footfalls. Where feet slide most, add a clip, or shorten the axes."
                )
            }
            SlideResult::Graph { .. } => {
                tr!("The graph has no Foot Placement node, and its blend spaces need no edit.")
            }
        };
        return line_ui(ui, text, theme::TEXT_3);
    }
    heading_ui(ui);
    for (at, fix) in measured.fixes.iter().enumerate() {
        ui.push_id(at, |ui| fix_ui(ui, fix, is_current, actions));
    }
    ui.add_space(6.0);
}

fn line_ui(ui: &mut Ui, text: &str, color: Color32) {
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        ui.add(
            egui::Label::new(egui::RichText::new(text).font(theme::small()).color(color)).wrap(),
        );
    });
    ui.add_space(6.0);
}

/// Words, the two figures, and the button of a row.
fn cells(row: Rect) -> [Rect; 4] {
    let right = row.right() - 8.0;
    let button = Rect::from_min_max(pos2(right - BUTTON, row.top()), pos2(right, row.bottom()));
    let cell = |nth: f32| {
        let to = button.left() - 8.0 - nth * COLUMN;
        Rect::from_min_max(pos2(to - COLUMN + 6.0, row.top()), pos2(to, row.bottom()))
    };
    let (worst, mean) = (cell(0.0), cell(1.0));
    [
        Rect::from_min_max(
            pos2(row.left() + 12.0, row.top()),
            pos2(mean.left() - 6.0, row.bottom()),
        ),
        mean,
        worst,
        button,
    ]
}

fn heading_ui(ui: &mut Ui) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let [words, mean, worst, _] = cells(row);
    for (cell, text, align) in [
        (words, tr!("Edit"), Align2::LEFT_CENTER),
        (mean, tr!("Mean"), Align2::RIGHT_CENTER),
        (worst, tr!("Worst"), Align2::RIGHT_CENTER),
    ] {
        parts::text_in(ui, cell, align, text, theme::small(), theme::TEXT_3);
    }
}

fn fix_ui(ui: &mut Ui, fix: &SlideFix, is_current: bool, actions: &mut Vec<EditorAction>) {
    let (row, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
    let [words, mean, worst, button] = cells(row);
    let change = |from: f64, to: f64| tr!("{} to {}", number(from), millimetres(to));
    let tone = match fix {
        fix if fix.is_worse() => theme::ERROR,
        fix if fix.is_better() => theme::OK,
        _ => theme::TEXT_3,
    };
    let (mean_text, worst_text) = (
        change(fix.before.mean, fix.after.mean),
        change(fix.before.worst, fix.after.worst),
    );
    let verdict = match fix {
        fix if fix.is_better() => tr!("better"),
        fix if fix.after.mean < fix.before.mean * 0.99 && fix.is_worse() => {
            tr!("better mean, worse worst place")
        }
        fix if fix.is_worse() => tr!("worse"),
        _ => tr!("no difference"),
    };
    let label = tr!(
        "{}: mean {mean_text}, worst {worst_text}, {verdict}",
        fix.label
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &label));
    parts::text_in(
        ui,
        words,
        Align2::LEFT_CENTER,
        &fix.label,
        theme::small(),
        theme::TEXT,
    );
    parts::text_in(
        ui,
        mean,
        Align2::RIGHT_CENTER,
        mean_text,
        theme::small(),
        tone,
    );
    parts::text_in(
        ui,
        worst,
        Align2::RIGHT_CENTER,
        worst_text,
        theme::small(),
        tone,
    );
    response.on_hover_text(format!("{}\n{verdict}\n{}", fix.label, fix.tip));
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(button));
    inner.add_enabled_ui(is_current, |ui| {
        let name = if fix.is_worse() {
            tr!("Apply anyway")
        } else {
            tr!("Apply")
        };
        let apply = parts::button(ui, None, name, false)
            .on_disabled_hover_text(tr!("Edited since: measure again first"));
        if apply
            .on_hover_text(tr!("{}: one undo step; then measures again", fix.label))
            .clicked()
        {
            actions.push(EditAction::Perform(fix.command.clone(), None).into());
            actions.push(ViewAction::MeasureSlide.into());
        }
    });
}

/// Millimetres, without their unit.
fn number(slide: f64) -> String {
    millimetres(slide).trim_end_matches(" mm").to_owned()
}
