//! Sessions as what scenarios play.

use crate::play::bounded;
use asset::{Scenario, scenario::ScenarioSession};
use engine::RecordedSession;
use session::SessionWriting;
use std::ops::Range;
use words::tr;

/// A span of ticks of a session, for a scenario to play. It holds no more of the session's
/// libraries than the span plays. The error says why the span cannot be tested.
pub fn recorded(session: &RecordedSession, span: Range<u64>) -> Result<ScenarioSession, String> {
    let cut = session.cut(span).map_err(|why| why.to_string())?;
    let cut = bounded(cut)?;
    let seconds = cut.seconds();
    if !(seconds > 0.0 && seconds <= Scenario::LONGEST) {
        let most = Scenario::LONGEST;
        return Err(tr!(
            "a test plays more than 0 and at most {most} seconds; the span has {seconds:.3} s"
        ));
    }
    let thin = session::thinned(&cut).map_err(|why| why.to_string())?;
    let writing = SessionWriting {
        origin: "test".to_owned(),
        ..SessionWriting::default()
    };
    let bytes = session::write(&thin, &writing).map_err(|why| why.to_string())?;
    Ok(ScenarioSession {
        seconds,
        bytes: bytes.into(),
    })
}
