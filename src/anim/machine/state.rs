//! What an instance of a machine keeps, and a tick of it.

use super::{
    DONE, Logic, MOST_ACTIVE, MOST_CONDUITS, Machine, Refused, Settings, Taken,
    search::{RefusalLog, RefusalReason, Search, TransitionPath},
};
use crate::{
    Name, Skeleton,
    mask::{BlendProfile, Progress},
    montage::Easing,
    program::{Environment, Query},
    transform::WEIGHT_EPSILON,
};
use serde::{Deserialize, Serialize};

/// A transition under way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Active {
    pub(super) transition: u16,
    pub(super) to: u16,
    /// Duration of the blend, seconds.
    duration: f64,
    elapsed: f64,
    easing: Easing,
    /// A newer one interrupted it.
    is_covered: bool,
    /// Fixed alpha until a newer transition covers this one; None while the blend advances.
    held: Option<f64>,
    /// The state that it left, where one of the steps through conduits mutes it: see
    /// [`Transition::mutes_source`](super::Transition::mutes_source).
    pub(super) mutes: Option<u16>,
    /// See [`Transition::pose`](super::Transition::pose).
    pub(super) pose: Option<u16>,
    /// See [`Settings::profile`].
    profile: Name,
}

/// A transition under way, seen as a layer of the pose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layer {
    /// Index of the transition; on a path through conduits, the index of the last transition.
    pub transition: u16,
    /// The state that it leads to.
    pub to: u16,
    /// Weight over the pose below, 0 to 1.
    pub alpha: f64,
    /// The transition's own graph that makes its pose, by its turn among them; None where the poses
    /// of states are blended.
    pub pose: Option<u16>,
    /// See [`Settings::profile`].
    pub profile: Name,
    /// Progress of the blend, for blend profiles.
    pub progress: Progress,
}

impl Layer {
    /// Blend profile that lets bones differ from `alpha`; None if all bones blend alike, or if a
    /// graph makes the pose.
    pub(crate) fn profile<'a>(&self, skeleton: &'a Skeleton) -> Option<&'a BlendProfile> {
        let is_blended = self.pose.is_none() && self.profile != Name::NONE;
        is_blended.then(|| skeleton.profile(self.profile)).flatten()
    }

    /// The least and the greatest part of a bone that it covers.
    fn shares(&self, skeleton: &Skeleton) -> (f64, f64) {
        let shares = self
            .profile(skeleton)
            .map(|profile| profile.shares(&self.progress));
        shares.map_or((self.alpha, self.alpha), |(least, most)| {
            (least.into(), most.into())
        })
    }
}

impl Active {
    fn is_finished(&self) -> bool {
        self.held.is_none() && self.elapsed >= self.duration - DONE
    }

    /// 1 exactly when the time is over.
    fn alpha(&self) -> f64 {
        match self.held {
            Some(alpha) => alpha,
            None if self.is_finished() => 1.0,
            None => self
                .easing
                .apply((self.elapsed / self.duration) as f32)
                .into(),
        }
    }

    fn go_on(&mut self, dt: f64) {
        if self.held.is_none() {
            self.elapsed += dt;
        }
    }

    fn progress(&self) -> Progress {
        let Self {
            elapsed,
            duration,
            easing,
            ..
        } = *self;
        Progress {
            alpha: self.alpha() as f32,
            elapsed: elapsed as f32,
            duration: duration as f32,
            easing,
        }
    }
}

/// Values that rules may read of the relevant player in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerView {
    /// Playback position of the player, seconds.
    pub time: f64,
    /// Length in the unit of `time`.
    pub length: f64,
    /// Seconds of the clip a second; negative in reverse.
    pub rate: f64,
    /// Whether the player passed its end in the last tick and continued from its beginning.
    pub turned: bool,
}

/// Seconds; an end this near is reached: many small steps sum to a little less than one large one.
const ARRIVAL: f64 = 1e-9;

/// Events of a machine. Indices are of states, or of transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Happened {
    /// The state at this index is no longer current.
    Left(u16),
    /// The state at this index became current.
    Entered(u16),
    /// The state at this index covers all others: the transition to it ended, or the machine began
    /// in it.
    FullyBlended(u16),
    /// The transition at this index was taken; on a path through conduits, the last transition of
    /// the path.
    Started(u16),
    /// The transition at this index ended before a newer transition was taken.
    Ended(u16),
    /// A newer transition was taken before this one ended, or the machine began again.
    Interrupted(u16),
}

