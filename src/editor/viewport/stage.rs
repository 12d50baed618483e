//! What stands in the viewport, on the device: uploaded parts and textures, posed for the next
//! picture. Invariant: uploads are cached by the address of an `Arc` that the cache holds, so that
//! an address names one thing.

mod crowd;
mod partners;

use super::{
    compared, ground, moments::StageGhost, picture::ViewportPicture, room,
    shading::ViewportShading, sockets, weights,
};
use crate::theme;
use anim::{MeshBounds, MeshPart, ground::Terrain, mesh::Morph, skinning};
use asset::{Bones, Id, Mesh, PreviewScene, Project, Prop, Skeleton, Texture};
use glam::{Affine3A, Vec3};
use partners::PartnerFigures;
use render::{
    BoneOverlay, Bounds, Drawable, GpuError, GpuPaint, GpuPart, GpuTexture, Grid, Image, Polyline,
    RenderMaterial, RenderScene, Renderer,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};
use words::tr;

/// Sizes of the trail's line and dots and of the root's ring, pixels at 100 %.
const TRAIL_WIDTH: f32 = 1.5;
const TRAIL_DOT: f32 = 4.0;
const ROOT_RING: [f32; 2] = [9.0, 6.0];
/// The trail's dots stand this share of the grid's spacing apart.
const TRAIL_STEP: f32 = 0.1;

pub(super) struct ViewportStage {
    renderer: Renderer,
    /// Uploaded parts by authored part and shown profile; the name is NONE without a profile.
    parts: HashMap<(*const MeshPart, anim::Name), Uploaded>,
    textures: HashMap<(*const Texture, TextureUse), (Arc<Texture>, GpuTexture)>,
    wardrobe: Wardrobe,
    figures: Vec<PartFigure>,
    partners: Vec<PartnerFigures>,
    ground: Option<GroundUpload>,
    way: CharacterContinuity,
}

/// Whether the character moved continuously since the previous picture.
#[derive(Clone, Copy, Default)]
struct CharacterContinuity {
    /// Number of jumps that this state has taken into account.
    jumps: u64,
    is_broken: bool,
}

/// A part as it is authored, under a profile, and on the device.
struct Uploaded {
    _authored: Arc<MeshPart>,
    data: Arc<MeshPart>,
    part: GpuPart,
}

/// Terrain as it is uploaded to the device.
struct GroundUpload {
    of: Terrain,
    /// Part of the ground; None if the grid already shows the whole ground.
    part: Option<GpuPart>,
    material: RenderMaterial,
}

/// Purpose for which a texture is uploaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum TextureUse {
    Colors,
    Normals,
}

/// The authored things that the figures are made of. Equal when they are the same values in memory.
#[derive(Clone, Default)]
pub(super) struct Wardrobe {
    skeleton: Option<Arc<Skeleton>>,
    meshes: Vec<Arc<Mesh>>,
    /// Names of parts that are not drawn, for each mesh.
    hidden: Vec<BTreeSet<String>>,
    props: Vec<Prop>,
    textures: Vec<(Id, Arc<Texture>)>,
    lod: usize,
    /// Profile of skin weights; None if no profile is shown.
    profile: Option<String>,
}

/// A part's mount in a socket.
struct SocketMount {
    bone: usize,
    bone_from_prop: Affine3A,
    /// The prop's own reference pose.
    models: Vec<Affine3A>,
}

/// One mesh part in its pose.
struct PartFigure {
    /// Mount of the part; None if it follows the character's own bones.
    held: Option<SocketMount>,
    data: Arc<MeshPart>,
    part: GpuPart,
    material: RenderMaterial,
    /// Bounds of the mesh that the part belongs to.
    room: Arc<MeshBounds>,
    /// Paint by skin weights, with the bone whose weights it shows, if any; None if weights are not
    /// shown.
    paint: Option<(Option<usize>, GpuPaint)>,
    now: PartPose,
    /// One for each ghost, in their order.
    ghosts: Vec<PartPose>,
    /// One for each copy of the character, in their order.
    crowd: Vec<PartPose>,
}

/// Deformation and place of a part.
#[derive(Default)]
struct PartPose {
    /// Bounds from the mesh's bounds; None if they have to be found from the vertices.
    room: Option<Bounds>,
    model_from_part: Affine3A,
    palette: Vec<Affine3A>,
    morphs: Vec<f32>,
}

