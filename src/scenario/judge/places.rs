//! Places of bones and of the character against what is expected of them.

use super::{JudgedFilm, Judgement};
use crate::{
    film::FilmMoment,
    outcome::{ScenarioFailure, is_over},
};
use glam::{DVec3, Vec3};
use words::tr;

/// Millimetres of a metre.
const MM: f64 = 1000.0;
/// Centimetres of a metre.
const CM: f64 = 100.0;

impl<'a> JudgedFilm<'a> {
    /// The moment of the first tick that ends at a time or later, with the number of the tick.
    fn moment(self, at: f64) -> Result<(usize, &'a FilmMoment), ScenarioFailure> {
        let tick = self.film.tick_at(at);
        let mut moments = self.of.moments(tick, tick + 1);
        let found = moments.next();
        found.ok_or_else(|| {
            ScenarioFailure::new(tr!(
                "the character is not there at {at:.3} s of the scenario"
            ))
        })
    }

    pub(super) fn planted(self, name: &str, span: [f64; 2], within_mm: f64) -> Judgement {
        let bone = self.bone(name)?;
        let (first, moment) = self.moment(span[0])?;
        let (last, _) = self.moment(span[1])?;
        let from = moment.world(bone);
        for (tick, moment) in self.of.moments(first, last + 1) {
            let off = (moment.world(bone) - from).length() * MM;
            if is_over(off, within_mm) {
                let text = tr!(
                    "bone “{name}” moved {off:.1} mm from where it stood at {:.3} s; allowed are {within_mm} mm",
                    span[0]
                );
                return Err(self.off(text, tick, [off, within_mm], "mm"));
            }
        }
        Ok(())
    }

    pub(super) fn bone_at(self, name: &str, at: f64, place: [f64; 3], within_mm: f64) -> Judgement {
        let bone = self.bone(name)?;
        let (tick, moment) = self.moment(at)?;
        let found = moment.world(bone);
        let off = (found - DVec3::from(place)).length() * MM;
        if off <= within_mm {
            return Ok(());
        }
        let place = words_of(found);
        let text = tr!(
            "bone “{name}” is {off:.1} mm from its place, at {place}; allowed are {within_mm} mm"
        );
        Err(self.off(text, tick, [off, within_mm], "mm"))
    }

    pub(super) fn root_at(
        self,
        at: f64,
        (place, within_mm): ([f64; 3], f64),
        (facing, within_degrees): (Option<f64>, f64),
    ) -> Judgement {
        let (tick, moment) = self.moment(at)?;
        let found = moment.placement.translation.as_dvec3();
        let off = (found - DVec3::from(place)).length() * MM;
        if is_over(off, within_mm) {
            let place = words_of(found);
            let text = tr!(
                "the character is {off:.1} mm from its place, at {place}; allowed are {within_mm} mm"
            );
            return Err(self.off(text, tick, [off, within_mm], "mm"));
        }
        let ahead = (moment.placement.rotation * Vec3::Z).as_dvec3();
        let found = ahead.x.atan2(ahead.z).to_degrees();
        let off = facing.map_or(0.0, |facing| turn_between(found, facing));
        if off <= within_degrees {
            return Ok(());
        }
        let text = tr!(
            "the character faces {found:.2} degrees, {off:.2} from where it must; allowed are {within_degrees}"
        );
        Err(self.off(text, tick, [off, within_degrees], "degrees"))
    }

    pub(super) fn no_pop(
        self,
        most_cm: f64,
        names: &[String],
        [from, to]: [Option<f64>; 2],
    ) -> Judgement {
        let named: Result<Vec<usize>, _> = names.iter().map(|name| self.bone(name)).collect();
        let bones = match &named?[..] {
            [] => (0..self.of.skeleton.bones.len()).collect(),
            named => named.to_vec(),
        };
        let first = from.map_or(0, |from| self.film.tick_at(from));
        let end = to.map_or(usize::MAX, |to| self.film.tick_at(to) + 1);
        let moments: Vec<_> = self.of.moments(first, end).collect();
        for pair in moments.windows(2) {
            let ((_, before), (tick, now)) = (pair[0], pair[1]);
            let far = |bone: usize| (now.local(bone) - before.local(bone)).length() * CM;
            let popped = bones.iter().find(|bone| is_over(far(**bone), most_cm));
            if let Some(bone) = popped {
                let name = self.library.names.text(self.of.skeleton.bones[*bone].name);
                let far = far(*bone);
                let text = tr!(
                    "bone “{name}” moved {far:.2} cm in one tick, seen from the character; allowed are {most_cm} cm"
                );
                return Err(self.off(text, tick, [far, most_cm], "cm"));
            }
        }
        Ok(())
    }

    fn off(
        self,
        text: String,
        tick: usize,
        [found, allowed]: [f64; 2],
        unit: &'static str,
    ) -> ScenarioFailure {
        ScenarioFailure::new(text)
            .at(tick, self.end(tick))
            .compared(found, allowed, unit)
    }
}

/// A place in words, metres.
fn words_of(place: DVec3) -> String {
    format!("{:.4}, {:.4}, {:.4}", place.x, place.y, place.z)
}

/// Degrees between two directions, 0 to 180.
fn turn_between(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(360.0);
    turn.min(360.0 - turn)
}
