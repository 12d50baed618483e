//! A file system in memory whose calls fail when they are told to, and whose power can be cut.
//!
//! What a name stands for after a cut is what the file system was made to keep: of the changes of
//! names that no `sync_folder` has confirmed, those up to some point have happened, or any of them,
//! each as a whole.

use crate::disk::{Disk, DiskEntryKind, DiskLock};
use std::{
    cell::RefCell,
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    rc::Rc,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The call fails, and the next ones do not.
    Once,
    /// From the call on nothing more can be written.
    Full,
    /// Half of what is to be written is, and then the disk is full once.
    Short,
    /// The process ends in the call.
    Kill,
    /// The machine ends after the call.
    Cut,
}

#[derive(Clone, Debug)]
enum Node {
    Folder,
    File(Rc<RefCell<Vec<u8>>>),
}

#[derive(Clone, Debug)]
enum Change {
    Make(PathBuf, Node),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
}

impl Change {
    fn apply(&self, names: &mut BTreeMap<PathBuf, Node>) {
        match self {
            Change::Make(path, node) => drop(names.insert(path.clone(), node.clone())),
            Change::Rename(from, to) => drop(
                names
                    .remove(from)
                    .map(|node| names.insert(to.clone(), node)),
            ),
            Change::Remove(path) => drop(names.remove(path)),
        }
    }

    fn touches(&self, folder: &Path) -> bool {
        let is_in = |path: &Path| path.parent() == Some(folder);
        match self {
            Change::Make(path, _) | Change::Remove(path) => is_in(path),
            Change::Rename(from, to) => is_in(from) || is_in(to),
        }
    }
}

#[derive(Default)]
struct State {
    names: BTreeMap<PathBuf, Node>,
    kept: BTreeMap<PathBuf, Node>,
    pending: Vec<Change>,
    calls: usize,
    fault: Option<(usize, Fault)>,
    has_failed: bool,
    is_dead: bool,
}

#[derive(Default)]
pub struct Model(RefCell<State>);

/// Every file by its path.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

impl Model {
    /// With these files, all of them there for good.
    pub fn with(files: &Files) -> Self {
        let mut names: BTreeMap<PathBuf, Node> =
            BTreeMap::from([(PathBuf::from("/"), Node::Folder)]);
        for (path, bytes) in files {
            names.extend(
                path.ancestors()
                    .skip(1)
                    .map(|folder| (folder.to_owned(), Node::Folder)),
            );
            names.insert(
                path.clone(),
                Node::File(Rc::new(RefCell::new(bytes.clone()))),
            );
        }
        Self(RefCell::new(State {
            kept: names.clone(),
            names,
            ..State::default()
        }))
    }

    pub fn fail(self, call: usize, fault: Fault) -> Self {
        self.0.borrow_mut().fault = Some((call, fault));
        self
    }

    /// Whether a call was made that was to fail.
    pub fn has_failed(&self) -> bool {
        self.0.borrow().has_failed
    }

    /// The machine as it starts again after what happened to it; nothing fails any more. After a
    /// cut, what was not confirmed is kept or lost by this number.
    pub fn started_again(&self, seed: u64) -> Self {
        let state = self.0.borrow();
        let names = match state.fault {
            Some((_, Fault::Cut)) if state.is_dead => state.after_cut(seed),
            _ => state.names.clone(),
        };
        // Each file anew, for two machines share nothing.
        let own = |node: &Node| match node {
            Node::Folder => Node::Folder,
            Node::File(bytes) => Node::File(Rc::new(RefCell::new(bytes.borrow().clone()))),
        };
        let names: BTreeMap<PathBuf, Node> = names
            .iter()
            .map(|(path, node)| (path.clone(), own(node)))
            .collect();
        Self(RefCell::new(State {
            kept: names.clone(),
            names,
            ..State::default()
        }))
    }

