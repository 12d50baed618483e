use super::*;

/// A foot that stands from 0.5 s to 1.5 s: before it goes on at 0.3 m/s and up and down, after it
/// stays but for a jump.
fn walked(times: impl Iterator<Item = f64>) -> Slides {
    let mut slides = Slides::default();
    for time in times {
        let stands = (0.5..=1.5).contains(&time);
        let before = Vec3::new(0.3 * time as f32, (time * 9.0).sin() as f32, 0.0);
        let after = if stands {
            Vec3::Z * if time > 1.2 { 0.002 } else { 0.0 }
        } else {
            before
        };
        slides.see(
            time,
            &[Seen {
                name: "foot".into(),
                places: [before, after],
                stands,
            }],
        );
    }
    slides
}

#[test]
fn a_contact_slides_as_far_as_it_did_whatever_is_missed() {
    for step in [1.0 / 240.0, 1.0 / 60.0, 0.05, 0.1] {
        let slides = walked(
            (0..)
                .map(|nth| f64::from(nth) * step)
                .take_while(|time| *time < 1.45),
        );
        let foot = &slides.feet[0];
        let [before, after] = foot.contact.unwrap();
        // Truth: from the first look of the contact to the last.
        let first = (0.5 / step - 1e-9).ceil() * step;
        let last = ((1.45 / step - 1e-9).ceil() - 1.0) * step;
        let truth = 300.0 * (last - first) as f32;
        assert!(
            (before - truth).abs() < 0.05 * truth && (before - truth).abs() < 0.1,
            "{step}: {before} {truth}"
        );
        assert!((after - 2.0).abs() < 0.01, "{step}: {after}");
        let frames: Vec<f32> = foot.slides.iter().flatten().map(|slide| slide[0]).collect();
        assert!(
            frames.iter().all(|slide| (slide - 5.0).abs() < 0.05),
            "5 mm a frame: {frames:?}"
        );
    }
}

#[test]
fn the_air_is_no_slide_and_worst_is_kept_until_time_goes_back() {
    let mut slides = walked((0..200).map(|nth| f64::from(nth) / 60.0));
    let foot = &slides.feet[0];
    assert_eq!((foot.contact, foot.slides.back()), (None, Some(&None)));
    assert!((foot.worst.unwrap()[0] - 300.0).abs() < 6.0);
    let seen = Seen {
        name: "foot".into(),
        places: [Vec3::X; 2],
        stands: true,
    };
    slides.see(0.1, std::slice::from_ref(&seen));
    assert_eq!(
        (slides.feet[0].worst, slides.feet[0].slides.len()),
        (Some([0.0; 2]), 1)
    );
    slides.see(0.1, std::slice::from_ref(&seen));
    assert_eq!(slides.feet[0].slides.len(), 1, "the same look");
    slides.see(
        5.0,
        &[Seen {
            places: [Vec3::ZERO; 2],
            ..seen.clone()
        }],
    );
    assert_eq!(
        slides.feet[0].contact,
        Some([0.0; 2]),
        "long after it is another contact"
    );
    slides.see(
        5.1,
        &[Seen {
            name: "other".into(),
            ..seen
        }],
    );
    assert_eq!(slides.feet[0].name, "other");
}
