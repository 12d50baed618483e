//! Texts that seem to be for people and that nothing marks.

use crate::scan::macro_before;
use proc_macro2::{Group, TokenStream, TokenTree};
use syn::LitStr;

/// Units of measure, which are alike in every language.
const UNITS: [&str; 23] = [
    "mm", "cm", "ms", "µs", "kB", "KB", "MB", "GB", "TB", "KiB", "MiB", "dB", "px", "Hz", "kHz",
    "fps", "deg", "rad", "mm/f", "px/s", "bit", "sRGB", "LOD",
];

/// Macros whose texts only people who build the program read, or no one.
const FOR_BUILDERS: [&str; 16] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "unreachable",
    "todo",
    "include_str",
    "include_bytes",
    "include_dir",
    "env",
    "concat",
    "compile_error",
    "matches",
];

/// Functions that take ids of widgets, labels for debuggers or new names.
const OF_DATA: [&str; 14] = [
    "unique",
    "with",
    "id_salt",
    "from_id_salt",
    "push_id",
    "derive",
    "expect",
    "free_name",
    "free_id",
    "debug_tuple",
    "debug_struct",
    "replacen",
    "buffer",
    "set",
];

/// Functions that look for a text in another one.
const OF_SEARCH: [&str; 8] = [
    "starts_with",
    "ends_with",
    "contains",
    "strip_prefix",
    "strip_suffix",
    "split_once",
    "rsplit_once",
    "eq_ignore_ascii_case",
];

/// The texts of the Rust source `code` that read like texts for people and that neither `tr!`,
/// `word!` nor `noun!` marks, in the order of the file, each with its line. Ids are left out as far
/// as the tokens around them show it. Of texts that are compared or looked for, those that begin
/// with a capital are there: what is shown in another language is never one of them.
///
/// # Errors
/// The code is no Rust.
pub fn unmarked_in(code: &str) -> Result<Vec<(usize, String)>, String> {
    let tokens: TokenStream = code.parse().map_err(|error| format!("no Rust: {error}"))?;
    let mut found = Vec::new();
    scan(tokens, Around::Code, &mut found);
    Ok(found)
}

/// What the tokens of a group belong to.
#[derive(Clone, Copy, PartialEq)]
enum Around {
    Code,
    /// A marked text: its first literal is marked, its values are not.
    Marked,
    /// The arguments of a function that takes no text for people.
    Data,
    /// The arguments of a function that looks for a text.
    Search,
}

fn scan(tokens: TokenStream, around: Around, found: &mut Vec<(usize, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let (before, after) = (&tokens[..at], &tokens[at + 1..]);
        match token {
            TokenTree::Group(group) => scan_group(group, before, around, found),
            TokenTree::Literal(literal) => {
                let is_first = at == 0 && around == Around::Marked;
                if is_first || around == Around::Data {
                    continue;
                }
                let is_compared = around == Around::Search || is_compared(before, after);
                let Ok(text) = syn::parse_str::<LitStr>(&literal.to_string()) else {
                    continue;
                };
                let text = text.value();
                if reads_like_a_text(&text) && (!is_compared || begins_with_a_capital(&text)) {
                    found.push((literal.span().start().line, text));
                }
            }
            _ => {}
        }
    }
}

fn scan_group(
    group: &Group,
    before: &[TokenTree],
    around: Around,
    found: &mut Vec<(usize, String)>,
) {
    let inside = match (macro_before(before), before) {
        (Some(name), _) if ["tr", "word", "noun"].contains(&name.as_str()) => Around::Marked,
        (Some(name), _) if FOR_BUILDERS.contains(&name.as_str()) => return,
        // An attribute.
        (None, [.., TokenTree::Punct(mark)]) if mark.as_char() == '#' => return,
        (None, [.., TokenTree::Punct(hash), TokenTree::Punct(mark)])
            if hash.as_char() == '#' && mark.as_char() == '!' =>
        {
            return;
        }
        (None, [.., TokenTree::Ident(name)])
            if group.delimiter() == proc_macro2::Delimiter::Parenthesis =>
        {
            let name = name.to_string();
            if OF_DATA.contains(&name.as_str()) {
                Around::Data
            } else if OF_SEARCH.contains(&name.as_str()) {
                Around::Search
            } else {
                Around::Code
            }
        }
        (_, [.., TokenTree::Ident(_)]) => Around::Code,
        // A tuple or a list belongs to what it stands in.
        _ if matches!(around, Around::Data | Around::Search) => around,
        _ => Around::Code,
    };
    scan(group.stream(), inside, found);
}

/// Whether a literal between these tokens is a pattern, or compared with something.
fn is_compared(before: &[TokenTree], after: &[TokenTree]) -> bool {
    let is = |token: &TokenTree, mark: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark);
    let leads = match before {
        [.., first, second] => (is(first, '=') || is(first, '!')) && is(second, '='),
        _ => false,
    };
    let follows = match after {
        [first, ..] if is(first, '|') => true,
        [first, second, ..] => {
            (is(first, '=') && (is(second, '>') || is(second, '=')))
                || (is(first, '!') && is(second, '='))
        }
        _ => false,
    };
    leads || follows
}

/// Whether its first word is written as that of a label.
fn begins_with_a_capital(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
}

/// Whether it has words: two of them, one beside a value, or one with a capital.
fn reads_like_a_text(text: &str) -> bool {
    let mut plain = String::new();
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '{' => {
                depth += 1;
                plain.push('0');
            }
            '}' => depth -= 1,
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let pieces: Vec<&str> = plain.split_whitespace().collect();
    let is_word = |piece: &&str| {
        let word = piece.trim_matches(|c: char| !c.is_alphabetic());
        let core = word.trim_end_matches("'s");
        core.chars().count() > 1
            && core
                .chars()
                .all(|c| c.is_alphabetic() || c == '-' || c == '\'')
            && !UNITS.contains(&core)
            && !piece.starts_with(['-', '_', '.', '/', '$', '@'])
    };
    match pieces.as_slice() {
        [] => false,
        [one] => {
            let word = one.trim_end_matches([':', '.', '…', '!', '?']);
            let is_edged = plain.starts_with(' ') || plain.ends_with(' ');
            let is_title = word.chars().next().is_some_and(char::is_uppercase)
                && word.chars().count() > 2
                && word.chars().skip(1).all(char::is_lowercase);
            is_title || (is_edged && is_word(one))
        }
        several => several.iter().any(is_word),
    }
}
