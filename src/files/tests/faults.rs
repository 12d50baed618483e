//! Every call to the file system is a place to fail: whatever happens there, a project is as it was
//! or as it is to be.

use crate::{
    BuildOptions, ClipCache, Error, FileErrorReason, Opened, Others, Over, Product, Saving,
    StagedOutput,
    atomic::write_on,
    build::build_on,
    export::export_on,
    model::{Fault, Files, Model},
    open::open_project_on,
    save::{create_on, finish_on, save_on},
    source::import_on,
};
use asset::{
    Clip, Id, Project, Skeleton,
    skeleton::{Bone, Socket},
    source::ClipSource,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

const DIR: &str = "/work/hero";

/// A skeleton and two clips: every way of a file is in it, and a run takes little.
pub fn small() -> Project {
    let bone = |name: &str, parent| Bone::new(name, parent, anim::Transform::IDENTITY);
    let bones = vec![bone("root", None), bone("hand", Some(0))];
    let socket = Socket::new(
        Id(20),
        "grip",
        bones[1].key.clone(),
        anim::Transform::IDENTITY,
    );
    let skeleton = Skeleton {
        name: "Rig".into(),
        bones,
        sockets: vec![socket],
        ..Skeleton::default()
    };
    let clip = |name: &str, duration| {
        let source = ClipSource {
            duration,
            ..ClipSource::default()
        };
        Arc::new(Clip::new(name, Id(1), Arc::new(source), 30.0))
    };
    Project {
        name: "Hero".into(),
        skeletons: [(Id(1), Arc::new(skeleton))].into(),
        clips: [(Id(2), clip("Idle", 1.0)), (Id(3), clip("Walk", 2.0))].into(),
        ..Project::default()
    }
}

/// Another name, an edit, a new name, an asset less and one more.
pub fn edited(project: &Project) -> Project {
    let mut project = project.clone();
    project.name = "Heroine".into();
    let ids: Vec<Id> = project.clips.keys().copied().collect();
    let mut copy = (*project.clips[&ids[0]]).clone();
    copy.name = "Copy".into();
    Arc::make_mut(&mut copy.source).duration += 1.0;
    project.clips.insert(Id(77), Arc::new(copy));
    Arc::make_mut(project.clips.get_mut(&ids[0]).unwrap()).name = "Renamed".into();
    project.clips.remove(&ids[1]);
    Arc::make_mut(project.skeletons.values_mut().next().unwrap())
        .sockets
        .pop();
    project
}

/// Without what is the program's own.
fn visible(model: &Model) -> Files {
    model
        .files()
        .into_iter()
        .filter(|(path, _)| !path.starts_with(format!("{DIR}/.mutoscope")))
        .collect()
}

fn saved(project: &Project) -> Files {
    let model = Model::with(&Files::from([(PathBuf::from("/work/beside"), Vec::new())]));
    save_on(&model, Path::new(DIR), project, &Saving::since(None)).unwrap();
    model.files()
}

const FAULTS: [Fault; 5] = [
    Fault::Once,
    Fault::Full,
    Fault::Short,
    Fault::Kill,
    Fault::Cut,
];
/// Ways in which a cut may end.
const CUTS: u64 = 24;

/// Fails each call of `act` in each way. `is_sound` says what must hold of the machine as it starts
/// again, whether the call came back well or how not; `act` must then succeed. Returns how many
/// calls were made to fail.
fn fail_everywhere(
    before: &Files,
    act: impl Fn(&Model) -> Result<(), Error>,
    is_sound: impl Fn(&Model, &Result<(), Error>) -> bool,
    is_done: impl Fn(&Model) -> bool,
) -> usize {
    let mut places = 0;
    for fault in FAULTS {
        for call in 0.. {
            let model = Model::with(before).fail(call, fault);
            let result = act(&model);
            if !model.has_failed() {
                assert!(
                    is_done(&model.started_again(0)),
                    "{fault:?} at {call}: {result:?}"
                );
                break;
            }
            places += 1;
            for seed in 0..if fault == Fault::Cut { CUTS } else { 1 } {
                let again = model.started_again(seed);
                let at = format!(
                    "{fault:?} {seed} at call {call}: {result:?}\n{:#?}",
                    names(&again)
                );
                assert!(is_sound(&again, &result), "{at}");
                let again = model.started_again(seed);
                let repeated = act(&again);
                assert!(
                    repeated.is_ok() && is_done(&again),
                    "{at}, again: {repeated:?}\n{:#?}",
                    names(&again)
                );
            }
        }
    }
    places
}

fn names(model: &Model) -> Vec<PathBuf> {
    model.files().into_keys().collect()
}

/// Reading changes nothing, and what a stopped save has left is read as it is when the save is
/// finished, which is done then where the disk can be written.
fn opened(model: &Model) -> Option<Project> {
    let (before, found) = (model.files(), read(model));
    assert!(before == model.files(), "reading has changed something");
    if finish_on(model, Path::new(DIR)).is_ok() {
        assert_eq!(found, read(model));
    }
    found
}

fn read(model: &Model) -> Option<Project> {
    match open_project_on(model, Path::new(DIR)) {
        Ok(Opened::Project {
            project, broken, ..
        }) if broken.is_empty() => Some(project),
        _ => None,
    }
}

/// A call that came back well has done it; one that did not has not, but for a save that says that
/// it is saved.
fn fits(result: &Result<(), Error>, is_new: bool) -> bool {
    match result {
        Ok(()) => is_new,
        Err(error) => {
            error.reason != FileErrorReason::Changed
                && (!error.text.contains("the project is saved") || is_new)
        }
    }
}

#[test]
fn a_new_project_is_there_whole_or_not_at_all() {
    let (project, before) = (
        small(),
        Files::from([(PathBuf::from("/work/beside"), Vec::new())]),
    );
    let after = visible(&Model::with(&saved(&project)));
    let sound = |model: &Model, result: &Result<(), Error>| {
        // A process that goes on leaves nothing of what it could not finish; one that was ended
        // cannot.
        let is_ended = result
            .as_ref()
            .is_err_and(|error| error.text.contains("has ended"));
        match opened(model) {
            Some(found) => found == project && visible(model) == after,
            None => {
                fits(result, false)
                    && visible(model) == before
                    && (is_ended || model.files() == before)
            }
        }
    };
    let act = |model: &Model| {
        create_on(model, Path::new(DIR), &project, true).or_else(|error| already(model, error))
    };
    let places = fail_everywhere(&before, act, sound, |model| visible(model) == after);
    assert!(places > 200, "{places}");

    fn already(model: &Model, error: Error) -> Result<(), Error> {
        // What was stopped after it was committed is a project, and no other may be made in its
        // place.
        if error.text.contains("not empty") && opened(model).is_some() {
            Ok(())
        } else {
            Err(error)
        }
    }
}

#[test]
fn a_saved_project_is_the_old_one_or_the_new_one() {
    let (old, new) = (small(), edited(&small()));
    let before = saved(&old);
    let after = {
        let model = Model::with(&before);
        save_on(&model, Path::new(DIR), &new, &Saving::since(Some(&old))).unwrap();
        visible(&model)
    };
    assert_eq!(
        after,
        visible(&Model::with(&saved(&new))),
        "no file of the old one is left"
    );
    let earlier = visible(&Model::with(&before));
    let sound = |model: &Model, result: &Result<(), Error>| {
        let found = opened(model);
        let is_new = found.as_ref() == Some(&new);
        (is_new && visible(model) == after
            || found.as_ref() == Some(&old) && visible(model) == earlier)
            && fits(result, is_new)
            && !names(model)
                .iter()
                .any(|path| path.to_string_lossy().contains("/.mutoscope/save"))
    };
    let act = |model: &Model| {
        let since = read(model).unwrap_or_else(|| old.clone());
        save_on(model, Path::new(DIR), &new, &Saving::since(Some(&since))).map(drop)
    };
    let places = fail_everywhere(&before, act, sound, |model| visible(model) == after);
    assert!(places > 300, "{places}");
}

#[test]
fn what_others_changed_is_kept_or_still_in_its_place() {
    let (old, new) = (small(), edited(&small()));
    let mut before = saved(&old);
    let (theirs, path) = {
        let renamed = old.clips.keys().next().unwrap().to_string();
        let path = before
            .keys()
            .find(|path| path.to_string_lossy().contains(&renamed))
            .unwrap()
            .clone();
        let bytes = before.get_mut(&path).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        *bytes = text
            .replace("\"frame_rate\": 30.0", "\"frame_rate\": 24.0")
            .into_bytes();
        (bytes.clone(), path)
    };
    let has_theirs = |model: &Model| model.files().values().any(|bytes| *bytes == theirs);
    let act = |model: &Model| {
        let how = Saving {
            others: Others::Replace,
            ..Saving::since(Some(&old))
        };
        save_on(model, Path::new(DIR), &new, &how).map(drop)
    };
    fail_everywhere(
        &before,
        act,
        |model, _| opened(model).is_some() && has_theirs(model),
        |model| {
            opened(model) == Some(new.clone())
                && has_theirs(model)
                && !model.files().contains_key(&path)
        },
    );
}

#[test]
fn an_exported_file_is_the_old_one_or_the_new_one() {
    let (project, path) = (small(), PathBuf::from("/work/hero.mbundle"));
    let before = Files::from([(path.clone(), b"old".to_vec())]);
    let new = {
        let model = Model::with(&before);
        export_on(
            &model,
            &ClipCache::default(),
            &project,
            (&path, Over::Any),
            &|_| true,
        )
        .unwrap();
        model.files()[&path].clone()
    };
    // What is written is the same each time, and exporting takes longer than a write.
    let act = |model: &Model| write_on(model, &path, &new);
    let sound = |model: &Model, result: &Result<(), Error>| {
        let found = &model.files()[&path];
        *found == new || *found == b"old" && fits(result, false) && result.is_err()
    };
    let done = |model: &Model| model.files() == Files::from([(path.clone(), new.clone())]);
    fail_everywhere(&before, act, sound, done);
}

/// The record comes last: a bundle that a build has left half done is built again.
#[test]
fn a_build_that_was_stopped_is_done_by_the_next_one() {
    let project = small();
    let build = |model: &Model| {
        let options = BuildOptions {
            writes_depfiles: true,
            ..BuildOptions::default()
        };
        let places = (Path::new("/work/hero"), Path::new("/work/out/bundles"));
        let kept = ClipCache::default();
        build_on((model, &kept), &project, places, &options, &|_| true)
    };
    let act = |model: &Model| {
        for result in build(model)?.into_values() {
            result?;
        }
        Ok::<(), Error>(())
    };
    let finished = Model::with(&Files::new());
    act(&finished).unwrap();
    let finished = finished.files();
    assert_eq!(finished.len(), 3);
    let sound = |model: &Model, _: &Result<(), Error>| {
        let visible = model.files().into_iter().filter(|(path, _)| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !name.starts_with('.')
        });
        visible
            .into_iter()
            .all(|(path, bytes)| finished[&path] == bytes)
    };
    let done = |model: &Model| {
        finished
            .iter()
            .all(|(path, bytes)| model.files().get(path) == Some(bytes))
    };
    fail_everywhere(&Files::new(), act, sound, done);
}

