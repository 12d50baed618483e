//! What is written to a terminal cannot steer it: control characters come as `\u001b`, as JSON writes them too.

use std::io::{self, Write};

/// Passes on what is no control character, and line ends and tabs.
pub(crate) struct Plain<'a> {
    to: &'a mut dyn Write,
    /// The first byte of a character that may be one.
    held: bool,
}

/// Leads every control character from U+0080 to U+009F in UTF-8.
const LEAD: u8 = 0xc2;

impl<'a> Plain<'a> {
    pub fn new(to: &'a mut dyn Write) -> Self {
        Self { to, held: false }
    }

    fn byte(&mut self, byte: u8, out: &mut Vec<u8>) {
        let was_held = std::mem::take(&mut self.held);
        match byte {
            LEAD if !was_held => self.held = true,
            0x80..=0x9f if was_held => out.extend(format!("\\u00{byte:02x}").bytes()),
            0..=0x1f | 0x7f if !matches!(byte, b'\n' | b'\t') => out.extend(format!("\\u00{byte:02x}").bytes()),
            _ => {
                out.extend(was_held.then_some(LEAD));
                out.push(byte);
            }
        }
    }
}

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = Vec::with_capacity(bytes.len());
        bytes.iter().for_each(|byte| self.byte(*byte, &mut out));
        self.to.write_all(&out)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Messages: that nobody reads them is no reason to stop.
pub(crate) struct Told<'a>(pub Plain<'a>);

impl Write for Told<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out_and_all_else_is_as_it_was() {
        let text = "plain\tbéte 走る\n\u{1b}[2J\u{9b}31m\u{7f}\r\u{a0}é";
        for chunk in 1..6 {
            let mut out = Vec::new();
            let mut plain = Plain::new(&mut out);
            text.as_bytes().chunks(chunk).for_each(|bytes| plain.write_all(bytes).unwrap());
            let expected = "plain\tbéte 走る\n\\u001b[2J\\u009b31m\\u007f\\u000d\u{a0}é";
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }

    #[test]
    fn messages_that_nobody_reads_stop_nothing() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
        }
        let mut gone = Gone;
        let mut told = Told(Plain::new(&mut gone));
        assert!(writeln!(told, "text").is_ok() && told.flush().is_ok());
    }
}
