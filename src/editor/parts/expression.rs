//! What people type into a number field: sums, products, brackets, and units that are turned into
//! the field's.

use words::tr;

#[cfg(test)]
mod tests;

/// Meaning of a field's unit in relation to other units.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scale<'a> {
    /// Frames a second, where the field is a time.
    pub frame_rate: Option<f64>,
    /// Value of 100 %, in the field's unit.
    pub whole: Option<f64>,
    /// Unit of the field, if the label shows it instead of the field.
    pub unit: Option<&'a str>,
    /// Index of the value and the number of values, for expressions that differ from one value to
    /// the next.
    pub of: Option<(usize, usize)>,
}

/// The value in the field's unit. `current` is what `+=` and its like begin with. The error is a
/// short reason.
pub fn evaluate(text: &str, unit: &str, current: f64, scale: Scale<'_>) -> Result<f64, String> {
    let text = parted(text);
    let text: Vec<char> = text
        .chars()
        .map(plain)
        .filter(|c| !c.is_whitespace())
        .collect();
    let (change, rest) = match text.as_slice() {
        [sign @ ('+' | '-' | '*' | '/'), '=', rest @ ..] => (Some(*sign), rest),
        all => (None, all),
    };
    let mut reader = ExpressionReader {
        text: rest,
        at: 0,
        unit,
        scale,
    };
    let value = reader.sum()?;
    if let Some(rest) = reader.peek() {
        return Err(tr!("unexpected “{rest}”"));
    }
    let value = match change {
        Some('+') => current + value,
        Some('-') => current - value,
        Some('*') => current * value,
        Some(_) => divided(current, value)?,
        None => value,
    };
    if value.is_finite() {
        Ok(value)
    } else {
        Err(tr!("too large").into())
    }
}

/// The comma between two values of a function, where there is just one, is no decimal comma.
fn parted(text: &str) -> String {
    let Some((before, rest)) = text
        .split_once('(')
        .filter(|(name, _)| name.ends_with(['L', 'R', 'l', 'r']))
    else {
        return text.to_owned();
    };
    let (inner, after) = rest.rsplit_once(')').unwrap_or((rest, ""));
    let close = if rest.contains(')') { ")" } else { "" };
    let is_plain = !inner.contains(';') && inner.matches(',').count() == 1;
    let inner = if is_plain {
        inner.replace(',', ";")
    } else {
        inner.replace(", ", ";")
    };
    format!("{before}({inner}{close}{after}")
}

/// Decimal commas, the typographic minus and digits of full width, as keyboards of some languages
/// give them.
fn plain(c: char) -> char {
    match c {
        ',' | '，' | '．' => '.',
        '−' | '－' => '-',
        '×' => '*',
        '÷' => '/',
        '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10).unwrap_or(c),
        c => c,
    }
}

fn divided(a: f64, b: f64) -> Result<f64, String> {
    if b == 0.0 {
        Err(tr!("a division by 0").into())
    } else {
        Ok(a / b)
    }
}

struct ExpressionReader<'a> {
    text: &'a [char],
    at: usize,
    unit: &'a str,
    scale: Scale<'a>,
}

