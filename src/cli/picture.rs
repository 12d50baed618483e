//! `render`: pictures and videos of what plays, drawn by the renderer that the viewport uses.

use crate::{
    Failure, Io,
    args::{MeshShading, RenderArgs},
    crowd::{self, Member},
    load::{self, Loaded},
    output,
    played::TICK,
    progress::ProgressLine,
    props,
    stage::{PlayedAsset, Stage, StagePart, StagePose, mesh_parts},
};
use anim::{
    MeshPart,
    skinning::{self, Skinned},
};
use asset::{Bones, Id, Project, Prop};
use files::Product;
use footage::{
    FootageError, FootageOrder, FootageOutput, FootageShot, FootageStudio, TakenPicture,
};
use glam::{Affine3A, UVec2, Vec3};
use render::{
    BoneOverlay, Bounds, Drawable, Gpu, GpuError, GpuPart, GpuTexture, Grid, Image, OrbitCamera,
    PassTimes, RenderMaterial, RenderScene, RenderTiming, Renderer, Shading,
};
use std::{collections::BTreeMap, sync::Arc};
use words::tr;

/// Ratio of the picture's width to the character's.
const MARGIN: f32 = 1.08;
/// Seconds between two pictures whose motion is shown.
const A_PICTURE: f64 = 1.0 / 60.0;
/// Number of moments of a clip at which the room is measured that one of a crowd takes.
const SPREAD: u32 = 12;

/// Draws one picture, a row of numbered ones, a sheet or a video, and prints the path of each file.
/// An error when something is unknown, when there is no usable graphics device, or when the output
/// must not be replaced.
pub fn run_render(args: &RenderArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    check_call(args)?;
    let mut loaded = load::load(&args.file, io)?;
    props::dress(&mut loaded, args)?;
    let mut stage = staged(&mut loaded, args)?;
    stage.follow(args.profile.as_deref())?;
    stage.hide();
    let over = output::over(args.force);
    let product = if args.video {
        Product::Video
    } else {
        Product::Picture
    };
    files::check_output(&args.out, product, over)?;
    let gpu = Gpu::headless().map_err(Failure::input)?;
    let lacks = match args.shading {
        MeshShading::Motion if !gpu.shows_motion() => Some(GpuError::NoVertexStorage {
            adapter: gpu.adapter.name.clone(),
        }),
        MeshShading::Wireframe if !gpu.shows_wireframe() => Some(GpuError::NoLineTriangles {
            adapter: gpu.adapter.name.clone(),
        }),
        _ => None,
    };
    lacks.map_or(Ok(()), |lacks| Err(Failure::input(lacks)))?;
    let focus = args
        .focus
        .as_deref()
        .map(|name| find_bone(&stage, name))
        .transpose()?;
    let order = order(args, stage.duration)?;
    let mut studio = Studio::new(&gpu, &loaded, &stage, args, focus);
    studio.see(&order, args.crowd.unwrap_or(1));
    let progress = ProgressLine::new("rendering");
    let go_on = |part: f32| progress.tell(part);
    let written = footage::shoot(&order, &mut studio, (&args.out, over), &go_on)?;
    drop(progress);
    // A line of times for each picture stands before its path.
    let mut times = studio.told.iter();
    let a_file = studio.told.len() / written.files.len().max(1);
    for path in &written.files {
        for line in times.by_ref().take(a_file) {
            writeln!(io.out, "{line}")?;
        }
        writeln!(io.out, "{}", path.display())?;
    }
    Ok(())
}

