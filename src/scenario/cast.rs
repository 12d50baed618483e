//! What a script plays on: the skeleton of its first character, and errors for what is not there.

use crate::script::{Asked, FIRST, Script};
use anim::{Library, Name, Request};
use asset::AssetKind;
use std::collections::BTreeSet;
use words::tr;

/// The skeleton of this name in the library.
pub fn named_skeleton(library: &Library, name: &str) -> Result<Name, String> {
    let found = library
        .skeleton(Name::new(name))
        .map(|skeleton| skeleton.name);
    let refusal = || {
        tr!(
            "skeleton “{name}” does not exist. Available skeletons: “{}”.",
            skeleton_names(library)
        )
    };
    found.ok_or_else(refusal)
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
pub fn skeleton(library: &Library, script: &Script) -> Result<Name, String> {
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
        (None, []) => Err(tr!("the file has no skeleton to play on.").to_owned()),
        (None, _) => {
            let known = skeleton_names(library);
            let unknown = unknown_asset(library, script);
            let unknown = unknown.map_or_else(String::new, |what| {
                tr!("the script uses {what}, which does not exist; ")
            });
            Err(tr!(
                "{unknown}add `\"character\": \"SKELETON\"` to the script. Available skeletons: “{known}”."
            ))
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

/// Names of additive clips that are played by themselves, where a full pose is expected.
pub fn additive_clips<'a>(library: &'a Library, script: &Script) -> BTreeSet<&'a str> {
    let played = script
        .requests
        .iter()
        .filter_map(|timed| match &timed.request {
            Asked::Request(Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. }) => {
                library.clip(*clip).filter(|clip| clip.additive.is_some())
            }
            _ => None,
        });
    played.map(|clip| library.names.text(clip.name)).collect()
}

/// The error for an unknown name. It lists the known names, each once and in order.
pub fn missing(kind: AssetKind, name: &str, names: impl Iterator<Item = String>) -> String {
    let names: BTreeSet<String> = names.collect();
    let names: Vec<String> = names.into_iter().map(|name| format!("“{name}”")).collect();
    let word = kind.title();
    let there = if names.is_empty() {
        tr!("none").to_owned()
    } else {
        names.join(", ")
    };
    tr!("{word} “{name}” does not exist. Available: {there}.")
}
