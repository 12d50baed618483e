//! A journal gives back the history that was written, whatever happened to its end.

use super::{read::restore_on, *};
use crate::{
    Saving,
    model::{Fault, Files, Model},
    save::save_on,
};
use asset::{Clip, Notify, NotifyTrack, PreviewTarget, QuickSlot, Skeleton, source::ClipSource};
use proptest::prelude::*;

const DIR: &str = "/work/hero";
const PATH: &str = "/home/journal/1.journal";

fn base() -> Project {
    let source = ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    };
    let plain = |name: &str| Clip::new(name, Id(1), Arc::new(source.clone()), 30.0);
    let clip = |id: u64| {
        let tracks = vec![NotifyTrack {
            id: Id(TRACK),
            name: "FX".into(),
            color: 0,
            locked: false,
        }];
        let notifies = (0..NOTIFIES).filter(|_| id == 2).map(notify).collect();
        Arc::new(Clip {
            tracks,
            notifies,
            ..plain(&format!("Clip{id}"))
        })
    };
    Project {
        name: "Hero".into(),
        skeletons: [(
            Id(1),
            Arc::new(Skeleton {
                name: "Rig".into(),
                bones: vec![root()],
                ..Skeleton::default()
            }),
        )]
        .into(),
        clips: (2..6).map(|id| (Id(id), clip(id))).collect(),
        ..Project::default()
    }
}

/// Clip 2 has so many notifies: too many to stay in its file.
const NOTIFIES: u64 = 200;
const TRACK: u64 = 30;

fn notify(at: u64) -> Notify {
    Notify::instant(
        Id(1000 + at),
        Id(TRACK),
        format!("Step{at}"),
        at as f32 / 1000.0,
    )
}

fn root() -> asset::skeleton::Bone {
    asset::skeleton::Bone::new("root", None, anim::Transform::IDENTITY)
}

/// A document as its roots go, without its rules.
struct History {
    state: JournalState,
}

#[derive(Clone, Debug)]
enum Step {
    Rate(u64, u8),
    Remove(u64),
    Add(u64),
    Rename(u8),
    Preview(u8),
    QuickSlot(u8),
    /// In the list of clip 2, at a part of its length.
    Notifies(Notifies, u8),
    /// So many steps from the first on are no longer in the history, as far as they lie before the
    /// shown one.
    Forget(u8),
    Undo,
    Redo,
    Save,
}

#[derive(Clone, Copy, Debug)]
enum Notifies {
    Set,
    Insert,
    Remove,
    /// Nearly all of them.
    Clear,
}

fn step() -> impl Strategy<Value = Step> {
    let edits = prop_oneof![
        8 => Just(Notifies::Set),
        4 => Just(Notifies::Insert),
        4 => Just(Notifies::Remove),
        1 => Just(Notifies::Clear),
    ];
    prop_oneof![
        4 => (2u64..7, 1u8..9).prop_map(|(id, rate)| Step::Rate(id, rate)),
        1 => (2u64..7).prop_map(Step::Remove),
        1 => (6u64..9).prop_map(Step::Add),
        1 => (0u8..4).prop_map(Step::Rename),
        1 => (0u8..4).prop_map(Step::Preview),
        1 => (1u8..4).prop_map(Step::QuickSlot),
        6 => (edits, prop_oneof![Just(0), Just(255), any::<u8>()]).prop_map(|(edit, at)| Step::Notifies(edit, at)),
        1 => (1u8..4).prop_map(Step::Forget),
        2 => Just(Step::Undo),
        1 => Just(Step::Redo),
        1 => Just(Step::Save),
    ]
}

impl History {
    fn new(folder: Option<&str>) -> Self {
        let saved = Arc::new(base());
        let versions = vec![Version {
            project: saved.clone(),
            label: "".into(),
            note: "0".into(),
        }];
        Self {
            state: JournalState {
                folder: folder.map(Into::into),
                saved,
                forgotten: 0,
                versions,
                at: 0,
            },
        }
    }

