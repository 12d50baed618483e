//! Scripts of commands and scenarios: timed requests by name.
//! `docs/simulate.md` describes the format.

#[cfg(test)]
mod tests;

use crate::root_limit::RootLimit;
use anim::{
    Graph, Name, Request, Transform,
    graph::{LiveFrame, control::ExternalBone},
    ground::Terrain,
    instance::{Start, TaskOptions},
    program::name_value,
};
use asset::script::{
    BoneOverride, ScriptPlacement, ScriptRequest, ScriptRequestKind, ScriptValue, Whom,
};
use engine::CharacterId;
use formats::script;
use std::{collections::BTreeMap, sync::Arc};
use words::tr;

/// The character of every script.
pub const FIRST: CharacterId = 0;
/// Seconds that a simulation goes on after its last request when nothing else is said.
pub const LINGER: f64 = 5.0;

/// A script as it was read: who plays, and what is asked of whom when.
pub struct Script {
    /// Name of the skeleton to play on.
    pub character: Option<String>,
    /// Decides notifies with a chance below 1.
    pub seed: u64,
    /// The names of characters, by their numbers. The first character, which is always there, has
    /// none, and neither has an added one whose request gives it none.
    pub names: Vec<Option<String>>,
    /// Requests in the order in which they are made: by time, then by place in the file.
    pub requests: Vec<Timed>,
    /// Every text in the requests.
    texts: BTreeMap<Name, String>,
}

impl Script {
    /// Text of a hashed name, as in the script; None for a name that the script does not have.
    pub fn text(&self, name: Name) -> Option<&str> {
        self.texts.get(&name).map(String::as_str)
    }
}

/// A request with its time and its character.
#[derive(Clone, Debug)]
pub struct Timed {
    /// Seconds, 0 or more.
    pub at: f64,
    /// The character that is asked; the one that is added for [`Asked::Added`].
    pub character: CharacterId,
    /// Request to the character, or to the engine about the character.
    pub request: Asked,
}

/// A character beside the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Added {
    /// The skeleton to play on, by name. None takes that of `graph`, otherwise that of the first
    /// character.
    pub skeleton: Option<String>,
    /// The name of the graph that it plays from its start. None for no graph.
    pub graph: Option<String>,
    /// Decides notifies with a chance below 1, apart from those of other characters.
    pub seed: u64,
}

/// A request of a script. Characters are numbers here, and names of bones and assets are hashed;
/// [`Script::text`] gives their text.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// A request that the engine takes as it is.
    Request(Request),
    /// A parameter by the name of its value: which number that is, the graph knows.
    Named {
        /// The name of an enum parameter of the graph.
        parameter: Name,
        /// The name of one of its values. Any other name is refused.
        value: Name,
    },
    /// The character is added to the scene.
    Added(Added),
    /// The character shows its leader's pose, and its own time stands still. Without a leader it
    /// goes on by itself.
    Follow(Option<CharacterId>),
    /// Copy Pose nodes that name this partner show the pose of another character. With None they
    /// show their own source.
    CopyPose {
        partner: Name,
        from: Option<CharacterId>,
    },
    /// A montage of it goes where a montage of another character goes.
    FollowMontage {
        montage: Name,
        leader: (CharacterId, Name),
    },
    /// Plays a montage with a task and reports the events of the task.
    Task {
        /// The montage's name as the script spells it.
        montage: String,
        play: Request,
        options: TaskOptions,
    },
    /// The owner of the task that plays this montage ends.
    EndTask(Name),
    /// Holds the character at a place in the world whatever its root motion does. None lets it go.
    Carry(Option<Transform>),
    /// Puts the character at a place in the world at once, without motion in between.
    Teleport(Transform),
    /// The ground that all characters stand on. With None nothing is hit.
    Ground(Option<Arc<Terrain>>),
    /// A limit on the character's root motion before it moves the character.
    LimitRootMotion(RootLimit),
    /// A warp target goes along with a bone or socket of somebody.
    FollowTarget {
        target: Name,
        of: (CharacterId, Name),
        offset: Transform,
    },
}

