//! Three-way sense: what the file said last, what it says now, and what people made of it here.

use super::told::{Took, What};
use asset::origin::Fields;

/// Which fields take the file's value, and the conflicts.
pub(super) struct Merge {
    from_file: Vec<String>,
    /// Other than in the file, by somebody's will.
    kept: Vec<String>,
    pub(super) conflicts: Vec<What>,
}

impl Merge {
    /// Without knowledge of the last import, what is here stays.
    pub(super) fn of(last: Option<&Fields>, here: &Fields, file: &Fields, reset: bool) -> Self {
        let mut merge = Self { from_file: Vec::new(), kept: Vec::new(), conflicts: Vec::new() };
        for (field, in_file) in file {
            let is_here = here.get(field);
            if is_here == Some(in_file) {
                continue;
            }
            let was = last.and_then(|last| last.get(field));
            let (changed_here, changed_there) = (was != is_here, was != Some(in_file));
            if reset || !changed_here {
                merge.from_file.push(field.clone());
            } else if was.is_some() {
                merge.kept.push(field.clone());
            }
            if changed_here && changed_there && was.is_some() {
                let gone = || "gone".to_owned();
                let took = if reset { Took::File } else { Took::Here };
                let (here, file) = (is_here.cloned().unwrap_or_else(gone), in_file.clone());
                merge.conflicts.push(What::Conflict { field: field.clone(), here, file, took });
            }
        }
        merge
    }

    pub(super) fn keeps(&self, field: &str) -> bool {
        self.kept.iter().any(|kept| kept == field)
    }

    pub(super) fn takes(&self, field: &str) -> bool {
        self.from_file.iter().any(|taken| taken == field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(value: &str) -> Fields {
        [("rate".to_owned(), value.to_owned()), ("name".to_owned(), "same".to_owned())].into()
    }

    /// Whether the rate is the file's, whether somebody's will keeps it, and who won a conflict.
    fn merged(last: Option<&str>, here: &str, file: &str, reset: bool) -> (bool, bool, Option<Took>) {
        let merge = Merge::of(last.map(fields).as_ref(), &fields(here), &fields(file), reset);
        assert!(!merge.takes("name") && !merge.keeps("name"));
        let mut took = merge.conflicts.iter().map(|conflict| match conflict {
            What::Conflict { field, here: a, file: b, took } => {
                assert_eq!((field.as_str(), a.as_str(), b.as_str()), ("rate", here, file));
                *took
            }
            other => panic!("{other:?}"),
        });
        (merge.takes("rate"), merge.keeps("rate"), took.next())
    }

    #[test]
    fn what_changed_on_one_side_holds_and_on_both_is_a_conflict() {
        for (reset, took) in [(false, Took::Here), (true, Took::File)] {
            assert_eq!(merged(Some("1"), "1", "1", reset), (false, false, None));
            assert_eq!(merged(Some("1"), "2", "2", reset), (false, false, None));
            assert_eq!(merged(Some("1"), "1", "2", reset), (true, false, None));
            assert_eq!(merged(Some("1"), "2", "1", reset), (reset, !reset, None));
            assert_eq!(merged(Some("1"), "2", "3", reset), (reset, !reset, Some(took)));
            assert_eq!(merged(None, "1", "2", reset), (reset, false, None));
        }
    }
}
