//! Whether the numbers in a value are any, wherever they hide: found by walking it as a serializer
//! does.

#[cfg(test)]
mod tests;

use crate::limits::LARGEST;
use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt;
use words::tr;

/// False for NaN and infinities, wherever they are: JSON has neither.
pub fn is_finite<T: Serialize + ?Sized>(value: &T) -> bool {
    value
        .serialize(FiniteSerializer {
            is_number: f64::is_finite,
            is_bound: f64::is_finite,
        })
        .is_ok()
}

/// Whether every number is one that can be reckoned with, within ±[`LARGEST`]. A bound, which is a
/// field called `least` or `most`, may be infinite.
pub(crate) fn is_sound<T: Serialize + ?Sized>(value: &T) -> bool {
    let is_number = |number: f64| number.abs() <= LARGEST.into();
    value
        .serialize(FiniteSerializer {
            is_number,
            is_bound: |number| !number.is_nan(),
        })
        .is_ok()
}

const BOUNDS: [&str; 2] = ["least", "most"];

#[derive(Debug)]
struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(tr!("a number is none"))
    }
}

impl std::error::Error for NotFinite {}

impl Error for NotFinite {
    fn custom<T: fmt::Display>(_: T) -> Self {
        NotFinite
    }
}

#[derive(Clone, Copy)]
struct FiniteSerializer {
    is_number: fn(f64) -> bool,
    is_bound: fn(f64) -> bool,
}

impl FiniteSerializer {
    fn of_field(self, key: &str) -> Self {
        if BOUNDS.contains(&key) {
            Self {
                is_number: self.is_bound,
                ..self
            }
        } else {
            self
        }
    }
}

type Walked = Result<(), NotFinite>;

macro_rules! passed {
    ($($name:ident($kind:ty))*) => {
        $(fn $name(self, _: $kind) -> Walked {
            Ok(())
        })*
    };
}

impl Serializer for FiniteSerializer {
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
        if (self.is_number)(number) {
            Ok(())
        } else {
            Err(NotFinite)
        }
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

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, NotFinite> {
        Ok(self)
    }
}

macro_rules! elements {
    ($($kind:ident $method:ident;)*) => {
        $(impl $kind for FiniteSerializer {
            type Ok = ();
            type Error = NotFinite;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
                value.serialize(*self)
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
        $(impl $kind for FiniteSerializer {
            type Ok = ();
            type Error = NotFinite;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Walked {
                value.serialize(self.of_field(key))
            }

            fn end(self) -> Walked {
                Ok(())
            }
        })*
    };
}

fields! { SerializeStruct SerializeStructVariant }

impl SerializeMap for FiniteSerializer {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Walked {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
        value.serialize(*self)
    }

    fn end(self) -> Walked {
        Ok(())
    }
}
