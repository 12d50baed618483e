//! A state of an evaluator as bytes, for a file or another machine.
//!
//! The libraries that it plays are not in the bytes: a state names them by their places in a list
//! that whoever writes the bytes keeps beside them. The bytes fit the version of the program that
//! wrote them, as [`EvaluatorState::VERSION`] says.

use crate::{EngineInput, EvaluatorState, character::SavedCharacter};
use anim::{
    Library, Name, Skeleton,
    ground::Terrain,
    instance::{StateLibraries, StateLinkError},
};
use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};
use words::tr;

/// Reason why bytes are refused as a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateError {
    /// The bytes are no state: at least one is not what was written, or another version wrote them.
    Malformed,
    /// The state plays a library of this place in the list, where there is none.
    LibraryUnknown(usize),
    /// A character of the state does not fit its library.
    Character(StateLinkError),
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Malformed => f.write_str(tr!("the state is damaged or of another version")),
            StateError::LibraryUnknown(at) => {
                f.write_str(&tr!("the state plays library {at}, which is missing"))
            }
            StateError::Character(why) => {
                f.write_str(&tr!("a character does not fit the library: {why}"))
            }
        }
    }
}

impl std::error::Error for StateError {}

/// A state without its libraries, which are places in a list.
#[derive(Serialize, Deserialize)]
struct StateRecord {
    library: u32,
    revision: u64,
    tick: u64,
    terrain: Option<Arc<Terrain>>,
    /// Each with the libraries of its two sides: the one that is played, and the one that has the
    /// skeleton.
    characters: Vec<([[u32; 2]; 2], SavedCharacter)>,
    queued: Vec<EngineInput>,
    /// Libraries of the queued inputs that set one, in their order.
    queued_libraries: Vec<u32>,
}

/// Place of a library in a list, to which it is added if it is not there. Contract: fewer than
/// 2^32 libraries.
pub fn library_place(libraries: &mut Vec<Arc<Library>>, library: &Arc<Library>) -> u32 {
    let known = libraries
        .iter()
        .position(|known| Arc::ptr_eq(known, library));
    let place = known.unwrap_or_else(|| {
        libraries.push(library.clone());
        libraries.len() - 1
    });
    place as u32
}

/// Places of the library that a side of a character plays, and of one that has its skeleton. An
/// edit may have taken the skeleton away; a library of it alone then stands for the old one.
fn side_places(
    libraries: &mut Vec<Arc<Library>>,
    (library, skeleton): (&Arc<Library>, &Arc<Skeleton>),
) -> [u32; 2] {
    let place = library_place(libraries, library);
    let has_it = |library: &Arc<Library>| {
        let known = library.skeleton(skeleton.name);
        known.is_some_and(|known| Arc::ptr_eq(known, skeleton) || known == skeleton)
    };
    // A proxy that never ran has no skeleton.
    if skeleton.name == Name::NONE || has_it(library) {
        return [place; 2];
    }
    let known = libraries.iter().position(has_it);
    let known = known.unwrap_or_else(|| {
        libraries.push(Arc::new(Library {
            names: library.names.clone(),
            skeletons: vec![skeleton.clone()],
            ..Library::default()
        }));
        libraries.len() - 1
    });
    [place, known as u32]
}

fn library_at(libraries: &[Arc<Library>], at: u32) -> Result<&Arc<Library>, StateError> {
    let at = at as usize;
    libraries.get(at).ok_or(StateError::LibraryUnknown(at))
}

fn linked(
    libraries: &[Arc<Library>],
    [library, skeleton]: [u32; 2],
) -> Result<StateLibraries<'_>, StateError> {
    Ok(StateLibraries {
        library: library_at(libraries, library)?,
        skeleton: library_at(libraries, skeleton)?,
    })
}

impl EvaluatorState {
    /// Version of the bytes of [`EvaluatorState::encode`]. It rises whenever they mean something
    /// else; a reader takes no other.
    pub const VERSION: u32 = 1;

    /// The state as bytes. Libraries that it plays and that are not in `libraries` are added there.
    pub fn encode(&self, libraries: &mut Vec<Arc<Library>>) -> Vec<u8> {
        let characters = self.characters.iter().map(|character| {
            let sides = character.linked().map(|side| side_places(libraries, side));
            (sides, character.clone())
        });
        let characters = characters.collect();
        let mut place = |library: &Arc<Library>| library_place(libraries, library);
        let record = StateRecord {
            library: place(&self.library),
            revision: self.revision,
            tick: self.tick,
            terrain: self.terrain.clone(),
            characters,
            queued: self.queued.clone(),
            queued_libraries: self
                .queued
                .iter()
                .filter_map(EngineInput::library)
                .map(place)
                .collect(),
        };
        // Writing to memory does not fail, and the derived forms refuse nothing.
        postcard::to_allocvec(&record).unwrap_or_default()
    }

    /// The state that [`EvaluatorState::encode`] made bytes of. `libraries` are those beside the
    /// bytes, in their order. It allocates no more than a few times the length of the bytes.
    pub fn decode(bytes: &[u8], libraries: &[Arc<Library>]) -> Result<Self, StateError> {
        let (record, rest): (StateRecord, _) =
            postcard::take_from_bytes(bytes).map_err(|_| StateError::Malformed)?;
        if !rest.is_empty() {
            return Err(StateError::Malformed);
        }
        let mut characters = Vec::with_capacity(record.characters.len());
        for (places, mut character) in record.characters {
            let [instance, proxy] = places.map(|side| linked(libraries, side));
            character
                .link([instance?, proxy?])
                .map_err(StateError::Character)?;
            characters.push(character);
        }
        let ids = characters.iter().map(|character| character.id());
        if !ids.is_sorted_by(|a, b| a < b) {
            return Err(StateError::Malformed);
        }
        let mut queued = record.queued;
        let mut places = record.queued_libraries.iter();
        for library in queued.iter_mut().filter_map(EngineInput::library_mut) {
            let at = places.next().ok_or(StateError::Malformed)?;
            *library = library_at(libraries, *at)?.clone();
        }
        Ok(Self {
            library: library_at(libraries, record.library)?.clone(),
            revision: record.revision,
            tick: record.tick,
            terrain: record.terrain,
            characters,
            queued,
        })
    }

    /// Adds every library that the state plays and that is not in `libraries`.
    pub fn list_libraries(&self, libraries: &mut Vec<Arc<Library>>) {
        library_place(libraries, &self.library);
        for side in self.characters.iter().flat_map(SavedCharacter::linked) {
            side_places(libraries, side);
        }
        for library in self.queued.iter().filter_map(EngineInput::library) {
            library_place(libraries, library);
        }
    }

    /// Number of steps that were made before the state.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The library that characters play from the state on.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }
}
