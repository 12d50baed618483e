//! Slow passes: what is pressed and let go within one is done all the same, with the keys that were
//! held then.

use super::*;

/// Everything within one pass.
pub fn at_once(window: &mut Window, events: impl IntoIterator<Item = Event>) {
    // Events of the harness come one a pass.
    window.input_mut().events.extend(events);
    window.step();
    settle(window);
}

fn primary(at: Pos2, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    }
}

fn click_of(at: Pos2, modifiers: Modifiers) -> Vec<Event> {
    vec![
        Event::PointerMoved(at),
        Event::ModifiersChanged(modifiers),
        primary(at, true, modifiers),
        primary(at, false, modifiers),
        Event::ModifiersChanged(Modifiers::NONE),
        Event::PointerMoved(at + vec2(90.0, 3.0)),
    ]
}

#[test]
fn a_click_on_the_ruler_within_one_pass_moves_the_playhead_there() {
    let mut window = sample();
    let ruler = rect(&window, "Playhead");
    for part in [0.3, 0.7] {
        let at = ruler.left_center() + vec2(ruler.width() * part, 0.0);
        at_once(&mut window, click_of(at, Modifiers::NONE));
        let head = rect(&window, "Playhead head").center().x;
        let frame = frame(&window) * pixels_a_second(&window);
        assert!((head - at.x).abs() <= frame, "{head} for {}", at.x);
    }
}

/// Ctrl is let go in the same pass, too.
#[test]
fn a_click_has_the_keys_that_were_held_at_its_press() {
    let mut window = sample();
    click(&mut window, "Notify Foot_R");
    let other = rect(&window, "Notify Foot_L").center();
    at_once(&mut window, click_of(other, Modifiers::COMMAND));
    assert_eq!(selected(&window).len(), 2);
    at_once(&mut window, click_of(other, Modifiers::NONE));
    at_once(&mut window, click_of(other, Modifiers::NONE));
    assert_eq!(selected(&window).len(), 1, "keys that were let go are up");
}

#[test]
fn a_copy_is_dropped_with_the_keys_and_at_the_place_of_the_release() {
    let mut window = sample();
    let before = montage(&window).notifies.len();
    let (first, scale) = (notify(&window, "Foot_R").clone(), pixels_a_second(&window));
    let from = rect(&window, "Notify Foot_R").center();
    window.event(Event::ModifiersChanged(Modifiers::ALT));
    hold(&mut window, from);
    move_to(&mut window, from, from + vec2(60.0, 0.0));
    let to = from + vec2(80.0, 0.0);
    at_once(
        &mut window,
        [
            Event::PointerMoved(to),
            primary(to, false, Modifiers::ALT),
            Event::ModifiersChanged(Modifiers::NONE),
            Event::PointerMoved(to + vec2(200.0, 0.0)),
        ],
    );
    assert_eq!(montage(&window).notifies.len(), before + 1);
    let copy = montage(&window).notify(selected(&window)[0]).unwrap();
    let moved = (copy.time - first.time) * scale;
    assert!((moved - 80.0).abs() < 12.0, "{moved} of 80 points");
    assert_eq!(montage(&window).notify(first.id), Some(&first));
}

fn pixels_a_second(window: &Window) -> f32 {
    let [a, b] = ["Foot_R", "Foot_L"].map(|name| {
        let at = rect(window, &format!("Notify {name}")).center().x;
        (at, notify(window, name).time)
    });
    (a.0 - b.0) / (a.1 - b.1)
}
