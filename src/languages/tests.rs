use crate::Language;
use words::{speaking, tr};

#[test]
fn tags_and_locales_name_a_language() {
    for (tag, language) in [
        ("ja", Some(Language::Japanese)),
        ("ja_JP.UTF-8", Some(Language::Japanese)),
        ("zh-CN", Some(Language::SimplifiedChinese)),
        ("zh_Hans_SG", Some(Language::SimplifiedChinese)),
        ("zh", Some(Language::SimplifiedChinese)),
        ("zh_TW.UTF-8", None),
        ("zh-Hant", None),
        ("C", Some(Language::English)),
        ("en_GB@euro", Some(Language::English)),
        ("de", None),
        ("", None),
    ] {
        assert_eq!(Language::of_tag(tag), language, "{tag}");
    }
    for language in Language::ALL {
        assert_eq!(Language::of_tag(language.tag()), Some(language));
    }
}

#[test]
fn texts_are_in_the_language_that_is_spoken_and_values_are_put_in() {
    let name = "Walk";
    for (language, save, export) in [
        (Language::SimplifiedChinese, "保存", "Walk"),
        (Language::Japanese, "保存", "Walk"),
    ] {
        let texts = language
            .translations()
            .expect("another language than English");
        speaking(texts, || {
            assert_eq!(tr!("Save"), save);
            let told = tr!("Delete {name}?");
            assert!(told.contains(export) && !told.contains("Delete"), "{told}");
        });
    }
}
