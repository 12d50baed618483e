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
