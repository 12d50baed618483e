//! Whether every number in a value can be written to a file: JSON has neither NaN nor infinities.

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt;

/// False for NaN and infinities, wherever they are.
pub fn is_finite<T: Serialize + ?Sized>(value: &T) -> bool {
    value.serialize(Walk).is_ok()
}

#[derive(Debug)]
struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number is not finite")
    }
}

impl std::error::Error for NotFinite {}

impl Error for NotFinite {
    fn custom<T: fmt::Display>(_: T) -> Self {
        NotFinite
    }
}

struct Walk;

type Walked = Result<(), NotFinite>;

macro_rules! passed {
    ($($name:ident($kind:ty))*) => {
        $(fn $name(self, _: $kind) -> Walked {
            Ok(())
        })*
    };
}

impl Serializer for Walk {
    type Ok = ();
    type Error = NotFinite;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    passed! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_char(char) serialize_str(&str) serialize_bytes(&[u8]) serialize_unit_struct(&'static str)
    }

    fn serialize_f32(self, number: f32) -> Walked {
        self.serialize_f64(number.into())
    }

    fn serialize_f64(self, number: f64) -> Walked {
        if number.is_finite() { Ok(()) } else { Err(NotFinite) }
    }

    fn serialize_none(self) -> Walked {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Walked {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Walked {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Walked {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Walked {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Walked {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }
}

macro_rules! elements {
    ($($kind:ident $method:ident;)*) => {
        $(impl $kind for Walk {
            type Ok = ();
            type Error = NotFinite;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
                value.serialize(Walk)
            }

            fn end(self) -> Walked {
                Ok(())
            }
        })*
    };
}

elements! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

macro_rules! fields {
    ($($kind:ident)*) => {
        $(impl $kind for Walk {
            type Ok = ();
            type Error = NotFinite;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Walked {
                value.serialize(Walk)
            }

            fn end(self) -> Walked {
                Ok(())
            }
        })*
    };
}

fields! { SerializeStruct SerializeStructVariant }

impl SerializeMap for Walk {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Walked {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
        value.serialize(Walk)
    }

    fn end(self) -> Walked {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Id,
        graph::{Alpha, Comment, Input, Machine, Node, NodeKind, Parameter, ParameterKind, Play, Settings, Transition},
    };
    use std::collections::BTreeMap;

    #[test]
    fn a_number_that_is_not_finite_is_found_wherever_it_hides() {
        let node = |kind| Node::new(Id(1), kind);
        let two_way = |alpha| node(NodeKind::TwoWay { a: None, b: None, alpha, always_update_children: true });
        let with = |bad: f64| {
            let play = Play { bounds: Some([0.0, bad]), ..Play::default() };
            let mut transition = Transition::new(Id(3), Id(1), Id(2), "true", 0.1);
            transition.settings = Some(Settings { duration: bad, ..transition.settings.unwrap() });
            let machine = Machine { transitions: vec![transition], ..Machine::default() };
            let kind = ParameterKind::Float { default: 0.0, range: Some([bad, 1.0]) };
            [
                is_finite(&two_way(Alpha::Value(Input::Number(bad)))),
                is_finite(&node(NodeKind::SequencePlayer { clip: None, play })),
                is_finite(&node(NodeKind::StateMachine(machine))),
                is_finite(&Parameter::new(Id(1), "A", kind)),
                is_finite(&Comment {
                    id: Id(1),
                    text: "é".into(),
                    page: None,
                    at: [0.0, bad as f32],
                    size: [1.0; 2],
                    color: 0,
                }),
                is_finite(&BTreeMap::from([(Id(1), [bad, 0.0])])),
                is_finite(&(1, "a", Some(bad), ())),
            ]
        };
        assert_eq!(with(1.5), [true; 7]);
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(with(bad), [false; 7]);
        }
    }
}
