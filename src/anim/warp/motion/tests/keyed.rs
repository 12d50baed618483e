//! A root that moves between keys, and an actor that it moves.

use super::*;
use crate::ik::turn::part_of;

/// Straight between its keys, held outside. None are no root motion.
#[derive(Clone, Debug, Default)]
pub struct Keyed {
    pub keys: Vec<(f64, Rigid)>,
    pub length: f64,
}

impl Root for Keyed {
    fn at(&self, time: f64) -> Rigid {
        let next = self
            .keys
            .iter()
            .position(|key| time <= key.0)
            .unwrap_or(self.keys.len() - 1);
        let (Some(&(start, a)), (end, b)) = (
            next.checked_sub(1).map(|last| &self.keys[last]),
            self.keys[next],
        ) else {
            return self.keys[next].1;
        };
        let part = ((time - start) / (end - start)).min(1.0);
        let rotation = part_of(b.rotation * a.rotation.conjugate(), part) * a.rotation;
        Rigid::new(a.translation.lerp(b.translation, part), rotation)
    }

    fn variation(&self, from: f64, to: f64, frame: DQuat) -> DVec3 {
        let inside = self
            .keys
            .iter()
            .map(|key| key.0)
            .filter(|time| from < *time && *time < to);
        let stops: Vec<f64> = std::iter::once(from).chain(inside).chain([to]).collect();
        let way = |pair: &[f64]| {
            (frame * (self.at(pair[1]).translation - self.at(pair[0]).translation)).abs()
        };
        stops.windows(2).map(way).sum()
    }

    fn length(&self) -> f64 {
        self.length
    }

    fn is_absent(&self) -> bool {
        self.keys.is_empty()
    }
}

/// One who plays an animation, with targets by number and the target that each window has.
pub struct Player {
    pub root: Keyed,
    pub windows: Vec<Window>,
    pub names: Vec<usize>,
    pub targets: Vec<Option<Rigid>>,
    pub actor: Rigid,
    pub position: f64,
    pub reports: Vec<(usize, Report)>,
    pub arrivals: Vec<(usize, Arrival)>,
    /// Where the actor stood after each split, and at which position.
    pub trail: Vec<(f64, Rigid)>,
    pub warping: Warping,
}

impl Player {
    /// All windows have the first target.
    pub fn new(root: Keyed, windows: Vec<Window>, target: Rigid) -> Self {
        let (names, warping) = (vec![0; windows.len()], Warping::new(windows.len()));
        let (reports, arrivals, trail) = (Vec::new(), Vec::new(), Vec::new());
        let (targets, actor) = (vec![Some(target)], Rigid::IDENTITY);
        Self {
            root,
            windows,
            names,
            targets,
            actor,
            position: 0.0,
            reports,
            arrivals,
            trail,
            warping,
        }
    }

    pub fn place(&self, time: f64) -> f64 {
        snapped(&self.windows, time.clamp(0.0, self.root.length))
    }

    pub fn jump(&mut self, to: f64) {
        self.position = self.place(to);
        let reports = &mut self.reports;
        self.warping
            .jump(&self.windows, &self.root, self.position, |at, report| {
                reports.push((at, report))
            });
    }

    /// By seconds of the animation; what it moved by, split by split.
    pub fn advance(&mut self, seconds: f64) -> Vec<Rigid> {
        let goal = self.place(self.position + seconds);
        let mut motions = Vec::new();
        while self.position < goal {
            let to = next_split(&self.windows, self.position, goal);
            let split = Split {
                root: &self.root,
                from: self.position,
                to,
                actor: self.actor,
            };
            let target = |at: usize| self.targets[self.names[at]].ok_or(Why::TargetMissing);
            let (reports, arrivals) = (&mut self.reports, &mut self.arrivals);
            let mut tell = |at, report| match report {
                Report::Arrived(arrival) => arrivals.push((at, arrival)),
                report => reports.push((at, report)),
            };
            let motion = self.warping.split(&self.windows, &split, target, &mut tell);
            let after = self.actor.compose(&motion);
            self.warping
                .finish_warp(&self.windows, &split, &after, target, &mut tell);
            (self.actor, self.position) = (after, to);
            self.trail.push((to, after));
            motions.push(motion);
        }
        if goal < self.position {
            motions.push(self.root.delta(self.position, goal));
            (self.actor, self.position) = (self.actor.compose(&motions[0]), goal);
        }
        motions
    }
}
