//! Curves of montages over those of the clips that they play.

use super::{
    ActiveMontage, Node,
    mixing::near,
    tests::{Stage, montage, record},
};
use crate::graph::nodes::{OutputNode, SequencePlayerNode, SlotNode};
use crate::{
    Clip, Montage, Name,
    additive::AdditiveKind,
    curve::{Curve, CurveKey, interpolation},
};
use std::sync::Arc;

const SMILE: Name = Name(11);
const FROWN: Name = Name(12);
const BLINK: Name = Name(13);

fn curves(values: &[(Name, f32, f32)]) -> (Vec<Curve>, Vec<CurveKey>) {
    let key = |time, value| CurveKey {
        time,
        value,
        in_tangent: 0.0,
        out_tangent: 0.0,
        interpolation: interpolation::LINEAR,
    };
    let keys = values
        .iter()
        .flat_map(|(_, from, to)| [key(0.0, *from), key(1.0, *to)])
        .collect();
    let curve = |(at, (name, ..)): (usize, &(Name, f32, f32))| Curve {
        name: *name,
        first_key: 2 * at as u32,
        key_count: 2,
        ..Curve::default()
    };
    (values.iter().enumerate().map(curve).collect(), keys)
}

/// Clips that smile 1 below the slots and 2 in them, where they also frown 3; a montage in both
/// slots that smiles 10 and blinks from 0 to 1 in its second.
fn stage(slots: &[&str], change: impl FnOnce(&mut Clip)) -> (Stage, Montage) {
    let mut nodes = vec![Node::SequencePlayer(SequencePlayerNode {
        clip: Some(0),
        play: None,
    })];
    for slot in slots {
        let source = nodes.len() as u16 - 1;
        nodes.push(Node::Slot(SlotNode {
            source,
            slot: Name::new(slot),
            always_update_source: true,
        }));
    }
    nodes.push(Node::Output(OutputNode {
        source: nodes.len() as u16 - 1,
    }));
    let mut stage = Stage::new(&nodes);
    let with = |clip: &Clip, values: &[(Name, f32, f32)]| {
        let (curves, curve_keys) = curves(values);
        Clip {
            curves: curves.into(),
            curve_keys: curve_keys.into(),
            ..clip.clone()
        }
    };
    let below = with(&stage.library.clips[0], &[(SMILE, 1.0, 1.0)]);
    let mut within = with(
        &stage.library.clips[1],
        &[(SMILE, 2.0, 2.0), (FROWN, 3.0, 3.0)],
    );
    change(&mut within);
    stage.library.clips = vec![Arc::new(below), Arc::new(within)];
    let (curves, curve_keys) = curves(&[(SMILE, 10.0, 10.0), (BLINK, 0.0, 1.0)]);
    let placed: Vec<(&str, u32)> = slots.iter().map(|slot| (*slot, 1)).collect();
    let montage = (*montage("M", &placed)).clone();
    (
        stage,
        Montage {
            curves: curves.into(),
            curve_keys: curve_keys.into(),
            ..montage
        },
    )
}

fn shown(stage: &mut Stage, montage: &Montage, position: f64) -> [f32; 3] {
    stage.montages = vec![ActiveMontage {
        position,
        ..record(&Arc::new(montage.clone()), 0.25)
    }];
    stage.update();
    let pose = stage.evaluate();
    [SMILE, FROWN, BLINK].map(|name| pose.curve(name).unwrap_or(0.0))
}

#[track_caller]
fn check(found: [f32; 3], wanted: [f32; 3]) {
    found
        .into_iter()
        .zip(wanted)
        .for_each(|(found, wanted)| near(found, wanted));
}

#[test]
fn a_montage_s_curve_takes_the_place_of_its_clip_s_and_weighs_as_the_pose() {
    let (mut stage, montage) = stage(&["A"], |_| ());
    check(shown(&mut stage, &montage, 0.5), [0.75 + 2.5, 0.75, 0.125]);
    check(shown(&mut stage, &montage, 1.0), [0.75 + 2.5, 0.75, 0.25]);
    let plain = Montage {
        curves: Vec::new().into(),
        ..montage
    };
    check(shown(&mut stage, &plain, 0.5), [0.75 + 0.5, 0.75, 0.0]);
}

#[test]
fn each_slot_of_a_montage_has_its_curves() {
    let (mut stage, montage) = stage(&["A", "B"], |_| ());
    let smile = |below: f32| 0.75 * below + 2.5;
    check(
        shown(&mut stage, &montage, 0.5),
        [smile(smile(1.0)), 0.75 * 0.75 + 0.75, 0.75 * 0.125 + 0.125],
    );
}

#[test]
fn in_a_gap_the_curves_go_on_over_the_reference_pose() {
    let (mut stage, montage) = stage(&["A"], |_| ());
    let early = montage
        .segments
        .iter()
        .map(|segment| crate::montage::Segment {
            clip_end: 0.25,
            ..*segment
        })
        .collect();
    let gap = Montage {
        segments: early,
        ..montage
    };
    check(shown(&mut stage, &gap, 0.5), [0.75 + 2.5, 0.0, 0.125]);
}

#[test]
fn over_an_additive_clip_the_curves_are_added() {
    let (mut stage, montage) = stage(&["A"], |clip| clip.additive = Some(AdditiveKind::Local));
    check(shown(&mut stage, &montage, 0.5), [1.0 + 2.5, 0.75, 0.125]);
}

#[test]
fn bones_with_weights_of_their_own_leave_the_curves_by_the_whole() {
    use crate::{instance::BoneBlend, mask::BlendProfile, montage::Blend};
    let (mut stage, montage) = stage(&["A"], |_| ());
    let profile = BlendProfile {
        factors: vec![1.0, 0.0],
        ..BlendProfile::default()
    };
    stage.skeleton = crate::fixture::chain(2)
        .with_profiles(vec![(Name(1), profile)])
        .unwrap();
    let mut blend = BoneBlend::rise(Blend {
        time: 1.0,
        profile: Name(1),
        ..Blend::default()
    });
    blend.advance(0.25);
    let weight = blend.alpha().value();
    stage.montages = vec![ActiveMontage {
        bones: Some(blend),
        ..record(&Arc::new(montage), weight)
    }];
    stage.update();
    near(stage.evaluate().curve(SMILE).unwrap(), 0.75 + 2.5);
}
