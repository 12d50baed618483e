//! The projects opened last, kept in the user's data folder.

use etcetera::BaseStrategy;
use std::path::{Path, PathBuf};

const MOST: usize = 8;

/// Up to eight project folders.
#[derive(Default)]
pub struct Recent {
    /// File of the list; None if the platform has no place for it. Then the list lasts for the
    /// session.
    file: Option<PathBuf>,
    list: Vec<PathBuf>,
}

impl Recent {
    /// A list that cannot be read starts empty.
    pub fn load() -> Self {
        let file = etcetera::choose_base_strategy()
            .ok()
            .map(|base| base.data_dir().join("mutoscope").join("recent.json"));
        let text = file
            .as_ref()
            .and_then(|file| std::fs::read_to_string(file).ok());
        let list = text
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        Self { file, list }
    }

    /// Absolute paths, the last opened first; some may no longer exist.
    pub fn list(&self) -> &[PathBuf] {
        &self.list
    }

    /// Moves the project to the front and writes the list to disk.
    pub fn add(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.list.retain(|known| *known != path);
        self.list.insert(0, path);
        self.list.truncate(MOST);
        self.store();
    }

    /// Losing the list costs a user nothing worth an error.
    fn store(&self) {
        let (Some(file), Ok(text)) = (&self.file, serde_json::to_vec_pretty(&self.list)) else {
            return;
        };
        if let Some(folder) = file.parent()
            && std::fs::create_dir_all(folder).is_ok()
        {
            let _ = files::write_atomic(file, &text);
        }
    }
}
