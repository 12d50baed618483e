//! What a graph says of itself: what leads where, and what stays of its canvas.

use super::*;
use crate::defaults::from_text;

fn wiring() -> Wiring {
    from_text(
        r#"{"nodes":[
        {"id":#1,"node":"reference_pose"},
        {"id":#2,"node":"saved_pose","source":#1},
        {"id":#3,"node":"used_pose","saved":#2},
        {"id":#4,"node":"slot","slot":"s","source":#3},
        {"id":#5,"node":"two_way","a":#4,"b":#6,"alpha":{"value":1}},
        {"id":#6,"node":"reference_pose"},
        {"id":#7,"node":"slot","slot":"t","source":#8},
        {"id":#8,"node":"slot","slot":"u","source":#7},
        {"id":#9,"node":"slot","slot":"v","source":null}],"output":#5}"#,
    )
}

#[test]
fn a_node_leads_to_what_it_takes_its_pose_from_by_any_way() {
    let wiring = wiring();
    let reached = |from: u64| {
        (1..=10)
            .filter(|to| wiring.leads_to(Id(from), Id(*to)))
            .collect::<Vec<u64>>()
    };
    assert_eq!(reached(5), [1, 2, 3, 4, 5, 6]);
    assert_eq!(reached(3), [1, 2, 3], "by the saved pose");
    assert_eq!(reached(1), [1]);
    assert_eq!(reached(7), [7, 8], "a ring ends");
    assert_eq!(reached(9), [9]);
    assert_eq!(reached(10), [10], "one that is not there is itself alone");
}

#[test]
fn sources_are_the_nodes_whose_pose_goes_somewhere() {
    let sources = |wiring: &Wiring| {
        wiring
            .sources()
            .into_iter()
            .map(|id| id.0)
            .collect::<Vec<u64>>()
    };
    assert_eq!(sources(&wiring()), [1, 3, 4, 5, 6, 7, 8]);
    assert_eq!(
        sources(&Wiring {
            output: None,
            ..wiring()
        }),
        [1, 3, 4, 6, 7, 8]
    );
}

/// Sub-graphs 20 and 21, the second on the page of the first; node 1 on the second, node 2 on that
/// of state 30.
fn layout() -> Layout {
    from_text(
        r##"{"places":{"0000000000000001":[1,2],"0000000000000002":[3,4],"0000000000000014":[5,6],"0000000000000028":[7,8]},
        "pages":{"0000000000000001":#21,"0000000000000002":#30,"0000000000000015":#20,"0000000000000028":#21},
        "comments":[{"id":#50,"text":"top","at":[0,0],"size":[1,1]},
            {"id":#51,"text":"inner","page":#21,"at":[0,0],"size":[1,1]},
            {"id":#52,"text":"state","page":#30,"at":[0,0],"size":[1,1]}],
        "sub_graphs":[{"id":#20,"name":"outer"},{"id":#21,"name":"inner"}],
        "reroutes":[{"id":#40,"wire":#1},{"id":#41,"wire":#2}]}"##,
    )
}

#[test]
fn the_holders_of_an_item_are_the_pages_around_it_from_the_inside() {
    let layout = layout();
    let of = |item: u64, machine: Option<u64>| {
        layout
            .holders(Id(item), &|page| machine.filter(|_| page == Id(30)).map(Id))
            .into_iter()
            .map(|id| id.0)
            .collect()
    };
    let none: Vec<u64> = Vec::new();
    let all: [Vec<u64>; 4] = [of(1, None), of(2, Some(9)), of(2, None), of(20, None)];
    assert_eq!(all, [vec![21, 20], vec![9], none.clone(), none]);
    let mut ring = layout.clone();
    ring.pages.insert(Id(20), Id(21));
    assert_eq!(
        ring.holders(Id(1), &|_| None),
        [Id(21), Id(20)],
        "a ring ends"
    );
    assert_eq!(
        ring.holders(Id(20), &|_| None),
        [Id(21)],
        "and nothing holds itself"
    );
}

fn kept(items: &[u64], edit: impl FnOnce(&mut Layout)) -> Layout {
    let mut layout = layout();
    edit(&mut layout);
    layout.keep_only(&items.iter().copied().map(Id).collect());
    layout
}

fn ids<T>(list: &[T], id: impl Fn(&T) -> Id) -> Vec<u64> {
    list.iter().map(|it| id(it).0).collect()
}

#[test]
fn a_layout_keeps_only_what_lies_where_something_is() {
    let whole = kept(&[1, 2, 30], |_| ());
    assert_eq!(whole, layout());
    // Node 2 and the state are gone: with them the reroute on its wire, its place and the comment
    // on its page.
    let some = kept(&[1], |_| ());
    assert_eq!(ids(&some.comments, |it| it.id), [50, 51]);
    assert_eq!(ids(&some.reroutes, |it| it.id), [40]);
    assert_eq!(
        some.places.keys().map(|id| id.0).collect::<Vec<u64>>(),
        [1, 20, 40]
    );
    assert_eq!(
        some.pages.keys().map(|id| id.0).collect::<Vec<u64>>(),
        [1, 21, 40]
    );
    assert_eq!(ids(&some.sub_graphs, |it| it.id), [20, 21]);
    // Without the outer sub-graph the inner one, which lay on its page, is gone, and what lay on
    // that one.
    let without = kept(&[1, 2, 30], |layout| {
        layout.sub_graphs.retain(|it| it.id != Id(20))
    });
    assert_eq!(ids(&without.sub_graphs, |it| it.id), [0u64; 0]);
    assert_eq!(ids(&without.reroutes, |it| it.id), [41]);
    assert_eq!(ids(&without.comments, |it| it.id), [50, 52]);
    assert_eq!(
        without.places.keys().map(|id| id.0).collect::<Vec<u64>>(),
        [1, 2]
    );
    assert_eq!(
        without.pages.keys().map(|id| id.0).collect::<Vec<u64>>(),
        [2]
    );
}

/// Whether a composite of one part plays.
fn part_plays(part: &str) -> bool {
    use crate::{Cache, Clip, Project, Skeleton, skeleton::Bone, source::ClipSource};
    let nodes = format!(
        r#"{{"nodes":[{{"id":#1,"node":"sequence_composite","parts":[{{"clip":#3,{part}}}],
        "rate":1,"looping":true,"restarts":false}}],"output":#1}}"#
    );
    let wiring: Arc<Wiring> = Arc::new(from_text(&nodes));
    let bones = vec![Bone::new("root", None, anim::Transform::IDENTITY)];
    let mut project = Project::default();
    project.skeletons.insert(
        Id(2),
        Arc::new(Skeleton {
            name: "s".into(),
            bones,
            ..Skeleton::default()
        }),
    );
    let source = Arc::new(ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    });
    project
        .clips
        .insert(Id(3), Arc::new(Clip::new("c", Id(2), source, 30.0)));
    project.graphs.insert(
        Id(4),
        Arc::new(PoseGraph {
            wiring,
            ..PoseGraph::new("g", Id(2))
        }),
    );
    let told = crate::compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    )
    .diagnostics;
    !told
        .iter()
        .any(|it| it.kind == crate::diagnostic::Kind::BadSegment)
}

#[test]
fn a_part_of_a_composite_plays_within_its_limits_alone() {
    for (part, plays) in [
        (r#""begin":0,"end":1,"rate":1,"loops":1"#, true),
        (r#""begin":0.5,"end":0.5,"rate":1,"loops":1"#, false),
        (r#""begin":0.5,"end":0.25,"rate":1,"loops":1"#, false),
        (r#""begin":0,"end":1,"rate":0,"loops":1"#, false),
        (r#""begin":0,"end":1,"rate":100,"loops":1"#, true),
        (r#""begin":0,"end":1,"rate":-100,"loops":1"#, true),
        (r#""begin":0,"end":1,"rate":100.5,"loops":1"#, false),
        (r#""begin":0,"end":1,"rate":-100.5,"loops":1"#, false),
        (r#""begin":0,"end":1,"rate":1,"loops":0"#, false),
        (r#""begin":0,"end":1,"rate":1,"loops":10000"#, true),
        (r#""begin":0,"end":1,"rate":1,"loops":10001"#, false),
    ] {
        assert_eq!(part_plays(part), plays, "{part}");
    }
}

/// As the runtime asks them (`anim::machine`): by priority, equal ones as they are listed, those of
/// aliases among them.
#[test]
fn what_leaves_a_state_is_listed_in_the_order_in_which_it_is_asked() {
    let state = |id, kind| State {
        id: Id(id),
        name: id.to_string(),
        kind,
    };
    let conduit = StateKind::Conduit {
        rule: "true".into(),
    };
    let alias = |id, states: Option<Vec<u64>>| Alias {
        id: Id(id),
        name: id.to_string(),
        states: states.map(|states| states.into_iter().map(Id).collect()),
    };
    let way = |id, from, to, priority| Transition {
        priority,
        ..Transition::new(Id(id), Id(from), Id(to), "true", 0.1)
    };
    let machine = Machine {
        states: vec![
            state(1, StateKind::pose(None)),
            state(2, StateKind::pose(None)),
            state(3, conduit),
        ],
        aliases: vec![alias(4, None), alias(5, Some(vec![1, 3]))],
        transitions: vec![
            way(10, 1, 2, 7),
            way(11, 4, 2, 3),
            way(12, 5, 1, 3),
            way(13, 1, 3, -1),
            way(14, 3, 2, 0),
            way(15, 4, 1, 9),
        ],
        ..Machine::default()
    };
    let order = |item| {
        let leaving = machine.leaving(Id(item));
        leaving.into_iter().map(|it| it.id.0).collect::<Vec<_>>()
    };
    assert_eq!(order(1), [13, 11, 12, 10], "any state but the target");
    assert_eq!(order(2), [15], "an alias of any state leads nowhere itself");
    assert_eq!(order(3), [14], "an alias stands for no conduit");
    assert_eq!(order(4), [11, 15], "its own");
    assert_eq!(order(9), [0; 0]);
}
