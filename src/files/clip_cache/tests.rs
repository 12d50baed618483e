use super::*;
use crate::dice::Dice;
use anim::{Transform, additive::AdditiveKind, codec::EncoderSettings, retarget::Retarget};
use asset::{
    BoneKey, Id, KnownRecipes, Notify, NotifyTrack, Project, Warp,
    clip::{Additive, AdditiveBase, LoopPolicy},
    source::Interpolation,
    warp::WarpPoint,
};
use std::sync::Arc;

fn works(project: &Project) -> Vec<Work> {
    asset::compile(
        project,
        &mut asset::Cache::default(),
        asset::CompileOptions::deferred(),
    )
    .pending
}

fn outcome(done: &Done) -> Made {
    done.made().expect("it compresses")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let below = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = below
        .flat_map(|entry| {
            fs::read_dir(entry.path())
                .unwrap()
                .flatten()
                .map(|it| it.path())
        })
        .collect();
    all.sort();
    all
}

#[test]
fn nothing_is_kept_where_somebody_says_so_or_names_no_folder() {
    let folder = |told: Option<&str>| ClipCache::as_told(told.map(OsString::from)).folder;
    assert_eq!([folder(Some("off")), folder(Some(""))], [None, None]);
    assert_eq!(folder(Some("/tmp/kept")), Some("/tmp/kept".into()));
    assert!(folder(None).is_none_or(|usual| usual.ends_with("mutoscope/clips")));
}

#[test]
fn what_was_compressed_before_is_found_whole_and_what_is_broken_is_made_again() {
    let folder = tempfile::TempDir::new().unwrap();
    let works = works(&mannequin::excerpt());
    let wanted: Vec<_> = works
        .iter()
        .map(|work| outcome(&work.clone().compress()))
        .collect();
    let kept = ClipCache::at(folder.path().join("clips"));
    for round in 0..3 {
        let found: Vec<_> = works
            .iter()
            .map(|work| outcome(&kept.compress(work.clone())))
            .collect();
        assert!(found == wanted, "round {round}");
    }
    let all = files(&folder.path().join("clips"));
    assert_eq!(all.len(), works.len());
    for (at, file) in all.iter().enumerate() {
        let mut bytes = fs::read(file).unwrap();
        match at % 4 {
            0 => bytes.truncate(bytes.len() / 2),
            1 => bytes.clear(),
            2 => bytes[7] ^= 1,
            _ => *bytes.last_mut().unwrap() ^= 0x40,
        }
        fs::write(file, bytes).unwrap();
    }
    assert!(
        works
            .iter()
            .map(|work| outcome(&kept.compress(work.clone())))
            .eq(wanted.iter().cloned())
    );
    assert!(
        works
            .iter()
            .all(|work| kept.find(&work.recipe().unwrap()).is_some())
    );
    // Where the folder cannot be made.
    let blocked = ClipCache::at(all[0].join("below a file"));
    assert_eq!(outcome(&blocked.compress(works[0].clone())), wanted[0]);
}

fn keys(project: &Project) -> Vec<u128> {
    works(project)
        .iter()
        .map(|work| key(&work.recipe().unwrap()))
        .collect()
}

