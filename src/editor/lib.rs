//! The application: panels, keys, dialogs, wiring.

pub mod icons;
pub mod parts;
pub mod pick;
pub mod theme;
pub mod viewport;
