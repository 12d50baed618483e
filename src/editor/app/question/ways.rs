//! The ways in which an import can go on.

use asset::{AssetKind, Id, Project};
use document::import::{Doubt, ImportChoices, ImportMode, SkeletonFit};
use words::tr;

/// A choice of how an import continues.
pub(crate) struct ImportWay {
    /// The label of the button.
    pub title: String,
    /// Effect of this choice on the import, in one line.
    pub line: String,
    /// The choices with which the import goes on.
    pub choices: ImportChoices,
}

/// Choices of how an import with a doubt can continue.
pub(crate) fn ways(project: &Project, known: &ImportChoices, doubt: &Doubt) -> Vec<ImportWay> {
    let choices = |mode: ImportMode, skeleton: Option<Id>| ImportChoices {
        mode,
        skeleton,
        ..known.clone()
    };
    let way = |title: &str, line: &str, choices: ImportChoices| ImportWay {
        title: title.into(),
        line: line.into(),
        choices,
    };
    let beside = |title: &str| {
        let line = tr!("Everything is added under new names. Existing assets do not change.");
        way(title, line, choices(ImportMode::Add, None))
    };
    let update = || {
        let line = tr!("Imported data is updated from the file. Your edits stay.");
        way(
            tr!("Update existing assets"),
            line,
            choices(ImportMode::Update, None),
        )
    };
    match doubt {
        Doubt::OtherContent { .. } | Doubt::Moved { .. } | Doubt::UnknownSource { .. } => {
            vec![update(), beside(tr!("Add as new assets"))]
        }
        Doubt::SeveralCopies { copies, .. } => {
            let line = tr!("The other copies do not change.");
            let update = |(id, name): &(Id, String)| {
                let choices = ImportChoices {
                    copy: Some(*id),
                    ..choices(ImportMode::Update, known.skeleton)
                };
                way(&tr!("Update {name}"), line, choices)
            };
            copies
                .iter()
                .map(update)
                .chain([beside(tr!("Add another copy"))])
                .collect()
        }
        Doubt::NothingToUpdate { .. } => vec![beside(tr!("Add it"))],
        Doubt::SeveralSkeletons { names } => {
            let mut ways: Vec<ImportWay> = names
                .iter()
                .filter_map(|name| bind_way(project, known, name, &[]))
                .collect();
            ways.push(beside(tr!("Add it with a new skeleton")));
            ways
        }
        Doubt::OpenBones { bones, .. } => {
            // One after the other: the answer to one may settle the next.
            let first = bones.iter().next();
            let all = first
                .into_iter()
                .flat_map(|(bone, places)| places.iter().map(move |place| (bone, place)));
            let is = |(bone, (name, path)): (&String, &(String, String))| {
                let said = known
                    .matches
                    .clone()
                    .into_iter()
                    .chain([(bone.clone(), name.clone())]);
                way(
                    &tr!("{bone} is {name}"),
                    path,
                    ImportChoices {
                        matches: said.collect(),
                        ..known.clone()
                    },
                )
            };
            all.map(is)
                .chain([beside(tr!("Add it with a new skeleton"))])
                .collect()
        }
        Doubt::PartlyFits { skeleton, missing } => {
            let bind = bind_way(project, known, skeleton, missing);
            bind.into_iter()
                .chain([beside(tr!("Add it with a new skeleton"))])
                .collect()
        }
    }
}

fn bind_way(
    project: &Project,
    known: &ImportChoices,
    name: &str,
    missing: &[String],
) -> Option<ImportWay> {
    let id = project
        .list(AssetKind::Skeleton)
        .into_iter()
        .find(|(_, known)| *known == name)?
        .0;
    let line = match missing.len() {
        0 => tr!("The skeleton has all bones of the clips.").to_owned(),
        _ => tr!(
            "The keys of {} stay, and play once the skeleton has these bones.",
            missing.join(", ")
        ),
    };
    let choices = ImportChoices {
        skeleton: Some(id),
        ..known.clone()
    };
    Some(ImportWay {
        title: tr!("Bind its clips to {name}"),
        line,
        choices,
    })
}

pub(super) fn match_text(fit: &SkeletonFit) -> String {
    const MOST: usize = 6;
    let (matched, all) = (fit.matched.len(), fit.matched.len() + fit.missing.len());
    let rest = if fit.same_rest {
        tr!("same rest pose")
    } else {
        tr!("another rest pose: translations follow the bones’ translation modes")
    };
    let shown = fit
        .missing
        .iter()
        .take(MOST)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    match fit.missing.len() {
        _ if matched == 0 => tr!("None of its {all} bones"),
        0 => tr!("{matched} of {all} bones, {rest}"),
        lacking if lacking > MOST => {
            tr!(
                "{matched} of {all} bones, {rest}. Missing: {shown} and {} more",
                lacking - MOST
            )
        }
        _ => tr!("{matched} of {all} bones, {rest}. Missing: {shown}"),
    }
}
