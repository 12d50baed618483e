//! Texts of what was read and written, for tests: a change of what comes out is seen and meant.

use crate::Imported;

/// Compares with the committed text at a path below the crate's folder, which `UPDATE_WHOLE=1 cargo
/// test -p formats whole` writes anew.
pub fn compare(path: &str, made: &str) {
    let at = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_WHOLE").is_some() {
        std::fs::write(&at, made).expect("the text is written");
    }
    let committed = std::fs::read_to_string(&at).expect("the text is committed");
    for (line, (was, is)) in committed.lines().zip(made.lines()).enumerate() {
        assert_eq!(was, is, "line {} of {path}", line + 1);
    }
    assert_eq!(committed, made, "{path}");
}

/// The report and the assets, with numbers to five places and lists of numbers on a line.
pub fn text_of(found: &Imported) -> String {
    let told: String = found
        .report
        .entries
        .iter()
        .map(|entry| format!("{entry}\n"))
        .collect();
    format!("{told}{}", on_lines(&format!("{:#.5?}\n", found.project)))
}

/// A text in which a list of numbers stands in one line with its brackets, and digests of keys are
/// left out: they tell the bits of numbers, which other processors round otherwise.
fn on_lines(text: &str) -> String {
    let is_number = |own: &str| own.trim_end_matches(',').parse::<f64>().is_ok();
    let mut out = String::new();
    let mut before = "";
    for line in text.lines() {
        let own = line.trim_start();
        let goes_on = is_number(own) && before.ends_with('[')
            || is_number(before) && (is_number(own) || own.starts_with(']'));
        out += match (goes_on, is_number(before) && is_number(own)) {
            (true, true) => " ",
            (false, _) if !out.is_empty() => "\n",
            _ => "",
        };
        let digest = own
            .starts_with("\"keys\": ")
            .then(|| line.rfind(" ("))
            .flatten();
        out += if goes_on {
            own
        } else {
            &line[..digest.unwrap_or(line.len())]
        };
        before = own;
    }
    out + "\n"
}
