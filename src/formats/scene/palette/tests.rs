use super::*;

#[test]
fn another_rest_pose_than_that_of_the_mesh_is_said_with_what_it_does() {
    let at = |x: f32| Affine3A::from_translation(glam::Vec3::new(x, 1.0, 0.0));
    let noted = |models: [Affine3A; 3]| {
        let (mut report, binds) = (
            ImportReport::default(),
            [0.0, 1.0, 2.0].map(|x| at(x).inverse()),
        );
        note_other_rest(&[0, 1, 2], &binds, &models, "/skins/0", &mut report);
        report
            .entries
            .iter()
            .map(|entry| entry.text.clone())
            .collect::<Vec<_>>()
    };
    let placed = Affine3A::from_rotation_y(1.0) * at(5.0);
    assert!(
        noted([placed * at(0.0), placed * at(1.0), placed * at(2.0)]).is_empty(),
        "moved as a whole"
    );
    let moved = noted([at(0.0), at(1.0), at(2.25)]);
    assert!(
        moved[0].contains("1 joints") && moved[0].contains("by up to 0.250 m"),
        "{moved:?}"
    );
    assert!(moved[0].starts_with("The rest pose differs from the bind pose"));
    let half_turn = Affine3A::from_scale(glam::Vec3::new(-1.0, 1.0, -1.0));
    let turned = noted([at(0.0), at(1.0), at(2.0) * half_turn]);
    assert!(
        turned[0].contains("1 joints are rotated or moved. "),
        "{turned:?}"
    );
    assert!(
        noted([at(0.0), at(1.0), at(2.00095)]).is_empty(),
        "a thousandth is none"
    );
    assert_eq!(noted([at(0.0), at(1.0), at(2.00105)]).len(), 1);
}
