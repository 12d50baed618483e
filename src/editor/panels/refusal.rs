//! Why an action without values would do nothing now.

use crate::{action::Action, session::Session};
use document::Document;

const MONTAGE: &str = "Open a montage first";
const CLIP: &str = "Open a clip first";
const TIMELINE: &str = "Open a montage or a clip first";
const CHARACTER: &str = "Import a character first";
const ITEM: &str = "Select something on the timeline first";
const TAB: &str = "No document is open";

/// One line; None when the action does something.
pub fn refusal(action: &Action, document: &Document, session: &Session) -> Option<&'static str> {
    let project = document.project();
    let has_montage = session.active.is_some_and(|id| project.montages.contains_key(&id));
    let has_clip = session.active.is_some_and(|id| project.clips.contains_key(&id));
    let (stands, reason) = match action {
        Action::Undo => (document.undo_label().is_some(), "Nothing to undo"),
        Action::Redo => (document.redo_label().is_some(), "Nothing to redo"),
        Action::AddSection | Action::AddSlot => (has_montage, MONTAGE),
        Action::ShowCompression
        | Action::GoToWorstFrame
        | Action::PreviewReduction
        | Action::AddSyncMarker
        | Action::AddCurve
        | Action::AddCurveKey => (has_clip, CLIP),
        Action::NewMontage | Action::ExportGltf | Action::AddMask | Action::AddBlendProfile => {
            (!project.skeletons.is_empty(), CHARACTER)
        }
        Action::AddSocket => (session.selected_bone.is_some(), "Select a bone first"),
        Action::Delete | Action::Nudge(_) | Action::Duplicate => (!document.selection().items.is_empty(), ITEM),
        Action::AddNotify
        | Action::AddNotifyState
        | Action::AddNotifyTrack
        | Action::TogglePlay
        | Action::SelectAll
        | Action::StepFrames(_)
        | Action::GoToStart
        | Action::GoToEnd
        | Action::GoToEdge(_)
        | Action::PlayAt(_)
        | Action::Pause
        | Action::ToggleLoop => (has_montage || has_clip, TIMELINE),
        Action::Export => (!project.is_empty(), "The project is empty"),
        Action::CloseActiveTab => (session.active.is_some(), TAB),
        Action::NextTab | Action::PreviousTab => (session.tabs.len() > 1, "No other document is open"),
        Action::ClearLog => (!session.log.is_empty(), "The log is empty"),
        _ => (true, ""),
    };
    (!stands).then_some(reason)
}
