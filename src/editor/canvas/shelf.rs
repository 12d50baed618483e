//! What a person adds to graphs often: what was starred, and what was added last. Kept between
//! starts.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

/// Number of starred choices that have a digit.
pub const DIGITS: usize = 9;
const MOST_RECENT: usize = 4;

/// Choices by their keys: a project that has no such thing just does not list it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shelf {
    /// Starred choices in the order of starring: the first has digit 1.
    starred: Vec<String>,
    /// The last one first.
    recent: Vec<String>,
}

/// The section of the list that a choice belongs to while nothing is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShelfSection {
    Recent(usize),
    Starred(usize),
    Rest,
}

impl Shelf {
    /// Adds a star at the end, or takes it away.
    pub fn toggle_star(&mut self, key: &str) {
        match self.star(key) {
            Some(at) => drop(self.starred.remove(at)),
            None => self.starred.push(key.to_owned()),
        }
    }

    /// Puts a choice first among the last four added.
    pub fn added(&mut self, key: String) {
        self.recent.retain(|known| *known != key);
        self.recent.insert(0, key);
        self.recent.truncate(MOST_RECENT);
    }

    /// Index of a choice among the starred ones, from 0; None if the choice is not starred.
    pub fn star(&self, key: &str) -> Option<usize> {
        self.starred.iter().position(|known| known == key)
    }

    /// The digit that places it.
    pub fn digit(&self, key: &str) -> Option<usize> {
        self.star(key)
            .map(|at| at + 1)
            .filter(|digit| *digit <= DIGITS)
    }

    /// The star with this digit, 1 to 9; None where there are fewer stars.
    pub fn of_digit(&self, digit: usize) -> Option<&str> {
        self.starred.get(digit.checked_sub(1)?).map(String::as_str)
    }

    /// Recent counts before starred.
    pub fn part(&self, key: &str) -> ShelfSection {
        let recent = self.recent.iter().position(|known| known == key);
        recent
            .map(ShelfSection::Recent)
            .or_else(|| self.star(key).map(ShelfSection::Starred))
            .unwrap_or(ShelfSection::Rest)
    }
}
