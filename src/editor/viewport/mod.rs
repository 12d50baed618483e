//! The 3D viewport: the character, what is shown over it, and the camera.
//!
//! Invariant: a picture is drawn only when something in it has changed, and nothing here asks for
//! another pass except while the camera flies, or when it or the level of detail was just set by a
//! control.

mod axes;
mod bare;
mod bones;
mod cameras;
mod card;
mod cards;
mod compared;
mod drive;
mod footage;
mod gizmo;
mod ground;
mod labels;
mod level;
mod limbs;
mod moments;
mod motion;
pub mod mouse;
mod navigation;
mod overlay;
mod picture;
mod room;
mod root_view;
mod scopes;
mod screen;
mod shading;
mod show_menu;
mod shown;
mod sockets;
mod stage;
#[cfg(test)]
mod tests;
mod tuning;
mod watched;
mod way;
mod weights;

use crate::{icons, parts, software_fill, theme};
use anim::{Name, Transform};
use asset::Id;
use bones::WorldBones;
pub use cameras::CameraBookmarks;
pub(crate) use compared::Compared;
pub use drive::Drivable;
use egui::{
    Color32, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role,
    emath::GuiRounding, pos2,
};
pub use footage::{FootageCamera, FootageSource, FootageSubject};
pub use gizmo::{Axes, GizmoHandle, HandleId, Pull, Tool};
use gizmo::{Gizmo, pass::Pass};
use glam::{UVec2, Vec2, Vec3};
use level::{Figures, ViewportDetailLevel};
pub use limbs::{LimbOverlay, LimbSpan};
use moments::StageGhost;
pub use moments::{BonePath, GhostSettings, MomentGhost, OtherMoments};
use navigation::{Navigation, ZoomTarget, glam_from};
pub use overlay::{Overlay, OverlaySettings};
use picture::ViewportPicture;
use render::{Bounds, Gpu, OrbitCamera, Renderer};
pub use root_view::{RootView, RootWrap, shown_beside};
use scopes::scoped;
use screen::project;
pub use shading::ViewportShading;
pub use shown::{Empty, NotifyFlash, ViewportEvent, ViewportState};
use stage::{ViewportStage, Wardrobe};
use std::{collections::BTreeMap, sync::Arc};
pub use tuning::{FootSlideTrace, Tuning, TuningFigure, TuningVerdict};
pub(crate) use watched::Watched;
pub use way::{Ranged, Sandbox, WarpArrival};
use words::tr;

/// Size of the picture as a share of the panel while a software adapter plays.
const SOFTWARE_SCALE: f32 = 0.75;
/// Smallest distance of the wheel's zoom to its target, as a share of the character. It exceeds the
/// thickness of the flesh around a bone.
const CLOSEST: f32 = 0.12;
/// Bounds that are framed when there is no character, metres.
const EMPTY_ROOM: Bounds = Bounds {
    min: Vec3::new(-1.0, 0.0, -1.0),
    max: Vec3::new(1.0, 2.0, 1.0),
};
/// A character this high, metres, stands on a grid of one metre.
const HEIGHT_PER_SPACING: f32 = 1.8;
/// The share of the picture's height below which a character is too far away to be looked at.
const SMALLEST_SEEN: f32 = 0.08;
/// The smallest thing that a selection is framed as, as a share of the character.
const SMALLEST_FRAMED: f32 = 0.15;

/// The 3D view of the character: its camera, handles and pictures.
pub struct Viewport {
    state: egui_wgpu::RenderState,
    stage: ViewportStage,
    navigation: Navigation,
    gizmo: Gizmo,
    texture: Option<(egui::TextureId, u64)>,
    drawn: Option<PictureContent>,
    /// Motion was shown, and may have ended since.
    moved: bool,
    drawn_tick: Option<u64>,
    /// Number of pictures drawn so far.
    pictures: u64,
    request: Option<Framing>,
    /// The skeleton whose character was framed when it first appeared.
    framed: Option<Id>,
    /// The asset whose character was there last.
    visited: Option<Id>,
    /// Camera after the last framing of the selection; a repeated request from that camera frames
    /// everything.
    framed_selection: Option<OrbitCamera>,
    /// Place of the character while the camera follows it; None if the camera does not follow.
    followed: Option<Vec3>,
    spacing: f32,
    level: ViewportDetailLevel,
    /// Figures of the shown level of detail.
    figures: Figures,
    gpu: Gpu,
    error: Option<String>,
    /// The panel as it was last shown; None before it is first shown.
    panel: Option<ShownPanel>,
}

