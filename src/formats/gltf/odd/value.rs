//! Values that may have any type in a file, and are read only where the type is right.

use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use std::{fmt, marker::PhantomData, ops::Deref};
use words::tr;

/// A value of any type: None where it is missing or of the wrong type.
#[derive(Debug)]
pub struct Odd<T> {
    value: Option<T>,
    is_odd: bool,
}

impl<T> Odd<T> {
    /// Whether the value has the wrong type. False without a value.
    pub fn is_odd(&self) -> bool {
        self.is_odd
    }
}

impl<T> Default for Odd<T> {
    fn default() -> Self {
        Self {
            value: None,
            is_odd: false,
        }
    }
}

impl<T> Deref for Odd<T> {
    type Target = Option<T>;

    fn deref(&self) -> &Option<T> {
        &self.value
    }
}

/// A type that an [`Odd`] value is read as; each method returns None unless the type takes such a
/// JSON value. Nothing here recurses, so that nesting costs no stack.
pub trait Plain: Sized {
    /// Reads a string.
    fn text(_: &str) -> Option<Self> {
        None
    }

    /// Reads a number; integers arrive as floats too.
    fn number(_: f64) -> Option<Self> {
        None
    }

    /// Reads true or false.
    fn truth(_: bool) -> Option<Self> {
        None
    }

    /// Reads an array. The default consumes it.
    fn list<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<Option<Self>, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    /// Reads an object. The default consumes it.
    fn fields<'de, A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

impl Plain for String {
    fn text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl Plain for f64 {
    fn number(number: f64) -> Option<Self> {
        Some(number)
    }
}

impl Plain for bool {
    fn truth(truth: bool) -> Option<Self> {
        Some(truth)
    }
}

impl Plain for Vec<String> {
    fn list<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<Option<Self>, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = seq.next_element::<Odd<String>>()? {
            names.push(name.value.unwrap_or_default());
        }
        Ok(Some(names))
    }
}

impl Plain for [f64; 4] {
    fn list<'de, A: SeqAccess<'de>>(mut seq: A) -> Result<Option<Self>, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = seq.next_element::<Odd<f64>>()? {
            numbers.push(*number);
        }
        let numbers: Option<Vec<f64>> = numbers.into_iter().collect();
        Ok(numbers.and_then(|numbers| numbers.try_into().ok()))
    }
}

impl<'de, T: Plain> Deserialize<'de> for Odd<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OddVisitor(PhantomData))
    }
}

struct OddVisitor<T>(PhantomData<T>);

fn read<T, E>(value: Option<T>) -> Result<Odd<T>, E> {
    Ok(Odd {
        is_odd: value.is_none(),
        value,
    })
}

impl<'de, T: Plain> Visitor<'de> for OddVisitor<T> {
    type Value = Odd<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(tr!("any value"))
    }

    fn visit_unit<E: Error>(self) -> Result<Odd<T>, E> {
        Ok(Odd::default())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Odd<T>, E> {
        read(T::text(text))
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Odd<T>, E> {
        read(T::truth(truth))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Odd<T>, E> {
        read(T::number(number as f64))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Odd<T>, E> {
        read(T::number(number as f64))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Odd<T>, E> {
        read(T::number(number))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Odd<T>, A::Error> {
        read(T::list(seq)?)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Odd<T>, A::Error> {
        read(T::fields(map)?)
    }
}
