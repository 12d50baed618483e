//! Texts for people. Each stands in the code in English, marked by [`tr!`], and is shown in the
//! language that [`speak`] has chosen.
//!
//! A text that no translation has is shown in English. What is stored in files, compared, or read by
//! programs is never marked.

#[cfg(test)]
mod tests;
mod word;

pub use word::Word;
pub use words_macro::tr;

// The macro names this crate from outside, also in its own tests.
#[cfg(test)]
extern crate self as words;

use std::{cell::Cell, fmt::Arguments, sync::RwLock};

/// A [`Word`]: a text of a table, which is in the chosen language wherever it is shown.
#[macro_export]
macro_rules! word {
    ($text:literal) => {
        $crate::Word::new($text)
    };
}

/// The noun of counted things, for [`count`]: `noun!("clip")`, or `noun!("vertex", "vertices")`
/// where the plural is not made by an s.
#[macro_export]
macro_rules! noun {
    ($one:literal) => {
        $crate::noun!($one, ::std::concat!($one, "s"))
    };
    ($one:literal, $many:expr) => {
        $crate::Noun {
            one: $one,
            many: $many,
            key: const { $crate::key(::std::concat!("{count} ", $many)) },
        }
    };
}

/// Name of counted things, made by [`noun!`].
#[derive(Clone, Copy)]
pub struct Noun {
    /// English name of one thing.
    pub one: &'static str,
    /// English name of several things.
    pub many: &'static str,
    /// The key of the text for a number of them.
    pub key: u64,
}

/// The translations of a language.
pub trait Translations: Send + Sync {
    /// The text with this key that has no place for a value.
    fn text(&self, key: u64) -> Option<&'static str>;

    /// The text with this key, with its values put in by their names.
    fn filled(&self, key: u64, values: &[(&str, Arguments<'_>)]) -> Option<String>;

    /// The tag of the language by BCP 47.
    fn tag(&self) -> &'static str;

    /// Whether there is a text with this key.
    fn has(&self, key: u64) -> bool;
}

static SPOKEN: RwLock<Option<&'static dyn Translations>> = RwLock::new(None);

thread_local! {
    static HERE: Cell<Option<&'static dyn Translations>> = const { Cell::new(None) };
}

/// Every text is given in this language from now on, in all threads; None is English.
pub fn speak(language: Option<&'static dyn Translations>) {
    *SPOKEN
        .write()
        .unwrap_or_else(std::sync::PoisonError::into_inner) = language;
}

/// Makes texts in this language on this thread during `work`, whatever other threads use.
pub fn speaking<T>(language: &'static dyn Translations, work: impl FnOnce() -> T) -> T {
    struct Before(Option<&'static dyn Translations>);
    impl Drop for Before {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _before = Before(HERE.replace(Some(language)));
    work()
}

fn spoken() -> Option<&'static dyn Translations> {
    HERE.get().or_else(|| {
        *SPOKEN
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    })
}

/// The tag of the language that texts are given in, such as `ja`.
pub fn spoken_tag() -> &'static str {
    spoken().map_or("en", Translations::tag)
}

/// The key of a text: FNV-1a of its bytes, 64 bits.
pub const fn key(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < bytes.len() {
        hash ^= bytes[at] as u64;
        hash = hash.wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

/// Text in the chosen language; [`tr!`] expands to this call for a text without a place for a
/// value.
pub fn text_of(key: u64, english: &'static str) -> &'static str {
    spoken()
        .and_then(|language| language.text(key))
        .unwrap_or(english)
}

/// A text that the program has from elsewhere, such as help that a library keeps, in the chosen
/// language if it has a translation.
pub fn text(english: &str) -> &str {
    spoken()
        .and_then(|language| language.text(key(english)))
        .unwrap_or(english)
}

/// Translation of a text with places for values, for which [`tr!`] expands to this call; None in
/// English.
pub fn translation(key: u64) -> Option<Translation> {
    let language = spoken().filter(|language| language.has(key))?;
    Some(Translation { language, key })
}

/// A text of another language with places for values.
pub struct Translation {
    language: &'static dyn Translations,
    key: u64,
}

impl Translation {
    /// The text with its values put in by their names.
    pub fn filled(&self, values: &[(&str, Arguments<'_>)]) -> String {
        self.language.filled(self.key, values).unwrap_or_default()
    }
}

/// A number of things: `3 clips`.
pub fn count(count: usize, noun: Noun) -> String {
    match translation(noun.key) {
        Some(message) => message.filled(&[("count", format_args!("{count}"))]),
        None if count == 1 => format!("1 {}", noun.one),
        None => format!("{count} {}", noun.many),
    }
}
