//! `session find`: the last or next time that something holds in a session.

use crate::{
    Failure, Io,
    args::{SearchedFor, SessionFindArgs},
    json, session_file,
};
use anim::Name;
use engine::{SessionPlayer, WorkerMode};
use serde::Serialize;
use session::{Predicate, SearchDirection, find_tick};
use std::sync::atomic::AtomicBool;
use words::tr;

/// Metres above its character up to which a bone is on the ground.
const GROUND: f64 = 0.1;

/// Where something was found.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct FoundMoment {
    /// Index of the tick; null if it never holds.
    tick: Option<u64>,
    /// Seconds of the session at the start of the tick; null if it never holds.
    time: Option<f64>,
}

/// Prints the tick in which it holds. Exit code 1 if it never does.
pub fn run_session_find(args: &SessionFindArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (_, session) = session_file::open(&args.file, args.bundle.as_deref(), io)?;
    let direction = if args.next {
        SearchDirection::Next
    } else {
        SearchDirection::Last
    };
    let never = AtomicBool::new(false);
    let from = match (args.at, args.next) {
        (Some(time), _) => time.tick(&session)?,
        (None, false) => session.end(),
        (None, true) => session.first(),
    };
    let predicate = predicate(&args.what);
    // Without a moment the first tick counts too.
    let holds_at_start = args.next && args.at.is_none();
    let mut found = if holds_at_start {
        find_tick(
            &session,
            &predicate,
            from + 1,
            SearchDirection::Last,
            &never,
        )
    } else {
        Ok(None)
    }
    .map_err(Failure::input)?;
    if found.is_none() {
        found = find_tick(&session, &predicate, from, direction, &never).map_err(Failure::input)?;
    }
    let time = match found {
        Some(tick) => {
            let player = SessionPlayer::new(session, WorkerMode::Inline);
            let mut player = player.map_err(Failure::input)?;
            player.seek(tick).map_err(Failure::input)?;
            Some(player.time())
        }
        None => None,
    };
    let moment = FoundMoment { tick: found, time };
    if args.json {
        json::write(io, &moment)?;
    } else if let (Some(tick), Some(time)) = (found, time) {
        writeln!(io.out, "{}", tr!("tick {tick}, at {time:.4} s"))?;
    } else {
        writeln!(io.err, "{}", tr!("It never holds there."))?;
    }
    if found.is_some() {
        Ok(())
    } else {
        Err(Failure::Checked)
    }
}

fn predicate(what: &SearchedFor) -> Predicate {
    let name = |text: &str| Name::new(text);
    match what {
        SearchedFor {
            fired: Some(text), ..
        } => Predicate::Notify {
            name: name(text),
            fires: true,
        },
        SearchedFor {
            not_fired: Some(text),
            ..
        } => Predicate::Notify {
            name: name(text),
            fires: false,
        },
        SearchedFor {
            above: Some((text, value)),
            ..
        } => Predicate::Above {
            parameter: name(text),
            value: *value,
        },
        SearchedFor {
            below: Some((text, value)),
            ..
        } => Predicate::Below {
            parameter: name(text),
            value: *value,
        },
        SearchedFor {
            faster: Some((text, speed)),
            ..
        } => Predicate::Faster {
            bone: name(text),
            speed: *speed,
        },
        SearchedFor {
            slides: Some((text, mm)),
            ..
        } => Predicate::Slides {
            bone: name(text),
            distance: mm / 1000.0,
            height: GROUND,
        },
        SearchedFor { entered, .. } => Predicate::Entered {
            state: name(entered.as_deref().unwrap_or_default()),
        },
    }
}
