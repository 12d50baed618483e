//! A bundle with montages and graphs, as it was written or changed, and whatever may be asked of
//! those who play it: no panic, no number that is none, and all that began has ended when they go.
#![no_main]

use anim::graph::nodes::{
    ControlNode, CopyPoseNode, CurveSourceNode, InertializationNode, LivePoseNode, OutputNode,
    SequencePlayerNode, SlotNode,
};
use anim::{
    Event, Graph, Library, Name, Request, Transform,
    event::{EventReason, Phase, Source},
    graph::{
        GraphParts, LiveFrame, Node, Play, SmoothingMethod, Value,
        control::{
            Control, ControlAlpha, ControlKind, ControlTarget, EndRotation, ExternalBone,
            TwoBoneIk, Within,
        },
    },
    ground::{Hit, Hits, Shape, Swept, Terrain},
    ik::two_bone::TooClose,
    instance::{RootMotionMode, Start},
};
use engine::{CharacterId, EngineInput, EvaluationRate, Evaluator, Visibility, WorkerMode};
use fuzz::{Changes, changed_bundle};
use glam::{Quat, Vec3};
use libfuzzer_sys::{
    arbitrary::{self, Arbitrary},
    fuzz_target,
};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};
use studio::{MontageScope, Player, PlayerOrder, PreviewSubject, Transport};

/// More of each would only take time.
const MOST_TICKS: usize = 24;
const MOST_INPUTS: usize = 6;
const CHARACTERS: u8 = 3;

/// The graph that is told from outside.
const OPEN: &str = "Open";
/// What it is told of.
const OUTSIDE: Name = Name::new("outside");

#[derive(Arbitrary, Debug)]
struct Case {
    /// None plays the bundle as it was written: so the requests lead deep.
    changes: Option<Changes>,
    ticks: Vec<(Number, Vec<(u8, Ask)>)>,
    /// After so many ticks everything is put aside and taken up again.
    saved_at: u8,
}

/// Mostly one that plays, now and then anything.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Number {
    /// Sixteenths.
    Usual(i8),
    /// Sixtieths.
    Frames(u8),
    /// Those that comparisons and sums go wrong with.
    Odd(u8),
    Any(f64),
}

impl Number {
    fn value(self) -> f64 {
        match self {
            Number::Usual(sixteenths) => f64::from(sixteenths) / 16.0,
            Number::Frames(frames) => f64::from(frames) / 60.0,
            Number::Odd(at) => {
                let odd = [
                    f64::NAN,
                    f64::INFINITY,
                    f64::NEG_INFINITY,
                    1e30,
                    -1e30,
                    1e-40,
                    -0.0,
                    f64::MAX,
                ];
                odd[usize::from(at % 8)]
            }
            Number::Any(number) => number,
        }
    }

    fn single(self) -> f32 {
        self.value() as f32
    }
}

#[derive(Arbitrary, Debug)]
enum Ask {
    PlayMontage(u8, Number, u8),
    PlayAt(u8, Number, Number, bool),
    StopGroup(u8, Option<Number>),
    FollowMontage(u8, Option<(u8, u8)>),
    FollowOwn(u8, Option<u8>),
    DisableRoot(u8, bool),
    RootMode(u8),
    Dilate(Number),
    Roles(bool, bool, bool, bool),
    StopMontage(Option<u8>, Option<Number>),
    Jump(u8, u8, bool),
    Next(u8, u8, Option<u8>),
    Pause(u8),
    Resume(u8),
    SetPosition(u8, Number),
    Scrub(u8, Number),
    ForcePosition(u8, Option<Number>, Number),
    SetPlayRate(u8, Number),
    SetLod(u32),
    PlayClip(u8, Number, Number),
    FadeToClip(u8, Number, Number),
    StopClip,
    PlayGraph(u8),
    SetParameter(u8, Number),
    Live(Vec<(u8, Moved)>),
    External(Vec<(u8, Moved, Number)>),
    Target(u8, Option<Moved>),
    FollowTarget(u8, Option<(u8, u8)>, Moved),
    Ground(Option<(u8, Number, Number)>),
    TellGround(Vec<(u8, Moved, Option<Moved>)>),
    Add(u8, u64),
    Remove,
    Place(Moved),
    Carry(Option<Moved>),
    Follow(Option<u8>),
    CopyPose(Option<u8>),
    SetRate(u8, bool, bool),
    SetVisibility(u8),
    Preview(Show),
    Library(u8),
}

