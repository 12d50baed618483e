//! What a script plays on: the library of a file, and the skeleton of its first character.

use crate::{
    Failure, Io,
    load::{self, Loaded},
    script::{Asked, FIRST, Script},
};
use anim::{Library, Name, Request};
use std::{collections::BTreeSet, path::Path, sync::Arc};
use words::tr;

/// The compiled library of a project or a source file, or the one in a bundle. Warnings and errors
/// of the compilation go to `io.err`.
pub fn library(file: &Path, io: &mut Io<'_>) -> Result<Arc<Library>, Failure> {
    match load::load(file, io)? {
        Loaded::Bundle(bundle) => Ok(bundle.library),
        Loaded::Authored { project, .. } => {
            let compiled = files::compile(
                &project,
                &mut asset::Cache::default(),
                &files::ClipCache::of_user(),
            );
            load::print_diagnostics(&project, &compiled.diagnostics, io)?;
            Ok(compiled.library)
        }
    }
}

/// The skeleton of this name in the library.
pub fn named_skeleton(library: &Library, name: &str) -> Result<Name, Failure> {
    let found = library
        .skeleton(Name::new(name))
        .map(|skeleton| skeleton.name);
    let refusal = || {
        tr!(
            "skeleton “{name}” does not exist. Available skeletons: “{}”.",
            skeleton_names(library)
        )
    };
    found.ok_or_else(|| Failure::Input(refusal()))
}

fn skeleton_names(library: &Library) -> String {
    library
        .skeletons
        .iter()
        .map(|skeleton| library.names.text(skeleton.name))
        .collect::<Vec<_>>()
        .join("”, “")
}

/// The one that the script names, else the one that the first asset of its first character was made
/// for, else the only one.
pub fn skeleton(library: &Library, script: &Script) -> Result<Name, Failure> {
    if let Some(name) = &script.character {
        return named_skeleton(library, name);
    }
    let mut own = script
        .requests
        .iter()
        .filter(|timed| timed.character == FIRST);
    let of_asset = own.find_map(|timed| match &timed.request {
        Asked::Request(Request::PlayGraph { graph }) => {
            library.graph(*graph).map(|graph| graph.skeleton())
        }
        Asked::Request(Request::PlayMontage { montage, .. })
        | Asked::Task {
            play: Request::PlayMontage { montage, .. },
            ..
        } => library.montage(*montage).map(|it| it.skeleton),
        Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. }) => {
            library.clip(*clip).map(|clip| clip.skeleton)
        }
        _ => None,
    });
    match (of_asset, &library.skeletons[..]) {
        (Some(name), _) => Ok(name),
        (None, [only]) => Ok(only.name),
        (None, []) => Err(Failure::input(tr!("the file has no skeleton to play on."))),
        (None, _) => {
            let known = skeleton_names(library);
            let unknown = unknown_asset(library, script);
            let unknown = unknown.map_or_else(String::new, |what| {
                tr!("the script uses {what}, which does not exist; ")
            });
            Err(Failure::Input(tr!(
                "{unknown}add `\"character\": \"SKELETON\"` to the script. Available skeletons: “{known}”."
            )))
        }
    }
}

/// The first that a script plays and that is not there.
fn unknown_asset(library: &Library, script: &Script) -> Option<String> {
    let told = |kind: &str, name: Name| Some(format!("{kind} “{}”", script.text(name)?));
    script
        .requests
        .iter()
        .find_map(|timed| match &timed.request {
            Asked::Request(Request::PlayGraph { graph }) if library.graph(*graph).is_none() => {
                told("graph", *graph)
            }
            Asked::Request(Request::PlayMontage { montage, .. })
            | Asked::Task {
                play: Request::PlayMontage { montage, .. },
                ..
            } if library.montage(*montage).is_none() => told("montage", *montage),
            Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. })
                if library.clip(*clip).is_none() =>
            {
                told("clip", *clip)
            }
            _ => None,
        })
}

/// Warns of additive clips that are played by themselves, where a full pose is expected.
pub fn warn_of_additive(
    library: &Library,
    script: &Script,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let played = script
        .requests
        .iter()
        .filter_map(|timed| match &timed.request {
            Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. }) => {
                library.clip(*clip).filter(|clip| clip.additive.is_some())
            }
            _ => None,
        });
    let names: BTreeSet<&str> = played.map(|clip| library.names.text(clip.name)).collect();
    for name in names {
        writeln!(
            io.err,
            "{}",
            tr!("warning: the clip “{name}” is additive and plays on the reference pose.")
        )?;
    }
    Ok(())
}
