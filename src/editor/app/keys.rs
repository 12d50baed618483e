//! Keys: where they go, and what they are.

use super::App;
use crate::{
    action::KeysAction,
    dock::Panel,
    keymap::{KeyContext, KeyFile, Keymap, Taker, entries},
    kinds::EditorKind,
    timeline::TimelineHost,
    toast::Tone,
    viewport::Viewport,
};
use std::sync::Arc;
use words::tr;

impl App {
    pub(super) fn load_keys(&mut self, mut file: KeyFile) {
        self.session.keymap = Arc::new(file.load());
        if let Some(reason) = &file.broken {
            self.session
                .toast(Tone::Error, tr!("Could not read your key settings"), reason);
        }
        self.key_file = file;
    }

    pub(super) fn act_on_keys(&mut self, action: KeysAction) {
        let entry = |id| entries().find(|entry| entry.id == id);
        let mut keymap = Keymap::clone(&self.session.keymap);
        let done = match action {
            KeysAction::Choose(preset) => {
                keymap.choose(preset);
                Ok(())
            }
            KeysAction::Bind(id, chord) => {
                entry(id).map_or(Ok(()), |entry| keymap.bind(entry, chord))
            }
            KeysAction::Unbind(id, chord) => {
                entry(id)
                    .into_iter()
                    .for_each(|entry| keymap.unbind(entry, &chord));
                Ok(())
            }
            KeysAction::Reset(id) => entry(id).map_or(Ok(()), |entry| keymap.reset(entry)),
        };
        if let Some(page) = &mut self.dialogs.keys_page {
            page.refused = done.as_ref().err().cloned();
        }
        if done.is_err() {
            return;
        }
        if let Err(error) = self.key_file.store(&keymap) {
            self.session
                .toast(Tone::Error, tr!("Could not save your key settings"), error);
        }
        self.session.keymap = Arc::new(keymap);
    }

    /// Sets up the keys for the next pass, from the state at the end of this one.
    pub(super) fn hand_over_keys(&mut self, ctx: &egui::Context) {
        if self
            .views
            .renaming
            .as_mut()
            .is_some_and(|it| !it.end_pass())
        {
            self.views.renaming = None;
        }
        let (session, views) = (&self.session, &self.views);
        let is_naming = views
            .renaming
            .as_ref()
            .is_some_and(|renaming| !renaming.has_focus);
        let is_dragged = views.timeline.drag.is_some() || ctx.dragged_id().is_some();
        ctx.plugin::<Taker>().lock().situation = KeyContext {
            keymap: session.keymap.clone(),
            active: session.panels.active.for_keys(),
            is_typing: ctx.text_edit_focused(),
            is_focused: ctx.memory(|memory| memory.focused().is_some()),
            is_asking: self.dialogs.is_open() || is_naming,
            is_busy: is_dragged || views.renaming.is_some() || egui::Popup::is_any_open(ctx),
            selection: self.selection_panels(),
            is_driving: session.drive.on.is_some(),
            menus_wait: views.timeline.menus_wait,
            is_over_canvas: self.open_graph().is_some() && views.kinds.graph.pointer.is_some(),
            is_over_reset: views.is_over_reset,
            is_viewports: self.viewport.as_ref().is_ok_and(Viewport::takes_keys),
        };
    }

    fn selection_panels(&self) -> &'static [Panel] {
        let selection = self.document.selection();
        let Some(asset) = selection.asset.filter(|_| !selection.items.is_empty()) else {
            return &[];
        };
        match EditorKind::of(self.document.project(), asset) {
            Some(EditorKind::Montage | EditorKind::Clip) => &[Panel::Timeline],
            Some(EditorKind::Skeleton) => &[Panel::Skeleton, Panel::Viewport],
            Some(EditorKind::Graph) => &[Panel::Canvas],
            Some(
                EditorKind::Mesh
                | EditorKind::BlendSpace
                | EditorKind::PoseAsset
                | EditorKind::NotifyClass,
            )
            | None => &[],
        }
    }

    /// The panel that a document is edited in.
    pub(super) fn main_panel(&self) -> Panel {
        match self.session.active {
            Some(id) if self.session.beside.contains(&id) => Panel::Document(id),
            Some(id) if TimelineHost::new(self.document.project(), id).is_some() => Panel::Timeline,
            Some(id) if self.document.project().graphs.contains_key(&id) => Panel::Canvas,
            Some(id) if self.document.project().blend_spaces.contains_key(&id) => Panel::Canvas,
            _ => Panel::Viewport,
        }
    }
}
