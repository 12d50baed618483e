//! Where the feet of a clip stand, found by their way and written into curves: a step of the
//! author, to go on from.

#[cfg(test)]
mod tests;

use super::App;
use crate::{parts, toast::Tone};
use anim::Name;
use asset::{
    Clip, Curve, CurveKey, Id,
    feet::{Foot, feet},
    source::Interpolation,
};
use document::{Command, ItemCommand};
use studio::slide::{Sole, standing};
use words::{noun, tr};

/// Seconds in which a curve goes from 0 to 1 where a foot comes down, and back.
const RAMP: f32 = 1.0 / 60.0;

impl App {
    /// One step: a curve that a foot has gets new keys, others are added.
    pub(crate) fn write_contacts(&mut self) {
        let Some(id) = self.clip_host() else { return };
        let project = self.document.project().clone();
        let clip = &project.clips[&id];
        let (feet, library) = (feet(&project, clip.skeleton), self.compiled.library.clone());
        let skeleton = project
            .skeletons
            .get(&clip.skeleton)
            .map_or("", |it| it.name.as_str());
        let sole = |foot: &Foot| {
            Sole::all(&library, Name::new(skeleton), std::iter::once(foot.names())).pop()
        };
        let (feet, soles): (Vec<Foot>, Vec<Sole>) = feet
            .into_iter()
            .filter_map(|foot| sole(&foot).map(|sole| (foot, sole)))
            .unzip();
        let refused = |app: &mut Self, why: &str| {
            app.session
                .toast(Tone::Warning, tr!("No contacts written"), why)
        };
        if soles.is_empty() {
            return refused(
                self,
                tr!(
                    "No feet are known. Add a Foot Placement node to a graph of this skeleton to name the feet."
                ),
            );
        }
        let Some(found) = standing(&library, Name::new(&clip.name), &soles) else {
            return refused(
                self,
                tr!("The clip has no length or does not compile. See Problems."),
            );
        };
        let curves = feet.iter().zip(&found).map(|(foot, spans)| {
            let name = foot
                .contact
                .clone()
                .unwrap_or_else(|| format!("Contact_{}", foot.foot));
            self.contact_curve(clip, name, spans)
        });
        let commands: Vec<Command> = curves
            .collect::<Vec<_>>()
            .into_iter()
            .map(|it| Command::Curve(id, it))
            .collect();
        self.views.timeline.curves_folded = false;
        self.perform(&Command::Batch(commands), None);
        let counts = feet.iter().zip(&found);
        let counts = counts.map(|(foot, spans)| {
            format!(
                "{}: {}",
                foot.foot,
                parts::count(spans.len(), noun!("contact"))
            )
        });
        let line = counts.collect::<Vec<_>>().join(", ");
        self.session
            .toast(Tone::Ok, tr!("Contact curves written"), format!("{line}."));
    }

    fn contact_curve(
        &mut self,
        clip: &Clip,
        name: String,
        spans: &[[f64; 2]],
    ) -> ItemCommand<Curve> {
        let length = clip.length();
        let linear = Interpolation::Linear;
        let corners = corners(spans, length).into_iter();
        let key = |(time, value)| CurveKey::new(self.views.edits.id(), time, value, linear);
        let keys: Vec<CurveKey> = corners.map(key).collect();
        match clip.curves.iter().find(|curve| curve.name == name) {
            Some(known) => ItemCommand::Set(Curve {
                keys,
                disabled: false,
                ..known.clone()
            }),
            None => {
                let id: Id = self.views.edits.id();
                let color = (clip.curves.len() % crate::theme::PALETTE.len()) as u8;
                ItemCommand::Add(Curve {
                    id,
                    name,
                    color,
                    kind: Default::default(),
                    extrapolation: Default::default(),
                    disabled: false,
                    keys,
                })
            }
        }
    }
}

/// 1 over the spans and 0 between them, from 0 to `length` seconds, ascending.
fn corners(spans: &[[f64; 2]], length: f32) -> Vec<(f32, f32)> {
    let mut corners: Vec<(f32, f32)> = Vec::new();
    let mut add = |time: f32, value: f32| {
        let time = time.clamp(0.0, length);
        if corners.last().is_none_or(|(last, _)| time > *last) {
            corners.push((time, value));
        }
    };
    // Between two that nearly touch there is no time to be lifted.
    let mut apart: Vec<[f32; 2]> = Vec::new();
    for [from, to] in spans.iter().map(|span| span.map(|time| time as f32)) {
        match apart.last_mut() {
            Some(last) if from - last[1] < 2.0 * RAMP => last[1] = to,
            _ => apart.push([from, to]),
        }
    }
    add(
        0.0,
        if apart.first().is_some_and(|[from, _]| *from <= 0.0) {
            1.0
        } else {
            0.0
        },
    );
    for [from, to] in apart.iter().copied() {
        if from > 0.0 {
            add(from - RAMP, 0.0);
            add(from, 1.0);
        }
        if to < length {
            add(to, 1.0);
            add(to + RAMP, 0.0);
        }
    }
    let last = apart.last().is_some_and(|[_, to]| *to >= length);
    add(length, if last { 1.0 } else { 0.0 });
    corners
}
