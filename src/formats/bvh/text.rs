//! Words and numbers of a text that may be large, read in one pass without copies, with the line
//! number for messages. Invariant: nothing is copied but what a name or a message quotes.

use super::decimal;
use crate::{ImportError, ImportErrorPlace};
use words::tr;

/// Most bytes of a word that a message quotes.
const QUOTED: usize = 32;

/// A position in a text. A copy looks ahead without moving the original.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Current line, from 1.
    line: usize,
}

impl<'a> Text<'a> {
    /// Starts at the first byte, on line 1.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            line: 1,
        }
    }

    /// Bytes that are read so far.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Bytes that are left to read.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The current line as the place of a message.
    pub fn place(&self) -> ImportErrorPlace {
        ImportErrorPlace::Path(tr!("line {}", self.line))
    }

    /// An error at the current line. `what` is a clause without a full stop.
    pub fn invalid(&self, what: impl Into<String>) -> ImportError {
        ImportError::invalid(self.place(), what)
    }

    /// The next byte that is no blank; it is not consumed. None at the end.
    pub fn peek(&mut self) -> Option<u8> {
        self.skip();
        self.bytes.get(self.at).copied()
    }

    /// The next word, up to a blank. None at the end.
    pub fn word(&mut self) -> Option<&'a [u8]> {
        self.skip();
        self.up_to(is_blank)
    }

    /// The next word, where a brace is a word by itself even without blanks around it. None at the
    /// end.
    pub fn token(&mut self) -> Option<&'a [u8]> {
        match self.peek()? {
            b'{' | b'}' => {
                self.at += 1;
                Some(&self.bytes[self.at - 1..self.at])
            }
            _ => self.up_to(|byte| is_blank(byte) || byte == b'{' || byte == b'}'),
        }
    }

    /// Up to the end of the line or an opening brace, without blanks around it; bytes that are no
    /// UTF-8 are replaced.
    pub fn name(&mut self) -> String {
        self.skip();
        let name = self
            .up_to(|byte| matches!(byte, b'\n' | b'\r' | b'{'))
            .unwrap_or_default();
        String::from_utf8_lossy(name.trim_ascii()).into_owned()
    }

    /// Whether the next words are these, in any case and with or without blanks between them, and a
    /// colon. Nothing is read where they are not.
    pub fn label(&mut self, words: &[&str]) -> bool {
        let mut ahead = *self;
        for word in words {
            ahead.skip();
            let is_it = ahead.bytes[ahead.at..]
                .get(..word.len())
                .is_some_and(|it| it.eq_ignore_ascii_case(word.as_bytes()));
            if !is_it {
                return false;
            }
            ahead.at += word.len();
        }
        let is_it = ahead.peek() == Some(b':');
        if is_it {
            ahead.at += 1;
            *self = ahead;
        }
        is_it
    }

    /// The next number; Rust's words such as `inf` and `NaN` count too. `what` names it in the
    /// error, which means the end of the file or a word that is no number.
    pub fn number(&mut self, what: &str) -> Result<f64, ImportError> {
        let word = self
            .token()
            .ok_or_else(|| self.invalid(tr!("the file ends before {what}")))?;
        self.parsed(word, what)
    }

    /// The next number, up to a blank. None at the end of the file. `what` names it in the error.
    pub fn next_number(&mut self, what: &str) -> Result<Option<f64>, ImportError> {
        self.skip();
        let rest = &self.bytes[self.at..];
        let plain = decimal::leading(rest);
        if let Some((number, length)) =
            plain.filter(|(_, length)| rest.get(*length).is_none_or(|next| is_blank(*next)))
        {
            self.at += length;
            return Ok(Some(number));
        }
        self.word().map(|word| self.parsed(word, what)).transpose()
    }

    /// Parses a word of this text as a number.
    fn parsed(&self, word: &[u8], what: &str) -> Result<f64, ImportError> {
        let number = std::str::from_utf8(word)
            .ok()
            .and_then(|text| text.parse().ok());
        number.ok_or_else(|| {
            let quoted = quoted(word);
            self.invalid(if word.contains(&b',') {
                tr!("“{quoted}” has a decimal comma instead of a point")
            } else {
                tr!("expected {what}, found “{quoted}”")
            })
        })
    }

    /// The next word as a whole number from 0. `what` names it in the error.
    pub fn count(&mut self, what: &str) -> Result<usize, ImportError> {
        let word = self
            .token()
            .ok_or_else(|| self.invalid(tr!("the file ends before {what}")))?;
        let number = std::str::from_utf8(word)
            .ok()
            .and_then(|text| text.parse().ok());
        number.ok_or_else(|| {
            self.invalid(tr!(
                "“{}” is not {what}, a whole number from 0",
                quoted(word)
            ))
        })
    }

    fn skip(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => self.line += 1,
                b'\r' if self.bytes.get(self.at + 1) != Some(&b'\n') => self.line += 1,
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Bytes up to the first for which `is_end` is true; None if nothing precedes the end.
    fn up_to(&mut self, is_end: impl Fn(u8) -> bool) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let length = rest
            .iter()
            .position(|byte| is_end(*byte))
            .unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// The start of a word, for a message.
pub fn quoted(word: &[u8]) -> String {
    let start = String::from_utf8_lossy(&word[..word.len().min(QUOTED)]);
    if word.len() > QUOTED {
        format!("{start}…")
    } else {
        start.into_owned()
    }
}
