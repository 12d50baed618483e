//! Handles in the scene: they are chosen, moved and turned by axis, plane and screen, and by
//! numbers that are typed.
//!
//! Invariant: a drag ends in `Done` or `Cancel` whatever happens, and while it lasts the camera and
//! the keys are its own.

mod drag;
mod handle;
mod paint;
pub(crate) mod pass;

use super::{ViewportEvent, labels, navigation::glam_from};
use crate::theme;
use anim::Transform;
use drag::{Amount, GizmoDrag, GizmoPart, Modified};
use egui::{
    Key, Modifiers, PointerButton, Pos2, Rect, Response, Sense, Ui, WidgetInfo, accesskit::Role,
    vec2,
};
use glam::{Quat, Vec3};
pub use handle::{Axes, GizmoHandle, HandleId, Pull, Tool};
use paint::GizmoScreenShape;
use pass::Pass;
use words::tr;

/// Points from a handle in which it is hit.
const HIT: f32 = 9.0;
/// Letters of a number.
const NUMBER: &str = "0123456789.,-";

#[derive(Default)]
pub(super) struct Gizmo {
    chosen: Option<HandleId>,
    /// Handle that was offered last; only another handle is chosen automatically.
    offered: Option<HandleId>,
    hovered: Option<GizmoPart>,
    drag: Option<(HandleId, GizmoDrag)>,
    /// Present transform of the dragged handle, and the amount of the drag; None before the drag
    /// moves it.
    now: Option<(Transform, Amount)>,
    /// A drag was taken back, and the button is still held.
    is_spent: bool,
}

