//! Parameters that are renamed, in the texts that name them.

use super::parse::{ExpressionTermKind, Term, parse};

/// The text with another name for a parameter; as it was where it names none, or is no expression.
pub fn renamed(text: &str, from: &str, to: &str) -> String {
    let mut starts = Vec::new();
    if let Ok(term) = parse(text) {
        find(&term, from, &mut starts);
    }
    let mut out = text.to_owned();
    for start in starts.into_iter().rev() {
        out.replace_range(start..start + from.len(), to);
    }
    out
}

/// Adds the places of `name` in the term to `starts`, ascending.
fn find(term: &Term, name: &str, starts: &mut Vec<usize>) {
    match &term.kind {
        ExpressionTermKind::Name(own) | ExpressionTermKind::Member(own, _) if own == name => {
            starts.push(term.at.start)
        }
        ExpressionTermKind::Call(_, arguments) => arguments
            .iter()
            .for_each(|argument| find(argument, name, starts)),
        ExpressionTermKind::Negative(of) | ExpressionTermKind::Not(of) => find(of, name, starts),
        ExpressionTermKind::Binary(_, a, b) => {
            find(a, name, starts);
            find(b, name, starts);
        }
        _ => {}
    }
}
