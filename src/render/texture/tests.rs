use super::*;

#[test]
fn levels_shrink_to_one_texel_and_average_light() {
    let white_and_black = MipLevel {
        width: 2,
        height: 1,
        rgba: vec![255, 255, 255, 255, 0, 0, 0, 255],
    };
    let next = white_and_black.halved(TexelKind::Colors).unwrap();
    assert_eq!(
        (next.width, next.height, next.rgba.as_slice()),
        (1, 1, [188, 188, 188, 255].as_slice())
    );
    assert!(next.halved(TexelKind::Colors).is_none());
    assert_eq!(
        white_and_black.halved(TexelKind::Numbers).unwrap().rgba,
        [127, 127, 127, 255]
    );
}
