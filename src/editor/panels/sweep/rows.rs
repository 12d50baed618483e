//! A row for each run, and below one that is open what it found.

use super::{
    SweepPanelState,
    columns::{self, SweepColumn},
    fix::fix,
    swept::SweepResult,
    words::{self, Worst},
};
use crate::{
    action::{EditAction, EditorAction, SelectAction},
    parts, theme,
    timeline::TimelineHost,
};
use ::words::tr;
use anim::event::Source;
use asset::Id;
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use studio::sweep::{ASTRAY, Finding, Run, SweepFault};

/// Greatest number of findings of one run that are listed in full.
const MOST_TOLD: usize = 8;
/// The edge of a run that fails, in points.
const EDGE: f32 = 2.0;

pub(super) fn rows_ui(
    ui: &mut Ui,
    shown: &SweepPanelState<'_>,
    (swept, is_current): (&SweepResult, bool),
    open: &mut Option<usize>,
    actions: &mut Vec<EditorAction>,
) {
    let columns = columns::placed(ui.available_width() - ui.spacing().scroll.allocated_width());
    heading_ui(ui, &columns);
    let area = egui::ScrollArea::vertical().auto_shrink(false);
    let area = area.scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysVisible);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (at, run) in swept.report.runs.iter().enumerate() {
            let is_open = *open == Some(at) && run.faults > 0;
            if row_ui(ui, run, &columns, is_open) {
                *open = (!is_open).then_some(at);
            }
            if is_open {
                open_ui(ui, shown, (swept, is_current), run, actions);
            }
        }
    });
}

fn heading_ui(ui: &mut Ui, columns: &[(SweepColumn, f32, f32)]) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    for placed in columns {
        let cell = columns::cell(rect, *placed);
        let align = if placed.0.ends_right() {
            Align2::RIGHT_CENTER
        } else {
            Align2::LEFT_CENTER
        };
        parts::text_in(
            ui,
            cell,
            align,
            placed.0.title(),
            theme::small(),
            theme::TEXT_3,
        );
        let id = ui.scope_id().with(("heading", placed.0.title()));
        ui.interact(cell, id, Sense::hover())
            .on_hover_text(placed.0.tip());
    }
}

/// Row of one run; returns whether it was clicked. A run without differences cannot be opened.
fn row_ui(ui: &mut Ui, run: &Run, columns: &[(SweepColumn, f32, f32)], is_open: bool) -> bool {
    let worst = words::worst_of(run);
    let sense = if worst == Worst::Same {
        Sense::hover()
    } else {
        Sense::click()
    };
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), sense);
    let label = format!("{}: {}", words::rate(run), words::chip(run));
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_open, &label));
    let fill = match worst {
        Worst::Wrong => theme::over(
            theme::PANEL,
            theme::ERROR,
            if response.hovered() { 0.24 } else { 0.16 },
        ),
        _ if is_open => theme::RAISE,
        _ if response.hovered() => theme::HAIR,
        _ => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    if worst == Worst::Wrong {
        ui.painter()
            .rect_filled(rect.with_max_x(rect.left() + EDGE), 0.0, theme::ERROR);
    }
    for placed in columns {
        cell_ui(ui, run, (placed.0, columns::cell(rect, *placed)));
    }
    parts::focus_ring(ui, &response);
    let clicked = response.clicked();
    if worst != Worst::Same {
        response.on_hover_text(if is_open {
            tr!("Click to close")
        } else {
            tr!("Click for differences")
        });
    }
    clicked
}

fn cell_ui(ui: &Ui, run: &Run, (column, cell): (SweepColumn, Rect)) {
    let number = |text: String, color| {
        parts::text_in(ui, cell, Align2::RIGHT_CENTER, text, theme::small(), color)
    };
    match column {
        SweepColumn::Rate => {
            parts::text_in(
                ui,
                cell,
                Align2::LEFT_CENTER,
                words::rate(run),
                theme::small(),
                theme::TEXT,
            );
        }
        SweepColumn::Steps => number(run.ticks.to_string(), theme::TEXT_2),
        SweepColumn::Latest => number(format!("{:.1} ms", run.latest * 1000.0), theme::TEXT_2),
        SweepColumn::Astray => {
            let color = if run.astray > ASTRAY {
                theme::ERROR
            } else {
                theme::TEXT_2
            };
            number(format!("{:.1} cm", run.astray * 100.0), color);
        }
        SweepColumn::Count(fault) => {
            let count = run.counts[SweepFault::ALL
                .iter()
                .position(|known| *known == fault)
                .unwrap_or_default()];
            number(
                count.to_string(),
                if count == 0 {
                    theme::TEXT_3
                } else {
                    theme::ERROR
                },
            );
        }
        SweepColumn::Result => {
            let color = match words::worst_of(run) {
                Worst::Same => theme::OK,
                Worst::Late => theme::WARN,
                Worst::Wrong => theme::ERROR,
            };
            let galley = ui
                .painter()
                .layout_no_wrap(words::chip(run), theme::small(), color);
            let size = galley.size() + vec2(10.0, 2.0);
            let chip = Rect::from_min_size(
                pos2(cell.right() - size.x, cell.center().y - size.y / 2.0),
                size,
            );
            ui.painter()
                .rect_filled(chip, 3.0, theme::over(theme::PANEL, color, 0.16));
            ui.painter()
                .galley(chip.min + vec2(5.0, 1.0), galley, color);
        }
    }
}