/// The panel as it was shown last.
#[derive(Clone, Copy)]
struct ShownPanel {
    pixels: UVec2,
    /// Height of the panel, points.
    height: f32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Framing {
    All,
    Selection,
}

/// Everything that a picture depends on: equal contents look equal.
#[derive(PartialEq)]
struct PictureContent {
    size: UVec2,
    samples: u32,
    camera: OrbitCamera,
    spacing: f32,
    settings: OverlaySettings,
    selected_bone: Option<usize>,
    selected_socket: Option<Id>,
    /// The authored skeleton, for its sockets and virtual bones.
    skeleton: Option<Arc<asset::Skeleton>>,
    wardrobe: Wardrobe,
    partners: Vec<Wardrobe>,
    /// Number of copies of the character, and the tick that they show.
    crowd: (usize, u64),
    preview: Option<asset::PreviewScene>,
    posed: Option<PosedCharacter>,
    /// Colours and opacities go with the poses: both follow from the settings and from their
    /// order.
    ghosts: Vec<PosedCharacter>,
    paths: Vec<BonePath>,
}

#[derive(PartialEq)]
struct PosedCharacter {
    skeleton: Arc<anim::Skeleton>,
    pose: u64,
    placement: Transform,
    trail: Vec<Vec3>,
    partners: Vec<PosedCharacter>,
}

impl PosedCharacter {
    fn of(frame: &studio::PreviewFrame) -> PosedCharacter {
        PosedCharacter {
            skeleton: frame.skeleton.clone(),
            pose: frame.pose.hash(),
            placement: frame.placement,
            trail: frame.trail.clone(),
            partners: frame.partners.iter().map(PosedCharacter::of).collect(),
        }
    }
}

impl Viewport {
    /// Hint about keys that act on the dragged handle; None while no handle is dragged.
    pub fn handle_hint(&self) -> Option<&'static str> {
        self.gizmo.hint()
    }

    /// The error is one line for the user. Contract: the device was requested with
    /// `render::Gpu::device_descriptor`.
    pub fn new(state: &egui_wgpu::RenderState) -> Result<Self, String> {
        let gpu = Gpu::from_parts(&state.adapter, state.device.clone(), state.queue.clone())
            .map_err(|error| error.to_string())?;
        Ok(Viewport {
            state: state.clone(),
            stage: ViewportStage::new(Renderer::new(&gpu)),
            navigation: Navigation::default(),
            gizmo: Gizmo::default(),
            texture: None,
            drawn: None,
            moved: false,
            drawn_tick: None,
            pictures: 0,
            request: Some(Framing::All),
            framed: None,
            visited: None,
            framed_selection: None,
            followed: None,
            level: ViewportDetailLevel::default(),
            figures: Figures::default(),
            spacing: 1.0,
            gpu,
            error: None,
            panel: None,
        })
    }

    /// Whether the graphics device is lost; nothing more is drawn then.
    pub fn is_lost(&self) -> bool {
        self.gpu.is_lost()
    }

    /// The device that it draws with.
    #[cfg(test)]
    pub fn device(&self) -> &wgpu::Device {
        &self.gpu.device
    }

    /// Whether the last picture has the character.
    pub fn shows_character(&self) -> bool {
        self.drawn
            .as_ref()
            .is_some_and(|drawn| drawn.posed.is_some() && drawn.wardrobe.is_worn())
    }

    /// Pictures drawn since the viewport was made.
    #[cfg(test)]
    pub fn pictures(&self) -> u64 {
        self.pictures
    }

    /// As [`Self::is_lost`], but polls the device first, so that a loss shows at once.
    pub fn is_gone(&self) -> bool {
        let _ = self.gpu.device.poll(wgpu::PollType::Poll);
        self.is_lost()
    }

    /// Continues with the device of `other`, and keeps the view of this viewport.
    pub fn move_to(&mut self, mut other: Viewport) {
        std::mem::swap(&mut other.navigation, &mut self.navigation);
        (other.framed, other.request) = (self.framed, self.request);
        other.visited = self.visited;
        (other.framed_selection, other.followed) = (self.framed_selection.take(), self.followed);
        *self = other;
    }

