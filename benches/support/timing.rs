//! Two or three ways of doing one thing, timed in turns.

use std::time::Instant;

/// Calls a batch.
const CALLS: u32 = 512;
const BATCHES: usize = 121;

pub struct Pair<'a> {
    pub name: &'static str,
    pub ours: Box<dyn FnMut() + 'a>,
    pub floor: Box<dyn FnMut() + 'a>,
    /// The floor in eight lanes, where there is one.
    pub lanes: Option<Box<dyn FnMut() + 'a>>,
}

/// Medians, nanoseconds a call.
pub struct Compared {
    pub name: &'static str,
    pub ours: f64,
    pub floor: f64,
    pub lanes: Option<f64>,
}

impl Compared {
    pub fn ratio(&self) -> f64 {
        self.ours / self.floor
    }
}

pub fn compare(mut pair: Pair<'_>) -> Compared {
    let (mut ours, mut floor, mut lanes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..BATCHES {
        floor.push(batch(&mut pair.floor));
        lanes.extend(pair.lanes.as_mut().map(|call| batch(call)));
        ours.push(batch(&mut pair.ours));
    }
    let lanes = (!lanes.is_empty()).then(|| median(lanes));
    Compared {
        name: pair.name,
        ours: median(ours),
        floor: median(floor),
        lanes,
    }
}

fn batch(call: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..CALLS {
        call();
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
