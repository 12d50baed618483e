//! Of the menu of notify classes.

use super::NotifyClassAction::{AddField, New};
use crate::action::{Entry, entry};
use asset::notify_class::Template;

pub const MENU: &[Entry] = &[
    entry!("notify_class.sound", "New Play Sound class", [], New(Template::PlaySound)),
    entry!("notify_class.effect", "New Play Effect class", [], New(Template::PlayEffect)),
    entry!("notify_class.footstep", "New Footstep class", [], New(Template::Footstep)),
    entry!("notify_class.hit", "New Hit Window class", [], New(Template::HitWindow)),
    entry!("notify_class.trail", "New Trail class", [], New(Template::Trail)),
    entry!("notify_class.shake", "New Camera Shake class", [], New(Template::CameraShake)),
    entry!("notify_class.warp", "New Motion Warp Window class", [], New(Template::MotionWarpWindow)),
    entry!("notify_class.custom", "New notify class", [], New(Template::Custom)),
    entry!("notify_class.field", "Add field", [], AddField),
];
