use super::*;
use crate::dice::Dice;

#[test]
fn what_is_taken_never_overlaps_and_all_comes_back() {
    let mut dice = Dice(11);
    let mut spans = Spans::new(1000);
    let mut taken: Vec<Range<u32>> = Vec::new();
    let mut refused = 0;
    for _ in 0..20_000 {
        let len = dice.below(60) as u32;
        match spans.take(len) {
            Some(range) => {
                assert_eq!(range.len(), len as usize);
                let overlaps = |other: &Range<u32>| {
                    !other.is_empty() && range.start < other.end && other.start < range.end
                };
                assert!(range.end <= 1000 && (range.is_empty() || !taken.iter().any(overlaps)));
                taken.push(range);
            }
            None => {
                let used: usize = taken.iter().map(Range::len).sum();
                assert!(
                    used + 60 > 500,
                    "half of it is never in so small pieces that none fits: {used}"
                );
                refused += 1;
            }
        }
        while taken.len() > dice.below(40) {
            let gone = taken.swap_remove(dice.below(taken.len()));
            spans.give(gone);
        }
    }
    assert!(refused > 100, "{refused}");
    taken.into_iter().for_each(|range| spans.give(range));
    assert_eq!(spans.0.len(), 1, "one piece again");
    assert_eq!(spans.take(1000), Some(0..1000));
    assert_eq!((spans.take(1), spans.take(0)), (None, None));
}
