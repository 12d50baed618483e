use super::*;
use proptest::prelude::*;

fn above_0() -> impl Strategy<Value = f32> {
    any::<u32>()
        .prop_map(f32::from_bits)
        .prop_filter("a length", |number| is_length(*number))
}

fn options() -> impl Strategy<Value = Options> {
    let positions = prop_oneof![
        Just(Positions::Guess),
        Just(Positions::Add),
        Just(Positions::Replace)
    ];
    let up = prop_oneof![Just(Up::Y), Just(Up::Z)];
    let some = prop::option::of::<_>;
    let bvh = (
        positions,
        up,
        some(above_0()),
        some(above_0()),
        prop::option::of(any::<u32>()),
    );
    let whole = (above_0(), any::<[bool; 2]>(), bvh);
    whole.prop_map(
        |(scale, [whole, strip_namespaces], (positions, up, unit, frame_time, reference_frame))| {
            Options {
                scale,
                whole,
                more_memory: 0,
                strip_namespaces,
                bvh: BvhOptions {
                    positions,
                    up,
                    unit,
                    frame_time,
                    reference_frame,
                },
            }
        },
    )
}

proptest! {
    #[test]
    fn what_is_remembered_is_recalled_and_the_usual_takes_no_word(options in options()) {
        prop_assert_eq!(Options::recalled(&options.remembered()), options);
        let more = Options { more_memory: 7, ..options };
        prop_assert_eq!(more.remembered(), options.remembered());
        prop_assert!(Options::default().remembered().is_empty());
    }

    #[test]
    fn whatever_a_project_says_is_an_option_that_readers_take(value in "true|guess|add|-1|0|1e99|NaN|inf|x|") {
        let names = [SCALE, WHOLE, STRIP_NAMESPACES, POSITIONS, Z_UP, UNIT, FRAME_TIME, REFERENCE_FRAME, "colour"];
        let fields: Fields = names.map(|name| (name.to_owned(), value.clone())).into();
        let options = Options::recalled(&fields);
        prop_assert!(options.check().is_ok() && options.more_memory == 0);
        prop_assert!([options.bvh.unit, options.bvh.frame_time].into_iter().flatten().all(is_length));
    }
}

#[test]
fn what_nobody_asked_for_is_as_the_file_says() {
    let usual = Options {
        scale: 1.0,
        whole: false,
        more_memory: 0,
        strip_namespaces: false,
        bvh: BvhOptions::default(),
    };
    assert_eq!(Options::default(), usual);
    assert_eq!(Options::recalled(&Fields::new()), usual);
    assert!(usual.remembered().is_empty());
}
