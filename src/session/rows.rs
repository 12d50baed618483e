//! What was decided in a tick, a row each: what happened, what did not, and by which rule.

use anim::{
    Event, Name, Names, Request,
    event::{Cause, Phase},
    graph::{NodeId, control::WarpDecision},
    instance::AnimInstanceProxy,
    machine::{Happened, Machine},
};
use engine::{CharacterId, Decided, EngineInput, Evaluator, InputRefusal};
use std::collections::BTreeMap;
use words::tr;

/// What became of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LedgerOutcome {
    /// It happened.
    Happened,
    /// It was thought of and did not happen.
    DidNot,
    /// It was asked for and refused.
    Refused,
}

impl LedgerOutcome {
    /// The outcome as one fixed word, for output that programs read.
    pub fn word(self) -> &'static str {
        match self {
            LedgerOutcome::Happened => "happened",
            LedgerOutcome::DidNot => "did_not",
            LedgerOutcome::Refused => "refused",
        }
    }
}

/// One decision of one tick.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerRow {
    /// Index of the tick in the session.
    pub tick: u64,
    /// Clock of the character, seconds.
    pub time: f64,
    /// Whom it is about.
    pub character: CharacterId,
    /// What it is about: a notify, a section, a state, a transition, a bone, a parameter. A name
    /// that no library knows is told as its hash.
    pub subject: String,
    /// The name of the subject; none where it is no name, such as the way of a transition.
    pub name: Name,
    /// Where the subject is: a montage, a clip, or a node of a graph.
    pub asset: String,
    /// What would happen to it, in a word or two.
    pub what: String,
    /// Whether it did.
    pub outcome: LedgerOutcome,
    /// Why, in words; never empty.
    pub reason: String,
    /// The numbers that the rule compared, by what they are.
    pub compared: Vec<(String, f64)>,
}

impl LedgerRow {
    /// Whether a text is in what the row says; upper and lower case are the same.
    pub fn has_text(&self, text: &str) -> bool {
        let wanted = text.trim().to_lowercase();
        let texts = [&self.subject, &self.asset, &self.what, &self.reason];
        texts.iter().any(|it| it.to_lowercase().contains(&wanted))
    }
}

/// Words that controls said last, so that only changes are told. The keys are character, node and
/// bone.
pub type ControlWords = BTreeMap<(CharacterId, NodeId, u16), String>;

/// Everything that was decided in the newest tick, character by character. Contract: no step is
/// open, and [`Evaluator::ask_why`] was called before the step.
pub fn tick_rows(
    evaluator: &Evaluator,
    refused: &[InputRefusal],
    tick: u64,
    known: &mut ControlWords,
) -> Vec<LedgerRow> {
    let mut rows: Vec<LedgerRow> = refused
        .iter()
        .map(|refused| refused_row(refused, evaluator, tick))
        .collect();
    for character in evaluator.characters() {
        let Some(teller) = RowTeller::new(evaluator, character, tick) else {
            continue;
        };
        let events = evaluator.events(character).iter();
        rows.extend(events.map(|event| teller.event(event)));
        teller.machines(&mut rows);
        teller.controls(known, &mut rows);
    }
    rows
}

/// A character in the tick that is told of.
struct RowTeller<'a> {
    evaluator: &'a Evaluator,
    names: &'a Names,
    proxy: &'a AnimInstanceProxy,
    blank: LedgerRow,
}

impl<'a> RowTeller<'a> {
    fn new(evaluator: &'a Evaluator, character: CharacterId, tick: u64) -> Option<Self> {
        Some(Self {
            evaluator,
            names: &evaluator.library().names,
            proxy: evaluator.proxy(character)?,
            blank: LedgerRow {
                tick,
                time: evaluator.instance(character)?.clock(),
                character,
                subject: String::new(),
                name: Name::NONE,
                asset: String::new(),
                what: String::new(),
                outcome: LedgerOutcome::Happened,
                reason: String::new(),
                compared: Vec::new(),
            },
        })
    }

    fn text(&self, name: Name) -> String {
        self.names.text(name).to_owned()
    }

    fn node(&self, node: NodeId) -> String {
        self.text(self.proxy.graph().node_name(node))
    }

    fn event(&self, event: &Event) -> LedgerRow {
        let compared = event.reason.compares();
        let compared = compared
            .into_iter()
            .flat_map(|names| names.into_iter().zip(event.values));
        LedgerRow {
            time: event.time,
            subject: self.text(event.name),
            name: event.name,
            asset: self.text(event.asset),
            what: phase_words(event.phase),
            outcome: if event.fired() {
                LedgerOutcome::Happened
            } else {
                LedgerOutcome::DidNot
            },
            reason: if event.fired() && event.cause != Cause::None {
                event.cause.word().to_owned()
            } else {
                event.reason.short().to_owned()
            },
            compared: compared
                .map(|(name, value)| (name.to_owned(), value.into()))
                .collect(),
            ..self.blank.clone()
        }
    }

