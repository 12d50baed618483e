use super::*;
use asset::{Id, SoundFile};
use std::sync::Arc;

#[test]
fn a_project_and_its_bundle_tell_the_same_sounds() {
    let mut project = mannequin::excerpt();
    let file = |name: &str| {
        Arc::new(SoundFile {
            name: name.into(),
            ending: "wav".into(),
            seconds: 1.0,
            bytes: Arc::from(&b"RIFF"[..]),
        })
    };
    project.sounds.insert(Id(70), file("hello"));
    let lane = |id, time, sound| LaneSound {
        id: Id(id),
        name: format!("line {id}"),
        sound: Id(sound),
        time,
        skip: 0.125,
        gain: -3.0,
    };
    let montage = Arc::make_mut(project.montages.values_mut().next().unwrap());
    montage.sounds = vec![lane(1, 0.5, 70), lane(2, 0.25, 70), lane(3, 0.0, 99)];
    let (name, lanes) = (anim::Name::new(&montage.name), montage.sounds.clone());
    let compiled = files::compile(
        &project,
        &mut asset::Cache::default(),
        &files::ClipCache::default(),
    );
    let bytes = bundle::write(&compiled.library, &bundle::Golden::default());
    let (store, length) = (anim::Store::of(&bytes), bytes.len());
    let library = bundle::read(store, length).unwrap().library;
    let text = |name: anim::Name| library.names.text(name).to_owned();
    let told = |cues: &[SoundCueInfo]| serde_json::to_value(cues).unwrap();
    let authored = told(&authored_sounds(&project, &lanes));
    assert_eq!(
        authored,
        told(&compiled_sounds(library.sounds_of_montage(name), &text))
    );
    assert_eq!(authored[0]["name"], "line 2");
    assert_eq!(
        (
            authored[0]["sound"].as_str(),
            authored.as_array().unwrap().len()
        ),
        (Some("hello"), 2)
    );
}