/// Another number, bone, socket, frame or bound has another key; what does not matter to the keys
/// has the same.
#[test]
fn a_key_is_that_of_everything_that_the_outcome_depends_on() {
    let project = mannequin::excerpt();
    let before = keys(&project);
    assert_eq!(before, keys(&project));
    let clip = *project.clips.keys().next().unwrap();
    let differ = |other: &Project| {
        before
            .iter()
            .zip(keys(other))
            .filter(|(a, b)| *a != b)
            .count()
    };
    let edited = |edit: &dyn Fn(&mut asset::Clip)| {
        let mut project = project.clone();
        edit(Arc::make_mut(project.clips.get_mut(&clip).unwrap()));
        differ(&project)
    };
    let track = |edit: &dyn Fn(&mut asset::source::Track)| {
        edited(&|clip| {
            let source = Arc::make_mut(&mut clip.source);
            edit(
                source
                    .tracks
                    .iter_mut()
                    .find(|track| track.rotation.is_some())
                    .unwrap(),
            );
        })
    };
    assert_eq!(edited(&|clip| clip.rate_scale = 2.0), 0);
    assert_eq!(edited(&|clip| clip.notifies.clear()), 0);
    assert_eq!(
        edited(&|clip| clip.root_motion.enabled ^= true),
        0,
        "no lock changes keys"
    );
    assert_eq!(
        edited(&|clip| clip.compression.as_mut().unwrap().precision *= 2.0),
        1
    );
    assert_eq!(edited(&|clip| clip.frame_rate *= 2.0), 1);
    assert_eq!(edited(&|clip| clip.loop_policy = LoopPolicy::Wrap), 1);
    let wrapped = |travels: bool| {
        let mut project = project.clone();
        let clip = Arc::make_mut(project.clips.get_mut(&clip).unwrap());
        (clip.loop_policy, clip.root_motion.enabled) = (LoopPolicy::Wrap, travels);
        keys(&project)
    };
    assert_ne!(
        wrapped(false),
        wrapped(true),
        "the root goes on beyond the last frame"
    );
    assert_eq!(edited(&|clip| clip.additive = Some(Additive::default())), 1);
    assert_eq!(
        edited(&|clip| Arc::make_mut(&mut clip.source).duration *= 1.5),
        1
    );
    assert_eq!(
        track(&|track| track.rotation.as_mut().unwrap().values[0] += 1e-4),
        1
    );
    assert_eq!(
        track(&|track| track.rotation.as_mut().unwrap().times[0] -= 1e-4),
        1
    );
    assert_eq!(
        track(&|track| track.rotation.as_mut().unwrap().interpolation = Interpolation::Step),
        1
    );
    let as_scale = |turns: asset::source::Channel| asset::source::Channel {
        values: [1.0; 3].repeat(turns.times.len()),
        ..turns
    };
    assert_eq!(
        track(&|track| track.scale = track.rotation.take().map(as_scale)),
        1
    );
    assert_eq!(track(&|track| track.reference = Some([9.0; 3])), 1);
    let figure = |edit: &dyn Fn(&mut asset::Skeleton)| {
        let mut project = project.clone();
        edit(Arc::make_mut(
            project.skeletons.values_mut().next().unwrap(),
        ));
        differ(&project)
    };
    assert_eq!(figure(&|figure| figure.name.push('s')), 0);
    assert_eq!(
        figure(&|figure| figure.bones[3].reference.translation.y += 0.01),
        before.len()
    );
    assert_eq!(
        figure(&|figure| figure.bones[3].retarget = Retarget::Scaled),
        before.len()
    );
    let socket =
        asset::skeleton::Socket::new(Id(77), "grip", project_bone(&project), Transform::IDENTITY);
    assert_eq!(
        figure(&|figure| figure.sockets.push(socket.clone())),
        before.len()
    );
}

/// One that nothing is held by.
fn project_bone(project: &Project) -> BoneKey {
    let figure = project.skeletons.values().next().unwrap();
    let is_free = |key: &&BoneKey| figure.sockets.iter().all(|socket| socket.bone != **key);
    figure
        .bones
        .iter()
        .map(|bone| &bone.key)
        .find(is_free)
        .unwrap()
        .clone()
}

