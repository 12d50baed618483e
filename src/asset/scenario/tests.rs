use super::*;

#[test]
fn a_track_reads_back_as_it_is_written() {
    let mut track = BoneTrack::default();
    track.push([0.0, 1.23456, -0.00004]);
    track.push([-0.1, -0.00051, 2.0]);
    let text = String::from(track.clone());
    assert_eq!(text, "0 1234.6 0 -100 -0.5 2000");
    assert_eq!(BoneTrack::try_from(text), Ok(track.clone()));
    assert_eq!(track.get(1), Some([-0.1, -0.0005, 2.0]));
    assert_eq!(track.get(2), None);
    for bad in ["1 2", "1 2 x", "1 2 1e12", "1 2 NaN"] {
        assert!(BoneTrack::try_from(bad.to_owned()).is_err(), "{bad}");
    }
}
