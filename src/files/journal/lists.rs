//! Long lists of assets, taken out of their files piece by piece: an edit of one element writes
//! what lies beside it alone.

use super::record::{Hash, ListChange, Lists, hash};
use asset::{Id, List, OfLists, Project, list::Piece};
use formats::project::VERSION;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    any::Any,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// Fewer pieces stay in the file.
const LONG: usize = 2;

/// Lists that were taken out of an asset.
#[derive(Default)]
pub struct ListExtract {
    /// Change of each list, by the list's place in the asset's file.
    pub changes: BTreeMap<String, ListChange>,
    /// Pieces that the list of the root before does not share, each as its hash and its text.
    pub pieces: Vec<(Hash, Vec<u8>)>,
}

/// Empties the long lists of an asset. `before` is the root before it, of which pieces stay.
pub fn take_out(project: &mut Project, before: Option<&Project>, id: Id) -> ListExtract {
    let mut known = PieceAddresses::default();
    if let Some(before) = before {
        let mut before_alone = Project::default();
        before_alone.share(before, id);
        before_alone.each_list(id, &mut known);
    }
    let mut taking = Taking {
        known,
        taken: ListExtract::default(),
    };
    project.each_list(id, &mut taking);
    taking.taken
}

/// Memory addresses of the pieces of long lists, by list. The pieces live as long as the root that
/// holds them.
#[derive(Default)]
struct PieceAddresses(BTreeMap<String, Vec<usize>>);

fn addresses<T>(list: &List<T>) -> Vec<usize> {
    list.pieces()
        .iter()
        .map(|piece| Arc::as_ptr(piece) as usize)
        .collect()
}

impl OfLists for PieceAddresses {
    fn list<T>(&mut self, place: &str, list: &mut List<T>) {
        if list.pieces().len() >= LONG {
            self.0.insert(place.to_owned(), addresses(list));
        }
    }
}

struct Taking {
    known: PieceAddresses,
    taken: ListExtract,
}

impl OfLists for Taking {
    fn list<T: Serialize>(&mut self, place: &str, list: &mut List<T>) {
        if list.pieces().len() < LONG {
            return;
        }
        let list = std::mem::take(list);
        let now = addresses(&list);
        let before = self.known.0.get(place).map_or(&[][..], |known| known);
        let first = now
            .iter()
            .zip(before)
            .take_while(|(now, before)| now == before)
            .count();
        let ends = now[first..].iter().rev().zip(before[first..].iter().rev());
        let last = ends.take_while(|(now, before)| now == before).count();
        let texts = list.pieces()[first..now.len() - last].iter().map(text);
        let new: Vec<(Hash, Vec<u8>)> = texts.map(|text| (hash(&text), text)).collect();
        let pieces = new.iter().map(|(hash, _)| hash.clone()).collect();
        self.taken.changes.insert(
            place.to_owned(),
            ListChange {
                first,
                last,
                pieces,
            },
        );
        self.taken.pieces.extend(new);
    }
}

fn text<T: Serialize>(piece: &Piece<T>) -> Vec<u8> {
    serde_json::to_vec(&**piece).unwrap_or_else(|error| unreachable!("it is plain data: {error}"))
}

/// Pieces that were read, so that lists share them as they did.
#[derive(Default)]
pub struct Pieces(HashMap<Hash, Arc<dyn Any + Send + Sync>>);

impl Pieces {
    /// Contract: `contents` has every piece of the lists.
    pub fn put_back(
        &mut self,
        project: &mut Project,
        id: Id,
        lists: &Lists,
        contents: &HashMap<Hash, Vec<u8>>,
    ) {
        project.each_list(
            id,
            &mut Putting {
                known: self,
                lists,
                contents,
            },
        );
    }

    fn piece<T>(&mut self, wanted: &Hash, contents: &HashMap<Hash, Vec<u8>>) -> Option<Piece<T>>
    where
        T: DeserializeOwned + Send + Sync + 'static,
    {
        if let Some(known) = self.0.get(wanted) {
            return known.clone().downcast().ok();
        }
        let piece: Piece<T> = Arc::new(serde_json::from_slice(contents.get(wanted)?).ok()?);
        self.0.insert(wanted.clone(), piece.clone());
        Some(piece)
    }
}

struct Putting<'a> {
    known: &'a mut Pieces,
    lists: &'a Lists,
    contents: &'a HashMap<Hash, Vec<u8>>,
}

impl OfLists for Putting<'_> {
    fn list<T: Clone + DeserializeOwned + Send + Sync + 'static>(
        &mut self,
        place: &str,
        list: &mut List<T>,
    ) {
        let Some(pieces) = self.lists.get(place) else {
            return;
        };
        *list = List::from_pieces(
            pieces
                .iter()
                .filter_map(|piece| self.known.piece(piece, self.contents))
                .collect(),
        );
    }
}

/// Whether lists can be put into what a file says without bringing it forward.
pub fn is_of_this_version(file: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Head {
        version: u32,
    }
    serde_json::from_slice(file).is_ok_and(|head: Head| head.version == VERSION)
}

/// A file with its lists in their places.
pub fn joined(file: &[u8], lists: &Lists, contents: &HashMap<Hash, Vec<u8>>) -> Option<Vec<u8>> {
    let mut file: serde_json::Value = serde_json::from_slice(file).ok()?;
    for (place, pieces) in lists {
        let mut elements = Vec::new();
        for piece in pieces {
            elements.extend(
                serde_json::from_slice::<Vec<serde_json::Value>>(contents.get(piece)?).ok()?,
            );
        }
        *file.pointer_mut(&format!("/asset/{place}"))? = elements.into();
    }
    serde_json::to_vec(&file).ok()
}
