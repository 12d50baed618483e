//! Numbers of a file that lie outside what may play: such a file is refused, by the place of the number.

use super::FileProblem;
use anim::limits::{
    FRAME_RATES, LEAST_RATE, LONGEST, LONGEST_BLEND, MOST_CHOICES, MOST_FIELDS, MOST_LOOPS, MOST_MARKERS,
    MOST_NOTIFIES, MOST_RATE, MOST_SECTIONS, MOST_SEGMENTS,
};
use asset::{BlendSpace, List, Montage, Notify, NotifyClass, notify_class::FieldType};
use std::ops::RangeInclusive;

const RATES: RangeInclusive<f32> = -MOST_RATE..=MOST_RATE;

/// Where numbers are looked at: the file.
pub(super) struct Numbers<'a>(pub(super) &'a str);

impl Numbers<'_> {
    fn number(&self, value: f32, allowed: RangeInclusive<f32>, place: &str) -> Result<(), FileProblem> {
        if allowed.contains(&value) {
            return Ok(());
        }
        let (low, high) = allowed.into_inner();
        let text = format!("it is {value} and must be between {low} and {high}. Correct it in the file.");
        Err(FileProblem::new(self.0, place, text))
    }

    fn count(&self, count: usize, most: usize, place: &str) -> Result<(), FileProblem> {
        if count <= most {
            return Ok(());
        }
        let text = format!("there are {count} of at most {most}. Remove some in the file.");
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
                self.count(choices.len(), MOST_CHOICES, &format!("/asset/fields/{at}/type/choice/choices"))?;
            }
        }
        Ok(())
    }

    pub(super) fn markers(&self, count: usize) -> Result<(), FileProblem> {
        self.count(count, MOST_MARKERS, "/asset/sync_markers")
    }

    /// As many as sync markers.
    pub(super) fn notes(&self, count: usize) -> Result<(), FileProblem> {
        self.count(count, MOST_MARKERS, "/asset/notes")
    }

    pub(super) fn blend_space(&self, space: &BlendSpace) -> Result<(), FileProblem> {
        let samples = space.samples.iter().enumerate();
        samples
            .map(|(at, sample)| (sample.rate, format!("/asset/samples/{at}/rate")))
            .try_for_each(|(rate, place)| self.number(rate, LEAST_RATE..=MOST_RATE, &place))
    }

    pub(super) fn montage(&self, montage: &Montage) -> Result<(), FileProblem> {
        self.rates(montage.rate_scale, montage.frame_rate)?;
        self.notifies(&montage.notifies)?;
        self.notes(montage.notes.len())?;
        self.count(montage.sections.len(), MOST_SECTIONS, "/asset/sections")?;
        let segments = montage.slots.iter().map(|slot| slot.segments.len()).sum::<usize>();
        self.count(montage.slots.len() + segments, MOST_SEGMENTS, "/asset/slots")?;
        self.number(montage.blend_in.time, 0.0..=LONGEST_BLEND, "/asset/blend_in/time")?;
        self.number(montage.blend_out.time, 0.0..=LONGEST_BLEND, "/asset/blend_out/time")?;
        for (slot, segments) in montage.slots.iter().map(|slot| &slot.segments).enumerate() {
            for (at, segment) in segments.iter().enumerate() {
                let place = |field| format!("/asset/slots/{slot}/segments/{at}/{field}");
                self.number(segment.start, 0.0..=LONGEST, &place("start"))?;
                self.number(segment.rate, RATES, &place("rate"))?;
                self.number(segment.loops as f32, 1.0..=MOST_LOOPS as f32, &place("loops"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asset::{Id, montage::Segment};

    #[track_caller]
    fn refused(edit: impl FnOnce(&mut Montage), place: &str) {
        let mut montage = Montage::new("m", Id(1), &mut 1);
        let segment =
            Segment { id: Id(9), clip: Id(2), start: 0.0, clip_begin: 0.0, clip_end: 1.0, rate: 1.0, loops: 1 };
        montage.slots[0].segments.push(segment);
        assert_eq!(Numbers("f").montage(&montage), Ok(()));
        edit(&mut montage);
        let problem = Numbers("f").montage(&montage).unwrap_err();
        assert_eq!((problem.file.as_str(), problem.place.as_str()), ("f", place));
        assert!(problem.text.contains("in the file"), "{}", problem.text);
    }

    #[test]
    fn what_is_too_large_is_refused_by_its_place() {
        for far in [1e30, -1e30, f32::NAN] {
            refused(|m| m.rate_scale = far, "/asset/rate_scale");
            refused(|m| m.frame_rate = far, "/asset/frame_rate");
            refused(|m| m.blend_in.time = far, "/asset/blend_in/time");
            refused(|m| m.blend_out.time = far, "/asset/blend_out/time");
            refused(|m| m.slots[0].segments[0].rate = far, "/asset/slots/0/segments/0/rate");
            refused(|m| m.slots[0].segments[0].start = far, "/asset/slots/0/segments/0/start");
        }
        refused(|m| m.slots[0].segments[0].loops = 10_001, "/asset/slots/0/segments/0/loops");
        refused(|m| m.sections = vec![m.sections[0].clone(); MOST_SECTIONS + 1], "/asset/sections");
        refused(|m| m.slots = vec![m.slots[0].clone(); MOST_SEGMENTS + 1], "/asset/slots");
        let sample = |rate| asset::blend_space::Sample { id: Id(1), clip: Id(2), at: [0.0; 2], rate };
        for (rate, is_fine) in
            [(0.01, true), (100.0, true), (0.0, false), (-1.0, false), (1e30, false), (f32::NAN, false)]
        {
            let space = BlendSpace { samples: vec![sample(1.0), sample(rate)], ..BlendSpace::new("s", Id(1)) };
            let place = Numbers("f").blend_space(&space).map_err(|problem| problem.place);
            assert_eq!(place, if is_fine { Ok(()) } else { Err("/asset/samples/1/rate".to_owned()) }, "{rate}");
        }
        assert_eq!(Numbers("f").notes(MOST_MARKERS + 1).unwrap_err().place, "/asset/notes");
        assert_eq!(Numbers("f").markers(MOST_MARKERS), Ok(()));
        assert_eq!(Numbers("f").markers(MOST_MARKERS + 1).unwrap_err().place, "/asset/sync_markers");
        let field = |choices: usize| asset::notify_class::Field {
            id: Id(5),
            name: "f".into(),
            unit: String::new(),
            kind: FieldType::Choice { default: "a".into(), choices: vec!["a".into(); choices] },
        };
        let class = |fields| NotifyClass { fields, ..NotifyClass::new("c") };
        let place = |class| Numbers("f").notify_class(&class).map_err(|problem| problem.place);
        assert_eq!(place(class(vec![field(MOST_CHOICES); MOST_FIELDS])), Ok(()));
        assert_eq!(place(class(vec![field(1); MOST_FIELDS + 1])), Err("/asset/fields".to_owned()));
        let too_many = class(vec![field(1), field(MOST_CHOICES + 1)]);
        assert_eq!(place(too_many), Err("/asset/fields/1/type/choice/choices".to_owned()));
        let notify = Notify::instant(Id(3), Id(4), "n", 0.0);
        refused(|m| m.notifies = vec![notify; MOST_NOTIFIES + 1].into(), "/asset/notifies");
    }
}
