//! The application: panels, keys, dialogs, wiring.

pub mod action;
pub mod icons;
pub mod parts;
pub mod session;
pub mod theme;
pub mod timeline;