/// What a difference is taken to counts, and how it locks the root.
#[test]
fn a_difference_has_the_key_of_what_it_is_taken_to() {
    let mut project = mannequin::excerpt();
    let [clip, base] = [0, 1].map(|at| *project.clips.keys().nth(at).unwrap());
    let change = |project: &mut Project, id: Id, edit: &dyn Fn(&mut asset::Clip)| {
        edit(Arc::make_mut(project.clips.get_mut(&id).unwrap()));
    };
    let base_kind = AdditiveBase::ClipFrame {
        clip: base,
        frame: 2,
    };
    change(&mut project, clip, &|clip| {
        clip.additive = Some(Additive {
            base: base_kind,
            ..Additive::default()
        })
    });
    let before = keys(&project);
    let differ = |id: Id, edit: &dyn Fn(&mut asset::Clip)| {
        let mut project = project.clone();
        change(&mut project, id, edit);
        before
            .iter()
            .zip(keys(&project))
            .filter(|(a, b)| *a != b)
            .count()
    };
    assert_eq!(differ(clip, &|clip| clip.root_motion.enabled ^= true), 1);
    assert_eq!(differ(base, &|base| base.rate_scale = 0.5), 0);
    assert_eq!(
        differ(base, &|base| Arc::make_mut(&mut base.source).duration *=
            1.5),
        2,
        "its own, too"
    );
    let mut raw = project.clone();
    change(&mut raw, base, &|base| base.compression = None);
    let left = keys(&raw);
    assert!(
        left.len() == before.len() - 1 && left.iter().all(|key| before.contains(key)),
        "that of its keys stays"
    );
    let other = AdditiveBase::ClipFrame {
        clip: base,
        frame: 3,
    };
    assert_eq!(
        differ(clip, &|clip| clip.additive.as_mut().unwrap().base = other),
        1
    );
    assert_eq!(
        differ(clip, &|clip| clip.additive.as_mut().unwrap().kind =
            AdditiveKind::Mesh),
        1
    );
}

/// Twice, so that what the first time kept is found by the second.
#[track_caller]
fn check_found_as_made(project: &Project, kept: &ClipCache, what: &str) {
    let wanted = asset::compile(
        project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    );
    for _ in 0..2 {
        let found = crate::compile(project, &mut asset::Cache::default(), kept);
        assert!(found.library == wanted.library, "{what}: another library");
        assert_eq!(found.diagnostics, wanted.diagnostics, "{what}");
        assert_eq!(
            (&found.reports, &found.seams),
            (&wanted.reports, &wanted.seams),
            "{what}"
        );
    }
}

/// Where a hand is when a window ends is taken from what the hand's keys were, known or not.
#[test]
fn a_warp_goes_by_the_same_pose_whatever_is_known() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut project = mannequin::excerpt();
    let hand = project
        .skeletons
        .values()
        .next()
        .unwrap()
        .bones
        .iter()
        .find(|bone| bone.name == "hand_l")
        .unwrap();
    let point = Some(WarpPoint::Bone(hand.key.clone()));
    for clip in project.clips.values_mut().map(Arc::make_mut) {
        let track = NotifyTrack {
            id: Id(clip.notifies.len() as u64 + 500),
            name: "Warps".into(),
            color: 0,
            locked: false,
        };
        let warp = Some(Box::new(Warp {
            target: "ledge".into(),
            point: point.clone(),
            ..Warp::default()
        }));
        let window = Notify::state(Id(901), track.id, "Reach", 0.1, clip.source.duration * 0.37);
        clip.notifies.push(Notify { warp, ..window });
        clip.tracks.push(track);
        clip.root_motion.enabled = true;
    }
    let library = asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    assert!(library.clips.iter().any(|clip| !clip.warps.is_empty()));
    check_found_as_made(&project, &ClipCache::at(folder.path().into()), "warps");
}

/// What is found is told in the order in which it is found, and of what does not compile nothing
/// more.
#[test]
fn what_is_known_is_told_as_if_it_were_made() {
    let folder = tempfile::TempDir::new().unwrap();
    let kept = ClipCache::at(folder.path().into());
    let mut project = mannequin::excerpt();
    let id = *project.clips.keys().next().unwrap();
    let clip = Arc::make_mut(project.clips.get_mut(&id).unwrap());
    let source = Arc::make_mut(&mut clip.source);
    *source
        .tracks
        .iter_mut()
        .find_map(|track| track.translation.as_mut())
        .unwrap()
        .values
        .last_mut()
        .unwrap() = f32::NAN;
    let mut lost = source.tracks[0].clone();
    lost.bone = "nobody".into();
    source.tracks.push(lost);
    for rate_scale in [1.0, f32::NAN, 1.0, 1e9] {
        Arc::make_mut(project.clips.get_mut(&id).unwrap()).rate_scale = rate_scale;
        check_found_as_made(&project, &kept, &format!("rate scale {rate_scale}"));
    }
}

