//! The list of what can be added, at the pointer: typed, walked by arrows, starred.

use super::{
    add::{Adding, Choice, What},
    page,
    shelf::{DIGITS, Shelf, ShelfSection},
    state::WireEnd,
};
use crate::{parts, theme};
use egui::{
    Align2, Event, Key, Modifiers, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo,
    accesskit::Role, pos2, vec2,
};
use words::tr;

const WIDTH: f32 = 352.0;
const MOST_ROWS: usize = 14;

/// The list; returns what was chosen, and closes itself then, on Esc and on a click elsewhere.
pub fn list_ui(
    ui: &Ui,
    open: &mut Option<Adding>,
    choices: &[Choice],
    shelf: &mut Shelf,
) -> Option<Choice> {
    let mut adding = open.take()?;
    adding.row = adding.row.min(choices.len().saturating_sub(1));
    let (up, down, stars, enter, escape) = ui.input_mut(|input| {
        let mut pressed = |modifiers, key| input.consume_key(modifiers, key);
        let (up, down) = (
            pressed(Modifiers::NONE, Key::ArrowUp),
            pressed(Modifiers::NONE, Key::ArrowDown),
        );
        let stars = pressed(Modifiers::SHIFT, Key::Enter);
        (
            up,
            down,
            stars,
            pressed(Modifiers::NONE, Key::Enter),
            pressed(Modifiers::NONE, Key::Escape),
        )
    });
    adding.row = (adding.row + usize::from(down))
        .min(choices.len().saturating_sub(1))
        .saturating_sub(usize::from(up));
    let mut chosen = enter
        .then_some(adding.row)
        .or_else(|| typed_digit(ui, &adding, choices, shelf));
    let mut starred = stars.then_some(adding.row);
    let id = egui::Id::unique("add node");
    let area = egui::Area::new(id)
        .order(egui::Order::Foreground)
        .fixed_pos(adding.screen)
        .constrain(true);
    let shown = area.show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 0.0;
            let hint = match adding.end {
                Some(WireEnd::Pose(_)) => tr!("Search nodes for this pose"),
                Some(WireEnd::Pin(_)) => tr!("Search nodes for this pin"),
                None => tr!("Search nodes"),
            };
            let field = egui::TextEdit::singleline(&mut adding.text)
                .hint_text(hint)
                .desired_width(WIDTH);
            let response = ui.add(field).accessible_name(tr!("Search nodes"));
            response.request_focus();
            if response.changed() {
                adding.row = 0;
            }
            ui.add_space(4.0);
            let scroll = egui::ScrollArea::vertical()
                .max_height(MOST_ROWS as f32 * theme::ROW)
                .auto_shrink([false, true]);
            match scroll
                .show(ui, |ui| rows_ui(ui, &adding, (choices, shelf), up || down))
                .inner
            {
                Some((row, Used::Added)) => chosen = Some(row),
                Some((row, Used::Starred)) => starred = Some(row),
                None => {}
            }
            if choices.is_empty() {
                ui.label(
                    egui::RichText::new(tr!("No match for “{}”", adding.text)).color(theme::TEXT_2),
                );
            }
            if let Some(WireEnd::Pose(_)) = adding.end {
                let shown = ui.horizontal(|ui| {
                    let is_clicked = parts::check_box(ui, adding.shows_all, tr!("Show all nodes"));
                    ui.label(egui::RichText::new(tr!("Show all")).color(theme::TEXT));
                    is_clicked
                });
                adding.shows_all ^= shown.inner;
                shown
                    .response
                    .on_hover_text(tr!("Also shows nodes without a pose input"));
            }
            ui.add_space(4.0);
            let keys = tr!("Enter adds · Shift+Enter stars · 1–9 adds a starred node");
            ui.label(
                egui::RichText::new(keys)
                    .font(theme::small())
                    .color(theme::TEXT_3),
            );
        });
    });
    if let Some(choice) = starred.and_then(|row| choices.get(row)) {
        shelf.toggle_star(&choice.key());
    }
    let is_away = ui.input(|input| {
        let press = input
            .pointer
            .any_pressed()
            .then(|| input.pointer.interact_pos())
            .flatten();
        press.is_some_and(|at| !shown.response.rect.contains(at))
    });
    match chosen.and_then(|row| choices.get(row)) {
        Some(choice) => {
            *open = Some(adding);
            Some(choice.clone())
        }
        None => {
            if !(escape || is_away) {
                *open = Some(adding);
            }
            None
        }
    }
}

/// The row of the starred choice whose digit was typed before anything else; then that is no text.
fn typed_digit(ui: &Ui, adding: &Adding, choices: &[Choice], shelf: &Shelf) -> Option<usize> {
    if !adding.text.is_empty() {
        return None;
    }
    let typed = |event: &Event| match event {
        Event::Text(text) => text
            .parse::<usize>()
            .ok()
            .filter(|digit| (1..=DIGITS).contains(digit)),
        _ => None,
    };
    let row = |digit: usize| {
        choices
            .iter()
            .position(|choice| shelf.digit(&choice.key()) == Some(digit))
    };
    ui.input_mut(|input| {
        let (at, row) = input
            .events
            .iter()
            .enumerate()
            .find_map(|(at, event)| Some((at, row(typed(event)?)?)))?;
        input.events.remove(at);
        Some(row)
    })
}