impl Gizmo {
    /// Whether a handle is held.
    pub fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// Hint about keys that act on the drag, for the status bar; None without a drag.
    pub fn hint(&self) -> Option<&'static str> {
        self.drag.as_ref().map(|(_, drag)| match drag.part {
            GizmoPart::Plane(_) | GizmoPart::Screen => {
                tr!("X, Y or Z sets the axis · Ctrl inverts snapping · Shift is slower · Esc cancels")
            }
            GizmoPart::Axis(_) => {
                tr!("Type metres · X, Y or Z changes the axis · Ctrl inverts snapping · Shift is slower · Esc cancels")
            }
            GizmoPart::Ring(_) | GizmoPart::ScreenRing => {
                tr!("Type degrees · X, Y or Z changes the axis · Ctrl inverts snapping · Shift is slower · Esc cancels")
            }
        })
    }

    /// Whether a press on the scene is not the camera's and picks nothing.
    pub fn takes_pointer(&self) -> bool {
        self.drag.is_some() || self.is_spent || self.hovered.is_some()
    }

    /// No handle is chosen until one is offered or clicked.
    pub fn forget_choice(&mut self) {
        self.chosen = None;
    }

    /// Handles presses, drags and typing, before the camera does.
    pub fn handle(&mut self, ui: &Ui, scene: &Response, pass: &Pass<'_>) -> Vec<ViewportEvent> {
        let mut events = Vec::new();
        if pass.offered != self.offered {
            self.offered = pass.offered;
            self.chosen = pass
                .offered
                .or(self.chosen.filter(|id| !matches!(id, HandleId::Node(..))));
        }
        self.is_spent &= ui.input(|input| input.pointer.any_down());
        let chosen = |gizmo: &Self| {
            pass.handles
                .iter()
                .find(|handle| Some(handle.id) == gizmo.chosen)
        };
        if self.drag.is_none() {
            let pressed = self.handles_ui(ui, pass);
            let seen = chosen(self).and_then(|handle| {
                GizmoScreenShape::of(pass, handle, handle.place, pass.axes.of(handle))
            });
            let at = |at: Option<Pos2>| seen.as_ref().zip(at).and_then(|(seen, at)| seen.hit(at));
            self.hovered = if scene.hovered() {
                at(scene.hover_pos())
            } else {
                None
            };
            let origin = ui.input(|input| input.pointer.press_origin());
            let part = if scene.drag_started_by(PointerButton::Primary) {
                at(origin)
            } else {
                None
            };
            let part = part.or(pressed.then_some(GizmoPart::Screen));
            if let (Some(part), Some(handle), Some(at)) = (part, chosen(self), origin) {
                self.begin_drag(handle, part, at, pass);
            }
        }
        if self.drag.is_some() {
            events.extend(self.go_on(ui, pass));
        }
        events
    }

    /// One that can be pressed a handle; returns whether the chosen one begins to be dragged.
    fn handles_ui(&mut self, ui: &Ui, pass: &Pass<'_>) -> bool {
        let mut begins = false;
        for handle in pass.handles {
            let Some(at) = pass
                .on_screen(handle.place.translation)
                .filter(|at| pass.rect.contains(*at))
            else {
                continue;
            };
            let area = Rect::from_center_size(at, vec2(2.0 * HIT, 2.0 * HIT));
            let response = ui.interact(
                area,
                ui.scope_id().with(("handle", handle.id)),
                Sense::click_and_drag(),
            );
            let name = tr!("Handle {}", handle.name);
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, self.chosen == Some(handle.id), &name)
            });
            let starts = response.drag_started_by(PointerButton::Primary);
            if response.clicked() || starts {
                self.chosen = Some(handle.id);
            }
            begins |= starts && handle.moves.contains(&true);
            response.on_hover_text(crate::parts::tip(
                &handle.name,
                &[
                    handle.owner.clone(),
                    tr!("Drag the handle or its arrows.").to_owned(),
                ],
            ));
        }
        begins
    }

    fn begin_drag(&mut self, handle: &GizmoHandle, part: GizmoPart, at: Pos2, pass: &Pass<'_>) {
        let axes = if matches!(part, GizmoPart::Screen | GizmoPart::ScreenRing)
            && pass.axes == Axes::Local
        {
            Quat::IDENTITY
        } else {
            pass.axes.of(handle)
        };
        let size = glam_from(pass.rect.size()) * 0.5;
        let to_eye = if pass.camera.orthographic {
            pass.camera.backward()
        } else {
            -pass.camera.ray(size, size * 2.0).direction
        };
        let drag = GizmoDrag::new(part, handle.place, axes, pass.ray(at), to_eye);
        (self.drag, self.now) = (Some((handle.id, drag)), None);
    }

    fn go_on(&mut self, ui: &Ui, pass: &Pass<'_>) -> Vec<ViewportEvent> {
        let Some((id, drag)) = &mut self.drag else {
            return Vec::new();
        };
        let id = *id;
        let handle = pass.handles.iter().find(|handle| handle.id == id);
        let (ended, typed) = ui.input(|input| {
            let is_taken_back = input.key_pressed(Key::Escape)
                || input.pointer.button_pressed(PointerButton::Secondary);
            (is_taken_back, typed(input))
        });
        let Some(handle) = handle.filter(|_| !ended) else {
            (self.drag, self.now, self.is_spent) = (None, None, true);
            return vec![ViewportEvent::Handle(id, Pull::Cancel)];
        };
        for letter in typed {
            drag.take(letter, handle);
        }
        let (at, modifiers, is_down) = ui.input(|input| {
            (
                input.pointer.latest_pos(),
                input.modifiers,
                input.pointer.primary_down(),
            )
        });
        let is_set = ui.input(|input| input.key_pressed(Key::Enter));
        let mut events = Vec::new();
        if let Some(at) = at {
            let (to, amount) = drag.to(pass.ray(at), modified(pass.snaps, modifiers));
            let to = handle.within(to, drag.start);
            if self.now.map(|(to, _)| to) != Some(to) {
                events.push(ViewportEvent::Handle(id, Pull::To([drag.start, to])));
            }
            self.now = Some((to, amount));
        }
        if !is_down || is_set {
            events.push(ViewportEvent::Handle(id, Pull::Done));
            (self.drag, self.now, self.is_spent) = (None, None, is_down);
        }
        events
    }

    /// Paints the handles over the picture.
    pub fn paint(&self, ui: &Ui, pass: &Pass<'_>) {
        let painter = ui.painter();
        let mut names = labels::PointNames::new(painter);
        for handle in pass.handles {
            let is_chosen = self.chosen == Some(handle.id);
            let held = self
                .now
                .filter(|_| self.drag.as_ref().is_some_and(|(id, _)| *id == handle.id));
            let place = held.map_or(handle.place, |(to, _)| to);
            let Some(at) = pass.on_screen(place.translation) else {
                continue;
            };
            if is_chosen {
                let part = self
                    .drag
                    .as_ref()
                    .map(|(_, drag)| drag.part)
                    .or(self.hovered);
                // While it is dragged its axes stay as they were.
                let axes = self
                    .drag
                    .as_ref()
                    .map_or_else(|| pass.axes.of(handle), |(_, drag)| drag.axes);
                if let Some(seen) = GizmoScreenShape::of(pass, handle, place, axes) {
                    seen.paint(painter, part);
                }
            }
            let color = if is_chosen {
                theme::ACCENT
            } else {
                handle.color
            };
            paint::diamond(painter, at, color, is_chosen);
            names.socket(at, &handle.name, color);
            if let Some(((_, drag), (to, amount))) = self.drag.as_ref().zip(held) {
                chip(ui, at, handle, drag, (to, amount));
            }
        }
    }
}

