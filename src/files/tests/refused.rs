//! That whatever a project holds that cannot play, compiling tells it of the asset that has it; and
//! what compiles without an error is a bundle that reads back as the same library.

use asset::{Cache, Project, Severity};
use formats::project;
use proptest::prelude::*;
use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

const HOSTILE: [f32; 7] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    -1e30,
    1.1e9,
    -1.0,
];

type Edit = (&'static str, fn(&mut Project, f32));

static PROJECT: LazyLock<Project> = LazyLock::new(mannequin::excerpt);

macro_rules! first {
    ($project:expr, $list:ident) => {
        Arc::make_mut(
            $project
                .$list
                .values_mut()
                .next()
                .expect("the excerpt has one"),
        )
    };
}

macro_rules! part {
    ($project:expr) => {
        Arc::make_mut(&mut first!($project, meshes).lods[0].parts[0].data)
    };
}

/// The last item of a list of the first part, changed.
macro_rules! set {
    ($project:expr, $list:ident, |$item:ident| $edit:expr) => {{
        let mut items = part!($project).$list.to_vec();
        items.last_mut().into_iter().for_each(|$item| $edit);
        part!($project).$list = items.into();
    }};
}

fn source(project: &mut Project) -> &mut asset::source::ClipSource {
    Arc::make_mut(&mut first!(project, clips).source)
}

fn channel(project: &mut Project, edit: impl Fn(&mut asset::source::Channel)) {
    let tracks = source(project).tracks.iter_mut();
    let channels = tracks
        .flat_map(|track| [&mut track.translation, &mut track.rotation])
        .flatten();
    channels.take(3).for_each(edit);
}

const EDITS: [Edit; 44] = [
    ("a bone's place", |p, x| {
        first!(p, skeletons).bones[3].reference.translation.y = x
    }),
    ("a bone's turn", |p, x| {
        first!(p, skeletons).bones[3].reference.rotation.x = x
    }),
    ("a bone's scale", |p, x| {
        first!(p, skeletons).bones[2].reference.scale.z = x
    }),
    ("a bone's parent", |p, x| {
        first!(p, skeletons).bones[2].parent = Some(x as u32)
    }),
    ("no parent", |p, _| {
        first!(p, skeletons).bones[2].parent = None
    }),
    ("no bones", |p, _| first!(p, skeletons).bones.clear()),
    ("a socket", |p, x| {
        first!(p, skeletons)
            .sockets
            .iter_mut()
            .for_each(|socket| socket.local.translation.x = x);
    }),
    ("a socket's bone", |p, _| {
        first!(p, skeletons)
            .sockets
            .iter_mut()
            .for_each(|socket| socket.bone = "gone".into());
    }),
    ("weights of masks", |p, x| {
        let masks = first!(p, skeletons).masks.iter_mut();
        masks.for_each(|mask| mask.weights.values_mut().for_each(|weight| *weight = x));
    }),
    ("factors of profiles", |p, x| {
        let profiles = first!(p, skeletons).blend_profiles.iter_mut();
        profiles.for_each(|profile| profile.factors.values_mut().for_each(|factor| *factor = x));
    }),
    ("a clip's length", |p, x| source(p).duration = x),
    ("times", |p, x| {
        channel(p, |channel| {
            channel.times.iter_mut().for_each(|time| *time = x)
        })
    }),
    ("a value of a key", |p, x| {
        channel(p, |channel| {
            channel.values.iter_mut().for_each(|value| *value = x)
        })
    }),
    ("no keys", |p, _| {
        channel(p, |channel| {
            (channel.times.clear(), channel.values.clear()).0
        })
    }),
    ("no tracks", |p, _| source(p).tracks.clear()),
    ("a rate scale", |p, x| first!(p, clips).rate_scale = x),
    ("a frame rate", |p, x| first!(p, clips).frame_rate = x),
    ("notifies of clips", |p, x| {
        let clips = p.clips.values_mut().map(Arc::make_mut);
        clips
            .flat_map(|clip| clip.notifies.iter_mut())
            .for_each(|notify| (notify.time, notify.chance) = (x, x));
    }),
    ("thresholds", |p, x| {
        let clips = p.clips.values_mut().map(Arc::make_mut);
        clips
            .flat_map(|clip| clip.notifies.iter_mut())
            .for_each(|notify| notify.weight_threshold = x);
    }),
    ("curves", |p, x| {
        let clips = p.clips.values_mut().map(Arc::make_mut);
        let keys = clips
            .flat_map(|clip| &mut clip.curves)
            .flat_map(|curve| &mut curve.keys);
        keys.for_each(|key| (key.value, key.in_tangent) = (x, x));
    }),
    ("markers", |p, x| {
        let clips = p.clips.values_mut().map(Arc::make_mut);
        clips
            .flat_map(|clip| &mut clip.sync_markers)
            .for_each(|marker| marker.time = x);
    }),
    ("positions", |p, x| set!(p, positions, |it| it[1] = x)),
    ("normals", |p, x| set!(p, normals, |it| it[1] = x)),
    ("uvs", |p, x| set!(p, uvs, |it| it[1] = x)),
    ("weights", |p, x| set!(p, weights, |it| *it = x)),
    ("joints", |p, x| set!(p, joints, |it| *it = x as u16)),
    ("joints beyond", |p, _| set!(p, joints, |it| *it = u16::MAX)),
    ("inverse binds", |p, x| {
        set!(p, palette, |it| it.inverse_bind[1][3] = x)
    }),
    ("bones of the palette", |p, _| {
        set!(p, palette, |it| it.bone = 40_000)
    }),
    ("triangles", |p, _| set!(p, indices, |it| *it = u32::MAX)),
    ("half a triangle", |p, _| {
        part!(p).indices = vec![0, 1].into()
    }),
    ("deltas", |p, x| set!(p, deltas, |it| it.position[0] = x)),
    ("no vertices", |p, _| {
        part!(p).positions = anim::Array::default()
    }),
    ("a colour", |p, x| {
        first!(p, meshes)
            .materials
            .iter_mut()
            .for_each(|it| it.base_color[0] = x)
    }),
    ("a screen size", |p, x| {
        first!(p, meshes)
            .lods
            .iter_mut()
            .for_each(|lod| lod.screen_size = x)
    }),
    ("no levels", |p, _| first!(p, meshes).lods.clear()),
    ("a fixed box", |p, x| {
        first!(p, meshes).room = anim::BoundsBy::Fixed(anim::Bounds {
            min: glam::Vec3::ZERO,
            max: glam::Vec3::new(1.0, x, 1.0),
        });
    }),
    ("a montage's rate", |p, x| {
        first!(p, montages).rate_scale = x
    }),
    ("blends", |p, x| {
        (
            first!(p, montages).blend_in.time,
            first!(p, montages).blend_out_trigger,
        ) = (x, x)
    }),
    ("segments", |p, x| {
        let segments = first!(p, montages)
            .slots
            .iter_mut()
            .flat_map(|slot| &mut slot.segments);
        segments.for_each(|segment| (segment.clip_begin, segment.rate) = (x, x));
    }),
    ("starts of segments", |p, x| {
        let segments = first!(p, montages)
            .slots
            .iter_mut()
            .flat_map(|slot| &mut slot.segments);
        segments.for_each(|segment| segment.start = x);
    }),
    ("sections", |p, x| {
        first!(p, montages)
            .sections
            .iter_mut()
            .for_each(|section| section.start = x)
    }),
    ("samples of blend spaces", |p, x| {
        let spaces = p.blend_spaces.values_mut().map(Arc::make_mut);
        spaces
            .flat_map(|space| &mut space.samples)
            .for_each(|sample| (sample.at[0], sample.rate) = (x, x));
    }),
    ("no slots", |p, _| first!(p, montages).slots.clear()),
];

/// Either an error that names an asset, in a sentence, or a bundle that is what was compiled.
fn check(project: &Project, cache: &mut Cache, what: &str) -> Result<(), TestCaseError> {
    let compiled = asset::compile(project, cache, asset::CompileOptions::default());
    let errors: Vec<_> = compiled
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .collect();
    for error in &errors {
        let told = asset::describe(project, error);
        let name = project
            .asset_name(error.subject.asset)
            .expect("the asset is one of the project");
        prop_assert!(
            told.contains(name) && told.ends_with('.'),
            "{}: {}",
            what,
            told
        );
    }
    let bytes = bundle::write(&compiled.library, &bundle::Golden::default());
    let back = bundle::read(anim::Store::of(&bytes), bytes.len());
    match back {
        Ok(back) => prop_assert!(
            !errors.is_empty() || *back.library == *compiled.library,
            "{}: it is another",
            what
        ),
        Err(error) => prop_assert!(
            !errors.is_empty(),
            "{}: compiled without an error, and {}",
            what,
            error
        ),
    }
    Ok(())
}

#[test]
fn each_hostile_value_is_told_of_its_asset_or_plays() {
    let mut cache = Cache::default();
    check(&PROJECT, &mut cache, "nothing changed").unwrap();
    for (at, (name, edit)) in EDITS.into_iter().enumerate() {
        for number in [
            HOSTILE[at % HOSTILE.len()],
            HOSTILE[(at + 3) % HOSTILE.len()],
        ] {
            let mut project = PROJECT.clone();
            edit(&mut project, number);
            check(&project, &mut cache, &format!("{name} as {number}")).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn several_hostile_values_at_once_are_told_or_play(
        edits in prop::collection::vec((0..EDITS.len(), 0..HOSTILE.len()), 2..5),
    ) {
        let mut project = PROJECT.clone();
        let names: BTreeSet<&str> = edits.iter().map(|(edit, _)| EDITS[*edit].0).collect();
        let has_ends = ["no levels", "no slots", "no bones", "no vertices"].iter().any(|name| names.contains(name));
        prop_assume!(!has_ends);
        edits.iter().for_each(|(edit, number)| EDITS[*edit].1(&mut project, HOSTILE[*number]));
        check(&project, &mut Cache::default(), &format!("{edits:?}"))?;
    }
}

/// Numbers of a file that JSON can spell and an f32 cannot hold, or no project can use.
const SPELLED: [&str; 6] = ["1e39", "-1e39", "3.4e38", "1e300", "-1", "4294967295"];

/// The place and length of the number of a text nearest after a byte.
fn number_after(text: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_part = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    let is_start = |at: usize| {
        (bytes[at].is_ascii_digit() || bytes[at] == b'-')
            && at > 0
            && b" [:,".contains(&bytes[at - 1])
    };
    let start = (from..bytes.len()).find(|at| is_start(*at))?;
    let length = bytes[start..]
        .iter()
        .take_while(|byte| is_part(**byte))
        .count();
    Some((start, length))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_number_of_a_file_that_no_project_can_have_is_refused_by_its_place_or_told(
        file in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        number in 0..SPELLED.len(),
    ) {
        let mut files = project::write(&PROJECT);
        let names: Vec<String> = files.files.keys().filter(|name| name.ends_with(".json")).cloned().collect();
        let name = &names[file.index(names.len())];
        let text = String::from_utf8(files.files[name].clone()).unwrap();
        let Some((start, length)) = number_after(&text, at.index(text.len())) else { return Ok(()) };
        let changed = format!("{}{}{}", &text[..start], SPELLED[number], &text[start + length..]);
        files.files.insert(name.clone(), changed.into_bytes());
        match project::read(&files) {
            Err(error) => prop_assert!(error.problems.iter().all(|problem| !problem.text.is_empty())),
            Ok((read, _)) => check(&read, &mut Cache::default(), &format!("{name} at {start} as {}", SPELLED[number]))?,
        }
    }
}
