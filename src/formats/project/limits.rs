//! Limits of numbers in project files: a file with a number that may not play is refused, with the
//! place of the number.

#[cfg(test)]
mod tests;

use super::FileProblem;
use anim::limits::{
    FRAME_RATES, LEAST_RATE, LONGEST, LONGEST_BLEND, MOST_CHOICES, MOST_FIELDS, MOST_LOOPS,
    MOST_MARKERS, MOST_NOTIFIES, MOST_RATE, MOST_SECTIONS, MOST_SEGMENTS,
};
use asset::{
    BlendSpace, LaneSound, List, Montage, Notify, NotifyClass, Scenario,
    notify_class::FieldType,
    scenario::{ScenarioSource, ScenarioTake},
};
use std::ops::RangeInclusive;
use words::tr;

const RATES: RangeInclusive<f32> = -MOST_RATE..=MOST_RATE;

/// Checks the numbers of the file with this path.
pub(super) struct Numbers<'a>(pub(super) &'a str);

impl Numbers<'_> {
    fn number(
        &self,
        value: f32,
        allowed: RangeInclusive<f32>,
        place: &str,
    ) -> Result<(), FileProblem> {
        if allowed.contains(&value) {
            return Ok(());
        }
        let (low, high) = allowed.into_inner();
        let text =
            tr!("it is {value}, but must be between {low} and {high}. Correct it in the file.");
        Err(FileProblem::new(self.0, place, text))
    }

    fn count(&self, count: usize, most: usize, place: &str) -> Result<(), FileProblem> {
        if count <= most {
            return Ok(());
        }
        let text = tr!("there are {count}; the limit is {most}. Remove some in the file.");
        Err(FileProblem::new(self.0, place, text))
    }

    pub(super) fn rates(&self, rate_scale: f32, frame_rate: f32) -> Result<(), FileProblem> {
        self.number(rate_scale, RATES, "/asset/rate_scale")?;
        self.number(frame_rate, FRAME_RATES, "/asset/frame_rate")
    }

    pub(super) fn notifies(&self, notifies: &List<Notify>) -> Result<(), FileProblem> {
        self.count(notifies.len(), MOST_NOTIFIES, "/asset/notifies")
    }

    pub(super) fn notify_class(&self, class: &NotifyClass) -> Result<(), FileProblem> {
        self.count(class.fields.len(), MOST_FIELDS, "/asset/fields")?;
        for (at, field) in class.fields.iter().enumerate() {
            if let FieldType::Choice { choices, .. } = &field.kind {
                self.count(
                    choices.len(),
                    MOST_CHOICES,
                    &format!("/asset/fields/{at}/type/choice/choices"),
                )?;
            }
        }
        Ok(())
    }

    pub(super) fn markers(&self, count: usize) -> Result<(), FileProblem> {
        self.count(count, MOST_MARKERS, "/asset/sync_markers")
    }

    /// Checks the number of notes, which has the limit of sync markers.
    pub(super) fn notes(&self, count: usize) -> Result<(), FileProblem> {
        self.count(count, MOST_MARKERS, "/asset/notes")
    }

    /// Checks sounds on a timeline; their number has the limit of sync markers.
    pub(super) fn sounds(&self, sounds: &[LaneSound]) -> Result<(), FileProblem> {
        self.count(sounds.len(), MOST_MARKERS, "/asset/sounds")?;
        for (at, sound) in sounds.iter().enumerate() {
            let place = |field| format!("/asset/sounds/{at}/{field}");
            self.number(sound.time, 0.0..=LONGEST, &place("time"))?;
            self.number(sound.skip, 0.0..=LONGEST, &place("skip"))?;
            self.number(sound.gain, LaneSound::GAINS, &place("gain"))?;
        }
        Ok(())
    }

    pub(super) fn blend_space(&self, space: &BlendSpace) -> Result<(), FileProblem> {
        let samples = space.samples.iter().enumerate();
        samples
            .map(|(at, sample)| (sample.rate, format!("/asset/samples/{at}/rate")))
            .try_for_each(|(rate, place)| self.number(rate, LEAST_RATE..=MOST_RATE, &place))
    }

    /// Checks how much a scenario says.
    pub(super) fn scenario(&self, scenario: &Scenario) -> Result<(), FileProblem> {
        match &scenario.source {
            ScenarioSource::Script(take) => self.scenario_take(take)?,
            ScenarioSource::Session(it) => self.scenario_seconds(it.seconds, "/asset/seconds")?,
        }
        let most = Scenario::MOST_EXPECTATIONS;
        self.count(scenario.expect.len(), most, "/asset/expect")
    }

    fn scenario_seconds(&self, seconds: f64, place: &str) -> Result<(), FileProblem> {
        if seconds > 0.0 && seconds <= Scenario::LONGEST {
            return Ok(());
        }
        let most = Scenario::LONGEST;
        let text = tr!("it must be more than 0 and at most {most} seconds");
        Err(FileProblem::new(self.0, place, text))
    }

    /// Checks how long a script plays; a step of no time would play for ever.
    fn scenario_take(&self, take: &ScenarioTake) -> Result<(), FileProblem> {
        let refused = |place: &str, text: String| Err(FileProblem::new(self.0, place, text));
        self.scenario_seconds(take.duration, "/asset/duration")?;
        let are_steps = take.dt.iter().all(|step| *step > 0.0 && *step <= 1.0);
        if take.dt.is_empty() || !are_steps {
            return refused(
                "/asset/dt",
                tr!("each tick must be more than 0 and at most 1 second").to_owned(),
            );
        }
        let ticks = take.duration * take.dt.len() as f64 / take.dt.iter().sum::<f64>();
        if ticks > Scenario::MOST_TICKS {
            let most = Scenario::MOST_TICKS;
            return refused(
                "/asset/dt",
                tr!("there are {ticks:.0} ticks; the limit is {most}"),
            );
        }
        Ok(())
    }

    pub(super) fn montage(&self, montage: &Montage) -> Result<(), FileProblem> {
        self.rates(montage.rate_scale, montage.frame_rate)?;
        self.notifies(&montage.notifies)?;
        self.notes(montage.notes.len())?;
        self.sounds(&montage.sounds)?;
        self.count(montage.sections.len(), MOST_SECTIONS, "/asset/sections")?;
        let segments = montage
            .slots
            .iter()
            .map(|slot| slot.segments.len())
            .sum::<usize>();
        self.count(
            montage.slots.len() + segments,
            MOST_SEGMENTS,
            "/asset/slots",
        )?;
        self.number(
            montage.blend_in.time,
            0.0..=LONGEST_BLEND,
            "/asset/blend_in/time",
        )?;
        self.number(
            montage.blend_out.time,
            0.0..=LONGEST_BLEND,
            "/asset/blend_out/time",
        )?;
        for (slot, segments) in montage.slots.iter().map(|slot| &slot.segments).enumerate() {
            for (at, segment) in segments.iter().enumerate() {
                let place = |field| format!("/asset/slots/{slot}/segments/{at}/{field}");
                self.number(segment.start, 0.0..=LONGEST, &place("start"))?;
                self.number(segment.rate, RATES, &place("rate"))?;
                self.number(
                    segment.loops as f32,
                    1.0..=MOST_LOOPS as f32,
                    &place("loops"),
                )?;
            }
        }
        Ok(())
    }
}
