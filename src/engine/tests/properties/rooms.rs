//! Buffers of a run that serve one character after the other, of other skeletons and graphs.

use anim::{
    AnimInstance, AnimInstanceProxy, Name, Request,
    instance::{Silent, Workspace},
};
use std::sync::Arc;

const DT: f64 = 1.0 / 60.0;

/// One of each graph of the sample, as it plays after `ticks` ticks, by poses; `room` gives what
/// the next run is given.
fn played(
    library: &Arc<anim::Library>,
    ticks: usize,
    mut room: impl FnMut(&mut AnimInstanceProxy),
) -> Vec<u64> {
    let mut all: Vec<(AnimInstance, AnimInstanceProxy)> = Vec::new();
    for graph in &library.graphs {
        let skeleton = library.skeleton(graph.skeleton()).unwrap().clone();
        let mut instance = AnimInstance::new(library.clone(), skeleton, 1);
        instance
            .request(&Request::PlayGraph {
                graph: graph.name(),
            })
            .unwrap();
        let _ = instance.request(&Request::SetParameter {
            parameter: Name::new("Speed"),
            value: 2.2,
        });
        all.push((instance, AnimInstanceProxy::default()));
    }
    let mut hashes = Vec::new();
    for tick in 0..ticks {
        for (at, (instance, proxy)) in all.iter_mut().enumerate() {
            // A coarser level in between: rows that it leaves out are those of somebody else.
            instance
                .request(&Request::SetLod {
                    lod: ((tick / 7 + at) % 3) as u32,
                })
                .unwrap();
            instance.begin_frame(DT);
            instance.update_montages(&mut Silent);
            instance.pre_update(proxy);
            room(proxy);
            instance.complete(proxy, &mut Silent);
            hashes.push(proxy.pose().hash());
        }
    }
    hashes
}

#[test]
fn a_room_that_has_served_others_is_as_good_as_a_new_one() {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let skeletons: std::collections::BTreeSet<Name> = library
        .graphs
        .iter()
        .map(|graph| graph.skeleton())
        .collect();
    assert!(skeletons.len() >= 2, "of several skeletons");
    let fresh = played(&library, 90, |proxy| {
        proxy.run_tick(&mut Workspace::default())
    });
    let mut shared = Workspace::default();
    let found = played(&library, 90, |proxy| proxy.run_tick(&mut shared));
    assert!(fresh == found);
}
