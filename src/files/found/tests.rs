//! Ends of lines are made plain, and nothing else is changed.

use super::*;

#[test]
fn ends_of_lines_become_plain_and_nothing_else_changes() {
    for (text, plain) in [
        ("one\r\ntwo\r\n", "one\ntwo\n"),
        ("one\ntwo\r\nthree\rfour", "one\ntwo\nthree\rfour"),
        ("\r\r\n\n", "\r\n\n"),
        ("none\n", "none\n"),
    ] {
        assert_eq!(
            String::from_utf8_lossy(&with_plain_ends(text.as_bytes())),
            plain,
            "{text:?}"
        );
    }
}
