//! What compiling found, each with what it is about and a way there.

use crate::{
    action::{EditorAction, SelectAction, ViewAction},
    icons, parts, theme,
};
use asset::{Diagnostic, Severity};
use document::{Document, Selection};
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use formats::project::BrokenFile;
use words::tr;

/// Everything that the Problems panel lists, by source.
pub struct ProblemSources<'a> {
    /// Problems that were reported during playback.
    pub told: &'a [Diagnostic],
    /// Problems that compiling found.
    pub compiled: &'a [Diagnostic],
    /// Files that could not be read.
    pub broken: &'a [BrokenFile],
    /// Internal errors of the program, each with what it is about.
    pub faults: &'a [(&'static str, String)],
}

/// The Problems panel; a click on a row leads to what it is about.
pub fn problems_ui(
    ui: &mut Ui,
    document: &Document,
    found: &ProblemSources<'_>,
    compile_ms: f64,
    actions: &mut Vec<EditorAction>,
) {
    let ProblemSources {
        told,
        compiled,
        broken,
        faults,
    } = found;
    if compiled.is_empty() && told.is_empty() && broken.is_empty() && faults.is_empty() {
        parts::empty_state(
            ui,
            icons::CHECK_CIRCLE,
            tr!("No problems"),
            &tr!("Last compile took {compile_ms:.1} ms."),
            None,
        );
        return;
    }
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (title, text) in *faults {
                fault_ui(ui, title, text);
            }
            for broken in *broken {
                let title = broken.kind.map_or(tr!("Project").to_owned(), |kind| {
                    format!("{} {}", kind.title(), broken.name)
                });
                fault_ui(
                    ui,
                    &tr!("The {title} was skipped. Saving does not touch its file"),
                    &broken.problem.to_string(),
                );
            }
            for diagnostic in told.iter().chain(*compiled) {
                problem_ui(ui, document, diagnostic, actions);
            }
        });
}

/// Row of a problem that is not about any asset of the project.
fn fault_ui(ui: &mut Ui, title: &str, text: &str) {
    let width = ui.available_width();
    let galley = ui
        .painter()
        .layout(text.to_owned(), theme::small(), theme::TEXT_2, width - 50.0);
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, galley.size().y + 28.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, format!("{title}: {text}")));
    let at = rect.left_top() + vec2(20.0, 15.0);
    ui.painter().text(
        at,
        Align2::CENTER_CENTER,
        icons::X_CIRCLE,
        theme::icon(16.0),
        theme::ERROR,
    );
    let inner = Rect::from_min_max(rect.min + vec2(38.0, 4.0), rect.max - vec2(12.0, 3.0));
    parts::text_in(
        ui,
        inner,
        Align2::LEFT_TOP,
        title,
        theme::medium(),
        theme::TEXT,
    );
    ui.painter()
        .galley(rect.min + vec2(38.0, 22.0), galley, theme::TEXT_2);
}

fn problem_ui(
    ui: &mut Ui,
    document: &Document,
    diagnostic: &Diagnostic,
    actions: &mut Vec<EditorAction>,
) {
    let text = asset::describe(document.project(), diagnostic);
    let width = ui.available_width();
    let galley = ui
        .painter()
        .layout(text.clone(), theme::text(), theme::TEXT, width - 50.0);
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, galley.size().y + 14.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &text));
    if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, theme::HAIR);
    }
    let (icon, color) = match diagnostic.severity {
        Severity::Error => (icons::X_CIRCLE, theme::ERROR),
        Severity::Warning => (icons::WARNING, theme::WARN),
    };
    ui.painter().text(
        rect.left_top() + vec2(20.0, 15.0),
        Align2::CENTER_CENTER,
        icon,
        theme::icon(16.0),
        color,
    );
    ui.painter()
        .galley(rect.min + vec2(38.0, 7.0), galley, theme::TEXT);
    if response.clicked() {
        let (asset, item) = (diagnostic.subject.asset, diagnostic.subject.item);
        actions.push(ViewAction::OpenAsset(asset).into());
        actions.push(
            SelectAction::These(
                item.map_or(Selection::asset(asset), |item| Selection::item(asset, item)),
            )
            .into(),
        );
    }
    response.on_hover_text(tr!("Click to show it"));
}