/// Events and requests that a machine hands to its caller in a tick, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    Happened(Happened),
    /// Everything under this state restarts.
    Reset(u16),
    /// A jump is to decay.
    Inertialize {
        /// Duration of the decay, seconds.
        duration: f64,
        /// See [`Settings::profile`].
        profile: Name,
    },
    /// A trigger was used: by its index among the parameters.
    Consumed(u16),
    /// The entry leads nowhere now: the first state is entered.
    NoEntry,
}

/// Everything outside a machine that the machine reads or writes in a tick.
pub struct Surroundings<'a> {
    /// Seconds, 0 or more.
    pub dt: f64,
    /// Parameters of the graph, by their index; used triggers are set to 0.
    pub parameters: &'a mut [f64],
    /// Whether a parameter is a trigger, by its index.
    pub is_trigger: &'a dyn Fn(u16) -> bool,
    /// Current values of a player, by the number that [`MachineState::set_player`] got.
    pub player: &'a dyn Fn(u32) -> PlayerView,
    /// Answers to queries about things outside the machine, for the relevant player of the state if
    /// the state has one; None if there is no answer.
    pub beyond: &'a dyn Fn(Option<u32>, Query) -> Option<f64>,
    /// Whether a sync group went by markers in the last tick.
    pub group: &'a dyn Fn(Name) -> bool,
    /// Gets what happened and what the caller has to do, in order.
    pub effects: &'a mut Vec<Effect>,
    /// Gets the transitions that were not taken; None where nobody asks.
    pub refused: Option<&'a mut Vec<Refused>>,
    /// Gets the transitions that were taken, in order.
    pub taken: &'a mut Vec<Taken>,
}

/// State of one instance of a [`Machine`], kept between ticks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MachineState {
    /// Enters its entry in the next update.
    pub(super) is_fresh: bool,
    pub(super) current: Option<u16>,
    pub(super) base: u16,
    /// The oldest first; never more than it was made for.
    pub(super) stack: Vec<Active>,
    most: usize,
    /// Seconds since the entry.
    pub(super) clock: f64,
    pub(super) time_in_state: f64,
    /// Time at which each state was last left, on `clock`; None if it never was.
    pub(super) left_at: Vec<Option<f64>>,
    /// The relevant player of each state; None before the state's first update.
    players: Vec<Option<u32>>,
    memo: Vec<Option<bool>>,
}

/// Greatest number of transitions under way at once.
pub(super) fn most_active(machine: &Machine) -> usize {
    machine.parts.states.len().max(MOST_ACTIVE)
}

impl MachineState {
    /// A state that enters the machine's entry in its first update.
    pub fn new(machine: &Machine) -> Self {
        let (states, most) = (machine.parts.states.len(), most_active(machine));
        Self {
            is_fresh: true,
            current: None,
            base: 0,
            stack: Vec::with_capacity(most),
            most,
            clock: 0.0,
            time_in_state: 0.0,
            left_at: vec![None; states],
            players: vec![None; states],
            memo: Vec::with_capacity(machine.parts.shared.len()),
        }
    }

    /// Enters the entry again in the next update, with the events of what is left then.
    pub fn restart(&mut self) {
        self.is_fresh = true;
    }

    /// Index of the current state, which is no conduit; None before the first update.
    pub fn current(&self) -> Option<u16> {
        self.current
    }

    /// Seconds since the current state was entered.
    pub fn time_in_state(&self) -> f64 {
        self.time_in_state
    }

    /// Weight of a state, 0 to 1; the weights of all states sum to 1.
    pub fn weight_of(&self, state: u16) -> f64 {
        let own = |at: u16| if at == state { 1.0 } else { 0.0 };
        self.stack.iter().fold(own(self.base), |weight, active| {
            let alpha = active.alpha();
            weight * (1.0 - alpha) + own(active.to) * alpha
        })
    }

    /// States with a part in the pose, in the order in which they joined it, each once.
    pub fn playing(&self) -> impl Iterator<Item = u16> {
        (0..=self.stack.len()).filter_map(|nth| self.joined(nth))
    }

