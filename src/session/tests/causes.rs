//! Montages, notifies and graphs that are broken in one known way each: the cause is named.

use crate::{
    LedgerFilter, LedgerOutcome, read_ledger,
    tests::{TICK, ask},
};
use anim::{Name, Request, Transform, graph::control::ExternalBone};
use asset::{Project, montage::Montage, notify::Notify};
use engine::{EngineInput, Evaluator, Recording, RecordingLimits, WorkerMode};
use glam::Vec3;
use std::sync::Arc;

const COMBO: &str = "AM_AttackCombo";

/// One fault, and what is said of it.
struct Broken {
    title: &'static str,
    edit: fn(&mut Project),
    /// Requests with their ticks; the combo plays from tick 10 on unless there are others.
    requests: Vec<(u64, Request)>,
    subject: &'static str,
    reason: &'static str,
}

fn broken(
    title: &'static str,
    subject: &'static str,
    reason: &'static str,
    edit: fn(&mut Project),
) -> Broken {
    Broken {
        title,
        edit,
        requests: vec![(10, Request::play(Name::new(COMBO), 1.0))],
        subject,
        reason,
    }
}

impl Broken {
    fn with(mut self, tick: u64, request: Request) -> Self {
        self.requests.push((tick, request));
        self
    }

    fn alone(mut self, tick: u64, request: Request) -> Self {
        self.requests = vec![(tick, request)];
        self
    }
}

fn nothing(_: &mut Project) {}

fn of_montage(project: &mut Project, name: &str, change: impl FnOnce(&mut Montage)) {
    let found = project.montages.values_mut().find(|it| it.name == name);
    change(Arc::make_mut(found.unwrap()));
}

fn of_notify(project: &mut Project, of: &str, name: &str, change: impl FnOnce(&mut Notify)) {
    of_montage(project, of, |montage| {
        let notify = montage.notifies.iter_mut().find(|it| it.name == name);
        change(notify.unwrap());
    });
}

fn whoosh(project: &mut Project, change: impl FnOnce(&mut Notify)) {
    of_notify(project, COMBO, "Whoosh_1", change);
}

/// Every rule of the hero's machines in which a text stands gets another text.
fn rules(project: &mut Project, old: &str, new: &str) {
    let hero = project.graphs.values_mut().find(|it| it.name == "PG_Hero");
    let wiring = Arc::make_mut(&mut Arc::make_mut(hero.unwrap()).wiring);
    for node in &mut wiring.nodes {
        if let asset::graph::NodeKind::StateMachine(machine) = &mut node.kind {
            for transition in &mut machine.transitions {
                if let asset::graph::Rule::Text(rule) = &mut transition.rule {
                    *rule = rule.replace(old, new);
                }
            }
        }
    }
}

fn far(z: f32) -> Transform {
    Transform::from_translation(Vec3::new(0.0, 0.0, z))
}

fn stop() -> Request {
    Request::StopMontage {
        montage: None,
        blend_out: None,
    }
}

fn notifies() -> Vec<Broken> {
    let combo = Name::new(COMBO);
    vec![
        broken(
            "its weight threshold is never exceeded",
            "Whoosh_1",
            "weight",
            |it| {
                whoosh(it, |notify| notify.weight_threshold = 1.0);
            },
        ),
        broken("its chance is 0", "Whoosh_1", "chance", |it| {
            whoosh(it, |notify| notify.chance = 0.0);
        }),
        broken(
            "it is silent at every level of detail",
            "Whoosh_1",
            "LOD",
            |it| {
                whoosh(it, |notify| notify.from_lod = Some(0));
            },
        ),
        broken("the game filters it", "Whoosh_1", "filtered", |it| {
            whoosh(it, |notify| notify.filterable = true);
        })
        .with(1, Request::FilterNotifies { filter: true }),
        broken("it is not for servers", "Whoosh_1", "server", |it| {
            whoosh(it, |notify| notify.on_dedicated_server = false);
        })
        .with(1, Request::SetDedicatedServer { is_server: true }),
        broken("a jump passes it", "Whoosh_1", "skipped", nothing).with(
            15,
            Request::JumpToSection {
                montage: combo,
                section: Name::new("Backhand"),
                at_end: false,
            },
        ),
        broken(
            "its position was set behind it",
            "Whoosh_1",
            "skipped",
            nothing,
        )
        .with(
            15,
            Request::SetPosition {
                montage: combo,
                position: 1.0,
            },
        ),
        broken(
            "the playhead is dragged over it",
            "Whoosh_1",
            "scrubbed",
            nothing,
        )
        .with(
            15,
            Request::Scrub {
                montage: combo,
                position: 0.5,
            },
        ),
        broken(
            "its slot is in no graph",
            "HitWindow",
            "slot not shown",
            |it| {
                of_montage(it, COMBO, |montage| {
                    montage.slots[0].name = "Nowhere".into()
                });
            },
        ),
        broken("its section leads nowhere", COMBO, "time", |it| {
            of_montage(it, COMBO, |montage| montage.sections[0].next = None);
        }),
        broken("its montage is stopped before", COMBO, "request", nothing).with(15, stop()),
        broken(
            "another montage of the group takes over",
            COMBO,
            "group",
            nothing,
        )
        .with(15, Request::play(Name::new("AM_HeavyAttack"), 1.0)),
        broken("its window has no target", "Ledge", "no target", nothing)
            .alone(10, Request::play(Name::new("AM_Vault"), 1.0)),
        broken(
            "its target is too far for its speed",
            "Enemy",
            "speed clamp",
            |it| {
                of_notify(it, "AM_Lunge", "StepUp", |notify| {
                    notify.warp.as_mut().unwrap().speed_clamp = 1.1;
                });
            },
        )
        .alone(10, Request::play(Name::new("AM_Lunge"), 1.0))
        .with(
            9,
            Request::SetWarpTarget {
                target: Name::new("Enemy"),
                place: far(9.0),
            },
        ),
    ]
}

