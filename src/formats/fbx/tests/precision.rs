//! How far a character's points are from where the file's curves put them.

use super::*;
use glam::{DMat4, DVec3};

/// Degrees about x, y and z at 0, 1 and 2 seconds; straight between them, which no turn about one
/// axis is.
const KEYS: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [40.0, 30.0, -20.0], [-25.0, 10.0, 35.0]];

fn turn(time: f64) -> DQuat {
    let first = (time.floor() as usize).min(1);
    let part = time - first as f64;
    let [x, y, z] = std::array::from_fn(|axis| {
        let [from, to] = [KEYS[first][axis], KEYS[first + 1][axis]];
        (from + (to - from) * part).to_radians()
    });
    DQuat::from_rotation_z(z) * DQuat::from_rotation_y(y) * DQuat::from_rotation_x(x)
}

/// Where the last bone stands when each of `bones` hangs a metre below the one before, turned
/// alike.
fn tip(bones: usize, turn: DQuat) -> DVec3 {
    let bone = DMat4::from_rotation_translation(turn, DVec3::Y);
    (0..bones)
        .fold(DMat4::IDENTITY, |above, _| above * bone)
        .transform_point3(DVec3::ZERO)
}

/// Every bone may be off by a part alone, so that those of a long chain are not off by more in sum.
#[test]
fn the_end_of_a_long_chain_is_within_a_tenth_of_a_millimetre_of_the_files_curves() {
    const BONES: usize = 16;
    let mut made = Made::new(100.0, 1, 6);
    let keys: [[(f64, f64); 3]; 3] =
        std::array::from_fn(|axis| std::array::from_fn(|key| (key as f64, KEYS[key][axis])));
    let nodes = (0..BONES).fold(Vec::new(), |mut nodes, at| {
        let parent = nodes.last().copied().unwrap_or(0);
        nodes.push(made.node(
            &format!("bone {at}"),
            "LimbNode",
            parent,
            [0.0, 1.0, 0.0],
            [0.0; 3],
            "",
        ));
        nodes
    });
    let layer = made.stack("Bend", [0.0, 2.0]);
    for node in nodes {
        let axes = [("X", &keys[0][..]), ("Y", &keys[1]), ("Z", &keys[2])];
        made.curves(layer, node, "Lcl Rotation", Way::Linear, &axes);
    }
    let found = made.imported();
    let clip = found.project.clips.values().next().unwrap();
    let turns: Vec<&Channel> = clip
        .source
        .tracks
        .iter()
        .map(|track| track.rotation.as_ref().unwrap())
        .collect();
    assert_eq!(turns.len(), BONES);
    for time in (0..=1000).map(|step| f64::from(step) / 500.0) {
        let wanted = tip(BONES, turn(time));
        let shown = turns
            .iter()
            .fold(DMat4::IDENTITY, |above, channel| {
                let turn = channel.rotation(time as f32).as_dquat().normalize();
                above * DMat4::from_rotation_translation(turn, DVec3::Y)
            })
            .transform_point3(DVec3::ZERO);
        let off = wanted.distance(shown);
        assert!(off < 1e-4, "{time}: {off} m");
    }
}
