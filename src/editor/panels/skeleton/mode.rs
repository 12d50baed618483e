//! Where a bone's translation comes from: the end of its row in the Skeleton panel.

use super::{CARET_COLUMN, MODE_COLUMN, SkeletonTree};
use crate::{
    action::{EditAction, EditorAction},
    icons, parts, theme,
};
use anim::retarget::Retarget;
use document::{Command, SkeletonCommand};
use egui::{
    Button, Color32, Rect, RichText, Stroke, Ui, UiBuilder, containers::menu::MenuButton, vec2,
};
use words::{Word, tr, word};

/// The modes, as menus name and explain them.
pub const RETARGET: [(Retarget, Word, Word); 4] = [
    (
        Retarget::Animation,
        word!("Animation"),
        word!("keys of the clip"),
    ),
    (
        Retarget::Skeleton,
        word!("Skeleton"),
        word!("reference pose; the clip only rotates the bone"),
    ),
    (
        Retarget::Scaled,
        word!("Animation, scaled"),
        word!("keys, scaled to this bone's length"),
    ),
    (
        Retarget::Relative,
        word!("Animation, relative"),
        word!("keys, offset by the difference of reference poses"),
    ),
];

/// Name of a mode for a narrow column.
fn short(mode: Retarget) -> &'static str {
    match mode {
        Retarget::Animation => tr!("Animation"),
        Retarget::Skeleton => tr!("Skeleton"),
        Retarget::Scaled => tr!("scaled"),
        Retarget::Relative => tr!("relative"),
    }
}

impl SkeletonTree<'_> {
    /// The mode at the end of the row; it opens a menu. In a narrow panel only a caret where the
    /// pointer is.
    pub(super) fn mode_ui(
        &self,
        ui: &mut Ui,
        bone: usize,
        row: Rect,
        actions: &mut Vec<EditorAction>,
    ) {
        let mode = self.skeleton.bones[bone].retarget;
        let name = RETARGET
            .iter()
            .find(|(other, ..)| *other == mode)
            .map_or("", |(_, name, _)| name);
        let color = if mode == Retarget::default() {
            theme::TEXT_3
        } else {
            theme::TEXT_2
        };
        // Only the row that is pointed at says that there is a menu.
        let text = match (self.is_roomy, ui.rect_contains_pointer(row)) {
            (true, true) => format!("{} {}", short(mode), icons::CARET_DOWN),
            (true, false) => short(mode).to_owned(),
            (false, true) => icons::CARET_DOWN.to_owned(),
            (false, false) => return,
        };
        let width = if self.is_roomy {
            MODE_COLUMN
        } else {
            CARET_COLUMN
        };
        let place = Rect::from_min_max(
            row.max - vec2(width + 4.0, row.height()),
            row.max - vec2(4.0, 0.0),
        );
        let mut child = ui.new_child(
            UiBuilder::new()
                .id_salt(("mode", bone))
                .max_rect(place.shrink2(vec2(0.0, 2.0))),
        );
        child.spacing_mut().button_padding.x = 2.0;
        let button = Button::new(RichText::new(text).font(theme::small()).color(color))
            .fill(Color32::TRANSPARENT)
            .stroke(Stroke::NONE)
            .min_size(vec2(width - 8.0, row.height() - 4.0));
        let (response, _) = MenuButton::from_button(button).ui(&mut child, |ui| {
            parts::scrolled(ui, |ui| self.mode_menu(ui, bone, actions))
        });
        response.accessible_name(tr!(
            "Translation of {}: {name}",
            self.skeleton.bones[bone].name
        ));
    }

    pub(super) fn mode_menu(&self, ui: &mut Ui, bone: usize, actions: &mut Vec<EditorAction>) {
        let current = self.skeleton.bones[bone].retarget;
        let mut set = |mode, children| {
            let command = SkeletonCommand::SetRetarget {
                bone,
                mode,
                children,
            };
            actions.push(EditAction::Perform(Command::Skeleton(self.id, command), None).into());
        };
        for (mode, name, what) in RETARGET {
            let entry = ui
                .selectable_label(mode == current, name.text())
                .on_hover_text(what.text());
            if entry.clicked() {
                set(mode, false);
                ui.close();
            }
        }
        ui.separator();
        let hint = tr!("Copies this bone's mode to all children");
        if ui
            .button(tr!("Apply to all children"))
            .on_hover_text(hint)
            .clicked()
        {
            set(current, true);
        }
    }
}