impl PartialEq for Wardrobe {
    fn eq(&self, other: &Self) -> bool {
        let same_meshes = self
            .meshes
            .iter()
            .map(Arc::as_ptr)
            .eq(other.meshes.iter().map(Arc::as_ptr));
        let address = |(id, texture): &(Id, Arc<Texture>)| (*id, Arc::as_ptr(texture));
        (self.lod, &self.profile) == (other.lod, &other.profile)
            && self.skeleton.as_ref().map(Arc::as_ptr) == other.skeleton.as_ref().map(Arc::as_ptr)
            && self.props == other.props
            && same_meshes
            && self.hidden == other.hidden
            && self
                .textures
                .iter()
                .map(address)
                .eq(other.textures.iter().map(address))
    }
}

impl Wardrobe {
    /// Every mesh of the project with that skeleton at a level of detail, what its sockets hold if
    /// that is wanted, and the textures they use.
    pub fn of(project: &Project, skeleton: Option<Id>, lod: usize, with_props: bool) -> Wardrobe {
        let worn = project
            .meshes
            .iter()
            .filter(|(_, mesh)| Some(mesh.skeleton) == skeleton);
        let known = &project.preview.hidden;
        let hidden = |id: &Id| known.get(id).cloned().unwrap_or_default();
        let hidden = worn.clone().map(|(id, _)| hidden(id)).collect();
        let meshes: Vec<Arc<Mesh>> = worn.map(|(_, mesh)| mesh.clone()).collect();
        let props = skeleton
            .filter(|_| with_props)
            .map_or(Vec::new(), |skeleton| project.props(skeleton));
        let all = meshes.iter().chain(props.iter().map(|prop| &prop.mesh));
        let used = all
            .flat_map(|mesh| &mesh.materials)
            .flat_map(|material| material.textures());
        let textures = used
            .filter_map(|id| Some((id, project.textures.get(&id)?.clone())))
            .collect();
        let skeleton = skeleton.and_then(|id| project.skeletons.get(&id)).cloned();
        Wardrobe {
            skeleton,
            meshes,
            hidden,
            props,
            textures,
            lod,
            profile: None,
        }
    }

    /// Adds the props that the scene puts into the character's hands, if `with_props` is set.
    pub fn in_scene(
        mut self,
        project: &Project,
        (skeleton, scene): (Option<Id>, Option<&PreviewScene>),
        with_props: bool,
    ) -> Wardrobe {
        let Some((skeleton, scene)) = skeleton.zip(scene.filter(|_| with_props)) else {
            return self;
        };
        let held = project.scene_props(skeleton, scene);
        let used = held.iter().flat_map(|prop| &prop.mesh.materials);
        for id in used.flat_map(|material| material.textures()) {
            let is_known = self.textures.iter().any(|(known, _)| *known == id);
            let texture = project.textures.get(&id).filter(|_| !is_known);
            self.textures.extend(texture.map(|it| (id, it.clone())));
        }
        self.props.extend(held);
        self
    }

    /// Whether there is a mesh to draw.
    pub fn is_worn(&self) -> bool {
        !self.meshes.is_empty()
    }

    /// Every part that has the skin-weight profile follows it.
    pub fn under(self, profile: Option<&str>) -> Wardrobe {
        Wardrobe {
            profile: profile.map(str::to_owned),
            ..self
        }
    }
}

impl ViewportStage {
    /// An empty stage; nothing is uploaded yet.
    pub fn new(renderer: Renderer) -> ViewportStage {
        ViewportStage {
            renderer,
            parts: HashMap::new(),
            textures: HashMap::new(),
            wardrobe: Wardrobe::default(),
            figures: Vec::new(),
            partners: Vec::new(),
            ground: None,
            way: CharacterContinuity::default(),
        }
    }

    /// Whether the processor draws in place of a graphics card.
    pub fn is_software(&self) -> bool {
        self.renderer.gpu().is_software()
    }

