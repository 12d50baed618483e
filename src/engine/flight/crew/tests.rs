use super::*;

#[test]
fn each_item_is_worked_at_once_at_its_place() {
    for (threads, count) in [
        (1, 0),
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 4),
        (4, 103),
        (8, 7),
        (3, 1000),
    ] {
        for mode in [WorkerMode::workers(threads).unwrap(), WorkerMode::Inline] {
            let mut items = vec![0; count];
            for round in 1..50 {
                each(&mode, &mut items, 0, |at, item| *item += at + 1);
                assert!(
                    items
                        .iter()
                        .enumerate()
                        .all(|(at, item)| *item == (at + 1) * round)
                );
            }
        }
    }
}

#[test]
fn few_are_worked_at_by_who_asks() {
    let caller = std::thread::current().id();
    let on_caller = |count: usize| {
        let mut items = vec![None; count];
        each(
            &WorkerMode::workers(2).unwrap(),
            &mut items,
            5,
            |_, item| *item = Some(std::thread::current().id()),
        );
        items.iter().filter(|it| **it == Some(caller)).count()
    };
    assert_eq!([1, 4, 5, 20].map(on_caller), [1, 4, 0, 0]);
}

/// Fewer than threads, as many, and more; a thread that finds nothing left goes on with the others'
/// shares.
#[test]
fn every_load_is_worked_at_once_whatever_the_shares() {
    for (threads, count) in [(1, 1), (2, 1), (3, 3), (3, 4), (4, 103), (8, 7)] {
        let starts: Vec<usize> = (0..=threads)
            .map(|share| start(share, threads, count))
            .collect();
        assert!(starts.is_sorted() && starts[0] == 0 && starts[threads] == count);
        let mode = WorkerMode::workers(threads).unwrap();
        let all: Vec<Arc<Flight<u32>>> = (0..count).map(|_| Arc::new(Flight::new())).collect();
        for round in 0..50 {
            all.iter().for_each(|flight| flight.launch(round).unwrap());
            hand_over(&mode, &mut all.clone(), |load| *load += 1);
            for flight in &all {
                flight.work(|load| *load += 1);
                assert_eq!(flight.land(), Some(round + 1));
            }
        }
    }
}
