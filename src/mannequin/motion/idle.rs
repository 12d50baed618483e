//! Standing.

use crate::{
    rig::{Keys, Motion, Pose, Side, controls::turn},
    take::Take,
};

use Side::{Left, Right};

pub fn all() -> Vec<Take> {
    vec![idle()]
}

/// At ease, weight a little on the right leg.
pub fn rest() -> Pose {
    let mut p = Pose::standing();
    p.pelvis(-0.022, -0.022, 0.0).hips(1.0, 4.0, -1.6).waist(1.0, -2.0, 1.4).chest(1.0, -2.0, 0.8).head(2.0, 0.0, 0.0);
    p.arm(Left, [0.24, -1.0, -0.04], [0.14, -1.0, 0.22]).wrist(Left, 4.0, 0.0, 4.0).loose(Left);
    p.arm(Right, [0.22, -1.0, -0.08], [0.16, -1.0, 0.18]).wrist(Right, 4.0, 0.0, 4.0).loose(Right);
    p.knee(Left, 4.0).knee(Right, 2.0);
    p
}

/// Breathing in moves the chest up and the shoulders back.
fn breathe(time: f64, period: f64, depth: f64, controls: &mut crate::rig::Controls) {
    let part = (time / period).rem_euclid(1.0);
    // In over two fifths of the breath, out over the rest.
    let full = if part < 0.4 { crate::math::smooth(part / 0.4) } else { 1.0 - crate::math::smooth((part - 0.4) / 0.6) };
    let full = full * depth;
    controls.turns[turn::CHEST] *= crate::math::euler(-2.2 * full, 0.0, 0.0);
    controls.turns[turn::WAIST] *= crate::math::euler(-0.8 * full, 0.0, 0.0);
    for side in Side::BOTH {
        let up = crate::math::euler(0.0, 0.0, 1.6 * full * side.sign());
        controls.turns[turn::CLAVICLE + side as usize] = up * controls.turns[turn::CLAVICLE + side as usize];
    }
    controls.pelvis.y += 0.002 * full;
}

fn idle() -> Take {
    let base = rest();
    let mut shifted = rest();
    shifted.pelvis(-0.012, -0.02, 0.004).hips(1.0, 3.0, -0.8).waist(1.5, -1.0, 0.8).chest(1.0, -1.0, 0.4);
    shifted.head(1.0, 3.0, 0.5);
    shifted.arm(Left, [0.25, -1.0, -0.02], [0.16, -1.0, 0.25]).wrist(Left, 5.0, 0.0, 6.0);
    shifted.arm(Right, [0.23, -1.0, -0.06], [0.16, -1.0, 0.21]).wrist(Right, 5.0, 0.0, 6.0);
    let keys = Keys::cycle(6.0, [(0.0, base.clone()), (1.4, base), (3.2, shifted.clone()), (4.4, shifted)]);
    let mut motion = Motion::standing(6.0, keys);
    motion.looping = true;
    motion.layer = Some(Box::new(|time, controls| breathe(time, 3.0, 1.0, controls)));
    Take::new("Idle", motion)
}