#[derive(Arbitrary, Debug)]
enum Show {
    Subject(u8, u8),
    Play,
    Pause,
    Seek(Number),
    Rate(Number),
    Looping(bool),
    Scope(u8),
    Lod(u32),
}

#[derive(Arbitrary, Clone, Copy, Debug)]
struct Moved {
    to: [Number; 3],
    /// About the axis `to`, radians.
    angle: Number,
    scale: Option<Number>,
}

impl Moved {
    fn transform(self) -> Transform {
        let to = Vec3::from_array(self.to.map(Number::single));
        let rotation = Quat::from_axis_angle(to.normalize_or(Vec3::X), self.angle.single());
        Transform::new(
            to,
            rotation,
            self.scale
                .map_or(Vec3::ONE, |scale| Vec3::splat(scale.single())),
        )
    }
}

static GOOD: LazyLock<(Vec<u8>, Arc<Library>)> = LazyLock::new(|| {
    let mut library = Library::clone(&fuzz::moves());
    library.names.insert(OPEN).expect("a spelling of its own");
    library.graphs.push(Arc::new(open_graph(&library)));
    library.graphs.sort_by_key(|graph| graph.name());
    let bytes = bundle::write(&library, &bundle::Golden::default());
    let library = changed_bundle(&bytes, None)
        .expect("a bundle that was written is read")
        .library;
    (bytes, library)
});

/// What is put in place of the library meanwhile: without montages, without graphs, with neither.
static EDITED: LazyLock<[Arc<Library>; 3]> = LazyLock::new(|| {
    let whole = &*GOOD.1;
    let no_montages = Library {
        montages: Vec::new(),
        ..whole.clone()
    };
    let no_graphs = Library {
        graphs: Vec::new(),
        ..whole.clone()
    };
    [
        no_montages.clone(),
        no_graphs,
        Library {
            graphs: Vec::new(),
            ..no_montages
        },
    ]
    .map(Arc::new)
});

/// What the sample's graph does without: a slot over a clip, and whatever comes from outside of the
/// character.
fn open_graph(library: &Library) -> Graph {
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: Some(0),
        }),
        Node::Slot(SlotNode {
            source: 0,
            slot: library.montages[0].slots[0].name,
            always_update_source: true,
        }),
        Node::LivePose(LivePoseNode {
            source: 1,
            subject: OUTSIDE,
            patience: 0.5,
        }),
        Node::CurveSource(CurveSourceNode {
            source: 2,
            subject: OUTSIDE,
            alpha: Value::Number(0.5),
        }),
        Node::Control(ControlNode {
            source: 3,
            control: 0,
        }),
        Node::CopyPose(CopyPoseNode {
            source: 4,
            partner: OUTSIDE,
            retargets: false,
        }),
        Node::Inertialization(InertializationNode {
            source: 5,
            method: SmoothingMethod::DeadBlend { half_life: 0.1 },
            history: Default::default(),
            jumps: None,
        }),
        Node::Control(ControlNode {
            source: 6,
            control: 1,
        }),
        Node::Output(OutputNode { source: 7 }),
    ];
    let external = Control {
        alpha: ControlAlpha::default(),
        lod_threshold: -1,
        kind: ControlKind::ExternalPose(OUTSIDE),
    };
    let foot = |skeleton: &Arc<anim::Skeleton>| {
        skeleton.find(Name::new("foot_l")).expect("it has feet") as u16
    };
    let foot = library
        .skeleton(library.montages[0].skeleton)
        .map(foot)
        .expect("montages have skeletons");
    let reach = ControlTarget {
        at: [Value::Number(0.0); 3],
        within: Within::WarpTarget(OUTSIDE),
    };
    let limb = Control {
        kind: ControlKind::TwoBoneIk(TwoBoneIk {
            end: foot,
            effector: reach,
            pole: reach,
            end_rotation: EndRotation::Take([Value::Number(0.5); 3]),
            stretch: None,
            twist_axis: None,
            too_close: TooClose::Reach,
        }),
        ..external.clone()
    };
    let parts = GraphParts {
        name: Name::new(OPEN),
        skeleton: library.montages[0].skeleton,
        nodes,
        plays: vec![Play::default()],
        controls: vec![external, limb],
        ..GraphParts::default()
    };
    Graph::new(parts).expect("it is a graph")
}

