//! Which files of a crate import each other. A name counts for the file that defines it, through
//! whatever passes it on; what only passes names on imports nothing.

use super::tokens::words_of;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// A module by the names on the way to it from its crate; the crate itself is empty.
pub type Module = Vec<String>;

type Name = String;

#[derive(Default)]
struct File {
    /// What stands in it outside of any braces.
    items: BTreeSet<Name>,
    /// By the name that each has here.
    imports: BTreeMap<Name, Vec<Name>>,
    /// Of modules of which everything is imported.
    whole: Vec<Vec<Name>>,
    /// Everything that is named by a way to it, but for what is only passed on.
    ways: BTreeSet<Vec<Name>>,
}

/// The modules of a crate, each with those it imports something of. `files` are those of the
/// product, with their texts.
pub fn graph(root: &Path, files: &[(PathBuf, String)]) -> BTreeMap<Module, BTreeSet<Module>> {
    let known: BTreeMap<Module, File> = files
        .iter()
        .map(|(path, text)| (module(path.strip_prefix(root).unwrap()), read(text)))
        .collect();
    let targets = |(at, file): (&Module, &File)| {
        let found = file
            .ways
            .iter()
            .filter_map(|way| resolved(&known, at, way, 0));
        (at.clone(), found.filter(|found| found != at).collect())
    };
    known.iter().map(targets).collect()
}

/// Of the files that lead to each other the most.
pub fn largest_circle(graph: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Module> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = graph
        .keys()
        .map(|from| (from, reachable(graph, from)))
        .collect();
    let circle = |at: &Module| -> Vec<Module> {
        reached[at]
            .iter()
            .filter(|other| reached[**other].contains(at))
            .map(|it| (*it).clone())
            .collect()
    };
    graph
        .keys()
        .map(circle)
        .max_by_key(Vec::len)
        .unwrap_or_default()
}

fn reachable<'a>(
    graph: &'a BTreeMap<Module, BTreeSet<Module>>,
    from: &'a Module,
) -> BTreeSet<&'a Module> {
    let mut open: Vec<&Module> = graph[from].iter().collect();
    let mut found = BTreeSet::new();
    while let Some(at) = open.pop() {
        if found.insert(at) {
            open.extend(graph.get(at).into_iter().flatten());
        }
    }
    found
}

fn module(path: &Path) -> Module {
    let mut names: Module = path
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    names.pop_if(|last| last == "mod" || (last == "lib"));
    names
}

fn read(text: &str) -> File {
    let words = words_of(text);
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let (mut file, mut depth, mut at) = (File::default(), 0, 0);
    while at < words.len() {
        match word(at) {
            "{" => depth += 1,
            "}" => depth -= 1,
            // With `<` it says what a returned type captures.
            "use" if word(at + 1) != "<" => {
                let end = at + words[at..].iter().position(|it| it == ";").unwrap_or(1);
                let is_passed_on = at > 0 && ["pub", ")"].contains(&word(at - 1));
                imported(
                    &words[at + 1..end],
                    &mut Vec::new(),
                    is_passed_on,
                    &mut file,
                );
                at = end;
            }
            "macro_rules" if depth == 0 => {
                file.items.insert(word(at + 2).to_owned());
            }
            "struct" | "enum" | "trait" | "union" | "type" | "const" | "static" | "fn"
                if depth == 0 =>
            {
                file.items.insert(word(at + 1).to_owned());
            }
            // `pub(in a::b)` says who may see it.
            first if is_name(first) && !is_preceded(&words[..at], &[":", ":"], &["(", "in"]) => {
                let way = named(&words, at);
                if way.len() > 1 {
                    file.ways.insert(way);
                }
            }
            _ => {}
        }
        at += 1;
    }
    // A way that begins with what is imported here goes on from there.
    let whole = |way: &Vec<Name>| match file.imports.get(&way[0]) {
        Some(start) => start.iter().chain(&way[1..]).cloned().collect(),
        None => way.clone(),
    };
    file.ways = file.ways.iter().map(whole).collect();
    file
}

