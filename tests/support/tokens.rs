//! Code as words and signs, and how many of them functions have.

/// Code in which a text or a character is one word and a comment is nothing.
fn plain(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while at < bytes.len() {
        let end = hidden(text, at);
        if end > at {
            out.push_str(if text[at..].starts_with("//") {
                " "
            } else {
                " t "
            });
            at = end;
        } else {
            let next = text[at..].chars().next().unwrap_or(' ');
            out.push(next);
            at += next.len_utf8();
        }
    }
    out
}

/// Where the comment, text or character that begins here ends; `at` where none does.
fn hidden(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let is_inside_word = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    if rest.starts_with("//") {
        return at + rest.find('\n').unwrap_or(rest.len());
    }
    let raw = rest
        .trim_start_matches('b')
        .strip_prefix('r')
        .filter(|_| !is_inside_word);
    if let Some(raw) = raw {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let start = at + rest.len() - raw.len() + hashes + 1;
            let close = format!("\"{}", "#".repeat(hashes));
            return start
                + text[start..]
                    .find(&close)
                    .map_or(text.len() - start, |end| end + close.len());
        }
    }
    match rest.as_bytes()[0] {
        b'"' => at + closed(rest, '"'),
        // What follows a lifetime is no second quote.
        b'\'' if rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'') => {
            at + closed(rest, '\'')
        }
        _ => at,
    }
}

/// How long a text or character is with its quotes.
fn closed(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

fn words(code: &str) -> Vec<&str> {
    let (mut found, mut start) = (Vec::new(), None);
    for (at, c) in code.char_indices() {
        let is_word = c.is_alphanumeric() || c == '_';
        if !is_word && let Some(start) = start.take() {
            found.push(&code[start..at]);
        }
        match (is_word, c.is_whitespace()) {
            (true, _) => drop(start.get_or_insert(at)),
            (false, true) => {}
            (false, false) => found.push(&code[at..at + c.len_utf8()]),
        }
    }
    found.extend(start.map(|start| &code[start..]));
    found
}

/// A text's words and signs, without its comments; each text or character in it is one word.
pub fn words_of(text: &str) -> Vec<String> {
    words(&plain(text)).into_iter().map(str::to_owned).collect()
}

/// The name of each function that has a body, and how many words and signs it is from its name to
/// its last brace. What is inside another one counts for both, and the comma after the last of a
/// list for none: whether there is one depends on where lines end.
pub fn functions(text: &str) -> Vec<(String, usize)> {
    let code = plain(text);
    let mut words = words(&code);
    let mut next = "";
    words.reverse();
    words.retain(|word| {
        let is_last_comma = *word == "," && matches!(next, ")" | "]" | "}");
        next = word;
        !is_last_comma
    });
    words.reverse();
    let starts = words
        .iter()
        .enumerate()
        .filter(|(_, word)| **word == "fn")
        .map(|(at, _)| at + 1);
    let length = |start: usize| {
        let mut open = 0;
        for (nth, word) in words[start..].iter().enumerate() {
            match *word {
                ";" if open == 0 => return None,
                "{" | "(" | "[" => open += 1,
                "}" | ")" | "]" => open -= 1,
                _ => {}
            }
            if *word == "}" && open == 0 {
                return Some(nth + 1);
            }
        }
        None
    };
    let is_name = |at: &usize| {
        words
            .get(*at)
            .is_some_and(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
    };
    starts
        .filter(is_name)
        .filter_map(|start| Some((words[start].to_owned(), length(start)?)))
        .collect()
}