    /// A sentence about what the device cannot draw of this shading; None if it can draw all.
    pub fn lacking(&self, shading: ViewportShading) -> Option<&'static str> {
        let gpu = self.renderer.gpu();
        match shading {
            ViewportShading::Motion if !gpu.shows_motion() => {
                Some(tr!("This graphics adapter cannot show motion"))
            }
            ViewportShading::Wireframe if !gpu.shows_wireframe() => {
                Some(tr!("This graphics adapter cannot draw wireframes"))
            }
            _ => None,
        }
    }

    /// Samples a pixel that suit the device.
    pub fn samples(&self) -> u32 {
        self.renderer.gpu().preferred_samples()
    }

    /// Meshes, props and textures that are uploaded now.
    pub fn wardrobe(&self) -> &Wardrobe {
        &self.wardrobe
    }

    /// Counts the textures that pictures were drawn into; another number means another texture.
    pub fn generation(&self) -> u64 {
        self.renderer.generation()
    }

    /// Puts the character into other clothes; uploads what is new and drops what the project no
    /// longer has.
    pub fn dress(&mut self, wardrobe: &Wardrobe, project: &Project) {
        if self.wardrobe == *wardrobe {
            return;
        }
        self.put_on(wardrobe);
        self.forget_what_is_gone(project);
    }

    fn put_on(&mut self, wardrobe: &Wardrobe) {
        self.wardrobe = wardrobe.clone();
        self.figures.clear();
        if let Some(skeleton) = &wardrobe.skeleton {
            let bones = Bones::of(skeleton);
            let shown = |(mesh, hidden)| {
                let mesh: &Mesh = mesh;
                let hidden: &BTreeSet<String> = hidden;
                let parts = mesh.lod(wardrobe.lod).parts.iter();
                let shown = parts.filter(|part| !hidden.contains(&part.name));
                shown.map(move |part| (mesh, part))
            };
            let meshes = wardrobe.meshes.iter().map(|mesh| &**mesh);
            let worn = meshes.zip(&wardrobe.hidden).flat_map(shown);
            self.figures = worn
                .map(|(mesh, part)| self.figure(mesh, part, &bones))
                .collect();
        }
        for prop in &wardrobe.props {
            self.hold(prop);
        }
    }

    fn hold(&mut self, prop: &Prop) {
        let models = prop.skeleton.reference_models();
        for part in &prop.mesh.lod(self.wardrobe.lod).parts {
            let figure = self.figure(&prop.mesh, part, &Bones::of(&prop.skeleton));
            let (bone, bone_from_prop) = (prop.bone as usize, prop.local.to_affine());
            let held = Some(SocketMount {
                bone,
                bone_from_prop,
                models: models.clone(),
            });
            self.figures.push(PartFigure { held, ..figure });
        }
    }

    /// Poses every figure, and its ghosts. A part that does not fit the skeleton is left out until
    /// it does.
    pub fn pose(&mut self, frame: &studio::PreviewFrame, ghosts: &[StageGhost<'_>]) {
        self.way.is_broken |= frame.jumps != self.way.jumps;
        self.way.jumps = frame.jumps;
        for figure in &mut self.figures {
            let on = (figure.held.as_ref(), &*figure.room);
            figure.now.take(&figure.data, on, frame);
            figure.ghosts.resize_with(ghosts.len(), PartPose::default);
            for (pose, ghost) in figure.ghosts.iter_mut().zip(ghosts) {
                pose.take(&figure.data, on, ghost.frame);
            }
        }
        self.pose_partners(frame);
    }

    /// The box around every vertex, world space; empty when there is no mesh.
    pub fn bounds(&self, frame: &studio::PreviewFrame) -> Bounds {
        let boxes = self
            .figures
            .iter()
            .filter(|figure| figure.is_posed())
            .map(PartFigure::bounds);
        boxes
            .fold(Bounds::EMPTY, Bounds::join)
            .transformed(&frame.placement.to_affine())
    }

    /// Draws the picture and returns its texture, valid until the next one.
    pub fn draw(&mut self, picture: &ViewportPicture<'_>) -> wgpu::TextureView {
        self.with_scene(picture, |renderer, scene| {
            renderer.render_to_texture(scene).clone()
        })
    }

    /// Draws the picture and waits for it. An error when the device was lost.
    pub fn draw_image(&mut self, picture: &ViewportPicture<'_>) -> Result<Image, GpuError> {
        self.with_scene(picture, Renderer::render_to_image)
    }

    fn with_scene<T>(
        &mut self,
        picture: &ViewportPicture<'_>,
        draw: impl FnOnce(&mut Renderer, &RenderScene<'_>) -> T,
    ) -> T {
        self.lay(
            picture
                .preview
                .map_or(&Terrain::default(), |preview| &preview.ground),
        );
        let (trail, mut axes) = (trail_points(picture), sockets::axes(picture));
        let room = self.room_lines(picture);
        axes.extend(picture.preview.into_iter().flat_map(ground::axes));
        let mut scene = RenderScene {
            viewport: picture.size,
            samples: picture.samples,
            camera: picture.camera,
            background: linear(theme::VIEW),
            grid: picture.settings.grid.then(|| Grid {
                spacing: picture.spacing,
                ..Grid::default()
            }),
            shading: picture.settings.shading.drawn(),
            ..RenderScene::default()
        };
        let painted = picture.settings.weights.then_some(picture.selected_bone);
        self.paint(painted);
        let still = [Affine3A::IDENTITY];
        if let Some((ground, part)) = self
            .ground
            .as_ref()
            .and_then(|it| Some((it, it.part.as_ref()?)))
        {
            scene
                .drawables
                .push(Drawable::new(part, &ground.material, &still));
        }
        if let Some(frame) = picture.frame {
            let world_from_model = frame.placement.to_affine();
            let shown = |figure: &&PartFigure| {
                figure.is_posed() && (figure.held.is_some() || picture.settings.mesh)
            };
            let figures = self.figures.iter().filter(shown);
            scene.drawables.extend(
                figures
                    .clone()
                    .map(|figure| figure.drawable(&figure.now, world_from_model)),
            );
            if picture.settings.bones {
                scene
                    .bones
                    .push(bone_overlay(frame, world_from_model, picture.selected_bone));
            }
            for (at, ghost) in picture.ghosts.iter().enumerate() {
                let world_from_model = ghost.frame.placement.to_affine();
                let behind = Affine3A::from_translation(compared::behind(&picture.camera))
                    * world_from_model;
                let drawn = figures
                    .clone()
                    .filter_map(|figure| figure.ghost((at, ghost), behind));
                scene.drawables.extend(drawn);
                if picture.settings.bones {
                    let bones = bone_overlay(ghost.frame, world_from_model, picture.selected_bone);
                    scene.bones.push(BoneOverlay {
                        color: linear(ghost.color),
                        ..bones
                    });
                }
            }
            partners::add(&mut scene, &self.partners, picture, frame);
            crowd::add(&mut scene, &self.figures, picture);
            let paths = picture.paths.iter();
            scene
                .lines
                .extend(paths.flat_map(|path| path.lines(picture.scale)));
            if picture.settings.trail {
                scene.lines.extend(trail_lines(&trail, picture.scale));
            }
        }
        scene.lines.extend(room.iter().map(|points| Polyline {
            points,
            color: linear(theme::TEXT_2),
            width: picture.scale,
            dots: 0.0,
            on_top: true,
        }));
        scene
            .lines
            .extend(axes.iter().map(|(points, color, width)| Polyline {
                points,
                color: linear(*color),
                width: width * picture.scale,
                dots: 0.0,
                on_top: true,
            }));
        let jumps = std::mem::take(&mut self.way.is_broken);
        scene
            .drawables
            .iter_mut()
            .for_each(|drawable| drawable.jumps = jumps);
        draw(&mut self.renderer, &scene)
    }

    /// Lines of the meshes' boxes and their bodies, world space. A part whose bounds come from its
    /// vertices has its own box.
    fn room_lines(&self, picture: &ViewportPicture<'_>) -> Vec<Vec<Vec3>> {
        let Some(frame) = picture.frame.filter(|_| picture.settings.bounds) else {
            return Vec::new();
        };
        let placement = frame.placement.to_affine();
        let mut lines = Vec::new();
        let mut known: Vec<(&MeshBounds, &Option<SocketMount>)> = Vec::new();
        for figure in self.figures.iter().filter(|figure| figure.is_posed()) {
            let is_known = known.iter().any(|(room, held)| {
                **room == *figure.room && held.is_some() == figure.held.is_some()
            });
            let has_room = figure.now.room.is_some();
            if is_known && has_room {
                continue;
            }
            known.push((&figure.room, &figure.held));
            let models = figure
                .held
                .as_ref()
                .map_or(&frame.models, |held| &held.models);
            let own = figure
                .now
                .room
                .unwrap_or_else(|| figure.part.bounds(&figure.now.palette, &figure.now.morphs));
            let bodies = if is_known {
                MeshBounds::default()
            } else {
                (*figure.room).clone()
            };
            let world = placement * figure.now.model_from_part;
            let drawn = room::lines(&bodies, models, own);
            lines.extend(
                drawn
                    .into_iter()
                    .map(|line| line.iter().map(|at| world.transform_point3(*at)).collect()),
            );
        }
        lines
    }

    /// Colours the character by how much it follows a bone, None of none; its own looks come back
    /// without.
    fn paint(&mut self, by: Option<Option<usize>>) {
        for figure in self
            .figures
            .iter_mut()
            .filter(|figure| figure.held.is_none())
        {
            if figure.paint.as_ref().map(|(bone, _)| *bone) != by {
                let upload = |bone| {
                    (
                        bone,
                        self.renderer
                            .upload_paint(&weights::colors(&figure.data, bone)),
                    )
                };
                figure.paint = by.map(upload);
            }
        }
    }

    /// Uploads the ground where it is another one.
    fn lay(&mut self, ground: &Terrain) {
        if self
            .ground
            .as_ref()
            .is_some_and(|known| known.of == *ground)
        {
            return;
        }
        let part = ground::mesh(ground).map(|mesh| self.renderer.upload_mesh(&mesh));
        // Of one side: from below, as from in front of stairs that go up, one looks through it at
        // the character.
        let material = RenderMaterial {
            base_color: linear(theme::TEXT_3),
            ..RenderMaterial::default()
        };
        self.ground = Some(GroundUpload {
            of: ground.clone(),
            part,
            material,
        });
    }

    fn figure(&mut self, mesh: &Mesh, part: &asset::mesh::Part, bones: &Bones<'_>) -> PartFigure {
        let authored = mesh
            .materials
            .get(part.material)
            .cloned()
            .unwrap_or_default();
        let uploaded = self.uploaded_part(&part.data);
        let (data, uploaded) = (bones.part(mesh, &uploaded.data), uploaded.part.clone());
        PartFigure {
            data,
            part: uploaded,
            room: Arc::new(mesh.room_on(bones)),
            held: None,
            paint: None,
            material: RenderMaterial {
                base_color: authored.base_color,
                texture: authored
                    .texture
                    .and_then(|id| self.uploaded_texture(id, TextureUse::Colors)),
                normal_texture: authored
                    .normal_texture
                    .and_then(|id| self.uploaded_texture(id, TextureUse::Normals)),
                double_sided: authored.double_sided,
                alpha_cutoff: authored.alpha_cutoff.unwrap_or(0.0),
            },
            now: PartPose::default(),
            ghosts: Vec::new(),
            crowd: Vec::new(),
        }
    }

    fn uploaded_part(&mut self, authored: &Arc<MeshPart>) -> &Uploaded {
        let ViewportStage {
            parts,
            renderer,
            wardrobe,
            ..
        } = self;
        let profile = wardrobe
            .profile
            .as_ref()
            .map_or(anim::Name::NONE, |profile| anim::Name::new(profile));
        let profile = if authored.has_profile(profile) {
            profile
        } else {
            anim::Name::NONE
        };
        parts
            .entry((Arc::as_ptr(authored), profile))
            .or_insert_with(|| {
                let is_plain = profile == anim::Name::NONE;
                let data = if is_plain {
                    authored.clone()
                } else {
                    Arc::new(authored.under(profile))
                };
                Uploaded {
                    _authored: authored.clone(),
                    part: renderer.upload_mesh(&data),
                    data,
                }
            })
    }

    /// The uploaded texture `id`; None if it is missing or has another number of texels than its
    /// size requires.
    fn uploaded_texture(&mut self, id: Id, used: TextureUse) -> Option<GpuTexture> {
        let ViewportStage {
            textures,
            renderer,
            wardrobe,
            ..
        } = self;
        let (_, texture) = wardrobe.textures.iter().find(|(known, _)| *known == id)?;
        let texels = u64::from(texture.width) * u64::from(texture.height);
        if texels == 0 || texture.rgba.len() as u64 != texels * 4 {
            return None;
        }
        let (width, height, rgba) = (texture.width, texture.height, &texture.rgba);
        let upload = || match used {
            TextureUse::Colors => (
                texture.clone(),
                renderer.upload_texture(width, height, rgba),
            ),
            TextureUse::Normals => (
                texture.clone(),
                renderer.upload_normals(width, height, rgba),
            ),
        };
        Some(
            textures
                .entry((Arc::as_ptr(texture), used))
                .or_insert_with(upload)
                .1
                .clone(),
        )
    }

    fn forget_what_is_gone(&mut self, project: &Project) {
        let all_parts = project.meshes.values().flat_map(|mesh| mesh.parts());
        let kept: Vec<*const MeshPart> = all_parts.map(|part| Arc::as_ptr(&part.data)).collect();
        self.parts.retain(|(address, _), _| kept.contains(address));
        let kept: Vec<*const Texture> = project.textures.values().map(Arc::as_ptr).collect();
        self.textures
            .retain(|(address, _), _| kept.contains(address));
    }
}

impl PartPose {
    fn take(
        &mut self,
        data: &MeshPart,
        (held, room): (Option<&SocketMount>, &MeshBounds),
        frame: &studio::PreviewFrame,
    ) {
        let models = held.map_or(&frame.models, |held| &held.models);
        self.room = room.around(models);
        let socket = held.map(|held| Some(*frame.models.get(held.bone)? * held.bone_from_prop));
        self.model_from_part = socket.flatten().unwrap_or(Affine3A::IDENTITY);
        let fits = data
            .palette
            .iter()
            .all(|joint| (joint.bone as usize) < models.len());
        self.palette.clear();
        if fits {
            skinning::palette(data, models, &mut self.palette);
        }
        let weight = |morph: &Morph| match held {
            Some(_) => morph.default_weight,
            None => skinning::morph_weight(morph, &frame.pose),
        };
        self.morphs = data.morphs.iter().map(weight).collect();
    }
}

impl PartFigure {
    /// Around every vertex, model space.
    fn bounds(&self) -> Bounds {
        let around = self
            .now
            .room
            .unwrap_or_else(|| self.part.bounds(&self.now.palette, &self.now.morphs));
        around.transformed(&self.now.model_from_part)
    }

    fn is_posed(&self) -> bool {
        self.now.palette.len() == self.data.palette.len()
    }

    fn drawable<'a>(&'a self, pose: &'a PartPose, world_from_model: Affine3A) -> Drawable<'a> {
        let paint = self.paint.as_ref().map(|(_, paint)| paint);
        let material = if paint.is_some() {
            &weights::MATERIAL
        } else {
            &self.material
        };
        Drawable {
            world_from_model: world_from_model * pose.model_from_part,
            morph_weights: &pose.morphs,
            room: pose.room,
            paint,
            ..Drawable::new(&self.part, material, &pose.palette)
        }
    }

    fn ghost(
        &self,
        (at, ghost): (usize, &StageGhost<'_>),
        world_from_model: Affine3A,
    ) -> Option<Drawable<'_>> {
        let [red, green, blue, _] = linear(ghost.color);
        Some(Drawable {
            tint: [red, green, blue, ghost.opacity],
            ..self.drawable(self.ghosts.get(at)?, world_from_model)
        })
    }
}

/// A theme colour as light.
fn linear(color: egui::Color32) -> [f32; 4] {
    egui::Rgba::from(color).to_array()
}

fn bone_overlay(
    frame: &studio::PreviewFrame,
    world_from_model: Affine3A,
    selected: Option<usize>,
) -> BoneOverlay<'_> {
    BoneOverlay {
        world_from_model,
        color: linear(theme::TEXT),
        selected,
        selected_color: linear(theme::ACCENT),
        ..BoneOverlay::new(&frame.skeleton, &frame.models)
    }
}

