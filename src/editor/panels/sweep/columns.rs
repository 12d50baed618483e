//! The columns of the runs: where it is narrow those of the rarer faults go first, which the result
//! tells too.

#[cfg(test)]
mod tests;

use egui::{Rect, pos2};
use studio::sweep::SweepFault;
use words::tr;

/// Margin before the first column and after the last, points.
const EDGE: f32 = 8.0;
/// Between two columns.
const GAP: f32 = 6.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SweepColumn {
    Rate,
    Steps,
    Count(SweepFault),
    Latest,
    Astray,
    Result,
}

use SweepColumn::{Astray, Count, Latest, Rate, Result, Steps};

const ALL: [SweepColumn; 8] = [
    Rate,
    Steps,
    Count(SweepFault::Lost),
    Count(SweepFault::Doubled),
    Count(SweepFault::Reordered),
    Latest,
    Astray,
    Result,
];
/// The first to go first.
const DISPENSABLE: [SweepColumn; 4] = [
    Count(SweepFault::Reordered),
    Count(SweepFault::Doubled),
    Steps,
    Count(SweepFault::Lost),
];

impl SweepColumn {
    pub(super) fn title(self) -> &'static str {
        match self {
            Rate => tr!("Rate"),
            Steps => tr!("Steps"),
            Count(SweepFault::Lost) => tr!("Lost"),
            Count(SweepFault::Doubled) => tr!("Doubled"),
            Count(SweepFault::Reordered) => tr!("Reordered"),
            Count(SweepFault::Late) | Latest => tr!("Late"),
            Astray => tr!("Place"),
            Result => tr!("Result"),
        }
    }

    pub(super) fn tip(self) -> &'static str {
        match self {
            Rate => tr!("Steps per second, and their pattern"),
            Steps => tr!("Number of steps"),
            Count(SweepFault::Lost) => tr!("Missing events"),
            Count(SweepFault::Doubled) => tr!("Extra or repeated events"),
            Count(SweepFault::Reordered) => tr!("Events in another order"),
            Count(SweepFault::Late) | Latest => {
                tr!("Longest delay from an event's time to the end of its step")
            }
            Astray => tr!("Largest distance from the character's place in the 1000 Hz run"),
            Result => tr!("Whether the run matches the 1000 Hz run"),
        }
    }

    /// Numbers and the chip end at the right of their column.
    pub(super) fn ends_right(self) -> bool {
        self != Rate
    }

    /// Width of the column, points; the rate also takes the spare width.
    fn width(self) -> f32 {
        match self {
            Rate => 100.0,
            Steps => 34.0,
            Count(SweepFault::Lost) => 26.0,
            Count(SweepFault::Doubled) => 46.0,
            Count(_) => 56.0,
            Latest => 52.0,
            Astray => 50.0,
            Result => 66.0,
        }
    }
}

/// The columns that there is room for, each with its left edge and width from the left edge of the
/// row.
pub(super) fn placed(width: f32) -> Vec<(SweepColumn, f32, f32)> {
    let needed = |shown: &[SweepColumn]| {
        shown.iter().map(|column| column.width() + GAP).sum::<f32>() - GAP + 2.0 * EDGE
    };
    let mut shown = ALL.to_vec();
    for column in DISPENSABLE {
        if needed(&shown) > width {
            shown.retain(|other| *other != column);
        }
    }
    let spare = (width - needed(&shown)).max(0.0);
    let mut left = EDGE;
    let place = |column: SweepColumn| {
        let (from, width) = (
            left,
            column.width() + if column == Rate { spare } else { 0.0 },
        );
        left += width + GAP;
        (column, from, width)
    };
    shown.into_iter().map(place).collect()
}

/// Rectangle of a column's cell in a row.
pub(super) fn cell(row: Rect, (_, left, width): (SweepColumn, f32, f32)) -> Rect {
    Rect::from_min_max(
        pos2(row.left() + left, row.top()),
        pos2(row.left() + left + width, row.bottom()),
    )
}
