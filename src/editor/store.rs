//! What the editor keeps of itself between starts, in the user's settings folder: a table of values
//! by name.

#[cfg(test)]
mod tests;

use etcetera::BaseStrategy;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::path::PathBuf;

/// Values by name; each change is written to disk at once.
#[derive(Default)]
pub struct SettingsStore {
    /// File of the values; None if the platform has no place for it. Then the values last for the
    /// session.
    file: Option<PathBuf>,
    values: Map<String, Value>,
}

impl SettingsStore {
    /// Loads the settings from disk. Values that cannot be read are left out, so that each has its
    /// default.
    pub fn load() -> Self {
        let base = etcetera::choose_base_strategy().ok();
        base.map_or_else(Self::default, |base| {
            Self::of(base.config_dir().join("mutoscope").join("settings.json"))
        })
    }

    /// Reads this file; what is missing or unreadable counts as empty.
    pub fn of(file: PathBuf) -> Self {
        let text = std::fs::read_to_string(&file).ok();
        let values = text
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        Self {
            file: Some(file),
            values,
        }
    }

    /// Stored value of this name; None if there is none, or if this program does not understand the
    /// value.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_value(self.values.get(name)?.clone()).ok()
    }

    /// Losing it costs a user nothing worth an error.
    pub fn set(&mut self, name: &str, value: &impl Serialize) {
        let Ok(value) = serde_json::to_value(value) else {
            return;
        };
        self.values.insert(name.to_owned(), value);
        let (Some(file), Ok(text)) = (&self.file, serde_json::to_vec_pretty(&self.values)) else {
            return;
        };
        if let Some(folder) = file.parent()
            && std::fs::create_dir_all(folder).is_ok()
        {
            let _ = files::write_atomic(file, &text);
        }
    }
}
