//! A list is a vector to whoever uses it, and its copies share what neither has edited.

use super::*;
use crate::dice::Dice;

fn check(list: &List<u32>, twin: &[u32]) {
    assert_eq!(list.iter().copied().collect::<Vec<_>>(), twin);
    assert_eq!(
        (list.len(), list.is_empty(), list.first(), list.last()),
        (twin.len(), twin.is_empty(), twin.first(), twin.last())
    );
    assert!(
        list.pieces()
            .iter()
            .all(|piece| (1..=PIECE).contains(&piece.len()))
    );
    assert!(list.iter().rev().eq(twin.iter().rev()));
    for at in [0, twin.len() / 2, twin.len().wrapping_sub(1), twin.len()] {
        assert_eq!(list.get(at), twin.get(at));
    }
    assert_eq!(*list, List::from(twin.to_vec()));
    assert_eq!(List::from_pieces(list.pieces().to_vec()), *list);
    assert!(list.clone().into_iter().eq(twin.iter().copied()));
}

#[test]
fn it_does_what_a_vector_does() {
    let mut dice = Dice(1);
    for round in 0..40 {
        let (mut list, mut twin) = (List::new(), Vec::new());
        if round % 2 == 1 {
            twin = (0..round * 20).collect();
            list = twin.iter().copied().collect();
        }
        for step in 0..300 {
            let at = dice.below(twin.len());
            match dice.below(12) {
                0..3 => (list.push(step), twin.push(step)).1,
                3..6 => (list.insert(at, step), twin.insert(at, step)).1,
                6..9 if !twin.is_empty() => assert_eq!(list.remove(at), twin.remove(at)),
                9 if !twin.is_empty() => (list[at], twin[at]) = (step, step),
                10 => {
                    let three = |element: &u32| element.is_multiple_of(3);
                    list.edit(three, |element| *element += 1);
                    twin.iter_mut()
                        .filter(|element| three(element))
                        .for_each(|element| *element += 1);
                }
                11 if step % 10 == 0 => {
                    list.retain(|element| element % 4 != 1);
                    twin.retain(|element| element % 4 != 1);
                }
                _ => assert_eq!(list.pop(), twin.pop()),
            }
            check(&list, &twin);
        }
        list.truncate(3);
        twin.truncate(3);
        list.iter_mut().for_each(|element| *element *= 2);
        twin.iter_mut().for_each(|element| *element *= 2);
        list.extend(0..70);
        twin.extend(0..70);
        check(&list, &twin);
        list.clear();
        check(&list, &[]);
    }
}

/// How many pieces two lists do not share.
fn apart(list: &List<u32>, other: &List<u32>) -> usize {
    let shared =
        |piece: &&Piece<u32>| !other.pieces().iter().any(|known| Arc::ptr_eq(known, piece));
    list.pieces().iter().filter(shared).count()
}

#[test]
fn an_edit_leaves_all_but_a_piece_or_two_shared() {
    let list: List<u32> = (0..10_000).collect();
    assert_eq!(list.pieces().len(), 10_000_usize.div_ceil(PIECE));
    for at in [0, 1, 31, 32, 4_999, 9_998, 9_999] {
        let edits: [fn(&mut List<u32>, usize); 4] = [
            |list, at| list[at] = 1_000_000,
            |list, at| list.insert(at, 1_000_000),
            |list, at| {
                list.remove(at);
            },
            |list, at| {
                list.edit(
                    |element| *element as usize == at,
                    |element| *element = 1_000_000,
                )
            },
        ];
        for (edit, change) in edits.into_iter().enumerate() {
            let mut edited = list.clone();
            change(&mut edited, at);
            assert!((1..=2).contains(&apart(&edited, &list)), "{edit} at {at}");
            assert!(edited != list && list == (0..10_000).collect());
        }
    }
    let mut same = list.clone();
    same.edit(|element| *element > 10_000, |element| *element = 0);
    same.retain(|element| *element < 10_000);
    assert_eq!(
        apart(&same, &list),
        0,
        "what changes nothing copies nothing"
    );
}

#[test]
fn lists_are_equal_by_their_elements_however_they_are_laid_out() {
    let list: List<u32> = (0..100).collect();
    let mut other = list.clone();
    other.insert(50, 7);
    other.remove(50);
    assert_ne!(other.pieces().len(), list.pieces().len());
    assert_eq!((&other, &list), (&list, &other));
    other[99] = 1;
    assert_ne!(other, list);
    // One that begins and ends as another, of which pieces are shared from both ends.
    let twice = List::from_pieces([list.pieces(), list.pieces()].concat());
    assert_ne!(twice, list);
    assert_ne!(list, twice);
    assert_eq!(twice, twice.iter().copied().collect());
    assert_eq!(
        List::from_pieces(vec![Arc::new((0..100).collect()), Arc::new(vec![])]),
        list
    );
}

#[test]
fn a_removal_here_and_there_leaves_few_pieces() {
    let mut list: List<u32> = (0..10_000).collect();
    let mut dice = Dice(3);
    while list.len() > 500 {
        list.remove(dice.below(list.len()));
    }
    assert!(
        list.pieces().len() <= 2 * 500 / (PIECE / 2) + 1,
        "{}",
        list.pieces().len()
    );
}