/// A disk that fills up while a long file is written leaves the old one, and nothing beside it.
#[test]
fn a_file_that_is_written_piece_by_piece_is_there_whole_or_as_it_was() {
    let path = PathBuf::from("/work/walk.avi");
    let before = Files::from([(path.clone(), b"old".to_vec())]);
    let new = b"NEW frames and more frames";
    let act = |model: &Model| {
        let mut staged = StagedOutput::begin_on(model, &path, Product::Video, Over::Any)?;
        staged.append(b"... frames")?;
        staged.patch(1, b"EW")?;
        staged.append(b" and more frames")?;
        staged.patch(0, b"N")?;
        staged.put_in_place()
    };
    let sound = |model: &Model, result: &Result<(), Error>| {
        let is_ended = result
            .as_ref()
            .is_err_and(|error| error.text.contains("has ended"));
        let found = &model.files()[&path];
        let is_alone = is_ended || result.is_err() || model.files().len() == 1;
        (found == new || found == b"old" && fits(result, false)) && is_alone
    };
    let done = |model: &Model| model.files() == Files::from([(path.clone(), new.to_vec())]);
    fail_everywhere(&before, act, sound, done);
    let full = Model::with(&before).fail(0, Fault::Full);
    let error = act(&full).unwrap_err();
    assert!(error.text.contains("the disk is full"), "{error}");
    assert_eq!(full.files(), before);
    let dropped = Model::with(&before);
    let mut staged = StagedOutput::begin_on(&dropped, &path, Product::Video, Over::Any).unwrap();
    staged.append(b"half of it").unwrap();
    drop(staged);
    assert_eq!(dropped.files(), before, "what is given up leaves nothing");
}

