use super::*;

fn ticks(mut steps: TickSteps, count: usize) -> Vec<f64> {
    let mut clock = 0.0;
    let mut next = || {
        let step = steps.next(clock);
        clock += step;
        step
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn steps_repeat_and_a_hitch_comes_between_two() {
    let steps = TickSteps::new(vec![0.25, 0.0, 0.5]).unwrap();
    assert_eq!(ticks(steps.clone(), 5), [0.25, 0.0, 0.5, 0.25, 0.0]);
    let hitched = steps.with_hitches(&[(0.75, 1.0), (0.25, 0.125)]);
    assert_eq!(
        ticks(hitched, 6),
        [0.25, 0.125, 0.0, 0.5, 1.0, 0.25],
        "each once, in the order of time"
    );
    for bad in [
        vec![],
        vec![0.0, 0.0],
        vec![-0.1],
        vec![1.1],
        vec![f64::NAN],
    ] {
        assert_eq!(TickSteps::new(bad), None);
    }
}

#[test]
fn jitter_stays_within_its_part_and_repeats() {
    let jittered = |seed| {
        ticks(
            TickSteps::new(vec![0.1]).unwrap().with_jitter(0.3, seed),
            1000,
        )
    };
    let drawn = jittered(7);
    assert!(drawn.iter().all(|step| (0.07..=0.13).contains(step)));
    assert!(drawn.iter().any(|step| *step < 0.075) && drawn.iter().any(|step| *step > 0.125));
    assert!((drawn.iter().sum::<f64>() - 100.0).abs() < 2.0);
    assert_eq!((drawn == jittered(7), drawn == jittered(8)), (true, false));
}

#[test]
fn only_a_single_step_is_even() {
    let one = TickSteps::new(vec![0.5]).unwrap();
    assert_eq!(one.even(), Some(0.5));
    assert_eq!(one.clone().with_jitter(0.1, 0).even(), None);
    assert_eq!(one.with_hitches(&[(0.0, 0.1)]).even(), None);
    assert_eq!(TickSteps::new(vec![0.5; 2]).unwrap().even(), None);
}
