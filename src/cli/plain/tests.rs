use super::*;

#[test]
fn control_characters_are_written_out_and_all_else_is_as_it_was() {
    let text = "plain\tbéte 走る\n\u{1b}[2J\u{9b}31m\u{7f}\r\u{a0}é€…‘ a\u{202e}b\u{2066}c\u{61c}d\u{2028}ؠ⁂";
    for chunk in 1..6 {
        let mut out = Vec::new();
        let mut plain = PlainWriter::new(&mut out);
        text.as_bytes()
            .chunks(chunk)
            .for_each(|bytes| plain.write_all(bytes).unwrap());
        let expected = "plain\tbéte 走る\n\\u001b[2J\\u009b31m\\u007f\\u000d\u{a0}é€…‘ a\\u202eb\\u2066c\\u061cd\\u2028ؠ⁂";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

#[test]
fn a_line_end_in_a_name_makes_no_line() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let name = "a\nb: sound\n";
    let mut plain = PlainWriter::new(&mut out);
    write!(plain, "clip {name}").unwrap();
    writeln!(plain, ": {name} 3 bytes").unwrap();
    writeln!(
        MessageWriter(PlainWriter::new(&mut err)),
        "mutoscope: {name} is bad:\n  {name}"
    )
    .unwrap();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "clip a\\u000ab: sound\n: a\\u000ab: sound\\u000a 3 bytes\n"
    );
    assert_eq!(
        String::from_utf8(err).unwrap(),
        "mutoscope: a\n  b: sound\n   is bad:\n  a\n  b: sound\n  \n"
    );
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
    let mut told = MessageWriter(PlainWriter::new(&mut gone));
    assert!(writeln!(told, "text").is_ok() && told.flush().is_ok());
}
