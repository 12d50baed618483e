use super::*;
use asset::Project;
use std::sync::Arc;

const MONTAGE: &str = "AM_ChargedAttack";

fn changed(change: impl FnOnce(&mut asset::Montage)) -> (Project, Id) {
    let mut project = mannequin::excerpt();
    let id = *project
        .montages
        .iter()
        .find(|(_, montage)| montage.name == MONTAGE)
        .unwrap()
        .0;
    change(Arc::make_mut(project.montages.get_mut(&id).unwrap()));
    (project, id)
}

#[test]
fn what_repeats_is_named_and_the_rest_is_counted() {
    let (project, id) = changed(|_| {});
    let host = TimelineHost::new(&project, id).unwrap();
    let hold = host
        .sections()
        .iter()
        .find(|section| section.name == "Hold")
        .unwrap();
    let of_hold = host.section_end(hold) - f64::from(hold.start);
    let course = course(&host);
    assert_eq!(course.repeated, ["Hold"]);
    assert!(
        (course.seconds - (host.length() - of_hold)).abs() < 1e-5,
        "{course:?}"
    );
}

#[test]
fn an_endless_chain_names_all_that_repeats() {
    let (project, id) = changed(|montage| {
        let first = montage.sections[0].id;
        montage.notifies.clear();
        montage
            .sections
            .iter_mut()
            .for_each(|section| section.next = Some(first));
    });
    let course = course(&TimelineHost::new(&project, id).unwrap());
    assert!(
        course.seconds.abs() < 1e-9 && course.repeated == ["Windup"],
        "{course:?}"
    );
}
