//! The thread: orders first, then the frame under the playhead, then everything else a piece at a
//! time, so that a new order never waits long.

use super::{FIRST, RewindFrame, RewindOrder, RewindTold, trial::EditTrial};
use crate::{FrameMoment, LatestSlot, PreviewFrame};
use anim::{Library, Name};
use crossbeam_channel::{Receiver, Sender, TryRecvError};
use engine::{Inspection, RecordedSession, SessionFault, SessionPlayer, WorkerMode, panic_text};
use session::{
    LedgerFilter, LedgerReader, LedgerRow, Predicate, SearchDirection, SeriesBuilder, SeriesWish,
    find_tick, provenance, read_ledger, without_node,
};
use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

/// Ticks that are played in one piece.
const PIECE: usize = 300;
/// Ticks that are searched in one piece.
const SEARCHED: u64 = 600;
/// Decisions that a search finds at most.
const MOST_ROWS: usize = 2000;
/// Time between two tellings of series that are not whole.
const TELL_EVERY: Duration = Duration::from_millis(120);

/// A search in all of the session.
struct LedgerSearch {
    filter: LedgerFilter,
    /// None before the first piece.
    reader: Option<LedgerReader>,
    rows: Vec<LedgerRow>,
}

pub(super) struct RewindWorker {
    frame: Arc<LatestSlot<RewindFrame>>,
    told: Sender<RewindTold>,
    wake: Box<dyn Fn() + Send>,
    session: Option<RecordedSession>,
    player: Option<SessionPlayer>,
    wish: SeriesWish,
    builder: Option<SeriesBuilder>,
    /// Series were made that were not told.
    is_untold: bool,
    told_at: Option<Instant>,
    trial: Option<EditTrial>,
    inspection: Inspection,
    at: u64,
    /// The frame at `at` is yet to be shown.
    is_due: bool,
    explain: Option<Range<u64>>,
    trace: Option<(u64, Name)>,
    find: Option<(Predicate, u64, SearchDirection)>,
    search: Option<LedgerSearch>,
    /// The node without which the character is shown beside.
    without: Option<u64>,
}

impl RewindWorker {
    pub(super) fn new(
        frame: Arc<LatestSlot<RewindFrame>>,
        told: Sender<RewindTold>,
        wake: Box<dyn Fn() + Send>,
    ) -> Self {
        Self {
            frame,
            told,
            wake,
            session: None,
            player: None,
            wish: SeriesWish {
                character: FIRST,
                ..SeriesWish::default()
            },
            builder: None,
            is_untold: false,
            told_at: None,
            trial: None,
            inspection: Inspection::default(),
            at: 0,
            is_due: false,
            explain: None,
            trace: None,
            find: None,
            search: None,
            without: None,
        }
    }