/// Rates beyond what is allowed count as the nearest that is, in what a difference is taken to,
/// too.
#[test]
fn a_rate_beyond_the_limits_is_that_limit() {
    let folder = tempfile::TempDir::new().unwrap();
    let kept = ClipCache::at(folder.path().into());
    let mut project = mannequin::excerpt();
    let [clip, base] = [0, 1].map(|at| *project.clips.keys().nth(at).unwrap());
    let short = |id: Id, project: &mut Project, rate: f32| {
        let clip = Arc::make_mut(project.clips.get_mut(&id).unwrap());
        Arc::make_mut(&mut clip.source).duration = 0.05;
        clip.frame_rate = rate;
    };
    for base_kind in [
        AdditiveBase::ClipScaled { clip: base },
        AdditiveBase::ClipFrame {
            clip: base,
            frame: 3,
        },
    ] {
        for rate in [1000.0, 2000.0, 1.0, 0.25] {
            short(base, &mut project, rate);
            short(clip, &mut project, rate);
            let additive = Some(Additive {
                base: base_kind,
                ..Additive::default()
            });
            Arc::make_mut(project.clips.get_mut(&clip).unwrap()).additive = additive;
            check_found_as_made(&project, &kept, &format!("frame rate {rate}"));
        }
    }
}

/// Whatever is known, an export is that of a compilation without.
#[test]
fn what_is_known_comes_to_what_is_made_whatever_was_edited() {
    let folder = tempfile::TempDir::new().unwrap();
    let kept = ClipCache::at(folder.path().into());
    let mut project = mannequin::excerpt();
    let ids: Vec<Id> = project.clips.keys().copied().collect();
    let mut dice = Dice(3);
    for round in 0..40 {
        let (id, other) = (dice.of(&ids), dice.of(&ids));
        let clip = Arc::make_mut(project.clips.get_mut(&id).unwrap());
        match dice.below(9) {
            0 => clip.root_motion.enabled ^= true,
            1 => clip.looping ^= true,
            2 => clip.loop_policy = dice.of(&[LoopPolicy::Clamp, LoopPolicy::Wrap]),
            3 => clip.frame_rate = dice.of(&[30.0, 24.0, 7.5, 1e9]),
            4 => clip.compression = dice.of(&[None, Some(EncoderSettings::default())]),
            5 => clip.notifies.truncate(1),
            6 => {
                let frame = dice.below(40) as u32;
                let base = [
                    AdditiveBase::ClipFrame { clip: other, frame },
                    AdditiveBase::ClipScaled { clip: other },
                ];
                clip.additive = Some(Additive {
                    base: dice.of(&base),
                    ..Additive::default()
                })
                .filter(|_| dice.below(3) > 0);
            }
            7 => {
                let source = Arc::make_mut(&mut clip.source);
                let channel = source
                    .tracks
                    .iter_mut()
                    .find_map(|track| track.translation.as_mut())
                    .unwrap();
                *channel.values.last_mut().unwrap() = dice.of(&[f32::NAN, 1.0]);
            }
            _ => {
                let figure = Arc::make_mut(project.skeletons.values_mut().next().unwrap());
                figure.sockets.truncate(1);
                figure.bones[dice.below(9)].reference.translation.y += 0.01;
            }
        }
        check_found_as_made(&project, &kept, &format!("round {round}"));
    }
}