impl ExpressionReader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut total = self.product()?;
        loop {
            if self.take('+') {
                total += self.product()?;
            } else if self.take('-') {
                total -= self.product()?;
            } else {
                return Ok(total);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut total = self.signed()?;
        loop {
            if self.take('*') {
                total *= self.signed()?;
            } else if self.take('/') {
                total = divided(total, self.signed()?)?;
            } else {
                return Ok(total);
            }
        }
    }

    fn signed(&mut self) -> Result<f64, String> {
        if self.take('-') {
            Ok(-self.signed()?)
        } else if self.take('+') {
            self.signed()
        } else {
            self.power()
        }
    }

    fn power(&mut self) -> Result<f64, String> {
        let base = self.atom()?;
        if self.take('^') {
            Ok(base.powf(self.signed()?))
        } else {
            Ok(base)
        }
    }

    fn atom(&mut self) -> Result<f64, String> {
        if self.take('(') {
            let value = self.sum()?;
            return if self.take(')') {
                Ok(value)
            } else {
                Err(tr!("a closing bracket is missing").into())
            };
        }
        if let Some(value) = self.function()? {
            return Ok(value);
        }
        let value = self.number()?;
        let unit = self.word();
        if unit.is_empty() {
            Ok(value)
        } else {
            Ok(value * self.factor(&unit)?)
        }
    }

    /// `L(a, b)` goes evenly from the first value to the last, `R(a, b)` is anything between.
    fn function(&mut self) -> Result<Option<f64>, String> {
        let Some(name) = self
            .peek()
            .filter(|name| matches!(name, 'L' | 'R' | 'l' | 'r'))
        else {
            return Ok(None);
        };
        if self.text.get(self.at + 1) != Some(&'(') {
            return Ok(None);
        }
        self.at += 2;
        let from = self.sum()?;
        if !self.take(';') {
            return Err(tr!("{name} takes two values: {name}(0; 1)"));
        }
        let to = self.sum()?;
        if !self.take(')') {
            return Err(tr!("a closing bracket is missing").into());
        }
        let (at, count) = self.scale.of.unwrap_or((0, 1));
        let part = match name.to_ascii_uppercase() {
            'L' => at as f64 / count.saturating_sub(1).max(1) as f64,
            _ => random(at),
        };
        Ok(Some(from + (to - from) * part))
    }

    fn number(&mut self) -> Result<f64, String> {
        let start = self.at;
        while let Some(c) = self.peek() {
            let exponent = matches!(c, 'e' | 'E') && self.at > start && self.ends_exponent();
            let sign = matches!(c, '+' | '-')
                && self.at > start
                && matches!(self.text[self.at - 1], 'e' | 'E');
            if !(c.is_ascii_digit() || c == '.' || exponent || sign) {
                break;
            }
            self.at += 1;
        }
        let text: String = self.text[start..self.at].iter().collect();
        match self.peek() {
            _ if !text.is_empty() => text.parse().map_err(|_| tr!("“{text}” is not a number")),
            None => Err(tr!("a number is missing").into()),
            Some(c) => Err(tr!("“{c}” is not a number")),
        }
    }

    /// Whether digits follow the letter here: `1e-3`.
    fn ends_exponent(&self) -> bool {
        let after = &self.text[self.at + 1..];
        let digits = after
            .strip_prefix(&['-'])
            .or(after.strip_prefix(&['+']))
            .unwrap_or(after);
        digits.first().is_some_and(char::is_ascii_digit)
    }

    fn word(&mut self) -> String {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|c| c.is_alphabetic() || matches!(c, '%' | '°'))
        {
            self.at += 1;
        }
        self.text[start..self.at].iter().collect()
    }

    /// Number of the field's units in one `unit`; Err if the two do not convert.
    fn factor(&self, unit: &str) -> Result<f64, String> {
        if unit == self.unit {
            return Ok(1.0);
        }
        if let (Some(of), Some(to)) = (measure(unit), measure(self.unit))
            && of.0 == to.0
        {
            return Ok(of.1 / to.1);
        }
        match (unit, self.unit, self.scale.frame_rate) {
            ("f", "s", Some(rate)) => Ok(1.0 / rate),
            ("s", "f", Some(rate)) => Ok(rate),
            ("ms", "f", Some(rate)) => Ok(rate / 1000.0),
            ("%", unit, _) if unit.starts_with('%') => Ok(1.0),
            ("%", "" | "×", _) => Ok(0.01),
            ("%", ..) => self
                .scale
                .whole
                .map(|whole| whole / 100.0)
                .ok_or(tr!("% works only where a field has a base value").into()),
            _ => Err(tr!("“{unit}” is not a valid unit here")),
        }
    }
}

/// Random number from 0 to 1, a new one for each call.
fn random(at: usize) -> f64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(at) as f64 / u64::MAX as f64
}

/// What the unit measures, and its size in that measure's base unit; None if it is unknown.
fn measure(unit: &str) -> Option<(&'static str, f64)> {
    Some(match unit {
        "s" => (tr!("time"), 1.0),
        "ms" => (tr!("time"), 0.001),
        "m" => (tr!("length"), 1.0),
        "cm" => (tr!("length"), 0.01),
        "mm" => (tr!("length"), 0.001),
        "°" | "deg" => (tr!("angle"), 1.0),
        "rad" => (tr!("angle"), 180.0 / std::f64::consts::PI),
        "×" | "x" => (tr!("factor"), 1.0),
        _ => return None,
    })
}
