use super::*;

#[test]
fn hash_is_the_published_fnv1a() {
    assert_eq!(Name::new("a").0, 0xaf63_dc4c_8601_ec8c);
    assert_eq!(Name::new("foobar").0, 0x8594_4171_f739_67e8);
    assert_eq!(Name::new(""), Name::NONE);
}

#[test]
fn names_find_their_spelling() {
    let mut names = Names::default();
    let walk = names.insert("Walk").unwrap();
    assert_eq!(names.insert("Walk"), Ok(walk));
    assert_eq!(names.text(walk), "Walk");
    assert_eq!(names.text(Name::new("Run")), "");
}
