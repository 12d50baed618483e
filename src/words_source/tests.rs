use crate::{Phrase, texts_of};

fn phrase(code: &str) -> Phrase {
    syn::parse_str(code).expect("a phrase")
}

#[test]
fn a_place_is_called_by_the_last_word_of_its_value() {
    let told =
        phrase(r#""{} of {:.2} m, {at:?}, {}%, {{so}}", self.name, place.len() as f32, f(x)"#);
    assert_eq!(told.text, "{name} of {len} m, {at}, {f}%, {{so}}");
    let formats: Vec<&str> = told
        .placeholders
        .iter()
        .map(|it| it.format.as_str())
        .collect();
    assert_eq!(formats, ["{:}", "{:.2}", "{at:?}", "{:}"]);
    assert!(told.placeholders[2].value.is_none());
}

#[test]
fn two_places_never_have_one_name() {
    assert_eq!(
        phrase(r#""{} and {}", a.name, b.name"#).text,
        "{name} and {name_2}"
    );
    assert_eq!(phrase(r#""{0} or {0}", a"#).text, "{a} or {a_2}");
}

#[test]
fn what_format_would_refuse_is_refused() {
    for code in [r#""{}""#, r#""{""#, r#""a } b""#, "5"] {
        assert!(syn::parse_str::<Phrase>(code).is_err(), "{code}");
    }
}

#[test]
fn every_marked_text_of_a_file_is_found_also_in_other_macros() {
    let code = r#"fn f() { vec![tr!("One {n}")]; x(noun!("clip"), "no"); }
        const A: &str = word!("Two"); // tr!("not this")"#;
    assert_eq!(
        texts_of(code),
        Ok(vec!["One {n}".into(), "{count} clips".into(), "Two".into()])
    );
    assert!(texts_of("fn f() {\n tr!(5); }").is_err_and(|told| told.contains("line 2")));
}
