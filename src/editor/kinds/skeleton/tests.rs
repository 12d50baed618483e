use super::*;
use asset::skeleton::Bone;

#[test]
fn a_selected_bone_stays_the_same_one_wherever_it_is_and_none_where_it_is_gone() {
    let rig = |names: &[&str]| {
        let bones = names
            .iter()
            .map(|name| Bone::new(*name, None, anim::Transform::IDENTITY))
            .collect();
        Arc::new(Skeleton {
            bones,
            ..Skeleton::default()
        })
    };
    let (first, moved, without) = (
        rig(&["root", "arm", "hand"]),
        rig(&["root", "leg", "hand", "arm"]),
        rig(&["root"]),
    );
    let mut view = SkeletonView {
        selected_bone: Some(2),
        revealed_bone: Some(1),
        ..SkeletonView::default()
    };
    let mut follow = |id: u64, rig: Option<&Arc<Skeleton>>| {
        view.follow(rig.map(|rig| (Id(id), rig.clone())));
        (view.selected_bone, view.revealed_bone)
    };
    assert_eq!(follow(1, Some(&first)), (Some(2), Some(1)));
    assert_eq!(follow(1, Some(&first)), (Some(2), Some(1)));
    assert_eq!(follow(1, Some(&moved)), (Some(2), Some(3)));
    assert_eq!(
        follow(2, Some(&first)),
        (Some(2), Some(3)),
        "another skeleton"
    );
    assert_eq!(follow(2, None), (Some(2), Some(3)));
    assert_eq!(
        (follow(1, Some(&moved)), follow(1, Some(&without))),
        ((Some(2), Some(3)), (None, None))
    );
}
