use super::*;

fn moment(time: f64, value: f64, state: Option<u64>) -> GraphMoment {
    let machines = state.map(|state| Stand {
        node: 7,
        state: Name(state),
        weight: 1.0,
    });
    GraphMoment {
        time,
        parameters: vec![value],
        machines: machines.into_iter().collect(),
        feet: Vec::new(),
    }
}

fn spans(history: &GraphHistory, seconds: f64) -> Vec<(u64, f64, f64)> {
    history
        .blocks(7, seconds)
        .iter()
        .map(|block| (block.state.0, block.from, block.to))
        .collect()
}

#[test]
fn states_are_blocks_that_meet_and_what_rests_leaves_a_gap() {
    let mut history = GraphHistory::default();
    let states = [Some(1), Some(1), Some(2), None, Some(2), Some(2)];
    for (at, state) in states.into_iter().enumerate() {
        history.take(vec![Name(9)], moment(at as f64, 0.5, state));
    }
    assert_eq!(
        spans(&history, 10.0),
        [(1, 0.0, 2.0), (2, 2.0, 2.0), (2, 4.0, 5.0)]
    );
    assert_eq!(spans(&history, 1.0), [(2, 4.0, 5.0)], "of the last seconds");
    assert_eq!(history.blocks(8, 10.0), [], "of no such machine");
}

#[test]
fn ten_seconds_are_kept_and_a_time_before_begins_anew() {
    let mut history = GraphHistory::default();
    for at in 0..200 {
        history.take(
            vec![Name(9)],
            moment(f64::from(at) / 10.0, f64::from(at), None),
        );
    }
    let values = history.parameter(Name(9));
    assert_eq!(
        (values[0][0].round(), values.last()),
        (-10.0, Some(&[0.0, 199.0]))
    );
    history.take(vec![Name(9)], moment(19.9, 5.0, None));
    assert_eq!(
        history.parameter(Name(9)).len(),
        values.len(),
        "the newest of a time"
    );
    assert_eq!(history.parameter(Name(9)).last(), Some(&[0.0, 5.0]));
    assert_eq!(history.parameter(Name(8)), [] as [[f64; 2]; 0]);
    history.take(vec![Name(9)], moment(1.0, 0.0, None));
    assert_eq!(history.parameter(Name(9)).len(), 1);
    history.take(vec![Name(8)], moment(2.0, 0.0, None));
    assert_eq!(history.parameter(Name(8)).len(), 1, "other parameters");
}

#[test]
fn what_a_foot_did_are_blocks_by_its_words() {
    use LockWord::{Air, Lock, Radius};
    let mut history = GraphHistory::default();
    let words = [
        Some(Air),
        Some(Lock),
        Some(Lock),
        Some(Radius),
        None,
        Some(Lock),
    ];
    for (at, word) in words.into_iter().enumerate() {
        let foot = |bone: u16, word: Option<LockWord>| {
            word.map(|word| FootLock {
                node: 3,
                bone,
                word,
            })
        };
        let feet = foot(11, word).into_iter().chain(foot(12, Some(Air)));
        let moment = GraphMoment {
            feet: feet.collect(),
            ..moment(at as f64, 0.0, None)
        };
        history.take(vec![Name(9)], moment);
    }
    let of = |bone: u16, seconds: f64| {
        let blocks = history.locks((3, bone), seconds);
        let spans = blocks.iter().map(|it| (it.word, it.from, it.to));
        spans.collect::<Vec<_>>()
    };
    let all = [
        (Air, 0.0, 1.0),
        (Lock, 1.0, 3.0),
        (Radius, 3.0, 3.0),
        (Lock, 5.0, 5.0),
    ];
    assert_eq!(of(11, 10.0), all);
    assert_eq!(of(12, 10.0), [(Air, 0.0, 5.0)]);
    assert_eq!(of(11, 2.0), all[2..]);
    assert_eq!((of(13, 9.0), history.locks((4, 11), 9.0)), (vec![], vec![]));
}