impl Asked {
    /// The request to a character that plays a graph; None if only an engine can do it.
    pub fn request(&self, graph: &Graph) -> Option<Request> {
        Some(match *self {
            Asked::Added(_)
            | Asked::Follow(_)
            | Asked::CopyPose { .. }
            | Asked::FollowMontage { .. }
            | Asked::EndTask(_)
            | Asked::Carry(_)
            | Asked::Teleport(_)
            | Asked::Ground(_)
            | Asked::LimitRootMotion(_)
            | Asked::FollowTarget { .. } => return None,
            Asked::Request(ref request)
            | Asked::Task {
                play: ref request, ..
            } => request.clone(),
            Asked::Named { parameter, value } => {
                let values = graph
                    .parameter(parameter)
                    .map(|at| &graph.parts().parameters[at].values[..]);
                let of_enum =
                    values.and_then(|values| values.iter().position(|known| *known == value));
                let value = match (values, of_enum) {
                    (_, Some(at)) => at as f64,
                    // Not one of its values: refused as a number that is none.
                    (Some([_, ..]), None) => f64::NAN,
                    _ => name_value(value),
                };
                Request::SetParameter { parameter, value }
            }
        })
    }
}

/// Reads and checks the text of a script. The error says what is wrong, with the JSON pointer to the
/// request when one is.
pub fn parse(bytes: &[u8]) -> Result<Script, String> {
    let file = script::read(bytes)?;
    let texts = file.texts.into_iter();
    let texts = texts.map(|text| (Name::new(&text), text)).collect();
    let steps = file
        .requests
        .into_iter()
        .map(|request| ScriptStep { request, adds: 0 });
    let mut steps: Vec<(usize, ScriptStep)> = steps.enumerate().collect();
    steps.sort_by(|(_, a), (_, b)| a.request.at.total_cmp(&b.request.at));
    let mut script = Script {
        character: file.character,
        seed: file.seed,
        names: vec![None],
        requests: Vec::new(),
        texts,
    };
    for (index, step) in &mut steps {
        let ScriptRequestKind::AddCharacter { name, .. } = &step.request.what else {
            continue;
        };
        if name.is_some() && script.names.contains(name) {
            return Err(script::placed(
                *index,
                tr!("another character already has this name").to_owned(),
            ));
        }
        step.adds = script.names.len() as CharacterId;
        script.names.push(name.clone());
    }
    for (index, step) in steps {
        script.requests.extend(
            step.timed(&script.names)
                .map_err(|why| script::placed(index, why))?,
        );
    }
    Ok(script)
}

struct ScriptStep {
    request: ScriptRequest,
    /// The number of the character that it adds.
    adds: CharacterId,
}

impl ScriptStep {
    fn timed(self, names: &[Option<String>]) -> Result<Vec<Timed>, String> {
        let ScriptRequest {
            at,
            character,
            what,
        } = self.request;
        let character = character.map_or(Ok(self.adds), |whom| whom.find(names))?;
        let asked = asked(what, names)?.into_iter();
        Ok(asked
            .map(|request| Timed {
                at,
                character,
                request,
            })
            .collect())
    }
}

