//! `HIERARCHY`: the joints of all roots, in the order of the file. Invariant: parents come first.

use super::text::{Text, quoted};
use crate::{ImportError, ImportProblem, reading::Reading, scene::MAX_NODES};
use glam::DVec3;
use words::tr;

/// One node is kept for what joins several roots, and one for the body.
const MAX_JOINTS: usize = MAX_NODES - 2;
/// Bytes that a joint takes until it is a bone, beside its name.
const JOINT_BYTES: u64 = 1024;
/// Copies of a joint's name that exist at once while the file is read.
const NAMES: u64 = 8;
const READ: [f32; 2] = [0.0, 0.05];

/// Motion that one number of a frame gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BvhChannel {
    /// Along an axis, 0 to 2 for X to Z, in units of the file.
    Position(usize),
    /// About an axis, 0 to 2 for X to Z, in degrees.
    Rotation(usize),
}

/// A `ROOT`, a `JOINT` or an `End Site`.
#[derive(Clone, Debug, Default)]
pub struct BvhJoint {
    /// Empty where the file gives none; an End Site has its parent's name and `_End`.
    pub name: String,
    /// Index of the joint that it stands in; None for a `ROOT`.
    pub parent: Option<usize>,
    /// `OFFSET` from the parent, in units of the file; finite. 0 where the file has none.
    pub offset: DVec3,
    /// `CHANNELS` in the order of the numbers in a frame; empty for an End Site.
    pub channels: Vec<BvhChannel>,
}

impl BvhJoint {
    /// Whether each of the axes X, Y and Z has a position channel.
    pub fn placed(&self) -> [bool; 3] {
        std::array::from_fn(|axis| self.channels.contains(&BvhChannel::Position(axis)))
    }

    /// Whether any axis has a position channel.
    pub fn is_placed(&self) -> bool {
        self.placed().contains(&true)
    }

    /// Whether any axis has a rotation channel.
    pub fn is_turned(&self) -> bool {
        self.channels
            .iter()
            .any(|channel| matches!(channel, BvhChannel::Rotation(_)))
    }
}

/// A joint whose brace is open.
struct OpenJoint {
    joint: usize,
    is_end: bool,
    has_offset: bool,
    has_channels: bool,
}

struct Parser<'r, 'a, 'b> {
    text: &'r mut Text<'a>,
    reading: &'r mut Reading<'b>,
    joints: Vec<BvhJoint>,
    open: Vec<OpenJoint>,
}

/// Reads everything up to and including the word `MOTION`. An Err means that the file does not
/// begin with `HIERARCHY`, breaks the grammar, has no joint or has too many.
pub fn read(text: &mut Text<'_>, reading: &mut Reading<'_>) -> Result<Vec<BvhJoint>, ImportError> {
    match text.token() {
        Some(word) if word.eq_ignore_ascii_case(b"HIERARCHY") => {}
        found => {
            let found = found.map_or(tr!("an empty file").to_owned(), |word| {
                tr!("one that begins with “{}”", quoted(word))
            });
            return Err(ImportError::new(
                text.place(),
                ImportProblem::OtherFormat {
                    expected: tr!("a BVH file"),
                    found,
                },
            ));
        }
    }
    let mut parser = Parser {
        text,
        reading,
        joints: Vec::new(),
        open: Vec::new(),
    };
    while !parser.statement()? {}
    if parser.joints.is_empty() {
        return Err(parser.text.invalid(tr!("ROOT is missing before MOTION")));
    }
    Ok(parser.joints)
}

