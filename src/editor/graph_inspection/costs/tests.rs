use super::*;

#[test]
fn figures_come_at_once_change_slowly_and_go_with_what_rests() {
    let mut costs = Costs::default();
    costs.take(0.0, [(1, 4.0), (2, 0.0)].into_iter());
    assert_eq!(
        (costs.of(Id(1)), costs.of(Id(2)), costs.of(Id(3))),
        (Some(4.0), None, None)
    );
    costs.take(0.05, [(1, 8.0), (2, 3.0)].into_iter());
    let now = costs.of(Id(1)).unwrap();
    assert!(now > 4.0 && now < 5.0, "{now}");
    assert_eq!(costs.of(Id(2)), Some(3.0));
    costs.take(5.0, [(1, 8.0)].into_iter());
    assert!(costs.of(Id(1)).unwrap() > 7.9);
    costs.take(5.1, [].into_iter());
    assert_eq!(costs.of(Id(1)), None);
}
