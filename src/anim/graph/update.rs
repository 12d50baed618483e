//! The update of a tick: weights from the output down, then every player moves.

use super::{
    Alpha, Graph, GraphState, GroupStep, NO_NODE, Node, NodeId, Tick, Value,
    blends::Switch,
    control::{Fault, Rising},
    nodes::{MachineNode, Visit},
    parts::{List, Play},
    playing::Players,
    queries::Asked,
    slot,
    state::{Above, Reached, TwoWayState, Used},
    travelled::{Travelled, leaves_something},
    warping::Went,
};
use crate::{
    Event, Name, Notify, Transform,
    event::Source,
    float::Extreme,
    inertialization::InertializationRequest,
    instance::{Hit, Queue, Queued},
    machine::{Effect, Happened, Refused, Surroundings, Taken},
    mirror::MirrorTable,
    program::{Query, truth},
    sync::{GroupFrame, Part},
    transform::WEIGHT_EPSILON,
};
use std::sync::Arc;

/// More than a player has clips at once: the players of a node count upwards from this times its
/// index.
pub(super) const LAYERS: usize = 32;
/// A rate is not divided by less.
const LEAST_BASIS: f64 = 1e-8;

/// A slot that was reached, and what plays in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotWeight {
    slot: Name,
    /// Of everything that plays in it, its node's own weight included.
    pub(crate) weight: f32,
    /// What a montage's own weight in it counts times.
    pub(crate) share: f32,
    /// As `share`, for its root motion, which counts all through the tick.
    pub(crate) root_share: f32,
    pub(super) above: Above,
}

impl SlotWeight {
    pub(super) fn new(slot: Name, totals: &slot::Totals, context: &Context) -> Self {
        let Context {
            weight: own, above, ..
        } = *context;
        let weight = totals.all.lower(1.0) * own;
        let (share, root_share) = (
            own / totals.full.higher(1.0),
            own * above.root / totals.root.higher(1.0),
        );
        Self {
            slot,
            weight,
            share,
            root_share,
            above,
        }
    }

    /// What all of it is seen in.
    pub(crate) fn mirror<'a>(&self, graph: &'a Graph) -> Option<&'a Arc<MirrorTable>> {
        graph.mirrors().get(usize::from(self.above.mirror?))
    }
}

/// What an update found beside the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Notifies of the clips that players travelled over.
    pub(crate) queued: Queue,
    /// Root motion of the players, each with its weight.
    pub(crate) roots: Vec<(Transform, f32)>,
    /// The player of each.
    pub(super) rooted: Vec<NodeId>,
    /// What inertializations add to root motion, each with its weight and its node.
    pub(crate) root_offsets: Vec<(Transform, f32, NodeId)>,
    /// Root motion of montages as nodes above their slots have made it, one a root of theirs; none
    /// where no node does.
    pub(crate) montage_roots: Vec<Transform>,
    pub(super) rising: Vec<Rising>,
    pub(crate) slots: Vec<SlotWeight>,
    /// What state machines did, in order: the node, and what.
    pub(crate) happened: Vec<(NodeId, Happened)>,
    /// Jumps that are to decay.
    pub(crate) requests: Vec<Jump>,
    /// Triggers that transitions used.
    pub(crate) consumed: Vec<u16>,
    /// Why transitions were not taken, where `asks_why`.
    pub(crate) refused: Vec<(NodeId, Refused)>,
    pub(crate) asks_why: bool,
    /// Transitions that were taken, in order.
    pub(crate) taken: Vec<(NodeId, Taken)>,
    effects: Vec<Effect>,
    told: Vec<Refused>,
    stepped: Vec<Taken>,
    scopes: Vec<Scope>,
    /// How montages that their sync groups drive shall go, by their instance ids.
    pub(crate) montage_steps: Vec<(u32, GroupStep)>,
    /// Clips of players, in the order in which they tell what they passed.
    movers: Vec<Mover>,
    /// Clips with windows of motion warping, and their ways, seconds.
    pub(super) went: Vec<Went>,
    pub(super) ways: Vec<(f64, f64)>,
    /// What became of windows.
    pub(crate) warps: Vec<Event>,
}

/// A clip that moves when all weights are known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mover {
    /// The next of the records that were posted to the sync groups.
    Posted,
    /// In no group: that costs no record.
    Alone { player: u32, rate: f64, weight: f32 },
}

/// A jump of the pose that a node makes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Jump {
    pub(crate) node: NodeId,
    /// Seconds.
    pub(crate) duration: f64,
    /// None where no inertialization stands above the node: the pose jumps.
    pub(crate) receiver: Option<u16>,
}

/// A state that is being updated, and the weight of the player in it that matters most so far.
#[derive(Clone, Copy, Debug)]
struct Scope {
    machine: u16,
    state: u16,
    best: (f32, f32),
}

/// What a node hands to its sources.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) weight: f32,
    /// As the weight, but from the nearest node above that always goes on though nothing of it is
    /// seen: what rests below and what matters most goes by it there.
    pub(super) share: f32,
    pub(super) above: Above,
}

impl Context {
    pub(super) fn received_by(self, receiver: u16) -> Self {
        Self {
            above: Above {
                receiver: Some(receiver),
                ..self.above
            },
            ..self
        }
    }