fn begins_part(shelf: &Shelf, before: &Choice, choice: &Choice) -> bool {
    let part = |choice: &Choice| std::mem::discriminant::<ShelfSection>(&shelf.part(&choice.key()));
    part(before) != part(choice)
}

/// Rows of the list; returns the index of a used row and what the user did to it. Lines separate
/// the last additions, the starred choices and the rest.
fn rows_ui(
    ui: &mut Ui,
    adding: &Adding,
    (choices, shelf): (&[Choice], &Shelf),
    follows: bool,
) -> Option<(usize, Used)> {
    let mut used = None;
    for (row, choice) in choices.iter().enumerate() {
        if row > 0 && adding.text.trim().is_empty() && begins_part(shelf, &choices[row - 1], choice)
        {
            let line = ui
                .allocate_exact_size(vec2(WIDTH - 8.0, 5.0), Sense::hover())
                .0;
            ui.painter().hline(
                line.x_range(),
                line.center().y,
                Stroke::new(1.0, theme::HAIR_STRONG),
            );
        }
        used = row_ui(ui, (choice, shelf), row == adding.row, follows)
            .map(|it| (row, it))
            .or(used);
    }
    used
}

/// What the user did to a row.
enum Used {
    Added,
    Starred,
}

/// Star at the right of a row: filled if the choice is starred, with its digit. Returns whether it
/// was clicked.
fn star_ui(ui: &Ui, row: Rect, (choice, shelf): (&Choice, &Shelf), is_shown: bool) -> bool {
    let key = choice.key();
    let room = Rect::from_min_max(pos2(row.right() - 40.0, row.top()), row.max);
    let response = ui.interact(room, ui.scope_id().with(("star", &key)), Sense::click());
    let (star, digit) = (shelf.star(&key), shelf.digit(&key));
    response.widget_info(|| {
        WidgetInfo::selected(
            Role::Switch,
            true,
            star.is_some(),
            tr!("Star {}", choice.title),
        )
    });
    if star.is_some() || is_shown || response.hovered() {
        paint_star(
            ui.painter(),
            pos2(room.left() + 12.0, room.center().y),
            star.is_some(),
        );
    }
    if let Some(digit) = digit {
        let at = room.right_center() - vec2(6.0, 0.0);
        ui.painter().text(
            at,
            Align2::RIGHT_CENTER,
            digit.to_string(),
            theme::small(),
            theme::TEXT_2,
        );
    }
    let held = digit.map_or(String::new(), |digit| {
        tr!(": hold {digit} and click the canvas to add it there")
    });
    let tip = if star.is_some() {
        tr!("Starred{held}")
    } else {
        tr!("Star: starred nodes are listed first").to_owned()
    };
    response.on_hover_text(tip).clicked()
}

fn paint_star(painter: &Painter, at: Pos2, is_filled: bool) {
    let point = |nth: u8| {
        let (angle, reach) = (
            f32::from(nth) * std::f32::consts::PI / 5.0,
            if nth.is_multiple_of(2) { 6.0 } else { 2.6 },
        );
        at + vec2(angle.sin(), -angle.cos()) * reach
    };
    if !is_filled {
        painter.add(Shape::closed_line(
            (0..10).map(point).collect(),
            Stroke::new(1.0, theme::TEXT_2),
        ));
        return;
    }
    // It is not convex: it is filled from its middle.
    for nth in 0..10 {
        let part = vec![at, point(nth), point(nth + 1)];
        painter.add(Shape::convex_polygon(part, theme::ACCENT, Stroke::NONE));
    }
}

fn row_ui(
    ui: &mut Ui,
    (choice, shelf): (&Choice, &Shelf),
    is_active: bool,
    follows: bool,
) -> Option<Used> {
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH - 8.0, theme::ROW), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::MenuItem, true, is_active, tr!("Add {}", choice.title))
    });
    if is_active && follows {
        response.scroll_to_me(None);
    }
    if is_active || response.hovered() {
        ui.painter().rect_filled(
            rect,
            3.0,
            if is_active {
                theme::ACCENT_FILL
            } else {
                theme::HAIR
            },
        );
    }
    let color = match &choice.what {
        What::Node(kind) | What::StateOf(kind) => page::family_color(kind.family()),
        What::State | What::Conduit | What::Alias => theme::OK,
    };
    let dot = rect.left_center() + vec2(12.0, 0.0);
    ui.painter().circle_filled(dot, 3.5, color);
    let title = Rect::from_min_max(rect.min + vec2(24.0, 0.0), rect.max - vec2(168.0, 0.0));
    parts::text_in(
        ui,
        title,
        Align2::LEFT_CENTER,
        &choice.title,
        theme::text(),
        theme::TEXT,
    );
    let at = rect.right_center() - vec2(44.0, 0.0);
    ui.painter().text(
        at,
        Align2::RIGHT_CENTER,
        choice.place,
        theme::small(),
        theme::TEXT_3,
    );
    if star_ui(ui, rect, (choice, shelf), is_active || response.hovered()) {
        return Some(Used::Starred);
    }
    response.clicked().then_some(Used::Added)
}