    pub fn files(&self) -> Files {
        let file = |(path, node): (&PathBuf, &Node)| match node {
            Node::File(bytes) => Some((path.clone(), bytes.borrow().clone())),
            Node::Folder => None,
        };
        self.0.borrow().names.iter().filter_map(file).collect()
    }

    /// Counts a call. Whether it is to end half done.
    fn call(&self, is_write: bool) -> io::Result<bool> {
        let mut state = self.0.borrow_mut();
        if state.is_dead {
            return Err(io::Error::other("the process has ended"));
        }
        let at = state.calls;
        state.calls += 1;
        let Some((call, fault)) = state.fault else {
            return Ok(false);
        };
        let fails = if fault == Fault::Full {
            at >= call && is_write
        } else {
            at == call
        };
        state.has_failed |= fails;
        match fault {
            _ if !fails => Ok(false),
            Fault::Once => Err(io::Error::other("an error of input or output")),
            Fault::Full => Err(io::ErrorKind::StorageFull.into()),
            Fault::Short | Fault::Kill | Fault::Cut => Ok(true),
        }
    }

    /// Ends a call that is to end half done.
    fn end(&self) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        match state.fault {
            Some((_, Fault::Short)) => Err(io::ErrorKind::StorageFull.into()),
            _ => {
                state.is_dead = true;
                Err(io::Error::other("the process has ended"))
            }
        }
    }

    fn change(&self, change: Change, is_cut: bool) -> io::Result<()> {
        {
            let mut state = self.0.borrow_mut();
            let is_done = !is_cut || matches!(state.fault, Some((_, Fault::Cut)));
            if is_done {
                change.apply(&mut state.names);
                state.pending.push(change);
            }
        }
        if is_cut { self.end() } else { Ok(()) }
    }

    fn has(&self, path: &Path) -> Option<Node> {
        self.0.borrow().names.get(path).cloned()
    }
}

