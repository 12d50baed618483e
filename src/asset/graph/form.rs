//! What a node says of its fields: each with its label, its unit and its range, and a place for its
//! value.
//!
//! A kind of node walks over its fields once, in the order in which they are shown. Whoever shows,
//! sets, lists or renames them is a [`Form`], and knows no kind.

use super::{Input, Space, TargetSpace};
use crate::{AssetKind, BoneKey, Id};
use anim::montage::Easing;
use std::ops::RangeInclusive;
use words::tr;

/// Receives the fields of a node.
pub trait Form {
    /// Starts a group with a title; the fields after it belong to the group, until the next one.
    fn group(&mut self, title: &str, note: &str);

    /// A field. What it holds afterwards is its value.
    fn field(&mut self, label: &str, field: NodeFormField<'_>);

    /// Whether what the button does is to be done.
    fn button(&mut self, button: Button<'_>, label: &str) -> bool;

    /// Here stands the choice among ways in which a control works, where there are some.
    fn presets(&mut self) {}

    /// The bones of the skeleton, parents before children; empty where it is not known.
    fn bones(&self) -> &[BoneKey];
}

/// A value of a node, and what it may be.
pub enum NodeFormField<'a> {
    Number {
        value: &'a mut f64,
        unit: &'static str,
        range: RangeInclusive<f64>,
    },
    /// A number without a fraction.
    Whole {
        value: &'a mut i64,
        unit: &'static str,
        range: RangeInclusive<i64>,
    },
    Truth {
        value: &'a mut bool,
        note: &'static str,
    },
    Text(&'a mut String),
    /// The name of something that others in the project name too; any other name may be typed.
    Named(NamedThing, &'a mut String),
    /// A number or an expression.
    Input {
        value: &'a mut Input,
        measure: Measure,
    },
    /// One of the words in `options`, by its index; None if the value is none of them.
    Choice {
        value: &'a mut Option<usize>,
        options: &'a [&'static str],
    },
    Bone(&'a mut BoneKey),
    OptionalBone(&'a mut Option<BoneKey>),
    /// A bone or a virtual bone.
    Place(&'a mut BoneKey),
    Space(&'a mut Space),
    TargetSpace(&'a mut TargetSpace),
    /// An asset of this kind, for the skeleton of the graph.
    Asset(AssetKind, &'a mut Option<Id>),
    /// A mask of the skeleton, and what there is without one.
    Mask {
        value: &'a mut Option<Id>,
        none: &'static str,
    },
    /// A blend profile of the skeleton.
    Profile(&'a mut Option<Id>),
    /// A saved pose of the graph.
    SavedPose(&'a mut Option<Id>),
}

/// Kind of a name that several parts of a project share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedThing {
    /// A place that a game gives.
    WarpTarget,
    /// A place in a graph where montages play.
    Slot,
    /// Players of a graph that share their time.
    SyncGroup,
}

/// Type and unit of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A number in this unit; empty where it is a part, a choice, or whatever its graph makes of
    /// it.
    Number(&'static str),
    Truth,
    /// One of the three numbers of a vector, in this unit.
    Vector(&'static str),
    /// A parameter of another graph.
    Parameter,
}

impl Measure {
    /// The unit; empty of what has none.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::Number(unit) | Measure::Vector(unit) => unit,
            Measure::Truth | Measure::Parameter => "",
        }
    }
}

/// Action of a button of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button<'a> {
    Add,
    Remove,
    Copy,
    /// Sets this leg of the list up on the other side of the skeleton. The one who shows it does
    /// that.
    MirrorLeg(usize),
    /// Keeps what is shown under a name, as a game does. The one who shows it does that.
    Keep(&'a str),
}

/// The axes of three numbers.
const AXES: [&str; 3] = ["x", "y", "z"];

impl dyn Form + '_ {
    pub(super) fn number(
        &mut self,
        label: &str,
        unit: &'static str,
        range: RangeInclusive<f64>,
        value: &mut f64,
    ) {
        self.field(label, NodeFormField::Number { value, unit, range });
    }

    /// A number in single precision.
    pub(super) fn single(
        &mut self,
        label: &str,
        unit: &'static str,
        range: RangeInclusive<f64>,
        value: &mut f32,
    ) {
        let mut number = f64::from(*value);
        self.number(label, unit, range, &mut number);
        *value = number as f32;
    }

    /// A length that is shown in millimetres, for it is short.
    pub(super) fn precision(&mut self, label: &str, value: &mut f64) {
        let (known, mut shown) = (*value * 1000.0, *value * 1000.0);
        self.number(label, "mm", 0.001..=1000.0, &mut shown);
        if shown != known {
            *value = shown / 1000.0;
        }
    }

    /// A number without a fraction; one that its type cannot hold changes nothing.
    pub(super) fn whole<T: Copy + Into<i64> + TryFrom<i64>>(
        &mut self,
        label: &str,
        unit: &'static str,
        range: RangeInclusive<i64>,
        value: &mut T,
    ) {
        let mut number = (*value).into();
        self.field(
            label,
            NodeFormField::Whole {
                value: &mut number,
                unit,
                range,
            },
        );
        *value = T::try_from(number).unwrap_or(*value);
    }

    pub(super) fn toggle(&mut self, label: &str, note: &'static str, value: &mut bool) {
        self.field(label, NodeFormField::Truth { value, note });
    }

    /// Whether there is something, which begins as `first`.
    pub(super) fn optional<T>(
        &mut self,
        label: &str,
        note: &'static str,
        value: &mut Option<T>,
        first: T,
    ) {
        let mut is_there = value.is_some();
        self.toggle(label, note, &mut is_there);
        if is_there != value.is_some() {
            *value = is_there.then_some(first);
        }
    }

    pub(super) fn text(&mut self, label: &str, value: &mut String) {
        self.field(label, NodeFormField::Text(value));
    }

    pub(super) fn named(&mut self, label: &str, thing: NamedThing, value: &mut String) {
        self.field(label, NodeFormField::Named(thing, value));
    }

    pub(super) fn input(&mut self, label: &str, unit: &'static str, value: &mut Input) {
        self.field(
            label,
            NodeFormField::Input {
                value,
                measure: Measure::Number(unit),
            },
        );
    }

    pub(super) fn truth(&mut self, label: &str, value: &mut Input) {
        self.field(
            label,
            NodeFormField::Input {
                value,
                measure: Measure::Truth,
            },
        );
    }

    /// Three numbers or expressions.
    pub(super) fn inputs(&mut self, label: &str, unit: &'static str, values: &mut [Input; 3]) {
        for (axis, value) in AXES.into_iter().zip(values) {
            self.field(
                &format!("{label} {axis}"),
                NodeFormField::Input {
                    value,
                    measure: Measure::Vector(unit),
                },
            );
        }
    }

    /// A direction of any length.
    pub(super) fn direction(&mut self, label: &str, value: &mut [f32; 3]) {
        for (axis, value) in AXES.into_iter().zip(value) {
            self.single(&format!("{label} {axis}"), "", -1.0..=1.0, value);
        }
    }

    /// Degrees about three axes, by their labels.
    pub(super) fn angles(&mut self, label: &str, value: &mut [f32; 3]) {
        for (axis, value) in AXES.into_iter().zip(value) {
            self.single(&format!("{label} {axis}"), "°", -180.0..=180.0, value);
        }
    }

    /// A direction that there may be.
    pub(super) fn optional_direction(
        &mut self,
        label: &str,
        note: &'static str,
        value: &mut Option<[f32; 3]>,
        first: [f32; 3],
    ) {
        self.optional(label, note, value, first);
        if let Some(value) = value {
            self.direction(label, value);
        }
    }

    /// One of some values.
    pub(super) fn choice<T: PartialEq + Clone>(
        &mut self,
        label: &str,
        value: &mut T,
        options: &[(T, &'static str)],
    ) {
        self.choice_by(label, value, options, |option, value| option == value);
    }

    /// Like `choice`, where `is` decides whether a value is an option.
    pub(super) fn choice_by<T: Clone>(
        &mut self,
        label: &str,
        value: &mut T,
        options: &[(T, &'static str)],
        is: impl Fn(&T, &T) -> bool,
    ) {
        let known = options.iter().position(|(option, _)| is(option, value));
        let (mut chosen, words) = (
            known,
            options.iter().map(|(_, word)| *word).collect::<Vec<_>>(),
        );
        self.field(
            label,
            NodeFormField::Choice {
                value: &mut chosen,
                options: &words,
            },
        );
        if let Some((option, _)) = chosen
            .filter(|_| chosen != known)
            .and_then(|chosen| options.get(chosen))
        {
            value.clone_from(option);
        }
    }

    pub(super) fn easing(&mut self, value: &mut Easing) {
        self.choice(
            tr!("Easing"),
            value,
            &Easing::ALL.map(|easing| (easing, easing_word(easing))),
        );
    }

    pub(super) fn bone(&mut self, label: &str, value: &mut BoneKey) {
        self.field(label, NodeFormField::Bone(value));
    }

    pub(super) fn place(&mut self, label: &str, value: &mut BoneKey) {
        self.field(label, NodeFormField::Place(value));
    }

    pub(super) fn asset(&mut self, label: &str, kind: AssetKind, value: &mut Option<Id>) {
        self.field(label, NodeFormField::Asset(kind, value));
    }

    pub(super) fn adds(&mut self, label: &str) -> bool {
        self.button(Button::Add, label)
    }

    pub(super) fn removes(&mut self, label: &str) -> bool {
        self.button(Button::Remove, label)
    }

    /// The bone that new parts begin with, unless there is a better one.
    pub(super) fn last_bone(&self) -> BoneKey {
        self.bones().last().cloned().unwrap_or_default()
    }

    pub(super) fn first_bone(&self) -> BoneKey {
        self.bones().first().cloned().unwrap_or_default()
    }
}

/// Calls with each field.
pub(super) struct EachField<'a>(pub(super) &'a mut dyn FnMut(&str, NodeFormField<'_>));

impl Form for EachField<'_> {
    fn group(&mut self, _: &str, _: &str) {}

    fn field(&mut self, label: &str, field: NodeFormField<'_>) {
        (self.0)(label, field);
    }

    fn button(&mut self, _: Button<'_>, _: &str) -> bool {
        false
    }

    fn bones(&self) -> &[BoneKey] {
        &[]
    }
}

/// Name of an easing where it is chosen.
pub fn easing_word(easing: Easing) -> &'static str {
    match easing {
        Easing::Linear => tr!("Linear"),
        Easing::Smoothstep => tr!("Smoothstep"),
        Easing::Sine => tr!("Sine"),
        Easing::QuadraticInOut => tr!("Quadratic in-out"),
        Easing::CubicInOut => tr!("Cubic in-out"),
        Easing::QuarticInOut => tr!("Quartic in-out"),
        Easing::QuinticInOut => tr!("Quintic in-out"),
        Easing::CircularIn => tr!("Circular in"),
        Easing::CircularOut => tr!("Circular out"),
        Easing::CircularInOut => tr!("Circular in-out"),
        Easing::ExponentialIn => tr!("Exponential in"),
        Easing::ExponentialOut => tr!("Exponential out"),
        Easing::ExponentialInOut => tr!("Exponential in-out"),
        Easing::Custom(_) => tr!("Custom"),
    }
}
