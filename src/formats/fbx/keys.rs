//! Keys that follow a function of time within a tolerance.
//!
//! Samples are taken where the function is bent, then dropped again where a straight way between
//! others says the same. Where the value jumps, two keys stand as near to each other as times of 32
//! bits can.

use asset::source::{Channel, Interpolation};
use glam::DQuat;

/// Part of the largest value below which a difference is no more than the error of floats.
const EXACT: f64 = 2e-7;
/// Cosine of half the angle, half a degree, below which two rotations count as near.
const NEAR: f64 = 0.99999;
/// Most times that the stretch between two samples is halved.
const HALVINGS: usize = 7;

/// A value at a time. Two samples with the same time are a jump from the first to the second.
#[derive(Clone, Copy, Debug)]
pub struct FbxKeySample<const N: usize> {
    /// Time of the sample, seconds: in the file while a take is sampled, from the take's start for
    /// [`channel`].
    pub time: f64,
    /// The numbers of the value: a vector, a quaternion or a single number.
    pub value: [f64; N],
}

/// A type of key values: interpolation between two keys, and measure of errors.
pub trait KeyValueKind<const N: usize> {
    /// Precomputed data for the interpolation between two values.
    type Way;

    /// Prepares the interpolation from one value to another.
    fn way(&self, from: &[f64; N], to: &[f64; N]) -> Self::Way;
    /// Error of the interpolation at `part`, 0..=1, against a value: in the unit of the value, or
    /// in radians for rotations.
    fn off(&self, way: &Self::Way, part: f64, value: &[f64; N]) -> f64;
}

/// Linear interpolation of vectors. The error is the largest one along an axis.
pub struct Straight;

impl<const N: usize> KeyValueKind<N> for Straight {
    /// The first value, and the difference to the second.
    type Way = [[f64; N]; 2];

    fn way(&self, from: &[f64; N], to: &[f64; N]) -> Self::Way {
        [*from, std::array::from_fn(|i| to[i] - from[i])]
    }

    fn off(&self, [from, along]: &Self::Way, part: f64, value: &[f64; N]) -> f64 {
        let off = |i: usize| (from[i] + along[i] * part - value[i]).abs();
        (0..N).map(off).fold(0.0, f64::max)
    }
}

/// Spherical interpolation of quaternions along the shorter arc. The error is twice the chord,
/// which is the angle in radians where it is small.
pub struct RotationValueKind;

/// An arc between two rotations, computed once for all samples between them.
pub struct Arc {
    from: DQuat,
    /// Unit length and perpendicular to `from` where there is an angle; else the end itself.
    towards: DQuat,
    /// Angle between the ends, in the space of quaternions. None where they are so near that linear
    /// interpolation is right to a billionth, and many times cheaper.
    angle: Option<f64>,
}

impl KeyValueKind<4> for RotationValueKind {
    type Way = Arc;

    fn way(&self, from: &[f64; 4], to: &[f64; 4]) -> Arc {
        let (from, to) = (DQuat::from_array(*from), DQuat::from_array(*to));
        let to = if from.dot(to) < 0.0 { -to } else { to };
        let dot = from.dot(to).min(1.0);
        if dot > NEAR {
            return Arc {
                from,
                towards: to,
                angle: None,
            };
        }
        Arc {
            from,
            towards: (to - from * dot).normalize(),
            angle: Some(dot.acos()),
        }
    }

    fn off(&self, way: &Arc, part: f64, value: &[f64; 4]) -> f64 {
        let at = match way.angle {
            None => (way.from * (1.0 - part) + way.towards * part).normalize(),
            Some(angle) => {
                let (sin, cos) = (angle * part).sin_cos();
                way.from * cos + way.towards * sin
            }
        };
        let value = DQuat::from_array(*value);
        let value = if at.dot(value) < 0.0 { -value } else { value };
        2.0 * (at - value).length()
    }
}

/// Interpolation, tolerance and function by which samples are added.
struct KeySearch<'a, const N: usize, Kind: KeyValueKind<N>, Value: Fn(f64) -> [f64; N]> {
    kind: &'a Kind,
    tolerance: f64,
    value: Value,
}

