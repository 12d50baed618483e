//! What the scenarios reach, as rows and as lines for people.

use crate::{Failure, Io};
use anim::{Library, Name};
use scenario::{Coverage, CoverageItem, CoverageKind, CoverageMark};
use serde::Serialize;
use words::tr;

/// What scenarios reach, and what they never reach. `never_reached` comes first, so that a file of
/// it is known by its beginning.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct CoverageReport {
    never_reached: Vec<CoverageRow>,
    reached: Vec<CoverageRow>,
    totals: Vec<CoverageTotal>,
}

/// Something that scenarios can reach.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CoverageRow {
    /// `state`, `transition`, `section`, `notify`, `sample`, `warp_window` or `clamp`.
    kind: &'static str,
    /// The graph, montage or clip.
    asset: String,
    /// The node of the graph. None in a montage or clip.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    /// The state, transition, section, notify, clip or warp target; of a clamp the reason.
    name: String,
    /// Whether a state is proven to be out of reach (`unreachable`), or not (`unknown`). None for
    /// all else.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
}

/// How much of a type is reached.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CoverageTotal {
    kind: &'static str,
    reached: usize,
    of: usize,
}

/// The rows of everything, with the names of the library.
pub fn report(coverage: &Coverage, library: &Library) -> CoverageReport {
    let rows = |is_reached: bool| {
        let of = coverage
            .iter()
            .filter(move |(_, mark)| (**mark == CoverageMark::Reached) == is_reached);
        of.map(|(item, mark)| row(item, *mark, library)).collect()
    };
    let total = |kind: CoverageKind| {
        let of: Vec<_> = coverage
            .iter()
            .filter(|(item, _)| item.kind == kind)
            .collect();
        let reached = of
            .iter()
            .filter(|(_, mark)| **mark == CoverageMark::Reached);
        CoverageTotal {
            kind: kind.word(),
            reached: reached.count(),
            of: of.len(),
        }
    };
    CoverageReport {
        never_reached: rows(false),
        reached: rows(true),
        totals: CoverageKind::ALL.map(total).into(),
    }
}

fn row(item: &CoverageItem, mark: CoverageMark, library: &Library) -> CoverageRow {
    let text = |name: Name| library.names.text(name).to_owned();
    let is_clamp = item.kind == CoverageKind::Clamp;
    CoverageRow {
        kind: item.kind.word(),
        asset: text(item.asset),
        node: (item.node != Name::NONE).then(|| text(item.node)),
        name: if is_clamp {
            item.clamp
                .map_or(String::new(), |reason| reason.word().to_owned())
        } else {
            text(item.name)
        },
        proof: match mark {
            _ if item.kind != CoverageKind::State => None,
            CoverageMark::Reached => None,
            CoverageMark::Unknown => Some("unknown"),
            CoverageMark::Unreachable => Some("unreachable"),
        },
    }
}

/// Writes totals and what is never reached.
pub fn print(report: &CoverageReport, io: &mut Io<'_>) -> Result<(), Failure> {
    for CoverageTotal { kind, reached, of } in &report.totals {
        writeln!(io.out, "{kind:<12} {reached:>5} / {of}")?;
    }
    for row in &report.never_reached {
        let CoverageRow {
            kind, asset, name, ..
        } = row;
        let node = row
            .node
            .as_ref()
            .map_or(String::new(), |node| format!(" / {node}"));
        let place = format!("{kind} {asset}{node} / {name}");
        if row.proof == Some("unreachable") {
            writeln!(
                io.out,
                "{}",
                tr!("never reached: {place} (no input can reach it)")
            )?;
        } else {
            writeln!(io.out, "{}", tr!("never reached: {place}"))?;
        }
    }
    Ok(())
}
