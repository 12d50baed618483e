use super::*;

#[test]
fn every_byte_survives_the_trip() {
    for byte in 0..=255u32 {
        let back = srgb_from_linear(linear_from_srgb(byte as f32 / 255.0)) * 255.0;
        assert_eq!(back.round() as u32, byte);
    }
    assert_eq!(linear_from_hex(0xFF0000), [1.0, 0.0, 0.0, 1.0]);
}
