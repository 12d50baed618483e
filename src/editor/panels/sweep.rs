//! What of a montage depends on the frame rate: a sentence, a row for each run, and in it what came
//! out another way.

mod columns;
mod fix;
mod rows;
pub(crate) mod swept;
mod words;

use crate::{
    action::{EditorAction, MontageAction},
    icons,
    jobs::Job,
    parts, theme,
};
use ::words::{noun, tr};
use anim::Names;
use asset::{Id, Project};
use egui::{Align2, Color32, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use studio::sweep::{LATE, SweepReport};
use swept::SweepResult;

/// What the sweep panel shows.
pub struct SweepPanelState<'a> {
    /// The project as it is edited.
    pub project: &'a Project,
    /// Names of what events refer to.
    pub names: &'a Names,
    /// The last sweep, perhaps of another montage; None before the first.
    pub swept: Option<&'a SweepResult>,
    /// The job that plays the montage; None while none does.
    pub running: Option<&'a Job>,
    /// The open montage.
    pub open: Option<Id>,
}

/// `row` is the run that is open in place.
pub fn sweep_ui(
    ui: &mut Ui,
    shown: &SweepPanelState<'_>,
    row: &mut Option<usize>,
    actions: &mut Vec<EditorAction>,
) {
    if let Some(job) = shown.running {
        return running_ui(ui, job);
    }
    let Some(swept) = shown.swept else {
        return nothing_ui(ui, shown, actions);
    };
    let is_current = swept.of.is_as_in(shown.project);
    head_ui(ui, shown, swept, is_current, actions);
    rows::rows_ui(ui, shown, (swept, is_current), row, actions);
}

fn nothing_ui(ui: &mut Ui, shown: &SweepPanelState<'_>, actions: &mut Vec<EditorAction>) {
    let (line, button) = match shown.open {
        Some(_) => (
            tr!("Plays the montage at many frame rates and lists what changes."),
            Some(tr!("Run")),
        ),
        None => (tr!("Open a montage to play it at many frame rates."), None),
    };
    if parts::empty_state(ui, icons::WAVEFORM, tr!("No sweep yet"), line, button) {
        actions.push(MontageAction::SweepRates.into());
    }
}

pub(super) fn running_ui(ui: &mut Ui, job: &Job) {
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        ui.vertical(|ui| {
            ui.set_width((ui.available_width() - 84.0).max(40.0));
            ui.label(egui::RichText::new(&job.name).font(theme::medium()));
            ui.label(
                egui::RichText::new(job.standing())
                    .font(theme::small())
                    .color(theme::TEXT_2),
            );
            ui.add_space(2.0);
            let (bar, _) = ui.allocate_exact_size(vec2(ui.available_width(), 3.0), Sense::hover());
            ui.painter().rect_filled(bar, 1.0, theme::BASE);
            let done =
                Rect::from_min_size(bar.min, vec2(bar.width() * job.progress(), bar.height()));
            ui.painter().rect_filled(done, 1.0, theme::ACCENT);
        });
        if !job.is_cancelled() && parts::button(ui, None, tr!("Cancel"), false).clicked() {
            job.cancel();
        }
    });
}

/// The sentence, how long it took, and the button that plays it all again; below it what was
/// played.
fn head_ui(
    ui: &mut Ui,
    shown: &SweepPanelState<'_>,
    swept: &SweepResult,
    is_current: bool,
    actions: &mut Vec<EditorAction>,
) {
    let (text, icon, color) = told(swept, is_current);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let took = format!("{:.1} s", swept.took.as_secs_f64());
        let (rect, response) = ui.allocate_exact_size(
            vec2((ui.available_width() - 108.0).max(60.0), theme::BUTTON),
            Sense::hover(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        let at = pos2(rect.left() + 18.0, rect.center().y);
        ui.painter()
            .text(at, Align2::CENTER_CENTER, icon, theme::icon(16.0), color);
        let words = rect.with_min_x(rect.left() + 32.0);
        parts::text_in(
            ui,
            words,
            Align2::LEFT_CENTER,
            &text,
            theme::text(),
            theme::TEXT,
        );
        response.on_hover_text(&text);
        let small = egui::RichText::new(took)
            .font(theme::small())
            .color(theme::TEXT_3);
        ui.add_sized(vec2(44.0, theme::BUTTON), egui::Label::new(small));
        ui.add_enabled_ui(shown.open.is_some(), |ui| {
            let run = parts::button(ui, None, tr!("Run"), !is_current && shown.open.is_some());
            let run = run.on_disabled_hover_text(tr!("Open a montage first"));
            if run
                .on_hover_text(tr!("Plays the open montage at all rates again"))
                .clicked()
            {
                actions.push(MontageAction::SweepRates.into());
            }
        });
    });
    let SweepReport {
        seconds, events, ..
    } = swept.report;
    let (name, late) = (&swept.of.montage.name, LATE * 1000.0);
    let line = tr!(
        "{name} · {} in {seconds:.3} s · late from {late:.0} ms",
        parts::count(events, noun!("event"))
    );
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let words = rect.with_min_x(rect.left() + 32.0);
    parts::text_in(
        ui,
        words,
        Align2::LEFT_CENTER,
        line,
        theme::small(),
        theme::TEXT_3,
    );
}

fn told(swept: &SweepResult, is_current: bool) -> (String, &'static str, Color32) {
    if !is_current {
        return (
            tr!("Edited since: run again").to_owned(),
            icons::WARNING,
            theme::WARN,
        );
    }
    let text = words::summary(&swept.report);
    match words::worst(&swept.report) {
        words::Worst::Same => (text, icons::CHECK_CIRCLE, theme::OK),
        words::Worst::Late => (text, icons::WARNING, theme::WARN),
        words::Worst::Wrong => (text, icons::X_CIRCLE, theme::ERROR),
    }
}