/// An error when the name of the output is that of another kind of file, and for a video of what
/// stands still.
fn check_call(args: &RenderArgs) -> Result<(), Failure> {
    let played = args.clip.as_ref().or(args.graph.as_ref());
    let played = played
        .or(args.montage.as_ref())
        .or(args.blend_space.as_ref());
    if args.video && played.is_none() && args.turntable.is_none() {
        return Err(Failure::input(tr!(
            "nothing moves in this video. Add --clip, --montage, --graph, --blend-space or --turntable."
        )));
    }
    if args.sheet.is_some() && args.shading == MeshShading::Motion {
        return Err(Failure::input(tr!(
            "the camera of a sheet follows the character, so its motion is not visible. Use --frames instead of --sheet."
        )));
    }
    let ending = args.out.extension().unwrap_or_default();
    match (args.video, ending.eq_ignore_ascii_case("avi")) {
        (true, false) => Err(Failure::input(tr!(
            "--video writes .avi files. Use a name that ends in .avi."
        ))),
        (false, true) => Err(Failure::input(tr!(
            "an .avi file is a video. Add --video, or use a name that ends in .png."
        ))),
        _ => Ok(()),
    }
}

/// Stage with what is drawn. An additive clip that is asked for by itself is made whole.
fn staged(loaded: &mut Loaded, args: &RenderArgs) -> Result<Stage, Failure> {
    let is_spread =
        args.turntable.is_none() && (args.video || args.frames.or(args.sheet).is_some());
    let needed = if is_spread { args.to } else { Some(args.time) };
    let asset = match (&args.graph, &args.montage, &args.blend_space) {
        (Some(graph), ..) => PlayedAsset::Graph(graph, args.script.as_deref()),
        (_, Some(montage), _) => PlayedAsset::Montage(montage),
        (.., Some(space)) => PlayedAsset::BlendSpace(space, args.at),
        _ => {
            make_whole(loaded);
            return Stage::new(loaded, args.clip.as_deref(), args.lod);
        }
    };
    let duration = match asset {
        PlayedAsset::Montage(_) => needed,
        _ => Some(needed.unwrap_or(args.duration)),
    };
    // Every frame of a video is a tick.
    let tick = if args.video {
        let frame = args.rate.time(1);
        frame / (frame / TICK - 1e-6).ceil()
    } else {
        TICK
    };
    Stage::played(loaded, asset, (duration, tick), args.lod)
}

/// Order for footage: the pictures to take, and what becomes of them.
fn order(args: &RenderArgs, duration: f64) -> Result<FootageOrder, Failure> {
    let (from, to) = (args.from.unwrap_or(0.0), args.to.unwrap_or(duration));
    let shots = match (args.turntable, args.frames.or(args.sheet)) {
        (Some(count), _) => footage::around(count, args.time),
        (None, Some(_)) if to < from => return Err(FootageError::Empty.into()),
        (None, Some(count)) => footage::across(count, from, to),
        (None, None) if args.video => footage::every(args.rate, from, to)?,
        (None, None) => footage::across(1, args.time, args.time),
    };
    let output = match args.sheet {
        _ if args.video => FootageOutput::Video(args.rate),
        Some(_) => FootageOutput::Sheet {
            columns: SHEET_COLUMNS,
        },
        None => FootageOutput::Pictures,
    };
    Ok(FootageOrder {
        shots,
        output,
        burn_in: args.burn_in.unwrap_or_default(),
    })
}

/// A line that states how long a picture took, or that the device's clock cannot measure it.
fn told(measured: RenderTiming, adapter: &str) -> String {
    let skinned = tr!("{adapter}: {} vertices pre-skinned", measured.vertices);
    match measured.times {
        Some(PassTimes { skin, scene }) => {
            tr!(
                "{skinned} in {:.3} ms, picture drawn in {:.3} ms",
                skin * 1e3,
                scene * 1e3
            )
        }
        None => tr!("{skinned}; the device has no timer"),
    }
}

/// Poses over the whole length of what plays. A crowd may show any of them.
fn spread(stage: &Stage) -> Vec<StagePose> {
    (0..=SPREAD)
        .map(|at| stage.at(stage.duration * f64::from(at) / f64::from(SPREAD)))
        .collect()
}

fn find_bone(stage: &Stage, name: &str) -> Result<usize, Failure> {
    let missing = || {
        Failure::Input(tr!(
            "bone “{name}” does not exist. `mutoscope info --json` lists the bones."
        ))
    };
    stage
        .bones
        .iter()
        .position(|bone| bone.name == name)
        .ok_or_else(missing)
}

