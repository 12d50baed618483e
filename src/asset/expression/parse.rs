//! Text to a tree whose every part knows where it stands.

use super::{ExpressionError, LONGEST, Problem};
use std::ops::Range;
use winnow::{
    LocatingSlice, ModalResult, Parser,
    ascii::{float, multispace0},
    combinator::{
        Infix::{Left, Neither},
        Prefix, alt, cut_err, expression, not, opt, peek, preceded, separated, terminated,
    },
    error::{ErrMode, ParserError},
    stream::Location,
    token::{one_of, take_till, take_while},
};
use words::tr;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    pub(super) at: Range<usize>,
    pub(super) kind: ExpressionTermKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ExpressionTermKind {
    Number(f64),
    Text(String),
    Name(String),
    /// `Stance.Crouch`, `Aim.x`.
    Member(String, String),
    Call(String, Vec<Term>),
    Negative(Box<Term>),
    Not(Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
}

type ExpressionInput<'a> = LocatingSlice<&'a str>;

/// A parse error: where parsing stopped, and what was expected there.
#[derive(Clone, Debug, PartialEq)]
struct ExpressionParseError {
    at: usize,
    expected: &'static str,
}

impl ParserError<ExpressionInput<'_>> for ExpressionParseError {
    type Inner = Self;

    fn from_input(input: &ExpressionInput<'_>) -> Self {
        Self {
            at: input.current_token_start(),
            expected: tr!("a value"),
        }
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

type ExpressionParseResult<O> = ModalResult<O, ExpressionParseError>;

pub(super) fn parse(text: &str) -> Result<Term, ExpressionError> {
    let refuse = |at: usize, problem| {
        Err(ExpressionError {
            at: at..after(text, at),
            problem,
        })
    };
    if text.len() > LONGEST {
        return refuse(0, Problem::TooLong);
    }
    if text.trim().is_empty() {
        return refuse(0, Problem::Empty);
    }
    if let Some(at) = too_deep(text) {
        return refuse(at, Problem::TooDeep);
    }
    let mut input = LocatingSlice::new(text);
    match terminated(whole, multispace0).parse_next(&mut input) {
        Ok(term) if input.is_empty() => Ok(term),
        Ok(_) => refuse(
            input.current_token_start(),
            Problem::Expected(tr!("an operator")),
        ),
        Err(ErrMode::Backtrack(stop) | ErrMode::Cut(stop)) => {
            refuse(stop.at, Problem::Expected(stop.expected))
        }
        Err(ErrMode::Incomplete(_)) => refuse(text.len(), Problem::Expected(tr!("a value"))),
    }
}

/// The end of the letter at a place.
fn after(text: &str, at: usize) -> usize {
    text.get(at..)
        .and_then(|rest| rest.chars().next())
        .map_or(at, |next| at + next.len_utf8())
}

/// Reading goes as deep as brackets and signs in a row do, so these are counted before it begins.
fn too_deep(text: &str) -> Option<usize> {
    let (mut depth, mut signs, mut is_quoted) = (0_usize, 0_usize, false);
    for (at, letter) in text.char_indices() {
        is_quoted ^= letter == '"';
        match letter {
            _ if is_quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '-' | '!' => signs += 1,
            'n' if text[at..].starts_with("not") => signs += 1,
            'o' | 't' => {}
            _ if letter.is_whitespace() => {}
            _ => signs = 0,
        }
        if depth + signs > anim::program::MOST_DEPTH {
            return Some(at);
        }
    }
    None
}

fn whole(input: &mut ExpressionInput<'_>) -> ExpressionParseResult<Term> {
    expression(spaced(operand))
        .prefix(spaced(alt((
            '-'.value(Prefix(13, |_: &mut ExpressionInput<'_>, of: Term| {
                Ok(single(ExpressionTermKind::Negative, of))
            })),
            // `not Speed > 1` is not (`Speed > 1`).
            alt(('!'.void(), word("not")))
                .value(Prefix(5, |_: &mut ExpressionInput<'_>, of: Term| {
                    Ok(single(ExpressionTermKind::Not, of))
                })),
        ))))
        .infix(spaced(alt((
            alt(("||".void(), word("or"))).value(Left(1, |_: &mut ExpressionInput<'_>, a, b| {
                Ok(pair(Binary::Or, a, b))
            })),
            alt(("&&".void(), word("and"))).value(Left(3, |_: &mut ExpressionInput<'_>, a, b| {
                Ok(pair(Binary::And, a, b))
            })),
            "<=".value(Neither(7, |_: &mut ExpressionInput<'_>, a, b| {
                Ok(pair(Binary::LessEqual, a, b))
            })),
            ">=".value(Neither(7, |_: &mut ExpressionInput<'_>, a, b| {
                Ok(pair(Binary::GreaterEqual, a, b))
            })),
            "==".value(Neither(7, |_: &mut ExpressionInput<'_>, a, b| {
                Ok(pair(Binary::Equal, a, b))
            })),
            "!=".value(Neither(7, |_: &mut ExpressionInput<'_>, a, b| {
                Ok(pair(Binary::NotEqual, a, b))
            })),
            '<'.value(Neither(7, |_: &mut ExpressionInput<'_>, a, b| {
                Ok(pair(Binary::Less, a, b))
            })),
            '>'.value(Neither(7, |_: &mut ExpressionInput<'_>, a, b| {
                Ok(pair(Binary::Greater, a, b))
            })),
            alt((
                '+'.value(Left(9, |_: &mut ExpressionInput<'_>, a, b| {
                    Ok(pair(Binary::Add, a, b))
                })),
                '-'.value(Left(9, |_: &mut ExpressionInput<'_>, a, b| {
                    Ok(pair(Binary::Subtract, a, b))
                })),
                '*'.value(Left(11, |_: &mut ExpressionInput<'_>, a, b| {
                    Ok(pair(Binary::Multiply, a, b))
                })),
                '/'.value(Left(11, |_: &mut ExpressionInput<'_>, a, b| {
                    Ok(pair(Binary::Divide, a, b))
                })),
            )),
        ))))
        .parse_next(input)
}