/// Path of the root, with dots at even distances; the last point is the root's present place.
fn trail_points(picture: &ViewportPicture<'_>) -> Vec<Vec3> {
    let Some(frame) = picture.frame else {
        return Vec::new();
    };
    let step = picture.spacing * TRAIL_STEP;
    let mut points: Vec<Vec3> = Vec::new();
    for point in &frame.trail {
        if points
            .last()
            .is_none_or(|last| last.distance(*point) >= step)
        {
            points.push(*point);
        }
    }
    points.push(frame.placement.translation);
    points
}

fn trail_lines(points: &[Vec3], scale: f32) -> Vec<Polyline<'_>> {
    let line = |points, width: f32, dots: f32, color| Polyline {
        points,
        color: linear(color),
        width: width * scale,
        dots: dots * scale,
        on_top: false,
    };
    let Some(here) = points.len().checked_sub(1) else {
        return Vec::new();
    };
    let (way, root) = points.split_at(here);
    vec![
        line(points, TRAIL_WIDTH, 0.0, theme::TEXT_2),
        line(way, TRAIL_WIDTH, TRAIL_DOT, theme::TEXT_2),
        line(root, 0.0, ROOT_RING[0], theme::WHITE),
        line(root, 0.0, ROOT_RING[1], theme::VIEW),
    ]
}