    fn perform(&mut self, step: &Step, disk: &Model) {
        let mut project = (*self.state.versions[self.state.at].project).clone();
        match step {
            Step::Rate(id, rate) => {
                let Some(clip) = project.clips.get_mut(&Id(*id)) else {
                    return;
                };
                Arc::make_mut(clip).rate_scale = f32::from(*rate);
            }
            Step::Remove(id) => drop(project.clips.remove(&Id(*id))),
            Step::Add(id) => {
                let source = ClipSource {
                    duration: *id as f32,
                    ..ClipSource::default()
                };
                let clip = Clip::new(format!("New{id}"), Id(1), Arc::new(source), 30.0);
                project.clips.insert(Id(*id), Arc::new(clip));
            }
            Step::Rename(name) => project.name = format!("Name{name}"),
            Step::Preview(targets) => {
                let target = |id: u8| {
                    let (name, at) = (format!("Target{id}"), [0.0, id.into(), 0.5]);
                    PreviewTarget {
                        id: Id(id.into()),
                        name,
                        at,
                        turn: [0.0; 3],
                    }
                };
                project.preview.scene.ground.height = f64::from(*targets) / 4.0;
                project.preview.scene.targets = (0..*targets).map(target).collect();
            }
            Step::QuickSlot(digit) => {
                let notify = Notify::instant(Id(20), Id(21), "Step", 0.0);
                let (id, track) = (QuickSlot::id_of(*digit), "FX".to_owned());
                project.quick_slots = vec![QuickSlot {
                    id,
                    digit: *digit,
                    track,
                    color: 2,
                    notify,
                }];
            }
            Step::Notifies(edit, at) => {
                let Some(clip) = project.clips.get_mut(&Id(2)) else {
                    return;
                };
                let notifies = &mut Arc::make_mut(clip).notifies;
                let at = notifies.len() * usize::from(*at) / 256;
                match edit {
                    Notifies::Insert => notifies.insert(at, notify(2000 + notifies.len() as u64)),
                    Notifies::Clear => notifies.truncate(20),
                    _ if at >= notifies.len() => return,
                    Notifies::Set => notifies[at].time += 0.25,
                    Notifies::Remove => drop(notifies.remove(at)),
                }
            }
            Step::Forget(steps) => {
                let steps = usize::from(*steps).min(self.state.at);
                self.state.versions.drain(..steps);
                self.state.forgotten += steps;
                return self.state.at -= steps;
            }
            Step::Undo => return self.state.at = self.state.at.saturating_sub(1),
            Step::Redo => {
                return self.state.at = (self.state.at + 1).min(self.state.versions.len() - 1);
            }
            Step::Save => {
                if let Some(folder) = &self.state.folder {
                    save_on(
                        disk,
                        folder,
                        &project,
                        &Saving::since(Some(&self.state.saved)),
                    )
                    .unwrap();
                    self.state.saved = self.state.versions[self.state.at].project.clone();
                }
                return;
            }
        }
        self.state.at += 1;
        self.state.versions.truncate(self.state.at);
        let label = format!("{step:?}").into();
        self.state.versions.push(Version {
            project: Arc::new(project),
            label,
            note: self.state.at.to_string().into(),
        });
    }
}

/// The journal may still know what the history has forgotten.
fn check(found: &Restored, wanted: &JournalState) {
    assert!(found.lost.is_empty(), "{:?}", found.lost);
    let known = found.state.versions.len() - wanted.versions.len();
    assert!(known <= wanted.forgotten);
    assert_eq!(
        (found.state.at - known, &found.state.folder),
        (wanted.at, &wanted.folder)
    );
    assert_eq!(*found.state.saved, *wanted.saved);
    let all = |state: &JournalState| -> Vec<(Project, Arc<str>, Arc<str>)> {
        state
            .versions
            .iter()
            .map(|it| ((*it.project).clone(), it.label.clone(), it.note.clone()))
            .collect()
    };
    assert_eq!(all(&found.state)[known..], all(wanted));
}

