use super::*;

#[test]
fn marks_are_few_and_round() {
    let marks = |to: f64| {
        let input = GridInput {
            bounds: (0.0, to),
            base_step_size: 0.0,
        };
        grid(input)
            .iter()
            .map(|mark| trimmed(mark.value))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(marks(0.0115), "0 0.002 0.004 0.006 0.008 0.01");
    assert_eq!(marks(1.0), "0 0.2 0.4 0.6 0.8 1");
    assert_eq!(marks(25.0), "0 5 10 15 20 25");
    assert_eq!(marks(90.0), "0 20 40 60 80");
}