#[test]
fn a_cancelled_export_writes_nothing() {
    let (project, path) = (mannequin::excerpt(), PathBuf::from("/work/hero.mbundle"));
    let clips = project.clips.len();
    let before = Files::from([(path.clone(), b"old".to_vec())]);
    for allowed in 0.. {
        let (model, parts) = (Model::with(&before), std::cell::RefCell::new(Vec::new()));
        let progress = |part: f32| {
            parts.borrow_mut().push(part);
            parts.borrow().len() <= allowed
        };
        let result = export_on(
            &model,
            &ClipCache::default(),
            &project,
            (&path, Over::Any),
            &progress,
        );
        let told = parts.into_inner();
        assert!(told.is_sorted(), "{told:?}");
        // What is told last cannot be cancelled: it is done.
        if told.last() == Some(&1.0) {
            assert!(
                result.is_ok() && model.files()[&path] != b"old" && told.len() > clips + 3,
                "{told:?}"
            );
            return;
        }
        assert_eq!(
            (result.map(|_| ()).unwrap_err().reason, told.len()),
            (FileErrorReason::Cancelled, allowed + 1)
        );
        assert_eq!(model.files(), before);
    }
}

#[test]
fn an_import_that_fails_says_so_and_changes_nothing() {
    let (gltf, bin) = (PathBuf::from("/work/a.gltf"), PathBuf::from("/work/a.bin"));
    let before = Files::from([
        (gltf.clone(), crate::tests::triangle("a.bin").into_bytes()),
        (bin, crate::tests::corners()),
    ]);
    let act =
        |model: &Model| import_on(model, &gltf, None, &Default::default(), &|_| true).map(drop);
    let unchanged = |model: &Model| model.files() == before;
    fail_everywhere(&before, act, |model, _| unchanged(model), unchanged);
}

