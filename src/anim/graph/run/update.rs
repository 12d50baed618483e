//! The update of a tick: weights from the output down, then every player moves.

use super::{
    blends::Switch,
    outcome::{ActiveStateScope, ClipMover, Context, PoseJump, UpdateOutcome, below},
    pace::LAYERS,
    playing::Players,
    queries::RuleQueries,
    reached::{Above, Reached, SavedPoseUse, TwoWayState},
    state::GraphState,
    tick::Tick,
    travelled::{Travelled, leaves_something},
};
use crate::{
    Name, Notify,
    event::Source,
    float::Extreme,
    graph::{
        control::Fault,
        data::{
            node::{MachineNode, Node},
            settings::{Alpha, List},
            value::{NodeId, Value, unit},
        },
        nodes::Visit,
    },
    inertialization::InertializationRequest,
    instance::{NotifyHitKind, Queued},
    machine::{Effect, Happened, Surroundings},
    program::{Query, truth},
    sync::{GroupFrame, Part},
    transform::WEIGHT_EPSILON,
};

impl GraphState {
    /// Contract: the state was made for this graph, and its clips are those of this library.
    pub(crate) fn update(&mut self, tick: &Tick<'_>, outcome: &mut UpdateOutcome) {
        outcome.clear();
        self.frame += 1;
        self.groups.begin_tick();
        self.post_montages(tick);
        self.lives
            .iter_mut()
            .for_each(|live| live.pass_time(tick.dt));
        for (parameter, value) in &tick.graph.parts().driven {
            self.parameters[usize::from(*parameter)] = self.read(*value, tick);
        }
        if let Some(output) = self.nodes.len().checked_sub(1) {
            self.visit(
                output,
                Context {
                    weight: 1.0,
                    share: 1.0,
                    above: Above::default(),
                },
                tick,
                outcome,
            );
        }
        for saved in &tick.graph.saves {
            let at = usize::from(*saved);
            let used = self.saves[usize::from(tick.graph.nodes[at].state)];
            if used.frame == self.frame {
                let SavedPoseUse {
                    weight,
                    share,
                    above,
                    ..
                } = used;
                self.visit(
                    at,
                    Context {
                        weight,
                        share,
                        above,
                    },
                    tick,
                    outcome,
                );
            }
        }
        self.groups.tick(tick.dt);
        self.inertializers
            .iter_mut()
            .for_each(|it| it.pass_time(tick.dt, tick.teleported));
        self.collect(tick, outcome);
        self.travel(tick, outcome);
        self.lead_roots(tick, outcome);
        self.warp(tick, outcome);
        self.inertialize_roots(tick, outcome);
    }

    /// A row of nodes that each hand on to one source is walked, not descended: it takes no stack.
    fn visit(
        &mut self,
        mut at: usize,
        mut context: Context,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        loop {
            let before = self.nodes[at].frame;
            let became_relevant = before == 0 || before + 1 < self.frame;
            let Context { weight, above, .. } = context;
            self.nodes[at] = Reached {
                weight,
                frame: self.frame,
                above,
            };
            let placed = &tick.graph.nodes[at];
            let visit = Visit {
                at,
                slot: placed.state.into(),
                context,
                became_relevant,
                tick,
                outcome: &mut *outcome,
            };
            match placed.node.as_kind().update(self, visit) {
                Some(next) => (at, context) = next,
                None => return,
            }
        }
    }

    /// Updates a source, unless the source is inactive.
    pub(in crate::graph) fn child(
        &mut self,
        link: NodeId,
        context: Context,
        (part, always): (f32, bool),
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        if let Some((at, context)) = below(link, context, (part, always)) {
            self.visit(at, context, tick, outcome);
        }
    }

    /// Value of `value`; 0 if there is none.
    #[inline]
    pub(in crate::graph) fn read(&self, value: Value, tick: &Tick<'_>) -> f64 {
        self.value(value, tick).unwrap_or(0.0)
    }