    /// States that were entered, transitions that were taken, interrupted, or not taken.
    fn machines(&self, rows: &mut Vec<LedgerRow>) {
        let graph = self.proxy.graph();
        for decision in self.evaluator.decisions(self.blank.character) {
            let (what, outcome, reason) = match decision.what {
                Decided::Taken(why) => (tr!("transition"), LedgerOutcome::Happened, why),
                Decided::Interrupted => (
                    tr!("transition"),
                    LedgerOutcome::DidNot,
                    tr!("another transition was taken before it was over").to_owned(),
                ),
            };
            rows.push(LedgerRow {
                subject: decision.title,
                asset: self.text(decision.machine),
                what: what.to_owned(),
                outcome,
                reason: or(reason, tr!("it is always taken")),
                ..self.blank.clone()
            });
        }
        for (node, happened) in self.proxy.happened() {
            let found = graph.machines().find(|(at, _)| at == node);
            let Some(row) = found.and_then(|(_, machine)| self.state(machine, *happened)) else {
                continue;
            };
            let asset = self.node(*node);
            rows.push(LedgerRow { asset, ..row });
        }
        for (node, refused) in self.proxy.refused() {
            let found = graph.machines().find(|(at, _)| at == node);
            let transition = found.and_then(|(_, machine)| {
                machine
                    .parts()
                    .transitions
                    .get(usize::from(refused.transition))
            });
            let why = engine::why(graph, self.proxy.state(), self.names, *node, refused);
            rows.push(LedgerRow {
                subject: transition.map_or(String::new(), |it| self.text(it.name)),
                name: transition.map_or(Name::NONE, |it| it.name),
                asset: self.node(*node),
                what: tr!("transition").to_owned(),
                outcome: LedgerOutcome::DidNot,
                reason: or(why, tr!("its rule is false")),
                ..self.blank.clone()
            });
        }
    }

    fn state(&self, machine: &Machine, happened: Happened) -> Option<LedgerRow> {
        let (at, what) = match happened {
            Happened::Entered(at) => (at, tr!("state entered")),
            Happened::Left(at) => (at, tr!("state left")),
            _ => return None,
        };
        let state = machine.parts().states.get(usize::from(at))?;
        Some(LedgerRow {
            subject: self.text(state.name),
            name: state.name,
            what: what.to_owned(),
            reason: tr!("a transition was taken").to_owned(),
            ..self.blank.clone()
        })
    }

    /// Decisions of inverse kinematics and pose warping that are others than before, and faults.
    fn controls(&self, known: &mut ControlWords, rows: &mut Vec<LedgerRow>) {
        let graph = self.proxy.graph();
        let skeleton = self.evaluator.instance(self.blank.character);
        let bone = |at: u16| {
            let bone = skeleton.and_then(|it| it.skeleton().bones.get(usize::from(at)));
            bone.map_or(String::new(), |bone| self.text(bone.name))
        };
        for (node, told) in self.proxy.state().told(graph) {
            let lock = told.lock.map(|lock| format!(", {}", lock.word()));
            let words = format!("{}{}", told.reason.word(), lock.unwrap_or_default());
            let mut compared = vec![(tr!("stretch").to_owned(), told.stretch)];
            compared.extend(told.reach.map(|reach| (tr!("reach, m").to_owned(), reach)));
            self.control(
                (node, told.bone),
                bone(told.bone),
                words,
                compared,
                known,
                rows,
            );
        }
        for (node, warped) in self.proxy.state().warped(graph) {
            let words = warped.word().to_owned();
            let subject = self.node(node);
            let numbers = warp_numbers(&warped);
            self.control((node, u16::MAX), subject, words, numbers, known, rows);
        }
        for (node, fault) in self.proxy.state().faults() {
            let words = fault.to_string();
            let subject = self.node(*node);
            self.control(
                (*node, u16::MAX - 1),
                subject,
                words,
                Vec::new(),
                known,
                rows,
            );
        }
    }

    fn control(
        &self,
        (node, part): (NodeId, u16),
        subject: String,
        words: String,
        compared: Vec<(String, f64)>,
        known: &mut ControlWords,
        rows: &mut Vec<LedgerRow>,
    ) {
        let key = (self.blank.character, node, part);
        if known.insert(key, words.clone()).as_ref() == Some(&words) {
            return;
        }
        rows.push(LedgerRow {
            subject,
            asset: self.node(node),
            what: tr!("solve").to_owned(),
            reason: words.replace('_', " "),
            compared,
            ..self.blank.clone()
        });
    }
}

