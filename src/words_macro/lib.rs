//! The macro that marks a text for people; `words` has what it becomes.

use proc_macro::TokenStream;
use proc_macro2::{Ident, Span};
use quote::quote;
use words_source::Phrase;

/// A text for people, in the language that is chosen.
///
/// It takes what `format!` takes: `tr!("Saved {name}")`, `tr!("{:.2} m too far", distance)`. A text
/// without a place for a value is a `&'static str`, one with such places a `String`. The English
/// text, with a name in every place, is the key of its translation.
#[proc_macro]
pub fn tr(input: TokenStream) -> TokenStream {
    let phrase = match syn::parse::<Phrase>(input) {
        Ok(phrase) => phrase,
        Err(error) => return error.to_compile_error().into(),
    };
    let Phrase {
        literal,
        arguments,
        text,
        placeholders,
    } = phrase;
    let key = quote!(const { ::words::key(#text) });
    if placeholders.is_empty() {
        let plain = text.replace("{{", "{").replace("}}", "}");
        return quote!(::words::text_of(#key, #plain)).into();
    }
    let values = placeholders.iter().map(|place| {
        let (name, format) = (&place.name, &place.format);
        let value = place.value.iter();
        quote!((#name, ::std::format_args!(#format, #(#value)*)))
    });
    // No variable of the caller is hidden by it.
    let message = Ident::new("message", Span::mixed_site());
    quote!(match ::words::translation(#key) {
        ::std::option::Option::None => ::std::format!(#literal, #arguments),
        ::std::option::Option::Some(#message) => #message.filled(&[#(#values),*]),
    })
    .into()
}
