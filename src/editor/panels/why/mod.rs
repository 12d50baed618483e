//! Why things happened in the session: decisions around the playhead, what an edit changes, and
//! what the pose of a bone comes from.

mod decisions;
mod differences;
mod note;
mod traced;
pub(crate) mod view;

use crate::{action::EditorAction, icons, parts, rewound::Rewound};
use anim::Names;
use asset::Project;
use egui::Ui;
use view::WhyView;
use words::tr;

/// What the Why? panel shows.
pub struct WhyPanelState<'a> {
    /// The session, and where its playhead is.
    pub rewound: &'a Rewound,
    /// The project, for the items that rows lead to.
    pub project: &'a Project,
    /// Texts of names.
    pub names: &'a Names,
}

/// Shows the panel.
pub fn why_ui(
    ui: &mut Ui,
    state: &WhyPanelState<'_>,
    view: &mut WhyView,
    actions: &mut Vec<EditorAction>,
) {
    if !state.rewound.is_on() {
        if parts::empty_state(
            ui,
            icons::MAGNIFYING_GLASS,
            tr!("Rewind to ask why"),
            tr!(
                "What decided each notify, section, state, transition and clamp is told of any moment of the session."
            ),
            Some(tr!("Rewind")),
        ) {
            actions.push(crate::action::SessionAction::Rewind.into());
        }
        return;
    }
    egui::ScrollArea::vertical()
        .id_salt("why")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            differences::differences_ui(ui, state, actions);
            decisions::decisions_ui(ui, state, view, actions);
            traced::traced_ui(ui, state, actions);
            ui.add_space(8.0);
        });
}
