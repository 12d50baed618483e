//! Compressed clips that are kept on disk, by what they were made of, so that nothing is compressed
//! twice: not by another program, nor after a start. The folder may be deleted at any time.
//!
//! Layout: `ab/abcdef….clip`, named by the key of the recipe; in it the length of the next part,
//! what is told of the clip as JSON, the compressed bytes, and XXH3 of all that.

#[cfg(test)]
mod tests;

use anim::{
    Array,
    codec::{CodecReport, Compressed, ENCODER},
};
use asset::{Done, Loss, Made, Recipe, Seams, Work};
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::{
    borrow::Cow,
    ffi::OsString,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, SystemTime},
};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Environment variable that names the folder; “off” means that nothing is kept.
const VARIABLE: &str = "MUTOSCOPE_CACHE";
/// Bytes that are kept at most, but for what was kept since the last look; and the part of it that
/// a look leaves.
const MOST: u64 = 1 << 30;
const LEFT: u64 = MOST / 4 * 3;
/// Age of a file up to which using it does not mark it as used.
const FRESH: Duration = Duration::from_secs(24 * 60 * 60);
/// Bytes before and after report and clip.
const HEAD: usize = size_of::<u32>();
const TAIL: usize = size_of::<u64>();

/// Contract: a fault of the disk is none of the work; it is done again then.
#[derive(Debug, Default)]
pub struct ClipCache {
    /// Folder of the cached clips; None if nothing is kept.
    folder: Option<PathBuf>,
    /// Something was added since the last look at how much there is.
    is_grown: AtomicBool,
}

impl asset::KnownRecipes for ClipCache {
    fn find(&self, recipe: &Recipe<'_>) -> Option<Made> {
        let path = place(self.folder.as_ref()?, key(recipe));
        found(&path, recipe)
    }
}

impl ClipCache {
    /// A cache in the user's folder for what can be made again, or where `MUTOSCOPE_CACHE` says.
    pub fn of_user() -> Self {
        Self::as_told(std::env::var_os(VARIABLE))
    }

    fn as_told(told: Option<OsString>) -> Self {
        let usual = || {
            Some(
                etcetera::choose_base_strategy()
                    .ok()?
                    .cache_dir()
                    .join("mutoscope")
                    .join("clips"),
            )
        };
        match told {
            Some(told) if told == "off" || told.is_empty() => Self::default(),
            Some(told) => Self::at(told.into()),
            None => Self {
                folder: usual(),
                ..Self::default()
            },
        }
    }

    /// A cache in this folder. Nothing is made or read before the first clip.
    pub fn at(folder: PathBuf) -> Self {
        Self {
            folder: Some(folder),
            ..Self::default()
        }
    }

    /// Compresses as [`Work::compress`], or gives the stored result of the same work.
    pub fn compress(&self, work: Work) -> Done {
        let kept = self
            .folder
            .as_ref()
            .zip(work.recipe())
            .map(|(folder, recipe)| {
                let path = place(folder, key(&recipe));
                (found(&path, &recipe), path)
            });
        let path = match kept {
            Some((None, path)) => path,
            // Somebody else has made it since the project was compiled.
            Some((Some(made), _)) => return work.known(made),
            None => return work.compress(),
        };
        let done = work.compress();
        if let Some(made) = done.made() {
            let is_kept = keep(&path, &made).is_ok();
            self.is_grown.fetch_or(is_kept, Ordering::Relaxed);
        }
        done
    }

    /// Deletes what was not used for longest, where there is too much. After a batch.
    pub fn tidy(&self) {
        if let Some(folder) = self
            .folder
            .as_ref()
            .filter(|_| self.is_grown.swap(false, Ordering::Relaxed))
        {
            let _ = shrink(folder, MOST, LEFT);
        }
    }
}

fn key(recipe: &Recipe<'_>) -> u128 {
    let mut hash = Xxh3::new();
    hash.update(&ENCODER.to_le_bytes());
    recipe.for_each_part(&mut |part| {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    });
    hash.digest128()
}

fn place(folder: &Path, key: u128) -> PathBuf {
    let name = format!("{key:032x}");
    folder.join(&name[..2]).join(name).with_extension("clip")
}

