use super::*;

#[test]
fn a_window_that_cannot_open_names_packages_and_no_machine() {
    let text = "os error at /home/a/.cargo/registry/src/host-1/winit-0.30.13/src/linux/mod.rs:788: Failed to load one of \
                    xlib's shared libraries";
    let line = cannot_open(text);
    assert!(
        line.contains("libx11-xcb1") && !line.contains("/home") && !line.contains('\n'),
        "{line}"
    );
    assert!(
        cannot_open("Library libxkbcommon-x11.so could not be loaded.")
            .contains("libxkbcommon-x11-0")
    );
    let line = cannot_open(
        "os error at /home/a/.cargo/registry/src/host-1/winit-0.30.13/src/lib.rs:7: refused",
    );
    assert_eq!(
        line,
        "Cannot open the window: os error at winit-0.30.13/src/lib.rs:7: refused"
    );
}
