use super::*;

#[test]
fn angles_come_back() {
    for angles in [[0.0, 0.0, 0.0], [10.0, -170.0, 30.0], [-80.0, 20.0, 179.0]] {
        let back = degrees(quaternion(angles));
        assert!(
            angles.iter().zip(back).all(|(a, b)| (a - b).abs() < 0.01),
            "{angles:?} {back:?}"
        );
    }
}
