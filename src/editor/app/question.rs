//! Questions that only a person can answer: what an imported file is to the project, and what an
//! asset shall play on.

pub(crate) mod waiting;
pub(crate) mod ways;

use super::{
    App,
    asking::{QuestionAnswer, button_row, title_ui, way_ui},
    import_table,
    incoming::file_name,
};
use crate::{icons, parts, theme, toast::Tone};
use asset::{AssetKind, Id};
use document::{
    ClipCommand, Command, MeshCommand,
    import::{OtherRest, SkeletonFit, fit_asset},
};
use egui::{Key, RichText, Ui};
use formats::Options;
use waiting::{DoubtfulImport, Question, SkeletonBinding};
use ways::{match_text, ways};
use words::tr;

impl App {
    /// *Bind to another skeleton…* of a clip or mesh.
    pub(super) fn ask_binding(&mut self, asset: Id) {
        self.dialogs.ask(Question::Bind(SkeletonBinding {
            asset,
            chosen: None,
        }));
    }

    /// The first question that waits.
    pub(super) fn question_ui(&mut self, ctx: &egui::Context) {
        let Some(at) = self.dialogs.shown_question() else {
            return;
        };
        let Some(mut question) = self.dialogs.questions.remove(at) else {
            return;
        };
        let mut answer = None;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(16);
        let modal = egui::Modal::new(egui::Id::unique("question"))
            .frame(frame)
            .show(ctx, |ui| {
                ui.set_width(match question {
                    Question::Outside(_) => 720.0,
                    Question::Many(_) => import_table::WIDTH,
                    _ => 520.0,
                });
                answer = match &mut question {
                    Question::Import(asked) => self.import_ui(ui, asked),
                    Question::Memory(greedy) => greedy.ui(ui),
                    Question::Prefixes(prefixed) => prefixed.ui(ui),
                    Question::Many(batch) => self.many_ui(ui, batch),
                    Question::Bones(names) => names.ui(ui),
                    Question::Bind(binding) => self.binding_ui(ui, binding),
                    Question::Outside(three_way) => three_way.ui(ui),
                    Question::Recover(recovery) => self.recovery_ui(ui, recovery),
                    Question::Fault(report) => report.ui(ui),
                    Question::Delete(deletion) => deletion.ui(ui),
                    Question::DeleteSeveral(deletions) => deletions.ui(ui),
                };
            });
        if modal.should_close() || ctx.input(|input| input.key_pressed(Key::Escape)) {
            answer = Some(QuestionAnswer::Cancel);
        }
        match (answer, question) {
            (None, Question::Many(mut batch)) => {
                self.read_asked(&mut batch);
                self.dialogs.questions.push_front(Question::Many(batch));
            }
            (None, question) => self.dialogs.questions.push_front(question),
            (Some(QuestionAnswer::Cancel), Question::Many(batch)) => {
                batch
                    .job()
                    .into_iter()
                    .for_each(|job| self.jobs.cancel(job));
            }
            (Some(QuestionAnswer::Import(choices)), Question::Import(asked)) => {
                let mut incoming = asked.incoming;
                incoming.choices = choices;
                self.add_imported(ctx, incoming);
            }
            (Some(QuestionAnswer::Import(choices)), Question::Bones(names)) => {
                let mut incoming = names.incoming;
                (incoming.choices, incoming.knows_bones) = (choices, true);
                self.add_imported(ctx, incoming);
            }
            (Some(QuestionAnswer::Allow(bytes)), Question::Memory(greedy)) => {
                let options = Options {
                    more_memory: bytes,
                    ..greedy.options
                };
                self.read(greedy.path, options, greedy.choices);
            }
            (Some(QuestionAnswer::Prefixes(keeps)), Question::Prefixes(prefixed)) => {
                self.go_on(ctx, *prefixed, keeps);
            }
            (Some(QuestionAnswer::ImportMany), Question::Many(batch)) => self.add_many(ctx, *batch),
            (Some(QuestionAnswer::Bind(to)), Question::Bind(binding)) => {
                self.bind(binding.asset, to)
            }
            (Some(QuestionAnswer::Outside(way)), Question::Outside(three_way)) => {
                self.resolve_outside(ctx, *three_way, way)
            }
            (Some(QuestionAnswer::CopyReport), Question::Fault(report)) => {
                ctx.copy_text(report.text().to_owned());
                self.session.toast(
                    Tone::Ok,
                    tr!("Report copied"),
                    tr!("Send it to the Mutoscope developers."),
                );
            }
            (Some(QuestionAnswer::Delete(asset)), _) => self.delete_asset(asset),
            (Some(QuestionAnswer::DeleteSeveral(assets)), _) => self.delete_several(&assets),
            (Some(QuestionAnswer::Replace(asset, to)), _) => self.replace_asset(asset, to),
            (Some(QuestionAnswer::Show(asset, item)), _) => self.show_use(asset, item),
            (Some(QuestionAnswer::Recover(what)), Question::Recover(recovery)) => {
                self.recover(ctx, recovery, what)
            }
            _ => {}
        }
    }

