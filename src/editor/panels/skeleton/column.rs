//! The column of the Skeleton panel that is not the bones' translation modes: the weights of a mask
//! or blend profile.

use super::{MODE_COLUMN, SkeletonTree};
use crate::{
    action::{EditAction, EditorAction, SkeletonAction},
    icons,
    kinds::skeleton::SkeletonView,
    panels::rows::PropertyRows,
    parts,
    parts::NumberField,
    theme,
    views::PanelViews,
};
use asset::{Id, Skeleton};
use document::{Command, SkeletonCommand};
use egui::{
    Align, Button, Color32, Layout, Rect, RichText, Stroke, Ui, UiBuilder,
    containers::menu::MenuButton, vec2,
};
use words::tr;

/// Id of the weights that the column shows; None for translation modes, and for weights of another
/// skeleton.
pub(super) fn shown(skeleton: &Skeleton, view: &SkeletonView) -> Option<Id> {
    view.weights_column
        .filter(|id| skeleton.weights(*id).is_some())
}

/// Title of the column; a click opens the choice of what it shows.
pub(super) fn header_ui(
    ui: &mut Ui,
    row: Rect,
    skeleton: &Skeleton,
    view: &SkeletonView,
    actions: &mut Vec<EditorAction>,
) -> egui::Response {
    let shown = shown(skeleton, view);
    let name = shown
        .and_then(|id| skeleton.weights(id))
        .map_or(tr!("Translation"), |(name, _)| name);
    let place = Rect::from_min_max(
        row.max - vec2(MODE_COLUMN + 4.0, row.height()),
        row.max - vec2(4.0, 0.0),
    );
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt("column")
            .max_rect(place.shrink2(vec2(0.0, 2.0))),
    );
    child.spacing_mut().button_padding.x = 2.0;
    let color = if shown.is_some() {
        theme::ACCENT
    } else {
        theme::TEXT_3
    };
    let text = RichText::new(format!("{name} {}", icons::CARET_DOWN))
        .font(theme::small())
        .color(color);
    let button = Button::new(text)
        .truncate()
        .fill(Color32::TRANSPARENT)
        .stroke(Stroke::NONE)
        .min_size(vec2(MODE_COLUMN - 8.0, row.height() - 4.0));
    let (response, _) = MenuButton::from_button(button).ui(&mut child, |ui| {
        parts::scrolled(ui, |ui| menu(ui, skeleton, shown, actions))
    });
    response.accessible_name(tr!("Column: {name}"))
}

fn menu(ui: &mut Ui, skeleton: &Skeleton, shown: Option<Id>, actions: &mut Vec<EditorAction>) {
    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
    let mut entry = |ui: &mut Ui, name: String, id: Option<Id>| {
        if ui.selectable_label(shown == id, name).clicked() {
            actions.push(SkeletonAction::ShowWeights(id).into());
            ui.close();
        }
    };
    entry(ui, tr!("Translation").into(), None);
    for mask in &skeleton.masks {
        entry(ui, tr!("Mask {}", mask.name), Some(mask.id));
    }
    for profile in &skeleton.blend_profiles {
        entry(ui, tr!("Blend profile {}", profile.name), Some(profile.id));
    }
    ui.separator();
    if ui.button(tr!("Add bone mask")).clicked() {
        actions.push(SkeletonAction::AddMask.into());
    }
    if ui.button(tr!("Add blend profile")).clicked() {
        actions.push(SkeletonAction::AddBlendProfile.into());
    }
}

impl SkeletonTree<'_> {
    /// The weight of a bone at the end of its row.
    pub(super) fn weight_ui(
        &self,
        ui: &mut Ui,
        id: Id,
        bone: usize,
        row: Rect,
        views: &mut PanelViews,
        actions: &mut Vec<EditorAction>,
    ) {
        let weight = self.skeleton.weight(id, bone).unwrap_or_default();
        let place = Rect::from_min_max(
            row.max - vec2(MODE_COLUMN + 4.0, row.height()),
            row.max - vec2(8.0, 0.0),
        );
        let mut child = ui.new_child(
            UiBuilder::new()
                .id_salt(("weight", bone))
                .max_rect(place)
                .layout(Layout::left_to_right(Align::Center)),
        );
        let most = if self.skeleton.mask(id).is_some() {
            1.0
        } else {
            100.0
        };
        let field = NumberField {
            name: &tr!("Weight of {}", self.skeleton.bones[bone].name),
            value: weight.into(),
            unit: "",
            decimals: 2,
            speed: 0.01,
            range: 0.0..=most,
            width: MODE_COLUMN - 12.0,
        };
        let edit = field.show(&mut child);
        let mut rows = PropertyRows::new(self.id, (self.session, views), actions);
        rows.apply(edit, |value| self.set_weight(id, bone, value as f32, false));
    }

    /// Entry of a bone's menu.
    pub(super) fn weight_menu(
        &self,
        ui: &mut Ui,
        id: Id,
        bone: usize,
        actions: &mut Vec<EditorAction>,
    ) {
        let Some(weight) = self.skeleton.weight(id, bone) else {
            return;
        };
        let text = tr!("{} and children", parts::number_text(weight.into(), 2));
        if ui
            .button(text)
            .on_hover_text(tr!("Copies this bone's weight to all children"))
            .clicked()
        {
            actions.push(EditAction::Perform(self.set_weight(id, bone, weight, true), None).into());
        }
        ui.separator();
    }

    fn set_weight(&self, id: Id, bone: usize, weight: f32, children: bool) -> Command {
        Command::Skeleton(
            self.id,
            SkeletonCommand::SetWeight {
                id,
                bone,
                weight,
                children,
            },
        )
    }
}
