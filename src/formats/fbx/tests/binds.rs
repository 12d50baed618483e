//! Where a mesh was bound, beside where the file shows its bones.

use super::*;

/// What is said of a mesh that was bound to a bone at the origin, which now is so high.
fn bound(height: f64) -> String {
    let mut made = Made::new(100.0, 1, 6);
    let bone = made.node("hips", "LimbNode", 0, [0.0, height, 0.0], [0.0; 3], "");
    made.skinned("body", &[bone]);
    said(&made.imported())
}

#[test]
fn only_bones_that_stand_elsewhere_than_they_were_bound_are_told() {
    assert!(bound(2.0).contains("1 bones in the file differ from the bind pose"));
    assert!(!bound(0.0).contains("otherwise"), "{}", bound(0.0));
}