    /// Views that one comes back to.
    pub fn bookmarks(&self) -> &CameraBookmarks {
        &self.navigation.bookmarks
    }

    /// Replaces the camera bookmarks.
    pub fn set_bookmarks(&mut self, bookmarks: CameraBookmarks) {
        self.navigation.bookmarks = bookmarks;
    }

    /// Takes effect in the next pass.
    pub fn frame_all(&mut self) {
        self.request = Some(Framing::All);
    }

    /// The selected bone or socket, or everything when none is selected or it is framed already.
    /// Takes effect in the next pass.
    pub fn frame_selection(&mut self) {
        self.request = Some(Framing::Selection);
    }

    /// The level of detail that is drawn, for the engine to evaluate.
    pub fn lod(&self) -> u32 {
        self.level.shown as u32
    }

    /// Name and backend of the graphics adapter, in one line.
    pub fn adapter(&self) -> String {
        let info = self.state.adapter.get_info();
        format!("{} ({})", info.name, info.backend)
    }

    /// Whether keys without Ctrl belong to the viewport alone: keys that fly, and the numbers and
    /// letters that a dragged handle takes.
    pub fn takes_keys(&self) -> bool {
        self.navigation.is_flying() || self.gizmo.is_dragging()
    }

    /// Looks from behind a character that faces `heading`, radians about +Y from +Z.
    pub fn look_along(&mut self, heading: f32) {
        self.navigation.look_along(heading);
    }

    /// Look direction of the camera, radians about +Y from +Z and upwards; true while the button
    /// that aims is held.
    pub fn driven_look(&self) -> (f32, f32, bool) {
        self.navigation.driven_look()
    }

