use super::*;
use egui::Plugin;

fn press(key: Key) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    }
}

/// What the events of a pass did, and how many were left to the widgets.
fn pass(taker: &mut Taker, events: Vec<Event>) -> (usize, usize) {
    let mut input = RawInput {
        events,
        ..RawInput::default()
    };
    taker.input_hook(&egui::Context::default(), &mut input);
    taker.held.clear();
    (taker.taken().len(), input.events.len())
}

#[test]
fn an_input_method_keeps_all_keys_until_the_pass_after_its_commit() {
    let mut taker = Taker::default();
    taker.situation.is_typing = true;
    let preedit = Event::Ime(ImeEvent::Preedit {
        text: "ka".into(),
        active_range_chars: None,
    });
    assert_eq!(pass(&mut taker, vec![preedit]), (0, 1));
    assert_eq!(
        pass(
            &mut taker,
            vec![press(Key::Enter), press(Key::Escape), press(Key::Space)]
        ),
        (0, 0)
    );
    assert_eq!(
        pass(
            &mut taker,
            vec![Event::Ime(ImeEvent::Commit("か".into())), press(Key::Enter)]
        ),
        (0, 1)
    );
    taker.situation.is_typing = false;
    assert_eq!(pass(&mut taker, vec![press(Key::Enter)]), (1, 0));
}

/// Not every system says that the word of a field that was left has ended.
#[test]
fn a_field_that_is_left_or_a_window_without_focus_ends_the_word() {
    let preedit = || {
        Event::Ime(ImeEvent::Preedit {
            text: "ka".into(),
            active_range_chars: None,
        })
    };
    let mut taker = Taker::default();
    taker.situation.is_typing = true;
    pass(&mut taker, vec![preedit()]);
    taker.situation.is_typing = false;
    assert_eq!(pass(&mut taker, vec![press(Key::Space)]), (1, 0));
    taker.situation.is_typing = true;
    pass(&mut taker, vec![preedit()]);
    pass(&mut taker, vec![Event::WindowFocused(false)]);
    taker.situation.is_typing = false;
    assert_eq!(pass(&mut taker, vec![press(Key::Space)]), (1, 0));
}

#[test]
fn a_held_key_is_taken_and_does_its_action_once() {
    let mut taker = Taker::default();
    let events = || vec![press(Key::Space)];
    let mut input = RawInput {
        events: [events(), events(), events()].concat(),
        ..RawInput::default()
    };
    taker.input_hook(&egui::Context::default(), &mut input);
    assert_eq!((taker.taken().len(), input.events.len()), (1, 0));
}

#[test]
fn dialogs_keep_all_keys_and_fields_all_that_a_text_could_want() {
    let mut taker = Taker::default();
    taker.situation.is_asking = true;
    assert_eq!(
        pass(&mut taker, vec![press(Key::Space), press(Key::F7)]),
        (0, 2)
    );
    taker.situation = KeyContext {
        is_typing: true,
        ..KeyContext::default()
    };
    assert_eq!(
        pass(
            &mut taker,
            vec![press(Key::Space), press(Key::F7), press(Key::Escape)]
        ),
        (1, 2)
    );
    taker.situation = KeyContext {
        is_busy: true,
        ..KeyContext::default()
    };
    assert_eq!(
        pass(&mut taker, vec![press(Key::Escape), press(Key::Space)]),
        (1, 1)
    );
}
