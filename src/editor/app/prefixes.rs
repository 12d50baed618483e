//! A source file whose names have prefixes, such as `mixamorig:`: a person decides before it comes
//! in, unless a skeleton that is there does.

use super::{
    asking::{self, QuestionAnswer},
    incoming::{Incoming, file_name},
};
use crate::theme;
use egui::{RichText, Ui};
use formats::Options;
use words::tr;

/// An import that waits for an answer.
pub(super) struct Prefixed {
    pub(super) incoming: Incoming,
    pub(super) options: Options,
    /// Text of the report about the names.
    pub(super) told: String,
}

impl Prefixed {
    /// Asks about the prefixes of the names; None while there is no answer.
    pub fn ui(&self, ui: &mut Ui) -> Option<QuestionAnswer> {
        asking::title_ui(
            ui,
            &tr!(
                "The names in {} have prefixes",
                file_name(&self.incoming.path)
            ),
        );
        ui.label(RichText::new(&self.told).color(theme::TEXT_2));
        ui.add_space(12.0);
        let mut answer = None;
        let plain = tr!(
            "Removes the text up to the last colon from bones and meshes, so they match clips of other files."
        );
        if asking::way_ui(ui, tr!("Remove prefixes"), plain, false) {
            answer = Some(QuestionAnswer::Prefixes(false));
        }
        let whole = tr!("All names stay as in the file.");
        if asking::way_ui(ui, tr!("Keep prefixes"), whole, false) {
            answer = Some(QuestionAnswer::Prefixes(true));
        }
        asking::row_with(ui, tr!("Cancel"))
            .then_some(QuestionAnswer::Cancel)
            .or(answer)
    }
}
