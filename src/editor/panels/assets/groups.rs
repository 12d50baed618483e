//! Assets in groups: by what they are, by whom they are of, or by where their files lie.

use super::{kind::kind_name, view::Grouping};
use asset::{AssetKind, Id, Project};
use formats::project::BrokenFile;
use std::path::Path;
use words::{Word, tr, word};

/// Assets and unreadable files under one heading.
pub struct AssetGroup {
    /// Text of the heading.
    pub title: String,
    /// The id, type and name of each asset.
    pub assets: Vec<(Id, AssetKind, String)>,
    /// Files of the group that could not be read.
    pub broken: Vec<BrokenFile>,
}

const NO_CHARACTER: Word = word!("No character");
const MADE_HERE: Word = word!("Made here");
const BROKEN: Word = word!("Cannot be read");

/// Groups that have something the filter finds. Kinds stand in their order, the others by name,
/// what has no home last.
pub fn grouped(
    project: &Project,
    broken: &[BrokenFile],
    grouping: Grouping,
    filter: &str,
) -> Vec<AssetGroup> {
    let filter = filter.to_lowercase();
    let mut groups: Vec<AssetGroup> = Vec::new();
    for kind in AssetKind::ALL {
        for (id, name) in project
            .list(kind)
            .into_iter()
            .filter(|(_, name)| name.to_lowercase().contains(&filter))
        {
            let title = match grouping {
                Grouping::Kind => kind_name(kind).to_owned(),
                Grouping::Character => character(project, kind, id),
                Grouping::Folder => folder(project, id),
                Grouping::File => file(project, id),
            };
            group(&mut groups, title)
                .assets
                .push((id, kind, name.to_owned()));
        }
        let is_shown =
            |it: &&BrokenFile| it.kind == Some(kind) && it.name.to_lowercase().contains(&filter);
        for file in broken.iter().filter(is_shown) {
            let title = if grouping == Grouping::Kind {
                kind_name(kind)
            } else {
                BROKEN.text()
            };
            group(&mut groups, title.to_owned())
                .broken
                .push(file.clone());
        }
    }
    if grouping != Grouping::Kind {
        let is_last = |title: &str| {
            [NO_CHARACTER, MADE_HERE, BROKEN]
                .iter()
                .any(|last| **last == *title)
        };
        groups.sort_by_cached_key(|group| (is_last(&group.title), group.title.to_lowercase()));
    }
    groups
}

fn group(groups: &mut Vec<AssetGroup>, title: String) -> &mut AssetGroup {
    let at = groups
        .iter()
        .position(|group| group.title == title)
        .unwrap_or_else(|| {
            groups.push(AssetGroup {
                title,
                assets: Vec::new(),
                broken: Vec::new(),
            });
            groups.len() - 1
        });
    &mut groups[at]
}

/// The skeleton that it plays on.
fn character(project: &Project, kind: AssetKind, id: Id) -> String {
    let skeleton = match kind {
        AssetKind::Montage => Some(project.montages[&id].skeleton),
        AssetKind::Graph => Some(project.graphs[&id].skeleton),
        AssetKind::BlendSpace => Some(project.blend_spaces[&id].skeleton),
        AssetKind::PoseAsset => Some(project.pose_assets[&id].skeleton),
        AssetKind::Clip => Some(project.clips[&id].skeleton),
        AssetKind::Mesh => Some(project.meshes[&id].skeleton),
        AssetKind::Skeleton => Some(id),
        AssetKind::Texture => {
            let wears = project
                .meshes
                .values()
                .find(|mesh| asset::Asset::uses(&***mesh).contains(&id));
            wears.map(|mesh| mesh.skeleton)
        }
        AssetKind::NotifyClass | AssetKind::Sound | AssetKind::Scenario => None,
    };
    let name = skeleton.and_then(|id| project.asset_name(id));
    name.map_or_else(|| NO_CHARACTER.into(), str::to_owned)
}

/// The name of the file that it came from.
fn file(project: &Project, id: Id) -> String {
    let name = project.origin(id).map(|origin| Path::new(&origin.file));
    let name = name.and_then(|path| path.file_name());
    name.map_or_else(
        || MADE_HERE.into(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Folder of the asset's source file, with at most two levels of it.
fn folder(project: &Project, id: Id) -> String {
    let Some(origin) = project.origin(id) else {
        return MADE_HERE.into();
    };
    let parent = Path::new(&origin.file)
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let last = parent.map(|parent| {
        let names: Vec<_> = parent.iter().rev().take(2).collect();
        names
            .into_iter()
            .rev()
            .map(|name| name.to_string_lossy())
            .collect::<Vec<_>>()
            .join("/")
    });
    last.unwrap_or_else(|| tr!("Project folder").to_owned())
}
