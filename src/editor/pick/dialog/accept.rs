//! What the built-in file dialog takes: paths, names and answers.

use super::{Dialog, FileDialogRow, escape, expanded, frame, is_taken, name_of, why_not};
use crate::pick::{
    PickKind,
    listing::{self},
};
use crate::{parts, theme};
use egui::{Context, Id, RichText};
use std::path::{Path, PathBuf};
use words::tr;

impl Dialog {
    /// Goes into a folder, or takes a file.
    pub(super) fn open_row(&mut self, row: &FileDialogRow, ctx: &Context) -> Option<Vec<PathBuf>> {
        if row.is_folder {
            self.go_to(&row.path, ctx);
            return None;
        }
        self.accept(ctx)
    }

    /// Applies the path field: opens a folder, takes a file, or sets a new name to save under.
    /// Returns the taken files; None if it took none.
    pub(super) fn take_path(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        let path = self.folder.join(expanded(self.path.trim()));
        if path.is_dir() {
            self.go_to(&path, ctx);
            return None;
        }
        let parent = path
            .parent()
            .filter(|parent| parent.is_dir())
            .map(Path::to_owned);
        match (self.kind, parent, path.file_name()) {
            (PickKind::OpenFiles, ..) if path.is_file() => return Some(vec![path]),
            (PickKind::SaveFile | PickKind::SaveFolder, Some(parent), Some(name)) => {
                let name = name.to_string_lossy().into_owned();
                self.go_to(&parent, ctx);
                self.name = name;
            }
            _ => self.error = Some(why_not(&path)),
        }
        None
    }

    pub(super) fn accept(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        self.error = None;
        match self.kind {
            PickKind::OpenFiles => self.accept_files(ctx),
            PickKind::OpenFolder => {
                Some(vec![self.selected.first().unwrap_or(&self.folder).clone()])
            }
            PickKind::SaveFile | PickKind::SaveFolder => self.accept_name(ctx),
        }
    }

    pub(super) fn accept_files(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = self
            .selected
            .iter()
            .cloned()
            .partition(|path| path.is_dir());
        match (files.is_empty(), folders.first()) {
            (false, _) => return Some(files),
            (true, Some(folder)) => self.go_to(folder, ctx),
            (true, None) => self.error = Some(tr!("Select a file first.").into()),
        }
        None
    }

    pub(super) fn accept_name(&mut self, ctx: &Context) -> Option<Vec<PathBuf>> {
        let name = self.name.trim();
        if name.is_empty() {
            self.error = Some(tr!("Type a name first.").into());
            return None;
        }
        let path = self.folder.join(expanded(name));
        if self.kind == PickKind::SaveFile && path.is_dir() {
            self.name.clear();
            self.go_to(&path, ctx);
            return None;
        }
        let path = self.with_extension(path);
        if !path.parent().is_some_and(Path::is_dir) {
            self.error = path.parent().map(why_not);
        } else if is_taken(&path) {
            self.question = Some(path);
        } else {
            return Some(vec![path]);
        }
        None
    }

    /// `path` with the active filter's extension, unless it has one of the filter's extensions.
    pub(super) fn with_extension(&self, path: PathBuf) -> PathBuf {
        let wanted = self
            .filters
            .get(self.filter)
            .map_or(&[][..], |(_, extensions)| extensions);
        let own = path
            .extension()
            .map(|own| own.to_string_lossy().to_lowercase());
        let is_fine =
            own.is_some_and(|own| wanted.iter().any(|wanted| wanted.to_lowercase() == own));
        match wanted
            .first()
            .filter(|_| !is_fine && self.kind == PickKind::SaveFile)
        {
            Some(extension) => {
                let mut path = path.into_os_string();
                path.push(format!(".{extension}"));
                path.into()
            }
            None => path,
        }
    }

    pub(super) fn make_folder(&mut self, ctx: &Context, name: &str) {
        let path = self.folder.join(name);
        match std::fs::create_dir(&path) {
            Ok(()) => self.go_to(&path, ctx),
            Err(error) => {
                self.error = Some(tr!("Cannot create “{name}”. {}", listing::words(&error)));
                self.new_folder = Some(name.to_owned());
            }
        }
    }

    pub(super) fn question_ui(&mut self, ctx: &Context, path: &Path) -> Option<Vec<PathBuf>> {
        let (verb, line) = match self.kind {
            PickKind::SaveFolder => (
                tr!("Use"),
                tr!("The folder has files in it. Some of them may be replaced."),
            ),
            _ => (
                tr!("Replace"),
                tr!("The file already exists. Its content will be lost."),
            ),
        };
        let shown = egui::Modal::new(Id::unique("pick question"))
            .frame(frame())
            .show(ctx, |ui| {
                let title = format!("{verb} “{}”?", name_of(path));
                ui.label(RichText::new(title).font(theme::title()).color(theme::TEXT));
                ui.label(RichText::new(line).font(theme::text()).color(theme::TEXT_2));
                ui.add_space(8.0);
                ui.horizontal(|ui| {
                    let is_agreed = parts::button(ui, None, verb, false).clicked();
                    let keep = parts::button(ui, None, tr!("Keep"), false);
                    if ui.memory(|memory| memory.focused().is_none()) {
                        keep.request_focus();
                    }
                    (is_agreed, keep.clicked())
                })
                .inner
            });
        let (is_agreed, is_kept) = shown.inner;
        if is_agreed {
            return Some(vec![path.to_owned()]);
        }
        if is_kept || escape(ctx) {
            self.question = None;
        }
        None
    }
}