    pub(super) fn run(mut self, inbox: &Receiver<RewindOrder>) {
        loop {
            let first = if self.has_work() {
                None
            } else {
                match inbox.recv() {
                    Ok(order) => Some(order),
                    Err(_) => return,
                }
            };
            first.into_iter().for_each(|order| self.hear(order));
            loop {
                match inbox.try_recv() {
                    Ok(order) => self.hear(order),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            let worked = catch_unwind(AssertUnwindSafe(|| self.work()));
            match worked {
                Ok(Ok(())) => {}
                Ok(Err(fault)) => self.give_up(fault.to_string()),
                Err(panic) => self.give_up(panic_text(panic.as_ref())),
            }
        }
    }

    fn hear(&mut self, order: RewindOrder) {
        match order {
            RewindOrder::Open(session) => self.open(session),
            RewindOrder::Grow(session) => self.grow(session),
            RewindOrder::Wish(wish) => self.wish(wish),
            RewindOrder::Seek(tick) => (self.at, self.is_due) = (tick, true),
            RewindOrder::Inspect(inspection) => self.inspect(inspection),
            RewindOrder::Without(node) => (self.without, self.is_due) = (node, true),
            RewindOrder::Try(library) => self.try_library(library),
            RewindOrder::Beside(other) => {
                let begin = |it: &RecordedSession| EditTrial::beside(it, &other, self.wish.clone());
                self.trial = self.session.as_ref().map(begin);
                self.is_due = true;
            }
            RewindOrder::Explain(ticks) => self.explain = Some(ticks),
            RewindOrder::Search(filter) => {
                self.search = filter.map(|filter| LedgerSearch {
                    filter,
                    reader: None,
                    rows: Vec::new(),
                });
            }
            RewindOrder::Trace { tick, bone } => self.trace = Some((tick, bone)),
            RewindOrder::Find {
                predicate,
                from,
                direction,
            } => self.find = Some((predicate, from, direction)),
        }
    }

    fn open(&mut self, session: RecordedSession) {
        (self.player, self.builder, self.trial, self.without) = (None, None, None, None);
        (self.at, self.is_due) = (session.end(), true);
        self.session = Some(session);
        self.begin_series();
    }

    fn wish(&mut self, wish: SeriesWish) {
        if wish == self.wish {
            return;
        }
        self.wish = wish;
        self.begin_series();
        if let Some(trial) = &mut self.trial {
            trial.wish(self.wish.clone());
        }
        self.is_due = true;
    }

    fn inspect(&mut self, inspection: Inspection) {
        if inspection.why != self.inspection.why {
            // Why is known only of ticks that were asked while they were made.
            self.player = None;
        }
        (self.inspection, self.is_due) = (inspection, true);
    }

    fn try_library(&mut self, library: Option<Arc<Library>>) {
        let asked = self.session.as_ref().zip(library);
        let begin = |(session, library)| EditTrial::new(session, library, self.wish.clone());
        self.trial = asked.map(begin);
        self.is_due = true;
    }

    fn grow(&mut self, session: RecordedSession) {
        let grown = |fault: Result<(), SessionFault>| fault.is_ok();
        let keeps = self
            .player
            .as_mut()
            .is_none_or(|it| grown(it.grow(session.clone())))
            && self
                .builder
                .as_mut()
                .is_none_or(|it| grown(it.grow(session.clone())));
        self.session = Some(session);
        if !keeps || self.builder.is_none() {
            self.player = None;
            self.begin_series();
        }
        self.is_untold = true;
    }

    fn begin_series(&mut self) {
        (self.is_untold, self.told_at) = (true, None);
        let session = self.session.clone().unwrap_or_default();
        let built = SeriesBuilder::new(session, self.wish.clone());
        let tell = |fault: SessionFault| self.tell(RewindTold::Fault(fault.to_string()));
        self.builder = built.map_err(tell).ok();
    }

    fn has_work(&self) -> bool {
        self.is_due
            || self.explain.is_some()
            || self.trace.is_some()
            || self.find.is_some()
            || self.search.is_some()
            || self.is_untold
            || self.trial.as_ref().is_some_and(EditTrial::has_work)
    }

    /// What it was about to make is not tried again.
    fn give_up(&mut self, why: String) {
        (self.is_due, self.is_untold) = (false, false);
        (self.explain, self.trace, self.find, self.search) = (None, None, None, None);
        (self.player, self.trial) = (None, None);
        self.tell(RewindTold::Fault(why));
    }

    fn tell(&self, told: RewindTold) {
        let _ = self.told.send(told);
        (self.wake)();
    }

    fn work(&mut self) -> Result<(), SessionFault> {
        if std::mem::take(&mut self.is_due) {
            return self.show();
        }
        let Some(session) = self.session.clone() else {
            (self.explain, self.trace, self.find, self.is_untold) = (None, None, None, false);
            self.search = None;
            return Ok(());
        };
        if let Some(ticks) = self.explain.take() {
            return self.explain(&session, ticks);
        }
        if let Some((tick, bone)) = self.trace.take() {
            return self.trace(&session, tick, bone);
        }
        if let Some((predicate, from, direction)) = self.find.take() {
            let goes_on = AtomicBool::new(false);
            let found = find_tick(&session, &predicate, from, direction, &goes_on)?;
            self.tell(RewindTold::Found(found));
            return Ok(());
        }
        if self.is_untold {
            return self.play_series();
        }
        if self.search.is_some() {
            return self.search(&session);
        }
        if let Some(trial) = &mut self.trial {
            let shown_before = trial.reaches(self.at);
            let told = trial.work()?;
            self.is_due = !shown_before && trial.reaches(self.at);
            told.into_iter().for_each(|told| self.tell(told));
        }
        Ok(())
    }

    fn explain(&self, session: &RecordedSession, ticks: Range<u64>) -> Result<(), SessionFault> {
        let filter = LedgerFilter {
            ticks: Some(ticks.clone()),
            ..LedgerFilter::default()
        };
        let rows = read_ledger(session, &filter)?;
        self.tell(RewindTold::Rows(ticks, rows));
        Ok(())
    }

    /// Looks at the next piece of the session, and tells what was found so far.
    fn search(&mut self, session: &RecordedSession) -> Result<(), SessionFault> {
        let Some(mut search) = self.search.take() else {
            return Ok(());
        };
        let mut reader = match search.reader.take() {
            Some(reader) => reader,
            None => LedgerReader::new(session, search.filter.clone())?,
        };
        let is_left = reader.read(SEARCHED, &mut search.rows)?;
        let is_whole = !is_left || search.rows.len() >= MOST_ROWS;
        search.rows.truncate(MOST_ROWS);
        let rows = search.rows.as_slice().into();
        self.tell(RewindTold::Searched(rows, reader.tick(), is_whole));
        search.reader = Some(reader);
        self.search = Some(search).filter(|_| !is_whole);
        Ok(())
    }

    fn trace(&self, session: &RecordedSession, tick: u64, bone: Name) -> Result<(), SessionFault> {
        let last = tick.max(session.first() + 1) - 1;
        self.tell(RewindTold::Traced {
            tick,
            bone,
            provenance: provenance(session, last, (self.wish.character, bone))?,
        });
        Ok(())
    }

    fn play_series(&mut self) -> Result<(), SessionFault> {
        let Some(builder) = &mut self.builder else {
            self.is_untold = false;
            return Ok(());
        };
        let goes_on = builder.play(PIECE);
        let is_whole = !matches!(goes_on, Ok(true));
        self.is_untold = !is_whole;
        let is_time = self.told_at.is_none_or(|at| at.elapsed() > TELL_EVERY);
        if is_whole || is_time {
            let series = Arc::new(builder.series().clone());
            self.told_at = Some(Instant::now());
            self.tell(RewindTold::Series(series, is_whole));
        }
        goes_on.map(|_| ())
    }

    fn show(&mut self) -> Result<(), SessionFault> {
        let Some(session) = self.session.clone() else {
            return Ok(());
        };
        let at = self.at.clamp(session.first(), session.end());
        self.at = at;
        if self.player.is_none() {
            self.player = Some(SessionPlayer::new(session, WorkerMode::Inline)?);
        }
        let (character, inspection) = (self.wish.character, self.inspection);
        let Some(player) = &mut self.player else {
            return Ok(());
        };
        let recorded = frame_at(player, at, (character, inspection))?;
        let edited = match self.trial.as_mut().and_then(|trial| trial.player(at)) {
            Some(player) => frame_at(player, at, (character, Inspection::default()))?,
            None => None,
        };
        let without = self.without.and_then(|node| self.without(at, node));
        self.frame.put(RewindFrame {
            tick: at,
            recorded,
            edited,
            without,
        });
        (self.wake)();
        Ok(())
    }
}

impl RewindWorker {
    /// The frame of the character without a node. None where there is none.
    fn without(&self, at: u64, node: u64) -> Option<PreviewFrame> {
        let session = self.session.as_ref()?;
        let character = self.wish.character;
        let last = at.max(session.first() + 1) - 1;
        let evaluator = without_node(session, last, (character, node)).ok()??;
        let position = evaluator.instance(character)?.clock();
        let moment = FrameMoment {
            playing: false,
            position,
        };
        PreviewFrame::of_character(&evaluator, character, moment)
    }
}

/// The frame of a character after so many ticks.
fn frame_at(
    player: &mut SessionPlayer,
    at: u64,
    (character, inspection): (u32, Inspection),
) -> Result<Option<PreviewFrame>, SessionFault> {
    player.evaluator_mut().ask_why(inspection.why);
    if player.tick() != at {
        player.seek(at)?;
    }
    let position = player
        .evaluator()
        .instance(character)
        .map_or(0.0, |it| it.clock());
    let moment = FrameMoment {
        playing: false,
        position,
    };
    let frame = PreviewFrame::of_character(player.evaluator(), character, moment);
    Ok(frame.map(|frame| PreviewFrame {
        inspected: player.evaluator_mut().inspect(character, &inspection),
        tick: at,
        ..frame
    }))
}
