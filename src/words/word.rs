//! A text in a table.

use std::{borrow::Cow, fmt, ops::Deref};

/// A text without values that stands in a constant. It reads as a `str` in the chosen language.
#[derive(Clone, Copy)]
pub struct Word {
    key: u64,
    english: &'static str,
}

impl Word {
    /// Makes a word; [`word!`](crate::word!) expands to this call.
    pub const fn new(english: &'static str) -> Self {
        Self {
            key: crate::key(english),
            english,
        }
    }

    /// The text in the chosen language.
    pub fn text(self) -> &'static str {
        crate::text_of(self.key, self.english)
    }

    /// The text as it stands in the code, for what compares it or keeps it in a file.
    pub const fn english(self) -> &'static str {
        self.english
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        self.text()
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.english, f)
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.english == other.english
    }
}

impl Eq for Word {}

impl From<Word> for String {
    fn from(word: Word) -> Self {
        word.text().to_owned()
    }
}

impl From<Word> for Cow<'static, str> {
    fn from(word: Word) -> Self {
        word.text().into()
    }
}
