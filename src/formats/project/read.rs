//! Reads projects from files. Invariant: every file is read, so that one attempt lists everything
//! that is wrong.

mod file;

use super::{
    BrokenFile, FileProblem, ProjectError, ProjectFileSource, ROOT_FILE, kind_of,
    records::{ROOT_FORMAT, RootFile},
    slot_groups::{self, OldGroup},
};
use crate::ImportReport;
use asset::{AssetKind, Id, Project};
use file::{Common, FileReadOutcome, FileReader, ProjectFileAsset};
use std::{collections::BTreeMap, sync::OnceLock};
use words::tr;

/// Reads a project. The report lists what was left out. An Err lists every broken file.
pub fn read(files: &dyn ProjectFileSource) -> Result<(Project, ImportReport), ProjectError> {
    let Salvage {
        project,
        report,
        broken,
    } = salvage(files);
    if broken.is_empty() {
        Ok((project, report))
    } else {
        Err(ProjectError {
            problems: broken.into_iter().map(|broken| broken.problem).collect(),
        })
    }
}

/// The readable part of a project, and the broken files.
#[derive(Debug)]
pub struct Salvage {
    /// The project without broken assets; references to those lead nowhere.
    pub project: Project,
    /// Files that were left out because they hold no asset.
    pub report: ImportReport,
    /// Files that cannot be read, in the order of their paths.
    pub broken: Vec<BrokenFile>,
}

/// Reads as much of a project as possible.
pub fn salvage(files: &dyn ProjectFileSource) -> Salvage {
    let mut reader = ProjectReader {
        files,
        project: Project::default(),
        report: ImportReport::default(),
        broken: Vec::new(),
        old_groups: Vec::new(),
        seen: BTreeMap::new(),
    };
    reader.everything();
    Salvage {
        project: reader.project,
        report: reader.report,
        broken: reader.broken,
    }
}

struct ProjectReader<'a> {
    files: &'a dyn ProjectFileSource,
    project: Project,
    report: ImportReport,
    broken: Vec<BrokenFile>,
    /// Slot groups that montages of an older version name themselves.
    old_groups: Vec<OldGroup>,
    /// The file in which each id was found.
    seen: BTreeMap<Id, String>,
}

impl ProjectReader<'_> {
    fn everything(&mut self) {
        let mut paths = match self.files.list() {
            Ok(paths) => paths,
            Err(why) => {
                return self.broken(
                    ROOT_FILE,
                    FileProblem::new(ROOT_FILE, "", tr!("the folder cannot be listed ({why})")),
                );
            }
        };
        paths.sort();
        let common = Common::default();
        if let Err(problem) = self.root(&common) {
            self.broken(ROOT_FILE, problem);
        }
        // In any order; what came of them is taken in that of the paths.
        let outcomes: Vec<OnceLock<FileReadOutcome>> =
            paths.iter().map(|_| OnceLock::new()).collect();
        self.files.each(paths.len(), &|files, at| {
            if let Some(kind) = kind_of(&paths[at]) {
                outcomes[at].get_or_init(|| {
                    FileReader {
                        files,
                        common: &common,
                    }
                    .file(kind, &paths[at])
                });
            }
        });
        for (path, outcome) in paths.iter().zip(outcomes) {
            let taken = match kind_of(path) {
                Some(_) => self.take(
                    path,
                    outcome
                        .into_inner()
                        .unwrap_or_else(|| unreachable!("each was read")),
                ),
                None => self.no_asset(path),
            };
            if let Err(problem) = taken {
                self.broken(path, problem);
            }
        }
        self.project.derive_children();
        slot_groups::take_over(
            &mut self.project,
            std::mem::take(&mut self.old_groups),
            &mut self.report,
        );
    }

    fn broken(&mut self, file: &str, problem: FileProblem) {
        self.broken
            .push(BrokenFile::new(file, self.files.read(file).ok(), problem));
    }

    fn root(&mut self, common: &Common) -> Result<(), FileProblem> {
        let root: RootFile = FileReader {
            files: self.files,
            common,
        }
        .parsed(ROOT_FILE, ROOT_FORMAT)?;
        let unsound = root.preview.each_scene().find(|(_, it)| !it.is_sound());
        if let Some((asset, _)) = unsound {
            let of = asset.map_or(String::new(), |id| format!("/scenes/{id}"));
            let steepest = anim::ground::Terrain::STEEPEST;
            let text =
                tr!("its slope must be {steepest} degrees or less, and its lengths more than 0");
            let place = format!("/preview{of}/ground");
            return Err(FileProblem::new(ROOT_FILE, &place, text));
        }
        self.project.name = root.name;
        self.project.slot_groups = root.slot_groups;
        self.project.quick_slots = root.quick_slots;
        self.project.preview = root.preview;
        self.project.packaging = root.packaging;
        Ok(())
    }

    fn no_asset(&mut self, path: &str) -> Result<(), FileProblem> {
        if AssetKind::ALL.iter().any(|kind| path == kind.words()) {
            let text = tr!(
                "it is a link or a file instead of a project folder, so it is not read. Replace it with a real folder."
            );
            return Err(FileProblem::new(path, "", text));
        }
        if AssetKind::ALL
            .iter()
            .any(|kind| path.split('/').next() == Some(kind.words()))
        {
            self.report
                .note(path, tr!("The file is not an asset; it was left out."));
        }
        Ok(())
    }

    fn take(
        &mut self,
        path: &str,
        FileReadOutcome { id, asset }: FileReadOutcome,
    ) -> Result<(), FileProblem> {
        if let Some(id) = id
            && let Some(other) = self.seen.insert(id, path.to_owned())
        {
            let text = tr!("{other} has the same ID {id}. Remove one of the two files.");
            return Err(FileProblem::new(path, "/id", text));
        }
        let asset = asset?;
        let Some(id) = id else {
            unreachable!("what was read of an asset has its id")
        };
        let project = &mut self.project;
        match asset {
            ProjectFileAsset::Skeleton(it) => drop(project.skeletons.insert(id, it)),
            ProjectFileAsset::Clip(it) => drop(project.clips.insert(id, it)),
            ProjectFileAsset::Mesh(it) => drop(project.meshes.insert(id, it)),
            ProjectFileAsset::Texture(it) => drop(project.textures.insert(id, it)),
            ProjectFileAsset::Graph(it) => drop(project.graphs.insert(id, it)),
            ProjectFileAsset::BlendSpace(it) => drop(project.blend_spaces.insert(id, it)),
            ProjectFileAsset::NotifyClass(it) => drop(project.notify_classes.insert(id, it)),
            ProjectFileAsset::Sound(it) => drop(project.sounds.insert(id, it)),
            ProjectFileAsset::Scenario(it) => drop(project.tests.insert(id, it)),
            ProjectFileAsset::PoseAsset(it) => drop(project.pose_assets.insert(id, it)),
            ProjectFileAsset::Montage(it, old_group) => {
                project.montages.insert(id, it);
                self.old_groups.extend(old_group);
            }
        }
        Ok(())
    }
}
