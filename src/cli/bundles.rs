//! `bundles`: prints and changes which assets of a project go into which bundle.

use crate::{Failure, Io, args::BundlesArgs, find, json, load};
use asset::{AssetKind, BundleDefinition, Id, Project};
use document::{Command, Document, ItemCommand, PackagingCommand, ProjectCommand};
use serde::Serialize;
use std::collections::BTreeSet;
use words::{noun, tr};

/// Everything that a project says of its bundles.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct BundlesReport<'a> {
    bundles: Vec<BundleRow<'a>>,
    tags: Vec<TagRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BundleRow<'a> {
    name: &'a str,
    /// Names of skeletons.
    characters: Vec<&'a str>,
    tags: Vec<&'a str>,
    assets: Vec<BundledAssetRow<'a>>,
}

/// A tag and the assets that have it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TagRow<'a> {
    tag: &'a str,
    assets: Vec<BundledAssetRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BundledAssetRow<'a> {
    kind: &'static str,
    name: &'a str,
}

/// Changes what the options ask for, saves only when something changed, and prints all bundles. An
/// error when the path is no project or something unknown is named.
pub fn run_bundles(args: &BundlesArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut document = Document::new(load::project(&args.project, io)?);
    let since = document.project().clone();
    let commands = commands(args, &since)?;
    let commands = commands
        .into_iter()
        .map(|command| Command::Project(ProjectCommand::Packaging(command)));
    document
        .perform(&Command::Batch(commands.collect()), None)
        .map_err(|error| Failure::Input(error.to_string()))?;
    let now = document.project();
    if *now != since {
        load::print_open(&args.project, io)?;
        files::save_project(&args.project, now, &files::Saving::since(Some(&since)))?;
    }
    let report = report(now);
    if args.json {
        json::write(io, &report)
    } else {
        print(&report, io)
    }
}

fn commands(args: &BundlesArgs, project: &Project) -> Result<Vec<PackagingCommand>, Failure> {
    let mut commands = Vec::new();
    if let Some(name) = &args.set {
        let characters: Result<BTreeSet<Id>, Failure> = args
            .character
            .iter()
            .map(|name| find::asset(project, AssetKind::Skeleton, name))
            .collect();
        let bundles = &project.packaging.bundles;
        let known = bundles.iter().find(|bundle| bundle.name == *name);
        let bundle = BundleDefinition {
            id: known.map_or_else(|| free_id(project, name), |known| known.id),
            name: name.clone(),
            characters: characters?,
            tags: args.tag.iter().cloned().collect(),
        };
        commands.push(PackagingCommand::Bundle(ItemCommand::Put(bundle)));
    }
    if let Some(name) = &args.remove {
        let bundles = &project.packaging.bundles;
        let Some(known) = bundles.iter().find(|bundle| bundle.name == *name) else {
            let names: Vec<String> = bundles
                .iter()
                .map(|bundle| format!("“{}”", bundle.name))
                .collect();
            let there = if names.is_empty() {
                tr!("none").to_owned()
            } else {
                names.join(", ")
            };
            let text = tr!("bundle “{name}” does not exist. Available: {there}.");
            return Err(Failure::Input(text));
        };
        commands.push(PackagingCommand::Bundle(ItemCommand::Remove(known.id)));
    }
    for (names, is_tagged) in [(&args.tag_asset, true), (&args.untag_asset, false)] {
        let assets = named(project, names)?;
        let tags = args.tag.iter().filter(|_| !assets.is_empty());
        commands.extend(tags.map(|tag| PackagingCommand::Tag {
            assets: assets.clone(),
            tag: tag.clone(),
            is_tagged,
        }));
    }
    Ok(commands)
}

