//! The notify classes of the sample, and which notify carries what.

use asset::{
    Id, Notify, NotifyClass,
    notify_class::{FieldValue, Template},
};

const CLASSES: [Template; 4] = [
    Template::Footstep,
    Template::HitWindow,
    Template::PlaySound,
    Template::CameraShake,
];

fn class_id(template: Template) -> Id {
    crate::id("notify class", template.name())
}

fn field_id(template: Template, field: &str) -> Id {
    Id::derive(&["sample", "notify class", template.name(), field])
}

/// The classes with their ids.
pub fn classes() -> impl Iterator<Item = (Id, NotifyClass)> {
    CLASSES.into_iter().map(|template| {
        let mut class = template.class(&mut 0);
        for field in &mut class.fields {
            field.id = field_id(template, &field.name);
        }
        (class_id(template), class)
    })
}

/// Fills a notify of the clip or montage `owner` with the class and fields that go with its name.
/// Most names have none.
pub fn carrying(owner: &str, notify: Notify) -> Notify {
    let name = notify.name.as_str();
    if let Some(side) = name
        .strip_prefix("Foot")
        .and_then(|rest| rest.trim_start_matches("step").get(..2))
    {
        let foot = FieldValue::Bone(if side == "_L" { "foot_l" } else { "foot_r" }.into());
        let strength = FieldValue::Number(strength(owner));
        return of(
            notify,
            Template::Footstep,
            [("foot", foot), ("strength", strength)],
        );
    }
    if name == "HitWindow" {
        let (damage, hit_stop) = harm(owner);
        // The blade reaches a metre from the hand.
        let (from, to) = (
            FieldValue::Bone("lowerarm_r".into()),
            FieldValue::Bone("hand_r".into()),
        );
        let numbers = [("radius", 0.9), ("damage", damage), ("hit stop", hit_stop)];
        let numbers = numbers.map(|(field, value)| (field, FieldValue::Number(value)));
        return of(
            notify,
            Template::HitWindow,
            [("from", from), ("to", to)].into_iter().chain(numbers),
        );
    }
    if let Some((_, sound, volume)) = SOUNDS.iter().find(|(start, ..)| name.starts_with(start)) {
        let mut fields = vec![("sound", FieldValue::Asset((*sound).into()))];
        fields.extend((*volume != 0.0).then_some(("volume", FieldValue::Number(*volume))));
        fields.extend(
            notify
                .socket
                .map(|socket| ("attach", FieldValue::Socket(socket))),
        );
        return of(
            Notify {
                filterable: true,
                ..notify
            },
            Template::PlaySound,
            fields,
        );
    }
    if let Some((_, amplitude, radius)) = SHAKES.iter().find(|(known, ..)| *known == name) {
        let numbers = [("amplitude", *amplitude), ("radius", *radius)];
        let numbers = numbers.map(|(field, value)| (field, FieldValue::Number(value)));
        let shake = ("shake", FieldValue::Asset("shakes/impact".into()));
        return of(
            notify,
            Template::CameraShake,
            numbers.into_iter().chain([shake]),
        );
    }
    notify
}

fn of(
    notify: Notify,
    template: Template,
    fields: impl IntoIterator<Item = (&'static str, FieldValue)>,
) -> Notify {
    let fields = fields
        .into_iter()
        .map(|(field, value)| (field_id(template, field), value))
        .collect();
    Notify {
        class: Some(class_id(template)),
        fields,
        ..notify
    }
}

/// Beginning of the name, sound, and volume in dB.
const SOUNDS: [(&str, &str, f32); 4] = [
    ("Whoosh", "sounds/sword_whoosh", -3.0),
    ("ClothRustle", "sounds/cloth_rustle", -12.0),
    ("SeatCreak", "sounds/seat_creak", -9.0),
    ("HandPlant", "sounds/hand_plant", -6.0),
];

/// Name, amplitude of the camera, and metres within which it is felt.
const SHAKES: [(&str, f32, f32); 3] = [
    ("GroundHit", 0.8, 6.0),
    ("BodyFall", 0.5, 4.0),
    ("Impact", 0.3, 3.0),
];

/// How hard the feet touch the ground, 0..=1: sneaking is hardly heard, running and landing are
/// heard best.
fn strength(owner: &str) -> f32 {
    let heard = [
        ("Crouch", 0.2),
        ("Walk", 0.5),
        ("Turn", 0.4),
        ("Idle", 0.3),
        ("AM_", 0.7),
        ("Jog", 0.8),
    ];
    heard
        .iter()
        .find(|(start, _)| owner.starts_with(start))
        .map_or(1.0, |(_, strength)| *strength)
}

/// Damage, and seconds of hit-stop.
fn harm(owner: &str) -> (f32, f32) {
    match owner {
        "Attack_1" | "Attack_2" => (18.0, 0.04),
        "Attack_3" => (30.0, 0.08),
        _ => (60.0, 0.1),
    }
}
