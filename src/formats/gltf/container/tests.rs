use super::*;

const SMALL: &str = r#"{"asset":{"version":"2.0"}}"#;

fn glb(json: &str, chunks: &[(u32, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (kind, data) in std::iter::once((JSON_CHUNK, json.as_bytes())).chain(chunks.iter().copied())
    {
        body.extend(((data.len().next_multiple_of(4)) as u32).to_le_bytes());
        body.extend(kind.to_le_bytes());
        body.extend(data);
        body.resize(body.len().next_multiple_of(4), b' ');
    }
    [
        MAGIC,
        &2u32.to_le_bytes(),
        &(12 + body.len() as u32).to_le_bytes(),
        &body,
    ]
    .concat()
}

fn open_quietly(bytes: &[u8]) -> Result<(bool, Option<Vec<u8>>), ImportError> {
    let mut report = ImportReport::default();
    open(bytes, &mut report).map(|c| (report.has_warnings(), c.bin.map(<[u8]>::to_vec)))
}

#[test]
fn chunks_are_found_and_unknown_ones_left_out() {
    let bytes = glb(SMALL, &[(BIN_CHUNK, &[1, 2, 3, 4]), (7, &[9; 4])]);
    assert_eq!(open_quietly(&bytes), Ok((false, Some(vec![1, 2, 3, 4]))));
    assert_eq!(open_quietly(SMALL.as_bytes()), Ok((false, None)));
}

#[test]
fn every_cut_is_an_error() {
    let bytes = glb(SMALL, &[(BIN_CHUNK, &[1, 2, 3, 4])]);
    for end in 0..bytes.len() {
        assert!(open_quietly(&bytes[..end]).is_err(), "{end}");
    }
}

#[test]
fn trailing_bytes_and_marks_are_warned_about() {
    let trailing = [glb(SMALL, &[]), vec![1, 2, 3]].concat();
    assert_eq!(open_quietly(&trailing), Ok((true, None)));
    assert_eq!(
        open_quietly(&[b"\xef\xbb\xbf", SMALL.as_bytes()].concat()),
        Ok((true, None))
    );
}

#[test]
fn a_syntax_error_says_at_which_byte() {
    let error = open_quietly(b"{\n\"asset\": }").unwrap_err();
    assert_eq!(error.place, ImportErrorPlace::Byte(11));
}

fn refusal(bytes: &[u8]) -> (ImportErrorPlace, ImportProblem) {
    let error = open_quietly(bytes).unwrap_err();
    (error.place, error.problem)
}

#[test]
fn every_length_is_held_against_the_bytes_that_are_left() {
    let good = glb(SMALL, &[(BIN_CHUNK, &[1, 2, 3, 4])]);
    let with = |at: usize, value: u32| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        bytes
    };
    let whole = good.len() as u32;
    let truncated = |what, needed: u32, left: usize| ImportProblem::Truncated {
        what,
        needed: needed.into(),
        left: left as u64,
    };
    assert_eq!(
        refusal(&with(8, whole + 1)),
        (
            ImportErrorPlace::Byte(8),
            truncated("the file", whole + 1, good.len())
        )
    );
    assert_eq!(
        refusal(&with(12, 9999)),
        (
            ImportErrorPlace::Byte(12),
            truncated("a chunk", 9999, good.len() - 20)
        )
    );
    let bin = good.len() - 12;
    assert_eq!(
        refusal(&with(bin, 5)),
        (
            ImportErrorPlace::Byte(bin as u64),
            truncated("a chunk", 5, 4)
        )
    );
    assert_eq!(
        refusal(&with(8, whole - 4)).0,
        ImportErrorPlace::Byte(bin as u64)
    );
    assert_eq!(
        refusal(&with(8, 12)).0,
        ImportErrorPlace::Byte(12),
        "no chunk"
    );
    assert_eq!(
        refusal(&with(8, 3)).0,
        ImportErrorPlace::Byte(12),
        "a length that is not even the header's"
    );
    assert_eq!(refusal(&with(16, BIN_CHUNK)).0, ImportErrorPlace::Byte(12));
    let other = ImportProblem::Version {
        found: "1".into(),
        supported: "GLB version 2",
    };
    assert_eq!(refusal(&with(4, 1)), (ImportErrorPlace::Byte(4), other));
    assert_eq!(
        refusal(&good[..6]),
        (ImportErrorPlace::Byte(4), truncated("the header", 4, 2))
    );
}

#[test]
fn of_two_binary_chunks_the_first_counts() {
    let mut report = ImportReport::default();
    let bytes = glb(SMALL, &[(BIN_CHUNK, &[1; 4]), (BIN_CHUNK, &[2; 4])]);
    assert_eq!(open(&bytes, &mut report).unwrap().bin, Some(&[1u8; 4][..]));
    let at = (bytes.len() - 12) as u64;
    assert_eq!(
        report
            .entries
            .iter()
            .map(|entry| entry.place.clone())
            .collect::<Vec<_>>(),
        [ImportErrorPlace::Byte(at)]
    );
}

#[test]
fn what_is_something_else_is_said_to_be_it() {
    for (bytes, what) in [
        (&b""[..], "an empty file"),
        (b"\xff\xfe{\0", "UTF-16 text"),
        (b"\0{\0}", "UTF-16 text"),
        (b"{\0}\0", "UTF-16 text"),
        (b"\x89PNG\r\n", "a PNG image"),
        (b"PK\x03\x04..", "a ZIP archive"),
        (b"Kaydara FBX Binary", "an FBX file"),
    ] {
        let other = ImportProblem::OtherFormat {
            expected: "a glTF file",
            found: what.to_owned(),
        };
        assert_eq!(refusal(bytes), (ImportErrorPlace::Byte(0), other));
    }
}

#[test]
fn a_syntax_error_is_counted_from_the_start_of_the_file() {
    let broken = "{\n\"asset\": }";
    assert_eq!(
        refusal(&[b"\xef\xbb\xbf", broken.as_bytes()].concat()).0,
        ImportErrorPlace::Byte(14)
    );
    assert_eq!(refusal(&glb(broken, &[])).0, ImportErrorPlace::Byte(31));
}

#[test]
fn broken_letters_and_what_pads_the_end_do_no_harm() {
    let padded = [SMALL.as_bytes(), b"\0 \n\r\t\0"].concat();
    assert_eq!(open_quietly(&padded), Ok((false, None)));
    let broken = SMALL
        .replace("2.0\"", "2.0\", \"generator\": \"?\"")
        .into_bytes();
    let broken: Vec<u8> = broken
        .into_iter()
        .map(|byte| if byte == b'?' { 0xff } else { byte })
        .collect();
    assert_eq!(open_quietly(&broken), Ok((true, None)));
}

/// What it begins with says that it is no glTF, so that not a byte more is looked at.
#[test]
fn a_file_has_at_most_two_gibibytes() {
    let picture = |length: usize| {
        let mut bytes = vec![0; length];
        bytes[..4].copy_from_slice(b"\x89PNG");
        let error = open(&bytes, &mut ImportReport::default()).err();
        error.unwrap().to_string()
    };
    assert!(picture(2 << 30).contains("a PNG image"));
    let told = "2147483649 bytes exceed the import limit of 2147483648";
    assert!(picture((2 << 30) + 1).contains(told));
}