/// Makes additive clips whole. What they add says little by itself, so that each is drawn on its
/// base, the pose that it was made from.
fn make_whole(loaded: &mut Loaded) {
    if let Loaded::Authored { project, .. } = loaded {
        for clip in project
            .clips
            .values_mut()
            .filter(|clip| clip.additive.is_some())
        {
            Arc::make_mut(clip).additive = None;
        }
    }
}

/// Distance that counts as near a bone, relative to the character's size.
const NEAR: f32 = 0.12;
/// Number of pictures in a row of a sheet.
const SHEET_COLUMNS: u32 = 6;

/// Everything that stays the same from picture to picture.
struct Studio<'a> {
    stage: &'a Stage,
    renderer: Renderer,
    parts: Vec<(GpuPart, RenderMaterial)>,
    props: Vec<SocketPropPart>,
    camera: OrbitCamera,
    viewport: UVec2,
    samples: u32,
    /// Grid that is drawn; None for no grid.
    grid: Option<Grid>,
    /// A bone of the stage.
    focus: Option<usize>,
    shading: Shading,
    members: Vec<Member>,
    /// The camera goes with the root over the ground.
    goes_along: bool,
    has_times: bool,
    /// A line a picture, where times were asked for.
    told: Vec<String>,
}

/// One character of a picture.
struct Cast {
    posed: StagePose,
    place: Vec3,
    /// Whether the clip started over since the picture before. The distance between the two
    /// pictures is then no motion of the character.
    jumps: bool,
}

/// One part of what a socket holds.
struct SocketPropPart {
    data: Arc<MeshPart>,
    part: GpuPart,
    material: RenderMaterial,
    palette: Vec<Affine3A>,
    weights: Vec<f32>,
    bone: usize,
    bone_from_prop: Affine3A,
}

impl SocketPropPart {
    fn model_from_prop(&self, posed: &StagePose) -> Affine3A {
        posed.models[self.bone] * self.bone_from_prop
    }
}

impl<'a> Studio<'a> {
    fn new(
        gpu: &Gpu,
        loaded: &Loaded,
        stage: &'a Stage,
        args: &RenderArgs,
        focus: Option<usize>,
    ) -> Self {
        let mut renderer = Renderer::new(gpu);
        renderer.set_skin_cache(args.skin_cache.saturating_mul(1 << 20));
        let (parts, props) = match loaded {
            Loaded::Authored { project, .. } => {
                let mut dresser = Dresser::new(&renderer, project);
                let parts = stage
                    .parts
                    .iter()
                    .map(|part| dresser.dressed(part))
                    .collect();
                let skeleton = stage.authored;
                (
                    parts,
                    skeleton.map_or(Vec::new(), |skeleton| {
                        let held = project.props(skeleton).into_iter();
                        dresser.props(held.chain(stage.held.iter().cloned()), args.lod)
                    }),
                )
            }
            Loaded::Bundle(_) => {
                let plain = |part: &StagePart| {
                    (renderer.upload_mesh(&part.data), RenderMaterial::default())
                };
                (stage.parts.iter().map(plain).collect(), Vec::new())
            }
        };
        let mut camera = OrbitCamera::default();
        camera.orbit(args.turn.to_radians(), 0.0);
        let (viewport, samples) = (UVec2::from(args.size), gpu.preferred_samples());
        let shading = match args.shading {
            MeshShading::Lit => Shading::Lit,
            MeshShading::Solid => Shading::Solid,
            MeshShading::Unlit => Shading::Unlit,
            MeshShading::Wireframe => Shading::Wireframe,
            MeshShading::Normals => Shading::Normals,
            MeshShading::Motion => Shading::Motion,
        };
        let members = crowd::members(1, Bounds::EMPTY);
        let grid = (!args.no_grid).then(Grid::default);
        Studio {
            stage,
            renderer,
            parts,
            props,
            camera,
            viewport,
            samples,
            grid,
            focus,
            shading,
            members,
            goes_along: args.sheet.is_some(),
            has_times: args.times,
            told: Vec::new(),
        }
    }

