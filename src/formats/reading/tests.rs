//! How memory is counted, and how a test learns how much of it something takes.

use super::*;

/// The fewest bytes of memory with which something is read; the rest of a usual budget is gone.
pub fn least_memory(is_read: impl Fn(&mut Reading<'_>) -> bool) -> u64 {
    let with = |left: u64| {
        let mut budget = Budget::for_file(0);
        budget.reserve(BASE_BUDGET - left, "").unwrap();
        is_read(&mut Reading {
            report: &mut ImportReport::default(),
            budget,
            progress: &|_| true,
        })
    };
    let (mut least, mut most) = (0, BASE_BUDGET);
    while least < most {
        let middle = (least + most) / 2;
        if with(middle) {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    least
}

#[test]
fn what_is_counted_is_gone_until_it_is_given_back_and_a_refusal_counts_nothing() {
    let mut budget = Budget::for_file(2);
    let refusal = |budget: &mut Budget, bytes: u64| {
        let error = budget.reserve(bytes, "/here").unwrap_err();
        (error.place, error.problem)
    };
    let all = (64 << 20) + 80;
    let too_much = |asked: u64, left: u64| {
        let place = ImportErrorPlace::Path("/here".into());
        (place, ImportProblem::Memory { asked, left })
    };
    assert_eq!(refusal(&mut budget, all + 1), too_much(all + 1, all));
    budget.reserve(all - 5, "/here").unwrap();
    assert_eq!(refusal(&mut budget, 6), too_much(6, 5));
    budget.reserve(5, "/here").unwrap();
    budget.release(3);
    assert_eq!(refusal(&mut budget, 4), too_much(4, 3));
    budget.release(u64::MAX);
    assert_eq!(budget.reserve(u64::MAX, "/here").ok(), Some(()));
}

#[test]
fn progress_goes_from_the_start_of_a_step_to_its_end_and_a_no_ends_the_reading() {
    let told = std::cell::Cell::new(f32::NAN);
    let tell = |part: f32| {
        told.set(part);
        part < 0.7
    };
    let reading = Reading {
        report: &mut ImportReport::default(),
        budget: Budget::for_file(0),
        progress: &tell,
    };
    for (at, of, part) in [(0, 4, 0.25), (2, 4, 0.5), (3, 4, 0.625), (0, 0, 0.25)] {
        assert!(reading.went([0.25, 0.75], at, of).is_ok());
        assert_eq!(told.get(), part, "{at} of {of}");
    }
    let ended = reading.went([0.25, 0.75], 4, 4).unwrap_err();
    assert_eq!(ended.place, ImportErrorPlace::File);
    assert!(matches!(ended.problem, ImportProblem::Cancelled));
}
