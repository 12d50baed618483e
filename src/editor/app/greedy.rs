//! A source file that asks for more memory than its size lets one think: a person decides.

use super::{
    asking::{self, QuestionAnswer},
    incoming::file_name,
};
use crate::theme;
use document::import::ImportChoices;
use egui::{RichText, Ui};
use formats::Options;
use std::path::PathBuf;
use words::{Word, tr, word};

/// Choices of how much more may be allowed, in bytes.
const MORE: [(u64, Word); 3] = [
    (1 << 30, word!("1 GB")),
    (4 << 30, word!("4 GB")),
    (16 << 30, word!("16 GB")),
];

/// An import that was refused for it.
pub(super) struct Greedy {
    /// Path of the file on disk.
    pub path: PathBuf,
    /// Options with which the file was read.
    pub options: Options,
    /// Choices for importing the content of the file.
    pub choices: ImportChoices,
    /// The sentence that refused it.
    pub why: String,
}

impl Greedy {
    /// Asks whether to read it anyway; None while there is no answer.
    pub fn ui(&self, ui: &mut Ui) -> Option<QuestionAnswer> {
        asking::title_ui(ui, &tr!("{} needs a lot of memory", file_name(&self.path)));
        ui.label(RichText::new(&self.why).color(theme::TEXT_2));
        ui.add_space(12.0);
        let mut answer = None;
        let more = MORE
            .into_iter()
            .filter(|(bytes, _)| *bytes > self.options.more_memory);
        for (bytes, title) in more {
            let line = tr!(
                "The file is read again, with this limit. A file from an unknown source may try to fill the memory."
            );
            if asking::way_ui(ui, &tr!("Allow up to {title} more"), line, false) {
                answer = Some(QuestionAnswer::Allow(bytes));
            }
        }
        asking::row_with(ui, tr!("Cancel"))
            .then_some(QuestionAnswer::Cancel)
            .or(answer)
    }
}
