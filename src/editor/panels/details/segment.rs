//! Rows of a segment.

use super::{fact, fields::TimelineFieldRows};
use crate::parts::NumberField;
use asset::{
    Id,
    montage::{Segment, Slot},
};
use document::{Command, MontageCommand};
use egui::Ui;
use words::tr;

/// The rows of the selected segment.
pub fn segment_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    slot: &Slot,
    segment: &Segment,
) {
    let name = fields.host.clip_name(segment.clip).to_owned();
    if !fields.selected_header(ui, &name, &tr!("segment on {}", slot.name)) {
        return;
    }
    let (host, slot_id) = (fields.host.id, slot.id);
    let set = move |segment: Segment| {
        Command::Montage(
            host,
            MontageCommand::SetSegment {
                slot: slot_id,
                segment,
            },
        )
    };
    clip_choice(ui, fields, segment, set);
    fields.time(ui, tr!("Start"), segment.start, |start| {
        set(Segment {
            start,
            ..segment.clone()
        })
    });
    let length = fields
        .host
        .project
        .clips
        .get(&segment.clip)
        .map_or(segment.clip_end, |clip| clip.length());
    let begins = segment.clip_begin != 0.0;
    fields.rows.resets(begins, tr!("the clip’s begin"), || {
        set(Segment {
            clip_begin: 0.0,
            ..segment.clone()
        })
    });
    fields.time(ui, tr!("Clip begin"), segment.clip_begin, |clip_begin| {
        set(Segment {
            clip_begin,
            ..segment.clone()
        })
    });
    let ends = (segment.clip_end - length).abs() > 1e-6;
    fields
        .rows
        .resets(ends, tr!("the clip’s end, {length:.3} s"), || {
            set(Segment {
                clip_end: length,
                ..segment.clone()
            })
        });
    fields.time(ui, tr!("Clip end"), segment.clip_end, |clip_end| {
        set(Segment {
            clip_end,
            ..segment.clone()
        })
    });
    let field = NumberField {
        name: tr!("Rate"),
        value: segment.rate.into(),
        unit: "×",
        decimals: 2,
        speed: 0.01,
        range: -100.0..=100.0,
        width: 84.0,
    };
    fields.rows.resets(segment.rate != 1.0, "1.00 ×", || {
        set(Segment {
            rate: 1.0,
            ..segment.clone()
        })
    });
    fields.rows.number(ui, tr!("Rate"), field, |v| {
        set(Segment {
            rate: v as f32,
            ..segment.clone()
        })
    });
    let field = NumberField {
        name: tr!("Loops"),
        value: segment.loops.into(),
        unit: "×",
        decimals: 0,
        speed: 0.05,
        range: 1.0..=10_000.0,
        width: 84.0,
    };
    fields.rows.resets(segment.loops != 1, "1 ×", || {
        set(Segment {
            loops: 1,
            ..segment.clone()
        })
    });
    fields.rows.number(ui, tr!("Loops"), field, |v| {
        set(Segment {
            loops: v.max(1.0) as u32,
            ..segment.clone()
        })
    });
    fact(
        ui,
        tr!("Duration"),
        &format!("{:.3} s", fields.host.segment_duration(segment)),
    );
}

/// Another clip keeps the start; its whole length is used.
fn clip_choice(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    segment: &Segment,
    set: impl Fn(Segment) -> Command,
) {
    let project = fields.host.project;
    let skeleton = fields.host.skeleton();
    let list = project.list(asset::AssetKind::Clip);
    let fitting = list
        .into_iter()
        .filter(|(id, _)| project.clips[id].skeleton == skeleton);
    let options: Vec<(Id, String)> = fitting.map(|(id, name)| (id, name.to_owned())).collect();
    fields
        .rows
        .choice(ui, tr!("Clip"), &segment.clip, &options, |clip| {
            let clip_end = project
                .clips
                .get(&clip)
                .map_or(segment.clip_end, |clip| clip.length());
            set(Segment {
                clip,
                clip_begin: 0.0,
                clip_end,
                ..segment.clone()
            })
        });
}
