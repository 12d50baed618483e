//! What editing takes of memory and of the journal, counted by the allocator of this program and by
//! the file's length.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/long_montage.rs"]
mod long_montage;

use asset::graph::nodes::SequencePlayerNode;
use asset::{
    Curve, CurveKey, Id, PoseGraph, Project, graph::Node, graph::NodeKind, source::Interpolation,
};
use document::{Command, CurveKeyCommand, Document, GraphCommand};
use files::journal::{JournalSession, Listing, Restored, restore};
use long_montage::{MONTAGE, edit, project, state};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// What is counted is everybody's: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

// SAFETY: every call is the system allocator's own, with the arguments it was given.
#[expect(unsafe_code, reason = "an allocator is one")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: `at` came from `alloc` above, with this layout.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn held() -> usize {
    HELD.load(Ordering::Relaxed)
}

const NOTIFIES: u64 = 10_000;
const MB: usize = 1_000_000;

/// The journal that a session left.
fn journal(folder: &std::path::Path) -> PathBuf {
    let Listing {
        mut found,
        unreadable,
    } = Listing::of(folder);
    assert!(unreadable.is_empty() && found.len() == 1);
    found.remove(0).path
}

fn length(folder: &std::path::Path) -> u64 {
    let file = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().path();
    let mut files = std::fs::read_dir(folder).unwrap().map(file);
    let journal = files.find(|path| path.extension().is_some_and(|ending| ending == "journal"));
    journal.map_or(0, |path| std::fs::metadata(path).unwrap().len())
}

/// By every element, and not by what lists share.
fn same(one: &Project, other: &Project) -> bool {
    let (a, b) = (&one.montages[&MONTAGE], &other.montages[&MONTAGE]);
    one == other
        && a.notifies.len() == b.notifies.len()
        && a.notifies.iter().zip(&b.notifies).all(|(a, b)| a == b)
}

#[test]
fn ten_thousand_edits_of_ten_thousand_notifies_stay_below_400_mb() {
    const EDITS: u64 = 10_000;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let mut document = Document::new(project(NOTIFIES));
    let mut session = JournalSession::new(folder.path());
    let base = held();
    PEAK.store(base, Ordering::Relaxed);
    let mut most_written = [0; 2];
    for nth in 0..EDITS {
        let command = edit(&document, nth);
        assert_eq!(document.perform(&command, None), Ok(true));
        // Each by itself at the beginning and at the end, and else as a writer sees them that rests
        // between.
        let is_watched = !(200..EDITS - 200).contains(&nth);
        if is_watched || nth.is_multiple_of(20) {
            let before = length(folder.path());
            session.write(&state(&document)).unwrap();
            if is_watched && nth > 0 && nth != EDITS - 200 {
                let written = &mut most_written[usize::from(nth > 200)];
                *written = (length(folder.path()) - before).max(*written);
            }
        }
    }
    let (history, peak) = (held() - base, PEAK.load(Ordering::Relaxed) - base);
    let told = document.history_bytes();
    println!(
        "held {history}, peak {peak}, told {told}, journal {}, an edit {most_written:?}",
        length(folder.path())
    );
    assert!(peak < 400 * MB, "{peak} bytes");
    assert_eq!(
        (document.step_count(), document.forgotten()),
        (EDITS as usize, 0),
        "every step is there"
    );
    assert!(
        (history / 2..history * 2).contains(&told),
        "{told} bytes are told of {history}"
    );
    assert!(
        length(folder.path()) < 128 * MB as u64,
        "{} bytes of journal",
        length(folder.path())
    );
    // An edit writes as much after ten thousand as at first, but for the numbers that have become
    // longer. A piece that is cut in two is the most.
    assert!(
        most_written
            .iter()
            .all(|written| (100..24_000).contains(written)),
        "{most_written:?}"
    );

    let versions = document.history().versions;
    let some = |at: &usize| at.is_multiple_of(500) || *at == versions.len() - 1;
    let kept: Vec<(usize, Arc<Project>)> = (0..versions.len())
        .filter(some)
        .map(|at| (at, versions[at].root.clone()))
        .collect();
    drop((versions, document, session));
    PEAK.store(held(), Ordering::Relaxed);
    let before = held();
    let Restored { state, lost, .. } = restore(&journal(folder.path())).unwrap();
    println!(
        "restored {}, peak {}",
        held() - before,
        PEAK.load(Ordering::Relaxed) - before
    );
    assert!(lost.is_empty() && held() - before < 400 * MB);
    assert_eq!(
        (state.at, state.versions.len()),
        (EDITS as usize, EDITS as usize + 1)
    );
    for (at, root) in kept {
        assert!(same(&state.versions[at].project, &root), "version {at}");
    }
}

