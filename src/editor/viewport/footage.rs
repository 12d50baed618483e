//! Pictures of what the viewport shows, for files: the same scene, drawn at another size by a
//! renderer of its own, on the thread of a job.

use super::{
    MomentGhost, OtherMoments, OverlaySettings, Viewport, moments::StageGhost,
    picture::ViewportPicture, scopes::scoped, stage::ViewportStage, stage::Wardrobe,
};
use crate::moments::{MomentWish, Moments};
use anim::Names;
use asset::{Id, PreviewScene, Project};
use footage::{
    Caption, FootageError, FootageShot, FootageStudio, Reel, ReelOrder, TakenPicture, state_words,
};
use glam::{UVec2, Vec3};
use render::{CameraSide, Gpu, OrbitCamera, Renderer};
use std::sync::Arc;
use studio::PreviewFrame;
use words::tr;

/// The view that pictures are taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FootageCamera {
    /// The current view of the viewport.
    #[default]
    Current,
    /// One of the main views, as near as the viewport is.
    Side(CameraSide),
}

/// What the pictures show: the current pose, or playback.
pub enum FootageSource {
    /// The pose that the viewport shows, with its ghosts and bone paths.
    Held(Arc<PreviewFrame>, OtherMoments),
    /// Plays from a moment on, seconds, with what is wished of other moments.
    Played(Box<ReelOrder>, f64, MomentWish),
}

/// Content and size of the pictures; everything else is as in the viewport.
pub struct FootageSubject {
    /// The project with its meshes and textures.
    pub project: Arc<Project>,
    /// The skeleton whose meshes are drawn.
    pub skeleton: Option<Id>,
    /// The profile of skin weights.
    pub profile: Option<String>,
    /// Index in the skeleton, for weights and bones.
    pub selected_bone: Option<usize>,
    /// The ground and the targets; None draws neither.
    pub preview: Option<PreviewScene>,
    /// Overlays that are drawn over the scene.
    pub settings: OverlaySettings,
    /// The view that pictures are taken from.
    pub camera: FootageCamera,
    /// Size of a picture, pixels.
    pub size: UVec2,
    /// Name in the text that is burned into pictures.
    pub name: String,
    /// Frames a second of the clip or the montage; None for what has no frames.
    pub frame_rate: Option<f64>,
    /// The texts of hashed names.
    pub names: Names,
}

/// All that a job needs to draw, without the window.
pub struct FootageSetup {
    gpu: Gpu,
    subject: FootageSubject,
    lod: usize,
    camera: OrbitCamera,
    spacing: f32,
    /// Pixels of a picture for each point of the viewport.
    scale: f32,
    /// Place of the character in the viewport, metres.
    home: Vec3,
}

impl Viewport {
    /// The size of the viewport, pixels; None before it was shown.
    pub fn panel_size(&self) -> Option<UVec2> {
        self.panel.map(|panel| panel.pixels)
    }

    /// Everything that pictures of a subject need, as the viewport is now. `home` is where the
    /// character stands in the viewport; a camera that follows uses this place.
    pub fn footage(&self, subject: FootageSubject, home: Vec3) -> FootageSetup {
        let mut camera = self.navigation.camera;
        if let FootageCamera::Side(side) = subject.camera {
            camera.look_from(side);
        }
        let height = self
            .panel
            .map_or(subject.size.y as f32, |panel| panel.height);
        FootageSetup {
            gpu: self.gpu.clone(),
            lod: self.level.shown,
            camera,
            spacing: self.spacing,
            scale: subject.size.y as f32 / height.max(1.0),
            subject,
            home,
        }
    }
}

impl FootageSetup {
    /// Creates what draws the pictures. An error if the device cannot draw pictures of this size.
    pub fn studio(self, source: FootageSource) -> Result<ViewportFootage, FootageError> {
        let most = self.gpu.device.limits().max_texture_dimension_2d;
        if self.subject.size.max_element() > most {
            let why = tr!("the graphics device draws at most {most} pixels per side");
            return Err(FootageError::Picture(why));
        }
        let mut stage = ViewportStage::new(Renderer::new(&self.gpu));
        let FootageSubject {
            project,
            skeleton,
            profile,
            settings,
            ..
        } = &self.subject;
        let wardrobe = Wardrobe::of(project, *skeleton, self.lod, settings.props);
        let of = (*skeleton, self.subject.preview.as_ref());
        let wardrobe = wardrobe.in_scene(project, of, settings.props);
        stage.dress(&wardrobe.under(profile.as_deref()), project);
        let shown = match source {
            FootageSource::Held(frame, moments) => ShownSource::Held(frame, moments),
            FootageSource::Played(order, from, wish) => ShownSource::Played(Box::new(PlayedReel {
                reel: Reel::new(&order, from),
                order: *order,
                wish,
                moments: Moments::default(),
            })),
        };
        Ok(ViewportFootage {
            setup: self,
            stage,
            shown,
        })
    }
}