/// Those of a library by small numbers, one more than there are for a name that nothing has.
struct Names<'a>(&'a Arc<Library>);

impl Names<'_> {
    fn of<T>(list: &[Arc<T>], at: u8, name: impl Fn(&T) -> Name) -> Name {
        list.get(usize::from(at) % (list.len() + 1))
            .map_or(Name::NONE, |it| name(it))
    }

    fn montage(&self, at: u8) -> Name {
        Self::of(&self.0.montages, at, |it| it.name)
    }

    fn clip(&self, at: u8) -> Name {
        Self::of(&self.0.clips, at, |it| it.name)
    }

    fn graph(&self, at: u8) -> Name {
        Self::of(&self.0.graphs, at, Graph::name)
    }

    fn skeleton(&self, at: u8) -> Name {
        Self::of(&self.0.skeletons, at, |it| it.name)
    }

    fn section(&self, montage: u8, at: u8) -> Name {
        let montage = self.0.montage(self.montage(montage));
        let sections = montage
            .map(|montage| &*montage.sections)
            .unwrap_or_default();
        sections
            .get(usize::from(at) % (sections.len() + 1))
            .map_or(Name::NONE, |section| section.name)
    }

    fn parameter(&self, at: u8) -> Name {
        let all: Vec<Name> = self
            .0
            .graphs
            .iter()
            .flat_map(|graph| &graph.parts().parameters)
            .map(|parameter| parameter.name)
            .collect();
        all.get(usize::from(at) % (all.len() + 1))
            .copied()
            .unwrap_or(Name::NONE)
    }

    fn bone(&self, at: u8) -> Name {
        let skeleton = self
            .0
            .montages
            .first()
            .and_then(|montage| self.0.skeleton(montage.skeleton));
        skeleton
            .filter(|it| it.len() > 0)
            .map_or(Name::NONE, |it| it.bones[usize::from(at) % it.len()].name)
    }

    /// Of windows and of the open graph's limb.
    fn target(&self, at: u8) -> Name {
        let windows = self
            .0
            .montages
            .iter()
            .flat_map(|montage| montage.warps.of());
        let all: Vec<Name> = windows
            .map(|window| window.target)
            .chain([OUTSIDE])
            .collect();
        all.get(usize::from(at) % (all.len() + 1))
            .copied()
            .unwrap_or(Name::NONE)
    }

    fn subject(&self, kind: u8, at: u8) -> PreviewSubject {
        match kind % 5 {
            0 => PreviewSubject::None,
            1 => PreviewSubject::Skeleton(self.skeleton(at)),
            2 => PreviewSubject::Clip(self.clip(at)),
            3 => PreviewSubject::Montage(self.montage(at)),
            _ => PreviewSubject::Graph(self.graph(at)),
        }
    }
}

