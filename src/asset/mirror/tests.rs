use super::*;
use anim::Transform;

#[test]
fn bones_find_their_partner_or_stand_alone() {
    let names = [
        "root",
        "hand_l",
        "hand_r",
        "thumb_l",
        "Left",
        "twist_left_r",
    ];
    let bones: Vec<Bone> = names
        .map(|name| Bone::new(name, None, Transform::IDENTITY))
        .into();
    let mirror = Mirror::default();
    assert_eq!(mirror.partners(&bones), [0, 2, 1, 3, 4, 5]);
    assert_eq!(
        Mirror {
            rules: Vec::new(),
            ..mirror
        }
        .partners(&bones),
        [0, 1, 2, 3, 4, 5]
    );
    // One that two lead to has the partner that leads back.
    let rule = |left: &str, right: &str| MirrorRule {
        left: left.into(),
        right: right.into(),
    };
    let crossed = Mirror {
        rules: vec![rule("thumb_l", "hand_r"), rule("hand_l", "hand_r")],
        ..Mirror::default()
    };
    assert_eq!(crossed.partners(&bones), [0, 1, 3, 2, 4, 5]);
}
