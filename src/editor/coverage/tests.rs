use super::*;
use asset::{Cache, CompileOptions, Project, compile};

fn painted(project: &Project) -> PaintedCoverage {
    let library = compile(project, &mut Cache::default(), CompileOptions::default()).library;
    let tests: Vec<_> = project.tests.iter().map(|(id, it)| (*id, &**it)).collect();
    PaintedCoverage::of(
        Arc::new(project.clone()),
        &scenario::coverage(&library, &tests),
    )
}

/// Ids of the states and transitions of the sample's locomotion, by what stands on the canvas.
fn locomotion(project: &Project) -> BTreeMap<String, Id> {
    let graph = project
        .graphs
        .values()
        .find(|it| it.name == "PG_Hero")
        .unwrap();
    let node = graph
        .wiring
        .nodes
        .iter()
        .find(|it| it.name == "Locomotion")
        .unwrap();
    let NodeKind::StateMachine(machine) = &node.kind else {
        panic!("it is a machine");
    };
    let states = machine.states.iter().map(|it| (it.name.clone(), it.id));
    let transitions = machine.transitions.iter();
    states
        .chain(transitions.map(|it| (machine.transition_text(it), it.id)))
        .collect()
}

#[test]
fn every_item_that_tests_look_for_has_its_mark() {
    let mut project = mannequin::sample();
    let all = painted(&project);
    let items = locomotion(&project);
    assert!(items.len() > 20);
    for (name, id) in &items {
        assert!(all.mark(*id).is_some(), "{name}");
    }
    for montage in project.montages.values() {
        for section in &montage.sections {
            assert!(
                all.mark(section.id).is_some(),
                "{} {}",
                montage.name,
                section.name
            );
        }
    }
    let samples = project.blend_spaces.values().flat_map(|it| &it.samples);
    assert!(
        samples
            .clone()
            .any(|it| all.mark(it.id) == Some(CoverageMark::Reached))
    );
    let marks = [CoverageMark::Reached, CoverageMark::Unknown];
    for mark in marks {
        assert!(
            items.values().any(|id| all.mark(*id) == Some(mark)),
            "{mark:?}"
        );
    }

    // The scenario that walks alone: it stands, starts and moves, and never jumps.
    project.tests.retain(|_, it| it.name == "Walk");
    let walk = painted(&project);
    for (name, mark) in [
        ("Idle", CoverageMark::Reached),
        ("Start", CoverageMark::Reached),
        ("Move", CoverageMark::Reached),
        ("Idle → Start", CoverageMark::Reached),
        ("JumpStart", CoverageMark::Unknown),
    ] {
        assert_eq!(walk.mark(items[name]), Some(mark), "{name}");
    }
    assert!(walk.counts[0] < all.counts[0] && walk.counts[0] > 4);
    project.tests.clear();
    let none = painted(&project);
    assert!(
        items
            .values()
            .all(|id| none.mark(*id) != Some(CoverageMark::Reached))
    );
}
