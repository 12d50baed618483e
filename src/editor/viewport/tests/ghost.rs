//! The see-through character of a comparison.

use super::*;

/// The share of the picture that a ghost so far ahead of the character changes.
fn changed_by(window: &mut Window, metres: f32) -> f32 {
    window.state_mut().ghost = None;
    window.run();
    let before = window.render().unwrap().into_raw();
    let mut ghost = window.state().frame.clone().unwrap();
    ghost.placement.translation.z += metres;
    window.state_mut().ghost = Some(ghost);
    window.run();
    // The legend stands in the left third.
    let after = window.render().unwrap();
    let width = after.width();
    let is_right = |(at, _): &(usize, _)| *at as u32 % width > width / 3;
    let pairs = before
        .chunks_exact(4)
        .zip(after.chunks_exact(4))
        .enumerate()
        .filter(is_right);
    let changed = pairs
        .filter(|(_, (a, b))| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 12))
        .count();
    changed as f32 / (before.len() / 4) as f32
}

#[test]
fn a_ghost_shows_where_it_sticks_out_of_the_character() {
    let mut window = standing();
    window.state_mut().settings.bones = false;
    for orthographic in [false, true] {
        window.state_mut().viewport.navigation.camera.orthographic = orthographic;
        let [same, near, far] = [1e-5, 0.01, 0.3].map(|metres| changed_by(&mut window, metres));
        assert!(
            same < 5e-4 && near > 0.005 && far > near,
            "{same} {near} {far}"
        );
    }
    keep(&mut window, "ghost");
}
