//! Walking a character about as a game does: a mover's figures on their way to the parameters of a
//! graph, as inputs.
//!
//! Invariant: [`CharacterDrive::pass`] is a function of what it was told before; what it returned
//! is in [`CharacterDrive::script`], with the time of each.

mod mover;

pub use mover::{CharacterMover, Gait, Pace, Wish};

use crate::PREVIEWED;
use anim::{Graph, Library, Name, Request, Transform};
use engine::EngineInput;
use glam::Quat;

/// Seconds that a script is long at most.
pub const LONGEST: f64 = 600.0;
/// Figures are sent in steps of one in so many, so that they are short numbers in a script.
const STEPS: f64 = 1e4;

/// A value that the mover outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoverFigure {
    /// Metres per second over the ground.
    Speed,
    /// Degrees from where it faces to where it goes, positive to the right; 0 while it stands.
    Direction,
    /// Metres per second upwards.
    VerticalSpeed,
    InAir,
    /// Set off as a jump begins.
    Jump,
    Crouching,
    Sprinting,
    Moving,
    Aiming,
    /// Degrees from where the mover faces to where it looks, positive to the right.
    AimYaw,
    /// Degrees from level to where the mover looks, positive upwards.
    AimPitch,
}

/// Type of a figure, which decides which parameters can take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// A number in the figure's unit.
    Number,
    /// A yes or no, as 1 or 0.
    Truth,
    /// Set off in one tick.
    Trigger,
}

impl MoverFigure {
    /// Every figure, in the order in which people see them.
    pub const ALL: [Self; 11] = [
        Self::Speed,
        Self::Direction,
        Self::VerticalSpeed,
        Self::InAir,
        Self::Jump,
        Self::Crouching,
        Self::Sprinting,
        Self::Moving,
        Self::Aiming,
        Self::AimYaw,
        Self::AimPitch,
    ];

    /// Type of the figure, which decides which parameters can take it.
    pub fn kind(self) -> FigureKind {
        match self {
            Self::Speed | Self::Direction | Self::VerticalSpeed | Self::AimYaw | Self::AimPitch => {
                FigureKind::Number
            }
            Self::InAir | Self::Crouching | Self::Sprinting | Self::Moving | Self::Aiming => {
                FigureKind::Truth
            }
            Self::Jump => FigureKind::Trigger,
        }
    }

    /// Names of parameters that take the figure by default, as [`plain`] writes them.
    pub fn usual(self) -> &'static [&'static str] {
        match self {
            Self::Speed => &["speed", "groundspeed"],
            Self::Direction => &["direction"],
            Self::VerticalSpeed => &["verticalspeed", "verticalvelocity"],
            Self::InAir => &["inair", "isinair", "isfalling", "falling"],
            Self::Jump => &["jump"],
            Self::Crouching => &["crouching", "iscrouching", "crouch", "crouched"],
            Self::Sprinting => &["sprinting", "issprinting", "sprint"],
            Self::Moving => &["moving", "ismoving"],
            Self::Aiming => &["aiming", "isaiming", "aim"],
            Self::AimYaw => &["aimyaw", "yaw"],
            Self::AimPitch => &["aimpitch", "pitch"],
        }
    }
}

/// A name in small letters without anything between.
pub fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Figures that go to parameters of a graph, by their usual names; triggers to triggers alone. As
/// authored ranges are unknown, none is held in one.
pub fn bound(library: &Library, graph: &Graph) -> Vec<FigureBinding> {
    let parameters = &graph.parts().parameters;
    let takes = |figure: MoverFigure| {
        let fits = parameters
            .iter()
            .filter(|known| known.is_trigger == (figure.kind() == FigureKind::Trigger));
        let named: Vec<(String, Name)> = fits
            .map(|known| (plain(library.names.text(known.name)), known.name))
            .collect();
        let of = |usual: &&str| {
            named
                .iter()
                .find(|(name, _)| name == usual)
                .map(|(_, name)| *name)
        };
        figure.usual().iter().find_map(of)
    };
    let bound = |figure| {
        Some(FigureBinding {
            figure,
            parameter: takes(figure)?,
            range: [f64::MIN, f64::MAX],
        })
    };
    MoverFigure::ALL.into_iter().filter_map(bound).collect()
}