    /// Shows the view in all of the panel, draws a picture where one is needed, and returns what
    /// happened.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        shown: &ViewportState<'_>,
        settings: &mut OverlaySettings,
    ) -> Vec<ViewportEvent> {
        let rect = ui
            .available_rect_before_wrap()
            .round_to_pixels(ui.pixels_per_point());
        self.panel = Some(ShownPanel {
            pixels: pixels(rect, ui.pixels_per_point()),
            height: rect.height(),
        });
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, tr!("Viewport")));
        let mut ui = ui.new_child(egui::UiBuilder::new().id_salt("viewport").max_rect(rect));
        ui.shrink_clip_rect(rect);
        let frame = shown_frame(shown);
        let picture = ui.painter().add(Shape::Noop);
        let mut events = Vec::new();

        self.navigation.preset = shown.preset;
        self.navigation.is_driving = shown.is_driven();
        let camera = self.navigation.camera;
        events.extend(
            self.gizmo
                .handle(&ui, &response, &pass(&camera, rect, shown, settings)),
        );
        if !self.gizmo.is_dragging() {
            self.navigate(&ui, &response, frame);
        }
        if !shown.is_driven() {
            parts::context_menu(&response, |ui| self.menu_ui(ui, settings));
        }
        self.prepare(&response, shown, frame, settings);
        if response.dnd_hover_payload::<asset::Id>().is_some() {
            let edge = Stroke::new(2.0, theme::ACCENT);
            ui.painter()
                .rect_stroke(rect, 0.0, edge, StrokeKind::Inside);
        }
        let dropped = response.dnd_release_payload::<asset::Id>();
        events.extend(dropped.map(|id| ViewportEvent::Dropped(*id)));
        let overlays = shown.overlays(*settings);
        self.words(&ui, &response, shown, frame, &overlays);
        events.extend(self.picked(&ui, &response, shown, frame, &overlays));
        let before = (self.navigation.camera, *settings);
        if settings.handles {
            limbs::paint(&ui, rect, &self.navigation.camera, shown.limbs);
            if let Some(sandbox) = shown.sandbox {
                way::paint(&ui, rect, &self.navigation.camera, sandbox);
            }
        }
        self.gizmo
            .paint(&ui, &pass(&self.navigation.camera, rect, shown, settings));
        self.controls(&mut ui, rect, shown, frame, settings, &mut events);
        self.frame_requested(rect, shown, frame);
        if (self.navigation.camera, *settings) != before {
            // The words and the axes were painted, and the figures dressed, before a control
            // changed this.
            ui.ctx().request_repaint();
        }
        self.draw(&ui, rect, shown, frame, shown.overlays(*settings));
        ui.painter().set(picture, self.picture(rect));
        if response.has_focus() {
            ui.painter().rect_stroke(
                rect,
                0.0,
                Stroke::new(1.0, theme::ACCENT),
                StrokeKind::Inside,
            );
        }
        events
    }

    fn navigate(&mut self, ui: &Ui, response: &Response, frame: Option<&studio::PreviewFrame>) {
        if self.gizmo.takes_pointer() && ui.input(|input| input.pointer.primary_down()) {
            return;
        }
        self.navigation.handle(ui, response, |camera, size, at| {
            let frame = frame?;
            let bones = WorldBones::of(frame);
            let reach = bones.bounds().size().max_element();
            (reach > 0.0).then(|| ZoomTarget {
                closest: reach * CLOSEST,
                at: bones.in_front(camera, size, at),
            })
        });
    }

    /// Menu of a right click; a drag moves the camera instead.
    fn menu_ui(&mut self, ui: &mut Ui, settings: &mut OverlaySettings) {
        if ui.button(tr!("Frame selection")).clicked() {
            self.frame_selection();
        }
        if ui.button(tr!("Frame all")).clicked() {
            self.frame_all();
        }
        if ui.button(tr!("Reset view")).clicked() {
            self.navigation.camera = Navigation::default().camera;
            self.frame_all();
        }
        ui.separator();
        show_menu::overlays_ui(ui, settings);
    }

    /// Dresses and poses the character, and moves the camera along with it.
    fn prepare(
        &mut self,
        response: &Response,
        shown: &ViewportState<'_>,
        frame: Option<&studio::PreviewFrame>,
        settings: &OverlaySettings,
    ) {
        self.dress(shown, frame, settings);
        self.follow(frame, settings.follow || shown.is_driven());
        if frame.is_some() && self.framed != shown.skeleton {
            self.framed = shown.skeleton;
            self.request = Some(Framing::All);
        }
        self.come_back(response.rect, shown, frame);
        self.frame_requested(response.rect, shown, frame);
        let known = self.level;
        let size = frame.map_or(1.0, |frame| {
            self.navigation.camera.height_share(self.bounds(frame))
        });
        self.level.follow(shown.project, shown.skeleton, size);
        self.figures = self.level.figures(shown.project, shown.skeleton);
        if self.level != known {
            self.dress(shown, frame, settings);
        }
    }

    /// Frames the character of another asset where it is out of sight, or all but too small to be
    /// seen.
    fn come_back(
        &mut self,
        rect: Rect,
        shown: &ViewportState<'_>,
        frame: Option<&studio::PreviewFrame>,
    ) {
        let Some(frame) = frame.filter(|_| self.visited != shown.asset) else {
            return;
        };
        self.visited = shown.asset;
        let bounds = self.bounds(frame);
        let camera = &self.navigation.camera;
        let at = project(camera, rect, bounds.center());
        let is_seen =
            at.is_some_and(|at| rect.contains(at)) && camera.height_share(bounds) >= SMALLEST_SEEN;
        if !is_seen {
            self.request = Some(Framing::All);
        }
    }

    fn dress(
        &mut self,
        shown: &ViewportState<'_>,
        frame: Option<&studio::PreviewFrame>,
        settings: &OverlaySettings,
    ) {
        let wardrobe = Wardrobe::of(
            shown.project,
            shown.skeleton,
            self.level.shown,
            settings.props,
        );
        let of = (shown.skeleton, shown.preview);
        let wardrobe = wardrobe.in_scene(shown.project, of, settings.props);
        self.stage
            .dress(&wardrobe.under(shown.profile), shown.project);
        let worn = (self.level.shown, settings.props);
        self.stage.dress_partners(frame, shown.project, worn);
        if let Some(frame) = frame {
            self.stage.pose(frame, &ghosts(shown, frame));
        }
        self.stage.pose_crowd(shown.crowd);
    }

    fn follow(&mut self, frame: Option<&studio::PreviewFrame>, is_on: bool) {
        let Some(frame) = frame.filter(|_| is_on) else {
            self.followed = None;
            return;
        };
        let now = frame.placement.translation;
        self.navigation.camera.target += match self.followed {
            Some(before) => now - before,
            None => {
                let towards = self.bounds(frame).center() - self.navigation.camera.target;
                Vec3::new(towards.x, 0.0, towards.z)
            }
        };
        self.followed = Some(now);
    }

    fn frame_requested(
        &mut self,
        rect: Rect,
        shown: &ViewportState<'_>,
        frame: Option<&studio::PreviewFrame>,
    ) {
        let Some(request) = self.request.take() else {
            return;
        };
        let size = glam_from(rect.size()).max(Vec2::ONE);
        let all = frame.map_or(EMPTY_ROOM, |frame| self.bounds(frame));
        // The whole way of what warps is to be seen.
        let way = shown.sandbox.map_or(Bounds::EMPTY, |sandbox| {
            Bounds::of_points(sandbox.after.iter().copied())
        });
        let all = if way.is_empty() { all } else { all.join(way) };
        let bone = shown
            .selected_bone
            .zip(frame)
            .map(|(bone, frame)| WorldBones::of(frame).bounds_of(bone));
        let socket = shown
            .selected_socket
            .zip(frame)
            .and_then(|(id, frame)| sockets::bounds(shown, frame, id));
        let is_again = self.framed_selection == Some(self.navigation.camera);
        match socket
            .or(bone)
            .filter(|bounds| request == Framing::Selection && !bounds.is_empty() && !is_again)
        {
            Some(bounds) => {
                let smallest = all.size().max_element() * SMALLEST_FRAMED;
                self.navigation.frame(bounds.grown(smallest * 0.5), size);
                self.framed_selection = Some(self.navigation.camera);
            }
            None => {
                self.navigation.frame(all, size);
                self.framed_selection = None;
            }
        }
        self.spacing = spacing(all.size().max_element());
    }

    /// Bounds of the mesh, or of the bones and the flesh around them if there is no mesh. Never
    /// empty.
    fn bounds(&self, frame: &studio::PreviewFrame) -> Bounds {
        let mesh = self.stage.bounds(frame);
        if !mesh.is_empty() {
            return mesh;
        }
        let bones = WorldBones::of(frame).bounds();
        let size = bones.size().max_element();
        if size > 0.0 {
            bones.grown(size * 0.05)
        } else {
            EMPTY_ROOM
        }
    }

    /// Names and notifies at their bones.
    fn words(
        &self,
        ui: &Ui,
        response: &Response,
        shown: &ViewportState<'_>,
        frame: Option<&studio::PreviewFrame>,
        settings: &OverlaySettings,
    ) {
        let on_screen = |point| project(&self.navigation.camera, response.rect, point);
        let mut names = labels::PointNames::new(ui.painter());
        let targets = shown.preview.iter().flat_map(|preview| &preview.targets);
        for target in targets.filter(|_| shown.handles.is_empty() || !settings.handles) {
            if let Some(at) = on_screen(target.at.into()) {
                names.socket(at, &target.name, theme::TEXT);
            }
        }
        let Some(frame) = frame else { return };
        let bones = WorldBones::of(frame);
        if settings.names && settings.bones {
            let hovered = hovered_bone(&self.navigation.camera, ui, response, &bones);
            let hovered = hovered.filter(|bone| Some(*bone) != shown.selected_bone);
            for (bone, color) in [
                (hovered, theme::TEXT_2),
                (shown.selected_bone, theme::ACCENT),
            ] {
                let name = bone.and_then(|bone| bone_name(shown, bone));
                if let Some((name, at)) =
                    name.zip(bone.and_then(|bone| bones.joint(bone)).and_then(on_screen))
                {
                    names.bone(at, name, color);
                }
            }
        }
        if settings.sockets {
            for socket in sockets::of(shown, frame) {
                let color = if shown.selected_socket == Some(socket.id) {
                    theme::ACCENT
                } else {
                    theme::TEXT_2
                };
                if let Some(at) = on_screen(socket.at) {
                    names.socket(at, socket.name, color);
                }
            }
        }
        for (bone, flashes) in by_bone(shown.flashes) {
            let at = bone.map_or(Some(frame.placement.translation), |bone| bones.joint(bone));
            if let Some(at) = at.and_then(on_screen) {
                labels::flashes(ui.painter(), at, &flashes);
            }
        }
    }

    fn picked(
        &mut self,
        ui: &Ui,
        response: &Response,
        shown: &ViewportState<'_>,
        frame: Option<&studio::PreviewFrame>,
        settings: &OverlaySettings,
    ) -> Option<ViewportEvent> {
        // Space and Enter on the focused viewport click it, too; they pick nothing.
        let is_click = response.clicked() && ui.input(|input| input.pointer.primary_released());
        if !is_click || self.gizmo.takes_pointer() {
            return None;
        }
        self.gizmo.forget_choice();
        let sockets = frame
            .filter(|_| settings.sockets)
            .map_or(Vec::new(), |frame| sockets::of(shown, frame));
        if let Some(socket) = sockets::picked(&sockets, &self.navigation.camera, response) {
            return Some(ViewportEvent::SelectSocket(socket));
        }
        let bones = frame.filter(|_| settings.bones).map(WorldBones::of);
        let bone =
            bones.and_then(|bones| hovered_bone(&self.navigation.camera, ui, response, &bones));
        Some(ViewportEvent::SelectBone(bone))
    }

    fn controls(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        shown: &ViewportState<'_>,
        frame: Option<&studio::PreviewFrame>,
        settings: &mut OverlaySettings,
        events: &mut Vec<ViewportEvent>,
    ) {
        let before = (self.level, *settings);
        let level = (&mut self.level, &self.figures);
        let driven = shown.drive.as_ref().map(|drive| drive.is_on);
        let tools = cards::tools(
            ui,
            rect,
            settings,
            &mut self.navigation,
            level,
            (shown, driven),
        );
        if let Some(empty) = shown.empty.filter(|_| self.failure().is_none()) {
            if in_middle(ui, rect, |ui| {
                parts::empty_state(ui, empty.icon, empty.title, empty.line, empty.button)
            }) {
                events.push(ViewportEvent::EmptyButton);
            }
        } else if let Some(frame) = frame {
            let figures = cards::figures(
                ui,
                (rect, tools.rect),
                (frame, shown),
                (&self.level, &self.figures),
            );
            cards::caption(ui, rect, shown);
            if bare::card(ui, rect, shown) {
                events.push(ViewportEvent::ImportCharacter);
            }
            if settings.weights {
                weights::legend(
                    ui,
                    tools.rect,
                    shown.selected_bone.and_then(|bone| bone_name(shown, bone)),
                );
            } else if let Some(lacking) = self.stage.lacking(settings.shading) {
                motion::lacking(ui, tools.rect, lacking);
            } else if settings.shading == ViewportShading::Motion {
                motion::legend(ui, tools.rect);
            } else if let Some(compared) = &shown.compared {
                compared::legend(ui, tools.rect, compared);
            } else if let Some(tuning) = &shown.tuning {
                tuning::card(ui, (rect, figures), tuning);
            } else if let Some(sandbox) = shown.sandbox.filter(|_| settings.handles) {
                way::card(ui, (rect, figures), sandbox);
            } else if let Some(watched) = &shown.watched {
                watched::legend(ui, (rect, tools.rect), watched);
            }
            if let Some(drivable) = shown.drive.as_ref().filter(|drive| drive.is_on) {
                drive::card(ui, (rect, tools.rect), drivable);
            }
        }
        if tools.frames_all {
            self.frame_all();
        }
        if tools.toggles_comparing {
            events.push(ViewportEvent::ToggleComparing);
        }
        if tools.toggles_drive {
            events.push(ViewportEvent::ToggleDrive);
        }
        if tools.handle_dragged {
            events.push(ViewportEvent::HandleDragged);
        }
        if (self.level, *settings) != before {
            // It is drawn from the next pass on.
            ui.ctx().request_repaint();
        }
        axes::show(ui, rect, &mut self.navigation);
        if self.navigation.is_flying() {
            cards::fly_speed(ui.painter(), rect, self.navigation.fly_factor());
        }
        self.failure_ui(ui, rect);
    }

    fn failure_ui(&mut self, ui: &mut Ui, rect: Rect) {
        let Some((line, button)) = self.failure() else {
            return;
        };
        let title = tr!("Viewport paused");
        if in_middle(ui, rect, |ui| {
            parts::empty_state(ui, icons::X_CIRCLE, title, &line, button)
        }) {
            self.error = None;
            self.drawn = None;
        }
    }

    /// Reason why there is no picture, and the button that may help; None if there is no failure.
    fn failure(&self) -> Option<(String, Option<&'static str>)> {
        if self.is_lost() {
            let line = tr!("The graphics device was lost. The window reopens with a new device.");
            return Some((line.into(), None));
        }
        let error = self.error.as_ref()?;
        Some((
            tr!("The graphics device cannot draw the picture: {error}"),
            Some(tr!("Draw again")),
        ))
    }

    fn draw(
        &mut self,
        ui: &Ui,
        rect: Rect,
        shown: &ViewportState<'_>,
        frame: Option<&studio::PreviewFrame>,
        settings: OverlaySettings,
    ) {
        let content = self.content(ui, rect, shown, frame, settings);
        let rests = self.drawn.as_ref() == Some(&content);
        // What came to rest is drawn once more: no point of it moves now.
        let tick = frame.map(|frame| frame.tick);
        let settles = rests
            && self.moved
            && (tick != self.drawn_tick || !frame.is_some_and(|frame| frame.playing));
        if self.failure().is_some() || rect.is_negative() || (rests && !settles) {
            return;
        }
        let is_motion = settings.shading == ViewportShading::Motion;
        (self.moved, self.drawn_tick) = (is_motion && !rests, tick);
        if self.moved {
            ui.ctx().request_repaint();
        }
        let ghosts = frame.map_or(Vec::new(), |frame| ghosts(shown, frame));
        let picture = ViewportPicture {
            size: content.size,
            samples: content.samples,
            scale: content.size.y as f32 / rect.height().max(1.0),
            camera: content.camera,
            spacing: content.spacing,
            settings,
            frame,
            ghosts: &ghosts,
            crowd: shown.crowd,
            paths: &shown.moments.paths,
            selected_bone: content.selected_bone,
            skeleton: content.skeleton.as_deref(),
            selected_socket: content.selected_socket,
            preview: shown.preview,
        };
        let device = self.state.device.clone();
        let ((), error) = scoped(&device, || {
            let view = self.stage.draw(&picture);
            self.register(&view);
        });
        self.error = error;
        self.pictures += 1;
        self.drawn = Some(content);
    }

    fn content(
        &self,
        ui: &Ui,
        rect: Rect,
        shown: &ViewportState<'_>,
        frame: Option<&studio::PreviewFrame>,
        settings: OverlaySettings,
    ) -> PictureContent {
        let is_slow = self.stage.is_software() && frame.is_some_and(|frame| frame.playing);
        let scale = ui.pixels_per_point() * if is_slow { SOFTWARE_SCALE } else { 1.0 };
        PictureContent {
            size: pixels(rect, scale),
            samples: self.stage.samples(),
            camera: self.navigation.camera,
            spacing: self.spacing,
            settings,
            selected_bone: shown.selected_bone,
            selected_socket: shown.selected_socket,
            skeleton: shown
                .skeleton
                .and_then(|id| shown.project.skeletons.get(&id))
                .cloned(),
            wardrobe: self.stage.wardrobe().clone(),
            partners: self.stage.partner_wardrobes().cloned().collect(),
            crowd: (
                shown.crowd.len(),
                shown.crowd.first().map_or(0, |it| it.tick),
            ),
            preview: shown.preview.cloned(),
            posed: frame.map(PosedCharacter::of),
            ghosts: frame.map_or(Vec::new(), |frame| {
                let drawn = ghosts(shown, frame);
                let posed = drawn.iter().map(|ghost| PosedCharacter::of(ghost.frame));
                posed.collect()
            }),
            paths: shown.moments.paths.clone(),
        }
    }

    /// Tells egui where the picture is, when that has changed.
    fn register(&mut self, view: &wgpu::TextureView) {
        let generation = self.stage.generation();
        let (device, filter) = (&self.state.device, wgpu::FilterMode::Linear);
        let mut renderer = self.state.renderer.write();
        let id = match self.texture {
            Some((_, known)) if known == generation => return,
            Some((id, _)) => {
                renderer.update_egui_texture_from_wgpu_texture(device, view, filter, id);
                id
            }
            None => renderer.register_native_texture(device, view, filter),
        };
        self.texture = Some((id, generation));
        drop(renderer);
        software_fill::picture(&self.state, id, Some(view));
    }

    fn picture(&self, rect: Rect) -> Shape {
        match self.texture {
            Some((id, _)) if self.failure().is_none() => {
                let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                Shape::image(id, rect, whole, Color32::WHITE)
            }
            _ => Shape::rect_filled(rect, 0.0, theme::VIEW),
        }
    }
}