fn request(names: &Names<'_>, ask: &Ask) -> Option<Request> {
    Some(match *ask {
        Ask::PlayMontage(at, rate, section) => {
            let section = names.section(at, section);
            Request::play_section(names.montage(at), rate.single(), section)
        }
        Ask::PlayAt(at, rate, from, stop_group) => {
            let start = Start::Seconds(from.value());
            Request::PlayMontage {
                montage: names.montage(at),
                rate: rate.single(),
                start,
                stop_group,
            }
        }
        Ask::StopGroup(at, blend_out) => {
            let group = names
                .0
                .montage(names.montage(at))
                .map_or(Name::NONE, |montage| montage.group);
            Request::StopGroup {
                group,
                blend_out: blend_out.map(Number::single),
            }
        }
        Ask::FollowOwn(at, leader) => Request::FollowMontage {
            montage: names.montage(at),
            leader: leader.map(|leader| names.montage(leader)),
        },
        Ask::DisableRoot(at, disable) => Request::DisableRootMotion {
            montage: names.montage(at),
            disable,
        },
        Ask::RootMode(at) => Request::SetRootMotionMode {
            mode: RootMotionMode::ALL[usize::from(at % 4)],
        },
        Ask::Dilate(to) => Request::SetTimeDilation {
            dilation: to.value(),
        },
        Ask::Roles(is_server, false, _, _) => Request::SetDedicatedServer { is_server },
        Ask::Roles(filter, true, false, _) => Request::FilterNotifies { filter },
        Ask::Roles(merge, true, true, false) => Request::MergeStates { merge },
        Ask::Roles(needs, true, true, true) => Request::SectionEndNeedsTime { needs },
        Ask::StopMontage(at, blend_out) => {
            let blend_out = blend_out.map(Number::single);
            Request::StopMontage {
                montage: at.map(|at| names.montage(at)),
                blend_out,
            }
        }
        Ask::Jump(at, section, at_end) => Request::JumpToSection {
            montage: names.montage(at),
            section: names.section(at, section),
            at_end,
        },
        Ask::Next(at, from, to) => {
            let to = to.map(|to| names.section(at, to));
            Request::SetNextSection {
                montage: names.montage(at),
                from: names.section(at, from),
                to,
            }
        }
        Ask::Pause(at) => Request::Pause {
            montage: names.montage(at),
        },
        Ask::Resume(at) => Request::Resume {
            montage: names.montage(at),
        },
        Ask::SetPosition(at, to) => Request::SetPosition {
            montage: names.montage(at),
            position: to.value(),
        },
        Ask::Scrub(at, to) => Request::Scrub {
            montage: names.montage(at),
            position: to.value(),
        },
        Ask::ForcePosition(at, from, to) => {
            let from = from.map(Number::value);
            Request::ForcePosition {
                montage: names.montage(at),
                from,
                to: to.value(),
            }
        }
        Ask::SetPlayRate(at, rate) => Request::SetPlayRate {
            montage: names.montage(at),
            rate: rate.single(),
        },
        Ask::SetLod(lod) => Request::SetLod { lod },
        Ask::PlayClip(at, from, rate) => Request::PlayClip {
            clip: names.clip(at),
            position: from.value(),
            rate: rate.single(),
        },
        Ask::FadeToClip(at, rate, time) => Request::FadeToClip {
            clip: names.clip(at),
            rate: rate.single(),
            duration: time.single(),
        },
        Ask::StopClip => Request::StopClip,
        Ask::PlayGraph(at) => Request::PlayGraph {
            graph: names.graph(at),
        },
        Ask::SetParameter(at, to) => Request::SetParameter {
            parameter: names.parameter(at),
            value: to.value(),
        },
        Ask::Live(ref bones) => {
            let curves = bones
                .iter()
                .map(|(bone, to)| (names.bone(*bone), to.angle.single()))
                .collect();
            let bones = bones
                .iter()
                .map(|(bone, to)| (names.bone(*bone), to.transform()))
                .collect();
            Request::TellLive(Arc::new(LiveFrame {
                subject: OUTSIDE,
                bones,
                curves,
            }))
        }
        Ask::Target(at, Some(place)) => Request::SetWarpTarget {
            target: names.target(at),
            place: place.transform(),
        },
        Ask::Target(at, None) => Request::RemoveWarpTarget {
            target: names.target(at),
        },
        Ask::External(ref bones) => {
            let bone = |(bone, to, weight): &(u8, Moved, Number)| ExternalBone {
                bone: names.bone(*bone),
                local: to.transform(),
                weight: weight.single(),
            };
            Request::SetExternal {
                stream: OUTSIDE,
                bones: bones.iter().map(bone).collect(),
            }
        }
        _ => return None,
    })
}