fn single(kind: fn(Box<Term>) -> ExpressionTermKind, of: Term) -> Term {
    Term {
        at: of.at.clone(),
        kind: kind(Box::new(of)),
    }
}

fn pair(kind: Binary, a: Term, b: Term) -> Term {
    Term {
        at: a.at.start..b.at.end,
        kind: ExpressionTermKind::Binary(kind, Box::new(a), Box::new(b)),
    }
}

fn spaced<'a, O>(
    parser: impl Parser<ExpressionInput<'a>, O, ErrMode<ExpressionParseError>>,
) -> impl Parser<ExpressionInput<'a>, O, ErrMode<ExpressionParseError>> {
    preceded(multispace0, parser)
}

/// Parses a word that is not the beginning of a longer one.
fn word<'a>(
    text: &'static str,
) -> impl Parser<ExpressionInput<'a>, (), ErrMode<ExpressionParseError>> {
    (text, not(one_of(is_name_letter))).void()
}

fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn operand(input: &mut ExpressionInput<'_>) -> ExpressionParseResult<Term> {
    alt((number, quoted, bracketed, named)).parse_next(input)
}

fn number(input: &mut ExpressionInput<'_>) -> ExpressionParseResult<Term> {
    let starts = |letter: char| letter.is_ascii_digit() || letter == '.';
    preceded(peek(one_of(starts)), float)
        .with_span()
        .map(|(number, at)| Term {
            at,
            kind: ExpressionTermKind::Number(number),
        })
        .parse_next(input)
}

fn quoted(input: &mut ExpressionInput<'_>) -> ExpressionParseResult<Term> {
    let text = preceded(
        '"',
        terminated(take_till(0.., '"'), expected('"', tr!("a closing quote"))),
    );
    text.with_span()
        .map(|(text, at): (&str, _)| Term {
            at,
            kind: ExpressionTermKind::Text(text.to_owned()),
        })
        .parse_next(input)
}

fn bracketed(input: &mut ExpressionInput<'_>) -> ExpressionParseResult<Term> {
    let mut inside = preceded(
        '(',
        terminated(
            cut_err(whole),
            spaced(expected(')', tr!("a closing bracket"))),
        ),
    );
    inside.parse_next(input)
}

/// A parameter, a part of one, or a call.
fn named(input: &mut ExpressionInput<'_>) -> ExpressionParseResult<Term> {
    let (name, at) = preceded(not(alt((word("and"), word("or"), word("not")))), name)
        .with_span()
        .parse_next(input)?;
    if let Some(member) = opt(preceded(
        '.',
        cut_err(name_or(tr!("the part of a parameter"))),
    ))
    .parse_next(input)?
    {
        let end = input.previous_token_end();
        return Ok(Term {
            at: at.start..end,
            kind: ExpressionTermKind::Member(name.to_owned(), member.to_owned()),
        });
    }
    if opt(spaced('(')).parse_next(input)?.is_none() {
        return Ok(Term {
            at,
            kind: ExpressionTermKind::Name(name.to_owned()),
        });
    }
    let arguments = match opt(spaced(')')).parse_next(input)? {
        Some(_) => Vec::new(),
        None => terminated(
            separated(1.., cut_err(whole), spaced(',')),
            spaced(expected(')', tr!("a closing bracket"))),
        )
        .parse_next(input)?,
    };
    let end = input.previous_token_end();
    Ok(Term {
        at: at.start..end,
        kind: ExpressionTermKind::Call(name.to_owned(), arguments),
    })
}

pub(super) fn is_name(text: &str) -> bool {
    let starts_well = text
        .chars()
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_');
    starts_well
        && text.chars().all(is_name_letter)
        && !["and", "or", "not", "true", "false"].contains(&text)
}

fn name<'a>(input: &mut ExpressionInput<'a>) -> ExpressionParseResult<&'a str> {
    (
        one_of(|first: char| first.is_alphabetic() || first == '_'),
        take_while(0.., is_name_letter),
    )
        .take()
        .parse_next(input)
}

fn name_or<'a>(
    what: &'static str,
) -> impl Parser<ExpressionInput<'a>, &'a str, ErrMode<ExpressionParseError>> {
    move |input: &mut ExpressionInput<'a>| {
        let at = input.current_token_start();
        name.parse_next(input)
            .map_err(|_| ErrMode::Cut(ExpressionParseError { at, expected: what }))
    }
}

/// Parser of one letter; the error of a mismatch says that `what` was expected.
fn expected<'a>(
    mut letter: char,
    what: &'static str,
) -> impl Parser<ExpressionInput<'a>, char, ErrMode<ExpressionParseError>> {
    move |input: &mut ExpressionInput<'a>| {
        let at = input.current_token_start();
        letter
            .parse_next(input)
            .map_err(|_: ErrMode<ExpressionParseError>| {
                ErrMode::Cut(ExpressionParseError { at, expected: what })
            })
    }
}