impl Drop for Viewport {
    fn drop(&mut self) {
        if let Some((id, _)) = self.texture {
            self.state.renderer.write().free_texture(&id);
            software_fill::picture(&self.state, id, None);
        }
    }
}

fn pass<'a>(
    camera: &'a OrbitCamera,
    rect: Rect,
    shown: &'a ViewportState<'_>,
    settings: &OverlaySettings,
) -> Pass<'a> {
    let handles = if settings.handles && !shown.is_driven() {
        shown.handles
    } else {
        &[]
    };
    let (tool, axes, snaps) = (settings.tool, settings.axes, settings.snaps);
    Pass {
        camera,
        rect,
        handles,
        offered: shown.offered_handle,
        tool,
        axes,
        snaps,
    }
}

/// The frame, if it is one of the skeleton that is shown.
fn shown_frame<'a>(shown: &ViewportState<'a>) -> Option<&'a studio::PreviewFrame> {
    let frame = shown.frame?;
    let skeleton = shown.project.skeletons.get(&shown.skeleton?)?;
    let is_whole = !frame.models.is_empty() && frame.models.len() == frame.skeleton.len();
    (is_whole && frame.skeleton.name == Name::new(&skeleton.name)).then_some(frame)
}

/// Other moments, and what `frame` is compared with or what is watched beside it, as far as they
/// have the same bones.
fn ghosts<'a>(shown: &ViewportState<'a>, frame: &studio::PreviewFrame) -> Vec<StageGhost<'a>> {
    let compared = shown.compared.as_ref().and_then(|compared| compared.frame);
    let beside = compared.or(shown.watched.as_ref().and_then(|watched| watched.frame));
    let moments = shown.moments.ghosts.iter().map(MomentGhost::drawn);
    let all = moments.chain(beside.map(StageGhost::compared));
    let fits = |ghost: &StageGhost<'_>| {
        ghost.frame.models.len() == frame.models.len()
            && ghost.frame.skeleton.name == frame.skeleton.name
    };
    all.filter(fits).collect()
}

