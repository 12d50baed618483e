//! Random montages against the second writing of the rules.

use super::{
    model::{Model, Plan, What},
    stage::{Character, montage, notify},
};
use crate::{
    Montage, Name, Notify,
    event::Phase,
    instance::{Request, Start},
    montage::NO_SECTION,
};

/// Numbers that are the same everywhere.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub(super) fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Steps that are common, that sum badly, and that are nothing or too much.
pub(super) const STEPS: [f64; 14] = [
    1.0 / 24.0,
    1.0 / 30.0,
    1.0 / 60.0,
    (1.0f32 / 60.0) as f64,
    (1.0f32 / 30.0) as f64,
    0.1,
    0.1f32 as f64,
    0.7f32 as f64,
    0.125,
    0.25,
    1.0 / 144.0,
    0.003,
    0.0,
    1.0,
];

/// Sections and everything on them lie on a grid that is no binary fraction, many on boundaries.
fn plan(dice: &mut Dice) -> Plan {
    let grid = |at: usize| f64::from(at as f32 * 0.1);
    let count = 1 + dice.below(4);
    let mut at = 0;
    let mut starts = Vec::new();
    for _ in 0..count {
        starts.push(grid(at));
        at += 1 + dice.below(5);
    }
    let last = at;
    let next = (0..count)
        .map(|_| Some(dice.below(count + 1)).filter(|to| *to < count))
        .collect();
    let mut branches: Vec<(f64, Option<usize>)> = (0..dice.below(4))
        .map(|_| {
            (
                grid(dice.below(last + 1)),
                Some(dice.below(count * 2)).filter(|to| *to < count),
            )
        })
        .collect();
    branches.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut notifies: Vec<f64> = (0..dice.below(4))
        .map(|_| grid(dice.below(last + 1)))
        .collect();
    notifies.sort_by(f64::total_cmp);
    Plan {
        starts,
        length: grid(last),
        next,
        branches,
        notifies,
    }
}

const SECTIONS: [&str; 4] = ["A", "B", "C", "D"];

fn compiled(plan: &Plan) -> Montage {
    let starts: Vec<f32> = plan.starts.iter().map(|start| *start as f32).collect();
    let links: Vec<i32> = plan
        .next
        .iter()
        .map(|next| next.map_or(NO_SECTION, |to| to as i32))
        .collect();
    let whole = montage(&starts, plan.length as f32, &links);
    let branch = |(at, (time, to)): (usize, &(f64, Option<usize>))| {
        let target = to.map_or("", |to| SECTIONS[to]);
        Notify {
            id: 1000 + at as u64,
            ..notify(
                if target.is_empty() { "b" } else { "j" },
                *time as f32,
                true,
                target,
            )
        }
    };
    let queued = |(at, time): (usize, &f64)| Notify {
        id: 1 + at as u64,
        ..notify("n", *time as f32, false, "")
    };
    let mut notifies: Vec<Notify> = plan.branches.iter().enumerate().map(branch).collect();
    for at in &mut notifies {
        if at.target == Name::new("") {
            at.target = Name::NONE;
            at.action = crate::notify::action::NONE;
        }
    }
    notifies.extend(plan.notifies.iter().enumerate().map(queued));
    notifies.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.id.cmp(&b.id)));
    Montage {
        auto_blend_out: false,
        notifies: notifies.into(),
        ..whole
    }
}

/// Branching points and sections in their order, and notifies in theirs: the two kinds are told
/// apart.
type Told = (Vec<(f64, What)>, Vec<(f64, What)>, Vec<(f64, What)>);

fn sorted(log: impl Iterator<Item = (f64, What)>) -> Told {
    let mut told = Told::default();
    for entry in log {
        match entry.1 {
            What::Branch(_) => told.0.push(entry),
            What::Section(_) => told.1.push(entry),
            What::Notify(_) => told.2.push(entry),
        }
    }
    told
}

fn seen(events: &[crate::Event], plan: &Plan) -> Told {
    let what = |event: &crate::Event| match event.phase {
        Phase::Notify if event.branching => Some(What::Branch((event.id - 1000) as usize)),
        Phase::Notify => Some(What::Notify((event.id - 1) as usize)),
        Phase::Section { .. } => {
            let section = SECTIONS
                .iter()
                .position(|name| Name::new(name) == event.name);
            section
                .map(What::Section)
                .filter(|_| !plan.starts.is_empty())
        }
        _ => None,
    };
    sorted(
        events
            .iter()
            .filter(|event| event.fired())
            .filter_map(|event| Some((event.time, what(event)?))),
    )
}

fn agree(a: &[(f64, What)], b: &[(f64, What)]) -> bool {
    a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|(a, b)| a.1 == b.1 && (a.0 - b.0).abs() < 1e-6)
}

/// False of one that rounding decides.
fn play_one(seed: u64) -> Result<bool, String> {
    let mut dice = Dice(seed);
    let plan = plan(&mut dice);
    let rate = dice.of(&[1.0f32, 1.0, -1.0, 2.0, 0.5, -0.7]);
    let mut model = Model::new(plan.clone(), f64::from(rate));
    let mut c = Character::new(vec![compiled(&plan)]);
    let name = Name::new("montage");
    let start = Request::PlayMontage {
        montage: name,
        rate,
        start: Start::Beginning,
        stop_group: true,
    };
    let mut requests = vec![start];
    let steady = dice.of(&STEPS);
    for tick in 0..20 {
        let dt = if dice.below(3) == 0 {
            dice.of(&STEPS)
        } else {
            steady
        };
        if tick > 0 && dice.below(8) == 0 {
            let section = dice.below(plan.starts.len());
            model.sent(section);
            requests.push(Request::JumpToSection {
                montage: name,
                section: Name::new(SECTIONS[section]),
                at_end: false,
            });
        } else if tick > 0 && dice.below(12) == 0 {
            let rate = dice.of(&[0.0f32, 1.0, -1.0, 1.5]);
            model.rate = f64::from(rate);
            requests.push(Request::SetPlayRate {
                montage: name,
                rate,
            });
        }
        model.tick(dt);
        let events = c.tick(dt, &requests);
        requests.clear();
        if model.doubtful {
            return Ok(false);
        }
        let (wanted, found) = (sorted(model.log.iter().copied()), seen(&events, &plan));
        let state = c.instance.montage_states().next().unwrap();
        let same_place = (state.position - model.position).abs() < 1e-6
            && state.section_index as usize == model.section;
        if !agree(&wanted.0, &found.0)
            || !agree(&wanted.1, &found.1)
            || !agree(&wanted.2, &found.2)
            || !same_place
        {
            return Err(format!(
                "seed {seed} tick {tick} dt {dt}\n{plan:?}\nmodel {wanted:?}\nfound {found:?}\nmodel at {} of {}, found {state:?}",
                model.position, model.section
            ));
        }
    }
    Ok(true)
}

#[test]
fn a_hundred_thousand_random_montages_do_what_the_rules_say() {
    let whole = (0..100_000).filter(|seed| play_one(*seed).unwrap()).count();
    assert!(whole > 90_000, "{whole}");
}
