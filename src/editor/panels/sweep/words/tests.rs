use super::*;

fn run(counts: [usize; 4]) -> Run {
    let faults = counts.iter().sum();
    Run {
        rate: 15.0,
        pattern: Pattern::Steady,
        ticks: 38,
        events: 9,
        faults,
        counts,
        latest: 0.0667,
        astray: 0.0,
    }
}

#[test]
fn a_sentence_counts_runs_and_a_chip_names_the_gravest() {
    let of = |runs: &[[usize; 4]]| SweepReport {
        runs: runs.iter().map(|it| run(*it)).collect(),
        ..SweepReport::default()
    };
    let told = |runs: &[[usize; 4]]| summary(&of(runs));
    assert_eq!(told(&[[0; 4]; 3]), "All runs match");
    assert_eq!(
        told(&[[1, 0, 0, 0], [0, 0, 0, 2], [0; 4]]),
        "1 of 3 runs loses a notify, 1 is late"
    );
    assert_eq!(
        told(&[[0, 2, 0, 0], [0, 1, 1, 0]]),
        "2 of 2 runs fire a notify too often, 1 has another order"
    );
    let chips = [
        [0; 4],
        [0, 0, 0, 2],
        [0, 0, 3, 1],
        [0, 1, 1, 1],
        [4, 1, 0, 0],
    ]
    .map(|it| chip(&run(it)));
    assert_eq!(chips, ["same", "late 2", "order 3", "doubled 1", "lost 4"]);
    let worst = [[[0; 4], [0, 0, 0, 2]], [[0, 0, 1, 0], [0; 4]]].map(|it| worst(&of(&it)));
    assert_eq!(worst, [Worst::Late, Worst::Wrong]);
}
