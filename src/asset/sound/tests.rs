use super::*;
use crate::{
    Asset, AssetKind, Clip, Montage, NotifyClass,
    notify_class::{Field, FieldType, Icon, Template},
    source::ClipRange,
};
use anim::notify::FieldKind;

const SOUND: Id = Id(7);

fn lane(time: f32) -> LaneSound {
    LaneSound {
        id: Id(8),
        name: "line".into(),
        sound: SOUND,
        time,
        skip: 0.0,
        gain: 0.0,
    }
}

fn project() -> Project {
    let mut project = Project::default();
    let sound = SoundFile {
        name: "hello".into(),
        ending: "wav".into(),
        seconds: 2.0,
        bytes: Arc::from(&b"RIFF"[..]),
    };
    project.sounds.insert(SOUND, Arc::new(sound));
    project
}

#[test]
fn a_sound_is_an_asset_that_is_found_by_its_name_and_held_by_who_plays_it() {
    let mut project = project();
    assert_eq!(project.kind(SOUND), Some(AssetKind::Sound));
    assert_eq!(project.sound_named("hello").map(|(id, _)| id), Some(SOUND));
    assert!(project.sound_named("Hello").is_none());
    for path in ["hello.wav", "/Game/Audio/hello", "C:\\audio\\hello.ogg"] {
        assert!(project.sound_named(path).is_some(), "{path}");
    }
    let mut montage = Montage::new("m", Id(1), &mut 20);
    montage.sounds.push(lane(0.5));
    assert_eq!(montage.uses(), [Id(1), SOUND]);
    project.montages.insert(Id(2), Arc::new(montage));
    assert_eq!(project.users(SOUND).count(), 1);
    assert_eq!(project.lane_sounds(Id(2)).len(), 1);
    assert!(project.lane_sounds(Id(3)).is_empty());
}

#[test]
fn it_takes_what_is_left_of_its_sound() {
    let project = project();
    let with = |skip| LaneSound { skip, ..lane(0.0) }.seconds(&project);
    assert_eq!([0.0, 0.5, 9.0].map(with), [2.0, 1.5, 0.0]);
    let lost = LaneSound {
        sound: Id(99),
        ..lane(0.0)
    };
    assert_eq!(lost.seconds(&project), 0.0);
}

#[test]
fn what_is_heard_stays_with_what_is_seen_where_a_clip_is_trimmed() {
    let source = crate::source::ClipSource {
        duration: 3.0,
        ..Default::default()
    };
    let mut clip = Clip::new("c", Id(1), Arc::new(source), 30.0);
    clip.sounds = vec![lane(0.25), lane(1.5), lane(2.5)];
    let range = ClipRange {
        begin: 1.0,
        end: 2.0,
    };
    let trimmed = clip.trimmed(range).sounds;
    let places: Vec<(f32, f32)> = trimmed.iter().map(|it| (it.time, it.skip)).collect();
    assert_eq!(places, [(0.0, 0.75), (0.5, 0.0)]);
    assert_eq!(clip.reversed().sounds, clip.sounds);
}

#[test]
fn a_notify_names_a_sound_its_loudness_and_its_speed() {
    let mut project = project();
    let class = Template::PlaySound.class(&mut 30);
    let [sound, volume, pitch] = [0, 1, 2].map(|at| class.fields[at].id);
    assert_eq!(class.sound_field().map(|field| field.id), Some(sound));
    project.notify_classes.insert(Id(29), Arc::new(class));
    let mut notify = Notify::instant(Id(40), Id(41), "step", 0.0);
    assert_eq!(project.sound_of(&notify), None);
    notify.class = Some(Id(29));
    assert_eq!(project.sound_of(&notify), None, "it names nothing");
    let asset = |name: &str| FieldValue::Asset(name.into());
    notify.fields.insert(sound, asset("of the game"));
    assert_eq!(project.sound_of(&notify), None);
    notify.fields.insert(sound, asset("hello"));
    assert_eq!(project.sound_of(&notify), Some((SOUND, 0.0, 1.0)));
    notify.fields.insert(volume, FieldValue::Number(-6.0));
    notify.fields.insert(pitch, FieldValue::Number(2.0));
    assert_eq!(project.sound_of(&notify), Some((SOUND, -6.0, 2.0)));
}

#[test]
fn other_classes_name_a_sound_by_a_field_of_that_name_or_by_their_icon() {
    let field = |id, name: &str, kind| Field {
        id: Id(id),
        name: name.into(),
        unit: String::new(),
        kind,
    };
    let text = || FieldType::of(FieldKind::Text);
    let asset = || FieldType::of(FieldKind::Asset);
    let mut class = NotifyClass::new("c");
    class.fields = vec![field(1, "effect", asset()), field(2, "Sound", text())];
    assert_eq!(class.sound_field().map(|field| field.id), Some(Id(2)));
    class.fields.pop();
    assert_eq!(class.sound_field(), None);
    class.icon = Icon::Sound;
    assert_eq!(class.sound_field().map(|field| field.id), Some(Id(1)));
}