/// A vector is set by three requests. `names` are those of the script's characters.
fn asked(what: ScriptRequestKind, names: &[Option<String>]) -> Result<Vec<Asked>, String> {
    let find = |whom: Option<Whom>| whom.map(|whom| whom.find(names)).transpose();
    let set = |parameter: &str, value| {
        Asked::Request(Request::SetParameter {
            parameter: Name::new(parameter),
            value,
        })
    };
    Ok(match what {
        ScriptRequestKind::AddCharacter {
            skeleton,
            graph,
            seed,
            ..
        } => vec![Asked::Added(Added {
            skeleton,
            graph,
            seed,
        })],
        ScriptRequestKind::Follow { leader } => vec![Asked::Follow(find(leader)?)],
        ScriptRequestKind::CopyPose { partner, from } => {
            vec![Asked::CopyPose {
                partner: Name::new(&partner),
                from: find(from)?,
            }]
        }
        ScriptRequestKind::SetParameter { parameter, value } => match value {
            ScriptValue::Truth(on) => vec![set(&parameter, f64::from(u8::from(on)))],
            ScriptValue::Number(number) => vec![set(&parameter, number)],
            ScriptValue::Parts(parts) => {
                let part = |(part, value): (&str, f64)| set(&format!("{parameter}.{part}"), value);
                ["x", "y", "z"].into_iter().zip(parts).map(part).collect()
            }
            ScriptValue::Name(value) => {
                vec![Asked::Named {
                    parameter: Name::new(&parameter),
                    value: Name::new(&value),
                }]
            }
        },
        ScriptRequestKind::PlayAndWait {
            montage,
            rate,
            section,
            stop_when_owner_ends,
            interrupt_after_blend_out,
        } => {
            let section = section.map_or(Name::NONE, |section| Name::new(&section));
            let play = Request::play_section(Name::new(&montage), rate, section);
            let options = TaskOptions {
                stop_when_owner_ends,
                interrupt_after_blend_out,
            };
            vec![Asked::Task {
                montage,
                play,
                options,
            }]
        }
        ScriptRequestKind::EndTask { montage } => vec![Asked::EndTask(Name::new(&montage))],
        ScriptRequestKind::Carry { placement } => {
            vec![Asked::Carry(placement.map(|local| local.0))]
        }
        ScriptRequestKind::Teleport { placement } => vec![Asked::Teleport(placement.0)],
        ScriptRequestKind::SetGround { ground } => vec![Asked::Ground(ground.map(Arc::new))],
        ScriptRequestKind::LimitRootMotion {
            speed: Some(speed), ..
        } if !(speed.is_finite() && speed >= 0.0) => {
            return Err(tr!("“speed” must be a number, 0 or more").to_owned());
        }
        ScriptRequestKind::LimitRootMotion { scale, .. } if !scale.is_finite() => {
            return Err(tr!("“scale” must be a number").to_owned());
        }
        ScriptRequestKind::LimitRootMotion { scale, speed } => {
            vec![Asked::LimitRootMotion(RootLimit { scale, speed })]
        }
        ScriptRequestKind::SetWarpTarget {
            target,
            place: None,
            of: Some(of),
            bone,
            offset,
        } => {
            let bone = if bone.is_empty() {
                Name::NONE
            } else {
                Name::new(&bone)
            };
            let offset = offset.map_or(Transform::IDENTITY, |local| local.0);
            vec![Asked::FollowTarget {
                target: Name::new(&target),
                of: (of.find(names)?, bone),
                offset,
            }]
        }
        ScriptRequestKind::SetWarpTarget {
            target,
            place: Some(ScriptPlacement(place)),
            of: None,
            ..
        } => {
            vec![Asked::Request(Request::SetWarpTarget {
                target: Name::new(&target),
                place,
            })]
        }
        ScriptRequestKind::SetWarpTarget { .. } => {
            return Err(tr!(
                "a warp target needs a “place”, or “of” a character with an optional “bone”"
            )
            .to_owned());
        }
        ScriptRequestKind::FollowMontage {
            montage,
            leader: Some(leader),
            of: Some(of),
        } => {
            let leader = (of.find(names)?, Name::new(&leader));
            vec![Asked::FollowMontage {
                montage: Name::new(&montage),
                leader,
            }]
        }
        ScriptRequestKind::FollowMontage {
            leader: None,
            of: Some(_),
            ..
        } => {
            return Err(tr!("“of” needs a “leader”").to_owned());
        }
        ScriptRequestKind::PlayMontage {
            section: Some(_),
            position: Some(_),
            ..
        } => {
            return Err(tr!("use “section” or “position”, not both").to_owned());
        }
        ScriptRequestKind::PlayMontage {
            section: None,
            at_end: true,
            ..
        } => {
            return Err(tr!("“at_end” needs a “section”").to_owned());
        }
        other => plain(other).map(Asked::Request).into_iter().collect(),
    })
}

