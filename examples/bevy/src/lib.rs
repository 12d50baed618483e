//! Plays Mutoscope bundles in Bevy: characters as components, their bones as joints, their events
//! as messages.
//!
//! Metres, seconds, radians. Bevy and the runtime are both right-handed with +Y up, so nothing is
//! converted; a character faces +Z, which is the [`back`](Transform::back) of its `Transform`.

mod asset;
mod body;
mod component;
mod convert;
mod jobs;
mod message;
mod shape;
mod stage;
mod step;
#[cfg(feature = "render")]
mod surface;

pub use asset::{BundleAsset, BundleFileError, BundleLoader};
pub use body::{Body, Joint, PartOf, Socket};
pub use component::{Mutoscope, Plays, RootMotion, RootMotionUse};
pub use jobs::Workers;
pub use message::{MutoscopeEvent, MutoscopeRefusal};
pub use stage::Stages;
pub use step::StepLength;

use bevy::{
    ecs::schedule::{InternedScheduleLabel, ScheduleLabel},
    prelude::*,
};

/// When the plugin does its work. A game orders its own systems by these sets.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MutoscopeSystems {
    /// For the game's systems that set parameters, play montages or move characters: what they ask
    /// for counts in this step. In the plugin's schedule; the plugin puts no system into it.
    Inputs,
    /// Steps all characters, moves them by root motion and writes messages. In the plugin's
    /// schedule, after [`MutoscopeSystems::Inputs`].
    Step,
    /// Makes the joints and meshes of new characters and writes the poses of the last step into
    /// them. In [`PostUpdate`], before transforms are propagated.
    Show,
}

/// Adds the asset of bundles, the step of their characters, and what shows them.
///
/// It needs the plugins of assets and of time. Without [`Assets<Mesh>`], as on a server, characters
/// have joints and no meshes.
pub struct MutoscopePlugin {
    schedule: InternedScheduleLabel,
    workers: Workers,
}

impl Default for MutoscopePlugin {
    /// One step a frame, in [`Update`], on Bevy's own threads.
    fn default() -> Self {
        Self {
            schedule: Update.intern(),
            workers: Workers::default(),
        }
    }
}

impl MutoscopePlugin {
    /// Steps in another schedule. In [`FixedUpdate`] all steps have the same length, and a frame
    /// shows the last one of them: poses and places are not interpolated between steps.
    pub fn in_schedule(self, schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
            ..self
        }
    }

    /// Evaluates characters on these threads. The poses are the same, bit for bit.
    pub fn on(self, workers: Workers) -> Self {
        Self { workers, ..self }
    }
}

impl Plugin for MutoscopePlugin {
    fn build(&self, app: &mut App) {
        use MutoscopeSystems::{Inputs, Show, Step};
        app.init_asset::<BundleAsset>()
            .init_asset_loader::<BundleLoader>()
            .add_message::<MutoscopeEvent>()
            .add_message::<MutoscopeRefusal>()
            .insert_resource(Stages::new(self.workers.mode()))
            .init_resource::<StepLength>()
            .configure_sets(self.schedule, (Inputs, Step).chain())
            .configure_sets(PostUpdate, Show.before(TransformSystems::Propagate))
            .add_systems(self.schedule, step::systems().in_set(Step))
            .add_systems(PostUpdate, body::systems().in_set(Show));
        #[cfg(feature = "render")]
        surface::build(app);
    }
}
