use super::*;
use asset::{Id, Project, notify_class::FieldValue as Said};
use std::sync::Arc;

/// The sample's montage with a notify of each class that it may be of, and what they carry.
#[test]
fn what_a_notify_carries_is_a_value_a_field() {
    use asset::notify_class::Template;
    let mut project: Project = mannequin::excerpt();
    let class = Template::PlaySound.class(&mut 5);
    let (sound, volume, attach) = (class.fields[0].id, class.fields[1].id, class.fields[3].id);
    let (id, montage) = project.montages.iter_mut().next().unwrap();
    let rig = project.skeletons[&montage.skeleton].clone();
    let (id, montage) = (*id, Arc::make_mut(montage));
    let notify = montage
        .notifies
        .iter_mut()
        .find(|notify| notify.duration.is_none())
        .unwrap();
    notify.class = Some(Id(77));
    notify.fields = [
        (sound, Said::Asset("steps/stone".into())),
        (volume, Said::Number(-6.5)),
        (attach, Said::Socket(rig.sockets[0].id)),
    ]
    .into();
    let (notify, name) = (notify.id, montage.name.clone());
    project.notify_classes.insert(Id(77), Arc::new(class));
    let compiled = files::compile(
        &project,
        &mut asset::Cache::default(),
        &files::ClipCache::of_user(),
    );
    assert!(
        compiled
            .diagnostics
            .iter()
            .all(|found| found.subject.asset != id),
        "{:?}",
        compiled.diagnostics
    );
    let library = &compiled.library;
    let montage = library.montage(Name::new(&name)).unwrap();
    let notify = montage
        .notifies
        .iter()
        .find(|it| it.id == notify.0)
        .unwrap();
    let carried = of(
        &library.carried(notify, &montage.values).unwrap(),
        &library.names,
    );
    let socket = &rig.sockets[0].name;
    let expected =
        json!({ "sound": "steps/stone", "volume": -6.5, "pitch": 1.0, "attach": socket });
    assert_eq!(Value::Object(carried.clone()), expected);
    let line = text("Play Sound", &carried);
    assert!(
        line.starts_with("Play Sound: ") && line.contains("volume -6.5"),
        "{line}"
    );
    assert_eq!(text("Custom", &Map::new()), "Custom");
}
