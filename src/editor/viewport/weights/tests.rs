use super::*;
use anim::mesh::PaletteJoint;

#[test]
fn a_ramp_goes_from_end_to_end_and_through_each_of_its_colours() {
    for (weight, at) in [
        (-1.0, 0),
        (0.0, 0),
        (0.25, 1),
        (0.5, 2),
        (0.75, 3),
        (1.0, 4),
        (2.0, 4),
    ] {
        let expected = egui::Rgba::from(RAMP[at]).to_array();
        assert!(
            color(weight)
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-6),
            "{weight}"
        );
    }
    let between = color(0.375);
    assert!(between[1] > color(0.25)[1] && between[1] < color(0.5)[1]);
}

#[test]
fn a_vertex_has_the_colour_of_what_it_follows_of_a_bone_in_all_its_slots() {
    let joint = |bone| PaletteJoint {
        bone,
        inverse_bind: [[0.0; 4]; 3],
    };
    let part = MeshPart {
        influences: 4,
        joints: vec![0, 1, 2, 0, 1, 0, 0, 0].into(),
        weights: vec![0.5, 0.25, 0.25, 0.0, 1.0, 0.0, 0.0, 0.0].into(),
        palette: [7, 3, 7].map(joint).into_iter().collect(),
        ..MeshPart::default()
    };
    assert_eq!(colors(&part, Some(7)), [color(0.75), color(0.0)]);
    assert_eq!(colors(&part, Some(3)), [color(0.25), color(1.0)]);
    assert_eq!(colors(&part, None), [color(0.0); 2]);
}