fn requests() -> Vec<Broken> {
    let (combo, missing) = (Name::new(COMBO), Name::new("Missing"));
    let refused =
        |title, subject, reason, request| broken(title, subject, reason, nothing).with(20, request);
    vec![
        broken(
            "the montage is deleted",
            COMBO,
            "no montage has this name",
            |it| {
                it.montages.retain(|_, montage| montage.name != COMBO);
            },
        ),
        refused(
            "the section is not there",
            "Missing",
            "no section with this name",
            Request::JumpToSection {
                montage: combo,
                section: missing,
                at_end: false,
            },
        ),
        refused(
            "the next section is of a section that is not there",
            "Missing",
            "no section with this name",
            Request::SetNextSection {
                montage: combo,
                from: missing,
                to: None,
            },
        ),
        refused(
            "the graph is not there",
            "Missing",
            "no pose graph has this name",
            Request::PlayGraph { graph: missing },
        ),
        refused(
            "the clip is not there",
            "Missing",
            "no clip has this name",
            Request::PlayClip {
                clip: missing,
                position: 0.0,
                rate: 1.0,
            },
        ),
        refused(
            "the parameter is misspelt",
            "Sped",
            "no parameter with this name",
            Request::SetParameter {
                parameter: Name::new("Sped"),
                value: 1.0,
            },
        ),
        refused(
            "the stream is not there",
            "Missing",
            "no External Pose node",
            Request::SetExternal {
                stream: missing,
                bones: Arc::from([ExternalBone {
                    bone: Name::new("head"),
                    local: Transform::IDENTITY,
                    weight: 1.0,
                }]),
            },
        ),
        refused(
            "the snapshot is not there",
            "Missing",
            "no Pose Snapshot node",
            Request::SnapshotPose { snapshot: missing },
        ),
        refused(
            "no montage of the group plays",
            "Missing",
            "no montage of this slot group",
            Request::StopGroup {
                group: missing,
                blend_out: None,
            },
        ),
        refused(
            "another montage is paused than the one that plays",
            "AM_HeavyAttack",
            "not playing",
            Request::Pause {
                montage: Name::new("AM_HeavyAttack"),
            },
        ),
        refused(
            "the position is not a number",
            COMBO,
            "not finite",
            Request::SetPosition {
                montage: combo,
                position: f64::NAN,
            },
        ),
        refused(
            "the rate is beyond what a montage plays at",
            COMBO,
            "clamped",
            Request::SetPlayRate {
                montage: combo,
                rate: 1000.0,
            },
        ),
        refused(
            "the target was never set",
            "Missing",
            "no warp target",
            Request::RemoveWarpTarget { target: missing },
        ),
        refused(
            "the montage follows itself",
            COMBO,
            "cannot follow itself",
            Request::FollowMontage {
                montage: combo,
                leader: Some(combo),
            },
        ),
        refused(
            "the leader does not play",
            "AM_Wave",
            "not playing",
            Request::FollowMontage {
                montage: Name::new("AM_Wave"),
                leader: Some(combo),
            },
        ),
        refused(
            "the root of a montage is held that does not play",
            "AM_Wave",
            "not playing",
            Request::DisableRootMotion {
                montage: Name::new("AM_Wave"),
                disable: true,
            },
        ),
        refused(
            "a montage is resumed that was never started",
            "AM_Wave",
            "not playing",
            Request::Resume {
                montage: Name::new("AM_Wave"),
            },
        ),
        refused(
            "the rate is of a montage that is over",
            "AM_Wave",
            "not playing",
            Request::SetPlayRate {
                montage: Name::new("AM_Wave"),
                rate: 0.5,
            },
        ),
        refused(
            "the position that is forced is not a number",
            COMBO,
            "not finite",
            Request::ForcePosition {
                montage: combo,
                from: None,
                to: f64::INFINITY,
            },
        ),
        refused(
            "the clip to fade to is not there",
            "Missing",
            "no clip has this name",
            Request::FadeToClip {
                clip: missing,
                rate: 1.0,
                duration: 0.2,
            },
        ),
        refused(
            "the target is not a place",
            "Enemy",
            "not finite",
            Request::SetWarpTarget {
                target: Name::new("Enemy"),
                place: far(f32::NAN),
            },
        ),
    ]
}