fn input(names: &Names<'_>, character: u8, ask: &Ask) -> EngineInput {
    let other = |at: u8| CharacterId::from(at % CHARACTERS);
    let character = other(character);
    match *ask {
        Ask::Add(at, seed) => EngineInput::AddCharacter {
            character,
            skeleton: names.skeleton(at),
            seed,
        },
        Ask::Place(at) => EngineInput::Place {
            character,
            placement: at.transform(),
        },
        Ask::Carry(at) => EngineInput::Carry {
            character,
            placement: at.map(Moved::transform),
        },
        Ask::FollowMontage(at, leader) => {
            let leader = leader.map(|(whom, theirs)| (other(whom), names.montage(theirs)));
            EngineInput::FollowMontage {
                character,
                montage: names.montage(at),
                leader,
            }
        }
        Ask::Follow(leader) => EngineInput::Follow {
            character,
            leader: leader.map(other),
        },
        Ask::CopyPose(from) => EngineInput::CopyPose {
            character,
            partner: OUTSIDE,
            from: from.map(other),
        },
        Ask::SetRate(every, skips_updates, interpolates) => {
            let rate = EvaluationRate {
                every: every.into(),
                skips_updates,
                interpolates,
            };
            EngineInput::SetRate { character, rate }
        }
        Ask::SetVisibility(at) => {
            use Visibility::*;
            let visibility =
                [TickAndEvaluate, TickOnly, MontagesOnly, Nothing][usize::from(at % 4)];
            EngineInput::SetVisibility {
                character,
                visibility,
            }
        }
        Ask::Library(at) => {
            let revision = u64::from(at % 4);
            let library = EDITED.get(usize::from(at % 4)).unwrap_or(names.0);
            EngineInput::SetLibrary {
                revision,
                library: library.clone(),
            }
        }
        Ask::FollowTarget(at, of, offset) => EngineInput::FollowWarpTarget {
            character,
            target: names.target(at),
            of: of.map(|(whom, bone)| (other(whom), names.bone(bone))),
            offset: offset.transform(),
        },
        Ask::Ground(ground) => EngineInput::SetGround {
            ground: ground.map(|it| Arc::new(terrain(it))),
        },
        Ask::TellGround(ref hits) => EngineInput::TellGround {
            character,
            hits: Arc::new(told(hits)),
        },
        ref asked => match request(names, asked) {
            Some(request) => EngineInput::Request { character, request },
            None => EngineInput::RemoveCharacter { character },
        },
    }
}

fn terrain((shape, first, second): (u8, Number, Number)) -> Terrain {
    let (first, second) = (first.value(), second.value());
    let shape = match shape % 4 {
        0 => Shape::Flat,
        1 => Shape::Slope { angle: first },
        2 => Shape::Stairs {
            rise: first,
            run: second,
            steps: 0,
        },
        _ => Shape::Waves {
            amplitude: first,
            length: second,
        },
    };
    Terrain {
        shape,
        height: first,
        heading: second,
        blocks: Vec::new(),
    }
}

fn told(hits: &[(u8, Moved, Option<Moved>)]) -> Hits {
    let place = |moved: &Moved| moved.to.map(Number::value).into();
    let swept = |(bone, at, hit): &(u8, Moved, Option<Moved>)| Swept {
        bone: (*bone).into(),
        at: place(at),
        hit: hit.as_ref().map(|hit| Hit {
            point: place(hit),
            normal: place(at),
        }),
    };
    Hits(hits.iter().map(swept).collect())
}

fn transport(names: &Names<'_>, show: &Show) -> Transport {
    match *show {
        Show::Subject(kind, at) => Transport::Show(names.subject(kind, at)),
        Show::Play => Transport::Play,
        Show::Pause => Transport::Pause,
        Show::Seek(to) => Transport::Seek(to.value()),
        Show::Rate(rate) => Transport::SetRate(rate.single()),
        Show::Looping(is_looping) => Transport::SetLooping(is_looping),
        Show::Scope(at) => Transport::SetScope(
            [
                MontageScope::Section,
                MontageScope::Chain,
                MontageScope::All,
            ][usize::from(at % 3)],
        ),
        Show::Lod(lod) => Transport::SetLod(lod),
    }
}

/// How often what has begun has not ended: states of notifies and montages.
#[derive(Default)]
struct Open {
    counts: BTreeMap<(CharacterId, bool, u64, Source), i32>,
    /// Somebody is scrubbed, which fires nothing: what is shown may end without having begun, and
    /// the other way round.
    is_scrubbed: bool,
}

