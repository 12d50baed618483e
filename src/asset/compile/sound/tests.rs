use super::*;
use crate::{Cache, Clip, CompileOptions, Skeleton, SoundFile, compile, whole};
use std::sync::Arc;

const SOUND: Id = Id(70);

fn lane(id: u64, time: f32, sound: Id) -> LaneSound {
    LaneSound {
        id: Id(id),
        name: format!("line {id}"),
        sound,
        time,
        skip: 0.25,
        gain: -6.0,
    }
}

#[test]
fn lanes_become_cues_of_what_plays_and_what_is_gone_is_reported() {
    let mut project = whole::project();
    let file = SoundFile {
        name: "hello".into(),
        ending: "wav".into(),
        seconds: 2.0,
        bytes: Arc::from(&b"RIFF"[..]),
    };
    project.sounds.insert(SOUND, Arc::new(file));
    let (clip_id, montage_id) = (
        *project.clips.keys().next().unwrap(),
        *project.montages.keys().next().unwrap(),
    );
    let clip: &mut Clip = Arc::make_mut(project.clips.get_mut(&clip_id).unwrap());
    let clip_name = Name::new(&clip.name);
    clip.sounds = vec![
        lane(2, 0.4, SOUND),
        lane(1, 0.1, SOUND),
        lane(3, 0.2, Id(99)),
    ];
    let montage = Arc::make_mut(project.montages.get_mut(&montage_id).unwrap());
    let montage_name = Name::new(&montage.name);
    montage.sounds = vec![lane(4, 0.0, SOUND)];
    let compiled = compile(&project, &mut Cache::default(), CompileOptions::default());
    let library = &compiled.library;
    let cues = library.sounds_of_clip(clip_name);
    let told: Vec<_> = cues
        .iter()
        .map(|cue| (cue.id, cue.time, cue.skip, cue.gain))
        .collect();
    assert_eq!(told, [(1, 0.1, 0.25, -6.0), (2, 0.4, 0.25, -6.0)]);
    assert!(
        cues.iter()
            .all(|cue| library.names.text(cue.sound) == "hello")
    );
    assert_eq!(library.names.text(cues[0].name), "line 1");
    assert_eq!(library.sounds_of_montage(montage_name).len(), 1);
    assert!(library.sounds_of_montage(clip_name).is_empty());
    let missing = compiled
        .diagnostics
        .iter()
        .filter(|it| it.kind == Kind::SoundMissing);
    assert_eq!(missing.count(), 1);
    let skeleton: &mut Skeleton = Arc::make_mut(project.skeletons.values_mut().next().unwrap());
    skeleton.bones.clear();
    let compiled = compile(&project, &mut Cache::default(), CompileOptions::default());
    assert!(compiled.library.sound_cues.is_empty(), "nothing plays");
}
