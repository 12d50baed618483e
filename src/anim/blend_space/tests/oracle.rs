//! Blend spaces of a reference model, tick by tick. `tests/blend_space_cases.py` makes the file and
//! tells its format.

use super::*;

const CASES: &str = include_str!("oracle.txt");
/// Of weights, of positions in their axis' units and of the ratio.
const SAME_WEIGHT: f64 = 1e-5;
/// Seconds.
const SAME_TIME: f64 = 1e-6;

#[derive(Default)]
struct Case {
    name: String,
    axes: Vec<BlendSpaceAxis>,
    clips: Vec<f64>,
    samples: Vec<Sample>,
    weight_speed: f32,
    rate: f64,
    looping: bool,
    /// The fields of each tick, with nothing left out.
    ticks: Vec<Vec<String>>,
}

fn kind(name: &str, damping: f32) -> SmoothingKind {
    match name {
        "None" => SmoothingKind::None,
        "Exponential" => SmoothingKind::Exponential,
        "Spring" => SmoothingKind::Spring { damping },
        "Averaged" => SmoothingKind::Averaged,
        "Linear" => SmoothingKind::Linear,
        "Cubic" => SmoothingKind::Cubic,
        "EaseInOut" => SmoothingKind::EaseInOut,
        other => panic!("{other} is no smoothing"),
    }
}

fn numbers(text: &str) -> Vec<f64> {
    let number = |word: &str| {
        word.parse()
            .unwrap_or_else(|_| panic!("{word} is not a number"))
    };
    text.split_whitespace().map(number).collect()
}

impl Case {
    fn read(&mut self, letter: &str, rest: &str) {
        let of = |text: &str| numbers(text).iter().map(|x| *x as f32).collect::<Vec<_>>();
        match letter {
            "a" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let [min, max, wrap, time, damping] = [0, 1, 2, 4, 5].map(|at| of(words[at])[0]);
                let smoothing = Smoothing {
                    kind: kind(words[3], damping),
                    time,
                };
                self.axes.push(BlendSpaceAxis {
                    min,
                    max,
                    wrap: wrap == 1.0,
                    smoothing,
                });
            }
            "c" => self.clips.push(numbers(rest)[0]),
            "s" => {
                let x = of(rest);
                self.samples.push(Sample {
                    clip: x[0] as u32,
                    at: [x[1], x[2]],
                    rate: x[3],
                });
            }
            "p" => {
                let x = numbers(rest);
                (self.weight_speed, self.rate, self.looping) = (x[0] as f32, x[1], x[2] == 1.0);
            }
            "t" => {
                let weights = rest
                    .match_indices('|')
                    .nth(2)
                    .map_or(rest.len(), |(at, _)| at);
                let mut fields: Vec<String> = rest[..weights]
                    .split_whitespace()
                    .map(str::to_owned)
                    .collect();
                fields.push(rest[weights..].trim_matches([' ', '|']).to_owned());
                if let Some(before) = self.ticks.last() {
                    let pairs = fields
                        .iter_mut()
                        .zip(before)
                        .filter(|(field, _)| *field == ".");
                    pairs.for_each(|(field, before)| field.clone_from(before));
                }
                self.ticks.push(fields);
            }
            other => panic!("{other} is no record"),
        }
    }

    fn play(&self) {
        let space = BlendSpace::new(&self.axes, &self.samples, self.weight_speed).unwrap();
        let mut state = BlendSpaceState::default();
        for (tick, fields) in self.ticks.iter().enumerate() {
            let x = numbers(&fields[..fields.len() - 1].join(" ").replace('|', ""));
            let (became_relevant, dt) = (x[0] == 1.0, x[1]);
            if became_relevant {
                state.reset(0.0);
            }
            state.update(&space, [x[2], x[3]], dt, became_relevant);
            let length = state.blended_length(&space, |clip| self.clips[clip as usize]);
            state.advance(dt, self.rate, self.looping, length);
            let at = format!("{}, tick {tick}: {state:?} and not {fields:?}", self.name);
            for axis in 0..self.axes.len() {
                assert!(
                    (state.position()[axis] - x[4 + axis]).abs() < SAME_WEIGHT,
                    "{at}"
                );
            }
            assert!((state.ratio() - x[6]).abs() < SAME_WEIGHT, "{at}");
            assert!((state.ratio() * length - x[7]).abs() < SAME_TIME, "{at}");
            let expected = numbers(fields.last().unwrap());
            assert_eq!(expected.len(), state.weights().len() * 2, "{at}");
            for (share, expected) in state.weights().iter().zip(expected.chunks(2)) {
                assert_eq!(f64::from(share.sample), expected[0], "{at}");
                assert!((share.weight - expected[1]).abs() < SAME_WEIGHT, "{at}");
            }
        }
    }
}

#[test]
fn every_tick_is_the_reference_models() {
    let mut cases: Vec<Case> = Vec::new();
    for line in CASES.lines() {
        match line.split_once(' ') {
            Some(("space", name)) => cases.push(Case {
                name: name.to_owned(),
                ..Case::default()
            }),
            Some((letter, rest)) => cases.last_mut().unwrap().read(letter, rest),
            None => panic!("{line} is no record"),
        }
    }
    cases.iter().for_each(Case::play);
    assert_eq!(
        (
            cases.len(),
            cases.iter().map(|case| case.ticks.len()).sum::<usize>()
        ),
        (62, 1804)
    );
}
