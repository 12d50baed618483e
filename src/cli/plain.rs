//! What is written to a terminal cannot steer it: control characters, and those that turn the
//! direction of what follows, come as `\u001b`, as JSON writes them too.

#[cfg(test)]
mod tests;

use std::{
    fmt,
    io::{self, Write},
};

/// Passes on what steers nothing, and line ends and tabs.
pub(crate) struct PlainWriter<'a> {
    to: &'a mut dyn Write,
    /// The first bytes of a character that may steer.
    held: Vec<u8>,
}

impl<'a> PlainWriter<'a> {
    /// A writer that passes on to `to` what is written, and holds nothing at first.
    pub fn new(to: &'a mut dyn Write) -> Self {
        Self {
            to,
            held: Vec::new(),
        }
    }

    fn byte(&mut self, byte: u8, out: &mut Vec<u8>) {
        self.held.push(byte);
        if LEADS.iter().any(|lead| lead.starts_with(&self.held)) {
            return;
        }
        let held = std::mem::take(&mut self.held);
        let steering = std::str::from_utf8(&held)
            .ok()
            .and_then(|text| text.chars().next())
            .filter(|c| steers(*c));
        match steering {
            Some(c) => out.extend(format!("\\u{:04x}", u32::from(c)).bytes()),
            None => out.extend(held),
        }
    }
}

/// First UTF-8 bytes of the characters of [`steers`] that take several bytes.
const LEADS: [&[u8]; 4] = [&[0xc2], &[0xd8], &[0xe2, 0x80], &[0xe2, 0x81]];

/// Control characters but for line ends and tabs; marks, embeddings, overrides and isolates of
/// direction; and separators of lines that are none of a text file.
fn steers(c: char) -> bool {
    let is_direction = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_separator = matches!(c, '\u{2028}' | '\u{2029}');
    c.is_control() && !matches!(c, '\n' | '\t') || is_direction || is_separator
}

impl Write for PlainWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = Vec::with_capacity(bytes.len());
        bytes.iter().for_each(|byte| self.byte(*byte, &mut out));
        self.to.write_all(&out)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }

    /// One call is one line, or a part of one: a line end within it is one of a name.
    fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = text.to_string();
        let (line, end) = text
            .strip_suffix('\n')
            .map_or((&*text, ""), |line| (line, "\n"));
        self.write_all(line.replace('\n', "\\u000a").as_bytes())?;
        self.write_all(end.as_bytes())
    }
}

/// Messages: that nobody reads them is no reason to stop.
pub(crate) struct MessageWriter<'a>(pub PlainWriter<'a>);

impl Write for MessageWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }

    /// Lines after a message's first are further in than any other: none looks like a message of
    /// its own.
    fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = text.to_string();
        let (message, end) = text
            .strip_suffix('\n')
            .map_or((&*text, ""), |message| (message, "\n"));
        for (at, line) in message.split('\n').enumerate() {
            let _ = self.0.write_all(
                if at == 0 {
                    ""
                } else if line.starts_with("  ") {
                    "\n"
                } else {
                    "\n  "
                }
                .as_bytes(),
            );
            let _ = self.0.write_all(line.as_bytes());
        }
        let _ = self.0.write_all(end.as_bytes());
        Ok(())
    }
}