fn plain(what: ScriptRequestKind) -> Option<Request> {
    let name = |text: String| Name::new(&text);
    Some(match what {
        ScriptRequestKind::SetParameter { .. }
        | ScriptRequestKind::AddCharacter { .. }
        | ScriptRequestKind::Follow { .. }
        | ScriptRequestKind::CopyPose { .. }
        | ScriptRequestKind::PlayAndWait { .. }
        | ScriptRequestKind::EndTask { .. }
        | ScriptRequestKind::Carry { .. }
        | ScriptRequestKind::Teleport { .. }
        | ScriptRequestKind::SetGround { .. }
        | ScriptRequestKind::LimitRootMotion { .. }
        | ScriptRequestKind::SetWarpTarget { .. } => return None,
        ScriptRequestKind::RemoveWarpTarget { target } => Request::RemoveWarpTarget {
            target: name(target),
        },
        ScriptRequestKind::PlayGraph { graph } => Request::PlayGraph { graph: name(graph) },
        ScriptRequestKind::StopGraph {} => Request::PlayGraph { graph: Name::NONE },
        ScriptRequestKind::PlayMontage {
            montage,
            rate,
            section,
            position,
            at_end,
            stop_group,
        } => {
            let start = match (section.map(name), position) {
                (Some(section), _) if at_end => Start::SectionEnd(section),
                (Some(section), _) => Start::Section(section),
                (None, Some(position)) => Start::Seconds(position),
                (None, None) => Start::Beginning,
            };
            Request::PlayMontage {
                montage: name(montage),
                rate,
                start,
                stop_group,
            }
        }
        ScriptRequestKind::StopGroup { group, blend_out } => Request::StopGroup {
            group: name(group),
            blend_out,
        },
        ScriptRequestKind::FollowMontage {
            montage, leader, ..
        } => Request::FollowMontage {
            montage: name(montage),
            leader: leader.map(name),
        },
        ScriptRequestKind::DisableRootMotion { montage, disable } => Request::DisableRootMotion {
            montage: name(montage),
            disable,
        },
        ScriptRequestKind::SetRootMotionMode { mode } => {
            Request::SetRootMotionMode { mode: mode.into() }
        }
        ScriptRequestKind::SetTimeDilation { dilation } => Request::SetTimeDilation { dilation },
        ScriptRequestKind::SetDedicatedServer { is_server } => {
            Request::SetDedicatedServer { is_server }
        }
        ScriptRequestKind::FilterNotifies { filter } => Request::FilterNotifies { filter },
        ScriptRequestKind::MergeStates { merge } => Request::MergeStates { merge },
        ScriptRequestKind::SectionEndNeedsTime { needs } => Request::SectionEndNeedsTime { needs },
        ScriptRequestKind::StopMontage { montage, blend_out } => Request::StopMontage {
            montage: montage.map(name),
            blend_out,
        },
        ScriptRequestKind::JumpToSection {
            montage,
            section,
            at_end,
        } => Request::JumpToSection {
            montage: name(montage),
            section: name(section),
            at_end,
        },
        ScriptRequestKind::SetNextSection { montage, from, to } => Request::SetNextSection {
            montage: name(montage),
            from: name(from),
            to: to.map(name),
        },
        ScriptRequestKind::Pause { montage } => Request::Pause {
            montage: name(montage),
        },
        ScriptRequestKind::Resume { montage } => Request::Resume {
            montage: name(montage),
        },
        ScriptRequestKind::SetPosition { montage, position } => Request::SetPosition {
            montage: name(montage),
            position,
        },
        ScriptRequestKind::Scrub { montage, position } => Request::Scrub {
            montage: name(montage),
            position,
        },
        ScriptRequestKind::ForcePosition { montage, from, to } => Request::ForcePosition {
            montage: name(montage),
            from,
            to,
        },
        ScriptRequestKind::SetPlayRate { montage, rate } => Request::SetPlayRate {
            montage: name(montage),
            rate,
        },
        ScriptRequestKind::SetLod { lod } => Request::SetLod { lod },
        ScriptRequestKind::PlayClip {
            clip,
            position,
            rate,
        } => Request::PlayClip {
            clip: name(clip),
            position,
            rate,
        },
        ScriptRequestKind::FadeToClip {
            clip,
            rate,
            duration,
        } => Request::FadeToClip {
            clip: name(clip),
            rate,
            duration,
        },
        ScriptRequestKind::StopClip {} => Request::StopClip,
        ScriptRequestKind::TellLive {
            subject,
            bones,
            curves,
        } => Request::TellLive(
            LiveFrame {
                subject: name(subject),
                bones: bones
                    .into_iter()
                    .map(|placed| (name(placed.bone), placed.local.0))
                    .collect(),
                curves: curves
                    .into_iter()
                    .map(|(curve, value)| (name(curve), value))
                    .collect(),
            }
            .into(),
        ),
        ScriptRequestKind::SnapshotPose { snapshot } => Request::SnapshotPose {
            snapshot: name(snapshot),
        },
        ScriptRequestKind::SetExternal { stream, bones } => {
            let bone = |moved: BoneOverride| ExternalBone {
                bone: name(moved.bone),
                local: moved.local.0,
                weight: moved.weight,
            };
            Request::SetExternal {
                stream: name(stream),
                bones: bones.into_iter().map(bone).collect(),
            }
        }
    })
}