impl Open {
    fn tell(&mut self, character: CharacterId, event: &Event) {
        let counts = matches!(event.reason, EventReason::Fired | EventReason::TornDown);
        if !counts || self.is_scrubbed {
            return;
        }
        let (is_state, by) = match event.phase {
            Phase::Begin => (true, 1),
            Phase::End => (true, -1),
            Phase::Started => (false, 1),
            Phase::Ended { .. } => (false, -1),
            _ => return,
        };
        let count = self
            .counts
            .entry((character, is_state, event.id, event.source))
            .or_default();
        *count += by;
        assert!(*count >= 0, "it ended without having begun: {event:?}");
    }

    fn hear(&mut self, evaluator: &mut Evaluator) {
        evaluator.dispatch(|character, event, _| self.tell(character, event));
    }
}

fn check(evaluator: &Evaluator) {
    for character in evaluator.characters() {
        let pose = evaluator.proxy(character).expect("no step is open").pose();
        assert!(pose.is_finite(), "a pose of {character}");
        let (placement, delta) = evaluator.placement(character).expect("it is there");
        assert!(
            placement.is_finite() && delta.is_finite(),
            "{character}: {placement:?} {delta:?}"
        );
        assert_eq!(
            evaluator.faults(character),
            0,
            "{:?}",
            evaluator.fault(character)
        );
    }
}

/// As a game plays.
fn play(case: &Case, library: &Arc<Library>) {
    let names = Names(library);
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    evaluator.step(0.0, &begin(library));
    let is_scrubbed = case.asks().any(|(_, ask)| matches!(ask, Ask::Scrub(..)));
    let mut open = Open {
        is_scrubbed,
        ..Open::default()
    };
    open.hear(&mut evaluator);
    for (nth, (dt, asked)) in case.ticks.iter().take(MOST_TICKS).enumerate() {
        let asked = asked.iter().take(MOST_INPUTS);
        let inputs: Vec<EngineInput> = asked
            .map(|(character, ask)| input(&names, *character, ask))
            .collect();
        evaluator.step(dt.value(), &inputs);
        open.hear(&mut evaluator);
        check(&evaluator);
        if nth == usize::from(case.saved_at) {
            let saved = evaluator.save();
            evaluator.restore(&saved);
        }
    }
    let all: Vec<CharacterId> = evaluator.characters().collect();
    let gone: Vec<EngineInput> = all
        .into_iter()
        .map(|character| EngineInput::RemoveCharacter { character })
        .collect();
    evaluator.step(0.0, &gone);
    open.hear(&mut evaluator);
    assert!(
        open.counts.values().all(|count| *count == 0),
        "begun and not ended: {:?}",
        open.counts
    );
}

/// As the editor plays.
fn preview(case: &Case, library: &Arc<Library>) {
    let names = Names(library);
    let mut player = Player::new(WorkerMode::Inline, library.clone());
    player.step(0.0, &begin(library).map(PlayerOrder::from));
    for (dt, asked) in case.ticks.iter().take(MOST_TICKS) {
        let order = |(character, ask): &(u8, Ask)| match ask {
            Ask::Preview(show) => PlayerOrder::Transport(transport(&names, show)),
            _ => PlayerOrder::Input(input(&names, *character, ask)),
        };
        player.step(
            dt.value(),
            &asked
                .iter()
                .take(MOST_INPUTS)
                .map(order)
                .collect::<Vec<_>>(),
        );
        check(player.evaluator());
        let position = player.preview().position();
        assert!(position.is_finite(), "the playhead is at {position}");
    }
}

fn begin(library: &Library) -> [EngineInput; 2] {
    let skeleton = library
        .montages
        .first()
        .map_or(Name::NONE, |montage| montage.skeleton);
    [0, 1].map(|character| EngineInput::AddCharacter {
        character,
        skeleton,
        seed: character.into(),
    })
}

impl Case {
    fn asks(&self) -> impl Iterator<Item = &(u8, Ask)> {
        self.ticks.iter().flat_map(|(_, asks)| asks)
    }
}

fuzz_target!(|case: Case| {
    let library = match &case.changes {
        None => GOOD.1.clone(),
        changes => match changed_bundle(&GOOD.0, changes.as_ref()) {
            Some(bundle) => bundle.library,
            None => return,
        },
    };
    if case.asks().any(|(_, ask)| matches!(ask, Ask::Preview(_))) {
        preview(&case, &library);
    } else {
        play(&case, &library);
    }
});
