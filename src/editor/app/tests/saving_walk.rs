//! Saving, whatever lies on disk: a walk at random over edits here and elsewhere, broken and
//! deleted files, undo, questions and their answers, with the real folder under the window's own
//! saving.

use super::*;
use crate::action::EditAction;
use crate::jobs::Task;
use ::files::{Opened, Saving, journal};
use document::{ClipCommand, Command};
use egui_kittest::kittest::NodeT;
use proptest::prelude::*;
use std::{collections::BTreeMap, fs};

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Of one of the clips, here.
    Edit(usize, u8),
    Delete(usize),
    Undo,
    Redo,
    /// By another program, which saves the whole project.
    Elsewhere(usize, u8),
    /// Conflict markers in the file of one of the clips.
    Break(usize),
    /// The file of one of the clips is gone.
    Lose(usize),
    LoseKeys(usize),
    /// All files as they were at first.
    Restore,
    /// Time for the window to see what is on disk.
    Wait,
    Answer(u8),
    Save,
}

const CLIPS: [&str; 2] = ["Idle", "Walk_Fwd"];

fn step() -> impl Strategy<Value = Step> {
    let clip = || 0..CLIPS.len();
    prop_oneof![
        4 => (clip(), 1u8..9).prop_map(|(clip, rate)| Step::Edit(clip, rate)),
        1 => clip().prop_map(Step::Delete),
        3 => Just(Step::Undo),
        1 => Just(Step::Redo),
        2 => (clip(), 11u8..19).prop_map(|(clip, rate)| Step::Elsewhere(clip, rate)),
        3 => clip().prop_map(Step::Break),
        1 => clip().prop_map(Step::Lose),
        1 => clip().prop_map(Step::LoseKeys),
        2 => Just(Step::Restore),
        4 => Just(Step::Wait),
        4 => any::<u8>().prop_map(Step::Answer),
        6 => Just(Step::Save),
    ]
}

struct Walk {
    _folder: tempfile::TempDir,
    path: PathBuf,
    /// As they were at first.
    files: BTreeMap<PathBuf, Vec<u8>>,
    window: Window,
}

