use super::*;

#[test]
fn whoever_comes_second_is_told_of_the_first_and_nobody_after_it_went() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(open_in(dir.path()), None);
    let first = Presence::enter(dir.path());
    assert_eq!(first.other, None);
    let who = open_in(dir.path()).unwrap();
    assert_eq!(who.process, std::process::id());
    assert_eq!(Presence::enter(dir.path()).other, Some(who));
    drop(first);
    assert_eq!(
        (open_in(dir.path()), Presence::enter(dir.path()).other),
        (None, None)
    );
}
