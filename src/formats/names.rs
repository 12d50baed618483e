//! Unique names. Invariant: no name is given out twice, and the cost does not grow with how often
//! one is wanted.

#[cfg(test)]
mod tests;

use crate::ImportReport;
use std::collections::HashMap;
use words::tr;

/// Number of names that a report gives as examples.
const EXAMPLES: usize = 3;

/// The names of one kind of thing that are given out so far.
#[derive(Default)]
pub struct UniqueNames {
    /// Every name given out, and the next suffix to try for it.
    taken: HashMap<String, u32>,
}

impl UniqueNames {
    /// Returns `wanted`, or the first free one of `wanted_1`, `wanted_2` and so on.
    pub fn claim(&mut self, wanted: &str) -> String {
        let Some(next) = self.taken.get(wanted).copied() else {
            self.taken.insert(wanted.to_owned(), 1);
            return wanted.to_owned();
        };
        let free = (next..)
            .map(|n| (n, format!("{wanted}_{n}")))
            .find(|(_, name)| !self.taken.contains_key(name));
        let (n, name) = free.unwrap_or_else(|| (u32::MAX, wanted.to_owned()));
        self.taken.insert(wanted.to_owned(), n.saturating_add(1));
        self.taken.insert(name.clone(), 1);
        name
    }
}

/// Names of one kind of thing in a file, and what had to be done to them.
#[derive(Default)]
pub struct Naming {
    /// Names that are taken; shared by callers that claim a name without a word in the report.
    pub unique: UniqueNames,
    invented: Examples,
    changed: Examples,
}

/// The first few of many.
#[derive(Default)]
struct Examples {
    count: usize,
    first: Vec<String>,
}

impl Naming {
    /// The file's own name or, where it has none, another; made unique.
    pub fn claim(&mut self, given: Option<&str>, otherwise: impl FnOnce() -> String) -> String {
        let given = given.filter(|name| !name.is_empty());
        let wanted = given.map_or_else(otherwise, str::to_owned);
        let name = self.unique.claim(&wanted);
        match given {
            None => self.invented.add(|| format!("“{name}”")),
            Some(_) if name != wanted => self.changed.add(|| tr!("“{wanted}” became “{name}”")),
            Some(_) => {}
        }
        name
    }

    /// Reports once, as notes, how many names were invented and how many were changed. `things` is
    /// what they are, in the plural.
    pub fn tell(&self, things: &str, place: &str, report: &mut ImportReport) {
        if self.invented.count > 0 {
            let text = tr!(
                "{things} without a name: {}; they were named {}.",
                self.invented.count,
                self.invented
            );
            report.note(place, text);
        }
        if self.changed.count > 0 {
            let text = tr!(
                "{things} with duplicate names: {}; {}.",
                self.changed.count,
                self.changed
            );
            report.note(place, text);
        }
    }
}

impl Examples {
    fn add(&mut self, example: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < EXAMPLES {
            self.first.push(example());
        }
    }
}

impl std::fmt::Display for Examples {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.first.join(", "))?;
        if self.count > self.first.len() {
            f.write_str(" …")
        } else {
            Ok(())
        }
    }
}
