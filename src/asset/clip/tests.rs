use super::*;
use crate::source::{Channel, SourceCurve as Imported};

fn lasting(duration: f32, frame_rate: f32, loop_policy: LoopPolicy) -> Clip {
    let source = Arc::new(ClipSource {
        duration,
        ..ClipSource::default()
    });
    Clip {
        loop_policy,
        ..Clip::new("walk", Id(1), source, frame_rate)
    }
}

#[test]
fn a_new_clip_is_a_full_pose_that_plays_once_and_is_compressed() {
    let clip = lasting(1.0, 24.0, LoopPolicy::Clamp);
    assert_eq!(
        (clip.name.as_str(), clip.skeleton, clip.origin.is_none()),
        ("walk", Id(1), true)
    );
    assert_eq!(
        (
            clip.frame_rate,
            clip.rate_scale,
            clip.looping,
            clip.keys_edited
        ),
        (24.0, 1.0, false, false)
    );
    assert_eq!(
        (clip.made_for, clip.loop_policy),
        (MadeFor::Source, LoopPolicy::Clamp)
    );
    assert_eq!(
        (clip.additive, clip.root_motion),
        (None, RootMotion::default())
    );
    assert_eq!(clip.compression, Some(codec::EncoderSettings::default()));
    assert!(clip.tracks.is_empty() && clip.notifies.is_empty());
    assert!(clip.sync_markers.is_empty() && clip.curves.is_empty());
    assert_eq!(LoopPolicy::default(), LoopPolicy::Clamp);
}

#[test]
fn a_wrapped_clip_takes_one_frame_more_than_its_source() {
    let both = |duration, rate| {
        [LoopPolicy::Clamp, LoopPolicy::Wrap].map(|policy| lasting(duration, rate, policy).length())
    };
    assert_eq!(both(1.0, 10.0), [1.0, 1.1]);
    assert_eq!(both(0.5, 2.0), [0.5, 1.0]);
    assert_eq!(both(0.0, 4.0), [0.0, 0.25]);
    assert_eq!(both(0.2, 4.0), [0.2, 0.4], "two keys, however near");
    assert_eq!(
        both(1.0, 0.0),
        [1.0, 1.0],
        "without frames there is none to add"
    );
}

#[test]
fn an_imported_curve_counts_unless_an_authored_one_has_its_name() {
    let imported = |name: &str| Imported {
        name: name.into(),
        channel: Channel::default(),
    };
    let curves = ["smile", "blink", "frown"].map(imported).into();
    let source = Arc::new(ClipSource {
        curves,
        ..ClipSource::default()
    });
    let mut clip = Clip::new("talk", Id(1), source, 30.0);
    let counted = |clip: &Clip| {
        clip.imported_curves()
            .map(|curve| curve.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(counted(&clip), ["smile", "blink", "frown"]);
    clip.curves = vec![Curve::new(Id(2), "blink", 0), Curve::new(Id(3), "other", 0)];
    assert_eq!(counted(&clip), ["smile", "frown"]);
    clip.curves[0].disabled = true;
    assert_eq!(
        counted(&clip),
        ["smile", "frown"],
        "a silent one takes its place too"
    );
    clip.curves
        .extend([Curve::new(Id(4), "smile", 0), Curve::new(Id(5), "frown", 0)]);
    assert!(counted(&clip).is_empty());
}

#[test]
fn a_base_asks_for_a_clip_only_where_it_is_of_one() {
    let clip = Id(4);
    assert_eq!(AdditiveBase::default().clip(), None);
    assert_eq!(AdditiveBase::OwnFrame(4).clip(), None);
    assert_eq!(
        AdditiveBase::ClipFrame { clip, frame: 2 }.clip(),
        Some(clip)
    );
    assert_eq!(AdditiveBase::ClipScaled { clip }.clip(), Some(clip));
}