    /// The `nth` state of the pose: the base for 0, else the target of transition `nth - 1` under
    /// way. None if an earlier one is the same state.
    pub(crate) fn joined(&self, nth: usize) -> Option<u16> {
        let state = self.shown(nth);
        (0..nth)
            .all(|older| self.shown(older) != state)
            .then_some(state)
    }

    /// State of the `nth` layer from below: the base, then the targets of the transitions.
    fn shown(&self, nth: usize) -> u16 {
        nth.checked_sub(1).map_or(self.base, |at| self.stack[at].to)
    }

    /// Transitions under way, the oldest first. Among transitions with the same graph only the
    /// newest shows the graph; the others blend.
    pub fn layers(&self) -> impl Iterator<Item = Layer> {
        (0..self.depth()).map(|at| self.layer(at))
    }

    /// How many transitions are under way.
    pub(crate) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The `at`-th of the transitions under way.
    pub(crate) fn layer(&self, at: usize) -> Layer {
        let is_newest = |pose: &u16| {
            !self.stack[at + 1..]
                .iter()
                .any(|newer| newer.pose == Some(*pose))
        };
        let active = &self.stack[at];
        let (alpha, progress) = (active.alpha(), active.progress());
        let Active {
            transition,
            to,
            profile,
            ..
        } = *active;
        Layer {
            transition,
            to,
            alpha,
            pose: active.pose.filter(is_newest),
            profile,
            progress,
        }
    }

    /// Whether a transition under way that mutes its source has left this state. A state that is
    /// current again is not muted.
    pub fn is_muted(&self, state: u16) -> bool {
        self.current != Some(state) && self.stack.iter().any(|active| active.mutes == Some(state))
    }

    /// Whether bones may differ from the weights of the states.
    pub(crate) fn is_by_bone(&self, skeleton: &Skeleton) -> bool {
        self.layers().any(|layer| layer.profile(skeleton).is_some())
    }

    /// Upper bound on the weight of a state over all bones.
    pub(crate) fn greatest_share(&self, state: u16, skeleton: &Skeleton) -> f64 {
        let own = |at: u16| if at == state { 1.0 } else { 0.0 };
        self.layers().fold(own(self.base), |share, layer| {
            let (least, most) = layer.shares(skeleton);
            share * (1.0 - least) + own(layer.to) * most
        })
    }

    /// Whether a graph makes the pose of a transition under way.
    pub(crate) fn has_graph(&self) -> bool {
        self.stack.iter().any(|active| active.pose.is_some())
    }

    /// The state under all transitions.
    pub fn base(&self) -> u16 {
        self.base
    }

    /// The player that matters in a state: the heaviest that was updated, the first of equals.
    pub fn set_player(&mut self, state: u16, player: Option<u32>) {
        self.players[usize::from(state)] = player;
    }

    pub(super) fn time_away(&self, state: u16) -> f64 {
        self.left_at[usize::from(state)].map_or(f64::INFINITY, |left| self.clock - left)
    }

    /// Enters the first state if needed, takes transitions and advances the transitions under way.
    /// `became_relevant` means that the machine had no weight in the last tick.
    pub fn update(
        &mut self,
        machine: &Machine,
        around: &mut Surroundings<'_>,
        became_relevant: bool,
    ) {
        let is_first = self.is_fresh || (became_relevant && machine.parts.restarts);
        if is_first {
            self.enter(machine, around);
        }
        self.take_all(machine, around, is_first && machine.parts.skips_first);
        self.stack
            .iter_mut()
            .for_each(|active| active.go_on(around.dt));
        self.drop_finished(around.effects);
        self.time_in_state += around.dt;
        self.clock += around.dt;
    }

    fn enter(&mut self, machine: &Machine, around: &mut Surroundings<'_>) {
        if let Some(current) = self.current {
            self.interrupt(around.effects);
            happened(around.effects, Happened::Left(current));
        }
        (self.is_fresh, self.current) = (false, None);
        self.stack.clear();
        (self.clock, self.time_in_state) = (0.0, 0.0);
        self.left_at.fill(None);
        self.players.fill(None);
        let entry = self.entry(machine, around).unwrap_or_else(|| {
            around.effects.push(Effect::NoEntry);
            machine
                .parts
                .states
                .iter()
                .position(|state| state.conduit.is_none())
                .unwrap_or(0) as u16
        });
        (self.current, self.base) = (Some(entry), entry);
        self.reset(entry, around.effects);
        happened(around.effects, Happened::Entered(entry));
        happened(around.effects, Happened::FullyBlended(entry));
    }

