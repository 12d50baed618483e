//! The language of the window, and the fonts that it needs.

#[cfg(test)]
mod tests;

use super::App;
use crate::{preferences::Preferences, toast::Tone};
use egui::{
    FontFamily,
    epaint::text::{FallbackRequest, FontProvider},
};
use egui_system_font_provider::SystemFontProvider;
use languages::Language;
use std::sync::Arc;
use words::tr;

impl App {
    /// Speaks the language of the preferences; without one, the language that is spoken stays.
    pub(super) fn speak(&mut self, ctx: &egui::Context) {
        let language = self
            .session
            .preferences
            .shown_language()
            .unwrap_or(Language::spoken());
        let fonts = SystemFontProvider::new().with_locale(Some(language.tag()));
        if can_draw(&fonts, language) {
            if language != Language::English {
                ctx.set_font_providers(vec![Arc::new(fonts)]);
            }
            language.speak();
            return;
        }
        Language::English.speak();
        let (title, line) = lacking(language);
        self.session.toast(Tone::Error, title, line);
    }

    /// Speaks another language, or says why it cannot be shown and stays with the one before.
    pub(super) fn change_language(&mut self, ctx: &egui::Context, before: &Preferences) {
        let language = self
            .session
            .preferences
            .language
            .unwrap_or_else(Language::of_system);
        let fonts = SystemFontProvider::new().with_locale(Some(language.tag()));
        if can_draw(&fonts, language) {
            ctx.set_font_providers(vec![Arc::new(fonts)]);
            language.speak();
        } else {
            let preferences = &mut self.session.preferences;
            preferences.language = before.language;
            preferences.asked_language = before.asked_language;
            let (title, line) = lacking(language);
            self.session.toast(Tone::Error, title, line);
        }
    }
}

/// Whether a font has the characters of the language.
fn can_draw(fonts: &dyn FontProvider, language: Language) -> bool {
    let has = |sample: char| {
        let request = FallbackRequest {
            cluster: &sample.to_string(),
            family: &FontFamily::Proportional,
        };
        fonts.font_for(&request).is_some()
    };
    language.sample().is_none_or(has)
}

/// Title and text that say which font is missing, and where to get one.
fn lacking(language: Language) -> (String, String) {
    let name = language.english_name();
    (
        tr!("No font for {name}"),
        tr!(
            "This system has no font with the characters of {name}. Install one, such as Noto Sans CJK (on Debian and Ubuntu: apt-get install fonts-noto-cjk), and choose the language again in the preferences."
        ),
    )
}
