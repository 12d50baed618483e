use super::*;
use asset::{Clip, Origin};
use std::sync::Arc;

const WALK: Id = Id(1);
const RUN: Id = Id(2);

fn with(clips: &[(Id, &str, &str)]) -> Project {
    let clip = |(id, file, place): &(Id, &str, &str)| {
        let (file, place) = ((*file).to_owned(), (*place).to_owned());
        let origin = Some(Origin {
            file,
            place: place.clone(),
            content: "c".into(),
            said: Default::default(),
            options: Default::default(),
            properties: Default::default(),
        });
        (
            *id,
            Arc::new(Clip {
                origin,
                ..Clip::new(format!("{place} {id}"), Id(9), Default::default(), 30.0)
            }),
        )
    };
    Project {
        clips: clips.iter().map(clip).collect(),
        ..Project::default()
    }
}

#[test]
fn copies_are_numbered_by_how_often_the_id_was_given_again() {
    let mut id = WALK;
    for count in 0..4 {
        assert_eq!(number(WALK, id), Some(count));
        id = again(id);
    }
    assert_eq!((number(WALK, RUN), number(again(WALK), WALK)), (None, None));
}

#[test]
fn a_copy_has_its_own_assets_and_those_that_came_once() {
    let file = with(&[(WALK, "/a.glb", "clip walk"), (RUN, "/a.glb", "clip run")]);
    let (second, third) = (again(WALK), again(again(WALK)));
    let project = with(&[
        (WALK, "/a.glb", "clip walk"),
        (second, "/a.glb", "clip walk"),
        (third, "/a.glb", "clip walk"),
        (Id(7), "/b.glb", "clip walk"),
        (RUN, "/a.glb", "clip run"),
    ]);
    for (copy, walk) in [(0, WALK), (1, second), (2, third)] {
        assert_eq!(
            of_copy(&project, &file, "/a.glb", copy),
            [(WALK, walk), (RUN, RUN)].into()
        );
        assert_eq!(chosen(&project, &file, "/a.glb", Some(walk)), Ok(copy));
    }
    assert_eq!(of_copy(&project, &file, "/a.glb", 3), [(RUN, RUN)].into());
    assert_eq!(
        of_copy(&project, &file, "/b.glb", 0),
        [(WALK, Id(7))].into()
    );
    let moved = with(&[
        (Id(51), "/c.glb", "clip walk"),
        (Id(52), "/c.glb", "clip run"),
    ]);
    assert_eq!(
        of_copy(&project, &moved, "/a.glb", 1),
        [(Id(51), second), (Id(52), RUN)].into(),
        "from another path"
    );
    let copies = [WALK, second, third].map(|id| (id, format!("clip walk {id}")));
    for unclear in [None, Some(RUN), Some(Id(7))] {
        let doubt = Doubt::SeveralCopies {
            file: "/a.glb".into(),
            copies: copies.to_vec(),
        };
        assert_eq!(chosen(&project, &file, "/a.glb", unclear), Err(doubt));
    }
    assert_eq!(chosen(&project, &file, "/b.glb", None), Ok(0));
}
