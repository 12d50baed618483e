use super::*;

#[test]
fn rates_are_read_as_people_write_them() {
    let read = |text: &str| {
        let rate: FrameRate = text.parse().unwrap();
        (rate.frames(), rate.seconds())
    };
    assert_eq!(read("30"), (30, 1));
    assert_eq!(read(" 24 "), (24, 1));
    assert_eq!(read("12.5"), (25, 2));
    assert_eq!(read("29.97"), (30_000, 1001));
    assert_eq!(read("23.976"), (24_000, 1001));
    assert_eq!(read("30000/1001"), (30_000, 1001));
    assert_eq!(read("1"), (1, 1));
    assert_eq!(read("240"), (240, 1));
}

#[test]
fn what_is_no_rate_is_refused() {
    for text in [
        "0", "0.5", "241", "-30", "30/0", "0/1", "NaN", "inf", "", "fast", "1/2", "30/",
    ] {
        let refused = text.parse::<FrameRate>();
        assert!(refused.is_err_and(|why| why.contains("1 to 240")), "{text}");
    }
}

#[test]
fn a_rate_is_said_as_it_is_read() {
    for text in ["30", "29.97", "25/2", "59.94", "1"] {
        assert_eq!(text.parse::<FrameRate>().unwrap().to_string(), text);
    }
}

#[test]
fn times_of_frames_do_not_drift() {
    let rate: FrameRate = "29.97".parse().unwrap();
    assert_eq!(rate.time(30_000), 1001.0);
    assert_eq!(rate.time(0), 0.0);
}
