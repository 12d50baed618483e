//! A file in which every kind of thing is that is read: the committed texts say what becomes of it.

use super::*;
use crate::committed::{compare, text_of};

const EVERYTHING: &str = include_str!("everything.fbx");

/// The file, with a picture of one texel for each name but one.
fn read(options: &Options) -> Imported {
    let texel = asset::Texture {
        name: String::new(),
        origin: None,
        width: 1,
        height: 1,
        rgba: vec![9, 8, 7, 255].into(),
    };
    let png = crate::picture::png(&texel).unwrap();
    let mut resolve = |wanted: &str| match wanted {
        "maps/skin.png" | "textures/bumps.png" => Ok(png.clone()),
        _ => Err("not there".to_owned()),
    };
    let name = SourceFile::named("everything");
    import(&name, EVERYTHING.as_bytes(), &mut resolve, options, &|_| {
        true
    })
    .unwrap()
}

#[test]
fn a_whole_file_is_read_as_it_was() {
    compare("fbx/tests/whole.txt", &text_of(&read(&Options::default())));
}

#[test]
fn a_whole_file_is_read_with_options_as_it_was() {
    let options = Options {
        scale: 0.5,
        strip_namespaces: true,
        whole: true,
        ..Options::default()
    };
    compare("fbx/tests/whole_options.txt", &text_of(&read(&options)));
}

/// Of the file, of its parts, and of what is made of them.
#[test]
fn a_whole_file_tells_how_far_it_is() {
    let parts = std::cell::RefCell::new(Vec::new());
    let tell = |part: f32| {
        parts.borrow_mut().push(part);
        true
    };
    let name = SourceFile::named("everything");
    let resolve = &mut |_: &str| Err("not there".to_owned());
    let options = Options::default();
    import(&name, EVERYTHING.as_bytes(), resolve, &options, &tell).unwrap();
    compare(
        "fbx/tests/whole_progress.txt",
        &format!("{:.5?}\n", parts.into_inner()),
    );
}
