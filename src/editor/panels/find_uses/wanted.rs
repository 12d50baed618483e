//! The name whose uses are looked for, and what it is to become.

/// What is looked for, and what it is to be called.
#[derive(Default)]
pub struct FindUses {
    /// The name that is looked for.
    pub name: String,
    /// The new name, as typed so far.
    pub rename_to: String,
    /// Where the new name is taken they are renamed too, and share it then.
    pub merges: bool,
}
