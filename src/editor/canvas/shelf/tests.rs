use super::*;

#[test]
fn recents_stand_before_stars_and_digits_stay_with_theirs() {
    let mut shelf = Shelf::default();
    ["a", "b", "c"]
        .into_iter()
        .for_each(|key| shelf.toggle_star(key));
    ["x", "b", "y"]
        .into_iter()
        .for_each(|key| shelf.added(key.to_owned()));
    let mut keys = vec!["a", "b", "c", "x", "y", "z"];
    keys.sort_by_key(|key| shelf.part(key));
    assert_eq!(keys, ["y", "b", "x", "a", "c", "z"]);
    assert_eq!(
        (
            shelf.digit("b"),
            shelf.of_digit(3),
            shelf.of_digit(4),
            shelf.of_digit(0)
        ),
        (Some(2), Some("c"), None, None)
    );
    shelf.toggle_star("a");
    assert_eq!((shelf.digit("a"), shelf.digit("b")), (None, Some(1)));
    ["p", "q", "r", "s", "p"]
        .into_iter()
        .for_each(|key| shelf.added(key.to_owned()));
    assert_eq!(shelf.recent, ["p", "s", "r", "q"]);
}
