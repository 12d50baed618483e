//! The languages of the window and of the commands. English stands in the code; the others are
//! Fluent files in `texts`, read when they are first spoken.

mod catalogue;
#[cfg(test)]
mod tests;

use catalogue::Catalogue;
use serde::{Deserialize, Serialize};
use std::sync::{
    LazyLock,
    atomic::{AtomicU8, Ordering},
};

/// A language that texts for people can be shown in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "zh-Hans")]
    SimplifiedChinese,
    #[serde(rename = "ja")]
    Japanese,
}

static SPOKEN: AtomicU8 = AtomicU8::new(Language::English as u8);

impl Language {
    /// Every language, in the order of menus.
    pub const ALL: [Language; 3] = [
        Language::English,
        Language::SimplifiedChinese,
        Language::Japanese,
    ];

    /// Name of the language in the language itself.
    pub fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::SimplifiedChinese => "简体中文",
            Self::Japanese => "日本語",
        }
    }

    /// BCP 47 tag of the language, as preferences and the command line write it.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::SimplifiedChinese => "zh-Hans",
            Self::Japanese => "ja",
        }
    }

    /// The language of a tag or of a POSIX locale, such as `ja`, `zh-CN` or `ja_JP.UTF-8`; None if
    /// there are no texts in it. Traditional Chinese is not Simplified Chinese.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let tag = tag.split(['.', '@']).next().unwrap_or(tag).to_lowercase();
        let mut parts = tag.split(['-', '_']);
        match parts.next()? {
            "en" | "c" | "posix" => Some(Self::English),
            "ja" => Some(Self::Japanese),
            "zh" if parts.any(|part| ["hant", "tw", "hk", "mo"].contains(&part)) => None,
            "zh" => Some(Self::SimplifiedChinese),
            _ => None,
        }
    }

    /// The first language of the system that the program has texts in; English if there is none.
    pub fn of_system() -> Self {
        sys_locale::get_locales()
            .find_map(|tag| Self::of_tag(&tag))
            .unwrap_or_default()
    }

    /// A character that only a font for this language has; None where any font does.
    pub fn sample(self) -> Option<char> {
        match self {
            Self::English => None,
            Self::SimplifiedChinese => Some('预'),
            Self::Japanese => Some('あ'),
        }
    }

    /// English name of the language, for people who see no other script.
    pub fn english_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::SimplifiedChinese => "Simplified Chinese",
            Self::Japanese => "Japanese",
        }
    }

    /// Switches every text to this language from now on.
    pub fn speak(self) {
        SPOKEN.store(self as u8, Ordering::Relaxed);
        words::speak(self.translations());
    }

    /// The language that [`Self::speak`] chose last; English before the first call.
    pub fn spoken() -> Self {
        let spoken = SPOKEN.load(Ordering::Relaxed);
        Self::ALL
            .into_iter()
            .find(|language| *language as u8 == spoken)
            .unwrap_or_default()
    }

    /// Texts of the language; None for English, whose texts are in the code.
    pub fn translations(self) -> Option<&'static dyn words::Translations> {
        static CHINESE: LazyLock<Catalogue> =
            LazyLock::new(|| Catalogue::new("zh-Hans", include_str!("texts/zh-Hans.ftl")));
        static JAPANESE: LazyLock<Catalogue> =
            LazyLock::new(|| Catalogue::new("ja", include_str!("texts/ja.ftl")));
        match self {
            Self::English => None,
            Self::SimplifiedChinese => Some(&*CHINESE),
            Self::Japanese => Some(&*JAPANESE),
        }
    }
}
