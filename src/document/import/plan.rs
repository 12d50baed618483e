//! Many files, one after the other: each joins what those before it have made.

use super::{
    decide::{Choices, decide, is_stand_in},
    doubt::Doubt,
    renamed::BoneChanges,
    request::Import,
    told::Joined,
};
use asset::Project;
use std::sync::Arc;

/// How one of several files joins.
#[derive(Debug)]
pub struct Planned {
    pub import: Import,
    pub joined: Vec<Joined>,
    /// What a person would be asked if it came in alone.
    pub changes: Option<BoneChanges>,
}

/// How each file joins the project that those before it have joined, and what becomes of that. One that leaves a doubt is
/// passed over; one that is to play on a skeleton that is not there joins as if nothing was said of it. `exists` is as
/// [`decide`] takes it.
pub fn plan<'a>(
    project: &Arc<Project>,
    files: impl IntoIterator<Item = (&'a Arc<Project>, &'a Choices)>,
    exists: &dyn Fn(&str) -> bool,
) -> (Vec<Result<Planned, Doubt>>, Arc<Project>) {
    let mut project = project.clone();
    let mut one = |(file, choices): (&Arc<Project>, &Choices)| {
        let skeleton = choices.skeleton.filter(|id| project.skeletons.contains_key(id));
        let import = decide(&project, file.clone(), &Choices { skeleton, ..choices.clone() }, exists)?;
        let changes = import.bone_changes(&project);
        let (after, joined) = import.joined(&project);
        project = Arc::new(after);
        Ok(Planned { import, joined, changes })
    };
    let planned = files.into_iter().map(&mut one).collect();
    (planned, project)
}

/// Whether a file brings something to see that is its own. Such files come before others, so that takes find the character
/// that they are for.
pub fn is_character(file: &Project) -> bool {
    file.meshes.values().any(|mesh| !is_stand_in(mesh))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anim::Transform;
    use asset::{Clip, Id, Mesh, Origin, Skeleton, origin::STAND_IN, skeleton::Bone};

    /// A take of a figure with these bones, with a body to look at.
    fn take(number: u64, bones: &[&str]) -> Arc<Project> {
        let file = format!("/take_{number}.bvh");
        let origin = |place: &str| {
            let place = place.to_owned();
            let (said, options, properties) = Default::default();
            Some(Origin { file: file.clone(), place, content: file.clone(), said, options, properties })
        };
        let [skeleton, mesh, clip] = [1, 2, 3].map(|kind| Id(number * 10 + kind));
        let bone = |(at, name): (usize, &&str)| {
            Bone::new(*name, at.checked_sub(1).map(|parent| parent as u32), Transform::IDENTITY)
        };
        let bones = bones.iter().enumerate().map(bone).collect();
        let skeleton_of = Skeleton { name: "Figure".into(), bones, origin: origin("skeleton"), ..Skeleton::default() };
        let body =
            Mesh { origin: origin(STAND_IN), ..Mesh::new("Body", (skeleton, Arc::default()), Vec::new(), Vec::new()) };
        let clip_of =
            Clip { origin: origin("clip"), ..Clip::new(format!("take {number}"), skeleton, Arc::default(), 30.0) };
        Arc::new(Project {
            skeletons: [(skeleton, Arc::new(skeleton_of))].into(),
            meshes: [(mesh, Arc::new(body))].into(),
            clips: [(clip, Arc::new(clip_of))].into(),
            ..Project::default()
        })
    }

    #[test]
    fn each_file_joins_what_those_before_it_made_and_a_doubt_stops_no_other() {
        let files =
            [take(1, &["a", "b", "c"]), take(2, &["a", "b", "c"]), take(3, &["x", "y"]), take(4, &["a", "b", "c"])];
        let choices = Choices::default();
        let (planned, after) = plan(&Arc::default(), files.iter().map(|file| (file, &choices)), &|_| true);
        let planned: Vec<Planned> = planned.into_iter().map(Result::unwrap).collect();
        let bound: Vec<Option<Id>> = planned.iter().map(|it| it.import.bindings.values().next().copied()).collect();
        assert_eq!(bound, [None, Some(Id(11)), None, Some(Id(11))]);
        let mut project = Project::default();
        planned.iter().for_each(|planned| project = planned.import.joined(&project).0);
        // A figure that is there already needs no other body.
        assert_eq!((project.skeletons.len(), project.meshes.len(), project.clips.len()), (2, 2, 4));
        assert!(project == *after && files.iter().all(|file| !is_character(file)));
        // A choice that has become void is none.
        let void = Choices { skeleton: Some(Id(99)), ..Choices::default() };
        let (planned, _) = plan(&Arc::default(), [(&files[0], &choices), (&files[1], &void)], &|_| true);
        let bound: Vec<Id> = planned.into_iter().flat_map(|it| it.unwrap().import.bindings.into_values()).collect();
        assert_eq!(bound, [Id(11)]);
    }
}
