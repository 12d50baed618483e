//! Menus, which scroll where the window is lower than they are.

use egui::{InnerResponse, Response, ScrollArea, Ui, WidgetText};

/// Points of the window's height that a menu leaves free: it stands below the bar of menus.
const FREE: f32 = 52.0;

/// Shows the content of a menu, at most as high as the window; the mouse wheel scrolls the rest.
pub fn scrolled<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let most = ui.ctx().content_rect().height() - FREE;
    ui.set_max_height(most);
    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
    // Its handle has the fill of a menu otherwise.
    ui.spacing_mut().scroll.foreground_color = true;
    let area = ScrollArea::vertical().max_height(most);
    area.show(ui, content).inner
}

/// A button that opens a menu.
pub fn menu_button<R>(
    ui: &mut Ui,
    title: impl Into<WidgetText>,
    content: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<Option<R>> {
    let title: WidgetText = title.into();
    ui.menu_button(title, |ui| scrolled(ui, content))
}

/// The menu of the second mouse button.
pub fn context_menu(response: &Response, content: impl FnOnce(&mut Ui)) {
    response.context_menu(|ui| scrolled(ui, content));
}
