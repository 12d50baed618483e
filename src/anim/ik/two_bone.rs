//! Two bones that reach for a target: an arm or a leg bends in the plane of its pole.
//!
//! Solved in model space and double precision, from the lengths of the pose at hand. The pole fixes the plane
//! and the side of the bend, not the place of the joint.

use super::{EndTurn, Joint, Reason, joint::are_finite, turn};
use crate::{Pose, Skeleton, float::Extreme, pose::local_to_model_below};
use glam::{Affine3A, DQuat, DVec3, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Metres below which there is no length and no direction.
const TINY: f64 = 1e-4;

/// Joints in model space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limb {
    pub root: DVec3,
    pub middle: DVec3,
    pub end: DVec3,
}

/// How far bones may lengthen to reach a target. Both bones by the same factor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// Part of the limb's length from which it lengthens, 0 to `most`.
    pub start: f64,
    /// The largest factor, 1 or more.
    pub most: f64,
}

/// What becomes of a target that the limb cannot fold to, for one bone is longer than the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TooClose {
    /// The end stays as near as it gets.
    #[default]
    KeepLengths,
    /// The end is on the target, and the lower bone no longer as long as it was.
    Reach,
}

/// How a limb is asked to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ask {
    pub target: DVec3,
    pub stretch: Option<Stretch>,
    pub too_close: TooClose,
    /// Where the target was from the root, for one that is on it; None is where the end is.
    pub previous: Option<DVec3>,
}

