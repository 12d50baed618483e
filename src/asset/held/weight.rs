//! About how many bytes a value takes in memory, with all that hangs on it: found by walking it as
//! a serializer does.

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt;
use words::tr;

/// Bytes of a word, counted for None and for the variant of an enum.
const WORD: usize = 8;
/// Bytes of a list or a text beside its content: where it lies, and what an allocation takes beside
/// what is in it.
const APART: usize = 40;

/// About how many bytes `value` takes: its numbers, and its lists and texts with their allocations.
pub fn weight<T: Serialize + ?Sized>(value: &T) -> usize {
    let mut scale = ByteCountSerializer { bytes: 0 };
    let weighed = value.serialize(&mut scale);
    debug_assert!(weighed.is_ok());
    scale.bytes
}

struct ByteCountSerializer {
    bytes: usize,
}

/// Error that counting never causes; a value that refuses to serialize counts up to the refusal.
#[derive(Debug)]
struct ByteCountError;

impl fmt::Display for ByteCountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(tr!("it cannot be weighed"))
    }
}

impl std::error::Error for ByteCountError {}

impl Error for ByteCountError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        ByteCountError
    }
}

type Weighed = Result<(), ByteCountError>;

impl ByteCountSerializer {
    fn add(&mut self, bytes: usize) -> Weighed {
        self.bytes += bytes;
        Ok(())
    }
}

macro_rules! plain {
    ($($name:ident($kind:ty))*) => {
        $(fn $name(self, _: $kind) -> Weighed {
            self.add(size_of::<$kind>())
        })*
    };
}

macro_rules! opened {
    ($($name:ident($($kind:ty),*) + $bytes:expr;)*) => {
        $(fn $name(self, $(_: $kind),*) -> Result<Self, ByteCountError> {
            self.add($bytes)?;
            Ok(self)
        })*
    };
}

impl Serializer for &mut ByteCountSerializer {
    type Ok = ();
    type Error = ByteCountError;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    plain! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_f32(f32) serialize_f64(f64) serialize_char(char)
    }

    opened! {
        serialize_seq(Option<usize>) + APART;
        serialize_map(Option<usize>) + APART;
        serialize_tuple(usize) + 0;
        serialize_tuple_struct(&'static str, usize) + 0;
        serialize_struct(&'static str, usize) + 0;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) + WORD;
        serialize_struct_variant(&'static str, u32, &'static str, usize) + WORD;
    }

    fn serialize_str(self, text: &str) -> Weighed {
        self.add(APART + text.len())
    }

    /// Weighs an id, which is a number while it is no file.
    fn collect_str<T: fmt::Display + ?Sized>(self, _: &T) -> Weighed {
        self.add(WORD)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Weighed {
        self.add(APART + bytes.len())
    }

    fn serialize_none(self) -> Weighed {
        self.add(WORD)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Weighed {
        self.add(WORD)?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Weighed {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Weighed {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Weighed {
        self.add(WORD)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Weighed {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Weighed {
        self.add(WORD)?;
        value.serialize(self)
    }
}

macro_rules! elements {
    ($($kind:ident $method:ident($($key:ty)?);)*) => {
        $(impl $kind for &mut ByteCountSerializer {
            type Ok = ();
            type Error = ByteCountError;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Weighed {
                value.serialize(&mut **self)
            }

            fn end(self) -> Weighed {
                Ok(())
            }
        })*
    };
}

elements! {
    SerializeSeq serialize_element();
    SerializeTuple serialize_element();
    SerializeTupleStruct serialize_field();
    SerializeTupleVariant serialize_field();
    SerializeStruct serialize_field(&'static str);
    SerializeStructVariant serialize_field(&'static str);
}

impl SerializeMap for &mut ByteCountSerializer {
    type Ok = ();
    type Error = ByteCountError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Weighed {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Weighed {
        value.serialize(&mut **self)
    }

    fn end(self) -> Weighed {
        Ok(())
    }
}