/// What a run found: one block for each event and fault, however often it occurred.
fn open_ui(
    ui: &mut Ui,
    shown: &SweepPanelState<'_>,
    (swept, is_current): (&SweepResult, bool),
    run: &Run,
    actions: &mut Vec<EditorAction>,
) {
    let top = ui.cursor().top();
    let mut groups: Vec<(&Finding, usize)> = Vec::new();
    let of_run = |finding: &&Finding| (finding.rate, finding.pattern) == (run.rate, run.pattern);
    for finding in swept.report.findings.iter().filter(of_run) {
        let key = |it: &Finding| (it.id, it.name, words::subject(it, shown.names), it.fault);
        match groups
            .iter_mut()
            .find(|(known, _)| key(known) == key(finding))
        {
            Some((_, count)) => *count += 1,
            None => groups.push((finding, 1)),
        }
    }
    let left = ui.cursor().left();
    for (at, (finding, count)) in groups.iter().take(MOST_TOLD).enumerate() {
        ui.push_id(at, |ui| {
            finding_ui(ui, shown, (swept, is_current), (finding, *count), actions)
        });
    }
    if let Some(more) = groups.len().checked_sub(MOST_TOLD).filter(|more| *more > 0) {
        line_ui(ui, &tr!("and {more} more"), theme::small(), theme::TEXT_3);
    }
    ui.add_space(6.0);
    let color = if words::worst_of(run) == Worst::Wrong {
        theme::ERROR
    } else {
        theme::WARN
    };
    let edge = Rect::from_min_max(pos2(left, top), pos2(left + EDGE, ui.cursor().top()));
    ui.painter().rect_filled(edge, 0.0, color);
}

fn line_ui(ui: &mut Ui, text: &str, font: egui::FontId, color: Color32) {
    ui.horizontal(|ui| {
        ui.add_space(10.0);
        ui.add(egui::Label::new(egui::RichText::new(text).font(font).color(color)).wrap());
    });
}

fn finding_ui(
    ui: &mut Ui,
    shown: &SweepPanelState<'_>,
    (swept, is_current): (&SweepResult, bool),
    (finding, count): (&Finding, usize),
    actions: &mut Vec<EditorAction>,
) {
    ui.add_space(6.0);
    let often = if count > 1 {
        tr!(" · {count} times")
    } else {
        String::new()
    };
    let title = format!(
        "{}, {:.3} s: {}, {}{often}",
        words::subject(finding, shown.names),
        finding.position,
        finding.fault.word(),
        words::comparison(finding)
    );
    line_ui(ui, &title, theme::medium(), theme::TEXT);
    line_ui(ui, &words::cause(finding), theme::small(), theme::TEXT_2);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(10.0);
        // What was found is of what was played: another montage may want another value.
        if let Some(fix) = is_current
            .then(|| fix(shown.project, swept, finding, shown.names))
            .flatten()
        {
            ui.add_enabled_ui(fix.refusal.is_none(), |ui| {
                let button = parts::button(ui, None, &fix.label, false);
                let button = button.on_disabled_hover_text(fix.refusal.unwrap_or_default());
                if button.on_hover_text(fix.tip).clicked() {
                    actions.push(EditAction::Perform(fix.command, None).into());
                }
            });
        }
        if let Some((time, item)) = moment(shown, swept, finding)
            && parts::button(ui, None, tr!("Go to moment"), false).clicked()
        {
            actions.push(
                SelectAction::Moment {
                    asset: swept.of.id,
                    item,
                    time,
                }
                .into(),
            );
        }
    });
}

/// Time of a finding on the montage's timeline, and the id of the item there: the notify, the
/// segment that plays it, or the section. None if it is gone.
fn moment(
    shown: &SweepPanelState<'_>,
    swept: &SweepResult,
    finding: &Finding,
) -> Option<(f64, Id)> {
    let host = TimelineHost::new(shown.project, swept.of.id)?;
    if let Source::Segment(_, segment) = finding.source {
        return host.moment_in_segment(Id(segment), finding.position);
    }
    let item = match finding.id {
        0 => {
            let name = shown.names.text(finding.name);
            host.sections()
                .iter()
                .find(|section| section.name == name)
                .map_or(Id(0), |section| section.id)
        }
        id => {
            host.notifies()
                .iter()
                .find(|notify| notify.id == Id(id))?
                .id
        }
    };
    Some((finding.position, item))
}
