use super::*;
use crate::{Pose, Transform, pose::blend};
use glam::Vec3;
use proptest::prelude::*;

proptest! {
    #[test]
    fn runs_are_the_rows_of_the_set_and_apart(
        bones in prop::collection::vec(0usize..900, 0..20),
        count in 0usize..900,
    ) {
        let rows = Rows::of(bones.iter().copied());
        let runs: Vec<_> = rows.runs(count.div_ceil(LANES)).collect();
        prop_assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start));
        for block in 0..count.div_ceil(LANES) {
            prop_assert_eq!(runs.iter().any(|run| run.contains(&block)), rows.has(block));
        }
        let wanted: Vec<usize> = (0..count).filter(|bone| rows.has(bone / LANES)).collect();
        prop_assert_eq!(rows.bones(count).collect::<Vec<_>>(), wanted);
        prop_assert!(bones.iter().all(|bone| rows.has(bone / LANES)));
        prop_assert_eq!(Rows::ALL.runs(9).collect::<Vec<_>>(), vec![0..9]);
    }
}

/// What was left out of a buffer may be of any scale; whoever needs it then does not find it.
#[test]
fn scales_of_rows_that_were_left_out_do_not_come_back() {
    let sized = |scale: f32| {
        Pose::new(
            [Transform {
                scale: Vec3::splat(scale),
                ..Transform::IDENTITY
            }; 17],
        )
    };
    let (mut first, mut out) = (sized(1.0), sized(7.0));
    first.narrow(Rows::of([0]));
    blend(&first, &sized(1.0), 0.5, &mut out);
    assert_eq!(
        (out.rows(), out.get(0).scale, out.get(16).scale),
        (Rows::of([0]), Vec3::ONE, Vec3::splat(7.0))
    );
    blend(&sized(1.0), &sized(1.0), 0.5, &mut out);
    assert_eq!(
        (out.rows(), out.get(0).scale, out.get(16).scale),
        (Rows::ALL, Vec3::ONE, Vec3::ONE)
    );
}