/// Adds samples of `value` where the interpolation between two of `given` is not within
/// `tolerance`. Contract: times ascend, and two are equal only where the value jumps.
pub fn refined<const N: usize>(
    given: Vec<FbxKeySample<N>>,
    kind: &impl KeyValueKind<N>,
    tolerance: f64,
    value: impl Fn(f64) -> [f64; N],
) -> Vec<FbxKeySample<N>> {
    let search = KeySearch {
        kind,
        tolerance,
        value,
    };
    let mut found: Vec<FbxKeySample<N>> = Vec::with_capacity(given.len());
    let bends: Vec<Option<f64>> = (0..given.len()).map(|at| bend(&given, at, kind)).collect();
    for (at, sample) in given.iter().enumerate() {
        if let Some(before) = at
            .checked_sub(1)
            .map(|before| given[before])
            .filter(|before| before.time < sample.time)
            && is_bent([bends[at - 1], bends[at]], tolerance)
        {
            let middle = (search.value)(0.5 * (before.time + sample.time));
            halve([&before, sample], middle, &search, HALVINGS, &mut found);
        }
        found.push(*sample);
    }
    found
}

/// Error of a sample against the interpolation between its neighbours. None at ends and jumps.
fn bend<const N: usize>(
    given: &[FbxKeySample<N>],
    at: usize,
    kind: &impl KeyValueKind<N>,
) -> Option<f64> {
    let (before, here, after) = (
        given.get(at.checked_sub(1)?)?,
        &given[at],
        given.get(at + 1)?,
    );
    if !(before.time < here.time && here.time < after.time) {
        return None;
    }
    let part = (here.time - before.time) / (after.time - before.time);
    Some(kind.off(&kind.way(&before.value, &after.value), part, &here.value))
}

/// Whether the interpolation between two samples may miss the function by more than a tolerance,
/// judged by the bend at either sample.
fn is_bent(bends: [Option<f64>; 2], tolerance: f64) -> bool {
    let most = bends
        .into_iter()
        .flatten()
        .fold(None, |most: Option<f64>, bend| {
            Some(most.map_or(bend, |most| most.max(bend)))
        });
    most.is_none_or(|bend| bend > 0.5 * tolerance)
}

/// Adds the samples that are needed between `from` and `to`, in their order. `middle` is the value
/// half-way.
fn halve<const N: usize>(
    [from, to]: [&FbxKeySample<N>; 2],
    middle: [f64; N],
    search: &KeySearch<'_, N, impl KeyValueKind<N>, impl Fn(f64) -> [f64; N]>,
    left: usize,
    found: &mut Vec<FbxKeySample<N>>,
) {
    let time = |part: f64| from.time + (to.time - from.time) * part;
    let middle = FbxKeySample {
        time: time(0.5),
        value: middle,
    };
    if left == 0 || !(from.time < middle.time && middle.time < to.time) {
        return;
    }
    // Where the function turns from one bend into the other, its middle lies on the straight way and
    // its quarters do not.
    let quarters = [0.25, 0.75].map(|part| (search.value)(time(part)));
    let way = search.kind.way(&from.value, &to.value);
    let off = |(part, value): (f64, &[f64; N])| search.kind.off(&way, part, value);
    let parts = [
        (0.25, &quarters[0]),
        (0.5, &middle.value),
        (0.75, &quarters[1]),
    ];
    if parts
        .into_iter()
        .map(off)
        .all(|off| off <= search.tolerance)
    {
        return;
    }
    halve([from, &middle], quarters[0], search, left - 1, found);
    found.push(middle);
    halve([&middle, to], quarters[1], search, left - 1, found);
}

