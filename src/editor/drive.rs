//! Driving a pose graph: which parameters take a mover's figures, what is driven now, and what was
//! driven last.

#[cfg(test)]
mod tests;

use anim::Name;
use asset::{
    Id,
    graph::{Parameter, ParameterKind},
};
use engine::EngineInput;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use studio::drive::{CharacterDrive, FigureBinding, FigureKind, MoverFigure, Pace, plain};
use words::{Word, tr, word};

/// A pace in words: name, unit, the most that it may be, and where it is.
pub type PaceRow = (Word, &'static str, f64, fn(&mut Pace) -> &mut f32);

/// The paces that the Drive panel offers, in its order.
pub const PACES: [PaceRow; 5] = [
    (word!("Walk"), "m/s", 10.0, |pace| &mut pace.walk),
    (word!("Jog"), "m/s", 10.0, |pace| &mut pace.jog),
    (word!("Sprint"), "m/s", 20.0, |pace| &mut pace.sprint),
    (word!("Crouch"), "m/s", 10.0, |pace| &mut pace.crouch),
    (word!("Take-off"), "s", 2.0, |pace| &mut pace.take_off),
];

/// The label of a figure in the window.
pub fn title(figure: MoverFigure) -> &'static str {
    match figure {
        MoverFigure::Speed => tr!("Speed"),
        MoverFigure::Direction => tr!("Direction"),
        MoverFigure::VerticalSpeed => tr!("Vertical speed"),
        MoverFigure::InAir => tr!("In air"),
        MoverFigure::Jump => tr!("Jump"),
        MoverFigure::Crouching => tr!("Crouching"),
        MoverFigure::Sprinting => tr!("Sprinting"),
        MoverFigure::Moving => tr!("Moving"),
        MoverFigure::Aiming => tr!("Aiming"),
        MoverFigure::AimYaw => tr!("Aim yaw"),
        MoverFigure::AimPitch => tr!("Aim pitch"),
    }
}

/// Choices of the user for one graph. They are kept between starts with the editor's own settings,
/// not with the project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choices {
    /// Parameters by the name of the figure; none for a figure that no parameter takes. Figures
    /// that are not listed use the usual names.
    bindings: BTreeMap<String, Option<String>>,
    /// Values of the paces, by the name of the pace.
    paces: BTreeMap<String, f32>,
}

/// Parameter that is to take a figure of the mover.
#[derive(Clone, Debug, PartialEq)]
pub enum DriveParameterChoice {
    /// The parameter is found by the usual names.
    Usual,
    Nothing,
    To(String),
}