impl Ask {
    pub fn of(target: DVec3) -> Self {
        Self { target, stretch: None, too_close: TooClose::KeepLengths, previous: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    pub limb: Limb,
    /// That both bones are lengthened by.
    pub stretch: f64,
    /// Unit: the side that it bends to.
    pub side: DVec3,
    pub reason: Reason,
}

/// Where the middle and the end come to lie. Lengths are kept, but for what `stretch` allows: a target out of reach is
/// pointed at, one too close is kept away from. A limb with a bone of no length, or a target that is not finite,
/// stays as it is.
pub fn solve(limb: &Limb, target: DVec3, pole: DVec3, stretch: Option<Stretch>) -> Limb {
    solve_to(limb, &Ask { stretch, ..Ask::of(target) }, pole).limb
}

/// As [`solve`], and says why.
pub fn solve_to(limb: &Limb, ask: &Ask, pole: DVec3) -> Solved {
    if !pole.is_finite() {
        return kept(limb, Reason::BadInput);
    }
    solve_by(limb, ask, |along| bend(limb, along, pole))
}

fn kept(limb: &Limb, reason: Reason) -> Solved {
    Solved { limb: *limb, stretch: 1.0, side: DVec3::ZERO, reason }
}

/// As [`solve_to`], with the side that it bends to by the way to its target. A target on the root is one a little away
/// from it.
pub fn solve_by(limb: &Limb, ask: &Ask, bend: impl FnOnce(DVec3) -> DVec3) -> Solved {
    let (mut upper, mut lower) = (limb.middle.distance(limb.root), limb.end.distance(limb.middle));
    let is_finite = [limb.root, limb.middle, limb.end, ask.target].iter().all(|place| place.is_finite());
    if !(is_finite && upper.is_finite() && lower.is_finite()) {
        return kept(limb, Reason::BadInput);
    }
    if upper < TINY || lower < TINY {
        return kept(limb, Reason::DegenerateLimb);
    }
    let towards = ask.target - limb.root;
    let (mut distance, mut reason) = (towards.length(), Reason::Reached);
    let along = direction(towards).unwrap_or_else(|| {
        (distance, reason) = (TINY, Reason::AtRoot);
        let previous = ask.previous.and_then(turn::direction);
        previous.or_else(|| direction(limb.end - limb.root)).unwrap_or(DVec3::X)
    });
    let side = bend(along);
    let stretch = ask.stretch.map_or(1.0, |stretch| stretch.factor(distance / (upper + lower)));
    (upper, lower) = (upper * stretch, lower * stretch);
    let at = |middle: DVec3, distance: f64, reason| {
        let limb = Limb { root: limb.root, middle: limb.root + middle, end: limb.root + along * distance };
        Solved { limb, stretch, side, reason }
    };
    if distance >= upper + lower {
        return at(along * upper, upper + lower, Reason::Straight);
    }
    let least = (upper - lower).abs();
    if distance < least {
        reason = Reason::TooClose;
        distance = if ask.too_close == TooClose::Reach { distance } else { least };
    }
    let cosine = ((upper * upper + distance * distance - lower * lower) / (2.0 * upper * distance)).clamp(-1.0, 1.0);
    let across = side * (upper * (1.0 - cosine * cosine).higher(0.0).sqrt());
    at(along * (upper * cosine) + across, distance, reason)
}

/// How the bones of a limb are turned when it is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turns {
    pub end: EndTurn,
    /// Local to the upper and the lower bone, which do not turn about it; None lets them.
    pub twist_axis: Option<DVec3>,
}

/// Moves the bones of a limb: root, middle, end.
pub fn turn_limb(joints: &mut [Joint; 3], ask: &Ask, pole: DVec3, turns: &Turns) -> Solved {
    let before = *joints;
    let [root, middle, end] = before.map(|joint| joint.place);
    let limb = Limb { root, middle, end };
    if !(are_finite(joints) && turns.end.is_finite()) {
        return kept(&limb, Reason::BadInput);
    }
    let solved = solve_to(&limb, ask, pole);
    if !(solved.limb.middle.is_finite() && solved.limb.end.is_finite()) {
        return kept(&limb, Reason::BadInput);
    }
    if matches!(solved.reason, Reason::BadInput | Reason::DegenerateLimb) {
        return solved;
    }
    let after = solved.limb;
    // Asked for where a bone turns right round, which few do.
    let hint = || turn::direction(after.end - root).map(|along| along.cross(solved.side));
    let turned = |(old, new): (DVec3, DVec3), rotation: DQuat| {
        let mut change = turn::between(old, new, hint);
        if let Some(axis) = turns.twist_axis.and_then(turn::direction) {
            change *= turn::twist(change, rotation * axis).conjugate();
        }
        turn::normalized(change * rotation)
    };
    let [upper, lower, tip] = before.map(|joint| joint.rotation);
    let upper = turned((middle - root, after.middle - root), upper);
    let turned = turned((end - middle, after.end - after.middle), lower);
    let tip = turns.end.of(tip, lower, turned);
    *joints =
        [(root, upper), (after.middle, turned), (after.end, tip)].map(|(place, rotation)| Joint { place, rotation });
    solved
}

impl Stretch {
    /// `ratio` is the target's distance over the limb's length.
    fn factor(&self, ratio: f64) -> f64 {
        let room = self.most - self.start;
        if room < TINY { 1.0 } else { 1.0 + (self.most - 1.0) * ((ratio - self.start) / room).clamp(0.0, 1.0) }
    }
}

fn direction(v: DVec3) -> Option<DVec3> {
    let length = v.length();
    (length >= TINY).then(|| v / length)
}

/// Unit, at a right angle to `along`: towards the pole, else where the middle is, else anywhere. A pole on the root is
/// above it.
pub fn bend(limb: &Limb, along: DVec3, pole: DVec3) -> DVec3 {
    let off_line = |v: DVec3| direction(v - along * v.dot(along));
    let towards = pole - limb.root;
    let side = if towards.length_squared() < TINY * TINY {
        off_line(DVec3::Y).or_else(|| off_line(DVec3::Z))
    } else {
        off_line(towards).or_else(|| {
            let line = turn::direction(limb.end - limb.root).unwrap_or_default();
            direction(turn::reject(limb.middle - limb.root, line)).and_then(off_line)
        })
    };
    side.unwrap_or_else(|| turn::any_perpendicular(along))
}

/// Bones of a limb, from the root to the end; each the parent of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimbBones {
    pub root: usize,
    pub middle: usize,
    pub end: usize,
}

