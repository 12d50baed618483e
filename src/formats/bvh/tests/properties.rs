//! Random figures against a plain evaluation in f64, which knows nothing of quaternions.

use super::tests::{METRES, models, read_with};
use super::{BvhOptions, Options, Positions};
use glam::{DMat3, DVec3};
use proptest::prelude::*;
use std::fmt::Write;

const WORDS: [&str; 6] = [
    "Xposition",
    "Yposition",
    "Zposition",
    "Xrotation",
    "Yrotation",
    "Zrotation",
];

#[derive(Clone, Debug)]
struct Joint {
    /// How many joints before it its parent is; more than there are for a root.
    back: usize,
    offset: [f64; 3],
    /// Of the words above; positions at most once each.
    channels: Vec<usize>,
    is_end: bool,
}

fn joint() -> impl Strategy<Value = Joint> {
    let channels = prop::collection::vec(0..6usize, 0..7).prop_map(|mut words| {
        let mut seen = [false; 6];
        words.retain(|word| *word >= 3 || !std::mem::replace(&mut seen[*word], true));
        words
    });
    (
        0..4usize,
        prop::array::uniform3(-5.0..5.0),
        channels,
        prop::bool::weighted(0.2),
    )
        .prop_map(|(back, offset, channels, is_end)| Joint {
            back,
            offset,
            channels,
            is_end,
        })
}

#[derive(Clone, Debug)]
struct Figure {
    joints: Vec<Joint>,
    /// Of joints, or none of roots; those of ends are passed on to what has joints.
    parents: Vec<Option<usize>>,
    /// In the order of the file.
    rows: Vec<Vec<f64>>,
}

impl Figure {
    fn new(mut joints: Vec<Joint>, numbers: &[f64]) -> Self {
        let mut parents: Vec<Option<usize>> = Vec::new();
        joints[0].is_end = false;
        for at in 0..joints.len() {
            let mut parent = at.checked_sub(joints[at].back + 1);
            while let Some(end) = parent.filter(|parent| joints[*parent].is_end) {
                parent = parents[end];
            }
            joints[at].is_end &= parent.is_some();
            if joints[at].is_end {
                joints[at].channels.clear();
            }
            parents.push(parent);
        }
        let width: usize = joints.iter().map(|joint| joint.channels.len()).sum();
        let rows = (0..3).map(|row| {
            (0..width)
                .map(|at| numbers[(row * width + at) % numbers.len()])
                .collect()
        });
        Self {
            rows: rows.collect(),
            joints,
            parents,
        }
    }

    fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        (0..self.joints.len()).filter(move |at| self.parents[*at] == parent)
    }

    /// Depth first, as a file has them.
    fn order(&self) -> Vec<usize> {
        let (mut order, mut open) = (Vec::new(), self.children(None).collect::<Vec<_>>());
        open.reverse();
        while let Some(at) = open.pop() {
            order.push(at);
            let from = open.len();
            open.extend(self.children(Some(at)));
            open[from..].reverse();
        }
        order
    }

    fn write_joint(&self, at: usize, text: &mut String) {
        let joint = &self.joints[at];
        let [x, y, z] = joint.offset;
        match (self.parents[at], joint.is_end) {
            (None, _) => write!(text, "ROOT j{at}"),
            (_, true) => write!(text, "End Site"),
            _ => write!(text, "JOINT j{at}"),
        }
        .unwrap();
        writeln!(text, "\n{{\nOFFSET {x} {y} {z}").unwrap();
        if !joint.is_end {
            let words: Vec<&str> = joint.channels.iter().map(|word| WORDS[*word]).collect();
            writeln!(text, "CHANNELS {} {}", words.len(), words.join(" ")).unwrap();
        }
        self.children(Some(at))
            .for_each(|child| self.write_joint(child, text));
        text.push_str("}\n");
    }

    fn text(&self) -> String {
        let mut text = "HIERARCHY\n".to_owned();
        self.children(None)
            .for_each(|root| self.write_joint(root, &mut text));
        write!(
            text,
            "MOTION\nFrames: {}\nFrame Time: 0.1\n",
            self.rows.len()
        )
        .unwrap();
        for row in &self.rows {
            writeln!(
                text,
                "{}",
                row.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
            )
            .unwrap();
        }
        text
    }

    /// Where joints are in a frame, with position channels on top of offsets.
    fn places(&self, frame: usize) -> Vec<DVec3> {
        let mut row = self.rows[frame].iter();
        let mut models = vec![(DMat3::IDENTITY, DVec3::ZERO); self.joints.len()];
        for at in self.order() {
            let (mut turn, mut place) = (DMat3::IDENTITY, DVec3::from(self.joints[at].offset));
            for channel in &self.joints[at].channels {
                let value = *row.next().unwrap();
                let (sin, cos) = value.to_radians().sin_cos();
                match channel {
                    3 => {
                        turn *=
                            DMat3::from_cols_array(&[1.0, 0.0, 0.0, 0.0, cos, sin, 0.0, -sin, cos])
                    }
                    4 => {
                        turn *=
                            DMat3::from_cols_array(&[cos, 0.0, -sin, 0.0, 1.0, 0.0, sin, 0.0, cos])
                    }
                    5 => {
                        turn *=
                            DMat3::from_cols_array(&[cos, sin, 0.0, -sin, cos, 0.0, 0.0, 0.0, 1.0])
                    }
                    axis => place[*axis] += value,
                }
            }
            let (above, origin) =
                self.parents[at].map_or((DMat3::IDENTITY, DVec3::ZERO), |parent| models[parent]);
            models[at] = (above * turn, origin + above * place);
        }
        models.into_iter().map(|(_, place)| place).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn joints_of_any_figure_are_where_plain_matrices_put_them(
        joints in prop::collection::vec(joint(), 1..9),
        numbers in prop::collection::vec(-400.0..400.0f64, 40),
    ) {
        let figure = Figure::new(joints, &numbers);
        let text = figure.text();
        let bvh = BvhOptions { positions: Positions::Add, ..METRES.bvh };
        let project = read_with(&text, &Options { bvh, ..METRES }).project;
        for frame in 0..figure.rows.len() {
            let models = models(&project, Some(frame as f32 * 0.1));
            for (at, expected) in figure.places(frame).into_iter().enumerate().filter(|(at, _)| !figure.joints[*at].is_end) {
                let found = models[&format!("j{at}")].translation.as_dvec3();
                prop_assert!(found.distance(expected) < 0.02, "{at} in frame {frame}: {found}, not {expected}\n{text}");
            }
        }
    }
}
