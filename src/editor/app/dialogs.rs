//! What stands over the window and takes its keys: questions, choices, sheets.

use super::{
    export_gltf::choice::GltfChoice, footage::choice::FootageChoice, modal::confirm::Confirm,
    purpose::Purpose, question::waiting::Question,
};
use crate::{
    panels::{help::Sheet, keys_page::KeysPage, palette::Palette},
    pick::Picker,
};
use std::collections::VecDeque;

/// Everything that can stand over the window.
pub(crate) struct Dialogs {
    pub sheet: Option<Sheet>,
    pub keys_page: Option<KeysPage>,
    pub palette: Option<Palette>,
    pub confirm: Option<Confirm>,
    pub picker: Picker<Purpose>,
    pub gltf: GltfChoice,
    pub footage: FootageChoice,
    /// The first that can be asked now is shown.
    pub questions: VecDeque<Question>,
    /// Number of imports of many files so far.
    pub batches: u64,
}

impl Dialogs {
    /// Creates the state without an open dialog.
    pub fn new(picker: Picker<Purpose>) -> Self {
        Self {
            sheet: None,
            keys_page: None,
            palette: None,
            confirm: None,
            picker,
            gltf: GltfChoice::default(),
            footage: FootageChoice::default(),
            questions: VecDeque::new(),
            batches: 0,
        }
    }

    /// Asks as soon as what waits before it is answered.
    pub fn ask(&mut self, question: Question) {
        self.questions.push_back(question);
    }

    /// The question that is shown; one whose files are still being read is not.
    pub fn shown_question(&self) -> Option<usize> {
        let is_shown =
            |question: &Question| !matches!(question, Question::Many(batch) if !batch.is_open);
        self.questions.iter().position(is_shown)
    }

    /// Whether one of them is on the screen: keys are for it then, and for no panel.
    pub fn is_open(&self) -> bool {
        self.confirm.is_some()
            || self.shown_question().is_some()
            || self.picker.is_open()
            || self.palette.is_some()
            || self.keys_page.is_some()
            || self.sheet.is_some()
            || self.gltf.is_open
            || self.footage.is_open
    }
}
