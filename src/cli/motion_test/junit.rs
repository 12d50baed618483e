//! The result of scenarios as JUnit XML, which build servers read.

use super::{MotionTestReport, line};
use std::fmt::Write;

/// The text of the file; `suite` is the name of the project.
pub fn text(suite: &str, report: &MotionTestReport) -> String {
    let (count, failed) = (report.scenarios.len(), report.failed);
    let suite = escaped(suite);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mutoscope test\" tests=\"{count}\" failures=\"{failed}\">\n  <testsuite name=\"{suite}\" tests=\"{count}\" failures=\"{failed}\">\n"
    );
    for row in &report.scenarios {
        let name = escaped(&row.name);
        let case = format!("    <testcase classname=\"{suite}\" name=\"{name}\"");
        // Writing into a text does not fail.
        if row.failures.is_empty() {
            let _ = writeln!(out, "{case}/>");
            continue;
        }
        let _ = writeln!(out, "{case}>");
        let first = escaped(&row.failures[0].text);
        let lines: Vec<String> = row.failures.iter().map(line).collect();
        let _ = writeln!(
            out,
            "      <failure type=\"{}\" message=\"{first}\">{}</failure>\n    </testcase>",
            row.failures[0].that,
            escaped(&lines.join("\n"))
        );
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// The text with what XML gives a meaning written in its own way. Characters that XML has no way
/// for become U+FFFD.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
