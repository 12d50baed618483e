//! Bundles that somebody changed and made the checksum right again.

mod windows;

use crate::{
    BundleError, Golden, aligned,
    altered::{
        header, section, table, with_header, with_record, with_right_checksum, with_section,
    },
    dice::Dice,
    layout::{ArraySpan, Header, SectionRecord, Tag, section_flag},
    read,
    read::checksum,
    sections, write,
};
use anim::graph::nodes::{OutputNode, SequencePlayerNode};
use anim::{
    AnimInstance, AnimInstanceProxy, Clip, Graph, Library, Lod, Material, Mesh, MeshPart, Montage,
    Name, Notify, Pose, Request, Skeleton, Transform,
    clip::{Keys, Track},
    graph::{GraphParts, Node, Play, Value},
    limits::MOST_HITS,
    mask::{BlendProfile, ProfileMode},
    mesh::{Cloth, ClothVertex, Near, PaletteJoint},
    montage::{Blend, NO_SECTION, Section, Segment, Slot},
    notify::{ClassKind, FieldKind, NotifyClass, NotifyField},
    required::RequiredBones,
    skeleton::{Bone, Socket},
    skinning::Skinned,
};
use bytemuck::Zeroable;
use std::sync::Arc;

/// Two bones, a clip that turns one of them, a montage that plays it.
pub(crate) fn library() -> Library {
    let bone = |name: &str, parent| Bone {
        name: Name::new(name),
        parent,
        reference: Transform::IDENTITY.into(),
        reserved: 0,
    };
    let bones = vec![bone("root", -1), bone("arm", 0)];
    let socket = Socket {
        name: Name::new("grip"),
        bone: 1,
        local: Transform::IDENTITY.into(),
        reserved: 0,
    };
    let factors = |mode| BlendProfile {
        mode,
        factors: vec![1.0, 0.5],
    };
    let profiles = vec![
        (Name::new("fast"), factors(ProfileMode::TimeFactor)),
        (Name::new("more"), factors(ProfileMode::WeightFactor)),
    ];
    let skeleton = Skeleton::new(Name::new("s"), bones.into(), vec![socket].into())
        .and_then(|skeleton| skeleton.with_masks(&[(Name::new("upper"), &[0.0, 1.0])]))
        .and_then(|skeleton| skeleton.with_profiles(profiles))
        .unwrap();
    let rotation = Keys { first: 0, count: 3 };
    let track = Track {
        bone: 1,
        translation: Keys::default(),
        rotation,
        scale: Keys::default(),
    };
    let (name, socket) = (Name::new("n"), socket.name);
    let class = Name::new("k");
    let notify = Notify {
        id: 1,
        name,
        socket,
        time: 0.5,
        end: 0.5,
        class,
        value_count: 3,
        ..Notify::zeroed()
    };
    let values = anim::Array::from(vec![
        1f32.to_bits().into(),
        Name::new("n").0,
        Name::new("a").0,
    ]);
    let clip = Clip {
        name: Name::new("c"),
        skeleton: skeleton.name,
        length: 1.0,
        key_count: 3,
        rate_scale: 1.0,
        tracks: vec![track].into(),
        keys: [
            [0.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
        ]
        .concat()
        .into(),
        notifies: vec![notify].into(),
        values: values.clone(),
        ..Clip::default()
    };
    let segment = Segment {
        id: 2,
        clip: 0,
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops: 1,
    };
    let montage = Montage {
        name: Name::new("m"),
        skeleton: skeleton.name,
        length: 1.0,
        rate_scale: 1.0,
        blend_in: Blend {
            time: 0.2,
            profile: Name::new("fast"),
            ..Blend::default()
        },
        sections: vec![Section {
            name: Name::new("a"),
            start: 0.0,
            next: NO_SECTION,
        }]
        .into(),
        slots: vec![Slot {
            name: Name::new("slot"),
            first_segment: 0,
            segment_count: 1,
        }]
        .into(),
        segments: vec![segment].into(),
        notifies: vec![notify].into(),
        values,
        ..Montage::default()
    };
    let mut library = Library::default();
    for name in [
        "s", "root", "arm", "grip", "upper", "fast", "more", "mesh", "c", "n", "m", "a", "slot",
        "skin", "g", "k",
    ] {
        library.names.insert(name).unwrap();
    }
    library.meshes.push(Arc::new(mesh(&skeleton)));
    library.skeletons.push(Arc::new(skeleton));
    library.clips.push(Arc::new(clip));
    library.montages.push(Arc::new(montage));
    library.graphs.push(Arc::new(graph()));
    library.notify_classes.push(Arc::new(notify_class()));
    let cue = |host_kind, host: &str, time| anim::SoundCue {
        id: 4,
        host: Name::new(host),
        name: Name::new("n"),
        sound: Name::new("s"),
        time,
        skip: 0.25,
        gain: -6.0,
        host_kind,
    };
    library.sound_cues = vec![cue(0, "c", 0.1), cue(0, "c", 0.5), cue(1, "m", 0.0)];
    library
}

/// A number up to 2, a text and a choice.
fn notify_class() -> NotifyClass {
    let field = |name: &str, kind: FieldKind, high| {
        let (low, choice_count) = (f32::NEG_INFINITY, u32::from(kind == FieldKind::Choice));
        NotifyField {
            name: Name::new(name),
            kind: kind.index(),
            choice_count,
            low,
            high,
            ..NotifyField::zeroed()
        }
    };
    let fields = vec![
        field("n", FieldKind::Number, 2.0),
        field("a", FieldKind::Text, f32::INFINITY),
        field("c", FieldKind::Choice, f32::INFINITY),
    ];
    let (name, choices) = (Name::new("k"), vec![Name::new("a")].into());
    NotifyClass::new(NotifyClass {
        name,
        kind: ClassKind::Either,
        fields: fields.into(),
        choices,
    })
    .unwrap()
}

/// The clip, played twice as fast.
fn graph() -> Graph {
    let (name, skeleton) = (Name::new("g"), Name::new("s"));
    let nodes = vec![
        Node::SequencePlayer(SequencePlayerNode {
            clip: Some(0),
            play: Some(0),
        }),
        Node::Output(OutputNode { source: 0 }),
    ];
    let plays = vec![Play {
        rate: Value::Number(2.0),
        ..Play::default()
    }];
    Graph::new(GraphParts {
        name,
        skeleton,
        nodes,
        plays,
        ..GraphParts::default()
    })
    .unwrap()
}

fn plain_look() -> Material {
    let (texture, normal_texture) = (Name::new("colours"), Name::new("bumps"));
    Material {
        texture,
        normal_texture,
        alpha_cutoff: 0.5,
        ..Material::default()
    }
}

/// One triangle in two levels, the coarser without the second bone.
fn mesh(skeleton: &Skeleton) -> Mesh {
    let part = |bone: u32| {
        let near = Near {
            shares: [0.5, 0.25, 0.25],
            away: 0.5,
        };
        let vertex = ClothVertex {
            corners: [2, 0, 1],
            weight: 0.5,
            position: near,
            normal: near,
            tangent: near,
        };
        let driver = Name::new("robe");
        let part = MeshPart {
            name: driver,
            cloth: Cloth {
                mesh: Name::new("mesh"),
                part: driver,
                driving: 3,
                vertices: vec![vertex; 3].into(),
            },
            positions: vec![[0.0, 1.0, 2.0]; 3].into(),
            normals: vec![[0.0, 1.0, 0.0]; 3].into(),
            tangents: vec![[1.0, 0.0, 0.0, 1.0]; 3].into(),
            influences: 1,
            joints: vec![0; 3].into(),
            weights: vec![1.0; 3].into(),
            palette: vec![PaletteJoint {
                bone,
                inverse_bind: [[1.0; 4]; 3],
            }]
            .into(),
            indices: vec![0, 1, 2].into(),
            ..MeshPart::default()
        };
        Arc::new(MeshPart::new(part).unwrap())
    };
    let lod = |screen_size, bones: &[u32]| Lod {
        screen_size,
        bones: bones.into(),
        parts: vec![part(bones.len() as u32 - 1)],
        materials: vec![bones.len() as u32 - 1],
    };
    let look = |name, flags| Material {
        name: Name::new(name),
        flags,
        base_color: [0.1, 0.2, 0.3, 0.4],
        ..plain_look()
    };
    let mesh = Mesh {
        name: Name::new("mesh"),
        skeleton: skeleton.name,
        lods: vec![lod(1.0, &[0, 1]), lod(0.5, &[0])],
        materials: vec![look("skin", 1), look("cloth", 2)],
        post_process: Name::NONE,
        post_process_lod: anim::mesh_levels::ALL_LEVELS,
        room: Default::default(),
    };
    Mesh::new(mesh, skeleton).unwrap()
}

fn driver_of(part: &MeshPart, library: &Library) -> Option<Arc<MeshPart>> {
    let mesh = library
        .meshes
        .iter()
        .find(|mesh| mesh.name == part.cloth.mesh)?;
    let driver = mesh.lods[0]
        .parts
        .iter()
        .find(|driver| driver.name == part.cloth.part);
    Some(driver.expect("what is followed is there").clone())
}

/// What a mesh that was read as sound must bear.
pub(crate) fn wear(mesh: &Mesh, library: &Library) {
    let skeleton = library.skeleton(mesh.skeleton).unwrap();
    let models = anim::skinning::reference_models(skeleton);
    let (mut required, mut palette, mut skinned) =
        (RequiredBones::default(), Vec::new(), Skinned::default());
    for level in 0..=mesh.lods.len() {
        library.require(skeleton, level, &mut required);
        assert!(required.bones().contains(&0));
        for part in &mesh.lod(level).parts {
            anim::skinning::palette(part, &models, &mut palette);
            anim::skinning::skin(part, &palette, &[], &mut skinned);
            if let Some(driver) = driver_of(part, library) {
                let mut driving = Skinned::default();
                anim::skinning::palette(&driver, &models, &mut palette);
                anim::skinning::skin(&driver, &palette, &[], &mut driving);
                part.cloth.follow(&driving, &mut skinned);
            }
        }
    }
}

/// Whatever is asked for, every pose is one, and no tick has more events than a tick judges and a
/// few of montages.
fn perform(library: &Arc<Library>, seed: u64) {
    let (mut dice, names) = (
        Dice(seed),
        [
            library.montages.first().map(|it| it.name),
            library.clips.first().map(|it| it.name),
        ],
    );
    for skeleton in &library.skeletons {
        let mut instance = AnimInstance::new(library.clone(), skeleton.clone(), seed);
        let mut proxy = AnimInstanceProxy::default();
        for tick in 0..6 {
            let rates = [1.0, -1.0, 0.3, 100.0, -100.0, 1e30];
            let rate = dice.of(&rates);
            let [montage, clip] = names.map(|name| name.unwrap_or(Name::NONE));
            let asked = [
                Request::play(montage, rate),
                Request::PlayClip {
                    clip,
                    position: f64::from(rate),
                    rate,
                },
                Request::FadeToClip {
                    clip,
                    rate,
                    duration: 0.2,
                },
                Request::SetPosition {
                    montage,
                    position: f64::from(rate),
                },
                Request::PlayGraph {
                    graph: library
                        .graphs
                        .first()
                        .map_or(Name::NONE, |graph| graph.name()),
                },
                Request::StopMontage {
                    montage: None,
                    blend_out: None,
                },
            ];
            // What a game asks for and cannot have is told to it, and is no fault.
            let _ = instance.request(&dice.of(&asked));
            instance.begin_frame(dice.of(&[0.0, 0.016, 0.4, 1.0]));
            instance.update_montages(&mut anim::instance::Silent);
            instance.pre_update(&mut proxy);
            proxy.run_tick(&mut Default::default());
            instance.complete(&mut proxy, &mut anim::instance::Silent);
            for payload in instance
                .events()
                .iter()
                .filter_map(|event| library.payload(event))
            {
                assert_eq!(payload.fields().count(), payload.class().fields.len());
            }
            assert!(proxy.pose().is_finite(), "seed {seed}, tick {tick}");
            assert!(instance.placement().is_finite(), "seed {seed}, tick {tick}");
            let events = instance.events().len();
            assert!(
                events < 2 * MOST_HITS,
                "seed {seed}, tick {tick}: {events} events"
            );
        }
    }
}

#[test]
fn a_library_comes_back_as_it_was() {
    let (store, length) = aligned(&write(&library(), &Golden::default()));
    assert_eq!(*read(store, length).unwrap().library, library());
}

#[test]
fn changed_bundles_are_refused_or_play() {
    let good = write(&library(), &Golden::default());
    let odd = [0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff];
    let (mut dice, mut played, mut refused) = (Dice(1), 0, 0);
    for round in 0..20_000 {
        let mut bytes = good.clone();
        for _ in 0..1 + round % 4 {
            let at = dice.below(bytes.len());
            bytes[at] = dice.of(&odd);
        }
        if round % 16 == 0 {
            bytes.truncate(size_of::<Header>() + dice.below(good.len() - size_of::<Header>()));
        }
        let (store, length) = aligned(&with_right_checksum(bytes));
        let Ok(bundle) = read(store, length) else {
            refused += 1;
            continue;
        };
        played += 1;
        bundle
            .library
            .meshes
            .iter()
            .for_each(|mesh| wear(mesh, &bundle.library));
        let mut pose = Pose::default();
        for clip in &bundle.library.clips {
            let skeleton = bundle.library.skeleton(clip.skeleton).unwrap();
            for time in [0.0, 0.3, f64::from(clip.length), 1e9] {
                clip.sample(skeleton, time, &mut pose);
            }
            clip.root_delta(skeleton, 0.0, clip.length.into());
        }
        perform(&bundle.library, round);
    }
    assert!(
        played > 1000 && refused > 1000,
        "{played} played, {refused} refused"
    );
}

/// Every kind of clip and montage, each flag in one of them alone.
fn library_of_kinds() -> Library {
    use anim::{
        additive::AdditiveKind,
        clip::{RootLock, RootMotion},
        codec::{EncoderSettings, EncoderSource, encode},
        curve::{Curve, CurveKey},
        montage::{BlendCurve, Easing, StretchCurve},
        sync::SyncMarker,
    };
    let plain = library();
    let (skeleton, clip, montage) = (
        plain.skeletons[0].clone(),
        &plain.clips[0],
        &plain.montages[0],
    );
    let motion = |enabled, lock| RootMotion { enabled, lock };
    let poses: Vec<Pose> = (0..3).map(|_| Pose::reference(&skeleton)).collect();
    let source = EncoderSource {
        skeleton: &skeleton,
        additive: None,
        bases: &[],
        frames: &poses,
        shells: &[0.03; 2],
    };
    let compressed = Some(encode(&source, &EncoderSettings::default()).unwrap().0);
    let (tracks, keys) = (anim::Array::default(), anim::Array::default());
    let clips = [
        Clip {
            looping: true,
            ..(**clip).clone()
        },
        Clip {
            stepped: true,
            root_motion: motion(false, RootLock::Zero),
            ..(**clip).clone()
        },
        Clip {
            root_motion: motion(true, RootLock::FirstFrame),
            rate_scale: 2.0,
            ..(**clip).clone()
        },
        Clip {
            additive: Some(AdditiveKind::Local),
            ..(**clip).clone()
        },
        Clip {
            additive: Some(AdditiveKind::Mesh),
            ..(**clip).clone()
        },
        Clip {
            additive: Some(AdditiveKind::LocalBoneFrame),
            ..(**clip).clone()
        },
        Clip {
            compressed,
            tracks,
            keys,
            ..(**clip).clone()
        },
    ];
    let blend = |inertialize, easing, profile: &str| Blend {
        time: 0.3,
        inertialize,
        easing,
        profile: Name::new(profile),
    };
    let custom = Easing::Custom(BlendCurve::sample_from(|u| u * u));
    let stretched = || Montage {
        stretch: Some(StretchCurve {
            samples: vec![0.0, 1.0].into(),
        }),
        sync_group: Name::new("slot"),
        markers: vec![SyncMarker::new(Name::new("a"), 0.5)].into(),
        curves: vec![Curve {
            name: Name::new("n"),
            key_count: 1,
            ..Curve::default()
        }]
        .into(),
        curve_keys: vec![CurveKey {
            value: 0.5,
            ..CurveKey::zeroed()
        }]
        .into(),
        rate_scale: 1.5,
        ..(**montage).clone()
    };
    let montages = [
        Montage {
            blend_in: blend(true, Easing::Sine, "fast"),
            ..(**montage).clone()
        },
        Montage {
            blend_out: blend(true, Easing::CircularOut, "more"),
            ..(**montage).clone()
        },
        Montage {
            auto_blend_out: true,
            blend_out_trigger: 0.25,
            ..(**montage).clone()
        },
        Montage {
            root_translation: true,
            ..(**montage).clone()
        },
        Montage {
            root_rotation: true,
            rate_scale: -1.5,
            ..(**montage).clone()
        },
        Montage {
            blend_in: blend(false, custom, "fast"),
            ..stretched()
        },
    ];
    let mut kinds = Library {
        clips: Vec::new(),
        montages: Vec::new(),
        ..plain.clone()
    };
    let mut named = |kind: &str, at: usize| {
        let name = format!("{kind}{at}");
        kinds.names.insert(&name).unwrap();
        Name::new(&name)
    };
    let mut made: Vec<_> = (clips.into_iter().enumerate())
        .map(|(at, clip)| {
            Arc::new(Clip {
                name: named("c", at),
                ..clip
            })
        })
        .collect();
    let mut shows: Vec<_> = (montages.into_iter().enumerate())
        .map(|(at, montage)| {
            Arc::new(Montage {
                name: named("m", at),
                ..montage
            })
        })
        .collect();
    made.sort_by_key(|clip| clip.name);
    shows.sort_by_key(|montage| montage.name);
    Library {
        clips: made,
        montages: shows,
        ..kinds
    }
}

#[test]
fn every_kind_of_clip_and_montage_comes_back_as_it_was() {
    let (store, length) = aligned(&write(&library_of_kinds(), &Golden::default()));
    let back = read(store, length).unwrap().library;
    for (a, b) in back.clips.iter().zip(&library_of_kinds().clips) {
        assert_eq!(a, b);
    }
    assert_eq!(*back, library_of_kinds());
}

fn error(bytes: &[u8]) -> BundleError {
    let (store, length) = aligned(bytes);
    read(store, length).expect_err("it must be refused")
}

#[test]
fn a_file_that_is_not_what_was_written_is_refused_by_name() {
    let good = write(&library_of_kinds(), &Golden::default());
    let stated = good.len() as u64;
    let start = size_of::<Header>();
    assert_eq!(error(&good[..start - 1]), BundleError::NotABundle);
    assert_eq!(
        error(&with_header(good.clone(), |header| header.magic[7] ^= 1)),
        BundleError::NotABundle
    );
    let newer = with_right_checksum(with_header(good.clone(), |header| header.version += 1));
    assert_eq!(
        error(&newer),
        BundleError::Version {
            found: crate::VERSION + 1
        }
    );
    let shorter = &good[..good.len() - 16];
    assert_eq!(
        error(shorter),
        BundleError::Length {
            stated,
            found: stated - 16
        }
    );
    let longer = [&good[..], &[0; 16]].concat();
    assert_eq!(
        error(&longer),
        BundleError::Length {
            stated,
            found: stated + 16
        }
    );
    let (store, _) = aligned(&good);
    let beyond = read(store, good.len() + 16).unwrap_err();
    assert_eq!(
        beyond,
        BundleError::Length {
            stated,
            found: stated + 16
        },
        "more than the store holds"
    );
    for at in [start, good.len() - 1] {
        let mut flipped = good.clone();
        flipped[at] ^= 1;
        let found = checksum(&flipped, &header(&flipped));
        assert_eq!(
            error(&flipped),
            BundleError::Checksum {
                stated: header(&good).checksum,
                found
            }
        );
    }
    let other = with_header(good.clone(), |header| header.float_rule ^= 1);
    assert!(
        matches!(error(&other), BundleError::Checksum { .. }),
        "the header counts too"
    );
}

#[test]
fn every_table_that_does_not_fit_is_named_with_its_place() {
    let good = write(&library_of_kinds(), &Golden::default());
    for kind in sections::ALL {
        let (what, beyond) = (
            kind.name(),
            ArraySpan {
                offset: good.len() as u64,
                count: 1,
            },
        );
        let bytes = with_right_checksum(with_section(good.clone(), kind, |section| {
            section.records = beyond
        }));
        assert_eq!(
            error(&bytes),
            BundleError::Layout {
                what: what.clone(),
                offset: beyond.offset
            }
        );
        let huge = ArraySpan {
            offset: 16,
            count: u64::MAX,
        };
        let bytes = with_right_checksum(with_section(good.clone(), kind, |section| {
            section.records = huge
        }));
        assert_eq!(error(&bytes), BundleError::Layout { what, offset: 16 });
    }
    let bytes = with_right_checksum(with_header(good.clone(), |header| {
        header.sections.count = u64::MAX
    }));
    let what = "the table of sections".to_owned();
    assert_eq!(
        error(&bytes),
        BundleError::Layout {
            what,
            offset: header(&good).sections.offset
        }
    );
}

#[test]
fn a_section_that_is_needed_and_not_known_is_refused_and_another_one_skipped() {
    let good = write(&library_of_kinds(), &Golden::default());
    for kind in sections::ALL {
        let stranger = |section: &mut SectionRecord| section.tag = Tag(*b"stranger");
        let newer = |section: &mut SectionRecord| section.version += 1;
        let unknown = with_right_checksum(with_section(good.clone(), kind, stranger));
        let later = with_right_checksum(with_section(good.clone(), kind, newer));
        if kind.required {
            assert_eq!(
                error(&unknown),
                BundleError::Section {
                    tag: "stranger".into(),
                    version: kind.version
                }
            );
            assert_eq!(
                error(&later),
                BundleError::Section {
                    tag: kind.name(),
                    version: kind.version + 1
                }
            );
        } else {
            for bytes in [unknown, later] {
                let (store, length) = aligned(&bytes);
                let mut expected = library_of_kinds();
                if kind.tag == sections::SOUND_CUES.tag {
                    expected.sound_cues.clear();
                }
                assert_eq!(*read(store, length).unwrap().library, expected);
            }
        }
    }
}

#[test]
fn a_table_that_contradicts_itself_is_refused() {
    let good = write(&library_of_kinds(), &Golden::default());
    let twice = with_section(good.clone(), sections::GOLDEN_TICKS, |section| {
        section.tag = sections::CLIPS.tag
    });
    let refused = |tag: &str, problem: &str| BundleError::Content {
        what: format!("section {tag}: {problem}"),
    };
    assert_eq!(
        error(&with_right_checksum(twice)),
        refused("clip", "it appears twice")
    );
    for kind in [sections::CLIPS, sections::PARTS, sections::NAMES] {
        let short = with_section(good.clone(), kind, |section| {
            section.record_size = kind.least as u32 - 1
        });
        assert_eq!(
            error(&with_right_checksum(short)),
            refused(&kind.name(), "its records are too short")
        );
    }
    let wide = with_section(good.clone(), sections::TEXT, |section| {
        section.record_size = 2
    });
    assert_eq!(
        error(&with_right_checksum(wide)),
        refused("text", "its records are of another size")
    );
}

/// As a later program would write it: every record with a field more, and a section that this one
/// does not know.
#[test]
fn records_that_grew_are_read_as_far_as_they_are_known() {
    let library = library_of_kinds();
    let mut bytes = write(&library, &Golden::default());
    let sections: Vec<SectionRecord> = table(&bytes);
    let mut table = Vec::new();
    for section in sections {
        let is_golden = section.flags & section_flag::REQUIRED == 0;
        if is_golden || section.tag == sections::TEXT.tag {
            table.push(section);
            continue;
        }
        bytes.resize(bytes.len().next_multiple_of(16), 0);
        let (size, offset) = (section.record_size as usize, bytes.len() as u64);
        for at in 0..section.records.count as usize {
            let start = section.records.offset as usize + at * size;
            bytes.extend_from_within(start..start + size);
            bytes.extend([0xab; 8]);
        }
        let records = ArraySpan {
            offset,
            ..section.records
        };
        table.push(SectionRecord {
            record_size: section.record_size + 8,
            records,
            ..section
        });
    }
    table.push(SectionRecord {
        tag: Tag(*b"later   "),
        flags: 0,
        version: 3,
        ..table[0]
    });
    assert!(
        table
            .iter()
            .any(|section| section.flags & section_flag::REQUIRED != 0)
    );
    bytes.resize(bytes.len().next_multiple_of(16), 0);
    let sections = ArraySpan {
        offset: bytes.len() as u64,
        count: table.len() as u64,
    };
    bytes.extend_from_slice(bytemuck::cast_slice(&table));
    let (store, length) = aligned(&with_right_checksum(with_header(bytes, |header| {
        header.sections = sections
    })));
    assert_eq!(*read(store, length).unwrap().library, library);
}

/// What is wrong with the content once one record is changed.
#[track_caller]
fn check_content<R: bytemuck::Pod>(
    kind: sections::BundleSectionSpec,
    at: usize,
    edit: impl FnOnce(&mut R),
    expected: &str,
) {
    let good = write(&library_of_kinds(), &Golden::default());
    let table = section(&good, kind);
    let changed = with_right_checksum(with_record(good, table, at, edit));
    assert_eq!(
        error(&changed),
        BundleError::Content {
            what: expected.to_owned()
        }
    );
}

#[test]
fn content_that_breaks_a_rule_is_named() {
    use crate::layout::*;
    let other = Name::new("other");
    check_content(
        sections::NAMES,
        0,
        |name: &mut NameRecord| name.name = other,
        "a name: its spelling",
    );
    check_content(
        sections::NAMES,
        0,
        |name: &mut NameRecord| name.length = 9999,
        "a name: its spelling",
    );
    check_content(
        sections::TEXT,
        0,
        |byte: &mut u8| *byte = 0xff,
        "a name: its spelling",
    );
    check_content(
        sections::SKELETONS,
        0,
        |s: &mut SkeletonRecord| s.name = other,
        "the clip “c2”: its skeleton is missing",
    );
    check_content(
        sections::CLIPS,
        0,
        |c: &mut ClipRecord| c.root_lock = 3,
        "the clip “c2”: root lock 3",
    );
    check_content(
        sections::CLIPS,
        0,
        |c: &mut ClipRecord| c.additive = 4,
        "the clip “c2”: additive kind 4",
    );
    check_content(
        sections::CLIPS,
        0,
        |c: &mut ClipRecord| c.name = Name(u64::MAX),
        "clips: not in order of name",
    );
    check_content(
        sections::MESHES,
        0,
        |m: &mut MeshRecord| m.skeleton = other,
        "the mesh “mesh”: its skeleton is missing",
    );
    let gone = "the mesh “mesh”: its post-process graph is missing or uses another skeleton";
    check_content(
        sections::MESHES,
        0,
        |m: &mut MeshRecord| m.post_process = other,
        gone,
    );
    let far = "the mesh “mesh”: a post-process graph at 129 levels";
    check_content(
        sections::MESHES,
        0,
        |m: &mut MeshRecord| m.post_process_levels = 129,
        far,
    );
    check_content(
        sections::MESHES,
        0,
        |m: &mut MeshRecord| m.room = 3,
        "the mesh “mesh”: room by 3",
    );
    check_content(
        sections::MESHES,
        0,
        |m: &mut MeshRecord| (m.room, m.box_max[1]) = (2, -9.0),
        "the mesh “mesh”: a body has no size or no bone, or its box is invalid or too large",
    );
    check_content(
        sections::MESHES,
        0,
        |m: &mut MeshRecord| m.lod_count = 3,
        "the mesh “mesh”: its LODs are missing",
    );
    check_content(
        sections::MESHES,
        0,
        |m: &mut MeshRecord| m.first_lod = u32::MAX,
        "the mesh “mesh”: its LODs are missing",
    );
    check_content(
        sections::MESHES,
        0,
        |m: &mut MeshRecord| m.material_count = 3,
        "the mesh “mesh”: its materials are missing",
    );
}

#[test]
fn parts_of_a_mesh_that_break_a_rule_are_named() {
    use crate::layout::*;
    let other = Name::new("other");
    check_content(
        sections::PARTS,
        1,
        |p: &mut PartRecord| p.material = 2,
        "the mesh “mesh”: a part of LOD 1 uses a missing material",
    );
    check_content(
        sections::LODS,
        1,
        |l: &mut BundleLodRecord| l.first_part = 2,
        "a level of detail: its parts",
    );
    let loose = "a mesh part without a name: its cloth is missing or has other vertices";
    check_content(
        sections::PARTS,
        0,
        |p: &mut PartRecord| p.cloth_mesh = other,
        loose,
    );
    check_content(
        sections::PARTS,
        1,
        |p: &mut PartRecord| p.cloth_part = other,
        loose,
    );
    check_content(
        sections::PARTS,
        1,
        |p: &mut PartRecord| p.cloth_driving = 4,
        loose,
    );
    check_content(
        sections::PARTS,
        0,
        |p: &mut PartRecord| p.cloth_driving = 2,
        "a mesh part without a name: vertex 0 has no point on its cloth",
    );
    check_content(
        sections::PARTS,
        0,
        |p: &mut PartRecord| p.cloth.count = 2,
        "a mesh part without a name: the number of cloth does not match the vertices",
    );
    check_content(
        sections::PARTS,
        0,
        |p: &mut PartRecord| p.cloth.count = 0,
        "a mesh part without a name: vertex 0 has no point on its cloth",
    );
    check_content(
        sections::PARTS,
        0,
        |p: &mut PartRecord| p.method = 2,
        "a mesh part without a name: skinning method 2",
    );
}

#[test]
fn montages_that_break_a_rule_are_named() {
    use crate::layout::*;
    check_content(
        sections::MONTAGES,
        0,
        |m: &mut MontageRecord| m.blend_in_easing = 99,
        "a montage: its easing is unknown",
    );
    check_content(
        sections::MONTAGES,
        0,
        |m: &mut MontageRecord| m.blend_out_easing = 99,
        "a montage: its easing is unknown",
    );
    let custom = |m: &mut MontageRecord| m.blend_in_easing = CUSTOM_EASING;
    check_content(
        sections::MONTAGES,
        0,
        custom,
        "a montage: its easing is unknown",
    );
    let points = |m: &mut MontageRecord| {
        m.blend_out_curve = ArraySpan {
            count: 31,
            ..m.notifies
        }
    };
    check_content(
        sections::MONTAGES,
        0,
        points,
        "a montage: its easing is unknown",
    );
    let stretch = |m: &mut MontageRecord| {
        m.stretch = ArraySpan {
            count: 1025,
            offset: 0,
        }
    };
    check_content(
        sections::MONTAGES,
        0,
        stretch,
        "the montage “m0”: its time stretch has an invalid value",
    );
    let last = Name(u64::MAX);
    check_content(
        sections::MONTAGES,
        0,
        |m: &mut MontageRecord| m.name = last,
        "montages: not in order of name",
    );
}

#[test]
fn sound_cues_are_in_order_and_in_range() {
    let expected = "sound cues: one is out of order or out of range";
    let edits: [fn(&mut anim::SoundCue); 4] = [
        |cue| cue.time = 0.9,
        |cue| cue.gain = f32::NAN,
        |cue| cue.host_kind = 2,
        |cue| cue.host = Name::NONE,
    ];
    for edit in edits {
        check_content(sections::SOUND_CUES, 0, edit, expected);
    }
}

#[test]
fn what_notifies_carry_is_what_their_classes_say() {
    use crate::layout::*;
    let kind = |class: &mut NotifyClassRecord| class.kind = 3;
    check_content(
        sections::NOTIFY_CLASSES,
        0,
        kind,
        "the notify class “k”: its kind",
    );
    let other = |class: &mut NotifyClassRecord| class.name = Name(5);
    check_content(
        sections::NOTIFY_CLASSES,
        0,
        other,
        "a notify: Class { notify: 1 }",
    );
    let fewer = |class: &mut NotifyClassRecord| class.fields.count -= 1;
    check_content(
        sections::NOTIFY_CLASSES,
        0,
        fewer,
        "a notify: Count { notify: 1 }",
    );
    let none = |class: &mut NotifyClassRecord| class.choices.count = 0;
    check_content(
        sections::NOTIFY_CLASSES,
        0,
        none,
        "the notify class “k”: Choices { field: 2 }",
    );
    let of_states = |class: &mut NotifyClassRecord| class.kind = 1;
    check_content(
        sections::NOTIFY_CLASSES,
        0,
        of_states,
        "a notify: Kind { notify: 1 }",
    );
    check_content(
        sections::CLIPS,
        0,
        |clip: &mut ClipRecord| clip.values.count = 2,
        "the clip “c2”: its notifies are out of order, or have a number that is not finite",
    );
    check_content(
        sections::MONTAGES,
        0,
        |montage: &mut MontageRecord| montage.values.count = 2,
        "the montage “m0”: its notifies are out of order, or have a number that is not finite",
    );
    let found = |edit: &dyn Fn(&mut Vec<u64>)| {
        let mut library = library();
        let mut clip = (*library.clips[0]).clone();
        let mut values = clip.values.to_vec();
        edit(&mut values);
        clip.values = values.into();
        library.clips = vec![Arc::new(clip)];
        let (store, length) = aligned(&write(&library, &Golden::default()));
        read(store, length).err()
    };
    let refused = |field| {
        Some(BundleError::Content {
            what: format!("a notify: Value {{ notify: 1, field: {field} }}"),
        })
    };
    assert_eq!(found(&|_| ()), None);
    assert_eq!(
        found(&|values| values[0] = 3f32.to_bits().into()),
        refused(0)
    );
    assert_eq!(
        found(&|values| values[0] = f32::NAN.to_bits().into()),
        refused(0)
    );
    assert_eq!(
        found(&|values| values[1] = 5),
        refused(1),
        "a text that nobody spelled"
    );
    assert_eq!(found(&|values| values[2] = Name::new("n").0), refused(2));
}

/// Bundles of the program before there were classes say nothing of them.
#[test]
fn a_bundle_without_classes_has_no_section_of_them() {
    let mut library = library();
    library.notify_classes.clear();
    for (clip, montage) in library.clips.iter_mut().zip(&mut library.montages) {
        let bare = |notify: &Notify| Notify {
            class: Name::NONE,
            value_count: 0,
            ..*notify
        };
        let (clip, montage) = (Arc::make_mut(clip), Arc::make_mut(montage));
        (clip.notifies, montage.notifies) = (
            clip.notifies.iter().map(bare).collect(),
            montage.notifies.iter().map(bare).collect(),
        );
    }
    let bytes = write(&library, &Golden::default());
    assert!(
        table(&bytes)
            .iter()
            .all(|section| section.tag != sections::NOTIFY_CLASSES.tag)
    );
    let (store, length) = aligned(&bytes);
    assert_eq!(*read(store, length).unwrap().library, library);
}

#[test]
fn two_of_one_name_are_refused_in_every_list() {
    let twice = |edit: fn(&mut Library)| {
        let mut library = library();
        edit(&mut library);
        error(&write(&library, &Golden::default()))
    };
    let refused = |what: &str| BundleError::Content {
        what: format!("{what}: not in order of name"),
    };
    assert_eq!(
        twice(|l| l.skeletons.push(l.skeletons[0].clone())),
        refused("skeletons")
    );
    assert_eq!(
        twice(|l| l.clips.push(l.clips[0].clone())),
        refused("clips")
    );
    assert_eq!(
        twice(|l| l.meshes.push(l.meshes[0].clone())),
        refused("meshes")
    );
    assert_eq!(
        twice(|l| l.montages.push(l.montages[0].clone())),
        refused("montages")
    );
    assert_eq!(
        twice(|l| l.notify_classes.push(l.notify_classes[0].clone())),
        refused("notify classes")
    );
}

#[test]
fn every_refusal_says_what_to_do() {
    let what = "it is wrong".to_owned();
    let (stated, found) = (1, 2);
    let tag = "x".to_owned();
    for error in [
        BundleError::NotABundle,
        BundleError::Version { found: 9 },
        BundleError::Length { stated, found },
        BundleError::Section { tag, version: 2 },
        BundleError::Graph { encoding: 3 },
        BundleError::Checksum { stated, found },
        BundleError::Layout {
            what: what.clone(),
            offset: 4,
        },
        BundleError::Content { what },
    ] {
        let text = error.to_string();
        let advice = text.trim_end_matches('.').rsplit(". ").next().unwrap();
        let first = advice.split(' ').next().unwrap();
        assert!(
            ["Choose", "Copy", "Export", "Update"].contains(&first),
            "{text}"
        );
    }
}
