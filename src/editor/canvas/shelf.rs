//! What a person adds to graphs often: what was starred, and what was added last. Kept between starts.

use serde::{Deserialize, Serialize};

/// So many stars have a digit.
pub const DIGITS: usize = 9;
const MOST_RECENT: usize = 4;

/// Choices by their keys: a project that has no such thing just does not list it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shelf {
    /// In the order in which they were starred: the first has the digit 1.
    starred: Vec<String>,
    /// The last one first.
    recent: Vec<String>,
}

/// Where a choice stands while nothing is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Recent(usize),
    Starred(usize),
    Rest,
}

impl Shelf {
    pub fn toggle_star(&mut self, key: &str) {
        match self.star(key) {
            Some(at) => drop(self.starred.remove(at)),
            None => self.starred.push(key.to_owned()),
        }
    }

    pub fn added(&mut self, key: String) {
        self.recent.retain(|known| *known != key);
        self.recent.insert(0, key);
        self.recent.truncate(MOST_RECENT);
    }

    /// Which of the stars it is, from 0.
    pub fn star(&self, key: &str) -> Option<usize> {
        self.starred.iter().position(|known| known == key)
    }

    /// The digit that places it.
    pub fn digit(&self, key: &str) -> Option<usize> {
        self.star(key).map(|at| at + 1).filter(|digit| *digit <= DIGITS)
    }

    pub fn of_digit(&self, digit: usize) -> Option<&str> {
        self.starred.get(digit.checked_sub(1)?).map(String::as_str)
    }

    pub fn part(&self, key: &str) -> Part {
        let recent = self.recent.iter().position(|known| known == key);
        recent.map(Part::Recent).or_else(|| self.star(key).map(Part::Starred)).unwrap_or(Part::Rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recents_stand_before_stars_and_digits_stay_with_theirs() {
        let mut shelf = Shelf::default();
        ["a", "b", "c"].into_iter().for_each(|key| shelf.toggle_star(key));
        ["x", "b", "y"].into_iter().for_each(|key| shelf.added(key.to_owned()));
        let mut keys = vec!["a", "b", "c", "x", "y", "z"];
        keys.sort_by_key(|key| shelf.part(key));
        assert_eq!(keys, ["y", "b", "x", "a", "c", "z"]);
        assert_eq!(
            (shelf.digit("b"), shelf.of_digit(3), shelf.of_digit(4), shelf.of_digit(0)),
            (Some(2), Some("c"), None, None)
        );
        shelf.toggle_star("a");
        assert_eq!((shelf.digit("a"), shelf.digit("b")), (None, Some(1)));
        ["p", "q", "r", "s", "p"].into_iter().for_each(|key| shelf.added(key.to_owned()));
        assert_eq!(shelf.recent, ["p", "s", "r", "q"]);
    }
}