enum ShownSource {
    Held(Arc<PreviewFrame>, OtherMoments),
    Played(Box<PlayedReel>),
}

/// A reel that plays, with other moments of it.
struct PlayedReel {
    order: ReelOrder,
    reel: Reel,
    wish: MomentWish,
    moments: Moments,
}

impl PlayedReel {
    /// Frame at `time`; None if nothing plays.
    fn at(&mut self, time: f64) -> Option<Arc<PreviewFrame>> {
        let frame = Arc::new(self.reel.at(time)?);
        if !self.wish.is_empty() {
            self.moments.remember(&frame, self.order.subject);
            let (order, wish) = (&self.order, &self.wish);
            while self.moments.follow(&frame, order.clone(), wish.clone()) {}
        }
        Some(frame)
    }
}

impl ShownSource {
    fn moments(&self) -> &OtherMoments {
        match self {
            Self::Held(_, moments) => moments,
            Self::Played(played) => played.moments.shown(),
        }
    }
}

/// Draws pictures as the viewport does. What moves in it moves nothing in the window.
pub struct ViewportFootage {
    setup: FootageSetup,
    stage: ViewportStage,
    shown: ShownSource,
}

impl ViewportFootage {
    fn frame(&mut self, time: f64) -> Result<Arc<PreviewFrame>, FootageError> {
        match &mut self.shown {
            ShownSource::Held(frame, _) => Ok(frame.clone()),
            ShownSource::Played(played) => played.at(time).ok_or_else(|| {
                FootageError::Nothing(tr!("Nothing plays. See Problems for the reason.").to_owned())
            }),
        }
    }

    /// Goes with the character where the viewport does, and around it.
    fn camera(&self, frame: &PreviewFrame, turn: f32) -> OrbitCamera {
        let mut camera = self.setup.camera;
        if self.setup.subject.settings.follow {
            camera.target += frame.placement.translation - self.setup.home;
        }
        let bounds = self.stage.bounds(frame);
        let middle = if bounds.is_empty() {
            frame.placement.translation
        } else {
            bounds.center()
        };
        let around = glam::Mat3::from_rotation_y(turn);
        let from_middle = (camera.target - middle).with_y(0.0);
        camera.target += around * from_middle - from_middle;
        camera.orbit(turn, 0.0);
        camera
    }

    fn caption(&self, frame: &PreviewFrame) -> Caption {
        let subject = &self.setup.subject;
        let number = |rate: f64| (frame.position * rate).round() as u32;
        Caption {
            name: subject.name.clone(),
            time: frame.position,
            frame: subject.frame_rate.map(number),
            state: state_words(
                &subject.names,
                &frame.montages,
                (&frame.graph, &frame.graph_state),
            ),
        }
    }
}

impl FootageStudio for ViewportFootage {
    fn take(&mut self, shot: &FootageShot) -> Result<TakenPicture, FootageError> {
        let frame = self.frame(shot.time)?;
        let subject = &self.setup.subject;
        let worn = (self.setup.lod, subject.settings.props);
        self.stage
            .dress_partners(Some(&frame), &subject.project, worn);
        let moments = self.shown.moments().clone();
        let ghosts: Vec<StageGhost<'_>> = moments.ghosts.iter().map(MomentGhost::drawn).collect();
        self.stage.pose(&frame, &ghosts);
        let camera = self.camera(&frame, shot.turn);
        let Self { setup, stage, .. } = self;
        let subject = &setup.subject;
        let skeleton = subject
            .skeleton
            .and_then(|id| subject.project.skeletons.get(&id));
        let picture = ViewportPicture {
            size: subject.size,
            samples: stage.samples(),
            scale: setup.scale,
            camera,
            spacing: setup.spacing,
            settings: subject.settings,
            frame: Some(&frame),
            ghosts: &ghosts,
            crowd: &[],
            paths: &moments.paths,
            selected_bone: subject.selected_bone,
            skeleton: skeleton.map(Arc::as_ref),
            selected_socket: None,
            preview: subject.preview.as_ref(),
        };
        let (image, error) = scoped(&setup.gpu.device, || stage.draw_image(&picture));
        if let Some(error) = error {
            return Err(FootageError::Picture(error));
        }
        Ok(TakenPicture {
            image: image?,
            caption: self.caption(&frame),
        })
    }
}