    /// As the source of a slot, whose root motion counts as long as the slot's did not.
    pub(super) fn under(self, totals: &slot::Totals) -> Self {
        let rest = 1.0 - totals.full.lower(1.0);
        let part = if rest > WEIGHT_EPSILON {
            (1.0 - totals.root.lower(1.0)) / rest
        } else {
            1.0
        };
        Self {
            above: Above {
                root: self.above.root * part,
                ..self.above
            },
            ..self
        }
    }

    /// As what is below a control sees it that root motion goes through.
    pub(super) fn led_by(self, control: NodeId) -> Self {
        Self {
            above: Above {
                leader: Some(control),
                ..self.above
            },
            ..self
        }
    }

    /// As what is below sees it: through the same mirror twice, it is none.
    pub(super) fn through(self, mirror: u16, on: bool) -> Self {
        let seen = Some(mirror).filter(|mirror| self.above.mirror != Some(*mirror));
        Self {
            above: Above {
                mirror: if on { seen } else { self.above.mirror },
                ..self.above
            },
            ..self
        }
    }
}

impl Outcome {
    pub(crate) fn clear(&mut self) {
        self.queued.clear();
        self.roots.clear();
        self.rooted.clear();
        self.root_offsets.clear();
        self.montage_roots.clear();
        self.slots.clear();
        self.happened.clear();
        self.requests.clear();
        self.consumed.clear();
        self.refused.clear();
        self.movers.clear();
        self.taken.clear();
        self.montage_steps.clear();
        self.went.clear();
        self.ways.clear();
        self.warps.clear();
    }

    pub(super) fn will_move(&mut self, mover: Mover) {
        self.movers.push(mover);
    }

    /// None of one that was not reached.
    pub(crate) fn slot(&self, slot: Name) -> Option<&SlotWeight> {
        self.slots.iter().find(|entry| entry.slot == slot)
    }
}

impl GraphState {
    /// Contract: the state was made for this graph, and its clips are those of this library.
    pub(crate) fn update(&mut self, tick: &Tick<'_>, outcome: &mut Outcome) {
        outcome.clear();
        self.frame += 1;
        self.groups.begin();
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
                let Used {
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
        outcome: &mut Outcome,
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

    /// Updates a source, unless it rests.
    pub(super) fn child(
        &mut self,
        link: NodeId,
        context: Context,
        (part, always): (f32, bool),
        tick: &Tick<'_>,
        outcome: &mut Outcome,
    ) {
        if let Some((at, context)) = below(link, context, (part, always)) {
            self.visit(at, context, tick, outcome);
        }
    }

    /// What has no value is 0.
    #[inline]
    pub(super) fn read(&self, value: Value, tick: &Tick<'_>) -> f64 {
        self.value(value, tick).unwrap_or(0.0)
    }

    #[inline]
    pub(super) fn value(&self, value: Value, tick: &Tick<'_>) -> Option<f64> {
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

    /// In each state that it is in, the heaviest player is the one that rules ask about.
    pub(super) fn matters(&mut self, at: usize, context: Context, outcome: &mut Outcome) {
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

    /// Of a node with this state.
    #[inline(always)]
    pub(super) fn read_alpha(
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

    pub(super) fn choose(
        &mut self,
        at: usize,
        list: &List,
        context: Context,
        tick: &Tick<'_>,
        outcome: &mut Outcome,
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
        outcome: &mut Outcome,
    ) {
        let receiver = context.above.receiver;
        outcome.requests.push(Jump {
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

    pub(super) fn run_machine(&mut self, node: &MachineNode, visit: Visit<'_, '_>) {
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
        let asked = Asked {
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
        outcome: &mut Outcome,
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
        outcome: &mut Outcome,
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
                outcome.scopes.push(Scope {
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

    /// Where the players have gone, and what they passed.
    fn collect(&mut self, tick: &Tick<'_>, outcome: &mut Outcome) {
        let movers = std::mem::take(&mut outcome.movers);
        self.collect_montages(outcome);
        let mut posted = self.montage_players.len();
        for mover in &movers {
            match *mover {
                Mover::Posted => {
                    self.collect_posted(posted, tick, outcome);
                    posted += 1;
                }
                Mover::Alone {
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

    fn collect_posted(&mut self, at: usize, tick: &Tick<'_>, outcome: &mut Outcome) {
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

/// A source with a part of the weight; one without any rests, unless it always goes on.
pub(super) fn below(
    link: NodeId,
    context: Context,
    (part, always): (f32, bool),
) -> Option<(usize, Context)> {
    let (weight, share) = (context.weight * part, context.share * part);
    let is_seen = share > WEIGHT_EPSILON;
    let share = if is_seen { share } else { 1.0 };
    let goes = link != NO_NODE && (always || is_seen);
    goes.then_some((
        link.into(),
        Context {
            weight,
            share,
            ..context
        },
    ))
}

/// A weight: what is no number is none.
pub(super) fn unit(value: f64) -> f64 {
    if value.is_nan() {
        0.0
    } else {
        value.clamp(0.0, 1.0)
    }
}

/// What a player is asked to go at.
pub(super) fn rate(play: &Play, input: f64) -> f64 {
    let rate = if play.basis.abs() < LEAST_BASIS {
        0.0
    } else {
        input / play.basis
    };
    let rate = rate * play.scale + play.bias;
    // Bounds that cross are the lower one, then the upper.
    rate.higher(play.least).lower(play.most)
}

/// Notifies that belong to what a machine did.
fn announce(at: usize, what: Happened, weight: f32, tick: &Tick<'_>, outcome: &mut Outcome) {
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
            hit: Hit::Met,
            ago: 0.0,
        });
    }
}
