//! The texts of the help, which clap keeps.

use clap::Command;

/// The command with its texts in the chosen language. What clap says by itself stays English.
pub fn localized(command: Command) -> Command {
    let about = command
        .get_about()
        .map(|about| translated(&about.to_string()));
    let command = match about {
        Some(about) => command.about(about),
        None => command,
    };
    let command =
        command.mut_args(
            |arg| match arg.get_help().map(|help| translated(&help.to_string())) {
                Some(help) => arg.help(help),
                None => arg,
            },
        );
    let names: Vec<String> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, localized)
    })
}

fn translated(text: &str) -> String {
    words::text(text).to_owned()
}

/// Every text of a command and of those below it.
pub fn texts(command: &Command) -> Vec<String> {
    let of_args = command.get_arguments().filter_map(|arg| arg.get_help());
    let mut texts: Vec<String> = command
        .get_about()
        .into_iter()
        .chain(of_args)
        .map(ToString::to_string)
        .collect();
    texts.extend(command.get_subcommands().flat_map(self::texts));
    texts
}
