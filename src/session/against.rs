//! A session played with another library: what an edit would have changed of it.

use crate::{
    edited::ComparedSide,
    events::{EventDifference, RecordedEvent, match_events},
    rows::asked_for,
};
use anim::{Library, Name, float::Extreme, instance::Refusal};
use engine::{
    CharacterId, Evaluator, RecordedSession, SessionFault, SessionPlayer, WorkerMode,
    hash::world_hash,
};
use glam::{Affine3A, Mat3A};
use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Which ticks are compared, and when to stop.
#[derive(Clone, Debug, Default)]
pub struct ComparisonSpan {
    /// The tick from which on the other library plays; the start of its segment, so that what is
    /// said of a tick does not hang on what was asked for. None is the start of the session.
    pub from: Option<u64>,
    /// The first tick that is not compared; None is the end of the session.
    pub to: Option<u64>,
    /// Set by whoever wants no more of it: the comparison then ends with what it has.
    pub cancel: Arc<AtomicBool>,
}

/// What differs between a session and the same inputs with another library.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionComparison {
    /// The ticks that were compared.
    pub ticks: Range<u64>,
    /// The first tick that gave anything else; None if none did.
    pub first: Option<u64>,
    /// Number of ticks that gave anything else.
    pub differing: u64,
    /// For each bone that is elsewhere, where it is farthest away.
    pub poses: Vec<PoseDifference>,
    /// For each character, where it stands farthest away.
    pub roots: Vec<RootDifference>,
    /// Events that are lost, new, moved, or happen for another reason; in order.
    pub events: Vec<EventDifference>,
    /// Spans in which a state machine is in another state; in order.
    pub machines: Vec<MachineDifference>,
    /// Parameters of graphs, by name, where they differ most.
    pub parameters: Vec<NumberDifference>,
    /// Curves of the shown pose, by name, where they differ most.
    pub curves: Vec<NumberDifference>,
    /// Inputs that the other library refuses and the session's own did not; in order.
    pub refused: Vec<NewRefusal>,
    /// Whether it ended before its span did, because somebody wanted no more of it.
    pub is_cancelled: bool,
}

impl SessionComparison {
    /// Whether every tick gave the same, bit for bit.
    pub fn is_equal(&self) -> bool {
        self.first.is_none()
    }

    /// The bone that is farthest away; None if none is.
    pub fn farthest(&self) -> Option<&PoseDifference> {
        let by_distance =
            |a: &&PoseDifference, b: &&PoseDifference| a.distance.total_cmp(&b.distance);
        self.poses.iter().max_by(by_distance)
    }
}

/// A bone that is elsewhere, in component space, at the tick where it is farthest away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseDifference {
    /// Whose bone it is.
    pub character: CharacterId,
    /// Name of the bone.
    pub bone: Name,
    /// Metres, and the tick at which the bone is so far away.
    pub distance: f64,
    /// Index of the tick of `distance`.
    pub tick: u64,
    /// Greatest angle between its rotations, degrees.
    pub angle: f64,
    /// Index of the tick of `angle`.
    pub angle_tick: u64,
}

/// A character that stands elsewhere, in world space, at the tick where it is farthest away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootDifference {
    /// The character.
    pub character: CharacterId,
    /// Metres.
    pub distance: f64,
    /// Index of the tick of `distance`.
    pub tick: u64,
    /// Greatest angle between its rotations, degrees.
    pub angle: f64,
}

/// A state machine that is in another state for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineDifference {
    /// Whose machine it is.
    pub character: CharacterId,
    /// Name of the machine's node.
    pub machine: Name,
    /// The ticks.
    pub ticks: Range<u64>,
    /// The state in the session; none where there is no such machine.
    pub recorded: Name,
    /// The state with the other library.
    pub edited: Name,
}

/// An input that is refused now and was not before, such as a montage that was deleted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewRefusal {
    /// Index of the tick.
    pub tick: u64,
    /// Whom the input asks; None of inputs for all.
    pub character: Option<CharacterId>,
    /// What it names, such as the montage; none of inputs that name nothing.
    pub name: Name,
    /// Why it is refused.
    pub why: Refusal,
}