fn disk(folder: Option<&str>) -> Model {
    let disk = Model::with(&Files::from([
        (PathBuf::from("/work/beside"), vec![]),
        (PathBuf::from("/home/x"), vec![]),
    ]));
    if let Some(folder) = folder {
        save_on(&disk, Path::new(folder), &base(), &Saving::since(None)).unwrap();
    }
    disk
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_history_comes_back_as_it_was(
        steps in proptest::collection::vec(step(), 0..25),
        has_folder in any::<bool>(),
        skipped in 1usize..4,
        most in prop_oneof![Just(u64::MAX), 0u64..20_000],
    ) {
        let folder = has_folder.then_some(DIR);
        let (disk, mut history) = (disk(folder), History::new(folder));
        let mut journal = Journal { most, ..Journal::new(PATH.into()) };
        for (at, step) in steps.iter().enumerate() {
            history.perform(step, &disk);
            // A writer that is slow sees only some of the states.
            if at % skipped == 0 || at + 1 == steps.len() || matches!(step, Step::Save) {
                journal.write(&disk, &history.state).unwrap();
                check(&restore_on(&disk, Path::new(PATH)).unwrap(), &history.state);
            }
        }
    }

    #[test]
    fn a_torn_or_broken_end_costs_only_what_it_held(
        steps in proptest::collection::vec(step(), 1..12),
        cut in any::<proptest::sample::Index>(),
        broken in any::<Option<u8>>(),
    ) {
        let (disk, known) = written(&steps);
        let Some((whole, _)) = known.last() else { return Ok(()) };
        check_damaged(&disk, &known, cut.index(*whole), broken);
    }
}

/// A version that an edit after an undo takes the place of is in the journal, and missed by nobody.
#[test]
fn every_place_of_a_journal_may_break() {
    let (disk, known) = written(&[
        Step::Rate(2, 3),
        Step::Undo,
        Step::Rate(2, 4),
        Step::Rename(1),
    ]);
    let whole = known.last().unwrap().0;
    (0..whole)
        .step_by(11)
        .for_each(|at| check_damaged(&disk, &known, at, Some(1 << (at % 8))));
    (0..whole)
        .step_by(97)
        .for_each(|at| check_damaged(&disk, &known, at, None));
}

/// The states of a history that was never saved, each with the length of its journal then.
fn written(steps: &[Step]) -> (Model, Vec<(usize, JournalState)>) {
    let (disk, mut history) = (disk(None), History::new(None));
    let mut journal = Journal::new(PATH.into());
    let mut known = Vec::new();
    for step in steps.iter().filter(|step| !matches!(step, Step::Save)) {
        history.perform(step, &disk);
        journal.write(&disk, &history.state).unwrap();
        known.push((disk.files()[Path::new(PATH)].len(), history.state.clone()));
    }
    (disk, known)
}

/// A byte of the journal is changed, or it ends there.
fn check_damaged(disk: &Model, known: &[(usize, JournalState)], at: usize, broken: Option<u8>) {
    let mut files = disk.files();
    let bytes = files.get_mut(Path::new(PATH)).unwrap();
    match broken {
        Some(flip) => bytes[at] ^= flip.max(1),
        None => bytes.truncate(at),
    }
    let expected = known.iter().rev().find(|(length, _)| *length <= at);
    // What comes after contents that are broken may be whole: then more comes back, and what is
    // lost of it is said.
    match (restore_on(&Model::with(&files), Path::new(PATH)), expected) {
        (Ok(found), _) if !found.lost.is_empty() => {
            assert!(
                broken.is_some()
                    && known
                        .iter()
                        .any(|(_, state)| state.forgotten + state.at == found.state.at)
            );
        }
        (Ok(found), Some((_, state))) if broken.is_none() => check(&found, state),
        // The version that needed the contents may have been replaced by a later edit: then nothing
        // misses them.
        (Ok(found), _) if broken.is_some() => {
            let is_it = |state: &&JournalState| {
                let all = state.forgotten + state.versions.len();
                all == found.state.versions.len() && state.forgotten + state.at == found.state.at
            };
            let mut states = known.iter().map(|(_, state)| state).filter(is_it);
            let shown = &found.state.versions[found.state.at].project;
            assert!(
                states.any(|state| *state.versions[state.at].project == **shown),
                "{at} {broken:?}"
            );
        }
        (Err(_), None) => {}
        (found, expected) => panic!("{at} {broken:?}: {found:?} {}", expected.is_some()),
    }
}

