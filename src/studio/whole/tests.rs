//! What is made of the sample: the committed texts say what it did, so that a change of it is seen
//! and meant. The same inputs give the same bits on every processor; texts hold them to four digits
//! or as sums of their bits.

use crate::{
    MontageScope, PREVIEWED, Player, PreviewSubject, Transport,
    drive::{CharacterDrive, Gait, MoverFigure, Pace, Wish, bound},
    slide::{BlendSpaceGraph, Slid, Sole, crossings, film, program},
    sweep::{Pattern, SweepFault, SweepOptions, SweepReport, SweepTake, sweep},
    warp_path::{Reach, WarpPath},
};
use anim::{Library, Name, Transform, instance::RootMotionMode};
use engine::WorkerMode;
use glam::{Vec2, Vec3};
use std::{
    fmt::Write,
    sync::{Arc, OnceLock},
};

/// Compares with the committed text, which `UPDATE_WHOLE=1 cargo test -p studio whole` writes anew.
fn compare(name: &str, made: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("whole")
        .join(name);
    if std::env::var_os("UPDATE_WHOLE").is_some() {
        std::fs::write(&path, made).expect("the text is written");
    }
    let committed = std::fs::read_to_string(&path).expect("the text is committed");
    for (line, (was, is)) in committed.lines().zip(made.lines()).enumerate() {
        assert_eq!(was, is, "line {} of {name}", line + 1);
    }
    assert_eq!(committed, made, "{name}");
}

fn sample() -> Arc<Library> {
    static SAMPLE: OnceLock<Arc<Library>> = OnceLock::new();
    SAMPLE
        .get_or_init(|| {
            asset::compile(
                &mannequin::sample(),
                &mut asset::Cache::default(),
                asset::CompileOptions::default(),
            )
            .library
        })
        .clone()
}

fn place(at: &Transform) -> String {
    format!("{:.4} {:.4}", at.translation, at.rotation.xyz())
}

/// With their curves or without.
fn hero(library: &Library, has_curves: bool) -> Vec<Sole> {
    let skeleton = library
        .skeleton(library.graph(Name::new("PG_Hero")).unwrap().skeleton())
        .unwrap();
    let sole = |side: &str| {
        let name = |stem: &str| Name::new(&format!("{stem}_{side}"));
        let curve = Name::new(&format!("Contact_{}", side.to_uppercase()));
        Sole::new(
            skeleton,
            name("foot"),
            Some(name("ball")),
            has_curves.then_some(curve),
        )
        .unwrap()
    };
    ["l", "r"].map(sole).into()
}

fn text_of(report: &SweepReport) -> String {
    let mut text = format!(
        "{:.4} s, {} events, {} refused\n",
        report.seconds,
        report.events,
        report.refused.len()
    );
    for run in &report.runs {
        let (latest, astray) = (run.latest, run.astray);
        let (ticks, events, faults, counts) = (run.ticks, run.events, run.faults, run.counts);
        writeln!(
            text,
            "{} {:?} {ticks} {events} {faults} {counts:?} {latest:.4} {astray:.4}",
            run.rate, run.pattern
        )
        .unwrap();
    }
    for finding in report.findings.iter().take(40) {
        writeln!(text, "{finding:.4?}").unwrap();
    }
    writeln!(text, "{:.4?}", report.lowest).unwrap();
    text
}

#[test]
fn a_sweep_finds_what_it_found() {
    let library = sample();
    let options = SweepOptions {
        rates: vec![15.0, 50.0],
        ..SweepOptions::default()
    };
    let mut text = format!(
        "{:?}\n{:?} {:?}\n",
        SweepOptions::default(),
        Pattern::ALL.map(Pattern::word),
        SweepFault::ALL.map(SweepFault::word)
    );
    for montage in ["AM_AttackCombo", "AM_ChargedAttack"] {
        let take = SweepTake::of_montage(&library, Name::new(montage), 7).unwrap();
        let mut parts = Vec::new();
        let report = sweep(&take, &options, |part| {
            parts.push(part);
            true
        });
        text += &format!("{montage}\n{parts:?}\n{}", text_of(&report.unwrap()));
    }
    compare("sweep.txt", &text);
}