impl Parser<'_, '_, '_> {
    /// Reads one statement. Returns true after `MOTION`.
    fn statement(&mut self) -> Result<bool, ImportError> {
        let Some(word) = self.text.token() else {
            return Err(match self.open.last() {
                Some(open) => self
                    .text
                    .invalid(tr!("the file ends inside {}", self.called(open.joint))),
                None => self.text.invalid(tr!("the file ends before MOTION")),
            });
        };
        let word = word.to_ascii_uppercase();
        match (word.as_slice(), self.open.is_empty()) {
            (b"MOTION", true) => return Ok(true),
            (b"ROOT", true) | (b"JOINT", false) => self.joint(false)?,
            (b"END", false) => {
                let site = self.text.token().unwrap_or_default();
                if !site.eq_ignore_ascii_case(b"Site") {
                    return Err(self
                        .text
                        .invalid(tr!("expected “Site”, found “{}”", quoted(site))));
                }
                self.joint(true)?;
            }
            (b"OFFSET", false) => self.offset()?,
            (b"CHANNELS", false) => self.channels()?,
            (b"}", false) => self.close(),
            (b"}", true) => {
                return Err(self
                    .text
                    .invalid(tr!("this closing brace has no opening brace")));
            }
            (b"MOTION" | b"ROOT", false) => {
                let joint = self
                    .open
                    .last()
                    .map_or(String::new(), |open| self.called(open.joint));
                let found = String::from_utf8_lossy(&word);
                return Err(self.text.invalid(tr!(
                    "{found} is inside {joint}: a closing brace is missing before it"
                )));
            }
            (found, true) => {
                let found = quoted(found);
                return Err(self
                    .text
                    .invalid(tr!("expected ROOT or MOTION, found “{found}”")));
            }
            (found, false) => {
                let found = quoted(found);
                let what = tr!("OFFSET, CHANNELS, JOINT, End Site or a closing brace");
                return Err(self.text.invalid(tr!("expected {what}, found “{found}”")));
            }
        }
        Ok(false)
    }

    fn joint(&mut self, is_end: bool) -> Result<(), ImportError> {
        let parent = self.open.last();
        if let Some(open) = parent.filter(|open| open.is_end) {
            return Err(self.text.invalid(tr!(
                "{} is an End Site, which has no joints",
                self.called(open.joint)
            )));
        }
        let parent = parent.map(|open| open.joint);
        let given = self.text.name();
        let name = match (is_end, parent) {
            (true, Some(parent)) => format!("{}_End", self.joints[parent].name),
            _ => given,
        };
        if self.text.token() != Some(b"{") {
            return Err(self.text.invalid(tr!(
                "an opening brace is missing after “{}”",
                quoted(name.as_bytes())
            )));
        }
        let index = self.joints.len();
        if index >= MAX_JOINTS {
            let problem = ImportProblem::TooLarge {
                what: "joints",
                count: index as u64 + 1,
                limit: MAX_JOINTS as u64,
            };
            return Err(ImportError::new(self.text.place(), problem));
        }
        self.reading
            .budget
            .reserve(JOINT_BYTES + NAMES * name.len() as u64, tr!("the joints"))?;
        if index.is_multiple_of(1024) {
            self.reading
                .went(READ, self.text.at(), self.text.at() + self.text.left())?;
        }
        self.joints.push(BvhJoint {
            name,
            parent,
            ..BvhJoint::default()
        });
        self.open.push(OpenJoint {
            joint: index,
            is_end,
            has_offset: false,
            has_channels: false,
        });
        Ok(())
    }

    fn offset(&mut self) -> Result<(), ImportError> {
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        if std::mem::replace(&mut open.has_offset, true) {
            return Err(self.text.invalid(tr!("the joint has two OFFSETs")));
        }
        let mut offset = DVec3::ZERO;
        for axis in 0..3 {
            offset[axis] = self.text.number(tr!("a number of an OFFSET"))?;
        }
        if !offset.is_finite() {
            return Err(self
                .text
                .invalid(tr!("the OFFSET has something that is not a number")));
        }
        self.joints[open.joint].offset = offset;
        Ok(())
    }

    fn channels(&mut self) -> Result<(), ImportError> {
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        let (joint, is_end) = (open.joint, open.is_end);
        if std::mem::replace(&mut open.has_channels, true) {
            return Err(self.text.invalid(tr!("the joint has CHANNELS twice")));
        }
        let count = self.text.count(tr!("the number of channels"))?;
        if is_end && count > 0 {
            return Err(self.text.invalid(tr!("an End Site has no channels")));
        }
        let mut is_repeated = false;
        for _ in 0..count {
            let word = self.text.token().unwrap_or_default();
            let channel = channel(word).ok_or_else(|| {
                self.text.invalid(tr!(
                    "expected one of {count} channels, found “{}”",
                    quoted(word)
                ))
            })?;
            is_repeated |= self.joints[joint].channels.contains(&channel);
            self.joints[joint].channels.push(channel);
        }
        if is_repeated {
            let text = tr!(
                "{} has a channel twice; both are applied.",
                self.called(joint)
            );
            self.reading.report.warn(self.text.place(), text);
        }
        Ok(())
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if !open.has_offset {
            let text = tr!("{} has no OFFSET; 0 0 0 is used.", self.called(open.joint));
            self.reading.report.warn(self.text.place(), text);
        }
    }

    fn called(&self, joint: usize) -> String {
        format!("“{}”", quoted(self.joints[joint].name.as_bytes()))
    }
}

fn channel(word: &[u8]) -> Option<BvhChannel> {
    let (axis, kind) = word.split_first()?;
    let axis = match axis.to_ascii_uppercase() {
        b'X' => 0,
        b'Y' => 1,
        b'Z' => 2,
        _ => return None,
    };
    match kind {
        _ if kind.eq_ignore_ascii_case(b"position") => Some(BvhChannel::Position(axis)),
        _ if kind.eq_ignore_ascii_case(b"rotation") => Some(BvhChannel::Rotation(axis)),
        _ => None,
    }
}
