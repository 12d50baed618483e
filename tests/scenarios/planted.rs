//! What is broken is caught.

use crate::{
    edit::{clip, clip_id, montage, node, notifies, notify, transition},
    sample::{library, scenarios},
};
use asset::{Cache, Project, warp::WarpPoint};
use scenario::run_scenarios;
use serde_json::{Value, json};

type Edit = (&'static str, fn(&mut Project));

const FRAME: f32 = 1.0 / 60.0;

fn off(node: &mut Value) {
    node["alpha"] =
        json!({"input": {"value": 0.0}, "scale": 1.0, "bias": 0.0, "bounds": [0.0, 1.0]});
}

fn weakly(node: &mut Value) {
    node["alpha"] = json!({"value": 0.3});
}

const PLANTED: [Edit; 27] = [
    ("blend time", |it| {
        transition(it, "Idle", "Start", |t| {
            t["settings"]["duration"] = json!(0.6)
        })
    }),
    ("rule constant", |it| {
        transition(it, "Idle", "Start", |t| {
            t["rule"]["text"] = json!("Speed >= 0.1 and Speed < 1.2 and abs(Direction) < 30");
        });
    }),
    ("rule of a jump", |it| {
        transition(it, "JumpStart", "JumpLand", |t| {
            t["rule"]["text"] = json!("time_in_state() > 0.2")
        });
    }),
    ("state removed", |it| {
        node(it, "Locomotion", |machine| {
            let states = machine["states"].as_array_mut().unwrap();
            let at = states.iter().position(|it| it["name"] == "Pivot").unwrap();
            let id = states.remove(at)["id"].clone();
            let transitions = machine["transitions"].as_array_mut().unwrap();
            transitions.retain(|it| it["from"] != id && it["to"] != id);
        });
    }),
    ("play rate of a node", |it| {
        node(it, "Walk_Start", |node| node["play"]["rate"] = json!(1.3))
    }),
    ("clip of a state replaced", |it| {
        let other = json!(clip_id(it, "Turn_R90").to_string());
        node(it, "Turn_L90", |node| node["clip"] = other);
    }),
    ("IK weight of a hand", |it| {
        node(it, "Left hand on the crate", off)
    }),
    ("IK weight of the feet", |it| {
        node(it, "Feet on the ground", off)
    }),
    ("additive weight of hits", |it| node(it, "Add hits", weakly)),
    ("additive weight of breath", |it| {
        node(it, "Add breath", |node| {
            node["alpha"] = json!({"value": 0.0})
        })
    }),
    ("additive weight of a lean", |it| {
        node(it, "Add lean", weakly)
    }),
    ("fists stay open", |it| {
        node(it, "Close hands", |node| {
            node["layers"][0]["weight"] = json!(0.0)
        });
    }),
    ("stride warping off", |it| {
        node(it, "Steps as long as it is fast", off)
    }),
    ("notify moved by two frames", |it| {
        notify(it, "AM_AttackCombo", "Whoosh_2", |it| {
            it.time += 2.0 * FRAME
        });
    }),
    ("notify deleted", |it| {
        notifies(it, "AM_AttackCombo", |all| {
            all.retain(|it| it.name != "Whoosh_1")
        })
    }),
    ("notify renamed", |it| {
        notify(it, "AM_ChargedAttack", "HitWindow", |it| {
            it.name = "Hit".to_owned()
        });
    }),
    ("notify of a parent deleted", |it| {
        notifies(it, "AM_HeavyAttack", |all| {
            all.retain(|it| it.name != "ClothRustle")
        });
    }),
    ("section link", |it| {
        let sections = &mut montage(it, "AM_AttackCombo").sections;
        sections[0].next = Some(sections[2].id);
    }),
    ("root motion of a montage off", |it| {
        montage(it, "AM_ChargedAttack").root_translation = false
    }),
    ("play rate of a montage", |it| {
        montage(it, "AM_ChargedAttack").rate_scale = 1.1
    }),
    ("blend-in of a montage", |it| {
        montage(it, "AM_Mantle").blend_in.time = 0.5
    }),
    ("clip of a montage replaced", |it| {
        let other = clip_id(it, "Idle_Break");
        montage(it, "AM_Wave").slots[0].segments[0].clip = other;
    }),
    ("warp window moved", |it| {
        notify(it, "AM_Vault", "Leap", |it| it.time += 0.1)
    }),
    ("warp of a landing gone", |it| {
        notify(it, "AM_Vault", "Land", |it| it.warp = None)
    }),
    ("warp point", |it| {
        notify(it, "AM_Lunge", "StepUp", |it| {
            let warp = it.warp.as_mut().unwrap();
            warp.point = Some(WarpPoint::Offset([0.0, 0.0, 0.6]));
        });
    }),
    ("root motion of a clip off", |it| {
        clip(it, "Walk_Start").root_motion.enabled = false
    }),
    ("play rate of a clip", |it| {
        clip(it, "Jog_Fwd").rate_scale = 1.2
    }),
];

#[test]
fn every_planted_regression_is_caught() {
    let sample = mannequin::sample();
    let mut cache = Cache::default();
    let mut fails = |project: &Project| {
        let outcomes = run_scenarios(&library(project, &mut cache), &scenarios(&sample));
        outcomes.iter().any(|outcome| !outcome.failures.is_empty())
    };
    assert!(!fails(&sample));
    let mut missed = Vec::new();
    for (what, edit) in PLANTED {
        let mut project = sample.clone();
        edit(&mut project);
        project.derive_children();
        if !fails(&project) {
            missed.push(what);
        }
    }
    assert!(missed.is_empty(), "not caught: {missed:?}");
}