#[test]
fn a_journal_whose_disk_fails_holds_the_state_before_or_after_and_goes_on() {
    for fault in [
        Fault::Once,
        Fault::Full,
        Fault::Short,
        Fault::Kill,
        Fault::Cut,
    ] {
        for call in 0.. {
            let disk = disk(Some(DIR)).started_again(0).fail(call, fault);
            let (mut journal, mut history) = (Journal::new(PATH.into()), History::new(Some(DIR)));
            let mut told = Vec::new();
            for rate in 1..4 {
                history.perform(&Step::Rate(2, rate), &disk);
                if journal.write(&disk, &history.state).is_ok() {
                    told.push(history.state.clone());
                }
            }
            if !disk.has_failed() {
                break;
            }
            for seed in 0..6 {
                let again = disk.started_again(seed);
                let found = restore_on(&again, Path::new(PATH)).ok();
                match (found, told.last()) {
                    (Some(found), last) => {
                        let last = last.map_or(0, |state| state.at);
                        assert!(
                            found.state.at >= last,
                            "{fault:?} at {call}: {} of {last}",
                            found.state.at
                        );
                        assert!(found.lost.is_empty());
                    }
                    (None, last) => assert!(last.is_none(), "{fault:?} at {call}"),
                }
            }
            if matches!(fault, Fault::Once | Fault::Short) {
                journal.write(&disk, &history.state).unwrap();
                check(&restore_on(&disk, Path::new(PATH)).unwrap(), &history.state);
            }
        }
    }
}

#[test]
fn what_others_changed_meanwhile_is_taken_where_it_was_not_touched_and_kept_apart_where_it_was() {
    let disk = disk(Some(DIR));
    let (mut journal, mut history) = (Journal::new(PATH.into()), History::new(Some(DIR)));
    history.perform(&Step::Rate(2, 3), &disk);
    journal.write(&disk, &history.state).unwrap();
    let mut theirs = base();
    Arc::make_mut(theirs.clips.get_mut(&Id(2)).unwrap()).looping ^= true;
    Arc::make_mut(theirs.clips.get_mut(&Id(3)).unwrap()).looping ^= true;
    save_on(
        &disk,
        Path::new(DIR),
        &theirs,
        &Saving::since(Some(&base())),
    )
    .unwrap();
    let found = restore_on(&disk, Path::new(PATH)).unwrap();
    assert_eq!(found.lost, Vec::<String>::new());
    let (saved, shown) = (&found.state.saved, &found.state.versions[1].project);
    assert_eq!(
        saved.clips[&Id(2)],
        base().clips[&Id(2)],
        "the base of a merge"
    );
    assert_eq!(shown.clips[&Id(2)].rate_scale, 3.0);
    assert_eq!(shown.clips[&Id(3)], theirs.clips[&Id(3)]);
    assert!(shown.shares(saved, Id(3)) && !shown.shares(saved, Id(2)));
}

fn found_in(folder: &Path) -> Vec<OrphanJournal> {
    let Listing { found, unreadable } = Listing::of(folder);
    assert_eq!(unreadable, []);
    found
}

/// A save in the middle of a history: what was shown then is what lies on disk.
#[test]
fn a_session_that_was_stopped_after_a_save_has_nothing_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    for (steps, edits, is_saved) in [
        (&[Step::Rate(2, 3), Step::Save][..], 0, true),
        (
            &[Step::Rate(2, 3), Step::Rename(1), Step::Save, Step::Undo],
            1,
            false,
        ),
        (
            &[
                Step::Rate(2, 3),
                Step::Save,
                Step::Rate(2, 4),
                Step::Rate(2, 3),
            ],
            0,
            true,
        ),
        (
            &[
                Step::Rate(2, 3),
                Step::Save,
                Step::Rate(3, 4),
                Step::Rename(2),
            ],
            2,
            false,
        ),
        (&[Step::Remove(2), Step::Save], 0, true),
    ] {
        let (disk, mut history) = (disk(Some(DIR)), History::new(Some(DIR)));
        let mut session = JournalSession::new(folder.path());
        for step in steps {
            history.perform(step, &disk);
            session.write(&history.state).unwrap();
        }
        drop(session);
        let found = found_in(folder.path()).remove(0);
        // Undone past what was saved, no version before the shown one is it.
        let edits = if matches!(steps.last(), Some(Step::Undo)) {
            found.edits
        } else {
            edits
        };
        assert_eq!(
            (found.edits, found.is_saved),
            (edits, is_saved),
            "{steps:?}"
        );
        found.remove();
    }
}