#[test]
fn feet_slide_as_they_did() {
    let (library, mut text) = (sample(), String::new());
    let graph = Name::new("PG_Hero");
    let bound = bound(&library, library.graph(graph).unwrap());
    let take = program(&library, graph, Pace::default(), &bound).unwrap();
    writeln!(text, "{:.4} s, {} inputs", take.seconds, take.inputs.len()).unwrap();
    for soles in [true, false].map(|has_curves| hero(&library, has_curves)) {
        let film = film(&take, 0.5, &soles, |_| true).unwrap();
        writeln!(text, "{:.4?}", Slid::of(film.contacts.iter())).unwrap();
        for contact in &film.contacts {
            let (from, to, by) = (contact.from, contact.to, contact.by);
            writeln!(
                text,
                "{} {from:.4} {to:.4} {:.4} {:.4} {by:?}",
                contact.foot, contact.slide, contact.frame
            )
            .unwrap();
        }
        for crossed in crossings(&library, graph, &film) {
            writeln!(text, "{crossed:.4?}").unwrap();
        }
    }
    compare("slide.txt", &text);
}

#[test]
fn a_map_of_a_blend_space_is_what_it_was() {
    let mut project = mannequin::excerpt();
    let walk = *project
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .map(|(id, _)| id)
        .unwrap();
    let skeleton = project.clips[&walk].skeleton;
    let sample = |id, at| asset::blend_space::Sample {
        id: asset::Id(id),
        clip: walk,
        at: [at, 0.0],
        rate: 1.0,
    };
    let axis = asset::blend_space::Axis {
        unit: "m/s".into(),
        ..asset::blend_space::Axis::new("Speed", 0.5, 2.0)
    };
    let space = asset::BlendSpace {
        axes: vec![axis],
        samples: vec![sample(8001, 0.5), sample(8002, 2.0)],
        ..asset::BlendSpace::new("BS", skeleton)
    };
    project
        .blend_spaces
        .insert(asset::Id(8000), Arc::new(space.clone()));
    let trial = asset::trial::trial_of(&project, asset::Id(8000)).unwrap();
    let name = Name::new(&trial.name);
    project.graphs.insert(asset::trial::TRIAL, Arc::new(trial));
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let rig = library
        .skeletons
        .iter()
        .find(|rig| rig.find(Name::new("foot_l")).is_some())
        .unwrap();
    let soles = ["l", "r"]
        .map(|side| Sole::new(rig, Name::new(&format!("foot_{side}")), None, None).unwrap());
    let space = BlendSpaceGraph::new(name, asset::trial::inputs(&space));
    let map = space.map(&library, &soles, [3, 1], |_| true).unwrap();
    let mut text = format!(
        "{space:?}\n{:?} {:.5} {:.5?}\n",
        map.size,
        map.mean(),
        map.worst()
    );
    for cell in &map.cells {
        writeln!(text, "{cell:.5?}").unwrap();
    }
    compare("map.txt", &text);
}

#[test]
fn a_drive_goes_where_it_went() {
    let library = sample();
    let graph = Name::new("PG_Hero");
    let bound = bound(&library, library.graph(graph).unwrap());
    let mut text = format!("{:?}\n", Pace::default());
    for figure in MoverFigure::ALL {
        writeln!(text, "{figure:?} {:?} {:?}", figure.kind(), figure.usual()).unwrap();
    }
    let known = |it: &crate::drive::FigureBinding| {
        (
            it.figure,
            library.names.text(it.parameter).to_owned(),
            it.range,
        )
    };
    writeln!(text, "{:?}", bound.iter().map(known).collect::<Vec<_>>()).unwrap();
    let wish = |stick: Vec2, gait| Wish {
        stick,
        gait,
        ..Wish::default()
    };
    let wishes = [
        wish(Vec2::Y, Gait::Walk),
        Wish {
            heading: 1.25,
            ..wish(Vec2::Y, Gait::Jog)
        },
        wish(Vec2::new(-0.75, -0.5), Gait::Sprint),
        Wish {
            jump: true,
            ..wish(Vec2::Y, Gait::Sprint)
        },
        Wish {
            aim: true,
            heading: 2.75,
            pitch: 0.5,
            ..wish(Vec2::NEG_X, Gait::Jog)
        },
        Wish {
            crouch: true,
            ..wish(Vec2::new(0.25, 0.5), Gait::Jog)
        },
        Wish {
            heading: -2.0,
            ..Wish::default()
        },
    ];
    let mut drive = CharacterDrive::new(Pace::default(), &Transform::IDENTITY, graph, &[]);
    for wish in &wishes {
        for nth in 0..30 {
            drive.pass(
                1.0 / 60.0,
                &Wish {
                    jump: wish.jump && nth == 0,
                    ..*wish
                },
                &bound,
            );
        }
    }
    drive.leave(&bound);
    writeln!(text, "{:.4}", drive.time()).unwrap();
    for (time, input) in drive.script().iter().step_by(3) {
        writeln!(text, "{time:.4} {input:.4?}").unwrap();
    }
    compare("drive.txt", &text);
}

