//! Compressed clips that are kept on disk, by what they were made of, so that nothing is compressed twice: not by another
//! program, nor after a start. The folder may be deleted at any time.
//!
//! Layout: `ab/abcdef….clip`, named by the key; in it the length of the report, the report as JSON, the compressed bytes,
//! and XXH3 of all that.

use anim::{
    Array,
    codec::{Compressed, ENCODER, Report},
};
use asset::{Done, Work};
use etcetera::BaseStrategy;
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::SystemTime,
};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Where nothing is kept when it says “off”, and else the folder.
const VARIABLE: &str = "MUTOSCOPE_CACHE";
/// Bytes that are kept at most, but for what was kept since the last look; and the part of it that a look leaves.
const MOST: u64 = 1 << 30;
const LEFT: u64 = MOST / 4 * 3;
/// Bytes before and after report and clip.
const HEAD: usize = size_of::<u32>();
const TAIL: usize = size_of::<u64>();

/// Contract: a fault of the disk is none of the work; it is done again then.
#[derive(Debug, Default)]
pub struct Kept {
    /// None where nothing is kept.
    folder: Option<PathBuf>,
    /// Something was added since the last look at how much there is.
    is_grown: AtomicBool,
}

impl Kept {
    /// In the user's folder for what can be made again, or where `MUTOSCOPE_CACHE` says.
    pub fn of_user() -> Self {
        let told = std::env::var_os(VARIABLE);
        let usual = || Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("mutoscope").join("clips"));
        match told {
            Some(told) if told == "off" || told.is_empty() => Self::default(),
            Some(told) => Self::at(told.into()),
            None => Self { folder: usual(), ..Self::default() },
        }
    }

    pub fn at(folder: PathBuf) -> Self {
        Self { folder: Some(folder), ..Self::default() }
    }

    /// As [`Work::run`], or what came of the same work before.
    pub fn run(&self, work: Work) -> Done {
        let Some(path) = self.folder.as_ref().map(|folder| place(folder, key(&work))) else { return work.run() };
        if let Some((compressed, report)) = found(&path, &work) {
            // What is used is not what is deleted first.
            let _ = fs::File::options().append(true).open(&path).and_then(|file| file.set_modified(SystemTime::now()));
            return work.known(compressed, report);
        }
        let done = work.run();
        if let Some((compressed, report)) = done.outcome() {
            let is_kept = keep(&path, compressed, report).is_ok();
            self.is_grown.fetch_or(is_kept, Ordering::Relaxed);
        }
        done
    }

    /// Deletes what was not used for longest, where there is too much. After a batch.
    pub fn tidy(&self) {
        if let Some(folder) = self.folder.as_ref().filter(|_| self.is_grown.swap(false, Ordering::Relaxed)) {
            let _ = shrink(folder, MOST, LEFT);
        }
    }
}

fn key(work: &Work) -> u128 {
    let mut hash = Xxh3::new();
    hash.update(&ENCODER.to_le_bytes());
    work.for_each_part(&mut |part| {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    });
    hash.digest128()
}

fn place(folder: &Path, key: u128) -> PathBuf {
    let name = format!("{key:032x}");
    folder.join(&name[..2]).join(name).with_extension("clip")
}

/// None where there is none, or none that is whole.
fn found(path: &Path, work: &Work) -> Option<(Compressed, Report)> {
    let bytes = fs::read(path).ok()?;
    let (rest, sum) = bytes.split_at_checked(bytes.len().checked_sub(TAIL)?)?;
    if xxh3_64(rest).to_le_bytes() != sum {
        return None;
    }
    let (head, rest) = rest.split_at_checked(HEAD)?;
    let (report, clip) = rest.split_at_checked(u32::from_le_bytes(head.try_into().ok()?) as usize)?;
    let report = serde_json::from_slice(report).ok()?;
    let (frames, bones) = work.shape();
    Some((Compressed::new(Array::from(clip), frames, bones).ok()?, report))
}

