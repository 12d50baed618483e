//! Of the menu of notify classes.

use super::NotifyClassAction::{AddField, New};
use crate::action::{Chord, Entry, TimelineAction, entry};
use asset::notify_class::Template;
use egui::Key;
use words::word;

/// The Notify class menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "notify_class.sound",
        word!("New Play Sound class"),
        [],
        New(Template::PlaySound)
    ),
    entry!(
        "notify_class.effect",
        word!("New Play Effect class"),
        [],
        New(Template::PlayEffect)
    ),
    entry!(
        "notify_class.footstep",
        word!("New Footstep class"),
        [],
        New(Template::Footstep)
    ),
    entry!(
        "notify_class.hit",
        word!("New Hit Window class"),
        [],
        New(Template::HitWindow)
    ),
    entry!(
        "notify_class.trail",
        word!("New Trail class"),
        [],
        New(Template::Trail)
    ),
    entry!(
        "notify_class.shake",
        word!("New Camera Shake class"),
        [],
        New(Template::CameraShake)
    ),
    entry!(
        "notify_class.warp",
        word!("New Motion Warp Window class"),
        [],
        New(Template::MotionWarpWindow)
    ),
    entry!(
        "notify_class.custom",
        word!("New notify class"),
        [],
        New(Template::Custom)
    ),
    entry!("notify_class.field", word!("Add field"), [], AddField),
    entry!(
        "timeline.quick_1",
        word!("Add quick slot 1 at playhead"),
        [Chord::plain(Key::Num1)],
        TimelineAction::Quick(1),
        on[Timeline]
    ),
    entry!(
        "timeline.quick_2",
        word!("Add quick slot 2 at playhead"),
        [Chord::plain(Key::Num2)],
        TimelineAction::Quick(2),
        on[Timeline]
    ),
    entry!(
        "timeline.quick_3",
        word!("Add quick slot 3 at playhead"),
        [Chord::plain(Key::Num3)],
        TimelineAction::Quick(3),
        on[Timeline]
    ),
    entry!(
        "timeline.quick_4",
        word!("Add quick slot 4 at playhead"),
        [Chord::plain(Key::Num4)],
        TimelineAction::Quick(4),
        on[Timeline]
    ),
    entry!(
        "timeline.quick_5",
        word!("Add quick slot 5 at playhead"),
        [Chord::plain(Key::Num5)],
        TimelineAction::Quick(5),
        on[Timeline]
    ),
    entry!(
        "timeline.quick_6",
        word!("Add quick slot 6 at playhead"),
        [Chord::plain(Key::Num6)],
        TimelineAction::Quick(6),
        on[Timeline]
    ),
    entry!(
        "timeline.quick_7",
        word!("Add quick slot 7 at playhead"),
        [Chord::plain(Key::Num7)],
        TimelineAction::Quick(7),
        on[Timeline]
    ),
    entry!(
        "timeline.quick_8",
        word!("Add quick slot 8 at playhead"),
        [Chord::plain(Key::Num8)],
        TimelineAction::Quick(8),
        on[Timeline]
    ),
    entry!(
        "timeline.quick_9",
        word!("Add quick slot 9 at playhead"),
        [Chord::plain(Key::Num9)],
        TimelineAction::Quick(9),
        on[Timeline]
    ),
];
