//! Where a foot touches the ground: points of its sole, from the reference pose.

use anim::{Library, Name, Skeleton, Transform};
use glam::Vec3;

/// Distance of the heel behind the ankle, and of the toes' tip before the ball, as parts of the
/// distance from the ankle to the ball.
const HEEL: f32 = 0.4;
const TOE: f32 = 0.55;

/// Points that may touch the ground, and what says that the foot stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Sole {
    /// The bone of the foot.
    pub name: Name,
    /// A curve that is above 0.5 while the foot stands. If the pose lacks the curve, the foot's
    /// motion shows whether the foot stands.
    pub contact: Option<Name>,
    /// A sync marker of the clips that play, where the foot comes down; it counts without a curve.
    pub marker: Option<Name>,
    /// Each on its bone, in its space.
    pub(super) points: Vec<(usize, Vec3)>,
}

impl Sole {
    /// Soles of the feet whose bones are there. Each is given as its foot, its ball, its curve and
    /// its marker.
    pub fn all(
        library: &Library,
        skeleton: Name,
        feet: impl Iterator<Item = [Option<Name>; 4]>,
    ) -> Vec<Self> {
        let Some(skeleton) = library.skeleton(skeleton) else {
            return Vec::new();
        };
        let sole = |[foot, ball, contact, marker]: [Option<Name>; 4]| {
            Some(Self {
                marker,
                ..Self::new(skeleton, foot?, ball, contact)?
            })
        };
        feet.filter_map(sole).collect()
    }

    /// Points on level ground of height 0 in the reference pose: below the foot or, with a ball,
    /// from the heel to the tip of the toes. None where a bone is missing.
    pub fn new(
        skeleton: &Skeleton,
        foot: Name,
        ball: Option<Name>,
        contact: Option<Name>,
    ) -> Option<Self> {
        let at = skeleton.find(foot)?;
        let ball = match ball {
            Some(ball) => Some(skeleton.find(ball)?),
            None => None,
        };
        let mut models = Vec::new();
        anim::pose::local_to_model(skeleton, skeleton.reference_pose(), &mut models);
        let model = |bone: usize| Transform::from_affine(&models[bone]);
        let ground = |bone: usize| model(bone).translation.with_y(0.0);
        let on = |bone: usize, place: Vec3| (bone, models[bone].inverse().transform_point3(place));
        let ankle = ground(at);
        let points = match ball {
            Some(ball) => {
                let fore = ground(ball);
                let along = fore - ankle;
                vec![
                    on(at, ankle - along * HEEL),
                    on(at, fore),
                    on(ball, fore),
                    on(ball, fore + along * TOE),
                ]
            }
            None => vec![on(at, ankle)],
        };
        points
            .iter()
            .all(|(_, point)| point.is_finite())
            .then_some(Self {
                name: foot,
                contact,
                marker: None,
                points,
            })
    }
}