    #[inline]
    pub(in crate::graph) fn value(&self, value: Value, tick: &Tick<'_>) -> Option<f64> {
        match value {
            Value::Number(number) => Some(number),
            Value::Parameter(at) => Some(self.parameters[usize::from(at)]),
            Value::Program(at) => self.worked_out(at, tick),
        }
    }

    #[inline(never)]
    fn worked_out(&self, program: u16, tick: &Tick<'_>) -> Option<f64> {
        tick.graph.parts().programs[usize::from(program)].value(&self.inputs())
    }

    /// Makes the player at `at` the one that transition rules ask about, in each enclosing state
    /// where its weight is the greatest so far.
    pub(in crate::graph) fn matters(
        &mut self,
        at: usize,
        context: Context,
        outcome: &mut UpdateOutcome,
    ) {
        let weighs = (context.weight, context.share);
        for scope in outcome
            .scopes
            .iter_mut()
            .filter(|scope| weighs > scope.best)
        {
            scope.best = weighs;
            self.machines[usize::from(scope.machine)].set_player(scope.state, Some(at as u32));
        }
    }

    /// Updates and returns the alpha of the node with this state index.
    #[inline(always)]
    pub(in crate::graph) fn read_alpha(
        &mut self,
        state: usize,
        alpha: u16,
        tick: &Tick<'_>,
        became_relevant: bool,
    ) -> f32 {
        match tick.graph.parts().alphas[usize::from(alpha)] {
            Alpha::Value(value) => self.two_ways[state].alpha = unit(self.read(value, tick)) as f32,
            Alpha::Switch { .. } => {
                self.two_ways[state] =
                    self.next_alpha(alpha, self.two_ways[state], tick, became_relevant);
            }
        }
        self.two_ways[state].alpha
    }

    #[inline(never)]
    pub(super) fn next_alpha(
        &self,
        alpha: u16,
        mut known: TwoWayState,
        tick: &Tick<'_>,
        new: bool,
    ) -> TwoWayState {
        let alpha = match tick.graph.parts().alphas[usize::from(alpha)] {
            Alpha::Value(value) => unit(self.read(value, tick)),
            Alpha::Switch {
                on,
                time_in,
                time_out,
                easing,
            } => {
                let is_on = truth(self.read(on, tick));
                let goal = if is_on { 1.0 } else { 0.0 };
                let mut switch = known.switch.filter(|_| !new).unwrap_or(Switch::at(goal));
                switch.advance(
                    goal,
                    if is_on { time_in } else { time_out }.higher(0.0),
                    easing,
                    tick.dt,
                );
                known.switch = Some(switch);
                switch.value
            }
        };
        TwoWayState {
            alpha: alpha as f32,
            ..known
        }
    }

    pub(in crate::graph) fn choose(
        &mut self,
        at: usize,
        list: &List,
        context: Context,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
        became_relevant: bool,
    ) {
        let (count, state) = (list.times.len(), usize::from(tick.graph.nodes[at].state));
        let index = self.read(list.index, tick);
        // One that is not there is the first.
        let index = if index >= 0.0 && index < count as f64 {
            index as u16
        } else {
            0
        };
        let known = self.lists[state].active.filter(|_| !became_relevant);
        match known {
            None => self.lists[state].snap(index, count),
            Some(active) if active != index => {
                let switched = self.lists[state].switch(index, list);
                if switched.restarts {
                    let link = tick.graph.links(&tick.graph.nodes[at].node)[usize::from(index)];
                    self.initialize(tick.graph, &tick.library, link);
                }
                if let Some(duration) = switched.inertialize {
                    self.jump(at, (duration, list.profile), context, tick, outcome);
                }
            }
            Some(_) => {}
        }
        let profile = tick
            .skeleton
            .profile(list.profile)
            .map(|profile| (profile, tick.skeleton.len()));
        self.lists[state].advance(list.easing, tick.dt, profile);
    }

