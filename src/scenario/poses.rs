//! Poses that are compared with a reference.

use crate::{
    film::{CharacterFilm, FilmMoment, ScenarioFilm},
    outcome::{ScenarioFailure, is_over},
};
use anim::Library;
use asset::scenario::BoneTrack;
use glam::DVec3;
use std::collections::BTreeMap;
use words::tr;

/// Which poses are compared, and which bones of them.
pub struct ComparedPoses<'a> {
    /// Ticks from one to the next; 0 counts as 1.
    pub every: u32,
    /// Names of the bones; none stands for all.
    pub bones: &'a [String],
}

impl ComparedPoses<'_> {
    /// Where each bone is in each compared pose. The error names a bone that is not there.
    pub fn reference(
        &self,
        library: &Library,
        of: &CharacterFilm,
    ) -> Result<BTreeMap<String, BoneTrack>, String> {
        let mut tracks = BTreeMap::new();
        for name in self.names(library, of) {
            let bone = of.bone(library, &name)?;
            let mut track = BoneTrack::default();
            self.moments(of)
                .for_each(|(_, moment)| track.push(moment.local(bone).to_array()));
            tracks.insert(name, track);
        }
        Ok(tracks)
    }

    /// An Err is the first pose that differs by more than allowed.
    pub fn judge(
        &self,
        library: &Library,
        film: &ScenarioFilm,
        of: &CharacterFilm,
        reference: &BTreeMap<String, BoneTrack>,
        within_mm: f64,
    ) -> Result<(), ScenarioFailure> {
        if reference.is_empty() {
            let text = tr!("there is no reference yet. Write it with `mutoscope test --update`.");
            return Err(ScenarioFailure::new(text.to_owned()));
        }
        let names = self.names(library, of);
        let tracks = names.iter().map(|name| {
            let bone = of.bone(library, name).map_err(ScenarioFailure::new)?;
            let track = reference.get(name).ok_or_else(|| {
                let text = tr!("the reference has no bone “{name}”. Write it anew with `mutoscope test --update`.");
                ScenarioFailure::new(text)
            })?;
            Ok((name, bone, track))
        });
        let tracks: Vec<(&String, usize, &BoneTrack)> = tracks.collect::<Result<_, _>>()?;
        for (at, (tick, moment)) in self.moments(of).enumerate() {
            for (name, bone, track) in &tracks {
                let there = track.get(at).map(DVec3::from).ok_or_else(|| {
                    let text = tr!("the reference ends before the scenario does. Write it anew with `mutoscope test --update`.");
                    ScenarioFailure::new(text.to_owned())
                })?;
                let off = (moment.local(*bone) - there).length() * 1000.0;
                if is_over(off, within_mm) {
                    let text = tr!(
                        "bone “{name}” is {off:.1} mm from where it was before; allowed are {within_mm} mm"
                    );
                    let end = film.ends.get(tick).copied().unwrap_or_default();
                    return Err(ScenarioFailure::new(text)
                        .at(tick, end)
                        .compared(off, within_mm, "mm"));
                }
            }
        }
        Ok(())
    }

    fn names(&self, library: &Library, of: &CharacterFilm) -> Vec<String> {
        if self.bones.is_empty() {
            let all = of.skeleton.bones.iter();
            all.map(|bone| library.names.text(bone.name).to_owned())
                .collect()
        } else {
            self.bones.to_vec()
        }
    }

    fn moments<'b>(&self, of: &'b CharacterFilm) -> impl Iterator<Item = (usize, &'b FilmMoment)> {
        let step = self.every.max(1) as usize;
        of.moments(0, usize::MAX).step_by(step)
    }
}