    /// Puts the camera where everything that an order takes is seen.
    fn see(&mut self, order: &FootageOrder, count: u32) {
        let moments = |times: Vec<f64>| times.into_iter().map(|time| self.stage.at(time)).collect();
        let all: Vec<f64> = order.shots.iter().map(|shot| shot.time).collect();
        let posed: Vec<StagePose> = match order.output {
            FootageOutput::Video(_) => {
                let step = all.len().div_ceil(SPREAD as usize).max(1);
                let last = all.last().copied();
                moments(all.into_iter().step_by(step).chain(last).collect())
            }
            _ => moments(all),
        };
        match count {
            1 if self.goes_along => self.frame_along(&posed),
            1 => self.frame(&posed, 1),
            _ => self.frame(&spread(self.stage), count),
        }
    }

    /// Frames every pose as if each stood in the middle of the world.
    fn frame_along(&mut self, posed: &[StagePose]) {
        let at_home = |posed: &StagePose| -> Vec<Vec3> {
            let place = self.place(posed);
            self.points(posed).iter().map(|at| *at - place).collect()
        };
        let around: Vec<Vec3> = posed.iter().flat_map(at_home).collect();
        self.camera.frame_points(&around, self.viewport.as_vec2());
        self.frame_grid(Bounds::of_points(around));
        self.camera.distance *= MARGIN;
    }

    /// Characters in a picture; `before` is the time of the picture before it.
    fn cast(&self, time: f64, before: f64) -> Vec<Cast> {
        let each = |member: &Member| {
            let (time, jumps) = crowd::moment(member, time, before, self.stage.duration);
            Cast {
                posed: self.stage.at(time),
                place: member.place,
                jumps,
            }
        };
        self.members.iter().map(each).collect()
    }

    /// Puts the camera where every pose is seen whole, of everybody.
    fn frame(&mut self, posed: &[StagePose], count: u32) {
        let one = Bounds::of_points(posed.iter().flat_map(|posed| self.points(posed)));
        self.members = crowd::members(count, one);
        let corner = |at: u32| {
            let side = |bit: u32, axis: usize| {
                if at & bit == 0 {
                    one.min[axis]
                } else {
                    one.max[axis]
                }
            };
            Vec3::new(side(1, 0), side(2, 1), side(4, 2))
        };
        let corners: Vec<Vec3> = (0..8).map(corner).collect();
        match count {
            1 => self.frame_box(one),
            _ => {
                let all = self
                    .members
                    .iter()
                    .flat_map(|member| corners.iter().map(|at| *at + member.place));
                self.camera
                    .frame_points(&all.collect::<Vec<_>>(), self.viewport.as_vec2());
                self.camera.distance *= MARGIN;
                self.frame_grid(one);
            }
        }
    }

    /// Points of a pose that are to be seen.
    fn points(&self, posed: &StagePose) -> Vec<Vec3> {
        let mut points = points(self.stage, &self.props, posed);
        if let Some(bone) = self.focus {
            let near = Bounds::of_points(points.iter().copied())
                .size()
                .max_element()
                * NEAR;
            let at = Vec3::from(posed.models[bone].translation);
            points.retain(|point| point.distance(at) < near);
        }
        points
    }

    /// Middle of a picture of a sheet: the root over the ground, or the bone that is in focus.
    fn place(&self, posed: &StagePose) -> Vec3 {
        if let Some(bone) = self.focus {
            return posed.models[bone].translation.into();
        }
        let root = posed
            .models
            .first()
            .map_or(Vec3::ZERO, |root| root.translation.into());
        Vec3::new(root.x, 0.0, root.z)
    }

    fn frame_grid(&mut self, bounds: Bounds) {
        let spacing = 10f32.powf(bounds.size().max_element().clamp(1e-3, 1e5).log10().round());
        if let Some(grid) = &mut self.grid {
            grid.spacing = spacing;
        }
    }

    fn frame_box(&mut self, bounds: Bounds) {
        self.frame_grid(bounds);
        self.camera.frame(bounds, self.viewport.as_vec2());
        self.camera.distance *= MARGIN;
    }

