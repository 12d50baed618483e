//! Accessors: typed elements in a buffer view, with sparse replacements.
//! Invariant: the last element's last byte is found to lie inside the view before anything is allocated.

use super::{
    json::{Accessor, Sparse},
    source::{Source, View},
};
use crate::{ImportError, Problem};

/// How often numbers are held at once: as they are read, and as what they become.
const COPIES: usize = 2;
/// The same of zeros that no byte of the file stands for. Positions alone become normals, triangles, joints and weights.
const COPIES_OF_NOTHING: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Scalar,
    Vec2,
    Vec3,
    Vec4,
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
pub struct Header {
    pub index: usize,
    pub count: usize,
    pub shape: Shape,
    component: Component,
    normalized: bool,
}

impl Shape {
    fn read(text: &str) -> Option<Shape> {
        Some(match text {
            "SCALAR" => Shape::Scalar,
            "VEC2" => Shape::Vec2,
            "VEC3" => Shape::Vec3,
            "VEC4" => Shape::Vec4,
            "MAT4" => Shape::Mat4,
            _ => return None,
        })
    }

    pub fn width(self) -> usize {
        match self {
            Shape::Scalar => 1,
            Shape::Vec2 => 2,
            Shape::Vec3 => 3,
            Shape::Vec4 => 4,
            Shape::Mat4 => 16,
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

impl Header {
    /// The value that a stored number stands for.
    pub fn meaning(&self, stored: f32) -> f32 {
        if self.normalized { self.component.normalized(stored) } else { stored }
    }

    fn place(&self) -> String {
        format!("/accessors/{}", self.index)
    }
}

impl Source<'_> {
    /// Checks an accessor that `place` refers to. `shapes` are those that its use allows.
    pub fn accessor(&self, index: usize, shapes: &[Shape], place: &str) -> Result<Header, ImportError> {
        let accessors = &self.root.accessors;
        let accessor =
            accessors.get(index).ok_or_else(|| ImportError::no_such("accessor", index, accessors.len(), place))?;
        let invalid = |what: String| ImportError::invalid(format!("/accessors/{index}"), what);
        let component = Component::read(accessor.component_type.0)
            .ok_or_else(|| invalid(format!("componentType {} is unknown", accessor.component_type.0)))?;
        let shape = Shape::read(&accessor.shape).filter(|shape| shapes.contains(shape));
        let shape = shape.ok_or_else(|| invalid(format!("its type does not fit what {place} uses it for")))?;
        if accessor.count.0 == 0 {
            return Err(invalid("count is 0".into()));
        }
        Ok(Header { index, count: accessor.count.0, shape, component, normalized: accessor.normalized })
    }

    /// All components of all elements, normalised integers as what they stand for.
    pub fn floats(&mut self, header: &Header) -> Result<Vec<f32>, ImportError> {
        let component = header.component;
        if header.normalized {
            self.values(header, |at| component.normalized(component.float(at)))
        } else {
            self.values(header, |at| component.float(at))
        }
    }

    /// All components of all elements, which must be unsigned integers.
    pub fn integers(&mut self, header: &Header) -> Result<Vec<u32>, ImportError> {
        if !header.component.is_index() {
            return Err(ImportError::invalid(
                header.place(),
                "it is used for indices, but does not hold unsigned integers",
            ));
        }
        self.values(header, |at| header.component.integer(at))
    }

    fn values<T: Clone + Default>(
        &mut self,
        header: &Header,
        read: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<T>, ImportError> {
        let root = self.root;
        let accessor = &root.accessors[header.index];
        let mut values = match accessor.buffer_view {
            Some(view) => {
                let at = accessor.byte_offset.map_or(0, |offset| offset.0);
                let elements =
                    self.elements(view.0, at, header.count, header.component, header.shape, &header.place())?;
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

    fn reserve_values<T>(&mut self, header: &Header, copies: usize) -> Result<(), ImportError> {
        let values = header.count.saturating_mul(header.shape.width()).saturating_mul(copies);
        self.reading.budget.reserve(values.saturating_mul(size_of::<T>()) as u64, &header.place())
    }

    fn replace<T: Clone + Default>(
        &mut self,
        header: &Header,
        accessor: &Accessor,
        sparse: &Sparse,
        read: &impl Fn(&[u8]) -> T,
        values: &mut [T],
    ) -> Result<(), ImportError> {
        let place = format!("/accessors/{}/sparse", header.index);
        let (count, width) = (sparse.count.0, header.shape.width());
        if count > accessor.count.0 {
            return Err(ImportError::invalid(place, "sparse.count is larger than count"));
        }
        let kind = Component::read(sparse.indices.component_type.0).filter(|kind| kind.is_index());
        let kind = kind.ok_or_else(|| ImportError::invalid(place.clone(), "its indices are not unsigned integers"))?;
        let at = sparse.indices.byte_offset.map_or(0, |offset| offset.0);
        let indices = self.elements(sparse.indices.buffer_view.0, at, count, kind, Shape::Scalar, &place)?;
        let indices = indices.read(&|at: &[u8]| kind.integer(at) as usize);
        let at = sparse.values.byte_offset.map_or(0, |offset| offset.0);
        let new = self.elements(sparse.values.buffer_view.0, at, count, header.component, header.shape, &place)?;
        if indices.windows(2).any(|pair| pair[0] >= pair[1]) {
            self.reading
                .report
                .warn(place.as_str(), "The sparse indices do not ascend; later ones replaced earlier ones.");
        }
        for (index, new) in indices.iter().zip(new.read(read).chunks_exact(width)) {
            match values.get_mut(index * width..(index + 1) * width) {
                Some(old) => old.clone_from_slice(new),
                None => {
                    return Err(ImportError::invalid(place, format!("the sparse index {index} is not below count")));
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
        shape: Shape,
        place: &str,
    ) -> Result<Elements, ImportError> {
        let view = self.view(view, place)?;
        let element = shape.width() * component.size();
        let stride = view.stride.unwrap_or(element);
        if stride < element {
            return Err(ImportError::invalid(place, "the view's byteStride is smaller than an element"));
        }
        let needed =
            count.saturating_sub(1).checked_mul(stride).and_then(|n| n.checked_add(element)).unwrap_or(usize::MAX);
        let left = view.bytes().len().saturating_sub(offset);
        if needed > left {
            let problem = Problem::Truncated { what: "the accessor", needed: needed as u64, left: left as u64 };
            return Err(ImportError::new(place.into(), problem));
        }
        if !(view.offset() + offset).is_multiple_of(component.size()) || !stride.is_multiple_of(component.size()) {
            self.reading.report.warn(place, "Its numbers are not aligned; they were read all the same.");
        }
        Ok(Elements { view, offset, count, stride, component: component.size(), width: shape.width() })
    }
}

/// Elements that are known to lie inside their view.
struct Elements {
    view: View,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Report,
        gltf::json::Root,
        reading::{Budget, Reading},
    };

    fn read(json: &str, bin: &[u8]) -> (Result<Vec<f32>, ImportError>, Report) {
        let root: Root = serde_json::from_str(json).unwrap();
        let mut report = Report::default();
        let mut resolve = |_: &str| Err("none".to_owned());
        let budget = Budget::for_file(bin.len());
        let reading = Reading { report: &mut report, budget, progress: &|_| true };
        let mut source = Source::new(&root, Some(bin), &mut resolve, reading);
        let values = source.accessor(0, &[Shape::Scalar, Shape::Vec3], "/x").and_then(|header| source.floats(&header));
        (values, report)
    }

    fn document(accessor: &str, views: &str, bytes: usize) -> String {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"accessors":[{accessor}],"bufferViews":[{views}],"buffers":[{{"byteLength":{bytes}}}]}}"#
        )
    }

    fn scalar(kind: u32, normalized: bool, bytes: &[u8]) -> f32 {
        let accessor =
            format!(r#"{{"bufferView":0,"componentType":{kind},"count":1,"type":"SCALAR","normalized":{normalized}}}"#);
        let view = format!(r#"{{"buffer":0,"byteLength":{}}}"#, bytes.len());
        read(&document(&accessor, &view, bytes.len()), bytes).0.unwrap()[0]
    }

    #[test]
    fn normalised_integers_match_the_worked_examples() {
        assert_eq!(scalar(5120, true, &[0x80]), -1.0);
        assert!((scalar(5120, true, &[64]) - 0.503937).abs() < 1e-6);
        assert_eq!(scalar(5122, true, &(-32768i16).to_le_bytes()), -1.0);
        assert!((scalar(5121, true, &[128]) - 0.501961).abs() < 1e-6);
        assert_eq!(scalar(5121, false, &[128]), 128.0);
        assert_eq!(scalar(5120, true, &[127]), 1.0);
        assert_eq!(scalar(5122, true, &32767i16.to_le_bytes()), 1.0);
        assert!((f64::from(scalar(5122, true, &16384i16.to_le_bytes())) - 16384.0 / 32767.0).abs() < 1e-7);
        assert_eq!(scalar(5123, true, &65535u16.to_le_bytes()), 1.0);
        assert!((f64::from(scalar(5123, true, &32768u16.to_le_bytes())) - 32768.0 / 65535.0).abs() < 1e-7);
        assert_eq!(scalar(5122, false, &(-300i16).to_le_bytes()), -300.0);
        assert_eq!(scalar(5126, false, &1.5f32.to_le_bytes()), 1.5);
    }

    #[test]
    fn sparse_values_replace_zeros() {
        let accessor = r#"{"componentType":5121,"count":6,"type":"SCALAR","sparse":{"count":2,
            "indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0,"byteOffset":2}}}"#;
        let json = document(accessor, r#"{"buffer":0,"byteLength":4}"#, 4);
        let (values, report) = read(&json, &[1, 4, 7, 9]);
        assert_eq!(values.unwrap(), [0.0, 7.0, 0.0, 0.0, 9.0, 0.0]);
        assert!(report.entries.is_empty());
        assert!(read(&json, &[4, 1, 7, 9]).1.has_warnings());
        assert!(read(&json, &[1, 6, 7, 9]).0.is_err());
    }

    #[test]
    fn a_stride_skips_what_lies_between() {
        let accessor = r#"{"bufferView":0,"byteOffset":1,"componentType":5121,"count":2,"type":"VEC3"}"#;
        let json = document(accessor, r#"{"buffer":0,"byteLength":8,"byteStride":4}"#, 8);
        assert_eq!(read(&json, &[9, 1, 2, 3, 9, 4, 5, 6]).0.unwrap(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    }

    #[test]
    fn counts_beyond_the_bytes_are_refused_before_they_are_allocated() {
        for count in [3usize, 1 << 40, usize::MAX / 2] {
            let accessor = format!(r#"{{"bufferView":0,"componentType":5126,"count":{count},"type":"SCALAR"}}"#);
            let (values, _) = read(&document(&accessor, r#"{"buffer":0,"byteLength":8}"#, 8), &[0; 8]);
            assert!(matches!(values.unwrap_err().problem, Problem::Truncated { .. }));
        }
        let (values, _) = read(&document(r#"{"componentType":5126,"count":4000000000,"type":"VEC3"}"#, "", 8), &[0; 8]);
        assert!(matches!(values.unwrap_err().problem, Problem::Memory { .. }));
    }

    #[test]
    fn an_accessor_is_of_a_kind_that_its_use_has_a_word_for() {
        let view = r#"{"buffer":0,"byteLength":8}"#;
        let error = |accessor: &str| read(&document(accessor, view, 8), &[0; 8]).0.unwrap_err().to_string();
        let accessor = |kind: u32, count: usize, shape: &str| {
            format!(r#"{{"bufferView":0,"componentType":{kind},"count":{count},"type":"{shape}"}}"#)
        };
        for kind in [5119, 5124, 5127] {
            assert!(error(&accessor(kind, 1, "SCALAR")).contains(&format!("componentType {kind} is unknown")));
        }
        for shape in ["VEC2", "VEC4", "MAT4", "MAT2", ""] {
            assert!(error(&accessor(5121, 1, shape)).contains("does not fit"), "{shape}");
        }
        assert!(error(&accessor(5121, 0, "SCALAR")).contains("count is 0"));
        for (kind, size) in [(5120, 1), (5121, 1), (5122, 2), (5123, 2), (5125, 4), (5126, 4)] {
            let values = |count: usize| read(&document(&accessor(kind, count, "SCALAR"), view, 8), &[0; 8]).0;
            assert_eq!(values(8 / size).unwrap().len(), 8 / size, "{kind}");
            assert!(values(8 / size + 1).is_err(), "{kind}");
        }
    }

    #[test]
    fn elements_lie_in_their_view_to_the_last_byte() {
        let with = |offset: usize, count: usize, stride: usize| {
            let accessor = format!(
                r#"{{"bufferView":0,"byteOffset":{offset},"componentType":5121,"count":{count},"type":"VEC3"}}"#
            );
            let view = format!(r#"{{"buffer":0,"byteLength":11,"byteStride":{stride}}}"#);
            read(&document(&accessor, &view, 11), &[0; 11]).0.map(|values| values.len())
        };
        assert_eq!((with(0, 3, 4), with(4, 2, 4), with(0, 2, 8)), (Ok(9), Ok(6), Ok(6)));
        for (offset, count, stride) in [(1, 3, 4), (0, 4, 4), (0, 2, 12), (12, 1, 4), (usize::MAX, 1, 4)] {
            let error = with(offset, count, stride).unwrap_err();
            assert!(matches!(error.problem, Problem::Truncated { .. }), "{offset} {count} {stride}: {error}");
        }
        assert!(with(0, 1, 3).is_err() && with(0, 1, 253).is_err(), "no stride of a view");
        let floats = r#"{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}"#;
        let narrow = read(&document(floats, r#"{"buffer":0,"byteLength":12,"byteStride":8}"#, 12), &[0; 12]).0;
        assert!(narrow.unwrap_err().to_string().contains("smaller than an element"));
    }

    #[test]
    fn numbers_off_their_alignment_are_read_with_a_word() {
        let is_said = |of_view: usize, of_accessor: usize, stride: &str| {
            let accessor = format!(
                r#"{{"bufferView":0,"byteOffset":{of_accessor},"componentType":5123,"count":2,"type":"SCALAR"}}"#
            );
            let view = format!(r#"{{"buffer":0,"byteOffset":{of_view},"byteLength":16{stride}}}"#);
            let (values, report) = read(&document(&accessor, &view, 20), &[0; 20]);
            assert_eq!(values.unwrap(), [0.0; 2]);
            report.has_warnings()
        };
        assert_eq!([is_said(0, 0, ""), is_said(1, 1, ""), is_said(2, 4, "")], [false; 3]);
        assert_eq!([is_said(1, 0, ""), is_said(0, 1, ""), is_said(0, 0, r#","byteStride":5"#)], [true; 3]);
    }

    #[test]
    fn replacements_are_no_more_than_there_are_elements_and_named_by_integers() {
        let with = |count: usize, kind: u32| {
            let accessor = format!(
                r#"{{"componentType":5121,"count":2,"type":"SCALAR","sparse":{{"count":{count},
                "indices":{{"bufferView":0,"componentType":{kind}}},"values":{{"bufferView":0,"byteOffset":4}}}}}}"#
            );
            read(&document(&accessor, r#"{"buffer":0,"byteLength":8}"#, 8), &[0, 1, 2, 3, 7, 8, 9, 10]).0
        };
        assert_eq!(with(2, 5121).unwrap(), [7.0, 8.0]);
        assert!(with(3, 5121).unwrap_err().to_string().contains("larger than count"));
        for kind in [5120, 5122, 5126, 7] {
            assert!(with(1, kind).unwrap_err().to_string().contains("not unsigned integers"), "{kind}");
        }
    }
}