/// The excerpt, and its first clips with everything that resampling knows.
fn resampled() -> Project {
    let mut project = mannequin::excerpt();
    let ids: Vec<Id> = project.clips.keys().copied().take(6).collect();
    let base = ids[5];
    let kinds = [
        AdditiveKind::Local,
        AdditiveKind::Mesh,
        AdditiveKind::LocalBoneFrame,
    ];
    for (at, id) in ids.into_iter().take(5).enumerate() {
        let clip = Arc::make_mut(project.clips.get_mut(&id).unwrap());
        clip.frame_rate = [30.0, 24.0, 60.0, 11.0, 30.0][at];
        clip.loop_policy = [LoopPolicy::Clamp, LoopPolicy::Wrap][at % 2];
        clip.root_motion.enabled = at % 3 == 1;
        let base = [
            AdditiveBase::ClipFrame {
                clip: base,
                frame: 3,
            },
            AdditiveBase::ClipScaled { clip: base },
        ][at % 2];
        clip.additive = (at > 1).then(|| Additive {
            base,
            kind: kinds[at - 2],
        });
        let source = Arc::make_mut(&mut clip.source);
        for channel in source
            .tracks
            .iter_mut()
            .filter_map(|track| track.rotation.as_mut())
        {
            match at {
                0 => channel.interpolation = Interpolation::Step,
                1 => {
                    // In-tangent, value, out-tangent.
                    let three =
                        |value: &[f32]| [[0.1; 4].as_slice(), value, [-0.1; 4].as_slice()].concat();
                    channel.values = channel.values.chunks(4).flat_map(three).collect();
                    channel.interpolation = Interpolation::Cubic;
                }
                _ => {}
            }
        }
    }
    project
}

/// Where this fails, clips come to something else than before: raise [`ENCODER`], and put both
/// numbers here.
#[test]
fn another_outcome_is_another_encoder() {
    let mut hash = Xxh3::new();
    for made in works(&resampled())
        .into_iter()
        .map(|work| outcome(&work.compress()))
    {
        hash.update(made.compressed.bytes());
        hash.update(&serde_json::to_vec(&made.report).unwrap());
    }
    assert_eq!((ENCODER, hash.digest()), (5, 0x29fd_718a_8dbe_ac75));
}

#[test]
fn a_gibibyte_is_kept_and_three_quarters_of_it_are_left() {
    assert_eq!((MOST, LEFT), (1_073_741_824, 805_306_368));
}

/// What is used is marked as used, but no more than once a day.
#[test]
fn what_is_used_is_marked_as_used_after_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let kept = ClipCache::at(folder.path().to_owned());
    let project = mannequin::excerpt();
    for work in works(&project) {
        kept.compress(work);
    }
    let files = files(folder.path());
    let day = Duration::from_secs(86_400);
    for (age, is_marked) in [
        (day - Duration::from_secs(600), false),
        (day + Duration::from_secs(600), true),
    ] {
        let then = SystemTime::now() - age;
        for path in &files {
            fs::File::options()
                .append(true)
                .open(path)
                .unwrap()
                .set_modified(then)
                .unwrap();
        }
        works(&project)
            .into_iter()
            .for_each(|work| drop(kept.compress(work)));
        for path in &files {
            let age = fs::metadata(path)
                .unwrap()
                .modified()
                .unwrap()
                .elapsed()
                .unwrap();
            assert_eq!(age < Duration::from_secs(300), is_marked, "{age:?}");
        }
    }
}

#[test]
fn the_oldest_go_where_there_is_too_much() {
    let folder = tempfile::TempDir::new().unwrap();
    let now = SystemTime::now();
    for at in 0..10u64 {
        let path = place(folder.path(), u128::from(at) << 120);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, [0; 100]).unwrap();
        let file = fs::File::options().append(true).open(&path).unwrap();
        file.set_modified(now - Duration::from_secs(1000 - at))
            .unwrap();
    }
    shrink(folder.path(), 1000, 500).unwrap();
    assert_eq!(files(folder.path()).len(), 10, "there is not too much");
    shrink(folder.path(), 999, 500).unwrap();
    let left: Vec<_> = (5..10u64)
        .map(|at| place(folder.path(), u128::from(at) << 120))
        .collect();
    assert_eq!(files(folder.path()), left);
    assert!(shrink(&folder.path().join("none"), 0, 0).is_err());
}
