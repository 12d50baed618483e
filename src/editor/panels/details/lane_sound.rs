//! Rows of a sound that plays along.

use super::{fields::TimelineFieldRows, sound::try_ui};
use crate::{
    panels::rows::{fact_in, field_width},
    parts::NumberField,
    theme,
};
use asset::{AssetKind, Id, LaneSound};
use document::{Command, ItemCommand};
use egui::Ui;
use words::tr;

/// The rows of the selected sound of a timeline.
pub fn lane_sound_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, sound: &LaneSound) {
    if !fields.selected_header(ui, &sound.name, tr!("sound")) {
        return;
    }
    let (host, project) = (fields.host.id, fields.host.project);
    let set = move |sound: LaneSound| Command::Sound(host, ItemCommand::Set(sound));
    fields.rows.text(ui, tr!("Name"), &sound.name, |name| {
        set(LaneSound {
            name,
            ..sound.clone()
        })
    });
    let all = project.list(AssetKind::Sound).into_iter();
    let options: Vec<(Id, String)> = all.map(|(id, name)| (id, name.to_owned())).collect();
    fields
        .rows
        .choice(ui, tr!("Sound"), &sound.sound, &options, |chosen| {
            set(LaneSound {
                sound: chosen,
                ..sound.clone()
            })
        });
    if !project.sounds.contains_key(&sound.sound) {
        let gone = tr!("This sound is gone. Choose another one");
        fact_in(ui, "", gone, theme::ERROR);
    } else if !fields.has_several() {
        try_ui(ui, &mut fields.rows, sound.sound);
    }
    fields.time(ui, tr!("Time"), sound.time, |time| {
        set(LaneSound {
            time,
            ..sound.clone()
        })
    });
    let width = field_width(ui);
    let length = project.sounds.get(&sound.sound);
    let skip = NumberField {
        name: tr!("Skipped"),
        value: sound.skip.into(),
        unit: "s",
        decimals: 3,
        speed: 0.01,
        range: 0.0..=length.map_or(86_400.0, |file| f64::from(file.seconds)),
        width,
    };
    fields.duration(ui, tr!("Skipped"), skip, |skip| {
        set(LaneSound {
            skip: skip as f32,
            ..sound.clone()
        })
    });
    let (low, high) = (*LaneSound::GAINS.start(), *LaneSound::GAINS.end());
    let gain = NumberField {
        name: tr!("Gain"),
        value: sound.gain.into(),
        unit: "dB",
        decimals: 1,
        speed: 0.1,
        range: low.into()..=high.into(),
        width: 84.0,
    };
    fields.rows.number(ui, tr!("Gain"), gain, |gain| {
        set(LaneSound {
            gain: gain as f32,
            ..sound.clone()
        })
    });
}