#[test]
fn a_cancelled_save_changes_nothing() {
    let (old, new) = (small(), edited(&small()));
    let before = saved(&old);
    for allowed in 0.. {
        let (model, steps) = (Model::with(&before), std::cell::Cell::new(0));
        let progress = |_: f32| {
            steps.set(steps.get() + 1);
            steps.get() <= allowed
        };
        let how = Saving {
            progress: &progress,
            ..Saving::since(Some(&old))
        };
        match save_on(&model, Path::new(DIR), &new, &how) {
            Ok(_) => {
                assert!(allowed > 3 && opened(&model) == Some(new));
                return;
            }
            Err(error) => {
                assert_eq!(error.reason, FileErrorReason::Cancelled);
                assert_eq!(
                    (visible(&model), opened(&model)),
                    (visible(&Model::with(&before)), Some(old.clone()))
                );
            }
        }
    }
}

#[test]
fn what_others_write_between_a_stopped_save_and_its_end_stays() {
    let (old, new) = (small(), edited(&small()));
    let before = saved(&old);
    let gone = before
        .keys()
        .find(|path| path.to_string_lossy().contains("clips/Walk"))
        .unwrap();
    let mut stayed = 0;
    for call in 0.. {
        let model = Model::with(&before).fail(call, Fault::Kill);
        let _ = save_on(&model, Path::new(DIR), &new, &Saving::since(Some(&old)));
        if !model.has_failed() {
            break;
        }
        let mut files = model.started_again(0).files();
        let Some(theirs) = files.get_mut(gone) else {
            continue;
        };
        theirs.push(b'\n');
        let (theirs, again) = (theirs.clone(), Model::with(&files));
        let found = opened(&again).unwrap();
        assert_eq!(again.files().get(gone), Some(&theirs), "call {call}");
        stayed += usize::from(found.name == new.name);
    }
    assert!(stayed > 3, "{stayed} of them were committed");
}

#[test]
fn a_stopped_save_is_read_as_finished_where_nothing_can_be_written() {
    let (old, new) = (small(), edited(&small()));
    let before = saved(&old);
    let mut seen = [false; 2];
    for call in 0.. {
        let model = Model::with(&before).fail(call, Fault::Kill);
        let _ = save_on(&model, Path::new(DIR), &new, &Saving::since(Some(&old)));
        if !model.has_failed() {
            break;
        }
        let only_read = model.started_again(0).fail(0, Fault::Full);
        let found = opened(&only_read).unwrap();
        assert!(found == old || found == new, "call {call}");
        seen[usize::from(found == new)] = true;
    }
    assert_eq!(seen, [true; 2]);
}
