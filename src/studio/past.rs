//! What a graph showed in its last ticks, to go back to.

#[cfg(test)]
mod tests;

use crate::{PlayerOrder, PreviewState, Transport, preview::PreviewMoment, stage::PreviewStage};
use engine::{EngineInput, EvaluatorState};
use std::collections::VecDeque;

/// Ticks that are kept: ten seconds.
pub const MOST_PAST: usize = 600;

/// The state before each of the last ticks, the newest at the end.
#[derive(Default)]
pub(crate) struct TickHistory(VecDeque<(EvaluatorState, PreviewMoment)>);

impl TickHistory {
    /// Keeps the state before a tick.
    pub(crate) fn keep(&mut self, preview: &PreviewState, stage: &PreviewStage) {
        if self.0.len() == MOST_PAST {
            self.0.pop_front();
        }
        self.0.push_back((stage.evaluator.save(), preview.moment()));
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

    /// Returns to the state before the last tick, which is forgotten. Does nothing if no state is
    /// kept, or while every tick is recorded.
    pub(crate) fn go_back(&mut self, preview: &mut PreviewState, stage: &mut PreviewStage) {
        if stage.recording.is_some() {
            return;
        }
        if let Some((state, moment)) = self.0.pop_back() {
            stage.restore(&state);
            preview.return_to(&moment);
        }
    }
}