    fn draw(&mut self, cast: &[Cast], turn: f32) -> Result<Image, GpuError> {
        self.with_scene(cast, turn, Renderer::render_to_image)
    }

    /// Everything is made and everybody is in another pose before.
    fn measure(&mut self, shot: &FootageShot) -> Result<(), GpuError> {
        let other = if shot.time < A_PICTURE {
            shot.time + A_PICTURE
        } else {
            shot.time - A_PICTURE
        };
        self.draw(&self.cast(other, other), shot.turn)?;
        let times = self.with_scene(&self.cast(shot.time, other), shot.turn, Renderer::measure)?;
        self.told
            .push(told(times, &self.renderer.gpu().adapter.name));
        Ok(())
    }

    fn with_scene<T>(
        &mut self,
        cast: &[Cast],
        turn: f32,
        draw: fn(&mut Renderer, &RenderScene<'_>) -> Result<T, GpuError>,
    ) -> Result<T, GpuError> {
        let mut camera = self.camera;
        if let (true, Some(first)) = (self.goes_along, cast.first()) {
            camera.target += self.place(&first.posed);
        }
        camera.orbit(turn, 0.0);
        let parts = &self.stage.parts;
        let palettes: Vec<Vec<Vec<Affine3A>>> = cast
            .iter()
            .map(|one| parts.iter().map(|part| palette(part, &one.posed)).collect())
            .collect();
        let weights: Vec<Vec<Vec<f32>>> = cast
            .iter()
            .map(|one| parts.iter().map(|part| weights(part, &one.posed)).collect())
            .collect();
        let mut scene = RenderScene {
            viewport: self.viewport,
            samples: self.samples,
            camera,
            grid: self.grid,
            shading: self.shading,
            ..RenderScene::default()
        };
        for (who, one) in cast.iter().enumerate() {
            let world_from_model = Affine3A::from_translation(one.place);
            let worn = self
                .parts
                .iter()
                .enumerate()
                .map(|(at, (part, material))| Drawable {
                    morph_weights: &weights[who][at],
                    ..Drawable::new(part, material, &palettes[who][at])
                });
            let all = worn.chain(
                self.props
                    .iter()
                    .map(|prop| prop_drawable(prop, &one.posed)),
            );
            scene.drawables.extend(all.map(|drawable| Drawable {
                world_from_model: world_from_model * drawable.world_from_model,
                jumps: one.jumps,
                ..drawable
            }));
            if self.parts.is_empty() {
                let bones = BoneOverlay::new(&self.stage.skeleton, &one.posed.models);
                scene.bones.push(BoneOverlay {
                    world_from_model,
                    ..bones
                });
            }
        }
        draw(&mut self.renderer, &scene)
    }
}

impl FootageStudio for Studio<'_> {
    fn take(&mut self, shot: &FootageShot) -> Result<TakenPicture, FootageError> {
        let is_motion = self.shading == Shading::Motion;
        let before = shot.time - if is_motion { A_PICTURE } else { 0.0 };
        if self.has_times {
            self.measure(shot)?;
        }
        if is_motion {
            self.draw(&self.cast(before.max(0.0), before), shot.turn)?;
        }
        Ok(TakenPicture {
            image: self.draw(&self.cast(shot.time, before), shot.turn)?,
            caption: self.stage.caption(shot.time),
        })
    }
}

fn prop_drawable<'a>(prop: &'a SocketPropPart, posed: &StagePose) -> Drawable<'a> {
    let world_from_model = prop.model_from_prop(posed);
    Drawable {
        world_from_model,
        morph_weights: &prop.weights,
        ..Drawable::new(&prop.part, &prop.material, &prop.palette)
    }
}

/// Gives parts their own looks, every texture uploaded once.
struct Dresser<'a> {
    renderer: &'a Renderer,
    project: &'a Project,
    colors: BTreeMap<Id, GpuTexture>,
    normals: BTreeMap<Id, GpuTexture>,
}

