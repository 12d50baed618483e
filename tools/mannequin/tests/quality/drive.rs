//! The sample's graph, driven through everything that it does: feet stay where they stand, and
//! nothing pops.

use super::feet::{least_move, sole_of};
use crate::{graph::HERO, rig::Side, sample};
use anim::{AnimInstance, AnimInstanceProxy, Library, Name, Request};
use glam::{DVec3, Vec3};
use std::sync::Arc;

const TICK: f64 = 1.0 / 60.0;
/// Seconds after which a movement that was asked for is steady.
const SETTLED: f64 = 1.6;
/// Metres that a foot slides while it stands.
const MOST_SLIDE: f64 = 0.015;
/// Metres that a bone goes in a tick beyond what it goes in the ticks around it.
const MOST_POP: f32 = 0.03;
const WATCHED: [&str; 6] = ["head", "hand_l", "hand_r", "foot_l", "foot_r", "pelvis"];

/// Seconds, parameter, value.
type Row = (f64, &'static str, f64);

/// A minute: every state, every way of going, hits and turns while at it.
const DRIVE: [Row; 46] = [
    (1.0, "Speed", 1.4),
    (6.0, "Speed", 3.0),
    (10.0, "Speed", 5.0),
    (14.0, "Speed", 3.0),
    (16.0, "Pivot", 1.0),
    (19.0, "Jump", 1.0),
    (19.0, "InAir", 1.0),
    (20.1, "InAir", 0.0),
    (23.0, "Speed", 0.0),
    (25.5, "TurnLeft", 1.0),
    (27.5, "TurnRight", 1.0),
    (29.5, "Speed", 1.0),
    (29.5, "Direction", -90.0),
    (32.5, "Direction", 90.0),
    (35.5, "Direction", 180.0),
    (35.5, "Speed", 1.2),
    (38.5, "Direction", 0.0),
    (38.5, "Speed", 1.4),
    (39.5, "HitFront", 1.0),
    (40.5, "HitLeft", 1.0),
    (41.0, "Aiming", 1.0),
    (41.2, "AimYaw", 60.0),
    (42.0, "AimYaw", -60.0),
    (42.0, "AimPitch", 40.0),
    (43.0, "Aiming", 0.0),
    (43.5, "Lean", 0.8),
    (44.5, "Lean", -0.8),
    (45.5, "Lean", 0.0),
    (45.5, "Breathing", 1.0),
    (46.0, "Breathing", 0.0),
    (46.5, "Crouching", 1.0),
    (46.5, "Speed", 1.1),
    (49.5, "Speed", 0.0),
    (51.0, "Crouching", 0.0),
    (52.0, "Looking", 1.0),
    (53.0, "LookTarget.x", -1.5),
    (54.0, "Looking", 0.0),
    (54.5, "Limping", 1.0),
    (54.5, "Speed", 0.7),
    (57.5, "Limping", 0.0),
    (57.5, "Speed", 1.4),
    (58.5, "Speed", 0.0),
    (58.7, "Speed", 2.0),
    (59.0, "Jump", 1.0),
    (59.1, "Jump", 1.0),
    (59.5, "Speed", 0.0),
];

struct Stage {
    instance: AnimInstance,
    proxy: AnimInstanceProxy,
    watched: [usize; 6],
    names: anim::Names,
}

/// What a tick showed.
struct Seen {
    /// Model space, relative to the root.
    watched: [Vec3; 6],
    /// World space: heel and ball of the foot, ball and tip of the toes.
    soles: [[DVec3; 4]; 2],
    stands: [bool; 2],
}

impl Stage {
    fn new() -> Self {
        let library: Arc<Library> = asset::compile(
            &sample(),
            &mut asset::Cache::default(),
            asset::CompileOptions::default(),
        )
        .library;
        let graph = library.graph(Name::new(HERO)).unwrap();
        let skeleton = library.skeleton(graph.skeleton()).unwrap().clone();
        let bone = |name: &str| {
            (0..skeleton.len())
                .find(|at| skeleton.bones[*at].name == Name::new(name))
                .unwrap()
        };
        let watched = WATCHED.map(bone);
        let mut instance = AnimInstance::new(library.clone(), skeleton, 7);
        instance
            .request(&Request::PlayGraph {
                graph: Name::new(HERO),
            })
            .unwrap();
        Self {
            instance,
            proxy: AnimInstanceProxy::default(),
            watched,
            names: library.names.clone(),
        }
    }

    /// As it is now, to go on by itself.
    fn copy(&self) -> Self {
        let proxy = AnimInstanceProxy::restored(&self.proxy.save());
        Self {
            instance: self.instance.clone(),
            proxy,
            watched: self.watched,
            names: self.names.clone(),
        }
    }

    fn set(&mut self, parameter: &str, value: f64) {
        self.instance
            .request(&Request::SetParameter {
                parameter: Name::new(parameter),
                value,
            })
            .unwrap();
    }

    fn tick(&mut self) -> Seen {
        self.tick_of(TICK)
    }

    fn tick_of(&mut self, dt: f64) -> Seen {
        let Self {
            instance,
            proxy,
            watched,
            ..
        } = self;
        instance.begin_frame(dt);
        instance.update_montages(&mut anim::instance::Silent);
        instance.pre_update(proxy);
        proxy.run_tick(&mut Default::default());
        instance.complete(proxy, &mut anim::instance::Silent);
        let at = |bone: usize| Vec3::from(proxy.models()[bone].translation);
        let stands = ["Contact_L", "Contact_R"]
            .map(|curve| proxy.pose().curve(Name::new(curve)).unwrap_or(0.0) > 0.999);
        let placement = instance.placement().to_affine();
        let point = |bone: usize, at: DVec3| {
            (placement * proxy.models()[bone])
                .transform_point3(at.as_vec3())
                .as_dvec3()
        };
        let soles = Side::BOTH.map(|side| sole_of(side, 0.0, point));
        Seen {
            watched: watched.map(at),
            soles,
            stands,
        }
    }

    /// The state of the locomotion.
    fn state(&self) -> String {
        let (graph, state) = (self.instance.graph(), self.proxy.state());
        let wanted = Name::new("Locomotion");
        let (node, machine) = graph
            .machines()
            .find(|(at, _)| graph.node_name(*at) == wanted)
            .unwrap();
        let names: Vec<u16> = state
            .machine(graph, node)
            .into_iter()
            .flat_map(|it| it.current())
            .collect();
        names
            .iter()
            .map(|at| {
                self.names
                    .text(machine.parts().states[usize::from(*at)].name)
            })
            .collect()
    }
}

/// Every tick of the drive with the seconds at its end and since the last parameter was set.
fn drive(mut each: impl FnMut(f64, f64, &Seen, &Stage)) {
    let mut stage = Stage::new();
    let (mut rows, mut set_at) = (DRIVE.iter().peekable(), 0.0);
    for tick in 0..3600 {
        let now = f64::from(tick) * TICK;
        while let Some((at, parameter, value)) = rows.next_if(|row| row.0 <= now + 1e-9) {
            stage.set(parameter, *value);
            set_at = *at;
        }
        let seen = stage.tick();
        each(now + TICK, now - set_at, &seen, &stage);
    }
}

#[test]
fn feet_stay_where_they_stand_while_the_figure_goes_steadily() {
    let mut planted: [Option<([DVec3; 4], DVec3)>; 2] = [None; 2];
    let (mut worst, mut contacts) = ((0.0, 0.0), 0);
    drive(|now, since, seen, _| {
        for ((planted, sole), stands) in planted.iter_mut().zip(seen.soles).zip(seen.stands) {
            if !stands || since < SETTLED {
                *planted = None;
                continue;
            }
            contacts += u32::from(planted.is_none());
            let (before, slid) = planted.unwrap_or((sole, DVec3::ZERO));
            let slid = slid + least_move(&before, &sole);
            *planted = Some((sole, slid));
            if slid.length() > worst.0 {
                worst = (slid.length(), now);
            }
        }
    });
    assert!(contacts > 30, "{contacts} contacts");
    assert!(
        worst.0 <= MOST_SLIDE,
        "{:.1} mm at {:.2} s",
        worst.0 * 1000.0,
        worst.1
    );
}

#[test]
fn nothing_pops_whatever_the_figure_turns_to() {
    let mut before: [Option<[Vec3; 6]>; 3] = [None; 3];
    let mut found = Vec::new();
    drive(|now, _, seen, stage| {
        if let [Some(one), Some(two), Some(three)] = before {
            for bone in 0..6 {
                let ways = [
                    two[bone] - one[bone],
                    three[bone] - two[bone],
                    seen.watched[bone] - three[bone],
                ];
                let [first, second, third] = ways.map(Vec3::length);
                let pop = second - first.max(third);
                if pop > MOST_POP {
                    found.push(format!(
                        "{now:.3} s: {} {:.1} cm in {}",
                        WATCHED[bone],
                        pop * 100.0,
                        stage.state()
                    ));
                }
            }
        }
        before = [before[1], before[2], Some(seen.watched)];
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn hands_close_as_far_as_they_are_told_and_the_body_stays_as_it_is() {
    let (mut open, mut closed) = (Stage::new(), Stage::new());
    closed.set("Fists", 1.0);
    for _ in 0..30 {
        let ways = open.tick().watched.into_iter().zip(closed.tick().watched);
        assert!(ways.into_iter().all(|(open, closed)| open == closed));
    }
    let pose = |stage: &Stage, bone: &str| {
        let skeleton = stage.instance.skeleton();
        stage
            .proxy
            .pose()
            .rotation(skeleton.find(Name::new(bone)).unwrap())
    };
    for bone in ["index_01_l", "index_02_r", "pinky_02_l"] {
        let turn = pose(&open, bone)
            .angle_between(pose(&closed, bone))
            .to_degrees();
        assert!(turn > 20.0, "{bone} turns by {turn}");
    }
    assert_eq!(
        open.proxy.pose().curve(Name::new("Contact_L")),
        closed.proxy.pose().curve(Name::new("Contact_L"))
    );
}

/// Stops out of a jog and out of a run, at every third tick of more than a cycle: feet that stand
/// then may be anywhere on their way, and the root goes on.
#[test]
fn body_does_not_pop_wherever_feet_are_as_the_figure_stops() {
    const HEAD: usize = 0;
    const PELVIS: usize = 5;
    let mut going = Stage::new();
    for speed in [3.0, 5.0] {
        going.set("Speed", speed);
        (0..150).for_each(|_| _ = going.tick());
        for phase in 0..16 {
            (0..3).for_each(|_| _ = going.tick());
            let mut stage = going.copy();
            let mut seen = vec![stage.tick(), stage.tick()];
            stage.set("Speed", 0.0);
            seen.extend((0..10).map(|_| stage.tick()));
            for (nth, four) in seen.windows(4).enumerate() {
                for bone in [HEAD, PELVIS] {
                    let way =
                        |at: usize| (four[at + 1].watched[bone] - four[at].watched[bone]).length();
                    let pop = way(1) - way(0).max(way(2));
                    assert!(
                        pop <= MOST_POP,
                        "{speed} m/s, {phase}, {nth}: {} {:.1} cm",
                        WATCHED[bone],
                        pop * 100.0
                    );
                }
            }
        }
    }
}

/// Ticks of one length, and uneven ones with one that takes no time.
const LENGTHS: [&[f64]; 5] = [
    &[1.0 / 144.0],
    &[TICK],
    &[1.0 / 30.0],
    &[0.1],
    &[0.004, 0.03, 0.011, 0.0, 0.05, 0.017, 0.1, 0.002],
];
/// Metres a second squared. From rest to the 3.44 m/s of the jog in 0.3 s, by a curve that is 2.11
/// times as steep as a straight line where it is steepest; and what the speed of clips changes
/// meanwhile.
const MOST_ACCELERATION: f64 = 2.11 * 3.44 / 0.3 + 1.5;

/// Where the root is after each tick of a way from rest into a jog and back, with the seconds that
/// the tick took. Something may be done to the figure before a tick, of which the number is given.
fn off_and_back(
    rests: &Stage,
    lengths: &[f64],
    mut before: impl FnMut(&mut Stage, usize),
) -> Vec<(f64, DVec3)> {
    let (mut stage, mut time, mut ways) = (rests.copy(), 0.0, Vec::new());
    let mut asked = [(0.3, 3.0), (1.2, 0.0)].into_iter().peekable();
    for (nth, dt) in lengths.iter().cycle().enumerate().take(400) {
        if let Some((_, speed)) = asked.next_if(|(at, _)| time >= *at) {
            stage.set("Speed", speed);
        }
        before(&mut stage, nth);
        stage.tick_of(*dt);
        time += dt;
        ways.push((*dt, stage.instance.placement().translation.as_dvec3()));
        if time > 1.8 {
            break;
        }
    }
    ways
}

#[test]
fn root_s_speed_makes_no_jump_into_a_jog_and_out_of_it() {
    let rests = Stage::new();
    for lengths in LENGTHS {
        let mut ways = off_and_back(&rests, lengths, |_, _| {});
        ways.retain(|(dt, _)| *dt > 0.0);
        let speeds: Vec<_> = ways
            .windows(2)
            .map(|pair| (pair[1].0, (pair[1].1 - pair[0].1) / pair[1].0))
            .collect();
        assert!(
            speeds.iter().any(|(_, speed)| speed.length() > 2.9),
            "{lengths:?}: it jogs"
        );
        for pair in speeds.windows(2) {
            let between = (pair[0].0 + pair[1].0) / 2.0;
            let acceleration = (pair[1].1 - pair[0].1).length() / between;
            assert!(
                acceleration < MOST_ACCELERATION,
                "{lengths:?}: {} to {}",
                pair[0].1,
                pair[1].1
            );
        }
    }
}

#[test]
fn root_goes_the_same_way_out_of_a_saved_state_and_below_a_montage() {
    let rests = Stage::new();
    let alone = off_and_back(&rests, &[TICK], |_, _| {});
    let saved = off_and_back(&rests, &[TICK], |stage, nth| {
        if nth % 3 == 0 {
            *stage = stage.copy();
        }
    });
    assert!(saved == alone, "out of a saved state");
    let mut plays = 0;
    let below = off_and_back(&rests, &[TICK], |stage, nth| {
        if nth == 12 {
            stage
                .instance
                .request(&Request::play(Name::new("AM_Wave"), 1.0))
                .unwrap();
        }
        plays += stage.instance.montage_states().count();
    });
    assert!(plays > 60, "the montage plays in {plays} ticks");
    assert!(below == alone, "below a montage without root motion");
}
