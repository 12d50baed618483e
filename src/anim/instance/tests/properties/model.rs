//! A second writing of the rules of travel, as plain as can be: what a montage does in a tick, from
//! the text alone.
//!
//! A branching point on a boundary fires once whenever time passes it or enters it, never twice for
//! one passage, never through its own jump. A notify on a boundary belongs to the section that
//! starts there.

pub(super) const END: f64 = 5e-5;
const NEAR: f64 = 1e-9;

/// What happens, with its time on the clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum What {
    /// A branching point, by its index.
    Branch(usize),
    /// A notify, by its index.
    Notify(usize),
    Section(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) starts: Vec<f64>,
    pub(super) length: f64,
    pub(super) next: Vec<Option<usize>>,
    /// Time, and the section that it jumps to. Ascending.
    pub(super) branches: Vec<(f64, Option<usize>)>,
    /// Ascending.
    pub(super) notifies: Vec<f64>,
}

impl Plan {
    fn span(&self, section: usize) -> (f64, f64) {
        (
            self.starts[section],
            self.starts.get(section + 1).copied().unwrap_or(self.length),
        )
    }
}

#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) plan: Plan,
    pub(super) rate: f64,
    pub(super) position: f64,
    pub(super) section: usize,
    pub(super) left: f64,
    pub(super) held: bool,
    /// The way that comes owns its first instant.
    entered: bool,
    /// Where branching points have fired and time has not moved on.
    spent: Option<f64>,
    clock: f64,
    pub(super) log: Vec<(f64, What)>,
    /// Rounding decides on which side of a tick's end something lies: two writings may differ.
    pub(super) doubtful: bool,
}

impl Model {
    pub(super) fn new(plan: Plan, rate: f64) -> Self {
        let position = if rate < 0.0 { plan.length } else { 0.0 };
        let section = plan
            .starts
            .iter()
            .rposition(|start| *start <= position)
            .unwrap();
        let (log, left, clock) = (Vec::new(), 0.0, 0.0);
        let (held, entered, spent, doubtful) = (false, true, None, false);
        Self {
            plan,
            rate,
            position,
            section,
            left,
            held,
            entered,
            spent,
            clock,
            log,
            doubtful,
        }
    }

    pub(super) fn jump(&mut self, section: usize) {
        let (start, end) = self.plan.span(section);
        self.position = if self.rate < 0.0 { end - END } else { start };
        self.section = section;
        self.entered = true;
        self.held = false;
    }

    /// By a request, and not through a branching point of its own.
    pub(super) fn sent(&mut self, section: usize) {
        self.jump(section);
        self.spent = None;
    }

    pub(super) fn tick(&mut self, dt: f64) {
        self.clock += dt;
        self.log.clear();
        if self.held {
            return;
        }
        if self.left < 10.0 {
            self.left += dt;
        }
        // What happens when is not said of time that is too much.
        self.doubtful |= self.left >= 10.0;
        if self.rate == 0.0 {
            self.left = 0.0;
            return;
        }
        for _ in 0..9 {
            if self.held || self.left <= 1e-8 || !self.body() {
                return;
            }
        }
    }

    fn body(&mut self) -> bool {
        let forward = self.rate > 0.0;
        let sign = if forward { 1.0 } else { -1.0 };
        let (start, end) = self.plan.span(self.section);
        let last = self.section + 1 == self.plan.starts.len();
        let limit = if forward { end } else { start };
        // Entering the last section from its end owns the montage's last instant.
        let first = if !forward && self.entered && last && self.position >= self.plan.length - END {
            self.plan.length
        } else {
            self.position
        };
        let mut target = self.position + self.left * self.rate;
        let ends = (target - limit) * sign >= -NEAR;
        if ends {
            target = limit;
        }
        let points = self
            .plan
            .branches
            .iter()
            .map(|branch| branch.0)
            .chain(self.plan.notifies.iter().copied());
        self.doubtful |= !ends && points.into_iter().any(|time| (time - target).abs() < NEAR);
        let ahead = |time: f64| {
            let passed = (time - first) * sign > 0.0 && (target - time) * sign >= 0.0;
            passed || (time == first && self.entered && self.spent != Some(first))
        };
        let times = self
            .plan
            .branches
            .iter()
            .map(|branch| branch.0)
            .filter(|time| ahead(*time));
        let stop = times.min_by(|a, b| (a * sign).total_cmp(&(b * sign)));
        let to = match stop {
            Some(time) if time == first => self.position,
            Some(time) => time,
            None => target,
        };
        if to != self.position {
            self.go(first, to, ends && to == limit && forward && !last);
        }
        if let Some(time) = stop {
            self.branch(time);
            return true;
        }
        if ends {
            self.follow(forward)
        } else {
            to != first
        }
    }

    fn now(&self) -> f64 {
        self.clock - if self.left < 10.0 { self.left } else { 0.0 }
    }

    fn go(&mut self, first: f64, to: f64, leaves_end: bool) {
        let began = self.now();
        let distance = (to - self.position).abs();
        let forward = to > self.position;
        let met = |time: f64| {
            let is_start = time == first && self.entered;
            let inside = if forward {
                first < time && time <= to
            } else {
                to <= time && time < first
            };
            (is_start || inside) && !(leaves_end && time == to)
        };
        let mut hits: Vec<usize> = (0..self.plan.notifies.len())
            .filter(|at| met(self.plan.notifies[*at]))
            .collect();
        if !forward {
            // By time backwards, those of one time in their order.
            hits.sort_by(|a, b| {
                self.plan.notifies[*b]
                    .total_cmp(&self.plan.notifies[*a])
                    .then(a.cmp(b))
            });
        }
        let from = self.position;
        for at in hits {
            let sign = if forward { 1.0 } else { -1.0 };
            let along =
                ((self.plan.notifies[at] - from) * sign).clamp(0.0, distance) / self.rate.abs();
            self.log.push((began + along, What::Notify(at)));
        }
        self.left = (self.left - distance / self.rate.abs()).max(0.0);
        self.position = to;
        self.entered = false;
        self.spent = None;
    }

    fn branch(&mut self, time: f64) {
        self.spent = Some(time);
        let now = self.now();
        for at in 0..self.plan.branches.len() {
            let (own, target) = self.plan.branches[at];
            if own == time {
                self.log.push((now, What::Branch(at)));
                if let Some(section) = target {
                    return self.jump(section);
                }
            }
        }
    }

    fn follow(&mut self, forward: bool) -> bool {
        let next = &self.plan.next;
        let to = if forward {
            next[self.section]
        } else {
            next.iter().rposition(|to| *to == Some(self.section))
        };
        let (start, end) = self.plan.span(self.section);
        let Some(to) = to else {
            self.held = true;
            self.left = 0.0;
            self.position = if forward { end - END } else { start };
            return false;
        };
        self.log.push((self.now(), What::Section(to)));
        let (start, end) = self.plan.span(to);
        let at = if forward { start } else { end - END };
        if at != self.position {
            self.spent = None;
        }
        (self.position, self.section, self.entered) = (at, to, true);
        true
    }
}
