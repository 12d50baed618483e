//! A result that is too large for memory: it is written beside its place piece by piece, and put
//! there whole.

use crate::{
    Error, Over, Product,
    atomic::{beside, folder_of, sweep},
    disk::{Disk, DiskEntryKind, Real},
    output::{check_on, is_file_on, write_output_on},
};
use std::{
    io,
    path::{Path, PathBuf},
};
use words::tr;

/// Bytes that are collected before they go to the disk, which then keeps them for good.
const PIECE: usize = 4 << 20;

/// An output file that does not take its place yet. The file at its path stays as it is until
/// [`StagedOutput::put_in_place`]; without that call the written part is removed. For a pipe or a
/// device all bytes are collected, and written there at that call.
pub struct StagedOutput<'a> {
    disk: &'a dyn Disk,
    path: PathBuf,
    target: PathBuf,
    beside: PathBuf,
    product: Product,
    over: Over,
    /// A pipe or a device.
    is_stream: bool,
    /// Bytes that are not on the disk yet.
    waiting: Vec<u8>,
    bytes: u64,
    is_in_place: bool,
}

impl StagedOutput<'static> {
    /// Begins an empty file. An error where [`write_output`](crate::write_output) would refuse the
    /// place, and where nothing can be written.
    pub fn begin(path: &Path, product: Product, over: Over) -> Result<Self, Error> {
        Self::begin_on(&Real, path, product, over)
    }
}

impl<'a> StagedOutput<'a> {
    pub(crate) fn begin_on(
        disk: &'a dyn Disk,
        path: &Path,
        product: Product,
        over: Over,
    ) -> Result<Self, Error> {
        check_on(disk, path, product, over)?;
        let failed = |error: io::Error| Error::writing(path, &error);
        let is_stream = !is_file_on(disk, path).map_err(failed)?;
        let target = disk.canonical(path).unwrap_or_else(|_| path.to_owned());
        let found = disk.kind(&target).map_err(failed)?;
        if let Some(DiskEntryKind::Folder | DiskEntryKind::LinkedFolder) = found {
            return Err(failed(io::Error::other(tr!(
                "a folder with this name already exists"
            ))));
        }
        let staged = Self {
            beside: beside(&target),
            disk,
            path: path.to_owned(),
            target,
            product,
            over,
            is_stream,
            waiting: Vec::new(),
            bytes: 0,
            is_in_place: false,
        };
        if !is_stream {
            sweep(disk, &folder_of(&staged.target), &staged.target);
            disk.write(&staged.beside, &[], Some(&staged.target))
                .map_err(failed)?;
        }
        Ok(staged)
    }

    /// Path where the staged content is to be put.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes that were appended.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes behind what is there. An error where the disk fails or is full.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.waiting.extend_from_slice(bytes);
        self.bytes += bytes.len() as u64;
        if self.waiting.len() >= PIECE {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes over bytes that were appended, from the byte `at` on. An error where the disk fails.
    pub fn patch(&mut self, at: u64, bytes: &[u8]) -> Result<(), Error> {
        if self.is_stream {
            self.waiting[at as usize..][..bytes.len()].copy_from_slice(bytes);
            return Ok(());
        }
        self.flush()?;
        self.disk
            .patch(&self.beside, at, bytes)
            .map_err(|error| self.failed(&error))
    }

    /// Puts the file in its place, in one moment. An error where something lies there by now that
    /// must not be replaced, and where the disk fails; the old file is then as it was.
    pub fn put_in_place(mut self) -> Result<(), Error> {
        if self.is_stream {
            self.is_in_place = true;
            return write_output_on(
                self.disk,
                &self.path,
                &self.waiting,
                self.product,
                self.over,
            );
        }
        self.flush()?;
        check_on(self.disk, &self.path, self.product, self.over)?;
        self.disk
            .rename(&self.beside, &self.target)
            .map_err(|error| self.failed(&error))?;
        self.is_in_place = true;
        self.disk
            .sync_folder(&folder_of(&self.target))
            .map_err(|error| self.failed(&error))
    }

    /// Lets the disk keep what was appended, so that it takes no memory. An error where the disk
    /// fails or is full.
    pub fn flush(&mut self) -> Result<(), Error> {
        if self.waiting.is_empty() || self.is_stream {
            return Ok(());
        }
        let waiting = std::mem::take(&mut self.waiting);
        self.disk
            .append(&self.beside, &waiting)
            .map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> Error {
        Error::writing(&self.path, error)
    }
}

impl Drop for StagedOutput<'_> {
    fn drop(&mut self) {
        if !self.is_in_place && !self.is_stream {
            // What cannot be removed now is removed by a later write.
            let _ = self.disk.remove_file(&self.beside);
        }
    }
}