impl<'a> Dresser<'a> {
    fn new(renderer: &'a Renderer, project: &'a Project) -> Self {
        Dresser {
            renderer,
            project,
            colors: BTreeMap::new(),
            normals: BTreeMap::new(),
        }
    }

    fn dressed(&mut self, part: &StagePart) -> (GpuPart, RenderMaterial) {
        let Dresser {
            renderer,
            project,
            colors,
            normals,
        } = self;
        let colored = |width, height, rgba: &[u8]| renderer.upload_texture(width, height, rgba);
        let bumped = |width, height, rgba: &[u8]| renderer.upload_normals(width, height, rgba);
        let material = part.material.as_ref().map(|material| RenderMaterial {
            base_color: material.base_color,
            texture: material
                .texture
                .and_then(|id| texture(project, id, colors, &colored)),
            normal_texture: material
                .normal_texture
                .and_then(|id| texture(project, id, normals, &bumped)),
            double_sided: material.double_sided,
            alpha_cutoff: material.alpha_cutoff.unwrap_or(0.0),
        });
        (
            renderer.upload_mesh(&part.data),
            material.unwrap_or_default(),
        )
    }

    /// Parts of the props that sockets hold.
    fn props(&mut self, all: impl Iterator<Item = Prop>, lod: usize) -> Vec<SocketPropPart> {
        let mut props = Vec::new();
        for held in all {
            let models = held.skeleton.reference_models();
            for part in mesh_parts(&held.mesh, &Bones::of(&held.skeleton), lod) {
                let (gpu, material) = self.dressed(&part);
                let mut palette = Vec::new();
                skinning::palette(&part.data, &models, &mut palette);
                let (bone, bone_from_prop) = (held.bone as usize, held.local.to_affine());
                let weights = part
                    .data
                    .morphs
                    .iter()
                    .map(|morph| morph.default_weight)
                    .collect();
                props.push(SocketPropPart {
                    data: part.data,
                    part: gpu,
                    material,
                    palette,
                    weights,
                    bone,
                    bone_from_prop,
                });
            }
        }
        props
    }
}

/// Texture of the asset `id` on the device; None for a picture that has no texels.
fn texture(
    project: &Project,
    id: Id,
    known: &mut BTreeMap<Id, GpuTexture>,
    upload: &dyn Fn(u32, u32, &[u8]) -> GpuTexture,
) -> Option<GpuTexture> {
    if let Some(texture) = known.get(&id) {
        return Some(texture.clone());
    }
    let asset::Texture {
        width,
        height,
        rgba,
        ..
    } = project.textures.get(&id)?.as_ref();
    let texels = u64::from(*width) * u64::from(*height);
    if texels == 0 || rgba.len() as u64 != texels * 4 {
        return None;
    }
    let texture = upload(*width, *height, rgba);
    known.insert(id, texture.clone());
    Some(texture)
}

fn palette(part: &StagePart, posed: &StagePose) -> Vec<Affine3A> {
    let mut palette = Vec::new();
    skinning::palette(&part.data, &posed.models, &mut palette);
    palette
}

fn weights(part: &StagePart, posed: &StagePose) -> Vec<f32> {
    part.data
        .morphs
        .iter()
        .map(|morph| skinning::morph_weight(morph, &posed.pose))
        .collect()
}

/// Every vertex, or the bones where there is no mesh.
fn points(stage: &Stage, props: &[SocketPropPart], posed: &StagePose) -> Vec<Vec3> {
    let mut skinned = Skinned::default();
    let mut points = Vec::new();
    for part in &stage.parts {
        skinning::skin_pose(&part.data, &posed.models, &posed.pose, &mut skinned);
        points.extend_from_slice(&skinned.positions);
    }
    for prop in props {
        let model = prop.model_from_prop(posed);
        skinning::skin(&prop.data, &prop.palette, &prop.weights, &mut skinned);
        points.extend(
            skinned
                .positions
                .iter()
                .map(|at| model.transform_point3(*at)),
        );
    }
    if points.is_empty() {
        posed
            .models
            .iter()
            .map(|model| Vec3::from(model.translation))
            .collect()
    } else {
        points
    }
}
