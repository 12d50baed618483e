//! Programs in C and C++ are compiled with all warnings, linked with the library, and play.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of the library that was built with this test.
fn library() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let folder = program.parent().unwrap();
    let is_there = |folder: &Path| folder.join("libmutoscope_capi.a").exists();
    [folder, folder.parent().unwrap()]
        .into_iter()
        .find(|folder| is_there(folder))
        .expect("the static library lies beside the tests")
        .to_owned()
}

/// Compiles a program of `examples`; with checks of memory and arithmetic where the compiler has
/// them.
fn compiled(compiler: &str, source: &str, arguments: &[&str], folder: &Path) -> PathBuf {
    let program = folder.join("program");
    let checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let has_checks = Command::new(compiler)
        .args(checks)
        .args(["-x", "c", "-o"])
        .arg(folder.join("probe"))
        .arg(root().join("tests/capi/probe.c"))
        .output()
        .is_ok_and(|it| it.status.success());
    let mut command = Command::new(compiler);
    command
        .args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-O1"])
        .args(arguments)
        .args(has_checks.then_some(checks).into_iter().flatten())
        .arg("-I")
        .arg(root().join("src/capi/include"))
        .arg(root().join("examples").join(source))
        .arg(library().join("libmutoscope_capi.a"))
        .args(["-lm", "-lpthread", "-ldl", "-o"])
        .arg(&program);
    let output = command
        .output()
        .expect("a compiler of the packages in README.md");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{source}: {said}");
    program
}

fn played(program: &Path, folder: &Path) -> String {
    let bundle = folder.join("sample.mbundle");
    fs::write(&bundle, super::bytes()).unwrap();
    let output = Command::new(program)
        .arg(&bundle)
        // What the static runtime keeps until the end is no leak of the program.
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{said}");
    told
}

#[test]
fn a_program_in_c_meets_every_golden_vector() {
    let folder = tempfile::tempdir().unwrap();
    let program = compiled("cc", "c/play.c", &["-std=c11"], folder.path());
    let told = played(&program, folder.path());
    assert!(told.contains(" 0 differ"), "{told}");
    assert!(told.contains("AM_ChargedAttack"), "{told}");
}

#[test]
fn a_hundred_characters_in_cpp_on_its_own_threads_are_as_on_one() {
    let folder = tempfile::tempdir().unwrap();
    let program = compiled("c++", "cpp/crowd.cpp", &["-std=c++17"], folder.path());
    let told = played(&program, folder.path());
    assert!(told.contains("100 characters, 0 differ"), "{told}");
}

/// The component for Unreal, against headers of our own with what it uses of the engine.
#[test]
fn the_component_for_unreal_has_no_error() {
    let output = Command::new("c++")
        .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"])
        .arg("-I")
        .arg(root().join("examples/unreal/stubs"))
        .arg("-I")
        .arg(root().join("src/capi/include"))
        .arg(root().join("examples/unreal/MutoscopeComponent.cpp"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
