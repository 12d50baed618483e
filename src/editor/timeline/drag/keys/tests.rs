use super::*;
use egui::vec2;

#[test]
fn a_key_moves_along_the_axis_that_is_meant() {
    assert_eq!(along(vec2(30.0, 2.0), false), (true, false));
    assert_eq!(along(vec2(2.0, -30.0), false), (false, true));
    assert_eq!(along(vec2(30.0, 20.0), false), (true, true));
    assert_eq!(along(vec2(30.0, 20.0), true), (true, false));
    assert_eq!(along(vec2(-20.0, 30.0), true), (false, true));
}
