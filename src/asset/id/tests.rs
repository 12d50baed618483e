use super::*;
use serde::de::{IntoDeserializer, value::Error as Refusal};

fn read(text: &str) -> Option<Id> {
    let text: serde::de::value::StrDeserializer<'_, Refusal> = text.into_deserializer();
    Id::deserialize(text).ok()
}

#[test]
fn a_sequence_of_ids_is_that_of_splitmix64() {
    let mut state = 0;
    let ids = [
        Id::next(&mut state),
        Id::next(&mut state),
        Id::next(&mut state),
    ];
    assert_eq!(
        ids,
        [
            Id(0xe220_a839_7b1d_cdaf),
            Id(0x6e78_9e6a_a1b9_65f4),
            Id(0x06c4_5d18_8009_454f)
        ]
    );
}

#[test]
fn an_id_goes_by_the_words_of_its_path_and_by_where_they_part() {
    assert_eq!(Id::derive(&["ab", "c"]), Id::derive(&["ab", "c"]));
    let others = [
        &["ab", "c"][..],
        &["a", "bc"],
        &["abc"],
        &["c", "ab"],
        &["ab"],
        &[],
    ]
    .map(Id::derive);
    for (at, id) in others.iter().enumerate() {
        assert!(!others[..at].contains(id), "{at}");
    }
}

#[test]
fn an_id_is_written_and_read_as_sixteen_hex_digits_and_nothing_else() {
    for (id, text) in [
        (Id(0xff), "00000000000000ff"),
        (Id(u64::MAX), "ffffffffffffffff"),
    ] {
        assert_eq!(
            (id.to_string(), format!("{id:?}"), read(text)),
            (text.to_owned(), text.to_owned(), Some(id))
        );
    }
    for text in [
        "",
        "ff",
        "0000000000000ff",
        "000000000000000ff",
        "00000000000000fg",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}
