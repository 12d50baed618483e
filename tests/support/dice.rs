//! For tests: numbers that look random and are the same everywhere.
#![allow(dead_code, reason = "each crate's tests use a part of it")]

/// Repeats itself for a seed.
pub struct Dice(pub u64);

impl Dice {
    /// A step of Knuth's linear congruential generator. Its lower bits repeat themselves soon.
    pub fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0
    }

    /// From 0 to one less than `end`; 0 where that is 0 too.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end.max(1)
    }

    /// One of a list that is not empty.
    pub fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// From 0 to 1, and never 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From -1 to 1, and never 1.
    pub fn roll(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    /// As many of [`Dice::roll`] as a vector or a quaternion has components.
    pub fn rolls<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.roll())
    }

    /// From `low` to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.below(1 << 20) as f32 / (1 << 20) as f32
    }
}
