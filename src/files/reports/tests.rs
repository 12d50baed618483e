use super::*;

#[test]
fn the_newest_ten_are_kept_and_the_newest_unseen_is_offered_until_it_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("not there").join("yet");
    assert_eq!(take_unseen_report(&place), None);
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("notes.txt"), "of somebody else").unwrap();
    for time in 0..15 {
        write_report(
            &place,
            time,
            &format!("report {time}"),
            time == 11 || time == 12,
        )
        .unwrap();
    }
    let kept: Vec<String> = reports(&place)
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let newest: Vec<String> = (5..15).map(|time| format!("report {time}")).collect();
    assert_eq!(kept, newest);
    let (path, text) = take_unseen_report(&place).unwrap();
    assert_eq!(
        (
            text.as_str(),
            std::fs::read_to_string(path).unwrap().as_str()
        ),
        ("report 12", "report 12")
    );
    assert_eq!(
        (take_unseen_report(&place), reports(&place).len()),
        (None, MOST_REPORTS)
    );
    assert_eq!(
        std::fs::read_to_string(place.join("notes.txt")).unwrap(),
        "of somebody else"
    );
}
