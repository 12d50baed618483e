use super::*;

#[test]
fn every_row_leads_from_a_state_that_there_is_to_another() {
    let is_known = |name: &str| name == "Ground" || PLACES.iter().any(|(known, _)| *known == name);
    for (from, to, ..) in ROWS.iter().chain(&MORE) {
        assert!(
            is_known(from) && is_known(to) && from != to,
            "{from} → {to}"
        );
    }
}