/// Binding of a mover's output value to a parameter of the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureBinding {
    /// The value that the mover outputs.
    pub figure: MoverFigure,
    /// The parameter of the graph that takes it.
    pub parameter: Name,
    /// Range of the parameter: figures beyond it stop at its ends.
    pub range: [f64; 2],
}

/// One character that is driven.
#[derive(Clone, Debug)]
pub struct CharacterDrive {
    /// The mover that is driven; [`CharacterDrive::pass`] steps it.
    pub mover: CharacterMover,
    /// Value that each parameter was last set to.
    sent: Vec<(Name, f64)>,
    /// Seconds since it began.
    time: f64,
    script: Vec<(f64, EngineInput)>,
}

impl CharacterDrive {
    /// Drives a graph that begins now, where the character stands, with parameters that are `set`
    /// to other values than their defaults.
    pub fn new(pace: Pace, placement: &Transform, graph: Name, set: &[(Name, f64)]) -> Self {
        let mover = CharacterMover::new(pace, placement);
        let mut drive = Self {
            mover,
            sent: Vec::new(),
            time: 0.0,
            script: Vec::new(),
        };
        drive.note(&[ask(Request::PlayGraph { graph })]);
        drive.note(&set.iter().map(set_parameter).collect::<Vec<_>>());
        drive
    }

    /// The inputs of the tick that begins now and takes `dt` seconds.
    pub fn pass(&mut self, dt: f64, wish: &Wish, bound: &[FigureBinding]) -> Vec<EngineInput> {
        let has_jumped = self.mover.step(dt as f32, wish);
        let mut inputs = vec![EngineInput::Carry {
            character: PREVIEWED,
            placement: Some(self.mover.placement()),
        }];
        for FigureBinding {
            figure,
            parameter,
            range: [low, high],
        } in bound
        {
            let value = match figure.kind() {
                FigureKind::Trigger if !has_jumped => continue,
                FigureKind::Trigger => 1.0,
                FigureKind::Number | FigureKind::Truth => {
                    rounded(f64::from(self.mover.figure(*figure)).clamp(*low, *high))
                }
            };
            if figure.kind() == FigureKind::Trigger || self.is_new(*parameter, value) {
                inputs.push(set_parameter(&(*parameter, value)));
            }
        }
        self.note(&inputs);
        self.time += dt;
        inputs
    }

    /// Adds inputs from elsewhere to the script.
    pub fn heard(&mut self, inputs: &[EngineInput]) {
        self.note(inputs);
    }

    /// The inputs that leave the character standing on the ground, moved by its root motion again.
    pub fn leave(&mut self, bound: &[FigureBinding]) -> Vec<EngineInput> {
        self.mover.stand();
        let wish = Wish {
            heading: self.mover.facing(),
            ..Wish::default()
        };
        let mut inputs = self.pass(0.0, &wish, bound);
        let let_go = EngineInput::Carry {
            character: PREVIEWED,
            placement: None,
        };
        self.note(std::slice::from_ref(&let_go));
        inputs.push(let_go);
        inputs
    }

    /// Everything that was asked for, with the seconds since it began; of the first [`LONGEST`]
    /// seconds.
    pub fn script(&self) -> &[(f64, EngineInput)] {
        &self.script
    }

    /// Seconds since it began.
    pub fn time(&self) -> f64 {
        self.time
    }

    fn is_new(&self, parameter: Name, value: f64) -> bool {
        self.sent
            .iter()
            .all(|(known, sent)| *known != parameter || *sent != value)
    }

    fn note(&mut self, inputs: &[EngineInput]) {
        for input in inputs {
            if let EngineInput::Request {
                request: Request::SetParameter { parameter, value },
                ..
            } = input
            {
                self.sent.retain(|(known, _)| known != parameter);
                self.sent.push((*parameter, *value));
            }
            if self.time < LONGEST {
                self.script.push((self.time, input.clone()));
            }
        }
    }
}

fn rounded(value: f64) -> f64 {
    (value * STEPS).round() / STEPS
}

fn ask(request: Request) -> EngineInput {
    EngineInput::Request {
        character: PREVIEWED,
        request,
    }
}

fn set_parameter((parameter, value): &(Name, f64)) -> EngineInput {
    ask(Request::SetParameter {
        parameter: *parameter,
        value: *value,
    })
}

/// About +Y, radians from +Z to +X.
fn turned(heading: f32) -> Quat {
    Quat::from_rotation_y(heading).normalize()
}

#[cfg(test)]
mod tests;