    /// Over so many seconds, bone by bone where a blend profile of this name says so.
    fn jump(
        &mut self,
        at: usize,
        (duration, profile): (f64, Name),
        context: Context,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        let receiver = context.above.receiver;
        outcome.requests.push(PoseJump {
            node: at as NodeId,
            duration,
            receiver,
        });
        match receiver {
            Some(receiver) => {
                let request =
                    InertializationRequest::by_bone(duration as f32, &tick.skeleton, profile);
                self.root_inertias[usize::from(receiver)].ask(request.duration_of(0));
                self.inertializers[usize::from(receiver)].request(request);
            }
            None if duration > 0.0 => self.faults.tell(at, Fault::Unsmoothed),
            None => {}
        }
    }

    pub(in crate::graph) fn players(&self) -> Players<'_> {
        Players {
            players: &self.players,
            spaces: &self.spaces,
            seeks: &self.seeks,
            randoms: &self.randoms,
            composites: &self.composites,
        }
    }

    pub(in crate::graph) fn run_machine(&mut self, node: &MachineNode, visit: Visit<'_, '_>) {
        let Visit {
            at,
            slot,
            context,
            became_relevant,
            tick,
            outcome,
        } = visit;
        let machine = node.machine(tick.graph.parts());
        let mut effects = std::mem::take(&mut outcome.effects);
        effects.clear();
        outcome.told.clear();
        outcome.stepped.clear();
        let Self {
            machines,
            players,
            spaces,
            seeks,
            randoms,
            composites,
            parameters,
            nodes,
            curves,
            frame,
            groups,
            ..
        } = self;
        let all = Players {
            players,
            spaces,
            seeks,
            randoms,
            composites,
        };
        let asked = RuleQueries {
            all,
            nodes,
            curves,
            groups,
            frame: *frame,
            tick,
        };
        let view = |player: u32| asked.view(player);
        let beyond = |player: Option<u32>, query: Query| asked.answer(player, query);
        let triggers = |at: u16| tick.graph.parts().parameters[usize::from(at)].is_trigger;
        let mut around = Surroundings {
            dt: tick.dt,
            parameters,
            is_trigger: &triggers,
            player: &view,
            beyond: &beyond,
            group: &|name| groups.group(name).is_some_and(GroupFrame::is_by_markers),
            effects: &mut effects,
            refused: outcome.asks_why.then_some(&mut outcome.told),
            taken: &mut outcome.stepped,
        };
        machines[slot].update(machine, &mut around, became_relevant);
        outcome
            .refused
            .extend(outcome.told.iter().map(|refused| (at as NodeId, *refused)));
        outcome
            .taken
            .extend(outcome.stepped.iter().map(|taken| (at as NodeId, *taken)));
        for effect in &effects {
            self.apply(at, *effect, context, tick, outcome);
        }
        outcome.effects = effects;
        self.visit_states(at, context, tick, outcome);
    }

    fn apply(
        &mut self,
        at: usize,
        effect: Effect,
        context: Context,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        match effect {
            Effect::Happened(what) => {
                outcome.happened.push((at as NodeId, what));
                announce(at, what, context.weight, tick, outcome);
            }
            Effect::Reset(state) => {
                let link = tick.graph.links(&tick.graph.nodes[at].node)[usize::from(state)];
                self.initialize(tick.graph, &tick.library, link);
            }
            Effect::Inertialize { duration, profile } => {
                self.jump(at, (duration, profile), context, tick, outcome)
            }
            Effect::Consumed(parameter) => outcome.consumed.push(parameter),
            Effect::NoEntry => self.faults.tell(at, Fault::Entry),
        }
    }

    /// Each state with weight, once, and in it the player that rules ask about.
    fn visit_states(
        &mut self,
        at: usize,
        context: Context,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
    ) {
        let machine = tick.graph.nodes[at].state;
        // What a graph of a transition takes of its ends is its own affair.
        let always = self.machines[usize::from(machine)].has_graph();
        for nth in 0..=self.machines[usize::from(machine)].depth() {
            let Some(state) = self.machines[usize::from(machine)].joined(nth) else {
                continue;
            };
            let weight = self.state_weight(machine, state, tick);
            if always || context.share * weight > WEIGHT_EPSILON {
                self.machines[usize::from(machine)].set_player(state, None);
                let link = tick.graph.links(&tick.graph.nodes[at].node)[usize::from(state)];
                outcome.scopes.push(ActiveStateScope {
                    machine,
                    state,
                    best: (f32::NEG_INFINITY, 0.0),
                });
                let muted =
                    context.above.muted || self.machines[usize::from(machine)].is_muted(state);
                self.child(
                    link,
                    Context {
                        above: Above {
                            muted,
                            ..context.above
                        },
                        ..context
                    },
                    (weight, always),
                    tick,
                    outcome,
                );
                outcome.scopes.pop();
            }
        }
        if always {
            self.cross(at, context, tick, outcome);
        }
    }

    /// Collects the movement of the players and the events that they passed.
    fn collect(&mut self, tick: &Tick<'_>, outcome: &mut UpdateOutcome) {
        let movers = std::mem::take(&mut outcome.movers);
        self.collect_montages(outcome);
        let mut posted = self.montage_players.len();
        for mover in &movers {
            match *mover {
                ClipMover::Posted => {
                    self.collect_posted(posted, tick, outcome);
                    posted += 1;
                }
                ClipMover::Alone {
                    player,
                    rate,
                    weight,
                } => {
                    let (node, layer) = (player as usize / LAYERS, player as usize % LAYERS);
                    let state = usize::from(tick.graph.nodes[node].state);
                    let went =
                        self.players[state].go_alone(layer, (rate, weight), tick.dt, &tick.library);
                    if let Some((clip, way)) = went.filter(|(clip, _)| leaves_something(clip)) {
                        let passed = Travelled {
                            clip,
                            part: Part::Alone,
                            owner: self.owner(node, tick),
                        };
                        passed.told_with(weight).tell(tick, outcome, |each| {
                            way.ranges(clip.length.into(), clip.looping, each);
                        });
                    }
                }
            }
        }
        outcome.movers = movers;
    }

    fn collect_posted(&mut self, at: usize, tick: &Tick<'_>, outcome: &mut UpdateOutcome) {
        let record = &self.groups.records()[at];
        let (node, layer) = (
            record.player as usize / LAYERS,
            record.player as usize % LAYERS,
        );
        if matches!(tick.graph.nodes[node].node, Node::BlendSpace(_)) {
            return self.carry_space(node, at, tick, outcome);
        }
        self.players[usize::from(tick.graph.nodes[node].state)].moved(
            layer,
            record.state,
            record.way(),
        );
        let passed = Travelled {
            clip: &record.clip,
            part: record.part,
            owner: self.owner(node, tick),
        };
        passed
            .told_with(record.weight)
            .tell(tick, outcome, |each| record.ranges(each));
    }
}

/// Notifies that belong to what a machine did.
fn announce(at: usize, what: Happened, weight: f32, tick: &Tick<'_>, outcome: &mut UpdateOutcome) {
    let Node::Machine(node) = tick.graph.nodes[at].node else {
        return;
    };
    let parts = node.machine(tick.graph.parts()).parts();
    for (_, name) in parts.notifies.iter().filter(|(of, _)| *of == what) {
        outcome.queued.push(Queued {
            notify: Notify::plain(*name),
            source: Source::Node(at as u32),
            asset: tick.graph.name(),
            slot: Name::NONE,
            weight,
            part: Part::Alone,
            hit: NotifyHitKind::Met,
            ago: 0.0,
        });
    }
}
