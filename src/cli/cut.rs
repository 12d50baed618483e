//! `cut`: trims, splits or reverses a clip as a whole.

use crate::{Failure, Io, args::CutArgs, find, json, load};
use asset::{AssetKind, Id, Project, source::ClipRange};
use document::{ClipCommand, Command, Document};
use serde::Serialize;
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct CutReport<'a> {
    clip: &'a str,
    /// Length of the clip's keys, in seconds.
    length: f32,
    notifies: usize,
    /// The clip of what follows a split.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<String>,
}

/// Changes the clip and what names times on it, saves, and prints what the clip is now. An error
/// when the path is no project, the clip is unknown, or the change is refused.
pub fn run_cut(args: &CutArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let since = load::project(&args.project, io)?;
    let id = find::asset(&since, AssetKind::Clip, &args.clip)?;
    let mut document = Document::new(since);
    let since = document.project().clone();
    let rest = args.split.map(|_| rest_of(args, &since));
    let command = wanted(args, &since, id, rest.as_ref());
    document
        .perform(&Command::Clip(id, command), None)
        .map_err(|error| Failure::Input(format!("{}: {error}", args.clip)))?;
    let now = document.project();
    load::print_open(&args.project, io)?;
    files::save_project(&args.project, now, &files::Saving::since(Some(&since)))?;
    let clip = &now.clips[&id];
    let told = CutReport {
        clip: &args.clip,
        length: clip.source.duration,
        notifies: clip.notifies.len(),
        rest: rest.map(|(_, name)| name),
    };
    if args.json {
        return json::write(io, &told);
    }
    writeln!(
        io.out,
        "{}",
        tr!(
            "{}: {:.3} s, {} notifies",
            told.clip,
            told.length,
            told.notifies
        )
    )?;
    if let Some(rest) = &told.rest {
        writeln!(io.out, "{}", tr!("{rest}: the rest"))?;
    }
    Ok(())
}

fn wanted(args: &CutArgs, project: &Project, id: Id, rest: Option<&(Id, String)>) -> ClipCommand {
    if let (Some(at), Some((rest, name))) = (args.split, rest) {
        return ClipCommand::Split {
            at,
            rest: *rest,
            name: name.clone(),
        };
    }
    if args.reverse {
        return ClipCommand::Reverse;
    }
    ClipCommand::Trim(ClipRange {
        begin: args.from.unwrap_or(0.0),
        end: args.to.unwrap_or(project.clips[&id].source.duration),
    })
}

/// The id and the name of what follows a split; the same for the same project and options.
fn rest_of(args: &CutArgs, project: &Project) -> (Id, String) {
    let wanted = args.name.as_deref().unwrap_or(&args.clip);
    let name = project.free_name(AssetKind::Clip, wanted, None);
    let at = args.split.unwrap_or_default().to_string();
    let mut id = Id::derive(&["rest", &args.clip, &at, &name]);
    while project.kind(id).is_some() {
        id = Id::derive(&["rest", &id.to_string()]);
    }
    (id, name)
}
