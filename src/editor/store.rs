//! What the editor keeps of itself between starts, in the user's settings folder: a table of values by name.

use etcetera::BaseStrategy;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::path::PathBuf;

#[derive(Default)]
pub struct Store {
    /// None when the platform has no place for it; then it lasts for the session.
    file: Option<PathBuf>,
    values: Map<String, Value>,
}

impl Store {
    /// What cannot be read is left out: each value then has its default.
    pub fn load() -> Self {
        let base = etcetera::choose_base_strategy().ok();
        base.map_or_else(Self::default, |base| Self::of(base.config_dir().join("mutoscope").join("settings.json")))
    }

    pub fn of(file: PathBuf) -> Self {
        let text = std::fs::read_to_string(&file).ok();
        let values = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Self { file: Some(file), values }
    }

    /// None where there is none, or one that this program does not understand.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_value(self.values.get(name)?.clone()).ok()
    }

    /// Losing it costs a user nothing worth an error.
    pub fn set(&mut self, name: &str, value: &impl Serialize) {
        let Ok(value) = serde_json::to_value(value) else { return };
        self.values.insert(name.to_owned(), value);
        let (Some(file), Ok(text)) = (&self.file, serde_json::to_vec_pretty(&self.values)) else { return };
        if let Some(folder) = file.parent()
            && std::fs::create_dir_all(folder).is_ok()
        {
            let _ = files::write_atomic(file, &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_there_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new").join("settings.json");
        let mut store = Store::of(file.clone());
        store.set("one", &1);
        store.set("two", &[2.5]);
        let store = Store::of(file);
        assert_eq!((store.get("one"), store.get("two")), (Some(1), Some([2.5])));
        assert_eq!(store.get::<u8>("three"), None);
    }

    #[test]
    fn what_is_damaged_or_of_another_kind_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        std::fs::write(&file, "{\"one\": 1, \"two\": \"many\"}").unwrap();
        assert_eq!(Store::of(file.clone()).get::<u8>("one"), Some(1));
        assert_eq!(Store::of(file.clone()).get::<u8>("two"), None);
        std::fs::write(&file, "{\"one\": 1, ").unwrap();
        assert_eq!(Store::of(file).get::<u8>("one"), None);
    }
}
