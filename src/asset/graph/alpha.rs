//! How much of the second of two poses there is.

use super::{Form, Input};
use anim::montage::Easing;
use serde::{Deserialize, Serialize};
use words::tr;

/// Weight of the second pose in a blend of two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Alpha {
    /// Weight of the second pose, 0 to 1.
    Value(Input),
    /// All or nothing, with seconds to get there.
    Switch {
        /// A bool: whether the switch is on.
        on: Input,
        time_in: f64,
        time_out: f64,
        #[serde(default)]
        easing: Easing,
    },
}

impl Alpha {
    /// Form to choose between a value and a switch with a blend time.
    pub(super) fn form(&mut self, form: &mut dyn Form) {
        let known = matches!(self, Alpha::Switch { .. });
        let mut is_switch = known;
        form.toggle(tr!("Switch"), tr!("bool with a blend time"), &mut is_switch);
        if is_switch != known {
            let (Alpha::Value(input) | Alpha::Switch { on: input, .. }) = self;
            let on = std::mem::take(input);
            *self = if is_switch {
                Alpha::Switch {
                    on,
                    time_in: 0.2,
                    time_out: 0.2,
                    easing: Easing::default(),
                }
            } else {
                Alpha::Value(on)
            };
        }
        if let Alpha::Switch {
            time_in,
            time_out,
            easing,
            ..
        } = self
        {
            form.number(tr!("Time in"), "s", 0.0..=60.0, time_in);
            form.number(tr!("Time out"), "s", 0.0..=60.0, time_out);
            form.easing(easing);
        }
    }

    /// Text of the switch time in seconds; empty for a value.
    pub(super) fn note(&self) -> String {
        match self {
            Alpha::Value(_) => String::new(),
            Alpha::Switch { time_in, .. } => format!("{time_in:.2} s"),
        }
    }

    pub(super) fn values(&mut self, form: &mut dyn Form) {
        match self {
            Alpha::Value(input) => form.input(tr!("Alpha"), "", input),
            Alpha::Switch { on, .. } => form.truth(tr!("On"), on),
        }
    }
}
