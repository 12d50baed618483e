use super::*;
use crate::graph::nodes::{OutputNode, ReferencePoseNode};
use crate::{
    fixture,
    graph::{GraphParts, Node},
};

fn library() -> Library {
    Library {
        skeletons: vec![Arc::new(fixture::chain(3))],
        ..Library::default()
    }
}

#[test]
fn characters_share_what_is_alike_and_a_copy_of_the_library_begins_anew() {
    let library = library();
    let skeleton = library.skeletons[0].clone();
    let graph = library.slot_graph(skeleton.name);
    assert!(Arc::ptr_eq(&graph, &library.slot_graph(skeleton.name)));
    assert_eq!(*graph, Graph::of_slots(&library, skeleton.name));
    assert_eq!(
        *library.slot_graph(Name(99)),
        Graph::of_slots(&library, Name(99))
    );
    assert!(!Arc::ptr_eq(
        &graph,
        &library.clone().slot_graph(skeleton.name)
    ));
    let fine = library.required_by(&skeleton, 0, &graph);
    assert!(Arc::ptr_eq(
        &fine,
        &library.required_by(&skeleton, 0, &graph)
    ));
    assert!(!Arc::ptr_eq(
        &fine,
        &library.required_by(&skeleton, 1, &graph)
    ));
    let mut own = RequiredBones::default();
    library.require_for(&skeleton, 0, &graph, &mut own);
    assert_eq!(*fine, own);
}

#[test]
fn what_came_and_went_is_not_kept() {
    let library = library();
    for _ in 0..100 {
        let graph = Arc::new(
            Graph::new(GraphParts::from(
                &[
                    Node::ReferencePose(ReferencePoseNode),
                    Node::Output(OutputNode { source: 0 }),
                ][..],
            ))
            .unwrap(),
        );
        library.required_by(&library.skeletons[0], 0, &graph);
    }
    assert!(library.shared.required.lock().unwrap().len() <= 2);
}
