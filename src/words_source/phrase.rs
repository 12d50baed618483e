//! A text with places for values, as `tr!` takes it.

use proc_macro2::TokenStream;
use syn::{
    Expr, Ident, LitStr, Member, Token,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

/// Content of the parentheses of `tr!`: a text as `format!` takes it, and its arguments.
pub struct Phrase {
    /// The text as it stands in the code.
    pub literal: LitStr,
    /// The arguments as they stand in the code.
    pub arguments: TokenStream,
    /// The text with a name in every place for a value, and without formats: `Saved {name}`.
    pub text: String,
    /// The places for values, in the order of the text.
    pub placeholders: Vec<Placeholder>,
}

/// A place for a value in a text.
pub struct Placeholder {
    /// Name of the value in a translation; unique in its text.
    pub name: String,
    /// A text for `format_args!` with the format of the value.
    pub format: String,
    /// The value; None is a variable that the format names.
    pub value: Option<Expr>,
}

struct Argument {
    name: Option<Ident>,
    value: Expr,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let is_named = input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]);
        let name = if is_named {
            let name = input.parse()?;
            input.parse::<Token![=]>()?;
            Some(name)
        } else {
            None
        };
        Ok(Self {
            name,
            value: input.parse()?,
        })
    }
}

impl Parse for Phrase {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let literal: LitStr = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        let rest: TokenStream = input.fork().parse()?;
        let arguments = Punctuated::<Argument, Token![,]>::parse_terminated(input)?;
        let (text, placeholders) =
            placeholders(&literal, &arguments.into_iter().collect::<Vec<_>>())?;
        Ok(Self {
            literal,
            arguments: rest,
            text,
            placeholders,
        })
    }
}

fn placeholders(
    literal: &LitStr,
    arguments: &[Argument],
) -> syn::Result<(String, Vec<Placeholder>)> {
    let value = literal.value();
    let fail = |what: &str| syn::Error::new(literal.span(), what);
    let mut text = String::new();
    let mut found: Vec<Placeholder> = Vec::new();
    let mut next = 0;
    let mut rest = value.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        let brace = &rest[at..at + 1];
        if rest[at + 1..].starts_with(brace) {
            text.push_str(&brace.repeat(2));
            rest = &rest[at + 2..];
            continue;
        }
        let inside = rest[at + 1..]
            .split_once('}')
            .filter(|_| brace == "{")
            .ok_or_else(|| fail("a brace without its partner: write {{ or }}"))?;
        rest = inside.1;
        let (argument, format) = inside.0.split_once(':').unwrap_or((inside.0, ""));
        let mut placeholder = if argument.is_empty() {
            next += 1;
            positional(next - 1, arguments).ok_or_else(|| fail("an argument is missing"))?
        } else {
            named(argument, arguments)
        };
        placeholder.format = if placeholder.value.is_some() {
            format!("{{:{format}}}")
        } else {
            format!("{{{argument}:{format}}}")
        };
        placeholder.name = unique(placeholder.name, &found);
        text.push_str(&format!("{{{}}}", placeholder.name));
        found.push(placeholder);
    }
    text.push_str(rest);
    Ok((text, found))
}

fn positional(at: usize, arguments: &[Argument]) -> Option<Placeholder> {
    let argument = arguments.get(at)?;
    let name = argument.name.as_ref().map(Ident::to_string);
    Some(Placeholder {
        name: name
            .or_else(|| name_of(&argument.value))
            .unwrap_or_else(|| "value".to_owned()),
        format: String::new(),
        value: Some(argument.value.clone()),
    })
}

fn named(name: &str, arguments: &[Argument]) -> Placeholder {
    let argument = match name.parse::<usize>() {
        Ok(at) => arguments.get(at),
        Err(_) => arguments
            .iter()
            .find(|argument| argument.name.as_ref().is_some_and(|known| known == name)),
    };
    let name = match name.parse::<usize>() {
        Ok(_) => argument
            .and_then(|argument| name_of(&argument.value))
            .unwrap_or_else(|| "value".to_owned()),
        Err(_) => name.to_owned(),
    };
    Placeholder {
        name,
        format: String::new(),
        value: argument.map(|argument| argument.value.clone()),
    }
}

/// Name for an argument without a name: the last word of the argument.
fn name_of(value: &Expr) -> Option<String> {
    match value {
        Expr::Path(path) => path.path.segments.last().map(|part| part.ident.to_string()),
        Expr::Field(field) => match &field.member {
            Member::Named(name) => Some(name.to_string()),
            Member::Unnamed(_) => name_of(&field.base),
        },
        Expr::MethodCall(call) => {
            let method = call.method.to_string();
            let says_nothing = [
                "to_string",
                "clone",
                "as_str",
                "display",
                "unwrap_or_default",
            ];
            if says_nothing.contains(&method.as_str()) {
                name_of(&call.receiver)
            } else {
                Some(method)
            }
        }
        Expr::Call(call) => name_of(&call.func),
        Expr::Reference(reference) => name_of(&reference.expr),
        Expr::Unary(unary) => name_of(&unary.expr),
        Expr::Paren(paren) => name_of(&paren.expr),
        Expr::Index(index) => name_of(&index.expr),
        Expr::Cast(cast) => name_of(&cast.expr),
        Expr::Binary(binary) => name_of(&binary.left),
        _ => None,
    }
}

fn unique(name: String, taken: &[Placeholder]) -> String {
    let is_free = |name: &str| taken.iter().all(|other| other.name != name);
    if is_free(&name) {
        return name;
    }
    (2..)
        .map(|number| format!("{name}_{number}"))
        .find(|name| is_free(name))
        .unwrap_or(name)
}
