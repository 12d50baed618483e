//! The rows of points of a band at a level of detail: its top, and what closes its ends: a rim down
//! to the surface, and a lid where the piece ends.

use super::{
    LODS,
    curve::mix,
    piece::{Band, BodyPiece},
};
use std::f64::consts::{FRAC_PI_2, PI};

/// Length of a rim or lid on a chart, in metres.
const HEM: f64 = 0.003;
/// Width and depth of the rounded edge on top of a rim, in metres.
const BEVEL: f64 = 0.0015;

/// Smoothing groups.
const TOP: u8 = 0;
const RIM: u8 = 1;
const LID: u8 = 2;

/// A row of points around a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandRow {
    /// Place as a share of the band, 0..=1.
    pub share: f64,
    /// Height above the surface, in metres.
    pub lift: f64,
    /// Place along the chart, in metres.
    pub v: f64,
    /// Whether all points are one, in the middle of the row.
    pub is_point: bool,
    /// Smoothing group; rows of different groups meet at a hard edge.
    pub smoothing: u8,
}

#[derive(Clone, Copy)]
enum BandEndKind {
    Point,
    Lid,
    Joined,
}

/// Length in metres of the chart of a band with that `length`.
pub fn chart_length(length: f64) -> f64 {
    length + 4.0 * HEM
}

/// Rows of a band, from its start to its end. `length` is that of the band, in metres.
pub fn of(piece: &BodyPiece, band: usize, lod: usize, length: f64) -> Vec<BandRow> {
    let is_last = band + 1 == piece.bands.len();
    let end = |is_end: bool, is_pointed: bool| match (is_end, is_pointed) {
        (false, _) => BandEndKind::Joined,
        (true, false) => BandEndKind::Lid,
        (true, true) => BandEndKind::Point,
    };
    let ends = [
        end(band == 0, piece.is_pointed[0]),
        end(is_last, piece.is_pointed[1]),
    ];
    let lift = if lod + 1 == LODS {
        0.0
    } else {
        piece.bands[band].lift
    };
    let bevel = if lod == 0 && lift > 0.0 { BEVEL } else { 0.0 };
    let mut rows = hem(ends[0], lift, bevel);
    let on_top = |row: BandRow| BandRow {
        lift,
        v: 2.0 * HEM + row.share * length,
        ..row
    };
    rows.extend(
        top(&piece.bands[band], lod, ends, bevel / length)
            .into_iter()
            .map(on_top),
    );
    let mirrored = |row: BandRow| BandRow {
        share: 1.0,
        v: chart_length(length) - row.v,
        ..row
    };
    rows.extend(hem(ends[1], lift, bevel).into_iter().rev().map(mirrored));
    rows
}

/// Rows before the top: a lid, and a rim that is rounded where there is a bevel.
fn hem(end: BandEndKind, lift: f64, bevel: f64) -> Vec<BandRow> {
    let row = |lift: f64, v: f64, smoothing: u8| BandRow {
        share: 0.0,
        lift,
        v,
        is_point: false,
        smoothing,
    };
    let mut rows = Vec::new();
    if matches!(end, BandEndKind::Lid) {
        rows.extend([
            BandRow {
                is_point: true,
                ..row(0.0, 0.1 * HEM, LID)
            },
            row(0.0, HEM, LID),
        ]);
    }
    if lift > 0.0 && !matches!(end, BandEndKind::Point) {
        let smoothing = if bevel > 0.0 { TOP } else { RIM };
        rows.extend([
            row(0.0, HEM, smoothing),
            row(lift - bevel, 1.7 * HEM, smoothing),
        ]);
    }
    rows
}

/// Rows of the top, evenly spaced; closer together towards a point, where a round end bends away.
fn top(band: &Band, lod: usize, ends: [BandEndKind; 2], bevel: f64) -> Vec<BandRow> {
    let count = band.rows[lod];
    let is_point = ends.map(|end| matches!(end, BandEndKind::Point));
    let [from, to] = [
        if is_point[0] { 0.0 } else { bevel },
        if is_point[1] { 1.0 } else { 1.0 - bevel },
    ];
    let row = |i: usize| {
        let even = i as f64 / count as f64;
        let share = match is_point {
            [true, false] => 1.0 - libm::cos(even * FRAC_PI_2),
            [false, true] => libm::sin(even * FRAC_PI_2),
            [true, true] => 0.5 - 0.5 * libm::cos(even * PI),
            [false, false] => even,
        };
        let is_point = is_point[0] && i == 0 || is_point[1] && i == count;
        BandRow {
            share: mix(from, to, share),
            lift: 0.0,
            v: 0.0,
            is_point,
            smoothing: TOP,
        }
    };
    (0..=count).map(row).collect()
}
