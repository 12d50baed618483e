use super::*;
use crate::{
    Id, Origin,
    source::{Channel, Interpolation, SourceCurve, Track},
};
use std::sync::Arc;

fn source() -> ClipSource {
    let channel = |values: &[f32]| Channel {
        times: vec![0.0, 1.0],
        values: values.into(),
        ..Channel::default()
    };
    let arm = Track {
        bone: "arm".into(),
        translation: Some(channel(&[0.5; 6])),
        ..Track::default()
    };
    let curves = vec![SourceCurve {
        name: "smile".into(),
        channel: channel(&[0.0, 1.0]),
    }];
    ClipSource {
        duration: 1.0,
        tracks: vec![arm],
        curves,
    }
}

#[test]
fn a_clip_says_its_name_its_frame_rate_whether_it_loops_and_its_keys() {
    let mut clip = Clip::new("walk", Id(1), Arc::new(source()), 24.0);
    let keys = format!("4 keys ({:016x})", source().fingerprint());
    let said = |name: &str, looping: &str, keys: &str| {
        fields([
            ("name", name.into()),
            ("frame rate", "24".into()),
            ("looping", looping.into()),
            ("keys", keys.into()),
        ])
    };
    assert_eq!(clip.said(), said("walk", "false", &keys));
    clip.looping = true;
    let file = fields([("keys", "those of the file".into())]);
    clip.origin = Some(Origin {
        file: "f".into(),
        place: "p".into(),
        content: "c".into(),
        said: file,
        options: Fields::new(),
        properties: Default::default(),
    });
    assert_eq!(clip.said(), said("walk", "true", "those of the file"));
    clip.keys_edited = true;
    assert_eq!(clip.said(), said("walk", "true", &keys));
}

#[test]
fn keys_have_another_fingerprint_as_soon_as_one_thing_is_another() {
    let edits: [fn(&mut ClipSource); 11] = [
        |_| (),
        |s| s.duration = 2.0,
        |s| s.tracks[0].bone = "hand".into(),
        |s| s.tracks[0].rotation = s.tracks[0].translation.take(),
        |s| s.tracks[0].scale = s.tracks[0].translation.take(),
        |s| s.tracks[0].translation.as_mut().unwrap().times[1] = 0.5,
        |s| s.tracks[0].translation.as_mut().unwrap().values[5] = 0.25,
        |s| s.tracks[0].translation.as_mut().unwrap().interpolation = Interpolation::Step,
        |s| s.curves[0].name = "frown".into(),
        |s| s.curves[0].channel.values[0] = -0.0,
        |s| s.curves.clear(),
    ];
    let prints = edits.map(|edit| {
        let mut source = source();
        edit(&mut source);
        source.fingerprint()
    });
    for (at, print) in prints.iter().enumerate() {
        assert!(!prints[..at].contains(print), "edit {at}");
    }
    assert_eq!(prints[0], source().fingerprint());
}
