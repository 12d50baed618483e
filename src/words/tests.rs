use crate::{Translations, count, key, noun, speaking, spoken_tag, tr, word};
use std::fmt::Arguments;

/// A made-up language that turns the order of a text around.
struct Backwards;

impl Translations for Backwards {
    fn text(&self, of: u64) -> Option<&'static str> {
        (of == key("Save")).then_some("evaS")
    }

    fn filled(&self, of: u64, values: &[(&str, Arguments<'_>)]) -> Option<String> {
        self.has(of).then(|| {
            let values: Vec<String> = values
                .iter()
                .rev()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            values.join(" ")
        })
    }

    fn tag(&self) -> &'static str {
        "backwards"
    }

    fn has(&self, of: u64) -> bool {
        [key("{name} at {at}"), key("{count} clips")].contains(&of)
    }
}

#[test]
fn a_text_is_english_until_a_language_is_spoken() {
    let (name, at) = ("Walk", 0.5);
    assert_eq!(spoken_tag(), "en");
    assert_eq!(tr!("{name} at {:.2}", at), "Walk at 0.50");
    assert_eq!((tr!("Save"), word!("Save").text()), ("Save", "Save"));
    assert_eq!(
        (count(1, noun!("clip")), count(2, noun!("clip"))),
        ("1 clip".into(), "2 clips".into())
    );
}

#[test]
fn a_spoken_language_gives_texts_and_formats_values_as_the_english_one() {
    let (name, at) = ("Walk", 0.5);
    speaking(&Backwards, || {
        assert_eq!(tr!("{name} at {:.2}", at), "at=0.50 name=Walk");
        assert_eq!((tr!("Save"), &*word!("Save")), ("evaS", "evaS"));
        assert_eq!(count(1, noun!("clip")), "count=1");
        assert_eq!(spoken_tag(), "backwards");
        assert_eq!((tr!("Load"), tr!("{name}!")), ("Load", "Walk!".to_owned()));
    });
    assert_eq!(tr!("Save"), "Save");
}

#[test]
fn braces_are_written_twice_as_in_format() {
    assert_eq!(tr!("{{a}}"), "{a}");
}

#[test]
fn a_noun_has_its_own_plural() {
    let vertex = noun!("vertex", "vertices");
    assert_eq!(
        (count(1, vertex), count(2, vertex)),
        ("1 vertex".into(), "2 vertices".into())
    );
    assert_eq!(vertex.key, key("{count} vertices"));
}