    /// Through conduits, if it is one.
    fn entry(&mut self, machine: &Machine, around: &Surroundings<'_>) -> Option<u16> {
        let entry = machine.parts.entry;
        if machine.state(entry).conduit.is_none() {
            return Some(entry);
        }
        let path = self.search(
            machine,
            around,
            RefusalLog {
                told: None,
                round: 0,
                transition: 0,
            },
            |search| search.enter(entry),
        );
        path.and_then(|path| path.steps().last().map(|last| machine.transition(*last).to))
    }

    fn reset(&mut self, state: u16, effects: &mut Vec<Effect>) {
        self.players[usize::from(state)] = None;
        effects.push(Effect::Reset(state));
    }

    fn search(
        &mut self,
        machine: &Machine,
        around: &Surroundings<'_>,
        why: RefusalLog<'_>,
        find: impl FnOnce(&mut Search<'_, '_>) -> Option<TransitionPath>,
    ) -> Option<TransitionPath> {
        let mut memo = std::mem::take(&mut self.memo);
        let Surroundings {
            parameters,
            player,
            beyond,
            group,
            ..
        } = around;
        let (player, beyond, group) = (*player, *beyond, *group);
        let asked = RuleContext {
            machine,
            state: self,
            parameters,
            player,
            beyond,
            group,
            asking: None,
        };
        let found = find(&mut Search::new(machine, self, asked, &mut memo, why));
        memo.clear();
        self.memo = memo;
        found
    }

    fn take_all(&mut self, machine: &Machine, around: &mut Surroundings<'_>, skips: bool) {
        let limit = if skips {
            0
        } else {
            machine.parts.most_per_tick
        };
        for round in 0..limit {
            let Some(current) = self.current else { return };
            let mut refused = around.refused.take();
            let why = RefusalLog {
                told: refused.as_deref_mut(),
                round,
                transition: 0,
            };
            let mut terms = [0; MOST_CONDUITS + 1];
            let found = self.search(machine, around, why, |search| {
                let path = search.find(current)?;
                terms
                    .iter_mut()
                    .zip(path.steps())
                    .for_each(|(term, step)| *term = search.decider(*step));
                Some(path)
            });
            around.refused = refused;
            let Some(path) = found else { return };
            let steps = path.steps().iter().zip(terms);
            let taken = steps.map(|(transition, term)| Taken {
                round,
                from: current,
                transition: *transition,
                term,
            });
            around.taken.extend(taken);
            self.take(machine, &path, around);
        }
        let reason = if skips {
            RefusalReason::FirstUpdate
        } else {
            RefusalReason::Limit
        };
        if let (Some(current), Some(told)) = (self.current, &mut around.refused) {
            let all = machine.leaving(current).iter();
            told.extend(all.map(|transition| Refused {
                round: limit,
                transition: *transition,
                reason,
            }));
        }
    }

