//! What a file has that is not taken, named once with how many of it there are.

use crate::Report;

/// How many of many are named.
const NAMED: usize = 5;

pub fn tell(root: &ufbx::Scene, report: &mut Report) {
    let mut note = |what: &str, names: Vec<String>| {
        if !names.is_empty() {
            report.note("/nodes", format!("{what} were left out: {}.", listed(&names)));
        }
    };
    let name = |element: &ufbx::Element| {
        let first = element.instances.first().map(|node| node.element.name.to_string());
        Some(element.name.to_string()).filter(|name| !name.is_empty()).or(first).unwrap_or_default()
    };
    note("Cameras", root.cameras.iter().map(|camera| name(&camera.element)).collect());
    note("Lights", root.lights.iter().map(|light| name(&light.element)).collect());
    note("Constraints", root.constraints.iter().map(|constraint| name(&constraint.element)).collect());
    note("NURBS curves", root.nurbs_curves.iter().map(|curve| name(&curve.element)).collect());
    note("NURBS surfaces", root.nurbs_surfaces.iter().map(|surface| name(&surface.element)).collect());
    note("Lines", root.line_curves.iter().map(|line| name(&line.element)).collect());
    note("Geometry caches", root.cache_deformers.iter().map(|cache| name(&cache.element)).collect());
    for warning in root.metadata.warnings.iter() {
        let times = if warning.count > 1 { format!(" ({} times)", warning.count) } else { String::new() };
        report.warn(crate::Place::File, format!("It is odd: {}{times}.", &*warning.description));
    }
    let (unit, up) = (root.settings.original_unit_meters, root.settings.original_axis_up);
    let made = &root.metadata;
    let maker = Some(made.creator.to_string()).filter(|maker| !maker.is_empty()).map(|maker| format!(", by {maker}"));
    let text = format!(
        "FBX {}.{} of {}{}: a unit is {unit} m, {} is up; it was brought to metres and Y up.",
        made.version / 1000,
        made.version % 1000 / 100,
        if made.ascii { "text" } else { "bytes" },
        maker.unwrap_or_default(),
        axis(up)
    );
    report.note(crate::Place::File, text);
}

fn listed(names: &[String]) -> String {
    let named: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).take(NAMED).map(|name| format!("“{name}”")).collect();
    match (named.len(), names.len()) {
        (0, count) => format!("{count} without a name"),
        (named_count, count) if named_count == count => named.join(", "),
        (_, count) => format!("{count}, among them {}", named.join(", ")),
    }
}

fn axis(axis: ufbx::CoordinateAxis) -> &'static str {
    match axis {
        ufbx::CoordinateAxis::PositiveX => "X",
        ufbx::CoordinateAxis::NegativeX => "-X",
        ufbx::CoordinateAxis::PositiveY => "Y",
        ufbx::CoordinateAxis::NegativeY => "-Y",
        ufbx::CoordinateAxis::PositiveZ => "Z",
        ufbx::CoordinateAxis::NegativeZ => "-Z",
        ufbx::CoordinateAxis::Unknown => "an unknown axis",
    }
}
