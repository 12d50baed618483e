//! What is said of files that cannot be read.

use super::*;

#[test]
fn every_problem_has_a_line_with_its_file_and_place() {
    let problem = |place: &str| FileProblem::new("clips/a.json", place, "It is odd.");
    let problems = vec![problem("/asset/keys"), problem(""), problem("byte 3")];
    let error = ProjectError { problems };
    assert_eq!(
        error.to_string(),
        "clips/a.json, /asset/keys: It is odd.\nclips/a.json: It is odd.\nclips/a.json, byte 3: It is odd."
    );
}

#[test]
fn a_broken_file_has_the_id_that_it_says_else_that_of_its_name() {
    let broken = |file: &str, bytes: Option<&str>| {
        let problem = FileProblem::new(file, "", "");
        let bytes = bytes.map(|text| text.as_bytes().to_vec());
        let found = BrokenFile::new(file, bytes, problem);
        (found.kind, found.id.map(|id| id.0), found.name)
    };
    let said = Some(r#"{"id": "00000000000000ff", "more": 1}"#);
    let clip = Some(AssetKind::Clip);
    for (file, bytes, found) in [
        (
            "clips/Walk.000000000000000a.json",
            None,
            (clip, Some(10), "Walk"),
        ),
        (
            "clips/Walk.000000000000000a.json",
            said,
            (clip, Some(255), "Walk"),
        ),
        (
            "clips/Walk.000000000000000a.json",
            Some("{"),
            (clip, Some(10), "Walk"),
        ),
        (
            "clips/Walk.00000000000000a.json",
            None,
            (clip, None, "Walk.00000000000000a"),
        ),
        (
            "clips/Walk.0000000000000000a.json",
            None,
            (clip, None, "Walk.0000000000000000a"),
        ),
        (
            "clips/Walk.00000000000000xy.json",
            None,
            (clip, None, "Walk.00000000000000xy"),
        ),
        ("clips/Walk.json", said, (clip, Some(255), "Walk")),
        ("a.b.000000000000000b.json", None, (None, Some(11), "a.b")),
    ] {
        let (kind, id, name) = found;
        assert_eq!(broken(file, bytes), (kind, id, name.to_owned()), "{file}");
    }
}