impl Walk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("P");
        ::files::save_project(&path, &mannequin::excerpt(), &Saving::since(None)).unwrap();
        let files = files_in(&path);
        let mut window = open_at(vec2(900.0, 600.0), 1.0, Some(path.clone()));
        window.state_mut().disk.journal.folder = Some(folder.path().join("journal"));
        wait_until(&mut window, "opening", |app| {
            app.disk.path.is_some() && app.session.active.is_some()
        });
        settle(&mut window);
        Self {
            _folder: folder,
            path,
            files,
            window,
        }
    }

    /// The id of a clip, while it is here.
    fn clip(&self, at: usize) -> Option<Id> {
        project(&self.window)
            .clips
            .iter()
            .find(|(_, clip)| clip.name == CLIPS[at])
            .map(|(id, _)| *id)
    }

    fn file(&self, at: usize) -> PathBuf {
        let is_it = |path: &&PathBuf| {
            path.to_string_lossy()
                .contains(&format!("clips/{}.", CLIPS[at]))
        };
        self.files.keys().find(is_it).unwrap().clone()
    }

    fn act(&mut self, step: Step) {
        let ctx = self.window.ctx.clone();
        match step {
            Step::Edit(clip, rate) => {
                if let Some(id) = self.clip(clip) {
                    let command = Command::Clip(id, ClipCommand::SetRateScale(f32::from(rate)));
                    self.window.state_mut().perform(&command, None);
                }
            }
            Step::Delete(clip) => {
                if let Some(id) = self.clip(clip) {
                    self.window.state_mut().delete_asset(id);
                }
            }
            Step::Undo => self.window.state_mut().act(&ctx, EditAction::Undo.into()),
            Step::Redo => self.window.state_mut().act(&ctx, EditAction::Redo.into()),
            Step::Elsewhere(clip, rate) => self.elsewhere(clip, f32::from(rate)),
            Step::Break(clip) => {
                fs::write(self.file(clip), b"<<<<<<< ours\n{}\n=======\n").unwrap()
            }
            Step::Lose(clip) => drop(fs::remove_file(self.file(clip))),
            Step::LoseKeys(at) => {
                let blob = self
                    .files
                    .keys()
                    .filter(|path| path.to_string_lossy().contains("/blobs/"))
                    .nth(at)
                    .unwrap();
                drop(fs::remove_file(blob));
            }
            Step::Restore => {
                for (path, bytes) in &self.files {
                    fs::write(path, bytes).unwrap();
                }
            }
            Step::Wait => self.wait(),
            Step::Answer(answer) => self.answer(answer),
            Step::Save => self.window.state_mut().route(&ctx, FileAction::Save.into()),
        }
        self.window.step();
    }

    /// What others can only do where they can read the project.
    fn elsewhere(&self, clip: usize, rate: f32) {
        let Ok(Opened::Project { project: since, .. }) = ::files::open(&self.path) else {
            return;
        };
        let mut edited = since.clone();
        for asset in edited
            .clips
            .values_mut()
            .filter(|asset| asset.name == CLIPS[clip])
        {
            Arc::make_mut(asset).rate_scale = rate;
        }
        let _ = ::files::save_project(&self.path, &edited, &Saving::since(Some(&since)));
    }

    /// Until nothing is under way.
    fn wait(&mut self) {
        std::thread::sleep(Duration::from_millis(60));
        let start = Instant::now();
        loop {
            self.window.step();
            let app = self.window.state();
            let is_busy = app.jobs.running_task(Task::Save).is_some()
                || app.jobs.running_task(Task::LookOutside).is_some()
                || app.disk.look_at.is_some()
                || app.disk.is_entered;
            if !is_busy && app.disk.unsaved.next == crate::app::disk::unsaved::SaveNext::Not {
                return;
            }
            assert!(
                start.elapsed() < Duration::from_secs(120),
                "it is never done"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn answer(&mut self, answer: u8) {
        settle_for_answers(&mut self.window);
        let ways = [
            "Merge both",
            "Use the version on disk",
            "Keep my version",
            "Not now",
        ];
        let way = ways[usize::from(answer) % ways.len()];
        let is_there = |window: &Window| {
            window
                .query_by_label(way)
                .is_some_and(|node| !node.accesskit_node().is_disabled())
        };
        if is_there(&self.window) {
            click(&mut self.window, way);
        }
    }

    /// A save has written, or asks, or has said why not. One that is tried again with nothing
    /// changed meanwhile writes or asks.
    fn check_save(&mut self, done: &[Step]) {
        self.wait();
        assert!(
            self.asks() || !self.window.state().session.toasts.is_empty(),
            "nothing was said after {done:?}"
        );
        if !self.asks() && !self.window.state().is_saved() {
            self.act(Step::Save);
            self.wait();
            assert!(
                self.asks() || self.window.state().is_saved(),
                "nothing can be saved after {done:?}"
            );
        }
    }

    fn asks(&self) -> bool {
        let app = self.window.state();
        !app.dialogs.questions.is_empty() || app.dialogs.confirm.is_some()
    }

    /// What counts as saved is what another program reads there.
    fn check_disk(&mut self, done: &[Step]) {
        self.wait();
        let app = self.window.state();
        if !app.is_saved() || app.disk.outside.is_some() {
            return;
        }
        let Ok(Opened::Project {
            project: mut there,
            broken,
            ..
        }) = ::files::open(&self.path)
        else {
            return;
        };
        let here = &**app.document.project();
        there.adopt(here);
        let is_broken = |id: Id| broken.iter().any(|broken| broken.id == Some(id));
        for (id, asset) in here.assets() {
            assert!(
                is_broken(id) || there.shares(here, id),
                "{} is not on disk after {done:?}",
                asset.name()
            );
        }
    }
}

fn settle_for_answers(window: &mut Window) {
    (0..3).for_each(|_| window.step());
}

fn files_in(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut found, mut open) = (BTreeMap::new(), vec![path.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            match entry.file_type().unwrap().is_dir() {
                true if entry.file_name() == ".mutoscope" => {}
                true => open.push(entry.path()),
                false => drop(found.insert(entry.path(), fs::read(entry.path()).unwrap())),
            }
        }
    }
    found
}

fn walk(steps: &[Step]) {
    let mut walk = Walk::new();
    for (at, step) in steps.iter().enumerate() {
        let is_save = matches!(step, Step::Save);
        if is_save {
            walk.window.state_mut().session.toasts.clear();
        }
        walk.act(*step);
        if is_save {
            walk.check_save(&steps[..=at]);
            walk.check_disk(&steps[..=at]);
        }
    }
    // Nothing that was here is gone: the journal has it, or the folder.
    drop(walk.window);
    let listing = journal::Listing::of(&walk._folder.path().join("journal"));
    assert_eq!(listing.unreadable, Vec::new());
}

/// Ways on which a save once wrote nothing and said nothing, and their neighbours.
#[test]
fn saves_after_files_were_broken_or_lost_write_or_ask() {
    use Step::{Answer, Break, Delete, Edit, Elsewhere, Lose, LoseKeys, Restore, Save, Undo, Wait};
    const KEEP: Step = Answer(2);
    for steps in [
        &[Break(0), Wait, Undo, Save, KEEP, Save][..],
        &[
            Edit(0, 2),
            Break(0),
            Wait,
            Save,
            Answer(0),
            Save,
            Answer(1),
            Undo,
            Save,
        ],
        &[
            Edit(1, 2),
            Break(0),
            Save,
            Answer(0),
            Save,
            Restore,
            Wait,
            Undo,
            Save,
        ],
        &[Lose(0), Wait, Undo, Save, KEEP, Save],
        &[LoseKeys(0), Wait, Save, LoseKeys(1), Edit(0, 3), Save],
        &[Delete(0), Save, Break(0), Wait, Undo, Save, KEEP],
        &[
            Edit(0, 2),
            Elsewhere(0, 12),
            Save,
            Answer(0),
            Save,
            Undo,
            Save,
        ],
    ] {
        walk(steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 60, ..ProptestConfig::with_cases(10) })]

    #[test]
    fn every_save_writes_or_asks_or_says_why_not(steps in proptest::collection::vec(step(), 8..24)) {
        walk(&steps);
    }
}
