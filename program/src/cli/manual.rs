//! Manual: what shells complete and what `man` shows, made from the same commands as the help.

use std::io::Write;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::{Cli, Exit};
use intermezzo::data::suggest;
use intermezzo::error::Error;

/// Print what a shell needs to complete commands and options
///
/// bash: intermezzo completions bash > ~/.local/share/bash-completion/completions/intermezzo
/// zsh: intermezzo completions zsh > a folder of $fpath, as _intermezzo
/// fish: intermezzo completions fish > ~/.config/fish/completions/intermezzo.fish
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print the manual page of the program or of a command
///
/// `intermezzo man > intermezzo.1 && man ./intermezzo.1` shows it.
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The command, such as `check`; of several words: `new game` [default: the program]
    command: Vec<String>,
}

pub fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut made = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "intermezzo", &mut made);
    out.write_all(&made)?;
    Ok(Exit::Fine)
}

pub fn man(args: &ManArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut command = Cli::command();
    command.build();
    for name in &args.command {
        let known: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_string()).collect();
        let Some(found) = command.find_subcommand(name).cloned() else {
            let help = suggest::help_for(name, known.iter().map(String::as_str));
            return Err(Error::usage(format!("there is no command `{name}`")).help(help).into());
        };
        // `man` finds the page by this name.
        let whole: &'static str = format!("intermezzo-{}", args.command.join("-")).leak();
        command = found.display_name(whole);
    }
    let mut made = Vec::new();
    clap_mangen::Man::new(command).render(&mut made)?;
    out.write_all(&made)?;
    Ok(Exit::Fine)
}
