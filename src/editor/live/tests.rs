use super::*;

#[test]
fn a_refusal_says_what_to_do() {
    let words = |kind: ErrorKind| refusal(80, &Error::from(kind));
    assert!(words(ErrorKind::AddrInUse).starts_with("Port 80 is in use"));
    assert!(words(ErrorKind::PermissionDenied).ends_with("above 1023."));
    assert!(words(ErrorKind::AddrNotAvailable).contains("Cannot open"));
}
