//! A long list that copies share: an edit of one element copies the few that lie beside it, and not
//! the list.
//!
//! Elements lie in pieces, each behind its own `Arc`. Files say a plain sequence. Invariant: no
//! piece is empty, and none is longer than [`PIECE`].

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{
    fmt,
    iter::FlatMap,
    ops::{Index, IndexMut},
    slice,
    sync::Arc,
};

/// The most elements that lie together. A list of ten thousand is some three hundred pieces: an
/// edit copies about as much of what points to them as of what is in one.
pub const PIECE: usize = 32;

/// Elements that lie together.
pub type Piece<T> = Arc<Vec<T>>;

/// The elements of a [`List`], from the first to the last.
pub type Iter<'a, T> =
    FlatMap<slice::Iter<'a, Piece<T>>, slice::Iter<'a, T>, fn(&'a Piece<T>) -> slice::Iter<'a, T>>;

/// A list whose clones share their elements until one of them is edited.
#[derive(Clone)]
pub struct List<T> {
    pieces: Vec<Piece<T>>,
    /// Number of elements up to the end of each piece.
    ends: Vec<u32>,
}

impl<T> List<T> {
    /// No elements, and no allocation.
    pub const fn new() -> Self {
        Self {
            pieces: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The elements from the first to the last.
    pub fn iter(&self) -> Iter<'_, T> {
        self.pieces.iter().flat_map(|piece| piece.iter())
    }

    /// The element at an index; None beyond the end.
    pub fn get(&self, at: usize) -> Option<&T> {
        let (piece, at) = self.place(at)?;
        self.pieces[piece].get(at)
    }

    /// The first element; None if the list is empty.
    pub fn first(&self) -> Option<&T> {
        self.pieces.first()?.first()
    }

    /// The last element; None if the list is empty.
    pub fn last(&self) -> Option<&T> {
        self.pieces.last()?.last()
    }

    /// The elements in runs, none of which is empty; runs are what clones share.
    pub fn pieces(&self) -> &[Piece<T>] {
        &self.pieces
    }

    /// A list of pieces as [`Self::pieces`] gave them; if one is empty or too long, the whole list
    /// is split into pieces again.
    pub fn from_pieces(pieces: Vec<Piece<T>>) -> Self
    where
        T: Clone,
    {
        if pieces
            .iter()
            .any(|piece| piece.is_empty() || piece.len() > PIECE)
        {
            return pieces
                .iter()
                .flat_map(|piece| piece.iter().cloned())
                .collect();
        }
        let mut list = Self {
            pieces,
            ends: Vec::new(),
        };
        list.count_from(0);
        list
    }

    /// Piece of element `at` and the index in that piece; None from the end on.
    fn place(&self, at: usize) -> Option<(usize, usize)> {
        let piece = self.ends.partition_point(|end| *end as usize <= at);
        (piece < self.pieces.len()).then(|| (piece, at - self.start(piece)))
    }

    /// Number of elements before a piece.
    fn start(&self, piece: usize) -> usize {
        piece
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize)
    }

    /// Updates the ends of `piece` and of the pieces behind it after an edit.
    fn count_from(&mut self, piece: usize) {
        let mut end = self.start(piece);
        self.ends.truncate(piece);
        self.ends.reserve_exact(self.pieces.len() - piece);
        for piece in &self.pieces[piece..] {
            end += piece.len();
            self.ends.push(end as u32);
        }
    }
}

impl<T: Clone> List<T> {
    /// The element at an index; None beyond the end. Copies the element's piece where another list
    /// shares it.
    pub fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        let (piece, at) = self.place(at)?;
        Arc::make_mut(&mut self.pieces[piece]).get_mut(at)
    }

    /// Every element, to change it. Afterwards the list shares no element with its clones;
    /// [`Self::edit`] is for some elements of many.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.pieces
            .iter_mut()
            .flat_map(|piece| Arc::make_mut(piece).iter_mut())
    }

    /// Changes those that are asked for. Pieces without any stay shared.
    pub fn edit(&mut self, is_it: impl Fn(&T) -> bool, mut change: impl FnMut(&mut T)) {
        for piece in &mut self.pieces {
            if piece.iter().any(&is_it) {
                Arc::make_mut(piece)
                    .iter_mut()
                    .filter(|element| is_it(element))
                    .for_each(&mut change);
            }
        }
    }

    /// Appends at the end.
    pub fn push(&mut self, element: T) {
        self.insert(self.len(), element);
    }

    /// Panics beyond the end, as a vector does.
    pub fn insert(&mut self, at: usize, element: T) {
        assert!(at <= self.len(), "{at} lies beyond the end, {}", self.len());
        let (piece, at) = match self.place(at) {
            Some(place) => place,
            // At the end: in the last piece, where it has room.
            None => match self.pieces.last().map_or(PIECE, |last| last.len()) {
                PIECE => (self.pieces.len(), 0),
                length => (self.pieces.len() - 1, length),
            },
        };
        if piece == self.pieces.len() {
            self.pieces.push(Arc::new(vec![element]));
        } else {
            let elements = Arc::make_mut(&mut self.pieces[piece]);
            elements.insert(at, element);
            if elements.len() > PIECE {
                let rest = elements.split_off(PIECE / 2);
                self.pieces.insert(piece + 1, Arc::new(rest));
            }
        }
        self.count_from(piece);
    }

    /// Panics beyond the end, as a vector does.
    pub fn remove(&mut self, at: usize) -> T {
        let Some((piece, at)) = self.place(at) else {
            panic!("{at} lies beyond the end, {}", self.len())
        };
        let removed = Arc::make_mut(&mut self.pieces[piece]).remove(at);
        self.join(piece);
        self.count_from(piece.saturating_sub(1));
        removed
    }

    /// Takes the last element away; None of an empty list.
    pub fn pop(&mut self) -> Option<T> {
        self.len().checked_sub(1).map(|last| self.remove(last))
    }

    /// Takes all elements away; lists that share them keep theirs.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Takes elements away from the end until `len` are left; a shorter list stays.
    pub fn truncate(&mut self, len: usize) {
        while self.len() > len {
            self.pop();
        }
    }

    /// Keeps the elements that are asked for, in their order. Pieces that lose none stay shared.
    pub fn retain(&mut self, is_kept: impl Fn(&T) -> bool) {
        for at in (0..self.pieces.len()).rev() {
            if !self.pieces[at].iter().all(&is_kept) {
                Arc::make_mut(&mut self.pieces[at]).retain(&is_kept);
                self.join(at);
            }
        }
        self.count_from(0);
    }

    /// Takes away a piece that has become empty, and puts a short one and its short neighbour
    /// together. The ends are still to be counted, from the piece before on.
    fn join(&mut self, piece: usize) {
        let length =
            |list: &Self, at: usize| list.pieces.get(at).map_or(PIECE, |piece| piece.len());
        if length(self, piece) == 0 {
            self.pieces.remove(piece);
            return;
        }
        for first in [Some(piece), piece.checked_sub(1)].into_iter().flatten() {
            if length(self, first) + length(self, first + 1) <= PIECE / 2 {
                let rest = self.pieces.remove(first + 1);
                Arc::make_mut(&mut self.pieces[first]).extend(rest.iter().cloned());
            }
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Compares elements, however they are laid out. Pieces that both share are not looked at.
impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let (mine, theirs) = (&self.pieces, &other.pieces);
        let same = mine
            .iter()
            .zip(theirs)
            .take_while(|(a, b)| Arc::ptr_eq(a, b))
            .count();
        let last = mine
            .iter()
            .rev()
            .zip(theirs.iter().rev())
            .take_while(|(a, b)| Arc::ptr_eq(a, b))
            .count();
        let middle = |pieces: &[Piece<T>]| same..(pieces.len() - last).max(same);
        let elements =
            |pieces: &'_ [Piece<T>]| pieces.iter().map(|piece| piece.len()).sum::<usize>();
        let (mine, theirs) = (&mine[middle(mine)], &theirs[middle(theirs)]);
        elements(mine) == elements(theirs)
            && mine
                .iter()
                .flat_map(|piece| &**piece)
                .eq(theirs.iter().flat_map(|piece| &**piece))
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<T, const N: usize> From<[T; N]> for List<T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut list = Self::new();
        let mut elements = elements.into_iter();
        loop {
            let mut piece: Vec<T> = elements.by_ref().take(PIECE).collect();
            if piece.is_empty() {
                list.count_from(0);
                return list;
            }
            piece.shrink_to_fit();
            list.pieces.push(Arc::new(piece));
        }
    }
}

impl<T: Clone> Extend<T> for List<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        elements.into_iter().for_each(|element| self.push(element));
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T: Clone> IntoIterator for List<T> {
    type Item = T;
    type IntoIter = FlatMap<std::vec::IntoIter<Piece<T>>, Vec<T>, fn(Piece<T>) -> Vec<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.pieces.into_iter().flat_map(Arc::unwrap_or_clone)
    }
}

impl<T> Index<usize> for List<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        self.get(at)
            .unwrap_or_else(|| panic!("{at} lies beyond the end, {}", self.len()))
    }
}

impl<T: Clone> IndexMut<usize> for List<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        let len = self.len();
        self.get_mut(at)
            .unwrap_or_else(|| panic!("{at} lies beyond the end, {len}"))
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for List<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<T>::json_schema(generator)
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests;
