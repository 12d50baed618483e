//! What a graph showed in its last ticks, to go back to.

#[cfg(test)]
mod tests;

use crate::{PlayerOrder, PreviewState, Transport, preview::PreviewMoment, stage::PreviewStage};
use engine::{EngineInput, EvaluatorState, Recording};
use std::collections::VecDeque;

/// Ticks that are kept: ten seconds.
pub const MOST_PAST: usize = 600;

/// The state before each of the last ticks, the newest at the end.
#[derive(Default)]
pub(crate) struct TickHistory(VecDeque<PastTick>);

/// What was before a tick.
struct PastTick {
    state: EvaluatorState,
    moment: PreviewMoment,
    /// Number of ticks that were recorded before it.
    recorded: u64,
}

impl TickHistory {
    /// Keeps the state before a tick.
    pub(crate) fn keep(&mut self, preview: &PreviewState, stage: &PreviewStage) {
        if self.0.len() == MOST_PAST {
            self.0.pop_front();
        }
        self.0.push_back(PastTick {
            state: stage.evaluator.save(),
            moment: preview.moment(),
            recorded: stage.recording.as_ref().map_or(0, Recording::end),
        });
    }

    /// Forgets the past at an order that changes what is shown otherwise than by time: nothing
    /// leads back over such an order. An edited library keeps the past, for states go on with it.
    pub(crate) fn hear(&mut self, order: &PlayerOrder) {
        let leads_on = match order {
            PlayerOrder::Input(input) => matches!(
                input,
                EngineInput::SetLibrary { .. } | EngineInput::Request { .. }
            ),
            PlayerOrder::Transport(transport) => matches!(
                transport,
                Transport::Play
                    | Transport::Pause
                    | Transport::StepTicks(_)
                    | Transport::SetRate(_)
                    | Transport::SetLooping(_)
                    | Transport::SetLoopRegion(_)
                    | Transport::SetScope(_)
            ),
        };
        if !leads_on {
            self.0.clear();
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns by so many ticks, which are forgotten, also by the recording; fewer where fewer are
    /// kept.
    pub(crate) fn go_back(
        &mut self,
        ticks: usize,
        preview: &mut PreviewState,
        stage: &mut PreviewStage,
    ) {
        let left = self.0.len().saturating_sub(ticks);
        self.0.truncate(left + usize::from(left < self.0.len()));
        if let Some(past) = self.0.pop_back_if(|_| ticks > 0) {
            stage.cut_recording(past.recorded);
            stage.restore(&past.state);
            preview.return_to(&past.moment);
        }
    }
}
