use super::*;
use anim::additive::AdditiveKind;
use asset::{clip::AdditiveBase, source::ClipSource};

/// Clips 1 and 2 of a skeleton and clip 3 of another, which were exported from 101, 102 and 103.
/// Clip 1 adds to `base`.
fn applied(base: AdditiveBase) -> (Option<Additive>, usize) {
    let clip = |skeleton| {
        let source = Arc::new(ClipSource::default());
        Arc::new(Clip::new("c", Id(skeleton), source, 30.0))
    };
    let mut clips = BTreeMap::from([(Id(1), clip(10)), (Id(2), clip(10)), (Id(3), clip(11))]);
    let additive = Additive {
        kind: AdditiveKind::Mesh,
        base,
    };
    let bases: Vec<(Id, SaidBase, String)> = [(1, Some(additive)), (2, None), (3, None)]
        .map(|(id, additive)| {
            let id = Id(id);
            let exported = Some(Id(id.0 + 100));
            let said = SaidBase {
                id: exported,
                additive,
            };
            (id, said, format!("/animations/{}", id.0))
        })
        .into();
    let mut report = ImportReport::default();
    apply(&mut clips, &bases, &mut report);
    assert!([2, 3].iter().all(|id| clips[&Id(*id)].additive.is_none()));
    (clips[&Id(1)].additive, report.entries.len())
}

#[test]
fn a_base_is_found_by_the_id_that_it_was_exported_with() {
    for (exported, here) in [
        (AdditiveBase::ReferencePose, AdditiveBase::ReferencePose),
        (AdditiveBase::OwnFrame(3), AdditiveBase::OwnFrame(3)),
        (
            AdditiveBase::ClipFrame {
                clip: Id(102),
                frame: 4,
            },
            AdditiveBase::ClipFrame {
                clip: Id(2),
                frame: 4,
            },
        ),
        (
            AdditiveBase::ClipScaled { clip: Id(102) },
            AdditiveBase::ClipScaled { clip: Id(2) },
        ),
    ] {
        let (additive, told) = applied(exported);
        let expected = Additive {
            kind: AdditiveKind::Mesh,
            base: here,
        };
        assert_eq!((additive, told), (Some(expected), 0));
    }
}

/// One that is not in the file, one of another skeleton, and the clip itself.
#[test]
fn a_clip_without_its_base_is_a_full_pose_and_that_is_told() {
    for clip in [99, 103, 101].map(Id) {
        assert_eq!(applied(AdditiveBase::ClipScaled { clip }), (None, 1));
    }
}
