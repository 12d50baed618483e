//! A figure with every order of channels: the committed texts say what becomes of it.

use super::{tests::read_with, *};
use crate::committed::{compare, text_of};

const EVERYTHING: &str = include_str!("everything.bvh");

#[test]
fn a_whole_file_is_read_as_it_was() {
    let found = read_with(EVERYTHING, &Options::default());
    compare("bvh/tests/whole.txt", &text_of(&found));
}

#[test]
fn a_whole_file_is_read_with_options_as_it_was() {
    let options = Options {
        scale: 2.0,
        bvh: BvhOptions {
            positions: Positions::Add,
            up: Up::Z,
            unit: Some(0.01),
            frame_time: None,
            reference_frame: Some(3),
        },
        ..Options::default()
    };
    let found = read_with(EVERYTHING, &options);
    compare("bvh/tests/whole_options.txt", &text_of(&found));
}
