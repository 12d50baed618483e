//! Accessors: typed elements in a buffer view, with sparse replacements (glTF 2.0, chapter 3.6.2).
//! Invariant: the last element's last byte is found to lie inside the view before anything is
//! allocated.

#[cfg(test)]
mod tests;

use super::{
    json::{Accessor, Sparse},
    source::{BufferViewBytes, GltfSource},
};
use crate::{ImportError, ImportProblem};
use words::tr;

/// Copies of the numbers that exist at once: as they are read, and as what they become.
const COPIES: usize = 2;
/// Copies that are counted for an accessor without a buffer view, whose zeros cost the file no
/// bytes. Positions alone become normals, triangles, joints and weights.
const COPIES_OF_NOTHING: usize = 8;

/// The `type` of an accessor: what one element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessorShape {
    Scalar,
    Vec2,
    Vec3,
    Vec4,
    /// A column-major matrix of 16 numbers.
    Mat4,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

/// An accessor that has been checked on its own, without its bytes.
#[derive(Clone, Copy, Debug)]
pub struct AccessorHeader {
    /// Index among the accessors of the file.
    pub index: usize,
    /// Elements, at least 1.
    pub count: usize,
    /// Shape of one element.
    pub shape: AccessorShape,
    component: Component,
    normalized: bool,
}

impl AccessorShape {
    fn read(text: &str) -> Option<AccessorShape> {
        Some(match text {
            "SCALAR" => AccessorShape::Scalar,
            "VEC2" => AccessorShape::Vec2,
            "VEC3" => AccessorShape::Vec3,
            "VEC4" => AccessorShape::Vec4,
            "MAT4" => AccessorShape::Mat4,
            _ => return None,
        })
    }

    /// Numbers of one element, 1 to 16.
    pub fn width(self) -> usize {
        match self {
            AccessorShape::Scalar => 1,
            AccessorShape::Vec2 => 2,
            AccessorShape::Vec3 => 3,
            AccessorShape::Vec4 => 4,
            AccessorShape::Mat4 => 16,
        }
    }
}

impl Component {
    fn read(code: usize) -> Option<Component> {
        Some(match code {
            5120 => Component::I8,
            5121 => Component::U8,
            5122 => Component::I16,
            5123 => Component::U16,
            5125 => Component::U32,
            5126 => Component::F32,
            _ => return None,
        })
    }

    fn size(self) -> usize {
        match self {
            Component::I8 | Component::U8 => 1,
            Component::I16 | Component::U16 => 2,
            Component::U32 | Component::F32 => 4,
        }
    }

    fn is_index(self) -> bool {
        matches!(self, Component::U8 | Component::U16 | Component::U32)
    }

    /// Contract: `at` holds [`Component::size`] bytes.
    fn float(self, at: &[u8]) -> f32 {
        match self {
            Component::I8 => f32::from(at[0] as i8),
            Component::U8 => f32::from(at[0]),
            Component::I16 => f32::from(i16::from_le_bytes([at[0], at[1]])),
            Component::U16 => f32::from(u16::from_le_bytes([at[0], at[1]])),
            Component::U32 => u32::from_le_bytes([at[0], at[1], at[2], at[3]]) as f32,
            Component::F32 => f32::from_le_bytes([at[0], at[1], at[2], at[3]]),
        }
    }

    fn integer(self, at: &[u8]) -> u32 {
        match self {
            Component::I8 | Component::U8 => u32::from(at[0]),
            Component::I16 | Component::U16 => u32::from(u16::from_le_bytes([at[0], at[1]])),
            Component::U32 | Component::F32 => u32::from_le_bytes([at[0], at[1], at[2], at[3]]),
        }
    }

    fn normalized(self, value: f32) -> f32 {
        match self {
            Component::I8 => (value / 127.0).max(-1.0),
            Component::U8 => value / 255.0,
            Component::I16 => (value / 32767.0).max(-1.0),
            Component::U16 => value / 65535.0,
            Component::U32 | Component::F32 => value,
        }
    }
}

