//! What was played at many frame rates, and what came of it.

use asset::{Clip, Id, Montage, Project};
use std::{sync::Arc, time::Duration};
use studio::sweep::{Finding, SweepReport};

/// A montage as it was played.
#[derive(Clone)]
pub struct SweepMontage {
    /// The id of `montage`.
    pub id: Id,
    /// The montage as it was when it was played.
    pub montage: Arc<Montage>,
    /// The clips that the montage plays, with their ids.
    clips: Vec<(Id, Arc<Clip>)>,
}

impl SweepMontage {
    /// The montage as it is now; None if the project has no montage with this id.
    pub fn of(project: &Project, id: Id) -> Option<Self> {
        let montage = project.montages.get(&id)?.clone();
        let mut clips: Vec<Id> = montage
            .slots
            .iter()
            .flat_map(|slot| &slot.segments)
            .map(|segment| segment.clip)
            .collect();
        clips.sort();
        clips.dedup();
        let clips = clips
            .into_iter()
            .filter_map(|id| Some((id, project.clips.get(&id)?.clone())))
            .collect();
        Some(Self { id, montage, clips })
    }

    /// Whether it would still play like that.
    pub fn is_as_in(&self, project: &Project) -> bool {
        let same_clip = |(id, clip): &(Id, Arc<Clip>)| {
            let now = project.clips.get(id);
            now.is_some_and(|now| {
                Arc::ptr_eq(now, clip)
                    || (&now.notifies, now.rate_scale, now.length())
                        == (&clip.notifies, clip.rate_scale, clip.length())
            })
        };
        let now = project.montages.get(&self.id);
        now.is_some_and(|now| Arc::ptr_eq(now, &self.montage) || **now == *self.montage)
            && self.clips.iter().all(same_clip)
    }
}

/// Result of a sweep.
pub struct SweepResult {
    /// The montage that was played.
    pub of: SweepMontage,
    /// Differences between frame rates.
    pub report: SweepReport,
    /// Time of the whole sweep.
    pub took: Duration,
}

impl SweepResult {
    /// The montage or the clip whose notify it is; of a child montage that of its parents which has
    /// it. None of what is no notify, or is gone.
    pub fn host_of(&self, project: &Project, finding: &Finding) -> Option<Id> {
        let id = Id(finding.id);
        let root = project.root_montage(self.of.id).ok();
        let own = root.filter(|root| {
            project.montages[root]
                .notifies
                .iter()
                .any(|notify| notify.id == id)
        });
        let has = |clip: &Id| {
            project
                .clips
                .get(clip)
                .is_some_and(|it| it.notifies.iter().any(|it| it.id == id))
        };
        own.or_else(|| self.of.clips.iter().map(|(clip, _)| *clip).find(has))
    }
}
