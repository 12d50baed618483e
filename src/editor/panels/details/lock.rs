//! The lock of the details: they keep showing an item while others are selected.

use crate::{
    icons, parts,
    session::Session,
    theme,
    timeline::{TimelineHost, item},
};
use asset::{Id, Project};
use document::{Document, Selection};
use egui::{Align2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use words::tr;

/// Shows the lock and returns what the details show: the locked selection, else the current one. A
/// lock on an asset that is gone opens.
pub fn lock_ui(
    ui: &mut Ui,
    document: &Document,
    session: &Session,
    lock: &mut Option<Selection>,
) -> Selection {
    let project = document.project();
    let is_gone = |it: &mut Selection| it.asset.is_none_or(|id| project.kind(id).is_none());
    lock.take_if(is_gone);
    let selected = document.selection();
    let Some(open) = session.active.or(lock.as_ref().and_then(|it| it.asset)) else {
        return selected.clone();
    };
    let items = if selected.asset == Some(open) {
        selected.items.clone()
    } else {
        Default::default()
    };
    let shown = lock.clone().unwrap_or_else(|| selected.clone());
    let is_locked = lock.is_some();
    let (row, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
    let button = Rect::from_center_size(row.right_center() - vec2(24.0, 0.0), theme::button_size());
    let words = Rect::from_min_max(row.min + vec2(12.0, 0.0), button.left_bottom());
    let (text, color) = match lock {
        Some(it) => (tr!("Locked on {}", named(project, it)), theme::ACCENT),
        None => (tr!("Follows the selection").to_owned(), theme::TEXT_3),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    parts::text_in(ui, words, Align2::LEFT_CENTER, text, theme::small(), color);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(button));
    let name = if is_locked {
        tr!("Unlock details")
    } else {
        tr!("Lock details on this")
    };
    if parts::icon_button(&mut inner, icons::LOCK_SIMPLE, name, is_locked).clicked() {
        *lock = (!is_locked).then_some(Selection {
            asset: Some(open),
            items,
        });
    }
    shown
}

fn named(project: &Project, selection: &Selection) -> String {
    let asset = selection.asset.unwrap_or(Id(0));
    let whole = || project.asset_name(asset).unwrap_or_default().to_owned();
    let one = || {
        item::name(
            &TimelineHost::new(project, asset)?,
            *selection.items.first()?,
        )
    };
    match selection.items.len() {
        0 => whole(),
        1 => one().unwrap_or_else(whole),
        count => tr!("{count} items of {}", whole()),
    }
}
