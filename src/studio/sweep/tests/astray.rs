//! Where characters come to.

use super::{Log, Run, RunComparison, SweepOptions, SweepTake, sweep};
use anim::Name;
use glam::Vec3;

fn log(ticks: usize, place: impl Fn(f64) -> Vec3) -> Log {
    let at = |tick: usize| tick as f64 / ticks as f64;
    let places = (1..=ticks)
        .map(|tick| (at(tick), place(at(tick))))
        .collect();
    Log {
        places: [(0, places)].into(),
        ..Log::default()
    }
}

#[test]
fn a_run_is_as_far_astray_as_its_farthest_tick_that_is_compared() {
    let straight = |at: f64| Vec3::X * at as f32;
    let reference = log(1000, straight);
    let astray = |run: &Log, seconds: f64| {
        RunComparison {
            reference: &reference,
            run,
            late: 0.01,
            seconds,
        }
        .astray()
    };
    assert!(
        astray(&log(7, straight), 1.0) < 1e-6,
        "what lies between two ticks is between them"
    );
    let once = log(10, |at| {
        straight(at) + Vec3::Z * if (at - 0.5).abs() < 0.01 { 0.25 } else { 0.0 }
    });
    assert!((astray(&once, 1.0) - 0.25).abs() < 1e-6);
    assert!(
        astray(&once, 0.45) < 1e-6,
        "what comes later is not compared"
    );
    let alone = Log {
        places: [(7, vec![(0.5, Vec3::X)])].into(),
        ..Log::default()
    };
    assert_eq!(astray(&alone, 1.0), 0.0, "nobody to compare with");
}

/// Windows bend what blends in and out alike, however long the tick is in which it does.
#[test]
fn a_lunge_comes_to_the_same_place_over_hitches() {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let take = SweepTake::of_montage(&library, Name::new("AM_Lunge"), 1).unwrap();
    let report = sweep(
        &take,
        &SweepOptions {
            rates: vec![15.0, 60.0],
            ..SweepOptions::default()
        },
        |_| true,
    )
    .unwrap();
    let farthest = report.runs.iter().map(|run| run.astray).fold(0.0, f32::max);
    assert!(farthest < 1e-3, "{farthest} m");
    assert!(report.runs.iter().all(Run::is_same));
}
