use super::*;

#[test]
fn a_probe_that_fails_hangs_or_is_missing_is_no_portal() {
    let command = |line: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", line]);
        command
    };
    let long = Duration::from_secs(120);
    assert_eq!(succeeds(command("exit 0"), long), Some(true));
    assert_eq!(succeeds(command("exit 1"), long), Some(false));
    let start = Instant::now();
    assert_eq!(
        succeeds(command("exec sleep 1000"), Duration::from_millis(50)),
        Some(false)
    );
    assert!(start.elapsed() < long);
    assert_eq!(succeeds(Command::new("no such program"), long), None);
}
