//! The header is made of the code and lies beside it.

use std::{env, fs, path::PathBuf};

const RULES: &str = include_str!("../../src/capi/rules.txt");

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What cbindgen makes of the crate's files, with the rules at the top.
fn made() -> String {
    let mut config = cbindgen::Config::from_file(folder().join("cbindgen.toml")).unwrap();
    let rules: String = RULES
        .lines()
        .map(|line| format!(" * {line}").trim_end().to_owned() + "\n")
        .collect();
    config.header = Some(format!("/*\n{rules} */"));
    let files = [
        "guard",
        "types",
        "bundle",
        "mesh",
        "jobs",
        "world",
        "request",
        "ask",
        "callbacks",
        "ground",
        "events",
        "pose",
        "state",
        "golden",
        "streaming",
    ];
    // An enum that calls take as a number is not reached from them.
    let declared =
        files.map(|file| fs::read_to_string(folder().join(format!("{file}.rs"))).unwrap());
    let enums = declared
        .iter()
        .flat_map(|code| code.split("\npub enum ").skip(1));
    let named = enums.map(|after| after.split(' ').next().unwrap().to_owned());
    config.export.include = named.collect();
    let builder = files.iter().fold(
        cbindgen::Builder::new().with_config(config),
        |builder, file| builder.with_src(folder().join(format!("{file}.rs"))),
    );
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    String::from_utf8(text)
        .unwrap()
        .replace("# Safety", "Contract:")
}

#[test]
fn the_header_is_that_of_the_code() {
    let path = folder().join("include/mutoscope.h");
    let made = made();
    if env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "UPDATE_HEADER=1 cargo test -p capi --test capi"
    );
}

/// Every function of the border is in the header, and has its contract. Those of WebAssembly alone
/// are not for a program in C, which has memory of its own.
#[test]
fn every_function_is_in_the_header() {
    let header = fs::read_to_string(folder().join("include/mutoscope.h")).unwrap();
    let mut functions = 0;
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        let is_of_wasm = path.ends_with("wasm.rs");
        if is_of_wasm || path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let code = fs::read_to_string(&path).unwrap();
        for after in code.split("extern \"C\" fn mutoscope_").skip(1) {
            let name = format!("mutoscope_{}(", after.split('(').next().unwrap());
            assert!(header.contains(&name), "{name} is not in the header");
            functions += 1;
        }
    }
    assert!(functions > 60, "{functions}");
}
