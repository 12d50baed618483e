use crate::{Phrase, texts_of, unmarked_in};

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

fn unmarked(code: &str) -> Vec<String> {
    let found = unmarked_in(&format!("fn f() {{ {code} }}")).expect("Rust");
    found.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn a_text_that_nothing_marks_is_found_wherever_it_stands() {
    for (code, text) in [
        (r#"ui.label("Save as…");"#, "Save as…"),
        (r#"x(&[(1, "Missing")]);"#, "Missing"),
        (r#"format!("{n} of {m}");"#, "{n} of {m}"),
        (r#"list.join(" or ");"#, " or "),
        (r#"tr!("{} gone", if a { "Bones" } else { b });"#, "Bones"),
        (
            r##"writeln!(out, r#"cannot "read" it"#);"##,
            "cannot \"read\" it",
        ),
        (r#"match a { A => "left over", _ => b }"#, "left over"),
        (r#"if title == "File" {}"#, "File"),
        (r#"if told.contains("Class") {}"#, "Class"),
        (
            r#"match word { "State Machine" => 1, _ => 2 }"#,
            "State Machine",
        ),
    ] {
        assert_eq!(unmarked(code), [text], "{code}");
    }
}

#[test]
fn what_is_marked_compared_or_an_id_is_no_finding() {
    for code in [
        r#"tr!("Save {} as", n); const A: Word = word!("Two of them"); noun!("blend space");"#,
        r#"assert!(a, "is not so"); x.expect("a sound file"); #[doc = "It is so"] let a = 1;"#,
        r#"if a == "frame time" || "other thing" != b {} match a { "walk cycle" | "RUN" => 1, _ => 2 }"#,
        r#"name.strip_prefix("a copy of "); line.contains(": FAILED")"#,
        r#"Id::unique("drop hint"); ui.push_id(("a row", 1), |ui| {});"#,
        r#"format!("{a:.2} cm"); x("walk"); x("skin_jobs"); x("{}/{}");"#,
    ] {
        assert_eq!(unmarked(code), [""; 0], "{code}");
    }
}
