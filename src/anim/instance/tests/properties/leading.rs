//! Root motion of montages and of clips goes through the nodes above them, whatever becomes of it.

use super::stage::{Character, library, montage, play};
use crate::graph::nodes::{ControlNode, OutputNode, SequencePlayerNode, SlotNode};
use crate::{
    AnimInstance, AnimInstanceProxy, Graph, Library, Name, Request,
    graph::{
        GraphParts, Node, Value,
        control::{Control, ControlAlpha, ControlKind, StrideDrive, StrideWarping, WarpedFeet},
    },
    instance::RootMotionMode,
};

const SLOT: Name = Name::new("slot");

/// The walk of a clip, a slot over it, and a stride over both to a speed of 1.5 metres a second; or
/// one below the slot.
fn character(is_below: bool) -> Character {
    let kind = ControlKind::StrideWarping(StrideWarping {
        pelvis: 0,
        feet: WarpedFeet::default(),
        drive: StrideDrive::RootMotion {
            speed: Value::Number(1.5),
        },
        settings: Default::default(),
    });
    let slot = |source| {
        Node::Slot(SlotNode {
            source,
            slot: SLOT,
            always_update_source: false,
        })
    };
    let stride = |source| Node::Control(ControlNode { source, control: 0 });
    let between = if is_below {
        [stride(0), slot(1)]
    } else {
        [slot(0), stride(1)]
    };
    let walk = Node::SequencePlayer(SequencePlayerNode {
        clip: Some(0),
        play: None,
    });
    let nodes = [
        &[walk][..],
        &between,
        &[Node::Output(OutputNode { source: 2 })],
    ]
    .concat();
    let controls = vec![Control {
        alpha: ControlAlpha::default(),
        lod_threshold: -1,
        kind,
    }];
    let (name, skeleton) = (Name::new("legs"), Name::new("skeleton"));
    let graph = Graph::new(GraphParts {
        name,
        skeleton,
        controls,
        ..GraphParts::from(&nodes[..])
    })
    .unwrap();
    let library = library(vec![montage(&[0.0], 1.0, &[0])]);
    let library = Library {
        graphs: vec![graph.into()],
        ..(*library).clone()
    };
    let skeleton = library.skeletons[0].clone();
    let instance = AnimInstance::new(library.into(), skeleton, 1);
    let mut character = Character {
        instance,
        proxy: AnimInstanceProxy::default(),
    };
    character.tick(0.1, &[Request::PlayGraph { graph: name }]);
    character
}

/// Metres a second in the next tick.
fn pace(c: &mut Character, requests: &[Request]) -> f32 {
    c.tick(0.1, requests);
    c.instance.root_delta().translation.x / 0.1
}

fn mode(mode: RootMotionMode) -> Request {
    Request::SetRootMotionMode { mode }
}

#[test]
fn a_stride_over_a_slot_takes_its_montage_along_and_one_below_does_not() {
    for (is_below, wanted) in [(false, 1.5), (true, 1.0)] {
        let mut c = character(is_below);
        let found = pace(
            &mut c,
            &[mode(RootMotionMode::FromMontagesOnly), play("montage")],
        );
        assert!((found - wanted).abs() < 1e-3, "{is_below}: {found}");
    }
}

#[test]
fn clips_go_through_it_too_and_nothing_is_moved_where_root_motion_is_ignored() {
    let mut c = character(false);
    for (asked, wanted) in [
        (RootMotionMode::FromEverything, 1.5),
        (RootMotionMode::Ignore, 0.0),
        (RootMotionMode::FromMontagesOnly, 0.0),
    ] {
        let found = pace(&mut c, &[mode(asked)]);
        assert!((found - wanted).abs() < 1e-3, "{asked:?}: {found}");
    }
}
