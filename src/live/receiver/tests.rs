//! Over a real socket on the loopback. Nothing here is timed: what comes is waited for.

use super::*;
use anim::{Array, Transform, skeleton::Bone};
use rosc::{OscBundle, OscMessage, OscPacket, OscTime, OscType, encoder};
use std::{
    net::Ipv4Addr,
    sync::mpsc::{Receiver, channel},
};

/// Longer than any machine is busy.
const LONG: Duration = Duration::from_secs(60);

/// As if its reading panicked.
pub(super) const PANICS: &[u8] = b"/made-up fault";

struct Stage {
    receiver: VmcReceiver,
    woken: Receiver<()>,
    socket: UdpSocket,
    skeleton: Arc<Skeleton>,
    names: Names,
}

impl Stage {
    fn new() -> Self {
        let (wake, woken) = channel();
        let wake = move || wake.send(()).unwrap_or(());
        let receiver = VmcReceiver::open((Ipv4Addr::LOCALHOST, 0).into(), "actor", wake).unwrap();
        let mut names = Names::default();
        let bones =
            ["root", "pelvis", "upperarm_l", "head"].map(|name| names.insert(name).unwrap());
        let bone = |(at, name): (usize, &Name)| Bone {
            name: *name,
            parent: at as i32 - 1,
            reference: Transform::IDENTITY.into(),
            reserved: 0,
        };
        let bones: Array<Bone> = bones.iter().enumerate().map(bone).collect();
        let skeleton = Skeleton::new(Name::new("figure"), bones, Array::default())
            .unwrap()
            .into();
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        Self {
            receiver,
            woken,
            socket,
            skeleton,
            names,
        }
    }

    fn send(&self, packet: &OscPacket) {
        self.send_bytes(&encoder::encode(packet).unwrap());
    }

    fn send_bytes(&self, bytes: &[u8]) {
        self.socket.send_to(bytes, self.receiver.address()).unwrap();
    }

    fn newest(&mut self) -> Option<LiveFrame> {
        self.receiver.newest(&self.skeleton, &self.names)
    }

    /// What comes next.
    fn next(&mut self) -> LiveFrame {
        loop {
            self.woken.recv_timeout(LONG).expect("a datagram arrives");
            if let Some(frame) = self.newest() {
                return frame;
            }
        }
    }

    /// Waits until so much came.
    fn wait(&self, fits: impl Fn(&Traffic) -> bool) -> Traffic {
        let start = Instant::now();
        while start.elapsed() < LONG {
            let traffic = self.receiver.traffic();
            if fits(&traffic) {
                return traffic;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("it never came: {:?}", self.receiver.traffic());
    }
}

fn message(addr: &str, args: Vec<OscType>) -> OscPacket {
    OscPacket::Message(OscMessage {
        addr: addr.into(),
        args,
    })
}

/// As Unity has it: its x is turned round.
fn bone(name: &str, x: f32) -> OscPacket {
    let numbers = [x, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0].map(OscType::Float);
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

fn hips(frame: &LiveFrame) -> f32 {
    frame
        .bones
        .iter()
        .find(|(name, _)| *name == Name::new("pelvis"))
        .unwrap()
        .1
        .translation
        .x
}

#[test]
fn a_performer_on_the_loopback_is_heard_and_asked_for_once() {
    let mut stage = Stage::new();
    assert_eq!(
        (stage.newest(), stage.receiver.traffic()),
        (None, Traffic::default())
    );
    stage.send(&bundle(vec![
        bone("Hips", -0.5),
        bone("LeftUpperArm", 0.0),
        bone("LeftHand", 0.0),
    ]));
    let frame = stage.next();
    assert_eq!((frame.subject, hips(&frame)), (Name::new("actor"), 0.5));
    let names: Vec<Name> = frame.bones.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        ["pelvis", "upperarm_l"].map(Name::new),
        "the hand is left out"
    );
    assert_eq!(stage.newest(), None, "nothing new came");
    // In pieces, with a curve.
    for (at, x) in [(2, -0.6), (3, -0.7)] {
        stage.send(&bone("Hips", x));
        stage.wait(|traffic| traffic.frames == at);
    }
    let joy = vec![OscType::String("Joy".into()), OscType::Float(0.25)];
    stage.send(&bundle(vec![
        message("/VMC/Ext/Blend/Val", joy),
        message("/VMC/Ext/Blend/Apply", vec![]),
    ]));
    loop {
        let frame = stage.next();
        assert!(frame.bones.len() == 2 && [0.6, 0.7].contains(&hips(&frame)));
        if frame.curves == [(Name::new("Joy"), 0.25)] {
            break;
        }
    }
    assert_eq!(stage.receiver.traffic().ignored, 0);
}

#[test]
fn hostile_datagrams_are_counted_and_a_sound_one_is_heard_after_them() {
    let mut stage = Stage::new();
    let mut nested = encoder::encode(&bone("Hips", 1.0)).unwrap();
    while nested.len() < 30_000 {
        let size = (nested.len() as u32).to_be_bytes();
        nested = [&b"#bundle\0"[..], &[0; 8], &size, &nested[..]].concat();
    }
    let hostile = [
        vec![],
        vec![0xff; 9],
        b"/VMC".to_vec(),
        PANICS.to_vec(),
        vec![b'/'; 40_000],
        nested,
    ];
    for (count, bytes) in (1..).zip(&hostile) {
        stage.send_bytes(bytes);
        assert_eq!(stage.wait(|traffic| traffic.ignored == count).frames, 0);
    }
    stage.send(&message("/VMC/Ext/OK", vec![OscType::Int(1)]));
    stage.send(&bone("Hips", -2.0));
    assert_eq!(hips(&stage.next()), 2.0);
    assert_eq!(stage.receiver.traffic().ignored, hostile.len() as u64);
}

#[test]
fn another_skeleton_has_a_rig_of_its_own() {
    let mut stage = Stage::new();
    let tell = |stage: &mut Stage| {
        stage.send(&bone("Hips", -1.0));
        stage
            .next()
            .bones
            .iter()
            .map(|(name, _)| *name)
            .collect::<Vec<_>>()
    };
    assert_eq!(tell(&mut stage), [Name::new("pelvis")]);
    stage.skeleton = Arc::default();
    assert_eq!(tell(&mut stage), []);
}

#[test]
fn a_port_that_is_taken_is_refused_and_free_again_once_the_receiver_is_gone() {
    let Stage { receiver, .. } = Stage::new();
    let address = receiver.address();
    assert_eq!(
        VmcReceiver::open(address, "actor", || {})
            .err()
            .map(|error| error.kind()),
        Some(ErrorKind::AddrInUse)
    );
    drop(receiver);
    VmcReceiver::open(address, "actor", || {}).unwrap();
}

#[test]
fn frames_a_second_are_those_of_the_last_second() {
    let (mut pace, start) = (FrameRateCounter::default(), Instant::now());
    let at = |ms: u64| start + Duration::from_millis(ms);
    assert_eq!(pace.at(start), 0.0);
    for frame in 0..=60 {
        pace.count(at(frame * 20));
    }
    assert_eq!(pace.at(at(1200)), 50.0);
    assert_eq!(pace.at(at(4000)), 0.0, "it is silent");
    pace.count(at(5000));
    assert_eq!(pace.at(at(5000)), 0.0, "it has just begun again");
}
