//! Rows of a curve and of one of its keys.

use super::{fact, fields::TimelineFieldRows, locked};
use crate::{
    parts::NumberField,
    timeline::{EXTRAPOLATIONS, INTERPOLATIONS, interpolated},
};
use asset::{
    Curve, CurveKey,
    curve::{CurveKind, Extrapolation},
    source::Interpolation,
};
use document::{Command, CurveKeyCommand, ItemCommand};
use egui::Ui;
use words::tr;

/// The rows of the selected curve.
pub fn curve_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, curve: &Curve) {
    if !fields.selected_header(ui, &curve.name, tr!("curve")) {
        return;
    }
    let host = fields.host.id;
    let set = move |curve: Curve| Command::Curve(host, ItemCommand::Set(curve));
    if fields.has_several() {
        locked(
            ui,
            tr!("Name"),
            tr!("each keeps its own name"),
            tr!("Each curve needs its own name"),
        )
    } else {
        fields.rows.text(ui, tr!("Name"), &curve.name, |name| {
            set(Curve {
                name,
                ..curve.clone()
            })
        })
    }
    let kinds = [
        (CurveKind::Float, tr!("Number").to_owned()),
        (
            CurveKind::Metadata,
            tr!("Metadata: 1 while it plays").to_owned(),
        ),
    ];
    fields
        .rows
        .choice(ui, tr!("Curve type"), &curve.kind, &kinds, |kind| {
            set(Curve {
                kind,
                ..curve.clone()
            })
        });
    if curve.kind == CurveKind::Float {
        let ends: Vec<(Extrapolation, String)> = EXTRAPOLATIONS
            .iter()
            .map(|(kind, name)| (*kind, (*name).into()))
            .collect();
        fields.rows.choice(
            ui,
            tr!("Outside keys"),
            &curve.extrapolation,
            &ends,
            |extrapolation| {
                set(Curve {
                    extrapolation,
                    ..curve.clone()
                })
            },
        );
        fact(ui, tr!("Keys"), &curve.keys.len().to_string());
    }
    fields.rows.toggle(
        ui,
        tr!("Plays"),
        !curve.disabled,
        tr!("off also disables an imported curve of this name"),
        |on| {
            set(Curve {
                disabled: !on,
                ..curve.clone()
            })
        },
    );
    let replaces = fields
        .host
        .clip()
        .is_some_and(|clip| clip.source.curves.iter().any(|c| c.name == curve.name));
    if replaces {
        fact(ui, tr!("Replaces"), tr!("the imported curve"));
    }
}

/// The rows of the selected key of a curve.
pub fn key_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, curve: &Curve, key: &CurveKey) {
    let at = curve
        .keys
        .iter()
        .position(|other| other.id == key.id)
        .unwrap_or(0);
    let right = tr!("key {} of {}", at + 1, curve.keys.len());
    if !fields.selected_header(ui, &curve.name, &right) {
        return;
    }
    let host = fields.host.id;
    let set = move |key: CurveKey| Command::CurveKey(host, CurveKeyCommand::Set(key));
    let length = fields.host.length();
    fields.time_within(ui, tr!("Time"), (key.time, length), |time| {
        set(CurveKey {
            time,
            ..key.clone()
        })
    });
    let number = |name, value: f32, unit| NumberField {
        name,
        value: value.into(),
        unit,
        decimals: 3,
        speed: 0.005,
        range: -1e9..=1e9,
        width: 84.0,
    };
    fields
        .rows
        .number(ui, tr!("Value"), number(tr!("Value"), key.value, ""), |v| {
            set(CurveKey {
                value: v as f32,
                ..key.clone()
            })
        });
    let kinds: Vec<(Interpolation, String)> = INTERPOLATIONS
        .iter()
        .map(|(kind, name)| (*kind, (*name).into()))
        .collect();
    fields.rows.choice(
        ui,
        tr!("Interpolation"),
        &key.interpolation,
        &kinds,
        |kind| set(interpolated(curve, at, kind)),
    );
    let is_cubic =
        |key: Option<&CurveKey>| key.is_some_and(|key| key.interpolation == Interpolation::Cubic);
    if is_cubic(at.checked_sub(1).and_then(|before| curve.keys.get(before))) {
        fields.rows.number(
            ui,
            tr!("Tangent in"),
            number(tr!("Tangent in"), key.in_tangent, "/s"),
            |v| {
                set(CurveKey {
                    in_tangent: v as f32,
                    ..key.clone()
                })
            },
        );
    }
    if is_cubic(Some(key)) && at + 1 < curve.keys.len() {
        fields.rows.number(
            ui,
            tr!("Tangent out"),
            number(tr!("Tangent out"), key.out_tangent, "/s"),
            |v| {
                set(CurveKey {
                    out_tangent: v as f32,
                    ..key.clone()
                })
            },
        );
    }
}