/// Resolved parameter that takes a figure of the mover, or the reason why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Binding<'a> {
    Nothing,
    To(&'a Parameter),
    /// The name of what should take it, and why that does not.
    Misfit(&'a str, String),
}

impl Choices {
    /// Choice for this figure; `Usual` if the user has chosen nothing.
    pub fn choice(&self, figure: MoverFigure) -> DriveParameterChoice {
        match self.bindings.get(&format!("{figure:?}")) {
            None => DriveParameterChoice::Usual,
            Some(None) => DriveParameterChoice::Nothing,
            Some(Some(name)) => DriveParameterChoice::To(name.clone()),
        }
    }

    /// Remembers a choice; `Usual` forgets it. The parameter need not exist.
    pub fn choose(&mut self, figure: MoverFigure, choice: DriveParameterChoice) {
        let key = format!("{figure:?}");
        match choice {
            DriveParameterChoice::Usual => self.bindings.remove(&key),
            DriveParameterChoice::Nothing => self.bindings.insert(key, None),
            DriveParameterChoice::To(name) => self.bindings.insert(key, Some(name)),
        };
    }

    /// `settable` is what a game sets of the graph.
    pub fn binding<'a>(&'a self, figure: MoverFigure, settable: &'a [Parameter]) -> Binding<'a> {
        let chosen = self.bindings.get(&format!("{figure:?}"));
        let parameter = match chosen {
            Some(None) => return Binding::Nothing,
            Some(Some(name)) => match settable.iter().find(|known| known.name == *name) {
                Some(parameter) => parameter,
                None => {
                    return Binding::Misfit(name, tr!("Parameter “{name}” does not exist."));
                }
            },
            None => {
                let of_name = |name: &'static &'static str| {
                    settable
                        .iter()
                        .filter(move |known| plain(&known.name) == **name)
                };
                let mut named = figure.usual().iter().flat_map(of_name);
                let first = named.clone().next();
                match named.find(|known| fits(figure, known)).or(first) {
                    Some(parameter) => parameter,
                    None => return Binding::Nothing,
                }
            }
        };
        if fits(figure, parameter) {
            return Binding::To(parameter);
        }
        let wanted = match figure.kind() {
            FigureKind::Number => "float",
            FigureKind::Truth => "bool",
            FigureKind::Trigger => "trigger",
        };
        Binding::Misfit(
            &parameter.name,
            tr!(
                "“{}” is not a {wanted}; this input needs one.",
                parameter.name
            ),
        )
    }

    /// Figures that go somewhere, and where.
    pub fn bound(&self, settable: &[Parameter]) -> Vec<FigureBinding> {
        let bound = |figure| match self.binding(figure, settable) {
            Binding::To(parameter) => {
                let range = match &parameter.kind {
                    ParameterKind::Float {
                        range: Some(range), ..
                    } => *range,
                    _ => [f64::MIN, f64::MAX],
                };
                Some(FigureBinding {
                    figure,
                    parameter: Name::new(&parameter.name),
                    range,
                })
            }
            Binding::Nothing | Binding::Misfit(..) => None,
        };
        MoverFigure::ALL.into_iter().filter_map(bound).collect()
    }

    /// The default pace with the chosen values; a value outside 0 to the row's maximum is ignored.
    pub fn pace(&self) -> Pace {
        let mut pace = Pace::default();
        for (name, _, most, part) in PACES {
            if let Some(value) = self.paces.get(name.english())
                && (0.0..=most as f32).contains(value)
            {
                *part(&mut pace) = *value;
            }
        }
        pace
    }

    /// Remembers a pace by its English name in [`PACES`], in the unit of that row.
    pub fn set_pace(&mut self, name: &str, value: f32) {
        self.paces.insert(name.to_owned(), value);
    }
}

/// Whether the type of the parameter takes the figure: float, bool or trigger.
pub fn fits(figure: MoverFigure, parameter: &Parameter) -> bool {
    matches!(
        (figure.kind(), &parameter.kind),
        (FigureKind::Number, ParameterKind::Float { .. })
            | (FigureKind::Truth, ParameterKind::Bool { .. })
            | (FigureKind::Trigger, ParameterKind::Trigger)
    )
}

/// Graph that is driven now, and the script of the last drive; part of the session.
#[derive(Default)]
pub struct Driving {
    /// The driven graph; None while driving is off.
    pub on: Option<On>,
    last: Option<DriveScript>,
}

/// A graph that is driven.
pub struct On {
    /// The asset of the driven graph.
    pub graph: Id,
    /// The name of the graph in the compiled library.
    pub name: Name,
    /// The mover, and the script of what it has sent so far.
    pub drive: CharacterDrive,
    /// Figures that go somewhere, with their parameters.
    pub bound: Vec<FigureBinding>,
    /// Time of the last pass, in egui's time, seconds.
    pub at: f64,
}

/// Inputs that were sent while a graph was driven.
pub struct DriveScript {
    /// The asset of the graph that was driven.
    pub graph: Id,
    /// Inputs with the seconds since driving began, in order.
    pub inputs: Vec<(f64, EngineInput)>,
}

impl Driving {
    /// Ends driving and returns the inputs that leave the character standing.
    pub fn leave(&mut self) -> Vec<EngineInput> {
        let Some(mut on) = self.on.take() else {
            return Vec::new();
        };
        let inputs = on.drive.leave(&on.bound);
        self.last = Some(DriveScript {
            graph: on.graph,
            inputs: on.drive.script().to_vec(),
        });
        inputs
    }

    /// Whether a graph is driven now, or was since the session began.
    pub fn has_script(&self) -> bool {
        self.on.is_some() || self.last.is_some()
    }

    /// The script of the graph that is driven now, else of the last one.
    pub fn script(&self) -> Option<(Id, &[(f64, EngineInput)])> {
        let now = self.on.as_ref().map(|on| (on.graph, on.drive.script()));
        now.or_else(|| {
            self.last
                .as_ref()
                .map(|last| (last.graph, &last.inputs[..]))
        })
    }
}