    fn bind(&mut self, asset: Id, to: Id) {
        let command = match self.document.project().kind(asset) {
            Some(AssetKind::Clip) => Command::Clip(asset, ClipCommand::Bind(to)),
            _ => Command::Mesh(asset, MeshCommand::Bind(to)),
        };
        self.perform(&command, None);
        if let Some(rest) = OtherRest::of_clip(self.document.project(), asset) {
            let line = tr!(
                "Its keys stretch bones by up to {:.1} cm. To fix it, choose “Keep the skeleton's proportions” in Details.",
                rest.farthest * 100.0
            );
            let title = tr!(
                "The rest pose of the clip differs from {}",
                rest.skeleton_name
            );
            self.session.toast(Tone::Warning, title, line);
        }
    }

    fn import_ui(&self, ui: &mut Ui, asked: &DoubtfulImport) -> Option<QuestionAnswer> {
        title_ui(
            ui,
            &tr!(
                "How do you want to import {}?",
                file_name(&asked.incoming.path)
            ),
        );
        ui.label(RichText::new(asked.doubt.to_string()).color(theme::TEXT_2));
        ui.add_space(12.0);
        let mut answer = None;
        let ways = ways(
            self.document.project(),
            &asked.incoming.choices,
            &asked.doubt,
        );
        egui::ScrollArea::vertical()
            .max_height(320.0)
            .show(ui, |ui| {
                for way in ways {
                    if way_ui(ui, &way.title, &way.line, false) {
                        answer = Some(QuestionAnswer::Import(way.choices));
                    }
                }
            });
        footer_ui(ui, None).or(answer)
    }

    fn binding_ui(&self, ui: &mut Ui, binding: &mut SkeletonBinding) -> Option<QuestionAnswer> {
        let project = self.document.project();
        let Some(name) = project.asset_name(binding.asset) else {
            return Some(QuestionAnswer::Cancel);
        };
        title_ui(ui, &tr!("Bind {name} to another skeleton"));
        let own = self.skeleton_of(binding.asset);
        let mut fits: Vec<(Id, &str, SkeletonFit)> = project
            .list(AssetKind::Skeleton)
            .into_iter()
            .filter(|(id, _)| Some(*id) != own)
            .filter_map(|(id, name)| {
                Some((
                    id,
                    name,
                    fit_asset(project, binding.asset, &project.skeletons[&id])?,
                ))
            })
            .collect();
        fits.sort_by_key(|(.., fit)| fit.missing.len());
        let line = if fits.is_empty() {
            tr!("The project has no other skeleton. Import one first.")
        } else {
            tr!(
                "Bones match by name. Keys of missing bones stay, and play once the skeleton has the bones."
            )
        };
        ui.label(RichText::new(line).color(theme::TEXT_2));
        ui.add_space(12.0);
        egui::ScrollArea::vertical()
            .max_height(320.0)
            .show(ui, |ui| {
                for (id, name, fit) in &fits {
                    if way_ui(ui, name, &match_text(fit), binding.chosen == Some(*id)) {
                        binding.chosen = Some(*id);
                    }
                }
            });
        footer_ui(ui, Some(binding.chosen.is_some())).and_then(|answer| match answer {
            QuestionAnswer::Bind(_) => binding.chosen.map(QuestionAnswer::Bind),
            answer => Some(answer),
        })
    }

    fn skeleton_of(&self, asset: Id) -> Option<Id> {
        let project = self.document.project();
        let clip = project.clips.get(&asset).map(|clip| clip.skeleton);
        clip.or_else(|| project.meshes.get(&asset).map(|mesh| mesh.skeleton))
    }
}

/// Cancel, and Bind where there is something to bind.
fn footer_ui(ui: &mut Ui, can_bind: Option<bool>) -> Option<QuestionAnswer> {
    let bind = |ui: &mut Ui| {
        let Some(can_bind) = can_bind else {
            return false;
        };
        let button = |ui: &mut Ui| parts::button(ui, Some(icons::CHECK_CIRCLE), tr!("Bind"), true);
        ui.add_enabled_ui(can_bind, button).inner.clicked()
    };
    button_row(ui, tr!("Cancel"), bind).map(|is_sure| {
        if is_sure {
            QuestionAnswer::Bind(Id(0))
        } else {
            QuestionAnswer::Cancel
        }
    })
}
