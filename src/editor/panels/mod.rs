//! The panels around the timeline. They read the document, the session and the frame, and push
//! actions.

pub mod assets;
pub mod bars;
pub mod bundles;
pub mod compression;
pub mod crowd;
pub mod details;
pub mod drive;
pub mod find_uses;
pub mod graph;
pub mod guide;
pub mod help;
pub mod keys_page;
pub mod live;
pub mod log;
pub mod menu;
pub mod motion;
pub mod on_slot;
pub mod palette;
pub mod parameters;
pub mod plot;
pub mod preferences;
pub mod preview;
pub mod problems;
pub mod quick_slots;
pub mod rows;
pub mod session;
pub mod skeleton;
pub mod slide;
pub mod slot_groups;
pub mod start;
pub mod sweep;
pub mod transport;
pub mod why;