/// A parameter or curve that has another value, at the tick where it differs most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberDifference {
    /// Whose it is.
    pub character: CharacterId,
    /// Name of the parameter or curve.
    pub name: Name,
    /// Index of the tick.
    pub tick: u64,
    /// Value in the session; None where there is none.
    pub recorded: Option<f64>,
    /// Value with the other library.
    pub edited: Option<f64>,
}

impl NumberDifference {
    fn size(&self) -> f64 {
        let of = |value: Option<f64>| value.unwrap_or_default();
        let is_there = self.recorded.is_some() == self.edited.is_some();
        (of(self.recorded) - of(self.edited)).abs() + if is_there { 0.0 } else { 1.0 }
    }
}

/// Plays the session with `library` in place of its own, and compares. What was carried over from
/// the first state is found again by names, as [`EngineInput::SetLibrary`] does it. Libraries that
/// are equal are not played. An error if the session itself cannot be played.
pub fn compare(
    session: &RecordedSession,
    library: &Arc<Library>,
    span: &ComparisonSpan,
) -> Result<SessionComparison, SessionFault> {
    let from = span
        .from
        .unwrap_or_default()
        .clamp(session.first(), session.end());
    let first = session.segment_of(from).unwrap_or_default();
    let start = session.segments.get(first).map_or(0, |it| it.first);
    let end = span.to.unwrap_or(u64::MAX).clamp(start, session.end());
    let mut found = SessionComparison {
        ticks: start..end,
        ..SessionComparison::default()
    };
    if session
        .libraries()
        .iter()
        .all(|own| Arc::ptr_eq(own, library) || own == library)
    {
        return Ok(found);
    }
    let edited = ComparedSide::of_library(library, session.segments.get(first));
    let twin = Twin::new(session, edited)?;
    play_twin(twin, first, span, &mut found)?;
    Ok(found)
}

/// Compares two sessions, the first tick of the one with the first tick of the other and so on; what
/// one of them has beyond the other is left out. Ticks are those of the first. An error if one of
/// them cannot be played.
pub fn compare_sessions(
    session: &RecordedSession,
    other: &RecordedSession,
    cancel: Arc<AtomicBool>,
) -> Result<SessionComparison, SessionFault> {
    let first = session.first();
    let mut found = SessionComparison {
        ticks: first..first + session.len().min(other.len()),
        ..SessionComparison::default()
    };
    let span = ComparisonSpan {
        cancel,
        ..ComparisonSpan::default()
    };
    let twin = Twin::new(session, ComparedSide::of_session(other.clone())?)?;
    play_twin(twin, 0, &span, &mut found)?;
    Ok(found)
}

/// Plays both sides from a segment on, up to the end of what is compared.
fn play_twin(
    mut twin: Twin,
    first: usize,
    span: &ComparisonSpan,
    found: &mut SessionComparison,
) -> Result<(), SessionFault> {
    let segments = twin.player.session().segments.clone();
    let end = found.ticks.end;
    for (at, segment) in segments.iter().enumerate().skip(first) {
        if segment.first >= end {
            break;
        }
        if span.cancel.load(Ordering::Relaxed) {
            found.is_cancelled = true;
            found.ticks.end = segment.first;
            break;
        }
        twin.play_segment(at, end, found)?;
    }
    twin.finish(found);
    Ok(())
}

/// The two plays of a session.
struct Twin {
    player: SessionPlayer,
    edited: ComparedSide,
    recorded_events: Vec<RecordedEvent>,
    edited_events: Vec<RecordedEvent>,
    /// By the index of the bone; a character that takes another skeleton has more.
    poses: BTreeMap<CharacterId, Vec<FarthestBone>>,
    roots: BTreeMap<CharacterId, RootDifference>,
    parameters: BTreeMap<(CharacterId, Name), NumberDifference>,
    curves: BTreeMap<(CharacterId, Name), NumberDifference>,
    /// Differences of machines that go on, by character and machine.
    open: BTreeMap<(CharacterId, Name), MachineDifference>,
    closed: Vec<MachineDifference>,
}