#[test]
fn a_preview_shows_what_it_did() {
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let mut player = Player::new(WorkerMode::Inline, library);
    let mut text = String::new();
    let clip = PreviewSubject::Clip(Name::new("Walk_Fwd"));
    let montage = PreviewSubject::Montage(Name::new("AM_ChargedAttack"));
    use Transport::{
        Pause, Play, Seek, SetLod, SetLoopRegion, SetLooping, SetRate, SetRootMotionMode, SetScope,
        Show,
    };
    for transport in [
        Show(clip),
        Play,
        SetRate(1.5),
        SetLoopRegion(Some((0.25, 0.75))),
        Seek(0.5),
        SetRate(-1.0),
        SetLoopRegion(None),
        SetLooping(false),
        SetRate(2.0),
        Play,
        Show(montage),
        Play,
        Seek(1.0),
        SetScope(MontageScope::All),
        SetLod(1),
        Pause,
        SetRootMotionMode(RootMotionMode::Ignore),
        Play,
        SetLooping(true),
        SetRate(-0.5),
        SetRate(0.0),
        SetRate(1.0),
    ] {
        player.step(0.0, &[transport.clone().into()]);
        let mut told = 0;
        for _ in 0..30 {
            player.step(1.0 / 60.0, &[]);
            told += player.events().len();
        }
        let preview = player.preview();
        let at = player
            .evaluator()
            .placement(PREVIEWED)
            .map(|(placement, ..)| place(placement));
        let (position, speed) = (preview.position(), preview.speed());
        let trail = (preview.trail().len(), preview.trail().iter().sum::<Vec3>());
        let (is_playing, jumps) = (preview.is_playing(), preview.jumps());
        writeln!(
            text,
            "{transport:?} [] {is_playing} {position:.4} {jumps} {speed:.4} {told} {} {:.3} {at:?}",
            trail.0, trail.1
        )
        .unwrap();
    }
    compare("preview.txt", &text);
}

#[test]
fn warps_lead_where_they_led() {
    let (library, mut text) = (sample(), String::new());
    let at = |name: &str, x: f32, y: f32, z: f32| {
        (
            Name::new(name),
            Transform::from_translation(Vec3::new(x, y, z)),
        )
    };
    let vault = vec![at("Ledge", 0.25, 1.25, 2.5), at("Landing", 0.0, 0.0, 3.5)];
    for (montage, targets) in [
        ("AM_Vault", vault),
        ("AM_Lunge", vec![at("Enemy", 0.5, 0.0, 2.0)]),
    ] {
        let name = Name::new(montage);
        let path = WarpPath::of(&library, name, &targets).unwrap();
        writeln!(text, "{montage} {} {}", path.way.len(), path.roots.len()).unwrap();
        path.way
            .iter()
            .step_by(15)
            .for_each(|at| writeln!(text, "{}", place(at)).unwrap());
        path.roots
            .iter()
            .step_by(15)
            .for_each(|(time, at)| writeln!(text, "{time:.4} {}", place(at)).unwrap());
        for end in &path.ends {
            writeln!(
                text,
                "{:?} {:.4} {:.4?} {}",
                end.event.phase,
                end.at,
                end.off,
                end.arrived()
            )
            .unwrap();
        }
        let reach = Reach::of(&library, name, &targets, 0);
        writeln!(
            text,
            "{:.3?}",
            reach.map(|it| (
                it.metres,
                it.is_open,
                it.now,
                it.beyond.map(|event| event.phase)
            ))
        )
        .unwrap();
        let around = Reach::around(&library, name, &targets, 0, (4, || true));
        writeln!(text, "{around:.3?}").unwrap();
    }
    compare("warps.txt", &text);
}
