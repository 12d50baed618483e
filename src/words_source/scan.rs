//! The texts for people that a source file has.

use crate::Phrase;
use proc_macro2::{TokenStream, TokenTree};
use syn::{LitStr, Token, parse::Parser, punctuated::Punctuated};

/// Every text that `tr!`, `word!` and `noun!` mark in the Rust source `code`, with a name in every
/// place for a value, in the order of the file.
///
/// # Errors
/// The code is no Rust, or a macro does not hold what it takes; the line is named.
pub fn texts_of(code: &str) -> Result<Vec<String>, String> {
    let tokens: TokenStream = code.parse().map_err(|error| format!("no Rust: {error}"))?;
    let mut texts = Vec::new();
    scan(tokens, &mut texts)?;
    Ok(texts)
}

fn scan(tokens: TokenStream, texts: &mut Vec<String>) -> Result<(), String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        if let Some(name) = macro_before(&tokens[..at]) {
            let failed = |error: syn::Error| {
                let line = group.span().start().line;
                format!("line {line}: {name}! {error}")
            };
            match name.as_str() {
                "tr" => texts.push(syn::parse2::<Phrase>(group.stream()).map_err(failed)?.text),
                "word" => texts.push(
                    syn::parse2::<LitStr>(group.stream())
                        .map_err(failed)?
                        .value(),
                ),
                "noun" => {
                    let forms = Punctuated::<LitStr, Token![,]>::parse_separated_nonempty
                        .parse2(group.stream())
                        .map_err(failed)?;
                    texts.push(match (forms.first(), forms.get(1)) {
                        (_, Some(many)) => format!("{{count}} {}", many.value()),
                        (one, None) => {
                            format!("{{count}} {}s", one.map_or_else(String::new, LitStr::value))
                        }
                    });
                }
                _ => {}
            }
        }
        scan(group.stream(), texts)?;
    }
    Ok(())
}

/// The name of the macro whose arguments follow these tokens.
pub(crate) fn macro_before(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [.., TokenTree::Ident(name), TokenTree::Punct(mark)] if mark.as_char() == '!' => {
            Some(name.to_string())
        }
        _ => None,
    }
}
