//! Ground that is told as numbers is the terrain of the runtime.

use crate::{Opened, World, last_error, ok, played::evaluator, terrain};
use anim::{
    Name,
    ground::{Block, Shape, Terrain},
};
use engine::EngineInput;
use mutoscope_capi::*;
use std::{ptr, sync::Arc};

fn set(world: &World, terrain: &MutoscopeTerrain) -> MutoscopeResult {
    // SAFETY: world, terrain and its blocks are there during the call.
    unsafe { mutoscope_world_set_terrain(world.0, terrain) }
}

/// Each shape as the border is told it, and as the runtime has it. Radians have no exact degrees,
/// so that the runtime is told what the border makes of them.
fn shapes() -> [(MutoscopeTerrain, Shape); 4] {
    let (angle, rise, run, steps) = (-0.3_f64, 0.15, 0.35, 9);
    let (amplitude, length) = (0.2, 3.0);
    let slope = MutoscopeTerrain {
        angle,
        ..terrain(MutoscopeShape::Slope)
    };
    let stairs = MutoscopeTerrain {
        rise,
        run,
        steps,
        ..terrain(MutoscopeShape::Stairs)
    };
    let waves = MutoscopeTerrain {
        amplitude,
        length,
        ..terrain(MutoscopeShape::Waves)
    };
    let angle = angle.to_degrees();
    [
        (terrain(MutoscopeShape::Flat), Shape::Flat),
        (slope, Shape::Slope { angle }),
        (stairs, Shape::Stairs { rise, run, steps }),
        (waves, Shape::Waves { amplitude, length }),
    ]
}

/// Hashes of 60 ticks through the border, each compared with the runtime's on the same ground.
fn walked(told: &MutoscopeTerrain, ground: Option<Terrain>) -> Vec<[u64; 3]> {
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    world.step();
    let mut twin = evaluator();
    let ground = ground.map(|ground| {
        ok(set(&world, told));
        Arc::new(ground)
    });
    let walks = anim::Request::SetParameter {
        parameter: Name::new("Speed"),
        value: 1.5,
    };
    world.set(7, "Speed", 1.5);
    let mut inputs = vec![
        EngineInput::SetGround { ground },
        EngineInput::Request {
            character: 7,
            request: walks,
        },
    ];
    let walked = (0..60).map(|_| {
        world.step();
        assert!(twin.step(1.0 / 60.0, &inputs).is_empty());
        inputs.clear();
        let golden = engine::hash::golden_tick(&twin, 7).unwrap();
        let own = [golden.pose, golden.events, golden.placement];
        assert_eq!(world.hash(7), own);
        own
    });
    walked.collect()
}

#[test]
fn feet_stand_on_every_shape_as_in_the_runtime() {
    let blocks = [MutoscopeBlock {
        at: [0.1, -0.05],
        sides: [0.3, 0.12, 0.4],
        yaw: 0.6,
    }];
    let mut all = vec![walked(&terrain(MutoscopeShape::Flat), None)];
    for (told, shape) in shapes() {
        let told = MutoscopeTerrain {
            height: -0.02,
            heading: 0.7,
            blocks: blocks.as_ptr(),
            block_count: blocks.len(),
            ..told
        };
        let ground = Terrain {
            shape,
            height: -0.02,
            heading: 0.7_f64.to_degrees(),
            blocks: vec![Block {
                at: [0.1, -0.05],
                size: [0.3, 0.12, 0.4],
                yaw: 0.6_f64.to_degrees(),
            }],
        };
        all.push(walked(&told, Some(ground)));
    }
    // The ground is felt: no two of them give the same poses.
    for (at, walked) in all.iter().enumerate() {
        assert!(!all[at + 1..].contains(walked), "{at}");
    }
}

/// Levels and terrains replace each other, and NaN takes either away.
#[test]
fn a_level_without_a_height_takes_a_terrain_away() {
    let bundle = Opened::new();
    let [with, without] = [true, false].map(|is_told| {
        let world = World::with_hero(&bundle, None, 7);
        world.step();
        if is_told {
            ok(set(&world, &shapes()[2].0));
            // SAFETY: the world is there.
            unsafe { ok(mutoscope_world_set_level(world.0, f64::NAN)) };
        }
        (0..20).for_each(|_| world.step());
        world.hash(7)
    });
    assert_eq!(with, without);
}

#[test]
fn a_terrain_that_is_none_is_refused_and_changes_nothing() {
    let bundle = Opened::new();
    let world = World::with_hero(&bundle, None, 7);
    let sound = MutoscopeBlock {
        at: [0.0; 2],
        sides: [1.0; 3],
        yaw: 0.0,
    };
    let [flat, slope, stairs, waves] = shapes().map(|(told, _)| told);
    let with = |block: &MutoscopeBlock| MutoscopeTerrain {
        blocks: ptr::from_ref(block),
        block_count: 1,
        ..flat
    };
    let (turned, thin, far) = (
        MutoscopeBlock {
            yaw: f64::NAN,
            ..sound
        },
        MutoscopeBlock {
            sides: [1.0, 0.0, 1.0],
            ..sound
        },
        MutoscopeBlock {
            at: [f64::INFINITY, 0.0],
            ..sound
        },
    );
    let unsound = [
        MutoscopeTerrain { shape: 4, ..flat },
        MutoscopeTerrain {
            height: f64::NAN,
            ..flat
        },
        MutoscopeTerrain {
            heading: f64::INFINITY,
            ..flat
        },
        MutoscopeTerrain {
            angle: 1.4,
            ..slope
        },
        MutoscopeTerrain {
            angle: f64::NAN,
            ..slope
        },
        MutoscopeTerrain { run: 0.0, ..stairs },
        MutoscopeTerrain {
            rise: f64::NAN,
            ..stairs
        },
        MutoscopeTerrain {
            length: -1.0,
            ..waves
        },
        with(&turned),
        with(&thin),
        with(&far),
    ];
    for (at, told) in unsound.iter().enumerate() {
        assert_eq!(set(&world, told), MutoscopeResult::Range, "{at}");
        assert!(!last_error().is_empty());
    }
    assert_eq!(
        set(&world, &MutoscopeTerrain { size: 8, ..flat }),
        MutoscopeResult::Size
    );
    // None of them is asked for: a step has nothing to refuse.
    world.step();
    ok(set(&world, &with(&sound)));
    // Numbers of other shapes are not read.
    ok(set(
        &world,
        &MutoscopeTerrain {
            angle: f64::NAN,
            ..flat
        },
    ));
    world.step();
}
