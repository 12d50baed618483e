//! The protocol for reading an FBX file in another process.
//!
//! The question is a length of four bytes, the options in that many, and the bytes of the file to
//! the end. The answer is a row of frames: a kind, a length of eight bytes, and that many bytes.
//! What the answer holds is checked before it counts, since it comes from a process that may have
//! been taken over by its file.

use super::{FbxContents, read};
use crate::{ImportError, ImportErrorPlace, ImportProblem, Options};
use asset::source::Interpolation;
use serde::{Deserialize, Serialize};
use std::{
    cell::RefCell,
    io::{self, Read, Write},
};
use words::tr;

/// Kind of a frame that holds the progress, 0..=1, as a little-endian float of 32 bits.
pub const PROGRESS: u8 = b'P';
/// Kind of the last frame, which holds the result or the refusal.
pub const ANSWER: u8 = b'A';
/// Most bytes of an answer.
const MAX_ANSWER: u64 = 64 << 30;

/// An error as it is sent.
#[derive(Serialize, Deserialize)]
enum FbxWireError {
    Memory {
        asked: u64,
        left: u64,
    },
    Cancelled,
    Said {
        place: ImportErrorPlace,
        text: String,
    },
}

/// The start of a question: the options and their length. The bytes of the file follow. The Err
/// says in words why the options cannot be encoded.
pub fn question(options: &Options) -> Result<Vec<u8>, String> {
    let options = postcard::to_stdvec(options).map_err(|error| error.to_string())?;
    let length = u32::try_from(options.len()).map_err(|error| error.to_string())?;
    Ok([length.to_le_bytes().to_vec(), options].concat())
}

/// Reads a question and answers it. Errors are those of the pipes; what is wrong with the file is
/// an answer.
pub fn serve(input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let mut options = vec![0; u32::from_le_bytes(length).min(1 << 16) as usize];
    input.read_exact(&mut options)?;
    let options: Options = postcard::from_bytes(&options).map_err(io::Error::other)?;
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let output = RefCell::new(output);
    // Nobody is left to hear of it where the pipe is broken.
    let progress =
        |part: f32| frame(&mut **output.borrow_mut(), PROGRESS, &part.to_le_bytes()).is_ok();
    let answer = read(&bytes, &options, &progress).map_err(|error| match error.problem {
        ImportProblem::Memory { asked, left } => FbxWireError::Memory { asked, left },
        ImportProblem::Cancelled => FbxWireError::Cancelled,
        problem => FbxWireError::Said {
            place: error.place,
            text: problem.to_string(),
        },
    });
    let answer = postcard::to_stdvec(&answer).map_err(io::Error::other)?;
    frame(&mut **output.borrow_mut(), ANSWER, &answer)
}

fn frame(output: &mut impl Write, kind: u8, bytes: &[u8]) -> io::Result<()> {
    output.write_all(&[kind])?;
    output.write_all(&(bytes.len() as u64).to_le_bytes())?;
    output.write_all(bytes)?;
    output.flush()
}

/// Reads the next frame: its kind and its bytes. An Err means a broken pipe, or an answer that is
/// cut or too long.
pub fn next(input: &mut impl Read) -> io::Result<(u8, Vec<u8>)> {
    let mut kind = [0];
    input.read_exact(&mut kind)?;
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > MAX_ANSWER {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            tr!("the answer is too long"),
        ));
    }
    let mut bytes = Vec::new();
    let read = input.take(length).read_to_end(&mut bytes)? as u64;
    if read < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok((kind[0], bytes))
}

/// Decodes and checks the bytes of an [`ANSWER`]. An Err is what the reader refused, or that the
/// answer is broken.
pub fn found(answer: &[u8]) -> Result<FbxContents, ImportError> {
    let broken = |why: String| {
        ImportError::new(
            ImportErrorPlace::File,
            ImportProblem::Said {
                text: tr!("cannot read it: {why}."),
            },
        )
    };
    let answer: Result<FbxContents, FbxWireError> =
        postcard::from_bytes(answer).map_err(|error| broken(error.to_string()))?;
    let found = answer.map_err(|refusal| match refusal {
        FbxWireError::Memory { asked, left } => ImportError::new(
            ImportErrorPlace::File,
            ImportProblem::Memory { asked, left },
        ),
        FbxWireError::Cancelled => {
            ImportError::new(ImportErrorPlace::File, ImportProblem::Cancelled)
        }
        FbxWireError::Said { place, text } => ImportError::new(place, ImportProblem::Said { text }),
    })?;
    if is_sound(&found) {
        Ok(found)
    } else {
        Err(broken(tr!("its data is inconsistent").to_owned()))
    }
}

fn is_sound(found: &FbxContents) -> bool {
    let scene = &found.scene;
    let nodes = scene.nodes.len();
    let is_node = |node: &usize| *node < nodes;
    let geometry = scene
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.parts)
        .filter_map(|part| part.geometry.as_ref());
    let channel = |channel: &asset::source::Channel, width: usize| {
        !channel.times.is_empty()
            && channel.interpolation != Interpolation::Cubic
            && channel.times.iter().all(|time| time.is_finite())
            && channel.times.windows(2).all(|pair| pair[0] < pair[1])
            && channel.values.len() == channel.times.len() * width
            && channel.values.iter().all(|value| value.is_finite())
    };
    let take = |take: &crate::scene::ParsedTake| {
        let tracks = take.tracks.iter().all(|(node, track)| {
            let of = |found: &Option<asset::source::Channel>, width| {
                found.as_ref().is_none_or(|found| channel(found, width))
            };
            is_node(node)
                && of(&track.translation, 3)
                && of(&track.rotation, 4)
                && of(&track.scale, 3)
        });
        let weights = take
            .weights
            .iter()
            .all(|(node, found)| is_node(node) && found.iter().all(|found| channel(found, 1)));
        let curves = take
            .curves
            .iter()
            .all(|(node, curve)| is_node(node) && channel(&curve.channel, 1));
        tracks && weights && curves && take.duration.is_finite()
    };
    let materials = scene.looks.materials.len();
    let picture = |picture: &super::FbxPicture| {
        picture
            .colors_of
            .iter()
            .chain(&picture.bumps_of)
            .all(|at| *at < materials)
    };
    scene
        .nodes
        .iter()
        .flat_map(|node| &node.children)
        .all(is_node)
        && scene.nodes.iter().all(|node| node.local.is_finite())
        && scene
            .skins
            .iter()
            .flat_map(|skin| &skin.joints)
            .all(is_node)
        && scene.skins.iter().all(|skin| {
            skin.inverse_binds
                .as_ref()
                .is_none_or(|binds| binds.len() == skin.joints.len())
        })
        && geometry.into_iter().all(|geometry| geometry.is_sound())
        && scene.takes.iter().all(take)
        && found.pictures.iter().all(picture)
}
