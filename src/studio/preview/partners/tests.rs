//! Partners: measured by the poses and the places of both characters.

use crate::{
    FIRST_PARTNER, MontageScope, PREVIEWED, PartnerOrder, PartnerTie, Player, PlayerOrder,
    PreviewFrame, PreviewSubject, Transport,
};
use anim::{Library, Name, Transform, instance::RootMotionMode};
use asset::{
    Id, PoseGraph,
    graph::{Node, NodeKind, Wiring, nodes::CopyPoseNode},
};
use engine::{EngineInput, WorkerMode};
use glam::{Quat, Vec3};
use std::sync::Arc;

const DT: f64 = 1.0 / 60.0;
const COPY: Name = Name::new("PG_Copy");

/// The tall figure with a graph that copies a hero, and a lunge at an enemy.
fn library() -> Arc<Library> {
    let mut project = mannequin::sample();
    let tall = project
        .montages
        .values()
        .find(|montage| montage.name == "AM_Lunge")
        .map(|montage| montage.skeleton)
        .unwrap();
    project.montages.retain(|_, it| it.name == "AM_Lunge");
    let used: Vec<Id> = project
        .montages
        .values()
        .flat_map(|montage| &montage.slots)
        .flat_map(|slot| &slot.segments)
        .map(|segment| segment.clip)
        .collect();
    let is_kept = |name: &str| matches!(name, "Idle" | "Walk_Fwd");
    project
        .clips
        .retain(|id, clip| used.contains(id) || (is_kept(&clip.name) && clip.skeleton == tall));
    project.graphs.clear();
    project.blend_spaces.clear();
    project.pose_assets.clear();
    project.meshes.clear();
    let copy = NodeKind::CopyPose(CopyPoseNode {
        source: None,
        partner: "Hero".into(),
        retargets: false,
    });
    let wiring = Wiring {
        nodes: vec![Node::new(Id(2), copy)],
        output: Some(Id(2)),
        ..Wiring::default()
    };
    let graph = PoseGraph {
        wiring: Arc::new(wiring),
        ..PoseGraph::new("PG_Copy", tall)
    };
    project.graphs.insert(Id(1), Arc::new(graph));
    asset::compile(
        &project,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

fn partner(library: &Library, plays: PreviewSubject) -> PartnerOrder {
    PartnerOrder {
        name: Name::new("Hero"),
        skeleton: library.clip(Name::new("Walk_Fwd")).unwrap().skeleton,
        plays,
        home: Transform {
            rotation: Quat::from_rotation_y(std::f32::consts::PI),
            ..Transform::from_translation(Vec3::new(0.5, 0.0, 2.0))
        },
        stays: false,
        tie: PartnerTie::IsCopied,
        follows_montage: false,
        targets: Vec::new(),
    }
}

struct Seen(Player);

impl Seen {
    fn new(library: &Arc<Library>, subject: PreviewSubject, partner: PartnerOrder) -> Self {
        let mut seen = Self(Player::new(WorkerMode::Inline, library.clone()));
        seen.send(Transport::SetRootMotionMode(RootMotionMode::FromEverything));
        seen.send(Transport::SetPartners([partner].into()));
        seen.send(Transport::Show(subject));
        seen
    }

    fn send(&mut self, transport: Transport) {
        self.0.step(0.0, &[transport.into()]);
    }

    fn run(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.0.step(DT, &[]));
    }

    fn frame(&self) -> PreviewFrame {
        PreviewFrame::of(&self.0, 0).expect("somebody is shown")
    }
}

fn clip(name: &str) -> PreviewSubject {
    PreviewSubject::Clip(Name::new(name))
}

#[test]
fn a_graph_shows_the_pose_of_the_partner_that_it_copies() {
    let library = library();
    let order = partner(&library, clip("Walk_Fwd"));
    let mut seen = Seen::new(&library, PreviewSubject::Graph(COPY), order.clone());
    seen.send(Transport::Play);
    for ticks in [1, 20, 90] {
        seen.run(ticks);
        let frame = seen.frame();
        let [partner] = &frame.partners[..] else {
            panic!("one partner")
        };
        assert_eq!(frame.models, partner.models);
        assert_ne!(frame.models[1], Default::default());
        assert_eq!(partner.character, FIRST_PARTNER);
    }
    let apart = PartnerOrder {
        tie: PartnerTie::Apart,
        ..order
    };
    seen.send(Transport::SetPartners([apart].into()));
    seen.run(2);
    assert_ne!(seen.frame().models, seen.frame().partners[0].models);
    seen.send(Transport::SetPartners([].into()));
    seen.run(2);
    assert!(seen.frame().partners.is_empty());
}

#[test]
fn a_partner_copies_and_follows_in_the_same_tick() {
    let library = library();
    let copies = PartnerOrder {
        name: Name::new("Other"),
        tie: PartnerTie::Copies(Name::new("Hero")),
        ..partner(&library, PreviewSubject::Graph(COPY))
    };
    let follows = PartnerOrder {
        tie: PartnerTie::Follows,
        ..partner(&library, PreviewSubject::None)
    };
    for order in [copies, follows] {
        let mut seen = Seen::new(&library, clip("Walk_Fwd"), order);
        seen.send(Transport::Seek(0.4));
        let frame = seen.frame();
        assert_eq!(
            frame.models, frame.partners[0].models,
            "while it is scrubbed"
        );
        seen.send(Transport::Play);
        seen.run(7);
        let frame = seen.frame();
        assert_eq!(frame.models, frame.partners[0].models);
        let home = frame.partners[0].placement.translation;
        assert!(home.distance(Vec3::new(0.5, 0.0, 2.0)) < 1e-5, "{home}");
    }
}

/// Wherever it is scrubbed to, the partner is where play brings it: over the ends of what it plays,
/// and with its root motion from its own place.
#[test]
fn a_partner_is_scrubbed_to_where_play_brings_it() {
    let library = library();
    let order = partner(&library, clip("Walk_Fwd"));
    let length = f64::from(library.clip(Name::new("Walk_Fwd")).unwrap().length);
    let subject = PreviewSubject::Montage(Name::new("AM_Lunge"));
    let until = f64::from(library.montage(Name::new("AM_Lunge")).unwrap().length) - 0.1;
    for subject in [subject, clip("Idle")] {
        let mut played = Seen::new(&library, subject, order.clone());
        played.send(Transport::SetScope(MontageScope::All));
        played.send(Transport::Seek(0.0));
        played.send(Transport::Play);
        let (mut scrubbed, mut most, mut furthest) =
            (Seen::new(&library, subject, order.clone()), 0.0f32, 0.0f32);
        for _ in 0..(until / DT) as u32 / 5 {
            played.run(5);
            let at = played.frame().position;
            scrubbed.send(Transport::Seek(at));
            let (a, b) = (played.frame(), scrubbed.frame());
            let (a, b) = (&a.partners[0], &b.partners[0]);
            most = most.max(a.placement.translation.distance(b.placement.translation));
            let bones = a.models.iter().zip(&b.models);
            let off = bones.map(|(a, b)| a.translation.distance(b.translation));
            most = most.max(off.fold(0.0, f32::max));
            furthest = furthest.max(a.placement.translation.distance(order.home.translation));
        }
        assert!(most < 1e-3, "{most} m apart of {subject:?}");
        assert!(furthest > 0.3, "{furthest} m of {length} s");
    }
}

/// The lunge has the point of its blade, 1.1 m ahead, at its enemy as its window ends: where the
/// partner's pelvis is by then. As it plays, and where it is scrubbed to.
#[test]
fn a_warp_arrives_at_the_partners_bone_and_a_held_partner_stays() {
    const END: f64 = 0.38;
    let library = library();
    let montage = PreviewSubject::Montage(Name::new("AM_Lunge"));
    let rig = partner(&library, PreviewSubject::None).skeleton;
    let rig = library.skeleton(rig).unwrap();
    let bone = rig.find(Name::new("pelvis")).unwrap();
    let home = Transform {
        rotation: Quat::from_rotation_y(0.35),
        ..Transform::from_translation(Vec3::new(0.7, 0.0, 1.9))
    };
    let order = PartnerOrder {
        stays: true,
        home,
        targets: vec![(Name::new("Enemy"), Name::new("pelvis"), Transform::IDENTITY)],
        ..partner(&library, clip("Idle"))
    };
    let off = |seen: &Seen| {
        let frame = seen.frame();
        let blade = frame
            .placement
            .to_affine()
            .transform_point3(Vec3::new(0.0, 0.0, 1.1));
        let partner = &frame.partners[0];
        assert!(partner.placement.translation.distance(home.translation) < 1e-6);
        let it = partner.placement.to_affine() * partner.models[bone];
        let it = Vec3::from(it.translation);
        Vec3::new(blade.x - it.x, 0.0, blade.z - it.z).length()
    };
    let mut seen = Seen::new(&library, montage, order.clone());
    seen.send(Transport::Play);
    for _ in 0..100 {
        seen.0.step(END / 100.0, &[]);
    }
    assert!((seen.frame().position - END).abs() < 1e-6);
    assert!(off(&seen) < 1e-3, "{} m", off(&seen));
    let mut scrubbed = Seen::new(&library, montage, order.clone());
    scrubbed.send(Transport::Seek(END));
    assert!(off(&scrubbed) < 1e-3, "{} m", off(&scrubbed));
    let bare = PartnerOrder {
        targets: Vec::new(),
        ..order
    };
    let mut bare = Seen::new(&library, montage, bare);
    bare.send(Transport::Seek(END));
    assert!(off(&bare) > 0.2, "without the target: {} m", off(&bare));
}

#[test]
fn a_partners_montage_goes_where_ours_goes() {
    let library = library();
    let montage = Name::new("AM_Lunge");
    let order = PartnerOrder {
        follows_montage: true,
        tie: PartnerTie::Apart,
        ..partner(&library, PreviewSubject::Montage(montage))
    };
    let mut seen = Seen::new(&library, PreviewSubject::Montage(montage), order);
    let positions = |seen: &Seen| {
        let frame = seen.frame();
        let ours = frame.montages.last().map(|it| it.position);
        (
            ours,
            frame.partners[0].montages.last().map(|it| it.position),
        )
    };
    seen.send(Transport::Seek(0.35));
    assert_eq!(positions(&seen).0, positions(&seen).1);
    seen.send(Transport::SetRate(0.5));
    seen.send(Transport::Play);
    for _ in 0..300 {
        seen.run(1);
        let (ours, theirs) = positions(&seen);
        if ours.is_some() {
            assert_eq!(ours, theirs, "at any rate, and over the end");
        }
    }
}

/// The same orders give the same bits, however many threads there are; a recording needs no
/// preview.
#[test]
fn partners_are_the_same_on_any_number_of_threads() {
    let library = library();
    let order = PartnerOrder {
        targets: vec![(Name::new("Enemy"), Name::NONE, Transform::IDENTITY)],
        ..partner(&library, clip("Walk_Fwd"))
    };
    let hashes = [WorkerMode::Inline, WorkerMode::workers(2).unwrap()].map(|mode| {
        let mut player = Player::new(mode, library.clone());
        player.record(engine::RecordingLimits::UNLIMITED);
        let orders: [PlayerOrder; 3] = [
            Transport::SetPartners([order.clone()].into()).into(),
            Transport::Show(PreviewSubject::Montage(Name::new("AM_Lunge"))).into(),
            Transport::Play.into(),
        ];
        player.step(0.0, &orders);
        (0..200).for_each(|_| player.step(DT, &[]));
        let frame = PreviewFrame::of(&player, 0).unwrap();
        (
            format!("{:?}", frame.partners[0].models),
            format!("{:?} {:?}", frame.models, frame.placement),
        )
    });
    assert_eq!(hashes[0], hashes[1]);
}

/// One whose skeleton is not there is left out, and nothing else changes.
#[test]
fn a_partner_of_no_skeleton_is_nobody() {
    let library = library();
    let order = PartnerOrder {
        skeleton: Name::new("nobody"),
        ..partner(&library, clip("Walk_Fwd"))
    };
    let mut seen = Seen::new(&library, clip("Idle"), order);
    seen.send(Transport::Play);
    seen.run(3);
    assert!(seen.frame().partners.is_empty());
    assert!(seen.0.evaluator().instance(PREVIEWED).is_some());
    let far = EngineInput::RemoveCharacter {
        character: FIRST_PARTNER,
    };
    seen.0.step(DT, &[far.into()]);
}

/// A clip that loops goes on by itself; who plays it comes back to its place in each round.
#[test]
fn a_partner_that_goes_round_begins_at_its_place_again() {
    let library = library();
    let order = partner(&library, clip("Walk_Fwd"));
    let home = order.home.translation;
    let mut seen = Seen::new(&library, PreviewSubject::Graph(COPY), order);
    seen.send(Transport::Play);
    let walk = library.clip(Name::new("Walk_Fwd")).unwrap();
    let rig = library.skeleton(walk.skeleton).unwrap();
    let round = walk
        .root_delta(rig, 0.0, f64::from(walk.length))
        .translation
        .length();
    assert!(round > 0.5);
    let mut nearest = f32::INFINITY;
    for at in 0..400 {
        seen.run(1);
        let off = seen.frame().partners[0]
            .placement
            .translation
            .distance(home);
        assert!(off < round + 0.1, "{off} m away after {at} ticks");
        nearest = if at > 300 { nearest.min(off) } else { nearest };
    }
    assert!(nearest < 0.1);
}
