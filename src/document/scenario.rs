//! Edits of scenarios.

#[cfg(test)]
mod tests;

use crate::{
    EditError,
    field::{finite, has_room, replace},
    item::on_copy,
};
use asset::{Id, Project, Scenario, is_finite};
use words::tr;

/// What the scenario plays and expects from now on; its name stays.
pub(crate) fn set(project: &mut Project, id: Id, scenario: &Scenario) -> Result<bool, EditError> {
    finite(is_finite(scenario))?;
    let others = scenario.expect.len().saturating_sub(1);
    has_room(others, Scenario::MOST_EXPECTATIONS, tr!("Expectations"))?;
    on_copy(
        project,
        id,
        |project| &mut project.tests,
        |known, _| {
            let scenario = Scenario {
                name: known.name.clone(),
                ..scenario.clone()
            };
            Ok(replace(known, scenario))
        },
    )
}
