//! The columns of the log: the least important ones go first where it is narrow.

#[cfg(test)]
mod tests;

use egui::{Rect, pos2};
use words::tr;

/// Margin before the first column and after the last, points.
const EDGE: f32 = 6.0;
/// Between two columns.
const GAP: f32 = 5.0;

/// A column of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Seconds that the character has played.
    Time,
    /// Seconds on the asset's own timeline.
    At,
    Frame,
    Event,
    Phase,
    Source,
    Weight,
    Reason,
}

use Column::{At, Event, Frame, Phase, Reason, Source, Time, Weight};

const ALL: [Column; 8] = [Time, At, Frame, Event, Phase, Source, Weight, Reason];
/// The first to go first.
const DISPENSABLE: [Column; 5] = [At, Weight, Source, Phase, Frame];

impl Column {
    /// Heading of the column.
    pub fn title(self) -> &'static str {
        match self {
            Time => tr!("Time"),
            At => tr!("At"),
            Frame => tr!("Frame"),
            Event => tr!("Event"),
            Phase => tr!("Phase"),
            Source => tr!("Source"),
            Weight => tr!("Weight"),
            Reason => tr!("Reason"),
        }
    }

    /// Tooltip of the heading: what the values of the column are.
    pub fn tip(self) -> &'static str {
        match self {
            Time => tr!("Seconds since the character started to play"),
            At => tr!("Seconds on the asset's own timeline"),
            Frame => tr!("Frame on the asset's own timeline"),
            Event => tr!("The notify, section or montage"),
            Phase => tr!("Whether it fired, began, ended or was skipped"),
            Source => tr!("Its track, or the asset that played"),
            Weight => tr!("Weight when the playhead reached it"),
            Reason => tr!("Why it fired, or did not"),
        }
    }

    /// Whether the column is right-aligned.
    pub fn is_number(self) -> bool {
        matches!(self, Time | At | Frame | Weight)
    }

    /// The least that it can be read in, in points.
    fn least(self) -> f32 {
        match self {
            Time | At | Weight => 40.0,
            Frame => 32.0,
            Event => 76.0,
            Phase => 50.0,
            Source => 56.0,
            Reason => 80.0,
        }
    }

    /// Relative share of the spare width that the column takes.
    fn share(self) -> f32 {
        match self {
            Event => 0.6,
            Source => 0.4,
            _ => 0.0,
        }
    }
}

/// The columns that there is room for, each with its left edge and width from the left edge of the
/// row.
pub fn placed(width: f32) -> Vec<(Column, f32, f32)> {
    let mut shown = ALL.to_vec();
    let needed = |shown: &[Column]| {
        shown.iter().map(|column| column.least() + GAP).sum::<f32>() - GAP + 2.0 * EDGE
    };
    for column in DISPENSABLE {
        if needed(&shown) > width {
            shown.retain(|other| *other != column);
        }
    }
    let spare = (width - needed(&shown)).max(0.0);
    let shares: f32 = shown.iter().map(|column| column.share()).sum();
    let mut left = EDGE;
    let place = |column: Column| {
        let (from, width) = (left, column.least() + spare * column.share() / shares);
        left += width + GAP;
        (column, from, width)
    };
    shown.into_iter().map(place).collect()
}

/// Rectangle of a column's cell in a row.
pub fn cell(row: Rect, (_, left, width): (Column, f32, f32)) -> Rect {
    Rect::from_min_max(
        pos2(row.left() + left, row.top()),
        pos2(row.left() + left + width, row.bottom()),
    )
}
