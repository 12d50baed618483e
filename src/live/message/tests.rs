use super::*;
use proptest::prelude::*;
use rosc::{OscBundle, OscTime, encoder};

const PLACE: [f32; 7] = [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0];

fn message(addr: &str, args: Vec<OscType>) -> OscPacket {
    OscPacket::Message(OscMessage {
        addr: addr.into(),
        args,
    })
}

fn bone(name: &str, place: &[f32]) -> OscPacket {
    let numbers = place.iter().map(|number| OscType::Float(*number));
    message(
        "/VMC/Ext/Bone/Pos",
        std::iter::once(OscType::String(name.into()))
            .chain(numbers)
            .collect(),
    )
}

fn bundle(content: Vec<OscPacket>) -> OscPacket {
    OscPacket::Bundle(OscBundle {
        timetag: OscTime {
            seconds: 0,
            fractional: 1,
        },
        content,
    })
}

/// The messages, and how much was not understood.
fn heard(packet: &OscPacket) -> (Vec<Message>, u64) {
    heard_bytes(&encoder::encode(packet).unwrap())
}

fn heard_bytes(bytes: &[u8]) -> (Vec<Message>, u64) {
    let mut messages = Vec::new();
    let ignored = read(bytes, &mut |message| messages.push(message));
    (messages, ignored)
}

#[test]
fn a_bundle_of_what_performers_send_is_read_in_its_order() {
    let text = |text: &str| OscType::String(text.into());
    let root = [text("root")]
        .into_iter()
        .chain(PLACE.map(OscType::Float))
        .chain([1.0; 6].map(OscType::Float));
    let packet = bundle(vec![
        message("/VMC/Ext/OK", vec![OscType::Int(1)]),
        message("/VMC/Ext/T", vec![OscType::Float(3.5)]),
        message("/VMC/Ext/Root/Pos", root.collect()),
        bundle(vec![bone("Hips", &PLACE), bone("LeftUpperArm", &PLACE)]),
        message("/VMC/Ext/Blend/Val", vec![text("Joy"), OscType::Float(0.5)]),
        message("/VMC/Ext/Blend/Apply", vec![]),
        message("/VMC/Ext/Hmd/Pos", vec![text("serial")]),
    ]);
    let placed = VmcTransform {
        position: Vec3::new(-1.0, 2.0, 3.0),
        rotation: Quat::IDENTITY,
    };
    let arm = humanoid::find("LeftUpperArm").unwrap();
    let expected = vec![
        Message::Root(placed),
        Message::Bone(humanoid::HIPS, placed),
        Message::Bone(arm, placed),
        Message::Value(Name::new("Joy"), 0.5),
        Message::Apply,
    ];
    assert_eq!(heard(&packet), (expected, 0));
}

/// Unity turns clockwise as seen along an axis that points at us: its left-handed yaw to the right
/// is one to the right here.
#[test]
fn unity_s_space_becomes_ours() {
    let turn = |axis: Vec3| {
        let quat = Quat::from_axis_angle(axis, 0.5).to_array();
        let (messages, _) = heard(&bone("Hips", &[&[1.0, 2.0, 3.0][..], &quat].concat()));
        let [Message::Bone(_, placed)] = messages[..] else {
            panic!("{messages:?}")
        };
        assert_eq!(placed.position, Vec3::new(-1.0, 2.0, 3.0));
        placed.rotation
    };
    // Mirrored in x, so what turned from y to z still does, and what turned from z to x turns the
    // other way.
    let near = |found: Quat, axis: Vec3, angle: f32| {
        assert!(found.abs_diff_eq(Quat::from_axis_angle(axis, angle), 1e-6))
    };
    near(turn(Vec3::X), Vec3::X, 0.5);
    near(turn(Vec3::Y), Vec3::Y, -0.5);
    near(turn(Vec3::Z), Vec3::Z, -0.5);
    // As points: mirroring, turning there and mirroring back is turning here.
    let (q, p) = (
        Quat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize(),
        Vec3::new(0.3, -1.0, 2.0),
    );
    let mirror = |v: Vec3| Vec3::new(-v.x, v.y, v.z);
    let (messages, _) = heard(&bone("Hips", &[&[0.0; 3][..], &q.to_array()].concat()));
    let [Message::Bone(_, placed)] = messages[..] else {
        panic!("{messages:?}")
    };
    assert!((placed.rotation * p).abs_diff_eq(mirror(q * mirror(p)), 1e-5));
}

#[test]
fn other_numbers_than_floats_count_and_a_quaternion_is_made_one() {
    let args = vec![
        OscType::String("Head".into()),
        OscType::Int(0),
        OscType::Double(1.5),
        OscType::Int(0),
    ];
    let rotation = [
        OscType::Int(0),
        OscType::Int(0),
        OscType::Int(0),
        OscType::Int(2),
    ];
    let (messages, ignored) = heard(&message(
        "/VMC/Ext/Bone/Pos",
        args.into_iter().chain(rotation).collect(),
    ));
    let [Message::Bone(_, placed)] = messages[..] else {
        panic!("{messages:?}")
    };
    assert_eq!(
        (placed.position, placed.rotation, ignored),
        (Vec3::Y * 1.5, Quat::IDENTITY, 0)
    );
}