    fn take(&mut self, machine: &Machine, path: &TransitionPath, around: &mut Surroundings<'_>) {
        let (Some(from), Some(last)) = (self.current, path.steps().last().copied()) else {
            return;
        };
        let target = machine.transition(last).to;
        let state = machine.state(target);
        let settings = path
            .steps()
            .iter()
            .rev()
            .find_map(|step| machine.transition(*step).settings)
            .unwrap_or_default();
        let is_running = self.weight_of(target) > f64::from(WEIGHT_EPSILON);
        let hides_reset = is_running && state.reset_on_entry && state.inertialize_reentry;
        let inertializes = settings.logic == Logic::Inertialize || hides_reset;
        consume(machine, path, around);
        self.interrupt(around.effects);
        happened(around.effects, Happened::Left(from));
        happened(around.effects, Happened::Started(last));
        self.left_at[usize::from(from)] = Some(self.clock);
        (self.current, self.time_in_state) = (Some(target), 0.0);
        happened(around.effects, Happened::Entered(target));
        if state.reset_on_entry || !is_running {
            self.reset(target, around.effects);
        }
        if inertializes && settings.duration > 0.0 {
            let Settings {
                duration, profile, ..
            } = settings;
            around
                .effects
                .push(Effect::Inertialize { duration, profile });
        }
        let duration = if inertializes { 0.0 } else { settings.duration };
        // The one whose settings count is the one whose graph does.
        let shown = path
            .steps()
            .iter()
            .rev()
            .map(|step| machine.transition(*step))
            .find(|it| it.settings.is_some());
        let pose = shown
            .filter(|_| settings.logic == Logic::Custom)
            .and_then(|transition| transition.pose);
        let mutes = path
            .steps()
            .iter()
            .any(|step| machine.transition(*step).mutes_source)
            .then_some(from);
        let Settings {
            easing, profile, ..
        } = settings;
        let (transition, to, elapsed, is_covered, held) = (last, target, 0.0, false, None);
        if self.stack.len() == self.most {
            self.fold();
        }
        self.stack.push(Active {
            transition,
            to,
            duration,
            elapsed,
            easing,
            is_covered,
            held,
            mutes,
            pose,
            profile,
        });
        if duration <= 0.0 {
            self.drop_finished(around.effects);
        }
    }

    /// Removes one transition under way without changing any weight. The oldest state with two
    /// layers keeps one, with the sum of both weights, in place of the heavier one. Rotations,
    /// which are blended in turn, hardly change that way. The alphas of the layers below are fixed
    /// from then on. A full stack always has such a state, because it has more layers than there
    /// are states.
    pub(super) fn fold(&mut self) {
        let twice =
            |second: usize| (0..second).find(|first| self.shown(*first) == self.shown(second));
        let found =
            (1..=self.stack.len()).find_map(|second| twice(second).map(|first| (first, second)));
        let Some((first, second)) = found else { return };
        let mut rest = 1.0;
        for active in self.stack[..second].iter_mut().rev() {
            let weight = rest * active.alpha();
            rest -= weight;
            active.held = Some(weight);
        }
        let weight = |at: usize| {
            at.checked_sub(1)
                .and_then(|at| self.stack[at].held)
                .unwrap_or(rest)
        };
        let is_newer_lighter = weight(second) <= weight(first);
        let (kept, lighter) = if is_newer_lighter {
            (first, second)
        } else {
            (second - 1, first)
        };
        let mut added = weight(lighter);
        let removed = self.stack.remove(lighter.max(1) - 1);
        if lighter == 0 {
            (self.base, rest) = (removed.to, removed.held.unwrap_or_default());
        }
        if kept == 0 {
            rest += std::mem::take(&mut added);
        }
        for (at, active) in (1..second).zip(&mut self.stack) {
            let weight = active.held.unwrap_or_default() + if at == kept { added } else { 0.0 };
            rest += weight;
            active.held = Some(if rest > 0.0 { weight / rest } else { 0.0 });
            if at >= first {
                (active.pose, active.profile) = (None, Name::NONE);
            }
        }
        self.keep_muted(removed.mutes);
    }

    /// Lets another transition mute `state`, which a removed transition muted: one that mutes
    /// nothing, or whose muted state a newer one mutes too.
    fn keep_muted(&mut self, state: Option<u16>) {
        let mutes = |at: usize| self.stack[at].mutes;
        let all = 0..self.stack.len();
        if state.is_none() || all.clone().any(|at| mutes(at) == state) {
            return;
        }
        let is_spare = |at: &usize| {
            mutes(*at).is_none() || (*at + 1..all.end).any(|newer| mutes(newer) == mutes(*at))
        };
        if let Some(spare) = all.clone().find(is_spare) {
            self.stack[spare].mutes = state;
        }
    }

    fn interrupt(&mut self, effects: &mut Vec<Effect>) {
        if let Some(newest) = self.stack.last_mut().filter(|newest| !newest.is_covered) {
            newest.is_covered = true;
            happened(effects, Happened::Interrupted(newest.transition));
        }
    }

    /// The newest finished one covers everything under it.
    fn drop_finished(&mut self, effects: &mut Vec<Effect>) {
        let Some(newest) = self.stack.iter().rposition(Active::is_finished) else {
            return;
        };
        let done = self.stack[newest];
        self.base = done.to;
        self.stack.drain(..=newest);
        if let Some(current) = self.current.filter(|_| !done.is_covered) {
            happened(effects, Happened::Ended(done.transition));
            happened(effects, Happened::FullyBlended(current));
        }
    }
}