impl State {
    fn after_cut(&self, seed: u64) -> BTreeMap<PathBuf, Node> {
        let mut names = self.kept.clone();
        let up_to = seed as usize % (self.pending.len() + 1);
        let is_kept = |at: usize| match seed % 3 {
            0 => at < up_to,
            _ => (seed * 64 + at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1,
        };
        self.pending
            .iter()
            .enumerate()
            .filter(|(at, _)| is_kept(*at))
            .for_each(|(_, change)| change.apply(&mut names));
        // A name is in a folder, or it is nowhere.
        let is_there = |path: &Path| {
            path.ancestors()
                .skip(1)
                .all(|folder| names.contains_key(folder))
        };
        let lost: Vec<PathBuf> = names
            .keys()
            .filter(|path| !is_there(path))
            .cloned()
            .collect();
        lost.iter().for_each(|path| drop(names.remove(path)));
        names
    }
}

fn nothing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Disk for Model {
    fn kind(&self, path: &Path) -> io::Result<Option<DiskEntryKind>> {
        if self.call(false)? {
            self.end()?;
        }
        Ok(self.has(path).map(|node| match node {
            Node::Folder => DiskEntryKind::Folder,
            Node::File(bytes) => DiskEntryKind::File {
                bytes: bytes.borrow().len() as u64,
            },
        }))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, DiskEntryKind)>> {
        if self.call(false)? {
            self.end()?;
        }
        let state = self.0.borrow();
        let entry = |(path, node): (&PathBuf, &Node)| {
            let kind = match node {
                Node::Folder => DiskEntryKind::Folder,
                Node::File(bytes) => DiskEntryKind::File {
                    bytes: bytes.borrow().len() as u64,
                },
            };
            Some((path.file_name()?.to_str()?.to_owned(), kind))
        };
        let below = state
            .names
            .iter()
            .filter(|(path, _)| path.parent() == Some(folder));
        if state.names.contains_key(folder) {
            Ok(below.filter_map(entry).collect())
        } else {
            Err(nothing())
        }
    }

    fn each(&self, count: usize, call: &(dyn Fn(&dyn Disk, usize) + Sync)) {
        (0..count).for_each(|at| call(self, at));
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if self.call(false)? {
            self.end()?;
        }
        match self.has(path) {
            Some(Node::File(bytes)) => Ok(bytes.borrow().clone()),
            _ => Err(nothing()),
        }
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        let is_cut = self.call(true)?;
        match self.has(path) {
            Some(Node::Folder) => Ok(()),
            Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
            None if self.has(path.parent().unwrap_or(Path::new("/"))).is_none() => Err(nothing()),
            None => self.change(Change::Make(path.to_owned(), Node::Folder), is_cut),
        }
    }

    fn write(&self, path: &Path, bytes: &[u8], _: Option<&Path>) -> io::Result<()> {
        let is_cut = self.call(true)?;
        if !matches!(
            path.parent().and_then(|folder| self.has(folder)),
            Some(Node::Folder)
        ) {
            return Err(nothing());
        }
        let node = match self.has(path) {
            Some(Node::File(known)) => known,
            Some(Node::Folder) => return Err(io::ErrorKind::IsADirectory.into()),
            None => {
                let made = Rc::new(RefCell::new(Vec::new()));
                self.change(
                    Change::Make(path.to_owned(), Node::File(made.clone())),
                    false,
                )?;
                made
            }
        };
        let written = if is_cut { bytes.len() / 2 } else { bytes.len() };
        *node.borrow_mut() = bytes[..written].to_vec();
        if is_cut { self.end() } else { Ok(()) }
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let is_cut = self.call(true)?;
        let Some(Node::File(known)) = self.has(path) else {
            return Err(nothing());
        };
        let written = if is_cut { bytes.len() / 2 } else { bytes.len() };
        known.borrow_mut().extend(&bytes[..written]);
        if is_cut { self.end() } else { Ok(()) }
    }

    fn patch(&self, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()> {
        let is_cut = self.call(true)?;
        let Some(Node::File(known)) = self.has(path) else {
            return Err(nothing());
        };
        let written = if is_cut { bytes.len() / 2 } else { bytes.len() };
        known.borrow_mut()[at as usize..][..written].copy_from_slice(&bytes[..written]);
        if is_cut { self.end() } else { Ok(()) }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let is_cut = self.call(true)?;
        match self.has(from) {
            Some(_) => self.change(Change::Rename(from.to_owned(), to.to_owned()), is_cut),
            None => Err(nothing()),
        }
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        let is_cut = self.call(false)?;
        match self.has(path) {
            Some(Node::File(_)) => self.change(Change::Remove(path.to_owned()), is_cut),
            _ => Err(nothing()),
        }
    }

    fn is_old(&self, path: &Path) -> bool {
        self.0.borrow().kept.contains_key(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        let is_cut = self.call(false)?;
        if self
            .0
            .borrow()
            .names
            .keys()
            .any(|other| other.parent() == Some(path))
        {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        match self.has(path) {
            Some(Node::Folder) => self.change(Change::Remove(path.to_owned()), is_cut),
            _ => Err(nothing()),
        }
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        if self.call(false)? {
            self.end()?;
        }
        let mut state = self.0.borrow_mut();
        let (confirmed, pending) = std::mem::take(&mut state.pending)
            .into_iter()
            .partition(|it: &Change| it.touches(path));
        let confirmed: Vec<Change> = confirmed;
        confirmed
            .iter()
            .for_each(|change| change.apply(&mut state.kept));
        state.pending = pending;
        Ok(())
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        if self.call(false)? {
            self.end()?;
        }
        self.has(path).map(|_| path.to_owned()).ok_or_else(nothing)
    }

    fn lock(&self, _: &Path) -> io::Result<DiskLock> {
        if self.call(true)? {
            self.end().map(|()| DiskLock::alone())
        } else {
            Ok(DiskLock::alone())
        }
    }
}
