use super::*;

fn texture(side: u32) -> Texture {
    let texels = (0..side * side).flat_map(|at| [at as u8, (at >> 8) as u8, 7, 255]);
    Texture {
        name: String::new(),
        origin: None,
        width: side,
        height: side,
        rgba: texels.collect::<Vec<_>>().into(),
    }
}

fn read(bytes: &[u8], file: usize) -> Result<(u32, u32, Vec<u8>), ImportError> {
    decoded(&mut Budget::for_file(file), bytes, "/images/0")
}

#[test]
fn a_large_picture_comes_back_texel_for_texel() {
    let texture = texture(1024);
    let (width, height, texels) = read(&png(&texture).unwrap(), 1 << 20).unwrap();
    assert_eq!((width, height), (1024, 1024));
    assert!(texels[..] == texture.rgba[..]);
}

#[test]
fn a_picture_of_other_sides_than_its_texels_has_no_png() {
    let mut cut = texture(4);
    cut.height = 3;
    assert!(png(&cut).is_none());
    cut.height = 0;
    assert!(png(&cut).is_none());
}

#[test]
fn what_is_no_picture_is_refused_with_its_place() {
    let whole = png(&texture(16)).unwrap();
    for bytes in [&whole[..whole.len() / 2], &b"none"[..], &[]] {
        let error = read(bytes, 1000).unwrap_err().to_string();
        assert!(
            error.contains("/images/0") && error.contains("cannot be decoded"),
            "{error}"
        );
    }
}
