use super::*;
use crate::dice::Dice;

#[test]
fn every_frame_meets_every_frame() {
    for (frames, points) in [
        (1, 1),
        (2, 9),
        (15, 7),
        (16, 8),
        (17, 513),
        (33, 512),
        (40, 1030),
    ] {
        let mut dice = Dice(frames as u64);
        let offsets: Vec<Vec3> = (0..frames * points)
            .map(|_| Vec3::from_array(dice.rolls()))
            .collect();
        let products = Products::of(&offsets, frames, &|_| true).unwrap();
        let frame = |at: usize| &offsets[at * points..][..points];
        for at in 0..frames * frames {
            let (a, b) = (frame(at / frames), frame(at % frames));
            let wanted: f64 = a
                .iter()
                .zip(b)
                .map(|(a, b)| a.as_dvec3().dot(b.as_dvec3()))
                .sum();
            assert!(
                (products.rows[at] - wanted).abs() < 1e-5 * points as f64,
                "{frames} {points} {at}"
            );
        }
    }
}
