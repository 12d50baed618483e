//! A source file whose names have prefixes, such as `mixamorig:`: a person decides before it comes
//! in, unless a skeleton that is there does.

use super::{
    App,
    asking::{self, Answer},
    incoming::{Incoming, file_name},
    question::Question,
};
use crate::theme;
use document::import::keeps_prefixes;
use egui::{RichText, Ui};
use formats::{Fix, Options, Report};

/// An import that waits for an answer.
pub(super) struct Prefixed {
    incoming: Incoming,
    options: Options,
    /// What the report says of the names.
    told: String,
}

impl Prefixed {
    pub fn ui(&self, ui: &mut Ui) -> Option<Answer> {
        asking::title_ui(
            ui,
            &format!(
                "The names in {} have prefixes",
                file_name(&self.incoming.path)
            ),
        );
        ui.label(RichText::new(&self.told).color(theme::TEXT_2));
        ui.add_space(12.0);
        let mut answer = None;
        let plain = "Bones and meshes are called by what stands after the colon, and fit clips of other files.";
        if asking::way_ui(ui, "Leave the prefixes out", plain, false) {
            answer = Some(Answer::Prefixes(false));
        }
        let whole = "All names stay as the file has them.";
        if asking::way_ui(ui, "Keep them", whole, false) {
            answer = Some(Answer::Prefixes(true));
        }
        asking::row_with(ui, "Cancel")
            .then_some(Answer::Cancel)
            .or(answer)
    }
}

impl App {
    /// What was read comes in at once, again without its prefixes, or when a person has said which.
    pub(super) fn add_read(
        &mut self,
        ctx: &egui::Context,
        incoming: Incoming,
        report: &Report,
        options: Options,
    ) {
        let told = report
            .entries
            .iter()
            .find(|entry| entry.fix == Some(Fix::StripNamespaces));
        let Some(told) = told else {
            return self.add_imported(ctx, incoming);
        };
        let prefixed = Prefixed {
            told: told.text.clone(),
            incoming,
            options,
        };
        match keeps_prefixes(self.document.project(), &prefixed.incoming.file) {
            Some(keeps) => self.go_on(ctx, prefixed, keeps),
            None => self
                .questions
                .push_back(Question::Prefixes(Box::new(prefixed))),
        }
    }

    pub(super) fn go_on(&mut self, ctx: &egui::Context, prefixed: Prefixed, keeps: bool) {
        let Prefixed {
            incoming, options, ..
        } = prefixed;
        if keeps {
            self.add_imported(ctx, incoming);
        } else {
            self.read(
                ctx,
                incoming.path,
                Options {
                    strip_namespaces: true,
                    ..options
                },
                incoming.choices,
            );
        }
    }
}
