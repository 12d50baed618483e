//! Keys pressed together, as text and as egui has them.

#[cfg(test)]
mod tests;

use egui::{Key, KeyboardShortcut, Modifiers};
use words::tr;

/// A chord as text, such as `Ctrl+Shift+Z`; Ctrl is Cmd on a Mac.
pub fn text(chord: &KeyboardShortcut) -> String {
    let Modifiers {
        alt,
        shift,
        ctrl,
        command,
        ..
    } = chord.modifiers;
    let held = [(ctrl || command, "Ctrl+"), (alt, "Alt+"), (shift, "Shift+")];
    let held: String = held
        .into_iter()
        .filter_map(|(is_held, name)| is_held.then_some(name))
        .collect();
    held + name(chord.logical_key)
}

/// Name of a key; a comma and a period are written as their sign.
fn name(key: Key) -> &'static str {
    match key {
        Key::Comma => ",",
        Key::Period => ".",
        key => key.name(),
    }
}

/// The error says what is wrong with the text.
pub fn read(text: &str) -> Result<KeyboardShortcut, String> {
    let mut modifiers = Modifiers::NONE;
    let (held, name) = text.rsplit_once('+').unwrap_or(("", text));
    for word in held.split('+').filter(|word| !word.is_empty()) {
        match word.trim() {
            "Ctrl" | "Cmd" => modifiers |= Modifiers::COMMAND,
            "Alt" => modifiers |= Modifiers::ALT,
            "Shift" => modifiers |= Modifiers::SHIFT,
            other => {
                return Err(tr!("“{other}” in “{text}” is not Ctrl, Alt or Shift"));
            }
        }
    }
    let key = Key::from_name(name.trim())
        .ok_or_else(|| tr!("“{name}” in “{text}” is not the name of a key"))?;
    Ok(KeyboardShortcut::new(modifiers, key))
}

/// Whether these keys make the chord: all of its modifiers are held and no other.
pub fn is(chord: &KeyboardShortcut, modifiers: Modifiers, key: Key) -> bool {
    chord.logical_key == key && modifiers.matches_exact(chord.modifiers)
}

/// Whether two chords are the same press, whichever way their modifiers are written.
pub fn same(a: &KeyboardShortcut, b: &KeyboardShortcut) -> bool {
    text(a) == text(b)
}

fn is_function(key: Key) -> bool {
    key.name()
        .strip_prefix('F')
        .is_some_and(|rest| rest.parse::<u8>().is_ok())
}

/// Whether it acts while text is typed: nothing that a text could want.
pub fn acts_in_text(chord: &KeyboardShortcut) -> bool {
    const ALSO: [&str; 9] = [
        "Ctrl+S",
        "Ctrl+Shift+S",
        "Ctrl+Q",
        "Ctrl+P",
        "Ctrl+Shift+P",
        "Ctrl+F",
        "Ctrl+Shift+F",
        "Ctrl+Tab",
        "Ctrl+Shift+Tab",
    ];
    is_function(chord.logical_key) || ALSO.contains(&text(chord).as_str())
}

/// Reason why a keyboard, an input method or a desktop may take the chord first; None if nothing
/// does.
pub fn trouble(chord: &KeyboardShortcut) -> Option<&'static str> {
    let Modifiers {
        alt,
        shift,
        ctrl,
        command,
        ..
    } = chord.modifiers;
    let (ctrl, key) = (ctrl || command, chord.logical_key);
    let is_letter =
        key.name().len() == 1 && key.name().bytes().all(|byte| byte.is_ascii_uppercase());
    let is_arrow = matches!(
        key,
        Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown
    );
    if ctrl && alt && is_letter {
        Some(tr!("AltGr uses it to type"))
    } else if alt && shift {
        Some(tr!("desktops use it to switch the keyboard layout"))
    } else if key == Key::Space && (ctrl || shift) {
        Some(tr!("desktops use it to switch input methods"))
    } else if ctrl
        && (shift && key == Key::U || !shift && matches!(key, Key::Period | Key::Semicolon))
    {
        Some(tr!("input methods use it"))
    } else if ctrl && alt && is_arrow {
        Some(tr!("desktops use it to switch workspaces"))
    } else {
        None
    }
}
