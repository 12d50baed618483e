//! Bytes, errors and time of compressing: `cargo bench -p files --bench compression`.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "support/workloads.rs"]
mod workloads;

use anim::codec::{Bound, EncoderSettings, EncoderSource, encode};
use std::time::Instant;

fn main() {
    println!(
        "{:<12} {:>5} {:>8} {:>8} {:>6} {:>8} {:>8} {:>8}  segment",
        "clip", "bound", "raw B", "bytes", "ratio", "max", "p99", "ms"
    );
    for workload in workloads::all() {
        for (name, bound) in [("p99", Bound::P99), ("max", Bound::Max)] {
            let settings = EncoderSettings {
                precision: workload.precision,
                bound,
                ..EncoderSettings::default()
            };
            let source = EncoderSource {
                skeleton: &workload.skeleton,
                additive: None,
                bases: &[],
                frames: &workload.frames,
                shells: &vec![workload.shell; workload.skeleton.len()],
            };
            let mut times = Vec::new();
            let report = (0..3).map(|_| {
                let start = Instant::now();
                let (_, report) = encode(&source, &settings).unwrap();
                times.push(start.elapsed().as_secs_f64() * 1e3);
                report
            });
            let report = report.last().unwrap();
            times.sort_by(f64::total_cmp);
            println!(
                "{:<12} {name:>5} {:>8} {:>8} {:>6.2} {:>8.5} {:>8.5} {:>8.1}  {}",
                workload.name,
                report.raw_bytes,
                report.compressed_bytes,
                report.ratio(),
                report.max_error,
                report.p99_error,
                times[1],
                report.segment_frames,
            );
        }
    }
}