/// Turns a limb of a pose so that its end reaches for `target`, and brings the matrices of everything below its root up
/// to date. `models` are the pose's matrices; target and pole are in model space, metres. The end bone keeps its
/// rotation to its parent. Bones that are not parent and child in turn change nothing.
pub fn apply(
    skeleton: &Skeleton,
    bones: LimbBones,
    target: Vec3,
    pole: Vec3,
    pose: &mut Pose,
    models: &mut [Affine3A],
) {
    if models.len() != skeleton.len() || bones.end >= skeleton.len() {
        return;
    }
    let is_limb = |parent: usize, child: usize| skeleton.parent(child) == Some(parent);
    // From the end up: so each is known to be there.
    if !(is_limb(bones.middle, bones.end) && is_limb(bones.root, bones.middle)) {
        return;
    }
    let at = |bone: usize| Vec3::from(models[bone].translation).as_dvec3();
    let before = Limb { root: at(bones.root), middle: at(bones.middle), end: at(bones.end) };
    let after = solve(&before, target.as_dvec3(), pole.as_dvec3(), None);
    let upper = turn::between(before.middle - before.root, after.middle - after.root, || None);
    let lower = turn::between(before.end - before.middle, after.end - after.middle, || None);
    // A turn in model space, as the bone's parent sees it.
    turn(pose, bones.root, skeleton.parent(bones.root).map(|parent| &models[parent]), upper);
    turn(pose, bones.middle, Some(&models[bones.root]), upper.conjugate() * lower);
    local_to_model_below(skeleton, pose, bones.root, models);
}

