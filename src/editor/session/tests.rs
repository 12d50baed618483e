use super::*;

const A: Id = Id(1);
const B: Id = Id(2);
const C: Id = Id(3);

fn three() -> Session {
    let mut session = Session::default();
    [A, B, C].into_iter().for_each(|id| session.open(id));
    session
}

#[test]
fn closing_turns_to_the_tab_at_the_right_and_at_the_end_to_the_left() {
    let mut session = three();
    session.open(B);
    session.close(B);
    assert_eq!((session.active, session.front), (Some(C), Some(C)));
    session.close(C);
    assert_eq!((session.active, session.front), (Some(A), Some(A)));
    session.close(A);
    assert_eq!(
        (session.active, session.front, session.tabs.len()),
        (None, None, 0)
    );
}

#[test]
fn a_document_beside_leaves_the_front_to_another() {
    let mut session = three();
    session.put_beside(C);
    assert_eq!(
        (session.active, session.front, &session.beside[..]),
        (Some(C), Some(B), &[C][..])
    );
    session.open(A);
    session.open(C);
    assert_eq!((session.active, session.front), (Some(C), Some(A)));
    session.close(A);
    assert_eq!((session.active, session.front), (Some(C), Some(B)));
    session.close(B);
    assert_eq!(
        (session.active, session.front, session.beside.len()),
        (Some(C), Some(C), 0)
    );
}

#[test]
fn a_document_that_goes_back_comes_to_the_front_where_it_is_edited() {
    let mut session = three();
    session.put_beside(A);
    session.open(B);
    session.put_back(A);
    assert_eq!((session.active, session.front), (Some(B), Some(B)));
    session.put_beside(A);
    session.put_back(A);
    assert_eq!((session.active, session.front), (Some(A), Some(A)));
}

#[test]
fn each_document_keeps_its_playhead() {
    let mut session = three();
    session.transport.position = 1.5;
    session.open(A);
    assert_eq!(session.transport.position, 0.0);
    session.open(C);
    assert_eq!(session.transport.position, 1.5);
    session.close(C);
    session.open(C);
    assert_eq!(session.transport.position, 0.0);
}
