//! A project of many clips: `cargo bench -p files --bench project`, or `-- 5000` for so many clips
//! (570 where no number is given).
//!
//! Compiled on one core and on all, again out of what is kept on disk, and again in the same
//! process; exported, loaded, saved after one edit, opened. Every clip is the sample's with a turn
//! of its own, so that none is another's. And a chain of bones, and ten times as many: what that
//! takes grows with them, and not with how deep each lies. Of one run.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use asset::{Cache, Id, Project};
use files::ClipCache;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

fn timed<T>(call: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = call();
    (done, start.elapsed())
}

/// The sample, with its clips again and again.
fn project(count: usize) -> Project {
    let mut project = mannequin::sample();
    let own: Vec<(Id, Arc<asset::Clip>)> = project
        .clips
        .iter()
        .map(|(id, clip)| (*id, clip.clone()))
        .collect();
    for (nth, (id, clip)) in own
        .iter()
        .cycle()
        .enumerate()
        .skip(own.len())
        .take(count.saturating_sub(own.len()))
    {
        let round = (nth / own.len()) as u64;
        let mut clip = (**clip).clone();
        clip.name = format!("{}_{round}", clip.name);
        let source = Arc::make_mut(&mut clip.source);
        for channel in source
            .tracks
            .iter_mut()
            .filter_map(|track| track.rotation.as_mut())
        {
            for turn in channel.values.chunks_mut(4) {
                let by = glam::Quat::from_rotation_y(round as f32 * 1e-3);
                turn.copy_from_slice(&(glam::Quat::from_slice(turn) * by).to_array());
            }
        }
        project
            .clips
            .insert(Id(id.0 ^ (round << 40)), Arc::new(clip));
    }
    project
}

/// Each bone the child of the one before, and a clip in which every one has keys and none goes
/// anywhere.
fn chain(bones: u32) -> Project {
    use asset::{
        Clip, Skeleton,
        skeleton::Bone,
        source::{Channel, ClipSource, Track},
    };
    let reference = anim::Transform::from_translation(glam::Vec3::Y * 0.01);
    let bone = |at: u32| Bone::new(format!("b{at}"), at.checked_sub(1), reference);
    let skeleton = Skeleton {
        name: "chain".into(),
        bones: (0..bones).map(bone).collect(),
        ..Skeleton::default()
    };
    let still = Channel {
        times: vec![0.0, 1.0],
        values: [0.0, 0.01, 0.0].repeat(2),
        ..Channel::default()
    };
    let track = |bone: &Bone| Track {
        bone: bone.key.clone(),
        translation: Some(still.clone()),
        ..Track::default()
    };
    let source = ClipSource {
        duration: 1.0,
        tracks: skeleton.bones.iter().map(track).collect(),
        ..ClipSource::default()
    };
    let clip = Clip::new("clip", Id(1), Arc::new(source), 30.0);
    Project {
        skeletons: [(Id(1), Arc::new(skeleton))].into(),
        clips: [(Id(2), Arc::new(clip))].into(),
        ..Project::default()
    }
}

fn main() {
    let count = std::env::args()
        .skip(1)
        .find_map(|word| word.parse().ok())
        .unwrap_or(570);
    let project = project(count);
    let folder = tempfile::TempDir::new().unwrap();
    let kept = folder.path().join("clips");
    // SAFETY: no other thread runs yet.
    #[allow(
        unsafe_code,
        reason = "an export takes what is kept from where this says"
    )]
    unsafe {
        std::env::set_var("MUTOSCOPE_CACHE", &kept);
    }
    let kept = ClipCache::of_user();
    let say =
        |what: &str, time: Duration| println!("{what:<46}{:>9.1} ms", time.as_secs_f64() * 1e3);
    let [few, many] = [400, 4_000].map(|bones| {
        let chain = chain(bones);
        timed(|| {
            asset::compile(
                &chain,
                &mut Cache::default(),
                asset::CompileOptions::default(),
            )
        })
        .1
    });
    say("a clip of a chain of 400 bones compiled", few);
    say("… of 4,000", many);
    println!(
        "  {:.1} times as long",
        many.as_secs_f64() / few.as_secs_f64()
    );
    println!(
        "{} clips, {} cores",
        project.clips.len(),
        std::thread::available_parallelism().unwrap()
    );
    let (_, one) = timed(|| {
        asset::compile(
            &project,
            &mut Cache::default(),
            asset::CompileOptions::default(),
        )
    });
    say("compiled on one core", one);
    let (_, all) = timed(|| files::compile(&project, &mut Cache::default(), &ClipCache::default()));
    say("… on all", all);
    println!(
        "  {:.2} times as fast",
        one.as_secs_f64() / all.as_secs_f64()
    );
    say(
        "… and kept on disk",
        timed(|| files::compile(&project, &mut Cache::default(), &kept)).1,
    );
    let mut cache = Cache::default();
    let (_, again) = timed(|| files::compile(&project, &mut cache, &kept));
    say("… and found there", again);
    let mut edited = project.clone();
    Arc::make_mut(edited.clips.values_mut().next().unwrap()).frame_rate = 24.0;
    say(
        "… in the same process after an edit of a clip",
        timed(|| files::compile(&edited, &mut cache, &kept)).1,
    );
    let bundle = folder.path().join("all.mbundle");
    let mut other = edited.clone();
    Arc::make_mut(other.clips.values_mut().next().unwrap()).frame_rate = 25.0;
    say(
        "exported after an edit of a clip",
        timed(|| files::export(&other, (&bundle, files::Over::Any), &|_| true).unwrap()).1,
    );
    let loads: Vec<Duration> = (0..11)
        .map(|_| timed(|| files::open(&bundle).unwrap()).1)
        .collect();
    say(
        "bundle loaded, the quickest of eleven",
        *loads.iter().min().unwrap(),
    );
    let saved = folder.path().join("project");
    say(
        "project saved",
        timed(|| files::create_project(&saved, &project).unwrap()).1,
    );
    let remembered = files::Remembered::default();
    let since = |project| files::Saving {
        remembered: Some(&remembered),
        ..files::Saving::since(Some(project))
    };
    say(
        "… after an edit of a clip",
        timed(|| files::save_project(&saved, &edited, &since(&project)).unwrap()).1,
    );
    say(
        "… after another",
        timed(|| files::save_project(&saved, &project, &since(&edited)).unwrap()).1,
    );
    say("… opened", timed(|| files::open(&saved).unwrap()).1);
}
