use super::*;

#[test]
fn the_shares_are_one_body() {
    assert!((segments().iter().map(|segment| segment.share).sum::<f64>() - 1.0).abs() < 1e-9);
    let joints: Vec<DVec3> = Rig::get().joints.iter().map(|joint| joint.at).collect();
    assert!(
        (0.9..1.05).contains(&centre(&joints).y),
        "{}",
        centre(&joints)
    );
}