impl GizmoHandle {
    /// `to`, limited to the axes on which the handle may move.
    fn within(&self, to: Transform, start: Transform) -> Transform {
        let way = (to.translation - start.translation).to_array();
        let way = std::array::from_fn(|at| if self.moves[at] { way[at] } else { 0.0 });
        Transform {
            translation: start.translation + Vec3::from_array(way),
            ..to
        }
    }
}

impl GizmoDrag {
    /// A letter of a number, or an axis to go along from now on.
    fn take(&mut self, letter: char, handle: &GizmoHandle) {
        let axis = "xyz".find(letter.to_ascii_lowercase());
        match axis {
            Some(at) => {
                let along = self.axes * Vec3::AXES[at];
                let (part, may) = if self.part.turns() {
                    (GizmoPart::Ring(at), handle.may_turn(along))
                } else {
                    (GizmoPart::Axis(at), handle.may_move(along))
                };
                if may {
                    self.switch(part);
                }
            }
            None if letter == '\u{8}' => drop(self.typed.pop()),
            None if NUMBER.contains(letter) && self.part.is_typed() && self.typed.len() < 12 => {
                self.typed.push(letter)
            }
            None => {}
        }
    }
}

/// Letters and Backspace, in order.
fn typed(input: &egui::InputState) -> Vec<char> {
    let letters = input.events.iter().flat_map(|event| match event {
        egui::Event::Text(text) => text.chars().collect(),
        egui::Event::Key {
            key: Key::Backspace,
            pressed: true,
            ..
        } => vec!['\u{8}'],
        _ => Vec::new(),
    });
    letters.collect()
}

/// Ctrl turns snapping about, Shift goes slowly.
fn modified(snaps: bool, modifiers: Modifiers) -> Modified {
    Modified {
        snaps: snaps != modifiers.command,
        is_slow: modifiers.shift,
    }
}

/// Shows the amount of the drag, the handle's place and what the drag changes.
fn chip(
    ui: &Ui,
    at: Pos2,
    handle: &GizmoHandle,
    drag: &GizmoDrag,
    (to, amount): (Transform, Amount),
) {
    let axis = match drag.part {
        GizmoPart::Axis(at) | GizmoPart::Ring(at) => ["X", "Y", "Z"][at],
        GizmoPart::Plane(at) => ["YZ", "XZ", "XY"][at],
        GizmoPart::Screen | GizmoPart::ScreenRing => tr!("Screen"),
    };
    let went = match amount {
        Amount::Along(way) => format!("{axis} {way:+.3} m"),
        Amount::Over(way) => format!("{axis} {:.3} m", way.length()),
        Amount::About(degrees) => format!("{axis} {degrees:+.1}°"),
    };
    let typing = if drag.typed.is_empty() {
        String::new()
    } else {
        tr!("  typed {}", drag.typed)
    };
    let [x, y, z] = to.translation.to_array();
    let lines = [
        format!("{went}{typing}"),
        format!("{x:.3}  {y:.3}  {z:.3} m"),
        handle.owner.clone(),
    ];
    for (row, line) in lines.iter().enumerate() {
        let color = if row == 0 {
            theme::WHITE
        } else {
            theme::TEXT_2
        };
        labels::PointNames::new(ui.painter()).socket(
            at + vec2(12.0, 16.0 + 17.0 * row as f32),
            line,
            color,
        );
    }
}