fn turn(pose: &mut Pose, bone: usize, parent: Option<&Affine3A>, rotation: DQuat) {
    let axis = Vec3::new(rotation.x as f32, rotation.y as f32, rotation.z as f32);
    let seen = parent.map_or(axis, |parent| {
        let m = &parent.matrix3;
        let unit = |column: glam::Vec3A| Vec3::from(column).normalize_or_zero();
        Vec3::new(unit(m.x_axis).dot(axis), unit(m.y_axis).dot(axis), unit(m.z_axis).dot(axis))
    });
    let rotation = Quat::from_xyzw(seen.x, seen.y, seen.z, rotation.w as f32);
    let turned = (rotation * pose.rotation(bone)).normalize();
    if turned.is_finite() {
        pose.set_rotation(bone, turned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Transform, fixture, pose::local_to_model};
    use proptest::prelude::*;
    use std::f64::consts::FRAC_1_SQRT_2;

    fn limb(upper: f64, lower: f64) -> Limb {
        Limb { root: DVec3::ZERO, middle: DVec3::NEG_Z * upper, end: DVec3::NEG_Z * (upper + lower) }
    }

    fn v(x: f64, y: f64, z: f64) -> DVec3 {
        DVec3::new(x, y, z)
    }

    #[track_caller]
    fn check(limb: Limb, target: DVec3, pole: DVec3, middle: DVec3, end: DVec3) {
        let solved = solve(&limb, target, pole, None);
        assert!(solved.middle.abs_diff_eq(middle, 1e-4) && solved.end.abs_diff_eq(end, 1e-4), "{solved:?}");
    }

    /// Properties 07.1, 07.2, 07.3, 07.4 and 07.6, in this order.
    #[test]
    fn the_worked_examples() {
        check(limb(1.0, 1.0), v(1.0, 0.0, -1.0), DVec3::Y, v(0.5, FRAC_1_SQRT_2, -0.5), v(1.0, 0.0, -1.0));
        check(limb(3.0, 4.0), v(5.0, 0.0, 0.0), DVec3::Z, v(1.8, 0.0, 2.4), v(5.0, 0.0, 0.0));
        check(limb(2.0, 3.0), v(1.5, 0.0, 0.0), DVec3::Z, v(-0.9167, 0.0, 1.7776), v(1.5, 0.0, 0.0));
        check(limb(1.0, 1.0), v(0.0, 0.0, -3.0), DVec3::Y, v(0.0, 0.0, -1.0), v(0.0, 0.0, -2.0));
        check(limb(3.0, 1.0), v(1.0, 0.0, 0.0), DVec3::Z, v(3.0, 0.0, 0.0), v(2.0, 0.0, 0.0));
    }

    #[test]
    fn a_limb_solves_alike_wherever_it_stands() {
        let away = v(3.0, -2.0, 7.0);
        for (target, pole) in [(v(1.0, 0.0, -1.0), v(0.0, 5.0, 0.3)), (v(0.2, 1.1, 0.4), v(-1.0, 0.1, 0.0))] {
            let here = solve(&limb(1.0, 1.0), target, pole, None);
            let Limb { root, middle, end } = limb(1.0, 1.0);
            let moved = Limb { root: root + away, middle: middle + away, end: end + away };
            let there = solve(&moved, target + away, pole + away, None);
            assert!(there.middle.abs_diff_eq(here.middle + away, 1e-9) && there.end.abs_diff_eq(here.end + away, 1e-9));
        }
    }

    /// Property 07.5.
    #[test]
    fn stretching_follows_its_table() {
        let stretch = Some(Stretch { start: 0.8, most: 1.2 });
        let table = [(1.6, 1.0, None), (1.8, 1.05, Some(0.5408)), (2.0, 1.1, Some(0.4583)), (2.2, 1.15, Some(0.3354))];
        for (distance, factor, height) in table {
            let solved = solve(&limb(1.0, 1.0), v(distance, 0.0, 0.0), DVec3::Y, stretch);
            assert!((solved.middle.length() - factor).abs() < 1e-6, "{distance}");
            assert!(height.is_none_or(|height: f64| (solved.middle.y - height).abs() < 1e-4), "{}", solved.middle.y);
        }
        for (distance, end) in [(2.4, 2.4), (3.0, 2.4)] {
            let solved = solve(&limb(1.0, 1.0), v(distance, 0.0, 0.0), DVec3::Y, stretch);
            assert!((solved.end.x - end).abs() < 1e-6 && solved.middle.y.abs() < 1e-3);
        }
    }

    /// Properties 07.7 and 07.8.
    #[test]
    fn impossible_targets_keep_lengths_and_stay_finite() {
        let at_root = solve(&limb(1.0, 1.0), DVec3::ZERO, DVec3::Y, None);
        assert!((at_root.middle.length() - 1.0).abs() < 1e-6 && at_root.end.is_finite());
        let on_line = solve(&limb(1.0, 1.0), v(0.0, 0.0, 1.5), DVec3::Z, None);
        assert!((on_line.middle.distance(v(0.0, 0.0, 0.75)) - 0.6614).abs() < 1e-4);
        let bad = solve(&limb(1.0, 1.0), DVec3::NAN, DVec3::Y, None);
        assert_eq!(bad, limb(1.0, 1.0));
        assert_eq!(solve(&limb(0.0, 1.0), DVec3::X, DVec3::Y, None), limb(0.0, 1.0));
    }

    #[test]
    fn the_pose_follows_the_solution() {
        let reference = Transform::new(Vec3::new(0.1, -0.4, 0.05), Quat::from_rotation_x(0.2), Vec3::ONE);
        let skeleton = fixture::skeleton(&[-1, 0, 1, 2, 3, 4], |_| reference);
        let (mut pose, mut models) = (Pose::reference(&skeleton), Vec::new());
        local_to_model(&skeleton, &pose, &mut models);
        let bones = LimbBones { root: 1, middle: 2, end: 3 };
        let root = Vec3::from(models[1].translation);
        let target = root + Vec3::new(0.2, -0.5, 0.1);
        apply(&skeleton, bones, target, root + Vec3::Z, &mut pose, &mut models);
        assert!(Vec3::from(models[3].translation).abs_diff_eq(target, 1e-5), "{}", models[3].translation);
        let mut again = Vec::new();
        local_to_model(&skeleton, &pose, &mut again);
        assert_eq!(models, again, "what was brought up to date is what the whole gives");
        apply(&skeleton, LimbBones { root: 1, middle: 3, end: 4 }, Vec3::ZERO, Vec3::Z, &mut pose, &mut models);
        assert_eq!(models, again, "bones that are no limb change nothing");
    }

    /// Property 07.16.
    #[test]
    fn a_target_on_its_way_across_everything_makes_no_jump() {
        let step = 1e-3;
        let up = v(0.1, 0.2, 9.0);
        let across = v(1.0, -1.0, 0.0).normalize();
        let ways = [
            (v(-2.5, 0.3, 0.0), DVec3::X, up),
            (v(0.4, -2.5, 0.0), DVec3::Y, up),
            (v(0.2, 0.1, -3.0), DVec3::Z, v(9.0, 0.0, 0.0)),
            (v(-1.2, 1.2, 0.02), across, v(9.0, 9.0, 0.1)),
        ];
        // Over the pole a limb turns about: no more can be asked than numbers.
        for tick in 0..5000 {
            let solved = solve(&limb(1.0, 1.0), v(-2.5, 0.0, 0.5) + DVec3::X * step * f64::from(tick), DVec3::Z, None);
            assert!(solved.middle.is_finite() && solved.end.is_finite());
        }
        for (from, along, pole) in ways {
            let mut last: Option<Limb> = None;
            for tick in 0..5000 {
                let solved = solve(&limb(1.0, 1.0), from + along * step * f64::from(tick), pole, None);
                assert!(solved.middle.is_finite() && solved.end.is_finite());
                let moved = last.map_or(0.0, |last| last.middle.distance(solved.middle));
                // At full reach a joint leaves its straight line by the root of what is missing; near the root the
                // limb turns as fast as the target goes around it.
                let around = 4.0 * step / (from + along * step * f64::from(tick)).length();
                assert!(moved < 2.0 * step.sqrt() + around, "{from} {tick}: {moved}");
                last = Some(solved);
            }
        }
    }

    proptest! {
        /// Property 07.18.
        #[test]
        fn nothing_that_is_asked_for_breaks_a_limb(
            r in prop::array::uniform3(-1.0f64..1.0), j in prop::array::uniform3(-1.0f64..1.0),
            e in prop::array::uniform3(-1.0f64..1.0), t in prop::array::uniform3(-1e6f64..1e6),
            p in prop::array::uniform3(-1e6f64..1e6), size in 0u32..4,
        ) {
            let limb = Limb { root: r.into(), middle: j.into(), end: e.into() };
            let [target, pole] = [t, p].map(|at| DVec3::from(at) * 1e-3f64.powi(size as i32));
            for stretch in [None, Some(Stretch { start: 0.8, most: 1.2 })] {
                let solved = solve(&limb, target, pole, stretch);
                prop_assert!(solved.middle.is_finite() && solved.end.is_finite() && solved.root == limb.root);
            }
        }

        /// Property 07.15.
        #[test]
        fn reachable_targets_are_reached_on_the_side_of_the_pole(
            a in 0.2f64..3.0, b in 0.2f64..3.0, part in 0.01f64..0.99,
            t in prop::array::uniform3(-1.0f64..1.0), p in prop::array::uniform3(-5.0f64..5.0),
        ) {
            let towards = direction(DVec3::from(t));
            prop_assume!(towards.is_some());
            let distance = (a - b).abs() + part * (a + b - (a - b).abs());
            let (target, pole) = (towards.unwrap() * distance, DVec3::from(p));
            let solved = solve(&limb(a, b), target, pole, None);
            prop_assert!((solved.middle.length() - a).abs() < 1e-6);
            prop_assert!((solved.end.distance(solved.middle) - b).abs() < 1e-6);
            let off = pole - target * (pole.dot(target) / target.length_squared());
            prop_assert!(off.length() < 1e-3 || (solved.middle - target * 0.5).dot(off) >= -1e-6);
        }
    }

    #[test]
    fn stretching_without_room_or_a_bone_without_length_changes_nothing() {
        let none = Some(Stretch { start: 1.2, most: 1.2 });
        for distance in [1.0, 1.9, 5.0] {
            let at = |stretch| solve(&limb(1.0, 1.0), v(distance, 0.0, 0.0), DVec3::Y, stretch);
            assert_eq!(at(none), at(None), "{distance}");
        }
        for (upper, lower) in [(1.0, 0.0), (0.0, 1.0), (0.95e-4, 1.0), (1.0, 0.95e-4)] {
            assert_eq!(solve(&limb(upper, lower), DVec3::X, DVec3::Y, None), limb(upper, lower));
        }
        assert_ne!(solve(&limb(1.05e-4, 1.0), DVec3::X, DVec3::Y, None), limb(1.05e-4, 1.0));
        assert_eq!(solve(&limb(1.0, 1.0), DVec3::X, DVec3::NAN, None), limb(1.0, 1.0));
    }

    #[test]
    fn without_a_side_to_bend_to_a_limb_bends_anywhere_at_a_right_angle() {
        for along in [DVec3::X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, v(0.3, 0.95, 0.1).normalize()] {
            let straight = Limb { root: DVec3::ZERO, middle: along, end: along * 2.0 };
            let solved = solve(&straight, along * 1.2, along * 9.0, None);
            assert!((solved.middle.dot(along) - 0.6).abs() < 1e-9, "{along}");
            assert!((solved.middle.length() - 1.0).abs() < 1e-9 && solved.end.abs_diff_eq(along * 1.2, 1e-9));
        }
    }

    /// A straight limb down from its root, whose parent is turned and scaled.
    fn hanging() -> (Skeleton, Pose, Vec<Affine3A>) {
        let skeleton = fixture::skeleton(&[-1, 0, 1, 2], |bone| match bone {
            0 => Transform::new(Vec3::new(1.0, 2.0, 0.0), Quat::from_rotation_z(0.8), Vec3::splat(2.0)),
            _ => Transform::from_translation(Vec3::NEG_Y * 0.25),
        });
        let (pose, mut models) = (Pose::reference(&skeleton), Vec::new());
        local_to_model(&skeleton, &pose, &mut models);
        (skeleton, pose, models)
    }

    #[test]
    fn a_limb_reaches_all_around_and_right_behind_itself() {
        let bones = LimbBones { root: 1, middle: 2, end: 3 };
        let (skeleton, pose, models) = hanging();
        let root = Vec3::from(models[1].translation);
        let down = (Vec3::from(models[3].translation) - root).normalize();
        for degrees in (0..=360u16).step_by(5) {
            for distance in [0.3, 0.999, 1.0] {
                let turn = Quat::from_axis_angle(Vec3::Z, f32::from(degrees).to_radians());
                let target = root + turn * down * distance;
                let (mut pose, mut models) = (pose.clone(), models.clone());
                apply(&skeleton, bones, target, root + Vec3::Z * 3.0, &mut pose, &mut models);
                let end = Vec3::from(models[3].translation);
                assert!(end.abs_diff_eq(target, 1e-4), "{degrees} {distance}: {end} {target}");
            }
        }
    }

    #[test]
    fn bones_or_matrices_that_are_not_there_change_nothing() {
        let (skeleton, pose, models) = hanging();
        let unchanged = |bones: LimbBones, models: &[Affine3A]| {
            let (mut found, mut after) = (pose.clone(), models.to_vec());
            apply(&skeleton, bones, Vec3::ZERO, Vec3::Z, &mut found, &mut after);
            found == pose && after == models
        };
        let whole = LimbBones { root: 1, middle: 2, end: 3 };
        assert!(!unchanged(whole, &models) && unchanged(whole, &models[..3]));
        assert!(unchanged(LimbBones { root: 2, middle: 3, end: 4 }, &models));
        assert!(unchanged(LimbBones { root: 0, ..whole }, &models));
        assert!(unchanged(LimbBones { middle: 99, ..whole }, &models));
        assert!(unchanged(LimbBones { end: 1, ..whole }, &models));
    }
}