#[test]
fn what_is_not_understood_is_counted_and_the_rest_is_heard() {
    let text = |text: &str| OscType::String(text.into());
    let with = |at: usize, number: f32| {
        let mut place = PLACE;
        place[at] = number;
        bone("Hips", &place)
    };
    let bad = [
        message("/elsewhere", vec![]),
        message("/VMC/Ext/Unheard/Of", vec![]),
        message("/VMC/Ext/", vec![]),
        message("/VMC/Ext/Bone/Pos", vec![]),
        message("/VMC/Ext/Bone/Pos", vec![text("Hips"), text("Hips")]),
        message("/VMC/Ext/Root/Pos", PLACE.map(OscType::Float).to_vec()),
        message("/VMC/Ext/Blend/Val", vec![text("Joy"), text("much")]),
        message(
            "/VMC/Ext/Blend/Val",
            vec![text("Joy"), OscType::Float(f32::NAN)],
        ),
        message("/VMC/Ext/Blend/Val", vec![text("Joy"), OscType::Float(1e6)]),
        message("/VMC/Ext/Blend/Val", vec![text(""), OscType::Float(1.0)]),
        message("/VMC/Ext/Blend/Apply", vec![OscType::Int(1)]),
        bone("Tail", &PLACE),
        bone("Hips", &PLACE[..6]),
        bone("Hips", &[0.0; 7]),
        with(0, f32::NAN),
        with(1, f32::INFINITY),
        with(2, 1e30),
        with(3, f32::NEG_INFINITY),
        with(6, f32::MAX),
    ];
    for packet in &bad {
        assert_eq!(heard(packet), (vec![], 1), "{packet:?}");
    }
    let count = bad.len() as u64;
    let mut all = bad.to_vec();
    all.push(bone("Head", &PLACE));
    let (messages, ignored) = heard(&bundle(all));
    assert_eq!((messages.len(), ignored), (1, count));
}

/// In levels; the decoder would call itself as often, until its stack ends.
fn nested(levels: usize) -> Vec<u8> {
    let mut packet = encoder::encode(&bone("Hips", &PLACE)).unwrap();
    for _ in 0..levels {
        let size = (packet.len() as u32).to_be_bytes();
        packet = [BUNDLE, &[0; 8], &size, &packet[..]].concat();
    }
    packet
}

#[test]
fn bundles_in_bundles_arrays_in_arrays_and_datagrams_without_end_are_ignored_whole() {
    assert_eq!(heard_bytes(&nested(DEEPEST)).0.len(), 1);
    for levels in [DEEPEST + 1, 50, 1500] {
        assert_eq!(heard_bytes(&nested(levels)), (vec![], 1), "{levels}");
    }
    for depth in [1, 15_000] {
        let tags = [b",".as_slice(), &vec![b'['; depth], &vec![b']'; depth]].concat();
        let padded = |text: &[u8]| [text, &vec![0; 4 - text.len() % 4]].concat();
        let packet = [padded(b"/VMC/Ext/T"), padded(&tags)].concat();
        assert_eq!(heard_bytes(&packet), (vec![], 1), "{depth}");
    }
    let many = bundle(vec![bone("Hips", &PLACE); LONGEST / 64]);
    let bytes = encoder::encode(&many).unwrap();
    assert!(bytes.len() > LONGEST);
    assert_eq!(heard_bytes(&bytes), (vec![], 1));
    assert_eq!(heard_bytes(&[]), (vec![], 1));
}

proptest! {
    #[test]
    fn no_bytes_break_it(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        heard_bytes(&bytes);
        heard_bytes(&[BUNDLE, &[0; 8], &bytes[..]].concat());
    }

    /// Sound datagrams with a few bytes of them changed, cut off or repeated: nothing is heard that
    /// is not sound.
    #[test]
    fn no_change_of_a_datagram_breaks_it(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        length in any::<prop::sample::Index>(),
        is_whole in any::<bool>(),
    ) {
        let text = OscType::String("Joy".into());
        let value = message("/VMC/Ext/Blend/Val", vec![text, OscType::Float(0.5)]);
        let mut bytes = encoder::encode(&bundle(vec![bone("Hips", &PLACE), value, bundle(vec![bone("Head", &PLACE)])])).unwrap();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if !is_whole {
            bytes.truncate(length.index(bytes.len()));
        }
        for message in heard_bytes(&bytes).0 {
            match message {
                Message::Root(placed) | Message::Bone(_, placed) => {
                    prop_assert!(placed.position.abs().max_element() <= MOST && placed.rotation.is_normalized());
                }
                Message::Value(_, value) => prop_assert!(value.abs() <= MOST),
                Message::Apply => {}
            }
        }
    }
}
