//! A test that is being made of a span: what could be expected, measured, and its name.

use super::{
    TestsPanelState,
    expected::{allowance, expectation_text},
};
use crate::{
    action::{EditorAction, SessionAction},
    parts,
    testing::NewTest,
    theme,
};
use asset::scenario::ScenarioExpectation;
use egui::{Align, Align2, Layout, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use words::tr;

/// Shows the form. Returns whether the test is still being made.
pub fn offers_ui(
    ui: &mut Ui,
    state: &TestsPanelState<'_>,
    new: &mut NewTest,
    actions: &mut Vec<EditorAction>,
) -> bool {
    let [from, to] = new.span;
    let span = tr!("{from:.2} s to {to:.2} s");
    parts::group_header(ui, tr!("New test"), &span);
    name_ui(ui, new);
    egui::ScrollArea::vertical()
        .id_salt("offers of a motion test")
        .max_height((ui.available_height() - 44.0).max(60.0))
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for (at, (expectation, is_chosen)) in new.offers.iter_mut().enumerate() {
                ui.push_id(at, |ui| offer_ui(ui, expectation, is_chosen));
            }
        });
    let is_kept = buttons_ui(ui, refusal(state, new), new, actions);
    ui.separator();
    is_kept
}

fn name_ui(ui: &mut Ui, new: &mut NewTest) {
    ui.add_space(4.0);
    parts::property(ui, tr!("Name"), |ui| {
        let width = (ui.available_width() - 12.0).max(60.0);
        let field = egui::TextEdit::singleline(&mut new.name).desired_width(width);
        ui.add(field).accessible_name(tr!("Name of the test"));
    });
}

/// Why the test cannot join the project; None if it can.
fn refusal(state: &TestsPanelState<'_>, new: &NewTest) -> Option<&'static str> {
    let name = new.name.trim();
    let is_taken = state.project.tests.values().any(|it| it.name == name);
    if name.is_empty() {
        Some(tr!("Type a name first"))
    } else if is_taken {
        Some(tr!("Another test has this name"))
    } else if new.offers.iter().all(|(_, is_chosen)| !is_chosen) {
        Some(tr!("Tick what must hold"))
    } else {
        None
    }
}

fn offer_ui(ui: &mut Ui, expectation: &mut ScenarioExpectation, is_chosen: &mut bool) {
    ui.horizontal(|ui| {
        ui.set_height(theme::ROW);
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add_space(12.0);
        let text = expectation_text(expectation);
        if parts::check_box(ui, *is_chosen, &text) {
            *is_chosen = !*is_chosen;
        }
        if text_ui(ui, &text, *is_chosen) {
            *is_chosen = !*is_chosen;
        }
        if let Some((value, field)) = allowance(&mut expectation.what) {
            *value = field.kept(ui);
        }
    });
}

/// A sentence up to where the field of what is allowed begins. Returns whether it was clicked.
pub(super) fn text_ui(ui: &mut Ui, text: &str, is_strong: bool) -> bool {
    let wide = (ui.available_width() - 104.0).max(40.0);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, theme::ROW), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    let color = [theme::TEXT_3, theme::TEXT][usize::from(is_strong)];
    parts::text_in(ui, rect, Align2::LEFT_CENTER, text, theme::text(), color);
    response.on_hover_text(text).clicked()
}

/// Returns false once the test is dropped.
fn buttons_ui(
    ui: &mut Ui,
    refusal: Option<&'static str>,
    new: &NewTest,
    actions: &mut Vec<EditorAction>,
) -> bool {
    let mut is_kept = true;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        let add = ui.add_enabled_ui(refusal.is_none(), |ui| {
            parts::button(ui, None, tr!("Add test"), true)
        });
        let add = add
            .inner
            .on_disabled_hover_text(refusal.unwrap_or_default());
        if add.clicked() {
            actions.push(SessionAction::AddTest(Box::new(new.scenario())).into());
        }
        is_kept = !parts::button(ui, None, tr!("Discard"), false).clicked();
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let told = refusal.unwrap_or_default();
            ui.label(egui::RichText::new(told).color(theme::TEXT_2));
        });
    });
    ui.add_space(4.0);
    is_kept
}
