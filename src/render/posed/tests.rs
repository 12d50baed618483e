use super::*;
use crate::{Gpu, Renderer, figure::random_part};
use glam::Vec3;

#[test]
fn before_is_the_picture_before_and_no_jump() {
    let gpu = Gpu::headless().unwrap_or_else(|error| panic!("{error}"));
    let part = Renderer::new(&gpu).upload_mesh(&random_part(9, 4, 1, 1));
    let mut posed = PosedPart::new(part);
    let mut x = |at: f32, weight: f32, jumps: bool| {
        posed.is_skinned = true;
        posed.bend(
            &Affine3A::from_translation(Vec3::X * at),
            &[Affine3A::IDENTITY],
            &[weight],
            jumps,
        );
        let weight = |bent: &Bent| bent.morphs.first().map_or(0.0, |morph| morph.weight);
        let [now, before] = [&posed.now, &posed.before].map(|bent| (bent.rows[0][3], weight(bent)));
        (now, before, posed.is_skinned)
    };
    assert_eq!(
        x(1.0, 0.5, false),
        ((1.0, 0.5), (1.0, 0.5), false),
        "the first picture"
    );
    assert_eq!(x(2.0, 0.0, false), ((2.0, 0.0), (1.0, 0.5), false));
    assert_eq!(x(3.0, 2.0, false), ((3.0, 2.0), (2.0, 0.0), false));
    assert_eq!(
        x(3.0, 2.0, false),
        ((3.0, 2.0), (3.0, 2.0), true),
        "at rest"
    );
    assert_eq!(x(9.0, 2.0, true), ((9.0, 2.0), (9.0, 2.0), false), "a jump");
}
