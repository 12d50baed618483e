use super::*;
use crate::{MontageScope, PreviewSubject};
use anim::Name;

/// A running engine on the sample, showing its montage.
fn shown() -> Engine {
    let engine = Engine::start(WorkerMode::Inline, || {}).unwrap();
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    engine.set_snapshot(Snapshot {
        revision: 7,
        library,
    });
    engine.transport(Transport::Show(PreviewSubject::Montage(Name::new(
        "AM_ChargedAttack",
    ))));
    engine
}

/// The first frame that fits; a generous wait, for the machine may be busy.
fn wait_for(engine: &Engine, fits: impl Fn(&PreviewFrame) -> bool) -> Arc<PreviewFrame> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        if let Some(frame) = engine.frame().filter(|frame| fits(frame)) {
            return frame;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("no such frame came");
}

/// Whose thread panics in the next ticks, so many times.
fn faulty(times: usize) -> Engine {
    let left = std::sync::atomic::AtomicUsize::new(2 * times);
    let less = move |left: usize| left.checked_sub(1);
    let order = std::sync::atomic::Ordering::SeqCst;
    // Every other call comes from the engine that begins anew.
    let wake = move || match left.fetch_update(order, order, less) {
        Ok(left) if left % 2 == 0 => panic!("made-up fault {left}"),
        _ => {}
    };
    Engine::start(WorkerMode::Inline, wake).unwrap()
}

#[test]
fn a_panic_of_the_thread_is_told_and_the_engine_plays_on_when_it_is_told_to() {
    let engine = faulty(3);
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let start = Instant::now();
    let mut told = Vec::new();
    for revision in 0..3 {
        engine.set_snapshot(Snapshot {
            revision,
            library: library.clone(),
        });
        engine.transport(Transport::Show(PreviewSubject::Montage(Name::new(
            "AM_ChargedAttack",
        ))));
        while told.len() <= revision as usize && start.elapsed() < Duration::from_secs(30) {
            told.extend(engine.faults());
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    assert_eq!(
        told,
        ["made-up fault 6", "made-up fault 4", "made-up fault 2"]
    );
    engine.frame();
    engine.transport(Transport::Play);
    engine.set_snapshot(Snapshot {
        revision: 7,
        library,
    });
    engine.transport(Transport::Show(PreviewSubject::Montage(Name::new(
        "AM_ChargedAttack",
    ))));
    engine.transport(Transport::Play);
    wait_for(&engine, |frame| frame.revision == 7 && frame.position > 0.1);
    assert_eq!(engine.faults().count(), 0);
}

#[test]
fn a_seek_shows_the_position_and_fires_nothing() {
    let engine = shown();
    engine.transport(Transport::Seek(1.25));
    let frame = wait_for(&engine, |frame| frame.position == 1.25);
    assert_eq!(
        (frame.revision, frame.playing, frame.montages.len()),
        (7, false, 1)
    );
    assert_eq!(frame.montages[0].weight, 1.0);
    assert_eq!(engine.fired().count(), 0);
}

#[test]
fn playing_fires_in_order_and_pausing_stops() {
    let engine = shown();
    engine.transport(Transport::SetScope(MontageScope::All));
    engine.transport(Transport::Play);
    wait_for(&engine, |frame| frame.position > 0.6);
    engine.transport(Transport::Pause);
    let paused = wait_for(&engine, |frame| !frame.playing);
    let log: Vec<LogEntry> = engine.fired().collect();
    assert!(log.windows(2).all(|pair| pair[0].tick <= pair[1].tick));
    let instants: Vec<Name> = log
        .iter()
        .map(|entry| entry.event)
        .filter(|e| e.phase == Phase::Notify)
        .map(|e| e.name)
        .collect();
    assert_eq!(
        instants[..2],
        [Name::new("ClothRustle"), Name::new("Foot_R")]
    );
    std::thread::sleep(Duration::from_millis(60));
    assert!(
        engine
            .frame()
            .is_none_or(|frame| frame.position == paused.position)
    );
}

#[test]
fn an_edit_while_playing_goes_on_where_it_was() {
    let engine = shown();
    engine.transport(Transport::SetScope(MontageScope::All));
    engine.transport(Transport::Play);
    let before = wait_for(&engine, |frame| frame.position > 0.3);
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    engine.set_snapshot(Snapshot {
        revision: 8,
        library,
    });
    let after = wait_for(&engine, |frame| frame.revision == 8);
    assert!(
        after.playing
            && after.position >= before.position
            && after.position < before.position + 1.0
    );
}
