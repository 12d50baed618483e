//! What one processor makes of a bundle, in lines of text that have to be the same on every other
//! one.

mod wasm;

use anim::{
    Library, Name, Pose, Request,
    codec::{Bound, Compressed, EncoderSettings, EncoderSource, Span, encode},
    ground::{Shape, Terrain},
    simd::{Width, set_width},
};
use bundle::Bundle;
use engine::{CharacterId, EngineInput, Evaluator, WorkerMode};
use std::{fmt::Write, sync::Arc};
use studio::golden::{record, verify};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const CROWD: CharacterId = 16;
const TICKS: u32 = 900;
/// Ticks between two lines about the crowd.
const LINE: u32 = 100;
/// Of the clips that are compressed again one in so many, and no more frames of each.
const CLIP_STEP: usize = 16;
const MOST_FRAMES: u32 = 45;

/// The bundle of the sample project.
pub fn sample() -> Vec<u8> {
    let library = asset::compile(
        &mannequin::sample(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    bundle::write(&library, &record(&library))
}

/// As `scalar`, `four` or `eight` lanes, which the machine has to have.
pub fn use_lanes(name: &str) -> Result<(), String> {
    let wanted = match name {
        "scalar" => Width::Scalar,
        "four" => Width::Four,
        "eight" => Width::Eight,
        _ => return Err(format!("“{name}” is none of scalar, four and eight")),
    };
    let used = set_width(wanted);
    if used == wanted {
        Ok(())
    } else {
        Err(format!("this machine has no {name} lanes, but {used:?}"))
    }
}

/// What is to be compared.
pub fn lines(file: &[u8]) -> Result<String, String> {
    let bundle =
        bundle::read(anim::Store::of(file), file.len()).map_err(|error| error.to_string())?;
    let mut out = String::new();
    golden(&bundle, &mut out)?;
    codec(&bundle.library, &mut out)?;
    crowd(&bundle.library, &mut out);
    compiled(&mut out);
    Ok(out)
}

fn golden(bundle: &Bundle, out: &mut String) -> Result<(), String> {
    let differences: Vec<String> = verify(bundle).iter().map(ToString::to_string).collect();
    if !differences.is_empty() {
        return Err(format!(
            "{} golden vectors differ:\n{}",
            differences.len(),
            differences.join("\n")
        ));
    }
    let (poses, ticks) = (bundle.golden.clips.len(), bundle.golden.ticks.len());
    line(
        out,
        format_args!(
            "golden vectors by rule {}: {poses} poses, {ticks} ticks",
            anim::float::RULE
        ),
    );
    Ok(())
}

/// Some clips, compressed again from what they show, at three precisions, and decoded between their
/// frames.
fn codec(library: &Library, out: &mut String) -> Result<(), String> {
    let clips = library
        .clips
        .iter()
        .filter(|clip| clip.compressed.is_some())
        .step_by(CLIP_STEP);
    for clip in clips {
        let Some(skeleton) = library.skeleton(clip.skeleton) else {
            continue;
        };
        let frames = clip.key_count.clamp(2, MOST_FRAMES);
        let frame = |at: u32| {
            let mut pose = Pose::default();
            clip.sample(
                skeleton,
                f64::from(clip.length) * f64::from(at) / f64::from(frames - 1),
                &mut pose,
            );
            pose
        };
        let frames: Vec<Pose> = (0..frames).map(frame).collect();
        let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
        let source = EncoderSource {
            skeleton,
            additive: clip.additive,
            bases: &[],
            frames: &frames,
            shells: &shells,
        };
        for (precision, bound) in [(1e-2, Bound::Max), (1e-3, Bound::P99), (1e-5, Bound::Max)] {
            let settings = EncoderSettings {
                precision,
                bound,
                ..EncoderSettings::default()
            };
            let (packed, report) = encode(&source, &settings).map_err(|error| error.to_string())?;
            let name = library.names.text(clip.name);
            let (bytes, poses) = (xxh3_64(packed.bytes()), decoded(&packed, &frames));
            let error = report.max_error.to_bits();
            line(
                out,
                format_args!("codec {name} at {precision}: {bytes:016x} {poses:016x} {error:08x}"),
            );
        }
    }
    Ok(())
}

fn decoded(packed: &Compressed, frames: &[Pose]) -> u64 {
    let mut hash = Xxh3::new();
    for (at, frame) in frames.iter().enumerate() {
        for fraction in [0.0, 0.3] {
            let mut pose = frame.clone();
            packed.sample(
                Span {
                    frame: at as u32,
                    fraction,
                },
                &mut pose,
            );
            hash.update(&pose.hash().to_le_bytes());
        }
    }
    hash.digest()
}

/// Characters that are asked for all kinds of things, on the thread that calls: other machines may
/// have none else.
fn crowd(library: &Arc<Library>, out: &mut String) {
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library.clone());
    let mut dice = Dice(1);
    let shape = Shape::Waves {
        amplitude: 0.15,
        length: 3.0,
    };
    let ground = Some(Arc::new(Terrain {
        shape,
        height: 0.0,
        heading: 30.0,
        blocks: Vec::new(),
    }));
    let mut inputs = vec![EngineInput::SetGround { ground }];
    let figure = library
        .graphs
        .first()
        .map_or(Name::NONE, |graph| graph.skeleton());
    for character in 0..CROWD {
        inputs.push(EngineInput::AddCharacter {
            character,
            skeleton: figure,
            seed: character.into(),
        });
        if let Some(graph) = library
            .graphs
            .get(character as usize % library.graphs.len().max(1))
        {
            inputs.push(EngineInput::Request {
                character,
                request: Request::PlayGraph {
                    graph: graph.name(),
                },
            });
        }
    }
    let (mut hash, mut events) = (Xxh3::new(), 0);
    for tick in 1..=TICKS {
        let dt = [1.0 / 60.0, 1.0 / 30.0, 1.0 / 144.0][(tick / LINE) as usize % 3];
        evaluator.step(dt, &inputs);
        hash.update(&engine::hash::world_hash(&evaluator).to_le_bytes());
        events += (0..CROWD)
            .map(|character| evaluator.events(character).len())
            .sum::<usize>();
        inputs.clear();
        inputs.extend((0..CROWD).filter_map(|character| asked(library, character, &mut dice)));
        if tick % LINE == 0 {
            line(
                out,
                format_args!(
                    "crowd of {CROWD} at tick {tick}: {:016x}, {events} events",
                    hash.digest()
                ),
            );
        }
    }
}

/// What a character is asked for in a tick; nothing in most of them.
fn asked(library: &Library, character: CharacterId, dice: &mut Dice) -> Option<EngineInput> {
    let request = match dice.below(120) {
        0 => Request::play(
            library
                .montages
                .get(dice.below(library.montages.len()))?
                .name,
            1.0,
        ),
        1 => Request::StopMontage {
            montage: None,
            blend_out: Some(0.2),
        },
        2 => Request::PlayGraph {
            graph: library.graphs.get(dice.below(library.graphs.len()))?.name(),
        },
        3 => Request::FadeToClip {
            clip: library.clips.get(dice.below(library.clips.len()))?.name,
            rate: 0.75,
            duration: 0.3,
        },
        4..10 => {
            let parameters = &library
                .graphs
                .get(dice.below(library.graphs.len()))?
                .parts()
                .parameters;
            let parameter = parameters.get(dice.below(parameters.len()))?.name;
            let value = [0.0, 1.0, 1.7, 3.0, 5.5, -0.5, 90.0][dice.below(7)];
            Request::SetParameter { parameter, value }
        }
        _ => return None,
    };
    Some(EngineInput::Request { character, request })
}

/// What the compiler makes of authored data, byte by byte.
fn compiled(out: &mut String) {
    let library = asset::compile(
        &mannequin::excerpt(),
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library;
    let bytes = bundle::write(&library, &record(&library));
    line(
        out,
        format_args!(
            "an excerpt, compiled: {} bytes, {:016x}",
            bytes.len(),
            xxh3_64(&bytes)
        ),
    );
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes what is written");
}

/// Whole numbers that look random.
struct Dice(u64);

impl Dice {
    /// Below `count`; 0 where that is 0.
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % (count.max(1) as u64)) as usize
    }
}
