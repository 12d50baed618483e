use super::*;
use anim::{Name, event::Source};

#[test]
fn a_chip_is_short_and_its_sentence_has_both_numbers() {
    for reason in EventReason::ALL {
        let name = Name::new("Foot_L");
        let event = Event {
            reason,
            values: [0.25, 0.5],
            ..blank(name)
        };
        assert!(chip(&event).chars().count() <= 14, "{}", chip(&event));
        let text = sentence(&event);
        let numbers = text.chars().filter(char::is_ascii_digit).count();
        assert!(
            text.ends_with('.') && (reason.compares().is_none() || numbers >= 2),
            "{text}"
        );
    }
}

#[test]
fn a_comparison_shows_what_is_less() {
    let event = |a, b| Event {
        reason: EventReason::Weight,
        values: [a, b],
        ..blank(Name::NONE)
    };
    assert_eq!(
        [chip(&event(0.0, 0.01)), chip(&event(0.0, 0.0))],
        ["0.00 < 0.01", "0.00 ≤ 0.00"]
    );
}

fn blank(name: Name) -> Event {
    Event {
        time: 0.0,
        phase: Phase::Notify,
        name,
        id: 1,
        socket: Name::NONE,
        source: Source::Node(0),
        asset: Name::NONE,
        position: 0.0,
        weight: 1.0,
        branching: false,
        reason: EventReason::Fired,
        cause: Cause::None,
        seconds: 0.0,
        values: [0.0; 2],
    }
}