/// The assets of these names. A name that assets of several kinds have means all of them, unless
/// the kind is named, as in `clip:Walk`.
fn named(project: &Project, names: &[String]) -> Result<Vec<Id>, Failure> {
    let mut found = Vec::new();
    for name in names {
        let kind = name.split_once(':').and_then(|(kind, name)| {
            let kinds = AssetKind::ALL.into_iter();
            let word = kind.replace('_', " ");
            Some((kinds.into_iter().find(|kind| kind.word() == word)?, name))
        });
        let is_meant = |kind_of: AssetKind, called: &str| match kind {
            Some((kind, name)) => kind == kind_of && name == called,
            None => name == called,
        };
        let before = found.len();
        let assets = project.assets();
        found.extend(
            assets
                .filter(|(_, asset)| is_meant(asset.kind(), asset.name()))
                .map(|(id, _)| id),
        );
        if found.len() == before {
            let text = tr!(
                "the project has no asset “{name}”. Name it as `mutoscope info` does, or with its kind, as in clip:Walk."
            );
            return Err(Failure::Input(text));
        }
    }
    Ok(found)
}

fn free_id(project: &Project, name: &str) -> Id {
    let is_taken = |id: &Id| {
        let bundles = &project.packaging.bundles;
        bundles.iter().any(|bundle| bundle.id == *id)
    };
    (0_u32..)
        .map(|at| Id::derive(&["bundle", name, &at.to_string()]))
        .find(|id| !is_taken(id))
        .unwrap_or(Id(0))
}

fn report(project: &Project) -> BundlesReport<'_> {
    let packaging = &project.packaging;
    let rows = |ids: BTreeSet<Id>| {
        let rows = ids.into_iter().filter_map(|id| {
            let asset = project.asset(id)?;
            Some((asset.kind(), asset.name()))
        });
        let rows: BTreeSet<(AssetKind, &str)> = rows.collect();
        rows.into_iter()
            .map(|(kind, name)| BundledAssetRow {
                kind: kind.word(),
                name,
            })
            .collect()
    };
    let bundle = |bundle| row(project, bundle, rows(project.bundled(bundle)));
    let tag = |tag| {
        let tagged = packaging.tags.iter().filter(|(_, tags)| tags.contains(tag));
        TagRow {
            tag,
            assets: rows(tagged.map(|(id, _)| *id).collect()),
        }
    };
    BundlesReport {
        bundles: packaging.bundles.iter().map(bundle).collect(),
        tags: packaging.tag_names().into_iter().map(tag).collect(),
    }
}

fn row<'a>(
    project: &'a Project,
    bundle: &'a BundleDefinition,
    assets: Vec<BundledAssetRow<'a>>,
) -> BundleRow<'a> {
    let names = bundle
        .characters
        .iter()
        .filter_map(|id| project.asset_name(*id));
    let mut characters: Vec<&str> = names.collect();
    characters.sort_unstable();
    BundleRow {
        name: &bundle.name,
        characters,
        tags: bundle.tags.iter().map(String::as_str).collect(),
        assets,
    }
}

fn print(report: &BundlesReport<'_>, io: &mut Io<'_>) -> Result<(), Failure> {
    if report.bundles.is_empty() {
        let text = tr!("The project defines no bundle. `build` makes one of the whole project.");
        writeln!(io.out, "{text}")?;
    }
    for bundle in &report.bundles {
        let assets = words::count(bundle.assets.len(), noun!("asset"));
        let (characters, tags) = (bundle.characters.join(", "), bundle.tags.join(", "));
        let line = match (bundle.characters.is_empty(), bundle.tags.is_empty()) {
            (false, true) => tr!("{}: {assets}; characters: {characters}", bundle.name),
            (true, false) => tr!("{}: {assets}; tags: {tags}", bundle.name),
            (true, true) => tr!("{}: takes no assets yet", bundle.name),
            (false, false) => tr!(
                "{}: {assets}; characters: {characters}; tags: {tags}",
                bundle.name
            ),
        };
        writeln!(io.out, "{line}")?;
    }
    for TagRow { tag, assets } in &report.tags {
        let assets = words::count(assets.len(), noun!("asset"));
        writeln!(io.out, "{}", tr!("tag {tag}: {assets}"))?;
    }
    Ok(())
}