#[test]
fn a_journal_that_cannot_be_read_is_kept_aside_and_told_of_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut history = History::new(None);
    let mut session = JournalSession::new(folder.path());
    history.perform(&Step::Rate(2, 3), &disk(None));
    session.write(&history.state).unwrap();
    drop(session);
    let path = found_in(folder.path()).remove(0).path;
    let whole = std::fs::read(&path).unwrap();
    for (at, to, length, why) in [
        (7, 3, whole.len(), "another version"),
        (0, b'x', whole.len(), "damaged"),
        (9, 0, 40, "no complete step"),
    ] {
        let mut bytes = whole[..length].to_vec();
        bytes[at] = to;
        std::fs::write(&path, &bytes).unwrap();
        let told = |is_new: bool| {
            let Listing { found, unreadable } = Listing::of(folder.path());
            let [one] = &unreadable[..] else {
                panic!("{unreadable:?}")
            };
            assert!(
                found.is_empty() && one.why.contains(why) && one.is_new == is_new,
                "{one:?}"
            );
            assert_eq!(std::fs::read(&one.path).unwrap(), bytes);
            one.path.clone()
        };
        told(true);
        std::fs::remove_file(told(false)).unwrap();
    }
}

/// A flipped bit in what an edit made of one asset costs that, and no other.
#[test]
fn a_flipped_bit_costs_what_it_is_in() {
    let (disk, mut history) = (disk(None), History::new(None));
    let mut journal = Journal::new(PATH.into());
    let mut ends = Vec::new();
    for step in [Step::Rate(2, 3), Step::Rate(3, 4), Step::Rate(4, 5)] {
        history.perform(&step, &disk);
        journal.write(&disk, &history.state).unwrap();
        ends.push(disk.files()[Path::new(PATH)].len());
    }
    let mut files = disk.files();
    files.get_mut(Path::new(PATH)).unwrap()[ends[0] + 40] ^= 4;
    let found = restore_on(&Model::with(&files), Path::new(PATH)).unwrap();
    let shown = &found.state.versions[found.state.at].project;
    assert_eq!(
        (found.state.at, found.lost.len()),
        (3, 1),
        "{:?}",
        found.lost
    );
    let rates = [2, 3, 4].map(|id| shown.clips[&Id(id)].rate_scale);
    assert_eq!(rates, [3.0, 1.0, 5.0]);
}

#[test]
fn journals_of_sessions_that_were_stopped_are_found_and_those_of_running_ones_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut history = History::new(None);
    let mut running = JournalSession::new(folder.path());
    assert_eq!(found_in(folder.path()), []);
    history.perform(&Step::Rate(2, 3), &disk(None));
    history.perform(&Step::Rate(3, 3), &disk(None));
    running.write(&history.state).unwrap();
    assert_eq!(found_in(folder.path()), [], "it is held");
    drop(running);
    let found = found_in(folder.path());
    let [journal] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(
        (journal.name.as_str(), journal.edits, journal.is_saved),
        ("Hero", 2, false)
    );
    assert!(journal.last.starts_with("Rate(3"));
    check(&restore(&journal.path).unwrap(), &history.state);
    let old = SystemTime::now() - std::time::Duration::from_secs(8 * 24 * 3600);
    std::fs::File::options()
        .write(true)
        .open(&journal.path)
        .unwrap()
        .set_modified(old)
        .unwrap();
    assert_eq!(found_in(folder.path()), []);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let mut session = JournalSession::new(folder.path());
    session.write(&history.state).unwrap();
    session.remove();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_was_given_up_is_asked_about_no_more_and_can_still_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let mut history = History::new(None);
    JournalSession::new(folder.path()).put_aside();
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "a session that wrote nothing leaves nothing"
    );
    history.perform(&Step::Rate(2, 3), &disk(None));
    let mut session = JournalSession::new(folder.path());
    session.write(&history.state).unwrap();
    session.put_aside();
    let [found] = &found_in(folder.path())[..] else {
        panic!("one is there")
    };
    assert!(found.is_aside);
    check(&restore(&found.path).unwrap(), &history.state);
}

#[test]
fn an_unsaved_sample_costs_a_journal_only_what_was_edited() {
    let folder = tempfile::tempdir().unwrap();
    let saved = Arc::new(crate::sample());
    let mut edited = (*saved).clone();
    Arc::make_mut(edited.clips.values_mut().next().unwrap()).rate_scale = 0.5;
    let version = |project: &Arc<Project>| Version {
        project: project.clone(),
        label: "".into(),
        note: "".into(),
    };
    let edited = Arc::new(edited);
    let versions = vec![version(&saved), version(&edited)];
    let state = JournalState {
        folder: None,
        saved: saved.clone(),
        forgotten: 0,
        versions,
        at: 1,
    };
    let mut session = JournalSession::new(folder.path());
    session.write(&state).unwrap();
    drop(session);
    let found = found_in(folder.path()).remove(0);
    let bytes = std::fs::metadata(&found.path).unwrap().len();
    assert!(bytes < 200_000, "{bytes}");
    check(&restore(&found.path).unwrap(), &state);
}