/// Data in a cache file beside the compressed keys.
#[derive(Serialize, Deserialize)]
struct ClipCacheEntry<'a> {
    report: Cow<'a, CodecReport>,
    /// The seams as bits, for JSON may round.
    seams: Option<[u32; 2]>,
    /// Key times as bits, for JSON may round; see [`Made::times`].
    times: Vec<u32>,
    /// Metres by bits, bone, seconds by bits.
    loss: [u32; 3],
    is_repaired: bool,
}

/// Reads a cached clip; None if the file is missing or not whole. A used file is not among the
/// first to be deleted.
fn found(path: &Path, recipe: &Recipe<'_>) -> Option<Made> {
    let mut file = fs::File::open(path).ok()?;
    let about = file.metadata().ok()?;
    let mut bytes = Vec::with_capacity(about.len() as usize + 1);
    file.read_to_end(&mut bytes).ok()?;
    let (rest, sum) = bytes.split_at_checked(bytes.len().checked_sub(TAIL)?)?;
    if xxh3_64(rest).to_le_bytes() != sum {
        return None;
    }
    let (head, rest) = rest.split_at_checked(HEAD)?;
    let (told, clip) = rest.split_at_checked(u32::from_le_bytes(head.try_into().ok()?) as usize)?;
    let ClipCacheEntry {
        report,
        seams,
        times,
        loss,
        is_repaired,
    } = serde_json::from_slice(told).ok()?;
    let times: Vec<f32> = times.into_iter().map(f32::from_bits).collect();
    let [error, bone, time] = loss;
    let loss = Loss {
        error: f32::from_bits(error),
        bone,
        time: f32::from_bits(time),
    };
    let (frames, bones) = recipe.shape(&times);
    let compressed = Compressed::unsummed(Array::from(clip), frames, bones).ok()?;
    if about
        .modified()
        .ok()
        .and_then(|then| then.elapsed().ok())
        .is_some_and(|age| age > FRESH)
    {
        let _ = fs::File::options()
            .append(true)
            .open(path)
            .and_then(|file| file.set_modified(SystemTime::now()));
    }
    let seams = seams
        .map(|both| both.map(f32::from_bits))
        .map(|[standing, moving]| Seams { standing, moving });
    let report = CodecReport {
        times: times.clone(),
        ..report.into_owned()
    };
    Some(Made {
        compressed,
        report,
        times,
        loss,
        seams,
        is_repaired,
    })
}

/// Writes a cache file, which appears whole under its name or not at all.
fn keep(
    path: &Path,
    Made {
        compressed,
        report,
        times,
        loss,
        seams,
        is_repaired,
    }: &Made,
) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let seams = seams.map(|Seams { standing, moving }| [standing, moving].map(f32::to_bits));
    let times = times.iter().map(|time| time.to_bits()).collect();
    let loss = [loss.error.to_bits(), loss.bone, loss.time.to_bits()];
    let told = ClipCacheEntry {
        report: Cow::Borrowed(report),
        seams,
        times,
        loss,
        is_repaired: *is_repaired,
    };
    let told = serde_json::to_vec(&told).map_err(io::Error::other)?;
    let mut bytes = (told.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(&told);
    bytes.extend_from_slice(compressed.bytes());
    bytes.extend_from_slice(&xxh3_64(&bytes).to_le_bytes());
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    let own = format!(
        "{}-{}.new",
        std::process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed)
    );
    let new = path.with_extension(own);
    let done = fs::write(&new, bytes).and_then(|()| fs::rename(&new, path));
    done.inspect_err(|_| drop(fs::remove_file(&new)))
}

/// The oldest go until what is left is no more than `left` bytes, where there are more than `most`.
fn shrink(folder: &Path, most: u64, left: u64) -> io::Result<()> {
    let mut files = Vec::new();
    for below in fs::read_dir(folder)?
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
    {
        for file in fs::read_dir(below.path())?.flatten() {
            let known = file
                .metadata()
                .and_then(|found| Ok((found.modified()?, found.len(), file.path())));
            files.extend(known);
        }
    }
    let mut all: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    if all <= most {
        return Ok(());
    }
    files.sort();
    for (_, bytes, path) in files {
        if all <= left {
            break;
        }
        if fs::remove_file(path).is_ok() {
            all -= bytes;
        }
    }
    Ok(())
}