fn bone_name<'a>(shown: &ViewportState<'a>, bone: usize) -> Option<&'a str> {
    let skeleton = shown.project.skeletons.get(&shown.skeleton?)?;
    skeleton.bones.get(bone).map(|bone| bone.name.as_str())
}

fn hovered_bone(
    camera: &OrbitCamera,
    ui: &Ui,
    response: &Response,
    bones: &WorldBones<'_>,
) -> Option<usize> {
    let pointer = response.interact_pointer_pos().or(response.hover_pos())?;
    if response.dragged() || ui.input(|input| input.pointer.secondary_down()) {
        return None;
    }
    let rect = response.rect;
    bones.nearest(
        camera,
        glam_from(rect.size()),
        glam_from(pointer - rect.min),
    )
}

fn by_bone(flashes: &[NotifyFlash]) -> BTreeMap<Option<usize>, Vec<&NotifyFlash>> {
    let mut grouped: BTreeMap<_, Vec<&NotifyFlash>> = BTreeMap::new();
    for flash in flashes {
        grouped.entry(flash.bone).or_default().push(flash);
    }
    grouped
}

fn in_middle(ui: &mut Ui, rect: Rect, content: impl FnOnce(&mut Ui) -> bool) -> bool {
    content(&mut ui.new_child(egui::UiBuilder::new().id_salt("middle").max_rect(rect)))
}

/// The power of ten that suits a character of this size.
fn spacing(size: f32) -> f32 {
    10f32.powf(
        (size / HEIGHT_PER_SPACING)
            .max(f32::MIN_POSITIVE)
            .log10()
            .round(),
    )
}

/// Whole pixels of a rectangle, one at least a side.
fn pixels(rect: Rect, scale: f32) -> UVec2 {
    (glam_from(rect.size()) * scale)
        .round()
        .as_uvec2()
        .max(UVec2::ONE)
}