/// A clip with a curve of so many keys, and a graph of so many nodes.
fn others(keys: u64, nodes: u64) -> (Project, Id, Id, Curve) {
    let mut project = project(1);
    let (clip, graph) = (Id(2), Id(30));
    let key = |at: u64| {
        CurveKey::new(
            Id(10_000 + at),
            at as f32 * 0.01,
            0.0,
            Interpolation::Linear,
        )
    };
    let curve = Curve {
        keys: (0..keys).map(key).collect(),
        ..Curve::new(Id(40), "Speed", 0)
    };
    Arc::make_mut(project.clips.get_mut(&clip).unwrap())
        .curves
        .push(curve.clone());
    let mut moves = PoseGraph::new("Moves", Id(1));
    let node = |at: u64| {
        Node::new(
            Id(50_000 + at),
            NodeKind::SequencePlayer(SequencePlayerNode {
                clip: Some(clip),
                play: Default::default(),
            }),
        )
    };
    Arc::make_mut(&mut moves.wiring).nodes = (0..nodes).map(node).collect();
    project.graphs.insert(graph, Arc::new(moves));
    (project, clip, graph, curve)
}

#[test]
fn a_history_is_within_what_it_may_take_whatever_is_edited() {
    const MOST: usize = 16 << 20;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (project, clip, graph, curve) = others(10_000, 1_000);
    let node = project.graphs[&graph].wiring.nodes[500].clone();
    let set_key = |nth: u64| {
        let at = nth as usize * 37 % curve.keys.len();
        let key = CurveKey {
            value: nth as f32 + 1.0,
            ..curve.keys[at].clone()
        };
        Command::CurveKey(clip, CurveKeyCommand::Set(key))
    };
    let set_node = |nth: u64| {
        let kind = NodeKind::SequencePlayer(SequencePlayerNode {
            clip: (nth % 2 == 1).then_some(clip),
            play: Default::default(),
        });
        Command::Graph(
            graph,
            GraphCommand::SetNode(Box::new(Node {
                kind,
                ..node.clone()
            })),
        )
    };
    let edits: [&dyn Fn(u64) -> Command; 2] = [&set_key, &set_node];
    for edit in edits {
        let mut document = Document::new(project.clone());
        document.set_most_bytes(MOST);
        let base = held();
        PEAK.store(base, Ordering::Relaxed);
        for nth in 0..300 {
            assert_eq!(document.perform(&edit(nth), None), Ok(true));
        }
        let (taken, told) = (held() - base, document.history_bytes());
        println!(
            "held {taken}, told {told}, {} of {} steps",
            document.history_steps(),
            document.step_count()
        );
        assert!(told <= MOST && taken < 2 * MOST, "{taken} bytes");
        assert!(
            (taken / 2..taken * 2).contains(&told),
            "{told} bytes are told of {taken}"
        );
        assert!(document.forgotten() > 0 && document.history_steps() > 10);
        while document.undo() {}
        while document.redo() {}
        assert!(held() - base < 2 * MOST);
    }
}