impl Twin {
    fn new(session: &RecordedSession, edited: ComparedSide) -> Result<Self, SessionFault> {
        Ok(Self {
            player: SessionPlayer::new(session.clone(), WorkerMode::Inline)?,
            edited,
            recorded_events: Vec::new(),
            edited_events: Vec::new(),
            poses: BTreeMap::new(),
            roots: BTreeMap::new(),
            parameters: BTreeMap::new(),
            curves: BTreeMap::new(),
            open: BTreeMap::new(),
            closed: Vec::new(),
        })
    }

    /// The recorded side is played only from the first tick on whose hash differs.
    fn play_segment(
        &mut self,
        segment: usize,
        end: u64,
        found: &mut SessionComparison,
    ) -> Result<(), SessionFault> {
        let whole = self.player.session().segments[segment].clone();
        let ticks = whole.ticks().map_err(|why| SessionFault::Unreadable {
            first: whole.first,
            why,
        })?;
        let mut is_apart = false;
        for (at, tick) in ticks.iter().enumerate() {
            let index = whole.first + at as u64;
            if index >= end {
                break;
            }
            let Some(refused) = self.edited.step(tick)? else {
                return Ok(());
            };
            let differs = world_hash(self.edited.evaluator()) != tick.hash;
            if differs && !is_apart {
                is_apart = true;
                self.player.seek(index)?;
            }
            if differs {
                found.first.get_or_insert(index);
                found.differing += 1;
            }
            if is_apart {
                self.player.step()?;
            }
            if differs {
                self.look(index);
            } else if !self.open.is_empty() {
                // A tick can show the same while its machines do not stand alike.
                self.look_at_all_machines(index);
            }
            self.close_machines(index);
            let known = if is_apart {
                self.player.refused()
            } else {
                &refused[..]
            };
            let new = refused.iter().filter(|it| !known.contains(it));
            found.refused.extend(new.map(|it| NewRefusal {
                tick: index,
                character: it.input.character(),
                name: asked_for(&it.input),
                why: it.why,
            }));
        }
        Ok(())
    }

    fn look(&mut self, tick: u64) {
        let recorded = self.player.evaluator();
        let characters = recorded
            .characters()
            .chain(self.edited.evaluator().characters());
        let mut characters: Vec<CharacterId> = characters.collect();
        characters.sort_unstable();
        characters.dedup();
        for character in characters {
            let taken = |evaluator: &Evaluator| -> Vec<RecordedEvent> {
                let events = evaluator.events(character).iter();
                let events = events.map(|event| RecordedEvent {
                    tick,
                    character,
                    event: *event,
                });
                events.collect()
            };
            self.recorded_events.extend(taken(self.player.evaluator()));
            self.edited_events.extend(taken(self.edited.evaluator()));
            self.look_at_pose(tick, character);
            self.look_at_numbers(tick, character);
            self.look_at_machines(tick, character);
        }
    }

    fn look_at_pose(&mut self, tick: u64, character: CharacterId) {
        let recorded = self.player.evaluator();
        let sides = [recorded, self.edited.evaluator()];
        if let [Some((a, _)), Some((b, _))] = sides.map(|it| it.placement(character)) {
            let distance = f64::from(a.translation.distance(b.translation));
            let angle = degrees(a.rotation, b.rotation);
            let known = self.roots.entry(character).or_insert(RootDifference {
                character,
                distance: 0.0,
                tick,
                angle: 0.0,
            });
            if distance > known.distance {
                (known.distance, known.tick) = (distance, tick);
            }
            known.angle = known.angle.higher(angle);
        }
        let [Some(a), Some(b)] =
            sides.map(|it| Some((it.shown(character)?, it.instance(character)?)))
        else {
            return;
        };
        let bones = self.poses.entry(character).or_default();
        for (bone, model) in a.0.models().iter().enumerate() {
            let Some(name) = a.1.skeleton().bones.get(bone).map(|bone| bone.name) else {
                break;
            };
            let same = b.1.skeleton().bones.get(bone).filter(|it| it.name == name);
            let there = same.map(|_| bone).or_else(|| b.1.skeleton().find(name));
            let other = there.and_then(|there| b.0.models().get(there));
            if let Some(other) = other.filter(|other| *other != model) {
                let at = (tick, character, name);
                farthest_bone(bones, bone, at).see(tick, [model, other]);
            }
        }
    }

