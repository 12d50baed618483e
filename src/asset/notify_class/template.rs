//! Notify classes that most projects want, to begin with.

use super::{ClassKind, Field, FieldType, Icon, NotifyClass};
use crate::Id;
use anim::{montage::Easing, notify::FieldKind};

/// A class that a project can begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    Custom,
    PlaySound,
    PlayEffect,
    Footstep,
    HitWindow,
    Trail,
    CameraShake,
    MotionWarpWindow,
}

impl Template {
    /// Every template, in the order in which they are offered.
    pub const ALL: [Template; 8] = [
        Template::PlaySound,
        Template::PlayEffect,
        Template::Footstep,
        Template::HitWindow,
        Template::Trail,
        Template::CameraShake,
        Template::MotionWarpWindow,
        Template::Custom,
    ];

    /// Initial name of a class made from the template.
    pub fn name(self) -> &'static str {
        match self {
            Template::Custom => "Custom",
            Template::PlaySound => "Play Sound",
            Template::PlayEffect => "Play Effect",
            Template::Footstep => "Footstep",
            Template::HitWindow => "Hit Window",
            Template::Trail => "Trail",
            Template::CameraShake => "Camera Shake",
            Template::MotionWarpWindow => "Motion Warp Window",
        }
    }

    /// A class with fields of new ids.
    pub fn class(self, ids: &mut u64) -> NotifyClass {
        let (kind, color, icon) = match self {
            Template::Custom => (ClassKind::Either, 4, Icon::Dot),
            Template::PlaySound => (ClassKind::Instant, 0, Icon::Sound),
            Template::PlayEffect => (ClassKind::Either, 1, Icon::Effect),
            Template::Footstep => (ClassKind::Instant, 2, Icon::Foot),
            Template::HitWindow => (ClassKind::State, 3, Icon::Hit),
            Template::Trail => (ClassKind::State, 5, Icon::Trail),
            Template::CameraShake => (ClassKind::Instant, 6, Icon::Camera),
            Template::MotionWarpWindow => (ClassKind::State, 7, Icon::Warp),
        };
        let with_id = |(name, unit, kind): (&str, &str, FieldType)| Field {
            id: Id::next(ids),
            name: name.to_owned(),
            unit: unit.to_owned(),
            kind,
        };
        let fields = self.fields().into_iter().map(with_id).collect();
        NotifyClass {
            kind,
            color,
            icon,
            fields,
            ..NotifyClass::new(self.name())
        }
    }

    /// Names, units and types.
    fn fields(self) -> Vec<(&'static str, &'static str, FieldType)> {
        let of = FieldType::of;
        let within = |default: f32, low: f32, high: f32| FieldType::Number {
            default,
            range: Some([low, high]),
        };
        let choice = |choices: &[&str]| FieldType::Choice {
            default: choices[0].to_owned(),
            choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
        };
        match self {
            Template::Custom => Vec::new(),
            Template::PlaySound => vec![
                ("sound", "", of(FieldKind::Asset)),
                ("volume", "dB", within(0.0, -80.0, 12.0)),
                ("pitch", "", within(1.0, 0.1, 4.0)),
                ("attach", "", of(FieldKind::Socket)),
            ],
            Template::PlayEffect => vec![
                ("effect", "", of(FieldKind::Asset)),
                ("socket", "", of(FieldKind::Socket)),
                ("offset", "m", of(FieldKind::Vector)),
                ("scale", "", within(1.0, 0.01, 100.0)),
            ],
            Template::Footstep => vec![
                ("foot", "", of(FieldKind::Bone)),
                (
                    "surface",
                    "",
                    choice(&["auto", "stone", "wood", "grass", "dirt", "metal", "water"]),
                ),
                ("strength", "", within(1.0, 0.0, 1.0)),
            ],
            Template::HitWindow => vec![
                ("from", "", of(FieldKind::Bone)),
                ("to", "", of(FieldKind::Bone)),
                ("radius", "m", within(0.1, 0.001, 10.0)),
                ("damage", "", within(10.0, 0.0, 1e6)),
                ("hit stop", "s", within(0.0, 0.0, 1.0)),
            ],
            Template::Trail => vec![
                ("from", "", of(FieldKind::Socket)),
                ("to", "", of(FieldKind::Socket)),
                ("width", "m", within(0.1, 0.001, 10.0)),
                ("colour", "", of(FieldKind::Color)),
            ],
            Template::CameraShake => vec![
                ("shake", "", of(FieldKind::Asset)),
                ("amplitude", "", within(1.0, 0.0, 10.0)),
                ("radius", "m", within(10.0, 0.0, 1000.0)),
            ],
            Template::MotionWarpWindow => vec![
                ("target", "", of(FieldKind::Text)),
                ("translation", "", FieldType::Boolean { default: true }),
                ("rotation", "", FieldType::Boolean { default: true }),
                (
                    "easing",
                    "",
                    FieldType::Choice {
                        default: "linear".into(),
                        choices: easings(),
                    },
                ),
            ],
        }
    }
}

/// Names of the easings as files spell them.
fn easings() -> Vec<String> {
    let word = |easing: &Easing| {
        let spelled = format!("{easing:?}");
        let mut word = String::new();
        for letter in spelled.chars() {
            if letter.is_uppercase() && !word.is_empty() {
                word.push('_');
            }
            word.extend(letter.to_lowercase());
        }
        word
    };
    Easing::ALL.iter().map(word).collect()
}
