//! Sessions as files: opened, saved, and their series as tables.

use super::{App, incoming::file_name, purpose::Purpose};
use crate::{action::TransportAction, pick::PickKind, rewound::SessionSource, toast::Tone};
use engine::RecordedSession;
use files::Over;
use session::{SessionSeries, SessionWriting};
use std::{ops::Range, path::Path};
use words::tr;

const ENDING: &str = "msession";

/// Whether a path names a session's file by its ending.
pub(super) fn is_session(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| it.eq_ignore_ascii_case(ENDING))
}

impl App {
    pub(super) fn pick_session(&mut self) {
        let filters = vec![(tr!("Sessions"), vec![ENDING])];
        let (title, kind) = (tr!("Open a session"), PickKind::OpenFiles);
        self.pick(Purpose::OpenSession, title, kind, filters, String::new());
    }

    pub(super) fn pick_session_beside(&mut self) {
        let filters = vec![(tr!("Sessions"), vec![ENDING])];
        let (title, kind) = (tr!("Open a session beside"), PickKind::OpenFiles);
        self.pick(Purpose::SessionBeside, title, kind, filters, String::new());
    }

    pub(super) fn pick_session_to_save(&mut self) {
        let filters = vec![(tr!("Sessions"), vec![ENDING])];
        let title = tr!("Save the session");
        let name = self.file_of_project(ENDING);
        self.pick(
            Purpose::SaveSession,
            title,
            PickKind::SaveFile,
            filters,
            name,
        );
    }

    pub(super) fn pick_csv(&mut self) {
        let filters = vec![(tr!("Tables"), vec!["csv"])];
        let title = tr!("Export the series");
        let name = self.file_of_project("csv");
        self.pick(
            Purpose::SessionTable,
            title,
            PickKind::SaveFile,
            filters,
            name,
        );
    }

    /// The name of a file that is called as the project is.
    fn file_of_project(&self, ending: &str) -> String {
        format!("{}.{ending}", self.document.project().name)
    }

    /// Opens a file in place of the session that is shown.
    pub(super) fn open_session(&mut self, path: &Path) {
        let Some(session) = self.read_session(path) else {
            return;
        };
        self.start = None;
        let first = session.first();
        let source = SessionSource::Opened(file_name(path), Some(path.to_owned()));
        self.show_session(source, session, first);
    }

    /// Shows a file beside the session that is shown.
    pub(super) fn open_session_beside(&mut self, path: &Path) {
        if let Some(session) = self.read_session(path) {
            self.put_session_beside(file_name(path), session);
        }
    }

    /// The session of a file. What is wrong with it is told; None where there is nothing to show.
    fn read_session(&mut self, path: &Path) -> Option<RecordedSession> {
        let could_not = tr!("Could not open the session");
        let mut file = match files::open_session(path) {
            Ok(file) => file,
            Err(error) => {
                self.session
                    .toast(Tone::Error, could_not, error.to_string());
                return None;
            }
        };
        // One without assets is of this project, or of a bundle that is not here.
        if file.libraries.iter().any(|it| it.library.is_none())
            && let Err(why) = file.give(&self.compiled.library)
        {
            self.session.toast(Tone::Error, could_not, why.to_string());
            return None;
        }
        let session = match file.session() {
            Ok(session) if !session.is_empty() => session,
            Ok(_) => {
                let line = tr!("{} has no ticks.", file_name(path));
                self.session.toast(Tone::Warning, could_not, line);
                return None;
            }
            Err(why) => {
                let line = tr!(
                    "{}: {why} The recorded assets are missing: open the project that it was recorded with.",
                    file_name(path)
                );
                self.session.toast(Tone::Error, could_not, line);
                return None;
            }
        };
        if let Some(fault) = &file.fault {
            let [_, end] = file.stated;
            let missing = end.saturating_sub(file.end());
            let title = tr!("The file is not whole");
            let line = tr!("{fault} {missing} ticks are missing.");
            self.session.toast(Tone::Warning, title, line);
        }
        Some(session)
    }

    pub(super) fn save_session(&mut self, path: &Path) {
        let writing = SessionWriting {
            origin: "preview".to_owned(),
            title: self.document.project().name.clone(),
            is_light: false,
        };
        let session = &self.session.rewound.session;
        match files::save_session((path, Over::Any), session, &writing) {
            Ok(bytes) => {
                let seconds = session.seconds();
                let size = bytes as f64 / f64::from(1 << 20);
                let line = tr!("{seconds:.1} s, {size:.1} MiB: {}", file_name(path));
                self.session.toast(Tone::Ok, tr!("Session saved"), line);
            }
            Err(error) => {
                let title = tr!("Could not save the session");
                self.session.toast(Tone::Error, title, error.to_string());
            }
        }
    }

    pub(super) fn save_csv(&mut self, path: &Path) {
        let Some(series) = self.session.rewound.series.clone() else {
            return;
        };
        let ticks = self.marked_ticks(&series);
        let count = ticks.end - ticks.start;
        let names = &self.compiled.library.names;
        match files::save_series((path, Over::Any), (&series, ticks), names) {
            Ok(()) => {
                let line = tr!("{count} ticks: {}", file_name(path));
                self.session.toast(Tone::Ok, tr!("Series exported"), line);
            }
            Err(error) => {
                let title = tr!("Could not export the series");
                self.session.toast(Tone::Error, title, error.to_string());
            }
        }
    }

    /// The ticks of the marked span; all of them where no tick is marked.
    pub(super) fn marked_ticks(&self, series: &SessionSeries) -> Range<u64> {
        let all = series.first..series.end();
        let marked = self.views.lanes.span.map(|(from, to)| {
            let start = series.tick_at(from).saturating_sub(1);
            start.max(all.start)..series.tick_at(to)
        });
        marked.filter(|ticks| !ticks.is_empty()).unwrap_or(all)
    }

    /// While the window is rewound, the keys of the transport move in the session. False for what
    /// means the timeline of a document: the window then shows what plays again.
    pub(super) fn act_on_session_transport(&mut self, action: &TransportAction) -> bool {
        let rewound = &mut self.session.rewound;
        let (first, end) = (rewound.session.first(), rewound.session.end());
        let to = match *action {
            TransportAction::TogglePlay => {
                if rewound.at == Some(end) && !rewound.playing {
                    rewound.at = Some(first);
                }
                rewound.clock = rewound.time();
                rewound.playing = !rewound.playing;
                return true;
            }
            TransportAction::Pause => {
                rewound.playing = false;
                return true;
            }
            TransportAction::StepFrames(ticks) => rewound.stepped(ticks),
            TransportAction::GoToStart => first,
            TransportAction::GoToEnd => end,
            TransportAction::GoToEdge(forward) => match rewound.edge(forward) {
                Some(tick) => tick,
                None => return true,
            },
            TransportAction::PlayAt(_) | TransportAction::Seek(_) | TransportAction::GoTo(_) => {
                self.go_live();
                return false;
            }
            _ => return false,
        };
        rewound.playing = false;
        rewound.seek(to);
        true
    }
}