fn bytes(disk: &Model) -> Vec<u8> {
    disk.files()[Path::new(PATH)].clone()
}

/// The journal with every content and change as `edit` makes it of what it was, and with the hashes
/// of that.
fn rewritten(journal: &[u8], version: u8, edit: impl Fn(&str) -> String) -> Vec<u8> {
    let mut out = [&MAGIC[..7], &[version]].concat();
    let mut hashes = Vec::new();
    for record in record::records(journal).unwrap() {
        match record {
            record::Record::Content(was, content) => {
                let content = String::from_utf8(content)
                    .map_or_else(|error| error.into_bytes(), |text| edit(&text).into());
                record::content(&content, &mut out);
                hashes.push((was, hash(&content)));
            }
            record::Record::Change(change) => {
                let mut text = edit(&serde_json::to_string(&change).unwrap());
                hashes
                    .iter()
                    .for_each(|(was, is)| text = text.replace(was, is));
                record::change(&serde_json::from_str(&text).unwrap(), &mut out);
            }
        }
    }
    out
}

fn restored(journal: Vec<u8>) -> Restored {
    let disk = Model::with(&Files::from([(PathBuf::from(PATH), journal)]));
    restore_on(&disk, Path::new(PATH)).unwrap()
}

/// As `mtjourn\1` has them: every asset whole in one file.
#[test]
fn a_journal_of_the_version_before_is_read() {
    let (disk, mut history) = (disk(None), History::new(None));
    let mut edited = base();
    Arc::make_mut(edited.clips.get_mut(&Id(2)).unwrap())
        .notifies
        .remove(7);
    let version = |project: Project| Version {
        project: Arc::new(project),
        label: "Delete notify".into(),
        note: "1".into(),
    };
    history.state.versions.push(version(edited));
    history.state.at = 1;
    let mut out = b"mtjourn\x01".to_vec();
    let mut push = Vec::new();
    let mut before = Project::default();
    for root in roots(&history.state, 0) {
        let changed: Vec<Id> = root
            .project
            .assets()
            .map(|(id, _)| id)
            .filter(|id| !root.project.shares(&before, *id))
            .collect();
        let mut assets = serde_json::Map::new();
        for id in changed {
            let (path, contents) = asset_files(root.project, id).unwrap();
            contents
                .files
                .values()
                .for_each(|bytes| record::content(bytes, &mut out));
            let files: BTreeMap<&String, Hash> = contents
                .files
                .iter()
                .map(|(path, bytes)| (path, hash(bytes)))
                .collect();
            assets.insert(
                id.to_string(),
                serde_json::json!({ "path": path, "files": files }),
            );
        }
        let (label, note) = (root.label, root.note);
        push.push(
            serde_json::json!({ "name": "Hero", "label": label, "note": note, "assets": assets }),
        );
        before = (**root.project).clone();
    }
    let change = serde_json::json!({ "time": 5, "folder": null, "keep": 0, "push": push, "at": 1 });
    record::change(&serde_json::from_value(change).unwrap(), &mut out);
    check(&restored(out), &history.state);
    drop(disk);
}

/// Lists that are not in their file are put into it where the file is to be brought forward.
#[test]
fn a_journal_of_another_version_of_the_project_is_brought_forward_with_its_lists() {
    let (disk, mut history) = (disk(None), History::new(None));
    let mut journal = Journal::new(PATH.into());
    for at in [0, 100, 255] {
        history.perform(&Step::Notifies(Notifies::Set, at), &disk);
        journal.write(&disk, &history.state).unwrap();
    }
    let now = format!("\"version\": {}", formats::project::VERSION);
    let old = rewritten(&bytes(&disk), 2, |text| {
        text.replace(&now, "\"version\": 2")
    });
    assert_ne!(old, bytes(&disk));
    check(&restored(old), &history.state);
    let newer = format!("\"version\": {}", formats::project::VERSION + 1);
    let newer = restored(rewritten(&bytes(&disk), 2, |text| {
        text.replace(&now, &newer)
    }));
    assert!(
        !newer.lost.is_empty(),
        "of a later program nothing is guessed"
    );
}

