//! What a refusal says.

use super::*;

#[test]
fn every_refusal_says_where_what_and_what_to_do() {
    let mib = 1 << 20;
    let owned = str::to_owned;
    for (problem, text) in [
        (
            ImportProblem::OtherFormat {
                expected: "a BVH file",
                found: owned("a ZIP archive"),
            },
            "this is not a BVH file but a ZIP archive. Choose another file, or export it again.",
        ),
        (
            ImportProblem::Version {
                found: owned("9"),
                supported: "glTF 2.0",
            },
            "version 9 is not supported. Export it as glTF 2.0.",
        ),
        (
            ImportProblem::Truncated {
                what: "a chunk",
                needed: 5,
                left: 3,
            },
            "a chunk needs 5 bytes, but 3 are left: the file is truncated. Copy or export it again.",
        ),
        (
            ImportProblem::Syntax {
                message: owned("no brace"),
            },
            "cannot be read: no brace. Export the file again.",
        ),
        (
            ImportProblem::Unsupported {
                what: owned("this"),
                advice: owned("Do that."),
            },
            "this is not supported. Do that.",
        ),
        (
            ImportProblem::NoSuch {
                what: "node",
                index: 7,
                count: 2,
            },
            "refers to node 7, but the file has only 2. Export the file again.",
        ),
        (
            ImportProblem::Invalid {
                what: owned("it is odd"),
            },
            "it is odd. Correct it where the file was made, and export it again.",
        ),
        (
            ImportProblem::TooLarge {
                what: "keys",
                count: 3,
                limit: 2,
            },
            "3 keys exceed the import limit of 2. Split the file.",
        ),
        (
            ImportProblem::Memory {
                asked: 3 * mib + 1,
                left: 3 * mib - 1,
            },
            "reading it needs 4 MiB more, but only 2 MiB are left for a file of this size. Export the file with less data, or allow more memory.",
        ),
        (
            ImportProblem::Memory {
                asked: 3 * mib,
                left: 2 * mib,
            },
            "reading it needs 3 MiB more, but only 2 MiB are left for a file of this size. Export the file with less data, or allow more memory.",
        ),
        (
            ImportProblem::Missing {
                uri: owned("a.bin"),
                message: owned("gone"),
            },
            "“a.bin” cannot be read (gone). Put it beside the file.",
        ),
        (
            ImportProblem::Forbidden { uri: owned("../a") },
            "“../a” is outside the file's folder, which is not allowed. Put it beside the file and refer to it by name.",
        ),
        (
            ImportProblem::Cancelled,
            "it was cancelled; nothing has changed.",
        ),
        (
            ImportProblem::Said {
                text: owned("Just so."),
            },
            "Just so.",
        ),
    ] {
        for (place, shown) in [
            (ImportErrorPlace::File, "the file"),
            (ImportErrorPlace::Byte(12), "byte 12"),
            ("/nodes/3".into(), "/nodes/3"),
        ] {
            let error = ImportError::new(place, problem.clone());
            assert_eq!(error.to_string(), format!("{shown}: {text}"));
        }
    }
}