/// Whether what stands before ends in one of the two.
fn is_preceded(before: &[String], one: &[&str], other: &[&str]) -> bool {
    let ends =
        |with: &[&str]| before.len() >= with.len() && before[before.len() - with.len()..] == *with;
    ends(one) || ends(other)
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The names that are joined by two colons from here on.
fn named(words: &[String], at: usize) -> Vec<Name> {
    let mut way = vec![words[at].clone()];
    let mut at = at + 1;
    while let [a, b, name, ..] = &words[at.min(words.len())..] {
        if a != ":" || b != ":" || !is_name(name) {
            break;
        }
        way.push(name.clone());
        at += 3;
    }
    way
}

/// What stands behind a `use`, below `start`.
fn imported(words: &[String], start: &mut Vec<Name>, is_passed_on: bool, file: &mut File) {
    let (mut own, mut at) = (start.clone(), 0);
    let finish = |way: &mut Vec<Name>, known_as: Option<Name>, file: &mut File| {
        way.pop_if(|last| last == "self");
        if let Some(last) = way.last().cloned() {
            file.imports.insert(known_as.unwrap_or(last), way.clone());
            if !is_passed_on {
                file.ways.insert(way.clone());
            }
        }
    };
    let mut known_as = None;
    while at < words.len() {
        match words[at].as_str() {
            ":" => {}
            "," => {
                finish(&mut own, known_as.take(), file);
                own.clone_from(start);
            }
            "*" => {
                file.whole.push(own.clone());
                own.clear();
            }
            "as" => {
                at += 1;
                known_as = words.get(at).cloned();
            }
            "{" => {
                let end = at + closing(&words[at..]);
                imported(&words[at + 1..end], &mut own, is_passed_on, file);
                own.clear();
                at = end;
            }
            name => own.push(name.to_owned()),
        }
        at += 1;
    }
    if own.len() > start.len() || known_as.is_some() {
        finish(&mut own, known_as, file);
    }
}

fn closing(words: &[String]) -> usize {
    let mut depth = 0;
    let closes = |word: &String| {
        depth += i32::from(word == "{") - i32::from(word == "}");
        depth == 0
    };
    words.iter().position(closes).unwrap_or(words.len())
}

/// The module whose file defines what a way leads to. None where that is elsewhere, or too far.
fn resolved(
    known: &BTreeMap<Module, File>,
    at: &Module,
    way: &[Name],
    depth: usize,
) -> Option<Module> {
    let mut here = at.clone();
    let mut rest = way;
    match rest.first()?.as_str() {
        "crate" => {
            here.clear();
            rest = &rest[1..];
        }
        "self" | "super" => {
            while let Some(step) = rest
                .first()
                .filter(|step| ["self", "super"].contains(&step.as_str()))
            {
                if step == "super" {
                    here.pop();
                }
                rest = &rest[1..];
            }
        }
        child if known.contains_key(&below(&here, child)) => {}
        _ => return None,
    }
    found(known, &here, rest, depth)
}

fn below(module: &Module, child: &str) -> Module {
    module.iter().cloned().chain([child.to_owned()]).collect()
}

fn found(
    known: &BTreeMap<Module, File>,
    here: &Module,
    rest: &[Name],
    depth: usize,
) -> Option<Module> {
    let Some(name) = rest.first() else {
        return Some(here.clone());
    };
    let child = below(here, name);
    if known.contains_key(&child) {
        return found(known, &child, &rest[1..], depth);
    }
    let file = known.get(here).filter(|_| depth < 16)?;
    if file.items.contains(name) {
        return Some(here.clone());
    }
    if let Some(import) = file.imports.get(name) {
        let way: Vec<Name> = import.iter().chain(&rest[1..]).cloned().collect();
        return resolved(known, here, &way, depth + 1);
    }
    file.whole.iter().find_map(|whole| {
        let way: Vec<Name> = whole.iter().chain(rest).cloned().collect();
        resolved(known, here, &way, depth + 1)
    })
}
