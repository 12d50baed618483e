//! Unique names. Invariant: no name is given out twice, and the cost does not grow with how often one is wanted.

use std::collections::HashMap;

#[derive(Default)]
pub struct UniqueNames {
    /// Every name given out, and the next suffix to try for it.
    taken: HashMap<String, u32>,
}

impl UniqueNames {
    /// `wanted`, or the first free one of `wanted_1`, `wanted_2` ….
    pub fn claim(&mut self, wanted: &str) -> String {
        let Some(next) = self.taken.get(wanted).copied() else {
            self.taken.insert(wanted.to_owned(), 1);
            return wanted.to_owned();
        };
        let free = (next..).map(|n| (n, format!("{wanted}_{n}"))).find(|(_, name)| !self.taken.contains_key(name));
        let (n, name) = free.unwrap_or_else(|| (u32::MAX, wanted.to_owned()));
        self.taken.insert(wanted.to_owned(), n.saturating_add(1));
        self.taken.insert(name.clone(), 1);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_step_around_names_that_look_like_them() {
        let mut names = UniqueNames::default();
        let given: Vec<String> = ["arm", "arm_1", "arm", "arm", "arm_1"].iter().map(|n| names.claim(n)).collect();
        assert_eq!(given, ["arm", "arm_1", "arm_2", "arm_3", "arm_1_1"]);
    }
}