/// How many bytes a state adds to a journal.
fn added(journal: &mut Journal, disk: &Model, state: &JournalState) -> usize {
    let before = disk.files().get(Path::new(PATH)).map_or(0, Vec::len);
    journal.write(disk, state).unwrap();
    bytes(disk).len() - before
}

#[test]
fn an_edit_of_a_long_list_writes_what_lies_beside_it_and_a_save_writes_no_history_again() {
    let (disk, mut history) = (disk(Some(DIR)), History::new(Some(DIR)));
    let mut journal = Journal::new(PATH.into());
    history.perform(&Step::Notifies(Notifies::Set, 100), &disk);
    let whole = added(&mut journal, &disk, &history.state);
    let mut most = 0;
    for nth in 0..60_u8 {
        let edit = [Notifies::Set, Notifies::Insert, Notifies::Remove][usize::from(nth) % 3];
        history.perform(&Step::Notifies(edit, nth * 4), &disk);
        most = added(&mut journal, &disk, &history.state).max(most);
    }
    assert!(most < whole / 3, "{most} of {whole}");
    for saved in 0..3 {
        history.perform(&Step::Save, &disk);
        let of_save = added(&mut journal, &disk, &history.state);
        assert!(of_save < whole, "{of_save} of {whole}");
        check(&restore_on(&disk, Path::new(PATH)).unwrap(), &history.state);
        history.perform(&Step::Forget(saved), &disk);
        history.perform(&Step::Undo, &disk);
        history.perform(&Step::Notifies(Notifies::Insert, 77), &disk);
        assert!(added(&mut journal, &disk, &history.state) <= most);
        check(&restore_on(&disk, Path::new(PATH)).unwrap(), &history.state);
    }
}

#[test]
fn what_versions_shared_they_share_again() {
    let (disk, mut history) = (disk(None), History::new(None));
    let mut journal = Journal::new(PATH.into());
    for at in 0..20 {
        history.perform(&Step::Notifies(Notifies::Set, at * 12), &disk);
        journal.write(&disk, &history.state).unwrap();
    }
    let versions = restore_on(&disk, Path::new(PATH)).unwrap().state.versions;
    let pieces = |version: &Version| version.project.clips[&Id(2)].notifies.pieces().to_vec();
    for pair in versions.windows(2) {
        let (before, after) = (pieces(&pair[0]), pieces(&pair[1]));
        let apart = before
            .iter()
            .zip(&after)
            .filter(|(a, b)| !Arc::ptr_eq(a, b))
            .count();
        assert_eq!((before.len(), after.len(), apart), (7, 7, 1));
    }
}

/// One of each project, in place of the one before; what is damaged is none.
#[test]
fn the_history_of_a_saved_project_is_kept_until_the_next_one_and_never_listed() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("Hero");
    let kept = |project: &Path| kept_history(folder.path(), project);
    assert!(kept(&project).is_none());
    let mut history = History::new(None);
    for edits in [2, 5] {
        for _ in 0..edits {
            history.perform(&Step::Rate(2, edits), &disk(None));
        }
        let mut session = JournalSession::new(folder.path());
        session.write(&history.state).unwrap();
        session.keep(&project);
        let found = kept(&project).expect("it was kept");
        assert_eq!(found.versions.len(), history.state.versions.len());
        assert_eq!(found.at, history.state.at);
        assert_eq!(found_in(folder.path()), [], "nobody is asked about it");
    }
    JournalSession::new(folder.path()).keep(&project);
    assert!(
        kept(&project).is_some(),
        "a session without edits leaves it"
    );
    assert!(kept(&folder.path().join("Other")).is_none());
    let files = || std::fs::read_dir(folder.path()).unwrap();
    let [file] = &files().map(|it| it.unwrap().path()).collect::<Vec<_>>()[..] else {
        panic!("one file a project")
    };
    let whole = std::fs::read(file).unwrap();
    for cut in [0, 9, whole.len() / 2] {
        std::fs::write(file, &whole[..cut]).unwrap();
        let left = kept(&project).map_or(0, |state| state.versions.len());
        assert!(left < history.state.versions.len(), "{cut}");
    }
    let old = SystemTime::now() - std::time::Duration::from_secs(8 * 24 * 3600);
    let opened = std::fs::File::options().write(true).open(file).unwrap();
    opened.set_modified(old).unwrap();
    assert_eq!(found_in(folder.path()), []);
    assert_eq!(files().count(), 0, "it goes like the others");
}