impl AccessorHeader {
    /// The value of a stored number: a normalised integer becomes 0..=1 or -1..=1, everything else
    /// stays.
    pub fn meaning(&self, stored: f32) -> f32 {
        if self.normalized {
            self.component.normalized(stored)
        } else {
            stored
        }
    }

    fn place(&self) -> String {
        format!("/accessors/{}", self.index)
    }
}

impl GltfSource<'_> {
    /// Checks an accessor that `place` refers to. `shapes` are those that its use allows. An Err
    /// means that the accessor does not exist, has an unknown or wrong type, or is empty.
    pub fn accessor(
        &self,
        index: usize,
        shapes: &[AccessorShape],
        place: &str,
    ) -> Result<AccessorHeader, ImportError> {
        let accessors = &self.root.accessors;
        let accessor = accessors
            .get(index)
            .ok_or_else(|| ImportError::no_such("accessor", index, accessors.len(), place))?;
        let invalid = |what: String| ImportError::invalid(format!("/accessors/{index}"), what);
        let component = Component::read(accessor.component_type.0).ok_or_else(|| {
            invalid(tr!(
                "componentType {} is unknown",
                accessor.component_type.0
            ))
        })?;
        let shape = AccessorShape::read(&accessor.shape).filter(|shape| shapes.contains(shape));
        let shape =
            shape.ok_or_else(|| invalid(tr!("its type does not fit its use by {place}")))?;
        if accessor.count.0 == 0 {
            return Err(invalid(tr!("count is 0").into()));
        }
        Ok(AccessorHeader {
            index,
            count: accessor.count.0,
            shape,
            component,
            normalized: accessor.normalized,
        })
    }

    /// All numbers of all elements, normalised integers as the values they stand for. An Err means
    /// that bytes are missing or memory runs out.
    pub fn floats(&mut self, header: &AccessorHeader) -> Result<Vec<f32>, ImportError> {
        let component = header.component;
        if header.normalized {
            self.values(header, |at| component.normalized(component.float(at)))
        } else {
            self.values(header, |at| component.float(at))
        }
    }

    /// All numbers of all elements as indices. An Err also means that they are not unsigned
    /// integers.
    pub fn integers(&mut self, header: &AccessorHeader) -> Result<Vec<u32>, ImportError> {
        if !header.component.is_index() {
            return Err(ImportError::invalid(
                header.place(),
                tr!("it is used for indices, but its numbers are not unsigned integers"),
            ));
        }
        self.values(header, |at| header.component.integer(at))
    }

    fn values<T: Clone + Default>(
        &mut self,
        header: &AccessorHeader,
        read: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<T>, ImportError> {
        let root = self.root;
        let accessor = &root.accessors[header.index];
        let mut values = match accessor.buffer_view {
            Some(view) => {
                let at = accessor.byte_offset.map_or(0, |offset| offset.0);
                let elements = self.elements(
                    view.0,
                    at,
                    header.count,
                    header.component,
                    header.shape,
                    &header.place(),
                )?;
                self.reserve_values::<T>(header, COPIES)?;
                elements.read(&read)
            }
            None => {
                self.reserve_values::<T>(header, COPIES_OF_NOTHING)?;
                vec![T::default(); header.count * header.shape.width()]
            }
        };
        if let Some(sparse) = &accessor.sparse {
            self.replace(header, accessor, sparse, &read, &mut values)?;
        }
        Ok(values)
    }

    fn reserve_values<T>(
        &mut self,
        header: &AccessorHeader,
        copies: usize,
    ) -> Result<(), ImportError> {
        let values = header
            .count
            .saturating_mul(header.shape.width())
            .saturating_mul(copies);
        self.reading.budget.reserve(
            values.saturating_mul(size_of::<T>()) as u64,
            &header.place(),
        )
    }

    fn replace<T: Clone + Default>(
        &mut self,
        header: &AccessorHeader,
        accessor: &Accessor,
        sparse: &Sparse,
        read: &impl Fn(&[u8]) -> T,
        values: &mut [T],
    ) -> Result<(), ImportError> {
        let place = format!("/accessors/{}/sparse", header.index);
        let (count, width) = (sparse.count.0, header.shape.width());
        if count > accessor.count.0 {
            return Err(ImportError::invalid(
                place,
                tr!("sparse.count is larger than count"),
            ));
        }
        let kind = Component::read(sparse.indices.component_type.0).filter(|kind| kind.is_index());
        let kind = kind.ok_or_else(|| {
            ImportError::invalid(place.clone(), tr!("its indices are not unsigned integers"))
        })?;
        let at = sparse.indices.byte_offset.map_or(0, |offset| offset.0);
        let indices = self.elements(
            sparse.indices.buffer_view.0,
            at,
            count,
            kind,
            AccessorShape::Scalar,
            &place,
        )?;
        let indices = indices.read(&|at: &[u8]| kind.integer(at) as usize);
        let at = sparse.values.byte_offset.map_or(0, |offset| offset.0);
        let new = self.elements(
            sparse.values.buffer_view.0,
            at,
            count,
            header.component,
            header.shape,
            &place,
        )?;
        if indices.windows(2).any(|pair| pair[0] >= pair[1]) {
            self.reading.report.warn(
                place.as_str(),
                tr!("The sparse indices do not ascend; later ones replaced earlier ones."),
            );
        }
        for (index, new) in indices.iter().zip(new.read(read).chunks_exact(width)) {
            match values.get_mut(index * width..(index + 1) * width) {
                Some(old) => old.clone_from_slice(new),
                None => {
                    return Err(ImportError::invalid(
                        place,
                        tr!("the sparse index {index} is not below count"),
                    ));
                }
            }
        }
        Ok(())
    }

    fn elements(
        &mut self,
        view: usize,
        offset: usize,
        count: usize,
        component: Component,
        shape: AccessorShape,
        place: &str,
    ) -> Result<Elements, ImportError> {
        let view = self.view(view, place)?;
        let element = shape.width() * component.size();
        let stride = view.stride.unwrap_or(element);
        if stride < element {
            return Err(ImportError::invalid(
                place,
                tr!("the byteStride of the view is smaller than an element"),
            ));
        }
        let needed = count
            .saturating_sub(1)
            .checked_mul(stride)
            .and_then(|n| n.checked_add(element))
            .unwrap_or(usize::MAX);
        let left = view.bytes().len().saturating_sub(offset);
        if needed > left {
            let problem = ImportProblem::Truncated {
                what: tr!("the accessor"),
                needed: needed as u64,
                left: left as u64,
            };
            return Err(ImportError::new(place.into(), problem));
        }
        if !(view.offset() + offset).is_multiple_of(component.size())
            || !stride.is_multiple_of(component.size())
        {
            self.reading.report.warn(
                place,
                tr!("Its numbers are not aligned; they were read anyway."),
            );
        }
        Ok(Elements {
            view,
            offset,
            count,
            stride,
            component: component.size(),
            width: shape.width(),
        })
    }
}

/// Elements that are known to lie inside their view.
struct Elements {
    view: BufferViewBytes,
    offset: usize,
    count: usize,
    stride: usize,
    /// Bytes of one component.
    component: usize,
    width: usize,
}

impl Elements {
    fn read<T>(&self, read: &impl Fn(&[u8]) -> T) -> Vec<T> {
        let mut values = Vec::with_capacity(self.count * self.width);
        for element in 0..self.count {
            let at = &self.view.bytes()[self.offset + element * self.stride..];
            values.extend(at.chunks_exact(self.component).take(self.width).map(read));
        }
        values
    }
}
