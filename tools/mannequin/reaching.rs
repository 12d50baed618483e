//! Montages with motion warping: over and onto obstacles of any size, and a hit that reaches its
//! target.

use crate::montage::{AttackSectionRow, Ids, Lane, montage};
use anim::{
    ground::{Block, Terrain},
    warp::motion::RotationType,
};
use asset::{
    Curve, Id, Montage, Notify, PreviewScene, PreviewSettings, PreviewTarget, Warp,
    source::Interpolation, warp::WarpPoint,
};
use glam::Quat;

/// Curve that turns foot placement off: at 1 the feet follow the montage and not the ground. The
/// figure's graph reads it.
pub const FEET_FREE: &str = "feet_free";
/// Warp target where the hand takes the wall of a vault.
pub const LEDGE: &str = "Ledge";
/// Warp target on the ground behind that wall.
pub const LANDING: &str = "Landing";
/// Warp target where the hands take the edge of a mantle.
pub const EDGE: &str = "Edge";
/// Warp target for the feet on top of it.
pub const TOP: &str = "Top";
/// Warp target at the character that is hit.
pub const ENEMY: &str = "Enemy";

const LANES: [Lane; 2] = [("Motion warping", 6), ("FX", 1)];
const VAULT: [AttackSectionRow; 1] = [("Vault", "Vault_100", 1.35, "", 3)];
const MANTLE: [AttackSectionRow; 1] = [("Mantle", "Mantle_150", 2.6, "", 3)];
const LUNGE: [AttackSectionRow; 1] = [("Lunge", "Attack_1", 0.85, "", 0)];

/// Direction of the wall, and below it of the cliff, in degrees to the left of straight ahead. A
/// driven character passes the wall, and the cliff is away from where the camera starts.
const WALL: f32 = -35.0;
const CLIFF: f32 = -95.0;

/// A place in a direction from the origin; `yaw` is in degrees to the left of straight ahead.
fn seen(yaw: f32, at: [f32; 3]) -> [f32; 3] {
    Quat::from_rotation_y(yaw.to_radians())
        .mul_vec3(at.into())
        .to_array()
}

fn block(yaw: f32, distance: f32, size: [f64; 3]) -> Block {
    let [x, _, z] = seen(yaw, [0.0, 0.0, distance]).map(f64::from);
    Block {
        at: [x, z],
        size,
        yaw: yaw.into(),
    }
}

/// Preview settings: a wall and a cliff that are farther and higher than those of the clips, and
/// warp targets on them.
pub fn preview() -> PreviewSettings {
    let target = |name: &str, yaw: f32, at: [f32; 3]| PreviewTarget {
        id: crate::id("preview target", name),
        name: name.to_owned(),
        at: seen(yaw, at),
        turn: [0.0, yaw, 0.0],
    };
    let wall = block(WALL, 2.4, [1.6, 1.2, 0.4]);
    let ledge = block(CLIFF, 0.48 + 0.75, [1.2, 1.65, 1.5]);
    let ground = Terrain {
        blocks: vec![wall, ledge],
        ..Terrain::default()
    };
    let targets = vec![
        target(LEDGE, WALL, [0.2, 1.27, 2.31]),
        target(LANDING, WALL, [0.0, 0.0, 3.5]),
        target(EDGE, CLIFF, [0.27, 1.7, 0.5]),
        target(TOP, CLIFF, [0.0, 1.65, 0.88]),
        PreviewTarget {
            at: [0.7, 0.0, 1.9],
            ..target(ENEMY, 20.0, [0.0; 3])
        },
    ];
    PreviewSettings {
        scene: PreviewScene {
            ground,
            targets,
            ..PreviewScene::default()
        },
        ..PreviewSettings::default()
    }
}

/// The montages with motion warping.
pub fn all(skeleton: Id) -> [Montage; 3] {
    [vault(skeleton), mantle(skeleton), lunge(skeleton)]
}

fn warps(notify: Notify, warp: Warp) -> Notify {
    Notify {
        warp: Some(Box::new(warp)),
        ..notify
    }
}

/// A warp to a target, whose rotation it takes too.
fn to(target: &str) -> Warp {
    Warp {
        target: target.to_owned(),
        ..Warp::default()
    }
}

fn hand(side: &str) -> Option<WarpPoint> {
    Some(WarpPoint::Bone(format!("hand_{side}").as_str().into()))
}

fn feet_free(ids: &Ids, keys: &[(f32, f32)]) -> Curve {
    Curve {
        keys: ids.keys(FEET_FREE, keys, Interpolation::Linear),
        ..Curve::new(ids.of("curve", FEET_FREE), FEET_FREE, 4)
    }
}

/// The approach covers the distance while the feet are on the ground, the leap brings the hand onto
/// the edge, and the last part ends on the ground behind.
fn vault(skeleton: Id) -> Montage {
    let ids = Ids("AM_Vault");
    let approach = Warp {
        ignore_up: true,
        point: hand("l"),
        ..to(LEDGE)
    };
    let leap = Warp {
        point: hand("l"),
        ..to(LEDGE)
    };
    let notifies = vec![
        warps(
            ids.state("Motion warping", "Approach", 0.0, 0.2666667),
            approach,
        ),
        warps(ids.state("Motion warping", "Leap", 0.2666667, 0.2), leap),
        warps(
            ids.state("Motion warping", "Land", 0.7166667, 0.2833333),
            to(LANDING),
        ),
        ids.instant("FX", "HandPlant", 0.4666667),
    ];
    let mut vault = montage(&ids, skeleton, &VAULT, &LANES, notifies);
    vault.curves = vec![feet_free(
        &ids,
        &[(0.15, 0.0), (0.2666667, 1.0), (1.0, 1.0), (1.15, 0.0)],
    )];
    vault
}

/// The reach brings the hands to the edge, the climb brings the feet to a place on top.
fn mantle(skeleton: Id) -> Montage {
    let ids = Ids("AM_Mantle");
    let reach = Warp {
        point: hand("l"),
        ..to(EDGE)
    };
    let notifies = vec![
        warps(ids.state("Motion warping", "Reach", 0.05, 0.95), reach),
        warps(ids.state("Motion warping", "Climb", 1.0, 1.05), to(TOP)),
        ids.instant("FX", "HandPlant", 0.4),
    ];
    let mut mantle = montage(&ids, skeleton, &MANTLE, &LANES, notifies);
    mantle.curves = vec![feet_free(
        &ids,
        &[(0.4, 0.0), (0.62, 1.0), (2.05, 1.0), (2.3, 0.0)],
    )];
    mantle
}

/// Turns to the target and steps up to it, no faster than 6 m/s.
fn lunge(skeleton: Id) -> Montage {
    let ids = Ids("AM_Lunge");
    let step = Warp {
        ignore_up: true,
        rotation_type: RotationType::Facing,
        multiplier: 0.6,
        speed_clamp: 6.0,
        // A blade's reach before him.
        point: Some(WarpPoint::Offset([0.0, 0.0, 1.1])),
        ..to(ENEMY)
    };
    let notifies = vec![
        warps(ids.state("Motion warping", "StepUp", 0.05, 0.33), step),
        ids.instant("FX", "Whoosh", 0.36),
    ];
    montage(&ids, skeleton, &LUNGE, &LANES, notifies)
}
