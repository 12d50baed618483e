//! Sound files that come into the project: read and checked by a job, one undo step for all.

use super::super::{App, incoming::file_name, purpose::Purpose};
use crate::{
    jobs::{JobOutcome, ReadSound},
    pick::PickKind,
    session::Tone,
};
use asset::{AssetKind, Id, LaneSound, SoundFile};
use document::{Command, ProjectCommand, Selection, SoundCommand};
use std::path::{Path, PathBuf};

/// What becomes of sounds when they are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SoundPlace {
    /// Assets of the project.
    Project,
    /// Assets, and on this timeline from this time on, in seconds.
    Timeline(Id, f32),
    /// In place of the file of this sound.
    InPlaceOf(Id),
}

/// Whether a file may be a sound of the project, by the end of its name.
pub(in super::super) fn is_sound(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    SoundFile::ENDINGS.contains(&ending.as_str())
}

impl App {
    /// Dropped on the timeline they play along with it.
    pub(in super::super) fn import_dropped_sounds(
        &mut self,
        ctx: &egui::Context,
        paths: Vec<PathBuf>,
    ) {
        let place = self.dropped_at(ctx);
        let place = place.map_or(SoundPlace::Project, |(id, time)| {
            SoundPlace::Timeline(id, time)
        });
        self.import_sounds(paths, place);
    }

    pub(in super::super) fn import_sounds(&mut self, paths: Vec<PathBuf>, place: SoundPlace) {
        let name = match paths.as_slice() {
            [] => return,
            [path] => format!("Import {}", file_name(path)),
            many => format!("Import {} sounds", many.len()),
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

    pub(in super::super) fn sounds_read(&mut self, place: SoundPlace, read: Vec<ReadSound>) {
        let mut commands = Vec::new();
        let (mut selected, mut names) = (None, Vec::new());
        let project = self.document.project().clone();
        let mut taken = project.clone();
        let mut now = match place {
            SoundPlace::Timeline(_, time) => time,
            _ => 0.0,
        };
        for ReadSound { path, result } in read {
            let file = match result {
                Ok(file) => file,
                Err(why) => {
                    let title = format!("{} could not be imported", file_name(&path));
                    self.session.toast(Tone::Error, title, why);
                    continue;
                }
            };
            if let SoundPlace::InPlaceOf(id) = place {
                let replace = ProjectCommand::ReplaceSound(id, Box::new(file));
                self.perform(&Command::Project(replace), None);
                return self.session.toast(
                    Tone::Ok,
                    "Sound replaced",
                    format!("From {}.", file_name(&path)),
                );
            }
            let same = taken
                .sounds
                .iter()
                .find(|(_, known)| known.bytes == file.bytes);
            let (id, name, seconds) = match same {
                Some((id, known)) => (*id, known.name.clone(), known.seconds),
                None => {
                    let id = self.session.edits.id();
                    let name = taken.free_name(AssetKind::Sound, &file.name, None);
                    let file = SoundFile {
                        name: name.clone(),
                        ..file
                    };
                    let seconds = file.seconds;
                    let add = ProjectCommand::AddSound(id, Box::new(file.clone()));
                    commands.push(Command::Project(add));
                    let all = std::sync::Arc::make_mut(&mut taken);
                    all.sounds.insert(id, std::sync::Arc::new(file));
                    (id, name, seconds)
                }
            };
            selected = Some(Selection::asset(id));
            if let SoundPlace::Timeline(host, _) = place {
                let lane = LaneSound {
                    id: self.session.edits.id(),
                    name: name.clone(),
                    sound: id,
                    time: now,
                    skip: 0.0,
                    gain: 0.0,
                };
                selected = Some(Selection::item(host, lane.id));
                commands.push(Command::Sound(host, SoundCommand::Add(lane)));
                now += seconds;
            }
            names.push(name);
        }
        if names.is_empty() {
            return;
        }
        let (before, is_new) = (self.document.step_count(), !commands.is_empty());
        if is_new {
            self.perform(&Command::Batch(commands), None);
        }
        // Refused, it was told why.
        if is_new && self.document.step_count() == before {
            return;
        }
        if let Some(selection) = selected {
            self.session.assets.reveal = selection
                .items
                .is_empty()
                .then_some(selection.asset)
                .flatten();
            self.document.select(selection);
        }
        let (title, line) = match (is_new, place) {
            (false, _) => ("Already in the project", format!("{}.", names.join(", "))),
            (true, SoundPlace::Timeline(..)) => (
                "Sound added to the timeline",
                format!("{}.", names.join(", ")),
            ),
            (true, _) => (
                "Sound imported",
                format!(
                    "{}. Drag it onto a timeline, or name it in a notify.",
                    names.join(", ")
                ),
            ),
        };
        self.session.toast(Tone::Ok, title, line);
    }

    pub(in super::super) fn pick_replacement(&mut self, sound: Id) {
        self.pick(
            Purpose::ReplaceSound(sound),
            "Replace sound",
            PickKind::OpenFiles,
            vec![("Sounds", SoundFile::ENDINGS.to_vec())],
            String::new(),
        );
    }
}

fn read(path: &Path) -> Result<SoundFile, String> {
    let bytes = files::sound_bytes(path).map_err(|error| error.to_string())?;
    let pcm = sound::decode(&bytes).map_err(|why| format!("In the file, {why}"))?;
    let ending = sound::SoundFormat::of(&bytes).map_or("wav", sound::SoundFormat::ending);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match stem.trim() {
        "" => "Sound".to_owned(),
        name => name.to_owned(),
    };
    Ok(SoundFile {
        name,
        ending: ending.to_owned(),
        seconds: pcm.duration() as f32,
        bytes: bytes.into(),
    })
}