    fn look_at_numbers(&mut self, tick: u64, character: CharacterId) {
        let parameters = |evaluator: &Evaluator| -> BTreeMap<Name, f64> {
            let proxy = evaluator.proxy(character);
            proxy.map_or(BTreeMap::new(), |it| it.state().parameters().collect())
        };
        let curves = |evaluator: &Evaluator| -> BTreeMap<Name, f64> {
            let shown = evaluator.shown(character);
            let curves = shown.map_or(&[][..], |it| &it.pose().curves);
            curves
                .iter()
                .map(|(name, value)| (*name, f64::from(*value)))
                .collect()
        };
        let recorded = self.player.evaluator();
        differ(
            (tick, character),
            [parameters(recorded), parameters(self.edited.evaluator())],
            &mut self.parameters,
        );
        let curves = [curves(recorded), curves(self.edited.evaluator())];
        differ((tick, character), curves, &mut self.curves);
    }

    fn look_at_all_machines(&mut self, tick: u64) {
        let characters: Vec<CharacterId> = self.player.evaluator().characters().collect();
        for character in characters {
            self.look_at_machines(tick, character);
        }
    }

    fn look_at_machines(&mut self, tick: u64, character: CharacterId) {
        let recorded = states(self.player.evaluator(), character);
        let edited = states(self.edited.evaluator(), character);
        for machine in recorded.keys().chain(edited.keys()) {
            let of =
                |states: &BTreeMap<Name, Name>| states.get(machine).copied().unwrap_or_default();
            let (was, is) = (of(&recorded), of(&edited));
            let key = (character, *machine);
            let difference = MachineDifference {
                character,
                machine: *machine,
                ticks: tick..tick + 1,
                recorded: was,
                edited: is,
            };
            match self.open.get_mut(&key) {
                Some(open)
                    if (open.recorded, open.edited) == (was, is) && open.ticks.end == tick =>
                {
                    open.ticks.end = tick + 1;
                }
                Some(open) if was != is => {
                    self.closed.push(std::mem::replace(open, difference));
                }
                None if was != is => {
                    self.open.insert(key, difference);
                }
                _ => {}
            }
        }
    }

    /// Differences of machines that did not go on up to `tick` are over.
    fn close_machines(&mut self, tick: u64) {
        let over = self.open.extract_if(.., |_, it| it.ticks.end < tick);
        self.closed.extend(over.map(|(_, difference)| difference));
    }

    fn finish(mut self, found: &mut SessionComparison) {
        self.close_machines(u64::MAX);
        found.machines = self.closed;
        found
            .machines
            .sort_by_key(|it| (it.ticks.start, it.character));
        found.events = match_events(&self.recorded_events, &self.edited_events);
        let poses = self.poses.into_values().flatten();
        let poses = poses.map(|bone| bone.difference);
        let is_elsewhere = |it: &PoseDifference| it.distance > 0.0 || it.angle > 0.0;
        found.poses = poses.filter(is_elsewhere).collect();
        let is_moved = |root: &RootDifference| root.distance > 0.0 || root.angle > 0.0;
        found.roots = self.roots.into_values().filter(is_moved).collect();
        found.parameters = self.parameters.into_values().collect();
        found.curves = self.curves.into_values().collect();
    }
}

/// Where a bone is farthest away so far.
struct FarthestBone {
    difference: PoseDifference,
    /// Squared distance between the axes of the two rotations that are farthest apart: it rises
    /// with the angle, and costs less.
    chord: f32,
}

