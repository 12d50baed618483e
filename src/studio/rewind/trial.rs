//! A session played with edited assets beside the recorded one.

use super::RewindTold;
use anim::Library;
use engine::{RecordedSession, SessionFault, SessionPlayer, WorkerMode};
use session::{
    ComparisonSpan, PoseDistances, Replaying, SeriesBuilder, SeriesWish, compare, compare_sessions,
};
use std::sync::{Arc, atomic::AtomicBool};

/// Ticks that are played in one piece.
const PIECE: usize = 300;

/// What is left to do, in this order.
enum TrialStep {
    Play,
    Series,
    Measure,
    Compare,
    Done,
}

/// What a session is shown beside.
enum TrialOther {
    /// The same inputs with another library.
    Library(Arc<Library>, Box<Replaying>),
    /// Another session, whose first tick stands beside the first tick of the session.
    Session(RecordedSession),
}

pub(super) struct EditTrial {
    session: RecordedSession,
    other: TrialOther,
    wish: SeriesWish,
    step: TrialStep,
    builder: Option<SeriesBuilder>,
    distances: Option<PoseDistances>,
    /// The edited session as far as it was needed, and who shows it.
    player: Option<SessionPlayer>,
    played: u64,
    /// The part around the playhead, until it is played up to there.
    ahead: Option<SessionPlayer>,
}

impl TrialOther {
    /// The session beside, as far as it is played.
    fn session(&self) -> RecordedSession {
        match self {
            Self::Library(_, replaying) => replaying.session(),
            Self::Session(session) => session.clone(),
        }
    }
}

impl EditTrial {
    /// What was edited while the session was recorded is no part of the trial: it begins after the
    /// last such edit.
    pub(super) fn new(session: &RecordedSession, library: Arc<Library>, wish: SeriesWish) -> Self {
        let session = session.with_last_library();
        let replaying = Replaying::new(session.clone(), library.clone());
        let other = TrialOther::Library(library, Box::new(replaying));
        Self::of(session, other, wish)
    }

    /// Another session beside it.
    pub(super) fn beside(
        session: &RecordedSession,
        other: &RecordedSession,
        wish: SeriesWish,
    ) -> Self {
        let start = session.segments.first().map_or(0.0, |it| it.start);
        let other = other.begun_at(session.first(), start);
        Self::of(session.clone(), TrialOther::Session(other), wish)
    }

    fn of(session: RecordedSession, other: TrialOther, wish: SeriesWish) -> Self {
        Self {
            played: session.first(),
            session,
            other,
            wish,
            step: TrialStep::Play,
            builder: None,
            distances: None,
            player: None,
            ahead: None,
        }
    }

    pub(super) fn has_work(&self) -> bool {
        !matches!(self.step, TrialStep::Done)
    }

    /// Whose series are told from now on.
    pub(super) fn wish(&mut self, wish: SeriesWish) {
        self.wish = wish;
        (self.builder, self.distances) = (None, None);
        if !matches!(self.step, TrialStep::Play) {
            self.step = TrialStep::Series;
        }
    }

    /// Whether it is played up to a tick.
    pub(super) fn reaches(&self, tick: u64) -> bool {
        (self.session.first()..=self.played).contains(&tick)
    }

    /// Who shows the edited session at a tick. While it is not played up to there, it is as if the
    /// edit had been made at the state before the tick, so that it is seen at once. None outside of
    /// the session.
    pub(super) fn player(&mut self, tick: u64) -> Option<&mut SessionPlayer> {
        if !self.reaches(tick) {
            return self.ahead(tick);
        }
        let is_known = |it: &SessionPlayer| tick <= it.session().end();
        if !self.player.as_ref().is_some_and(is_known) {
            self.player = SessionPlayer::new(self.other.session(), WorkerMode::Inline).ok();
        }
        self.player.as_mut()
    }

    fn ahead(&mut self, tick: u64) -> Option<&mut SessionPlayer> {
        let TrialOther::Library(library, _) = &self.other else {
            return None;
        };
        let at = self.session.segment_of(tick)?;
        let segment = self.session.segments.get(at)?.clone();
        let is_known = |it: &SessionPlayer| it.session().first() == segment.first;
        if !self.ahead.as_ref().is_some_and(is_known) {
            let near = RecordedSession {
                segments: vec![segment],
                ..RecordedSession::default()
            };
            let mut replaying = Replaying::new(near, library.clone());
            replaying.play_segment().ok()?;
            self.ahead = SessionPlayer::new(replaying.session(), WorkerMode::Inline).ok();
        }
        self.ahead.as_mut()
    }

    /// The next piece of work.
    pub(super) fn work(&mut self) -> Result<Option<RewindTold>, SessionFault> {
        match self.step {
            TrialStep::Play => self.play(),
            TrialStep::Series => self.build(),
            TrialStep::Measure => self.measure(),
            TrialStep::Compare => self.compare().map(Some),
            TrialStep::Done => Ok(None),
        }
    }

    fn play(&mut self) -> Result<Option<RewindTold>, SessionFault> {
        if let TrialOther::Library(_, replaying) = &mut self.other
            && replaying.play_segment()?
        {
            self.played = replaying.end();
            return Ok(None);
        }
        let session = self.other.session();
        self.played = session.end();
        self.step = TrialStep::Series;
        Ok(Some(RewindTold::Edited(session)))
    }

    fn build(&mut self) -> Result<Option<RewindTold>, SessionFault> {
        let mut builder = match self.builder.take() {
            Some(builder) => builder,
            None => SeriesBuilder::new(self.other.session(), self.wish.clone())?,
        };
        if builder.play(PIECE)? {
            self.builder = Some(builder);
            return Ok(None);
        }
        self.step = TrialStep::Measure;
        let series = Arc::new(builder.series().clone());
        Ok(Some(RewindTold::EditedSeries(series, true)))
    }

    fn measure(&mut self) -> Result<Option<RewindTold>, SessionFault> {
        let mut distances = match self.distances.take() {
            Some(distances) => distances,
            None => {
                let sessions = [&self.session, &self.other.session()];
                PoseDistances::new(sessions, self.wish.character)?
            }
        };
        if !distances.measure(PIECE)? {
            self.step = TrialStep::Compare;
        }
        self.distances = Some(distances);
        Ok(None)
    }

    fn compare(&mut self) -> Result<RewindTold, SessionFault> {
        self.step = TrialStep::Done;
        let found = match &self.other {
            TrialOther::Library(library, _) => {
                compare(&self.session, library, &ComparisonSpan::default())?
            }
            TrialOther::Session(other) => {
                compare_sessions(&self.session, other, Arc::new(AtomicBool::new(false)))?
            }
        };
        let distances = self.distances.take();
        Ok(RewindTold::Compared {
            found: Arc::new(found),
            distances: distances.map_or(Arc::default(), |it| it.found().into()),
            is_whole: true,
        })
    }
}
