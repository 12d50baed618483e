//! Sound files that come into the project: read and checked by a job, one undo step for all.

use crate::{
    app::{App, incoming::file_name, purpose::Purpose},
    jobs::JobOutcome,
    pick::PickKind,
    sounds::{ReadSound, SoundPlace},
    toast::Tone,
};
use asset::{AssetKind, Id, LaneSound, Project, SoundFile};
use document::{Command, ItemCommand, ProjectCommand, Selection};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use words::tr;

/// The edits that bring sounds in, one after the other.
struct Arriving {
    /// The project with those that came so far.
    project: Arc<Project>,
    commands: Vec<Command>,
    /// The timeline that they go on, and the time of the next.
    lane: Option<(Id, f32)>,
    selected: Option<Selection>,
    names: Vec<String>,
}

impl Arriving {
    /// `ids` gives one that nothing has yet.
    fn add(&mut self, file: SoundFile, ids: &mut dyn FnMut() -> Id) {
        let seconds = file.seconds;
        let mut all = self.project.sounds.iter();
        let same = all.find(|(_, known)| known.bytes == file.bytes);
        let known = same.map(|(id, known)| (*id, known.name.clone()));
        let (id, name) = known.unwrap_or_else(|| self.add_asset(file, ids()));
        self.selected = Some(Selection::asset(id));
        if let Some((host, time)) = &mut self.lane {
            let lane = LaneSound {
                id: ids(),
                name: name.clone(),
                sound: id,
                time: *time,
                skip: 0.0,
                gain: 0.0,
            };
            self.selected = Some(Selection::item(*host, lane.id));
            let add = Command::Sound(*host, ItemCommand::Add(lane));
            self.commands.push(add);
            *time += seconds;
        }
        self.names.push(name);
    }

    fn add_asset(&mut self, file: SoundFile, id: Id) -> (Id, String) {
        let name = self.project.free_name(AssetKind::Sound, &file.name, None);
        let file = SoundFile {
            name: name.clone(),
            ..file
        };
        let add = ProjectCommand::Add(id, file.clone().into());
        self.commands.push(Command::Project(add));
        let project = Arc::make_mut(&mut self.project);
        project.sounds.insert(id, Arc::new(file));
        (id, name)
    }

    /// The title and the line of the message when all have come.
    fn told(&self) -> (&'static str, String) {
        let names = self.names.join(", ");
        match (self.commands.is_empty(), self.lane) {
            (true, _) => (tr!("Already in the project"), format!("{names}.")),
            (false, Some(_)) => (tr!("Sound added to the timeline"), format!("{names}.")),
            (false, None) => (
                tr!("Sound imported"),
                tr!("{names}. Drag it onto a timeline, or name it in a notify."),
            ),
        }
    }
}

impl App {
    /// Sounds that are dropped on the timeline play along with it.
    pub(in crate::app) fn import_dropped(&mut self, ctx: &egui::Context, paths: Vec<PathBuf>) {
        if let [path] = paths.as_slice()
            && super::super::session_files::is_session(path)
        {
            return self.open_session(path);
        }
        if !paths.iter().all(|path| files::is_sound_file(path)) {
            return self.import(ctx, paths);
        }
        self.start = None;
        let place = match (ctx.pointer_latest_pos(), self.dropped_at(ctx)) {
            (_, Some((host, time))) => SoundPlace::Timeline(host, time),
            (Some(_), None) => SoundPlace::Project,
            (None, None) => SoundPlace::Pointer,
        };
        self.import_sounds(paths, place);
    }

    pub(in crate::app) fn import_sounds(&mut self, paths: Vec<PathBuf>, place: SoundPlace) {
        let name = match paths.as_slice() {
            [] => return,
            [path] => tr!("Import {}", file_name(path)),
            many => tr!("Import {} sounds", many.len()),
        };
        self.jobs.start(name, move |handle| {
            let count = paths.len() as f32;
            let read = paths.into_iter().enumerate().map(|(at, path)| {
                handle.report(at as f32 / count);
                let result = read(&path);
                ReadSound { path, result }
            });
            JobOutcome::SoundsRead(place, read.collect())
        });
    }

    pub(in crate::app) fn sounds_read(
        &mut self,
        ctx: &egui::Context,
        place: SoundPlace,
        read: Vec<ReadSound>,
    ) {
        let mut files = Vec::new();
        for ReadSound { path, result } in read {
            match result {
                Ok(file) => files.push(file),
                Err(why) => {
                    let title = tr!("{} could not be imported", file_name(&path));
                    self.session.toast(Tone::Error, title, why);
                }
            }
        }
        let lane = match place {
            SoundPlace::InPlaceOf(id) => {
                return files
                    .into_iter()
                    .for_each(|file| self.replace_sound(id, file));
            }
            SoundPlace::Timeline(host, time) => Some((host, time)),
            SoundPlace::Pointer => self.dropped_at(ctx),
            SoundPlace::Project => None,
        };
        if !files.is_empty() {
            self.bring_sounds(files, lane);
        }
    }

    fn replace_sound(&mut self, id: Id, file: SoundFile) {
        let line = format!("{:.3} s.", file.seconds);
        let replace = ProjectCommand::ReplaceSound(id, Box::new(file));
        self.perform(&Command::Project(replace), None);
        self.session.toast(Tone::Ok, tr!("Sound replaced"), line);
    }

    fn bring_sounds(&mut self, files: Vec<SoundFile>, lane: Option<(Id, f32)>) {
        let mut arriving = Arriving {
            project: self.document.project().clone(),
            commands: Vec::new(),
            lane,
            selected: None,
            names: Vec::new(),
        };
        for file in files {
            arriving.add(file, &mut || self.views.edits.id());
        }
        let (title, line) = arriving.told();
        if !arriving.commands.is_empty() {
            let before = self.document.step_count();
            self.perform(&Command::Batch(arriving.commands), None);
            // Refused, it was told why.
            if self.document.step_count() == before {
                return;
            }
        }
        if let Some(selection) = arriving.selected {
            if selection.items.is_empty() {
                self.views.assets.reveal = selection.asset;
            }
            self.document.select(selection);
        }
        self.session.toast(Tone::Ok, title, line);
    }

    pub(in crate::app) fn pick_replacement(&mut self, sound: Id) {
        self.pick(
            Purpose::ReplaceSound(sound),
            tr!("Replace sound"),
            PickKind::OpenFiles,
            vec![(tr!("Sounds"), SoundFile::ENDINGS.to_vec())],
            String::new(),
        );
    }
}

fn read(path: &Path) -> Result<SoundFile, String> {
    files::read_sound(path, sound::checked).map_err(|error| error.to_string())
}