/// The entry of a bone, which is at its index where the character has kept its skeleton.
fn farthest_bone(
    bones: &mut Vec<FarthestBone>,
    bone: usize,
    (tick, character, name): (u64, CharacterId, Name),
) -> &mut FarthestBone {
    let blank = |name: Name| FarthestBone {
        difference: PoseDifference {
            character,
            bone: name,
            distance: 0.0,
            tick,
            angle: 0.0,
            angle_tick: tick,
        },
        chord: 0.0,
    };
    while bones.len() <= bone {
        bones.push(blank(name));
    }
    if bones[bone].chord == 0.0 && bones[bone].difference.distance == 0.0 {
        bones[bone] = blank(name);
    }
    if bones[bone].difference.bone == name {
        return &mut bones[bone];
    }
    let known = bones.iter().position(|it| it.difference.bone == name);
    let known = known.unwrap_or_else(|| {
        bones.push(blank(name));
        bones.len() - 1
    });
    &mut bones[known]
}

impl FarthestBone {
    fn see(&mut self, tick: u64, [model, other]: [&Affine3A; 2]) {
        let known = &mut self.difference;
        let distance = f64::from(model.translation.distance(other.translation));
        if distance > known.distance {
            (known.distance, known.tick) = (distance, tick);
        }
        let (a, b) = (model.matrix3, other.matrix3);
        let axes = [
            a.x_axis - b.x_axis,
            a.y_axis - b.y_axis,
            a.z_axis - b.z_axis,
        ];
        let chord: f32 = axes.iter().map(|axis| axis.length_squared()).sum();
        if chord <= self.chord && is_rigid(&a) && is_rigid(&b) {
            return;
        }
        self.chord = self.chord.higher(chord);
        let turned = |model: &Affine3A| model.to_scale_rotation_translation().1;
        let angle = degrees(turned(model), turned(other));
        if angle > known.angle {
            (known.angle, known.angle_tick) = (angle, tick);
        }
    }
}

/// Whether a matrix has no scale.
fn is_rigid(matrix: &Mat3A) -> bool {
    [matrix.x_axis, matrix.y_axis, matrix.z_axis]
        .iter()
        .all(|axis| (axis.length_squared() - 1.0).abs() < 1e-3)
}

/// The state that each machine of a character's graph is in, by the machine's name.
fn states(evaluator: &Evaluator, character: CharacterId) -> BTreeMap<Name, Name> {
    let playing = evaluator
        .instance(character)
        .zip(evaluator.proxy(character));
    let Some((instance, proxy)) = playing else {
        return BTreeMap::new();
    };
    let graph = instance.graph();
    let states = graph.machines().filter_map(|(node, machine)| {
        let current = proxy.state().machine(graph, node)?.current()?;
        let state = machine.parts().states.get(usize::from(current))?;
        Some((graph.node_name(node), state.name))
    });
    states.collect()
}

fn differ(
    (tick, character): (u64, CharacterId),
    [recorded, edited]: [BTreeMap<Name, f64>; 2],
    found: &mut BTreeMap<(CharacterId, Name), NumberDifference>,
) {
    for name in recorded.keys().chain(edited.keys()) {
        let difference = NumberDifference {
            character,
            name: *name,
            tick,
            recorded: recorded.get(name).copied(),
            edited: edited.get(name).copied(),
        };
        if difference.recorded == difference.edited {
            continue;
        }
        let known = found.entry((character, *name)).or_insert(difference);
        if difference.size() > known.size() {
            *known = difference;
        }
    }
}

/// Degrees between two rotations, at any signs of the quaternions.
pub(crate) fn degrees(a: glam::Quat, b: glam::Quat) -> f64 {
    let (a, b) = (a.as_dquat(), b.as_dquat());
    let apart = a.normalize().inverse() * b.normalize();
    let (sine, cosine) = (apart.xyz().length(), apart.w.abs());
    (2.0 * libm::atan2(sine, cosine)).to_degrees()
}