fn machines() -> Vec<Broken> {
    let speed = |value| Request::SetParameter {
        parameter: Name::new("Speed"),
        value,
    };
    vec![
        broken(
            "a rule wants more than the game ever sets",
            "Idle → Start",
            "Speed >= 99 is false: Speed is 1.4",
            |it| rules(it, "Speed >= 0.1", "Speed >= 99"),
        )
        .alone(1, speed(1.4)),
        broken(
            "a parameter is never set",
            "Idle → Start",
            "Speed >= 0.1 is false: Speed is 0",
            nothing,
        )
        .alone(1, speed(0.0)),
        broken(
            "a trigger is never set",
            "Ground → JumpStart",
            "Jump is false: Jump is 0",
            nothing,
        ),
        broken(
            "a rule asks for the opposite",
            "Idle → CrouchIdle",
            "not Crouching is false: Crouching is 1",
            |it| rules(it, "Crouching", "not Crouching"),
        )
        .alone(
            1,
            Request::SetParameter {
                parameter: Name::new("Crouching"),
                value: 1.0,
            },
        ),
        broken(
            "a state waits for the end of its clip",
            "Start → Move",
            "its clip is not close enough to its end",
            nothing,
        )
        .alone(1, speed(1.4)),
        broken(
            "a break is never long enough",
            "Idle → Break",
            "time_in_state() > 800 is false",
            |it| rules(it, "time_in_state() > 8", "time_in_state() > 800"),
        ),
    ]
}

/// What is said of the subject in four seconds of the sample's hero.
fn said(broken: &Broken, cache: &mut asset::Cache) -> Vec<String> {
    let mut project = mannequin::sample();
    (broken.edit)(&mut project);
    let library = asset::compile(&project, cache, asset::CompileOptions::default()).library;
    let graph = library.graph(Name::new("PG_Hero")).unwrap().clone();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    for tick in 0..240 {
        let mut inputs = Vec::new();
        if tick == 0 {
            inputs.push(EngineInput::AddCharacter {
                character: 0,
                skeleton: graph.skeleton(),
                seed: 3,
            });
            let graph = graph.name();
            inputs.push(ask(0, Request::PlayGraph { graph }));
        }
        let due = broken.requests.iter().filter(|it| it.0 == tick);
        inputs.extend(due.map(|(_, request)| ask(0, request.clone())));
        evaluator.step(TICK, &inputs);
        recording.add(TICK, &inputs, &mut evaluator);
    }
    let filter = LedgerFilter {
        subject: Some(broken.subject.to_owned()),
        ..LedgerFilter::default()
    };
    let rows = read_ledger(&recording.session(), &filter).unwrap();
    let did_not = rows.iter().map(|row| {
        let is_happened = row.outcome == LedgerOutcome::Happened;
        let mark = if is_happened { "+" } else { "-" };
        format!("{mark} {}: {}", row.what, row.reason)
    });
    did_not.collect()
}

#[test]
fn the_cause_of_what_is_broken_is_named() {
    let all: Vec<Broken> = [notifies(), requests(), machines()]
        .into_iter()
        .flatten()
        .collect();
    // What one of them has compiled, the others need not.
    let mut cache = asset::Cache::default();
    let mut unnamed = Vec::new();
    for broken in &all {
        let said = said(broken, &mut cache);
        if !said.iter().any(|row| row.contains(broken.reason)) {
            let mut said = said;
            said.dedup();
            unnamed.push((broken.title, broken.subject, broken.reason, said));
        }
    }
    assert!(
        unnamed.is_empty(),
        "{} of {}: {unnamed:#?}",
        unnamed.len(),
        all.len()
    );
}