/// What pose warping decided, in numbers.
fn warp_numbers(warped: &WarpDecision) -> Vec<(String, f64)> {
    match warped {
        WarpDecision::Stride(strode) => vec![(tr!("scale").to_owned(), strode.scale)],
        WarpDecision::Orientation(turn) => vec![(tr!("angle, °").to_owned(), turn.angle)],
        WarpDecision::Slope { sloped, .. } => {
            let steep = libm::acos(sloped.normal.y.clamp(-1.0, 1.0)).to_degrees();
            let pelvis = sloped.pelvis_offset.y;
            vec![
                (tr!("slope, °").to_owned(), steep),
                (tr!("pelvis, m").to_owned(), pelvis),
            ]
        }
    }
}

fn or(text: String, other: &str) -> String {
    if text.is_empty() {
        other.to_owned()
    } else {
        text
    }
}

fn phase_words(phase: Phase) -> String {
    match phase {
        Phase::Notify => tr!("notify").to_owned(),
        Phase::Begin => tr!("begin").to_owned(),
        Phase::Tick => tr!("tick").to_owned(),
        Phase::End => tr!("end").to_owned(),
        Phase::Started => tr!("started").to_owned(),
        Phase::BlendingOut { interrupted: true } => tr!("blending out, interrupted").to_owned(),
        Phase::BlendingOut { .. } => tr!("blending out").to_owned(),
        Phase::BlendedIn => tr!("blended in").to_owned(),
        Phase::Ended { interrupted: true } => tr!("ended, interrupted").to_owned(),
        Phase::Ended { .. } => tr!("ended").to_owned(),
        Phase::Section { .. } => tr!("section").to_owned(),
        Phase::Jumped => tr!("jumped").to_owned(),
        Phase::SubstepOverflow => tr!("time left for later").to_owned(),
        Phase::TurnsLeftOut { count } => tr!("{count} turns left out"),
        Phase::HitsLeftOut { count } => tr!("{count} notifies left out"),
        Phase::TimeLeftOut => tr!("time left out").to_owned(),
        Phase::Warp(warped) => warped.word().to_owned(),
    }
}

fn refused_row(refused: &InputRefusal, evaluator: &Evaluator, tick: u64) -> LedgerRow {
    let character = refused.input.character().unwrap_or_default();
    let (names, name) = (&evaluator.library().names, asked_for(&refused.input));
    LedgerRow {
        tick,
        time: evaluator.instance(character).map_or(0.0, |it| it.clock()),
        character,
        subject: match names.text(name) {
            "" if name != Name::NONE => format!("#{:016x}", name.0),
            text => text.to_owned(),
        },
        name,
        asset: String::new(),
        what: tr!("request").to_owned(),
        outcome: LedgerOutcome::Refused,
        reason: refused.why.to_string(),
        compared: Vec::new(),
    }
}

/// The name that an input asks for, such as that of a montage; none of those that name nothing.
pub(crate) fn asked_for(input: &EngineInput) -> Name {
    match input {
        EngineInput::AddCharacter { skeleton, .. } => *skeleton,
        EngineInput::CopyPose { partner, .. } => *partner,
        EngineInput::FollowMontage { montage, .. } => *montage,
        EngineInput::FollowWarpTarget { target, .. } => *target,
        EngineInput::Request { request, .. } => match request {
            Request::JumpToSection { section, .. } => *section,
            Request::SetNextSection { from, .. } => *from,
            Request::PlayMontage { montage, .. }
            | Request::Pause { montage }
            | Request::Resume { montage }
            | Request::SetPosition { montage, .. }
            | Request::Scrub { montage, .. }
            | Request::ForcePosition { montage, .. }
            | Request::SetPlayRate { montage, .. }
            | Request::FollowMontage { montage, .. }
            | Request::DisableRootMotion { montage, .. } => *montage,
            Request::StopMontage { montage, .. } => montage.unwrap_or_default(),
            Request::StopGroup { group, .. } => *group,
            Request::PlayClip { clip, .. } | Request::FadeToClip { clip, .. } => *clip,
            Request::PlayGraph { graph } => *graph,
            Request::SetParameter { parameter, .. } => *parameter,
            Request::SetWarpTarget { target, .. } | Request::RemoveWarpTarget { target } => *target,
            Request::SetExternal { stream, .. } => *stream,
            Request::SnapshotPose { snapshot } => *snapshot,
            Request::TellLive(frame) => frame.subject,
            Request::SetRootMotionMode { .. }
            | Request::SetTimeDilation { .. }
            | Request::SetDedicatedServer { .. }
            | Request::FilterNotifies { .. }
            | Request::SectionEndNeedsTime { .. }
            | Request::MergeStates { .. }
            | Request::SetLod { .. }
            | Request::StopClip => Name::NONE,
        },
        _ => Name::NONE,
    }
}