/// The fewest of these samples that a greedy search finds to follow all of them within a tolerance,
/// and those at times for which `is_exact` is true to the error of floats. Ends and jumps are kept;
/// the search adds the worst sample until none is too far off.
pub fn reduced<const N: usize>(
    samples: &[FbxKeySample<N>],
    kind: &impl KeyValueKind<N>,
    tolerance: f64,
    is_exact: impl Fn(f64) -> bool,
) -> Vec<FbxKeySample<N>> {
    let size = samples
        .iter()
        .flat_map(|sample| sample.value)
        .fold(0f64, |most, x| most.max(x.abs()));
    let of = |at: usize| {
        if is_exact(samples[at].time) {
            tolerance.min(EXACT * size)
        } else {
            tolerance
        }
    };
    let tolerances: Vec<f64> = (0..samples.len()).map(of).collect();
    // A frame at which the value bends is a key in any case, and the search is short between many
    // keys.
    let is_certain = |at: usize| {
        is_exact(samples[at].time)
            && bend(samples, at, kind).is_some_and(|off| off > tolerances[at])
    };
    let mut is_kept = vec![false; samples.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (first, last) in stretches(samples) {
        let certain = (first + 1..last).filter(|at| is_certain(*at)).chain([last]);
        let mut from = first;
        is_kept[first] = true;
        for at in certain {
            is_kept[at] = true;
            open.push((from, at));
            from = at;
        }
    }
    while let Some((first, last)) = open.pop() {
        let (from, to) = (samples[first], samples[last]);
        let way = kind.way(&from.value, &to.value);
        let off = |at: &usize| {
            let part = (samples[*at].time - from.time) / (to.time - from.time);
            kind.off(&way, part, &samples[*at].value) / tolerances[*at].max(f64::MIN_POSITIVE)
        };
        let worst = (first + 1..last)
            .map(|at| (off(&at), at))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, at)) = worst.filter(|(off, _)| *off > 1.0) {
            is_kept[at] = true;
            open.extend([(first, at), (at, last)]);
        }
    }
    samples
        .iter()
        .zip(is_kept)
        .filter(|(_, is_kept)| *is_kept)
        .map(|(sample, _)| *sample)
        .collect()
}

/// First and last sample of each stretch without a jump.
fn stretches<const N: usize>(samples: &[FbxKeySample<N>]) -> Vec<(usize, usize)> {
    let jumps = (1..samples.len()).filter(|at| samples[at - 1].time >= samples[*at].time);
    let firsts = std::iter::once(0).chain(jumps.clone());
    let lasts = jumps.map(|at| at - 1).chain(samples.len().checked_sub(1));
    firsts.zip(lasts).collect()
}

/// A channel of the samples; None for an empty list. Where the value changes only in jumps the
/// channel is stepped; a constant becomes one key. At a jump two keys lie as near to each other as
/// floats of 32 bits can.
pub fn channel<const N: usize>(samples: &[FbxKeySample<N>]) -> Option<Channel> {
    let first = samples.first()?;
    let stretches = stretches(samples);
    let is_held = |(first, last): &(usize, usize)| {
        samples[*first].value == samples[*last].value && last - first <= 1
    };
    let mut channel = Channel::default();
    if stretches.len() > 1 && stretches.iter().all(is_held) {
        channel.interpolation = Interpolation::Step;
        stretches.iter().for_each(|(first, _)| {
            push(
                &mut channel,
                samples[*first].time as f32,
                &samples[*first].value,
            )
        });
        return Some(channel);
    }
    for (at, sample) in samples.iter().enumerate() {
        let time = sample.time as f32;
        let jumps_after = samples
            .get(at + 1)
            .is_some_and(|next| next.time <= sample.time);
        push(
            &mut channel,
            if jumps_after { time.next_down() } else { time },
            &sample.value,
        );
    }
    if samples.iter().all(|sample| sample.value == first.value) {
        channel.times.truncate(1);
        channel.values.truncate(N);
    }
    Some(channel)
}

/// Adds a key. A key that is not later than the last one replaces it.
fn push<const N: usize>(channel: &mut Channel, time: f32, value: &[f64; N]) {
    if channel.times.last().is_some_and(|last| *last >= time) {
        channel.times.pop();
        channel.values.truncate(channel.values.len() - N);
    }
    channel.times.push(time);
    channel
        .values
        .extend(value.iter().map(|number| *number as f32));
}
