use super::*;

#[test]
fn view_refuses_what_does_not_fit_or_is_not_aligned() {
    let store = Store::of(&[0; 32]);
    assert!(Array::<u32>::view(store.clone(), 0, 8).is_some());
    assert!(Array::<u32>::view(store.clone(), 4, 7).is_some());
    assert!(Array::<u32>::view(store.clone(), 4, 8).is_none());
    assert!(Array::<u32>::view(store.clone(), 2, 1).is_none());
    assert!(Array::<u64>::view(store.clone(), usize::MAX, 1).is_none());
    assert!(Array::<u64>::view(store, 0, usize::MAX / 4).is_none());
}

/// As a file that is mapped.
struct Mapped(Vec<u128>);

impl AsRef<[u128]> for Mapped {
    fn as_ref(&self) -> &[u128] {
        &self.0
    }
}

#[test]
fn whoever_has_the_memory_it_is_viewed_in_place() {
    static WORDS: [u128; 2] = [1, 2];
    let owner: Owner = Arc::new(Mapped(vec![1, 2]));
    let bytes = bytemuck::cast_slice::<u128, u8>(&WORDS);
    let read = Store::read(bytes.len(), &mut &*bytes).unwrap();
    for store in [
        Store::Borrowed(&WORDS),
        Store::Owned(owner),
        Store::of(bytes),
        read,
    ] {
        assert_eq!(&*Array::<u64>::view(store.clone(), 16, 1).unwrap(), &[2]);
        assert!(Array::<u64>::view(store, 16, 3).is_none());
    }
    assert_eq!(Store::of(&bytes[..17]).bytes().len(), 32);
    assert!(Store::read(33, &mut &*bytes).is_err(), "it is too short");
    let borrowed = Array::<u64>::view(Store::Borrowed(&WORDS), 0, 4).unwrap();
    assert!(std::ptr::eq(borrowed.as_ptr().cast(), &WORDS), "not a copy");
}

#[test]
fn a_part_is_a_view() {
    let array: Array<u16> = (0..10).collect();
    let part = array.part(3..7).part(1..3);
    assert_eq!((&*part, part.as_ptr()), (&[4, 5][..], array[4..].as_ptr()));
    assert!(array.part(10..10).is_empty() && std::panic::catch_unwind(|| part.part(0..3)).is_err());
}

#[test]
fn values_survive_the_trip() {
    let array: Array<u16> = vec![1, 2, 3].into();
    assert_eq!(&*array, &[1, 2, 3]);
    assert!(Array::<f32>::default().is_empty());
}