/// It appears whole under its name or not at all.
fn keep(path: &Path, compressed: &Compressed, report: &Report) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let report = serde_json::to_vec(report).map_err(io::Error::other)?;
    let mut bytes = (report.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(&report);
    bytes.extend_from_slice(compressed.bytes());
    bytes.extend_from_slice(&xxh3_64(&bytes).to_le_bytes());
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    let own = format!("{}-{}.new", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let new = path.with_extension(own);
    let done = fs::write(&new, bytes).and_then(|()| fs::rename(&new, path));
    done.inspect_err(|_| drop(fs::remove_file(&new)))
}

/// The oldest go until what is left is no more than `left` bytes, where there are more than `most`.
fn shrink(folder: &Path, most: u64, left: u64) -> io::Result<()> {
    let mut files = Vec::new();
    for below in fs::read_dir(folder)?.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        for file in fs::read_dir(below.path())?.flatten() {
            let known = file.metadata().and_then(|found| Ok((found.modified()?, found.len(), file.path())));
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

#[cfg(test)]
mod tests {
    use super::*;
    use asset::Project;
    use std::{sync::Arc, time::Duration};

    fn works(project: &Project) -> Vec<Work> {
        asset::compile_live(project, &mut asset::Cache::default()).pending
    }

    fn outcome(done: &Done) -> (Vec<u8>, Report) {
        let (compressed, report) = done.outcome().expect("it compresses");
        (compressed.bytes().to_vec(), report.clone())
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let below = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut all: Vec<PathBuf> =
            below.flat_map(|entry| fs::read_dir(entry.path()).unwrap().flatten().map(|it| it.path())).collect();
        all.sort();
        all
    }

    #[test]
    fn what_was_compressed_before_is_found_whole_and_what_is_broken_is_made_again() {
        let folder = tempfile::TempDir::new().unwrap();
        let works = works(&mannequin::excerpt());
        let wanted: Vec<_> = works.iter().map(|work| outcome(&work.clone().run())).collect();
        let kept = Kept::at(folder.path().join("clips"));
        for round in 0..3 {
            let found: Vec<_> = works.iter().map(|work| outcome(&kept.run(work.clone()))).collect();
            assert!(found == wanted, "round {round}");
        }
        let all = files(&folder.path().join("clips"));
        assert_eq!(all.len(), works.len());
        for (at, file) in all.iter().enumerate() {
            let mut bytes = fs::read(file).unwrap();
            match at % 4 {
                0 => bytes.truncate(bytes.len() / 2),
                1 => bytes.clear(),
                2 => bytes[7] ^= 1,
                _ => *bytes.last_mut().unwrap() ^= 0x40,
            }
            fs::write(file, bytes).unwrap();
        }
        assert!(works.iter().map(|work| outcome(&kept.run(work.clone()))).eq(wanted.iter().cloned()));
        assert!(works.iter().all(|work| found(&place(&folder.path().join("clips"), key(work)), work).is_some()));
        // Where the folder cannot be made.
        let blocked = Kept::at(all[0].join("below a file"));
        assert_eq!(outcome(&blocked.run(works[0].clone())), wanted[0]);
    }

    /// Another number, bone, socket, frame or bound has another key; what does not matter to the keys has the same.
    #[test]
    fn a_key_is_that_of_everything_that_the_outcome_depends_on() {
        let project = mannequin::excerpt();
        let keys = |project: &Project| works(project).iter().map(key).collect::<Vec<_>>();
        let before = keys(&project);
        assert_eq!(before, keys(&project));
        let clip = *project.clips.keys().next().unwrap();
        let edited = |edit: &dyn Fn(&mut asset::Clip)| {
            let mut project = project.clone();
            edit(Arc::make_mut(project.clips.get_mut(&clip).unwrap()));
            keys(&project)
        };
        let differs = |other: &[u128]| before.iter().zip(other).filter(|(a, b)| a != b).count();
        assert_eq!(differs(&edited(&|clip| clip.rate_scale = 2.0)), 0);
        assert_eq!(differs(&edited(&|clip| clip.notifies.clear())), 0);
        assert_eq!(differs(&edited(&|clip| clip.compression.as_mut().unwrap().precision *= 2.0)), 1);
        assert_eq!(differs(&edited(&|clip| clip.frame_rate *= 2.0)), 1);
        let moved = edited(&|clip| {
            let source = Arc::make_mut(&mut clip.source);
            let channel = source.tracks.iter_mut().find_map(|track| track.rotation.as_mut()).unwrap();
            for turn in channel.values.chunks_mut(4) {
                let turned = glam::Quat::from_slice(turn) * glam::Quat::from_rotation_x(0.001);
                turn.copy_from_slice(&turned.to_array());
            }
        });
        assert_eq!(differs(&moved), 1);
        let mut other = project.clone();
        let skeleton = Arc::make_mut(other.skeletons.values_mut().next().unwrap());
        skeleton.bones[3].reference.translation.y += 0.01;
        assert_eq!(differs(&keys(&other)), before.len());
    }

    /// Where this fails, clips come to something else than before: raise [`ENCODER`], and put both numbers here.
    #[test]
    fn another_outcome_is_another_encoder() {
        let mut hash = Xxh3::new();
        for (bytes, report) in works(&mannequin::excerpt()).into_iter().map(|work| outcome(&work.run())) {
            hash.update(&bytes);
            hash.update(&serde_json::to_vec(&report).unwrap());
        }
        assert_eq!((ENCODER, hash.digest()), (1, 0x41c8_d6af_0f7d_a5eb));
    }

    #[test]
    fn the_oldest_go_where_there_is_too_much() {
        let folder = tempfile::TempDir::new().unwrap();
        let now = SystemTime::now();
        for at in 0..10u64 {
            let path = place(folder.path(), u128::from(at) << 120);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, [0; 100]).unwrap();
            let file = fs::File::options().append(true).open(&path).unwrap();
            file.set_modified(now - Duration::from_secs(1000 - at)).unwrap();
        }
        shrink(folder.path(), 1000, 500).unwrap();
        assert_eq!(files(folder.path()).len(), 10, "there is not too much");
        shrink(folder.path(), 999, 500).unwrap();
        let left: Vec<_> = (5..10u64).map(|at| place(folder.path(), u128::from(at) << 120)).collect();
        assert_eq!(files(folder.path()), left);
        assert!(shrink(&folder.path().join("none"), 0, 0).is_err());
    }
}
