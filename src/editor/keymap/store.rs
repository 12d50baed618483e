//! The keys that a user changed, in a file of the editor's settings.

use super::{Keymap, chord, entries};
use crate::preferences::InputPreset;
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::PathBuf};
use words::tr;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeymapRecord {
    preset: String,
    #[serde(default)]
    keys: BTreeMap<String, Vec<String>>,
}

/// The file of a person's keys, beside the settings.
#[derive(Default)]
pub struct KeyFile {
    /// Path of the file; None if the platform has no place for it. Then changes last for the
    /// session.
    path: Option<PathBuf>,
    /// Reason in one line why the file could not be read; None if there was no error.
    pub broken: Option<String>,
}

impl KeyFile {
    /// The file `mutoscope/keys.json` in the user's settings folder.
    pub fn of_user() -> Self {
        let base = etcetera::choose_base_strategy().ok();
        Self {
            path: base.map(|base| base.config_dir().join("mutoscope").join("keys.json")),
            broken: None,
        }
    }

    /// A file at a place that a test chooses.
    #[cfg(test)]
    pub fn at(path: PathBuf) -> Self {
        Self {
            path: Some(path),
            broken: None,
        }
    }

    /// The defaults where there is no file, and where there is a broken one.
    pub fn load(&mut self) -> Keymap {
        let text = match self.path.as_ref().map(std::fs::read_to_string) {
            None => return Keymap::default(),
            Some(Err(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                return Keymap::default();
            }
            Some(read) => read.map_err(|error| error.to_string()),
        };
        text.and_then(|text| read(&text)).unwrap_or_else(|reason| {
            let path = self
                .path
                .as_ref()
                .map_or(String::new(), |path| path.display().to_string());
            self.broken = Some(tr!(
                "{path} cannot be read: {reason}. The default keys are used."
            ));
            Keymap::default()
        })
    }

    /// A broken file is kept beside the new one. The error is one line.
    pub fn store(&mut self, keymap: &Keymap) -> Result<(), String> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(told)?;
        }
        if self.broken.is_some() {
            std::fs::rename(path, path.with_extension("broken.json")).map_err(told)?;
        }
        files::write_atomic(path, write(keymap).as_bytes())
            .map_err(|error| format!("{}: {error}", path.display()))?;
        self.broken = None;
        Ok(())
    }
}

fn write(keymap: &Keymap) -> String {
    let texts = |chords: &Vec<egui::KeyboardShortcut>| chords.iter().map(chord::text).collect();
    let keys = keymap
        .own
        .iter()
        .map(|(id, chords)| (id.clone(), texts(chords)))
        .collect();
    let record = KeymapRecord {
        preset: keymap.preset.name().to_owned(),
        keys,
    };
    serde_json::to_string_pretty(&record).unwrap_or_default()
}

/// Refused as a whole: half of somebody's keys would be worse than none.
fn read(text: &str) -> Result<Keymap, String> {
    let record: KeymapRecord = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let preset = InputPreset::ALL
        .into_iter()
        .find(|preset| preset.name() == record.preset);
    let preset = preset.ok_or_else(|| tr!("preset “{}” does not exist", record.preset))?;
    let mut own = BTreeMap::new();
    for (id, chords) in record.keys {
        if !entries().any(|entry| entry.id == id) {
            return Err(tr!("command “{id}” does not exist"));
        }
        own.insert(
            id,
            chords
                .iter()
                .map(|text| chord::read(text))
                .collect::<Result<Vec<_>, _>>()?,
        );
    }
    let keymap = Keymap { preset, own };
    for entry in entries() {
        for chord in keymap.chords(entry) {
            if let Some(other) = keymap.taken_by(&chord, entry) {
                return Err(tr!(
                    "{} is both “{}” and “{}”",
                    chord::text(&chord),
                    entry.title,
                    other.title
                ));
            }
        }
    }
    Ok(keymap)
}
