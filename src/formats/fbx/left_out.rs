//! Reports what a file has that is not imported: once for each type, with a count.

use crate::ImportReport;
use std::collections::BTreeMap;
use words::tr;

/// Names that one entry lists.
const NAMED: usize = 5;

/// Adds a note for each type of thing that is left out, the warnings of the library, and a note of
/// the version, maker and space of the file.
pub fn tell(root: &ufbx::Scene, report: &mut ImportReport) {
    let mut note = |what: &str, names: Vec<String>| {
        if !names.is_empty() {
            report.note("/nodes", tr!("{what} were left out: {}.", listed(&names)));
        }
    };
    let name = |element: &ufbx::Element| {
        let first = element
            .instances
            .first()
            .map(|node| node.element.name.to_string());
        Some(element.name.to_string())
            .filter(|name| !name.is_empty())
            .or(first)
            .unwrap_or_default()
    };
    note(
        tr!("Cameras"),
        root.cameras
            .iter()
            .map(|camera| name(&camera.element))
            .collect(),
    );
    note(
        tr!("Lights"),
        root.lights
            .iter()
            .map(|light| name(&light.element))
            .collect(),
    );
    note(
        tr!("Constraints"),
        root.constraints
            .iter()
            .map(|constraint| name(&constraint.element))
            .collect(),
    );
    note(
        tr!("NURBS curves"),
        root.nurbs_curves
            .iter()
            .map(|curve| name(&curve.element))
            .collect(),
    );
    note(
        tr!("NURBS surfaces"),
        root.nurbs_surfaces
            .iter()
            .map(|surface| name(&surface.element))
            .collect(),
    );
    note(
        tr!("Lines"),
        root.line_curves
            .iter()
            .map(|line| name(&line.element))
            .collect(),
    );
    note(
        tr!("Geometry caches"),
        root.cache_deformers
            .iter()
            .map(|cache| name(&cache.element))
            .collect(),
    );
    let mut warnings: BTreeMap<&str, usize> = BTreeMap::new();
    for warning in root.metadata.warnings.iter() {
        *warnings
            .entry(warning.description.trim_end_matches('.'))
            .or_default() += warning.count.max(1);
    }
    for (warning, count) in warnings {
        let times = if count > 1 {
            tr!(" ({count} times)")
        } else {
            String::new()
        };
        report.warn(
            crate::ImportErrorPlace::File,
            tr!("Unexpected: {warning}{times}."),
        );
    }
    report.note(crate::ImportErrorPlace::File, made(root));
}

/// The version of the file, its maker and its space, for the report.
fn made(root: &ufbx::Scene) -> String {
    let (made, settings) = (&root.metadata, &root.settings);
    let maker = Some(made.creator.to_string())
        .filter(|maker| !maker.is_empty())
        .map(|maker| tr!(", by {maker}"));
    let number = |name: &str| ufbx::find_prop(&settings.props, name).map(|prop| prop.value_int);
    let axis = number("UpAxis").and_then(|axis| ["X", "Y", "Z"].get(usize::try_from(axis).ok()?));
    let sign = if number("UpAxisSign").is_some_and(|sign| sign < 0) {
        "-"
    } else {
        ""
    };
    let up = axis.map_or(String::new(), |axis| tr!(", {sign}{axis} is up"));
    tr!(
        "FBX {}.{} of {}{}: 1 unit is {} m{up}; converted to metres and Y up.",
        made.version / 1000,
        made.version % 1000 / 100,
        if made.ascii { "text" } else { "bytes" },
        maker.unwrap_or_default(),
        settings.original_unit_meters,
    )
}

fn listed(names: &[String]) -> String {
    let named: Vec<String> = names
        .iter()
        .filter(|name| !name.is_empty())
        .take(NAMED)
        .map(|name| format!("“{name}”"))
        .collect();
    match (named.len(), names.len()) {
        (0, count) => tr!("{count} without a name"),
        (named_count, count) if named_count == count => named.join(", "),
        (_, count) => tr!("{count}, among them {}", named.join(", ")),
    }
}
