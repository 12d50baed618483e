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

#[test]
fn a_side_has_at_most_16384_texels() {
    let strip = |width: u32, height: u32| {
        let texture = Texture {
            name: String::new(),
            origin: None,
            width,
            height,
            rgba: vec![7; (width * height * 4) as usize].into(),
        };
        read(&png(&texture).unwrap(), 1000)
    };
    for (width, height) in [(16_384, 1), (1, 16_384), (16_385, 1), (1, 16_385)] {
        let found = strip(width, height);
        if width.max(height) == 16_384 {
            assert_eq!(found.unwrap().0, width);
        } else {
            let told = format!("the image cannot be decoded ({width} by {height} texels)");
            let error = found.unwrap_err().to_string();
            assert!(error.contains(&told), "{error}");
        }
    }
}

/// Whose sides stand at the sixteenth byte, and are looked at before anything else.
#[test]
fn a_picture_without_a_side_is_refused() {
    let whole = png(&texture(4)).unwrap();
    for side in [16, 20] {
        let mut bytes = whole.clone();
        bytes[side..side + 4].fill(0);
        let error = read(&bytes, 1000).unwrap_err().to_string();
        assert!(error.contains("cannot be decoded"), "{error}");
    }
}

/// Twice the texels while it is decoded, of which half stays.
#[test]
fn a_picture_takes_eight_bytes_a_texel_and_leaves_four() {
    let bytes = png(&texture(16)).unwrap();
    let with = |left: u64| {
        let mut budget = Budget::for_file(0);
        budget
            .reserve(crate::reading::BASE_BUDGET - left, "")
            .unwrap();
        let found = decoded(&mut budget, &bytes, "/images/0");
        (found.is_ok(), budget)
    };
    assert!(!with(16 * 16 * 8 - 1).0);
    let (is_read, mut budget) = with(16 * 16 * 8);
    assert!(is_read && budget.reserve(16 * 16 * 4 + 1, "").is_err());
    assert!(budget.reserve(16 * 16 * 4, "").is_ok());
}
