//! The project's bundles: what they are called, and which characters and tags each takes.

use super::rows::{PropertyRows, fact};
use crate::{
    action::{EditorAction, FileAction},
    icons, parts,
    session::Session,
    theme,
    views::PanelViews,
};
use asset::{AssetKind, BundleDefinition, Id, Packaging, Project};
use document::{Command, ItemCommand, PackagingCommand, ProjectCommand};
use egui::{Label, RichText, Ui};
use std::collections::BTreeSet;
use words::{noun, tr};

/// The sheet of bundles and tags of the project.
pub fn bundles_ui(
    ui: &mut Ui,
    project: &Project,
    (session, views): (&Session, &mut PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    note(
        ui,
        tr!(
            "A bundle takes all assets of its characters, all assets with one of its tags, and what these need. Without bundles the whole project is one."
        ),
    );
    let mut rows = PropertyRows::new(Id::derive(&["bundles"]), (session, views), actions);
    for bundle in &project.packaging.bundles {
        ui.push_id(bundle.id, |ui| bundle_ui(ui, &mut rows, project, bundle));
    }
    let (is_added, is_built) = parts::property(ui, "", |ui| {
        let is_added = parts::button(ui, Some(icons::PLUS), tr!("Add bundle"), false).clicked();
        let is_built = parts::button(ui, None, tr!("Build bundles…"), true).clicked();
        (is_added, is_built)
    });
    if is_added {
        let bundle = BundleDefinition {
            id: rows.views.edits.id(),
            name: free_name(&project.packaging),
            characters: BTreeSet::new(),
            tags: BTreeSet::new(),
        };
        rows.perform(edit(PackagingCommand::Bundle(ItemCommand::Add(bundle))));
    }
    if is_built {
        rows.actions.push(FileAction::BuildBundles.into());
    }
    tags_ui(ui, &mut rows, &project.packaging);
}

fn edit(command: PackagingCommand) -> Command {
    Command::Project(ProjectCommand::Packaging(command))
}

fn bundle_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    bundle: &BundleDefinition,
) {
    let set = |change: &dyn Fn(&mut BundleDefinition)| {
        let mut changed = bundle.clone();
        change(&mut changed);
        edit(PackagingCommand::Bundle(ItemCommand::Set(changed)))
    };
    let count = project.bundled(bundle).len();
    let assets = parts::count(count, noun!("asset"));
    if !rows.group(ui, &bundle.name, &assets, None) {
        return;
    }
    rows.text(ui, tr!("File name"), &bundle.name, |name| {
        edit(PackagingCommand::Bundle(ItemCommand::Rename(
            bundle.id, name,
        )))
    });
    for (id, name) in project.list(AssetKind::Skeleton) {
        let is_taken = bundle.characters.contains(&id);
        rows.toggle(ui, name, is_taken, tr!("character"), |is_taken| {
            set(&|bundle| toggle(&mut bundle.characters, id, is_taken))
        });
    }
    for tag in project.packaging.tag_names() {
        let is_taken = bundle.tags.contains(tag);
        rows.toggle(ui, tag, is_taken, tr!("tag"), |is_taken| {
            set(&|bundle| toggle(&mut bundle.tags, tag.to_owned(), is_taken))
        });
    }
    if count == 0 {
        fact(
            ui,
            tr!("Takes"),
            tr!("No assets. Choose a character or a tag."),
        );
    }
    let is_deleted = parts::property(ui, "", |ui| {
        let name = tr!("Delete bundle {}", bundle.name);
        parts::button(ui, Some(icons::X), &name, false).clicked()
    });
    if is_deleted {
        rows.perform(edit(PackagingCommand::Bundle(ItemCommand::Remove(
            bundle.id,
        ))));
    }
}

fn toggle<T: Ord>(set: &mut BTreeSet<T>, item: T, is_in: bool) {
    if is_in {
        set.insert(item);
    } else {
        set.remove(&item);
    }
}

fn tags_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, packaging: &Packaging) {
    let tags = packaging.tag_names();
    ui.add_space(8.0);
    note(
        ui,
        if tags.is_empty() {
            tr!("To tag assets, right-click them in the Assets panel and choose Tags.")
        } else {
            tr!("Tags of the project. A tag that gets the name of another one joins it.")
        },
    );
    for tag in tags {
        let tagged = packaging.tags.values().filter(|tags| tags.contains(tag));
        let assets = parts::count(tagged.count(), noun!("asset"));
        let mut is_deleted = false;
        ui.push_id(tag, |ui| {
            ui.horizontal(|ui| {
                ui.vertical(|ui| {
                    rows.text(ui, &tr!("Tag, {assets}"), tag, |name| {
                        edit(PackagingCommand::RenameTag(tag.to_owned(), name))
                    });
                });
                let name = tr!("Delete tag {tag}");
                is_deleted = parts::icon_button(ui, icons::X, &name, false).clicked();
            });
        });
        if is_deleted {
            rows.perform(edit(PackagingCommand::RemoveTag(tag.to_owned())));
        }
    }
}

fn free_name(packaging: &Packaging) -> String {
    let is_free = |name: &String| {
        let mut bundles = packaging.bundles.iter();
        bundles.all(|bundle| bundle.name.to_lowercase() != *name)
    };
    (1..)
        .map(|at| format!("bundle{at}"))
        .find(is_free)
        .unwrap_or_default()
}

fn note(ui: &mut Ui, text: &str) {
    let text = RichText::new(text)
        .font(theme::small())
        .color(theme::TEXT_2);
    ui.add(Label::new(text).wrap());
    ui.add_space(4.0);
}
