//! The name whose uses are looked for, and what it is to become.

/// The name that is looked for, and its new name.
#[derive(Default)]
pub struct FindUses {
    /// The name that is looked for.
    pub name: String,
    /// The new name, as typed so far.
    pub rename_to: String,
    /// If the new name is taken, the uses are renamed too, and both share the name then.
    pub merges: bool,
}
