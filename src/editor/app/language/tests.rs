use super::{can_draw, lacking};
use egui::epaint::text::{FallbackRequest, FontInsert, FontProvider};
use languages::Language;

/// A system without a font.
struct NoFonts;

impl FontProvider for NoFonts {
    fn font_for(&self, _: &FallbackRequest<'_>) -> Option<FontInsert> {
        None
    }
}

#[test]
fn a_language_that_no_font_has_is_named_with_a_way_to_get_one() {
    assert!(can_draw(&NoFonts, Language::English));
    for language in [Language::SimplifiedChinese, Language::Japanese] {
        assert!(!can_draw(&NoFonts, language));
        let (title, line) = lacking(language);
        assert!(title.contains(language.english_name()), "{title}");
        assert!(line.contains("fonts-noto-cjk"), "{line}");
    }
}
