//! Cases that a reference model has worked out, see `tests/warp_cases.py`.

use super::Rigid;
use crate::ik::turn::normalized;
use glam::{DQuat, DVec3};

const TEXT: &str = include_str!("cases.txt");

pub struct Line {
    pub key: &'static str,
    pub fields: Vec<&'static str>,
}

impl Line {
    pub fn numbers(&self) -> Vec<f64> {
        self.fields
            .iter()
            .map(|field| field.parse().unwrap())
            .collect()
    }
}

pub struct Case {
    pub name: &'static str,
    pub tolerance: f64,
    pub lines: Vec<Line>,
}

impl Case {
    pub fn find(&self, key: &str) -> Option<Vec<f64>> {
        self.lines
            .iter()
            .find(|line| line.key == key)
            .map(Line::numbers)
    }

    /// Whether numbers are those of the model: the difference is relative to the largest of them
    /// when that is over one.
    pub fn agree(&self, got: &[f64], wanted: &[f64]) -> bool {
        let largest = wanted.iter().fold(1f64, |largest, v| largest.max(v.abs()));
        let is_near =
            |(got, wanted): (&f64, &f64)| (got - wanted).abs() <= self.tolerance * largest;
        got.len() == wanted.len() && got.iter().zip(wanted).all(is_near)
    }

    pub fn agree_on_place(&self, got: DVec3, wanted: &[f64]) -> bool {
        self.agree(&got.to_array(), wanted)
    }

    /// Of seven numbers. A rotation and its negative are one.
    pub fn agree_on_bone(&self, got: &Rigid, wanted: &[f64]) -> bool {
        let [one, other] =
            [got.rotation, -got.rotation].map(|q| self.agree(&q.to_array(), &wanted[3..7]));
        self.agree_on_place(got.translation, &wanted[..3]) && (one || other)
    }
}

/// Those of a kind, and so many there must be.
pub fn cases(kind: &str, count: usize) -> Vec<Case> {
    let mut found: Vec<Case> = Vec::new();
    let mut is_wanted = false;
    for line in TEXT.lines() {
        let mut fields = line.split(' ');
        let key = fields.next().unwrap();
        if KINDS.contains(&key) {
            is_wanted = key == kind;
            if is_wanted {
                let (name, tolerance) = (
                    fields.next().unwrap(),
                    fields.next().unwrap().parse().unwrap(),
                );
                found.push(Case {
                    name,
                    tolerance,
                    lines: Vec::new(),
                });
            }
        } else if is_wanted {
            found.last_mut().unwrap().lines.push(Line {
                key,
                fields: fields.collect(),
            });
        }
    }
    assert_eq!(found.len(), count, "cases of {kind}");
    found
}

const KINDS: [&str; 4] = ["motion_warp", "stride", "orientation", "slope"];

/// Of seven numbers, the rotation made unit where it is one.
pub fn bone(numbers: &[f64]) -> Rigid {
    let rotation = DQuat::from_slice(&numbers[3..7]);
    let rotation = if rotation.is_finite() {
        normalized(rotation)
    } else {
        rotation
    };
    Rigid::new(DVec3::from_slice(numbers), rotation)
}

/// All of a kind must come out alike.
pub fn check(kind: &str, count: usize, run: impl Fn(&Case) -> Result<(), String>) {
    let cases = cases(kind, count);
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| run(case).err().map(|why| format!("{}: {why}", case.name)))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
