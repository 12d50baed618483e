//! How long ticks are: steps that repeat, jitter, and hitches. Invariant: the same steps give the
//! same ticks.

#[cfg(test)]
mod tests;

/// The longest tick, seconds.
const LONGEST: f64 = 1.0;
/// A hitch that is due this little after a tick's start, in seconds, is made in it: sums of steps
/// differ by less.
const SLACK: f64 = 1e-9;

/// The lengths of ticks, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct TickSteps {
    /// Seconds, 0 to 1 each, not all 0.
    steps: Vec<f64>,
    jitter: f64,
    /// Ascending by when they are due; seconds both.
    hitches: Vec<(f64, f64)>,
    random: u64,
    made: usize,
    hitched: usize,
}

impl TickSteps {
    /// Ticks of these lengths in seconds, repeated from the first on; 0 is a tick of no time. None
    /// if a length is not within 0 to 1, or all are 0.
    pub fn new(steps: Vec<f64>) -> Option<Self> {
        let are_sound = steps.iter().all(|step| (0.0..=LONGEST).contains(step))
            && steps.iter().any(|step| *step > 0.0);
        are_sound.then_some(Self {
            steps,
            jitter: 0.0,
            hitches: Vec::new(),
            random: 0,
            made: 0,
            hitched: 0,
        })
    }

    /// Makes each step longer or shorter by up to `part` of its length, 0 to 1, drawn from the
    /// seed.
    #[must_use]
    pub fn with_jitter(self, part: f64, seed: u64) -> Self {
        Self {
            jitter: part.clamp(0.0, 1.0),
            random: seed,
            ..self
        }
    }

    /// The first tick at or after each time has the length beside it, seconds both.
    #[must_use]
    pub fn with_hitches(mut self, hitches: &[(f64, f64)]) -> Self {
        self.hitches = hitches
            .iter()
            .map(|(at, seconds)| (*at, seconds.clamp(0.0, LONGEST)))
            .collect();
        self.hitches.sort_by(|a, b| a.0.total_cmp(&b.0));
        self
    }

    /// The length of every tick, where they are all alike: their starts are multiples of it.
    pub fn even(&self) -> Option<f64> {
        match self.steps[..] {
            [step] if self.jitter == 0.0 && self.hitches.is_empty() => Some(step),
            _ => None,
        }
    }

    /// Approximate number of ticks in a time in seconds.
    pub fn count(&self, seconds: f64) -> f64 {
        seconds * self.steps.len() as f64 / self.steps.iter().sum::<f64>()
    }

    /// Length of the tick that starts at `clock`; both in seconds.
    pub fn next(&mut self, clock: f64) -> f64 {
        if let Some(&(at, seconds)) = self.hitches.get(self.hitched)
            && clock >= at - SLACK
        {
            self.hitched += 1;
            return seconds;
        }
        let step = self.steps[self.made % self.steps.len()];
        self.made += 1;
        if self.jitter == 0.0 {
            step
        } else {
            (step * (1.0 + self.jitter * self.draw())).clamp(0.0, LONGEST)
        }
    }

    /// Next random number, -1 to 1.
    fn draw(&mut self) -> f64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.random;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}
