//! Where source files lie: absolute while a project is open, on disk relative to its folder where
//! there is a way.

#[cfg(test)]
mod tests;

use asset::{Origin, Project};
use std::{
    path::{Component, Path, PathBuf},
    sync::Arc,
};

/// The absolute path with forward slashes and without `.` and `..`; links are not followed.
pub(crate) fn absolute(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut plain = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    let text = plain.to_string_lossy();
    if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text.into_owned()
    }
}

/// The path relative to a folder; the absolute path itself where they share no root.
pub(crate) fn relative(path: &str, folder: &Path) -> String {
    let folder = absolute(folder);
    let (to, from): (Vec<&str>, Vec<&str>) =
        (path.split('/').collect(), folder.split('/').collect());
    let shared = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    // A path begins with nothing and a slash; a drive stands in the place of nothing.
    if shared == 0 || !is_absolute(path) {
        return path.to_owned();
    }
    let up = from[shared..]
        .iter()
        .filter(|part| !part.is_empty())
        .map(|_| "..");
    up.chain(to[shared..].iter().copied())
        .collect::<Vec<_>>()
        .join("/")
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || path.get(1..3) == Some(":/")
}

/// The project as it is written into a folder.
pub(crate) fn saved(project: &Project, folder: &Path) -> Project {
    with_files(project, |file| relative(file, folder))
}

/// The project as it was read from a folder.
pub(crate) fn opened(project: &Project, folder: &Path) -> Project {
    with_files(project, |file| {
        if is_absolute(file) {
            file.to_owned()
        } else {
            absolute(&folder.join(file))
        }
    })
}

fn with_files(project: &Project, place: impl Fn(&str) -> String) -> Project {
    let mut project = project.clone();
    let new = |origin: &Origin| {
        Some(Origin {
            file: place(&origin.file),
            ..origin.clone()
        })
    };
    macro_rules! each {
        ($list:ident) => {
            for asset in project.$list.values_mut() {
                if let Some(origin) = &asset.origin {
                    let origin = new(origin);
                    Arc::make_mut(asset).origin = origin;
                }
            }
        };
    }
    each!(skeletons);
    each!(meshes);
    each!(textures);
    each!(clips);
    project
}
