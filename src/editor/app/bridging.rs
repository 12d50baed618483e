//! What deleting sections changed beside them, in words.

use super::App;
use crate::toast::Tone;
use asset::{Id, Montage, Project, notify::Action};
use document::{Command, MontageCommand};
use words::tr;

/// More than these are counted.
const MOST_TOLD: usize = 4;

impl App {
    /// After an edit that removes sections, reports links and jumps that lead elsewhere now;
    /// `before` is the project before the edit.
    pub(super) fn tell_bridges(&mut self, before: &Project, command: &Command) {
        let mut gone = Vec::new();
        removed_sections(command, &mut gone);
        let Some(host) = gone.first().map(|(host, _)| *host) else {
            return;
        };
        let montages = before
            .montages
            .get(&host)
            .zip(self.document.project().montages.get(&host));
        let Some((was, is)) = montages else { return };
        let names: Vec<&str> = gone
            .iter()
            .filter_map(|(_, id)| was.section(*id))
            .map(|section| section.name.as_str())
            .collect();
        let mut told = changes(was, is);
        let left = told.len().saturating_sub(MOST_TOLD);
        told.truncate(MOST_TOLD);
        if left > 0 {
            told.push(tr!("and {left} more"));
        }
        let line = if told.is_empty() {
            tr!("No section linked to it.").to_owned()
        } else {
            told.join(" · ")
        };
        self.session
            .toast(Tone::Ok, tr!("Deleted {}", names.join(", ")), line);
    }
}

fn removed_sections(command: &Command, into: &mut Vec<(Id, Id)>) {
    match command {
        Command::Montage(host, MontageCommand::RemoveSection(id)) => into.push((*host, *id)),
        Command::Batch(commands) => commands
            .iter()
            .for_each(|command| removed_sections(command, into)),
        _ => {}
    }
}

/// Links and jumps that lead elsewhere now.
fn changes(was: &Montage, is: &Montage) -> Vec<String> {
    let name = |id: Id| is.section(id).map_or("", |section| section.name.as_str());
    let links = is.sections.iter().filter_map(|section| {
        let before = was.section(section.id)?;
        let now = section.next.map_or(tr!("End"), name);
        (before.next != section.next).then(|| format!("{} → {now}", section.name))
    });
    let jumps = is.notifies.iter().filter_map(|notify| {
        let before = was.notify(notify.id)?;
        (before.action != notify.action).then(|| match notify.action {
            Action::JumpToSection(to) => tr!("{} jumps to {}", notify.name, name(to)),
            Action::SetNextSection(to) => tr!("{} continues with {}", notify.name, name(to)),
            _ => tr!("{} stops the montage", notify.name),
        })
    });
    links.chain(jumps).collect()
}