fn happened(effects: &mut Vec<Effect>, what: Happened) {
    effects.push(Effect::Happened(what));
}

/// Consumes every trigger that a rule on `path` reads, once.
fn consume(machine: &Machine, path: &TransitionPath, around: &mut Surroundings<'_>) {
    let rules = path
        .steps()
        .iter()
        .map(|step| &machine.transition(*step).rule);
    let conduits = path
        .steps()
        .iter()
        .filter_map(|step| machine.state(machine.transition(*step).to).conduit.as_ref());
    for parameter in rules
        .chain(conduits)
        .flat_map(|rule| machine.program(rule).parameters())
    {
        let value = &mut around.parameters[usize::from(parameter)];
        if (around.is_trigger)(parameter) && *value != 0.0 {
            *value = 0.0;
            around.effects.push(Effect::Consumed(parameter));
        }
    }
}

/// A rule, and who asks it.
#[derive(Clone, Copy)]
pub(super) struct RuleContext<'a> {
    pub(super) machine: &'a Machine,
    pub(super) state: &'a MachineState,
    pub(super) parameters: &'a [f64],
    pub(super) player: &'a dyn Fn(u32) -> PlayerView,
    pub(super) beyond: &'a dyn Fn(Option<u32>, Query) -> Option<f64>,
    pub(super) group: &'a dyn Fn(Name) -> bool,
    /// Transition that evaluates the rule; None for a shared rule.
    pub(super) asking: Option<u16>,
}

impl RuleContext<'_> {
    /// Values of the relevant player. If a loop passed its end in the last tick, the time is that
    /// end, so that no tick is too long for a rule to see it.
    fn view(&self) -> Option<PlayerView> {
        let current = self.state.current?;
        let player = self.state.players[usize::from(current)]?;
        let view = (self.player)(player);
        // What the player did before the state was entered is none of the state's ends.
        let at_end = view.turned && self.state.time_in_state > 0.0;
        let end = if view.rate >= 0.0 { view.length } else { 0.0 };
        Some(PlayerView {
            time: if at_end { end } else { view.time },
            turned: at_end,
            ..view
        })
    }

    /// Seconds until the player's end; None without a player.
    pub(super) fn remaining(&self) -> Option<f64> {
        let PlayerView {
            time,
            length,
            rate,
            turned,
        } = self.view()?;
        let way = if rate >= 0.0 { length - time } else { time };
        if turned || way <= ARRIVAL * rate.abs() {
            return Some(0.0);
        }
        Some(if rate == 0.0 {
            f64::INFINITY
        } else {
            way / rate.abs()
        })
    }

    pub(super) fn answer(&self, query: Query) -> Option<f64> {
        if query == Query::CrossfadeDuration {
            let asking = self.machine.transition(self.asking?);
            return Some(asking.settings.map_or(0.0, |settings| settings.duration));
        }
        let current = self.state.current?;
        Some(match query {
            Query::TimeInState => self.state.time_in_state,
            Query::StateWeight => self.state.weight_of(current),
            Query::WeightOf(state) => self.state.weight_of(state),
            Query::TimeElapsed => self.view().map_or(0.0, |view| view.time),
            Query::Fraction => self.view().map_or(0.0, |view| {
                if view.length > 0.0 {
                    view.time / view.length
                } else {
                    0.0
                }
            }),
            Query::TimeRemaining => self.remaining().unwrap_or(f64::INFINITY),
            Query::CrossfadeDuration | Query::TransitionAlpha => return None,
            Query::Curve(_)
            | Query::MarkerPassed(_)
            | Query::NotifyActive(_)
            | Query::SyncPrevious(_)
            | Query::SyncNext(_)
            | Query::SyncFraction(_)
            | Query::SyncPassed { .. }
            | Query::SyncTimeTo { .. } => {
                return (self.beyond)(self.state.players[usize::from(current)], query);
            }
        })
    }
}

impl Environment for RuleContext<'_> {
    fn parameter(&self, index: u16) -> f64 {
        self.parameters[usize::from(index)]
    }

    fn query(&self, query: Query) -> Option<f64> {
        self.answer(query)
    }
}
