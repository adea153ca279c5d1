//! Serve: starts a server of tables for many people, in browsers and in terminals.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use intermezzo::data::disk;
use intermezzo::error::{Error, Result};
use intermezzo::workers::{Sandbox, Workers};
use intermezzo_studio::{Addresses, Database, HostLogin, Options, ServerSettings, serve, tell_events};

use super::Exit;
use super::faces::pictures_of;
use super::language;
use super::numbers::whole;
use super::output::complain;
use super::pack::{Pack, must_exist};
use super::rules::own_ledgers;
use super::text::{clean, counted};

/// The longest file with a secret or a list of hosts.
const MOST_BYTES: u64 = 1 << 20;

/// Host tables for many people, in browsers and in terminals
///
/// Who opens the address opens a table and sends its link; `intermezzo join` plays there in the
/// terminal. Each table is played in a process of its own, shut in by the system as far as that can.
/// Tables lie in a database, with which a server that is started again goes on. docs/serve.md tells
/// more.
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// The games that are offered [default: all]
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Where clients connect; port 0 is a free one, which is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4747")]
    listen: String,
    /// A name under which others reach the server, as that of a proxy in front of it; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// What keeps the tables, so that a server that is started again goes on with them: a file, or `postgres://...` for
    /// several servers; `none`: they end with it
    #[arg(long, value_name = "FILE|URL", default_value = "serve.db")]
    database: String,
    /// Where the other servers of the same database reach this one [default: the address of --listen]
    #[arg(long, value_name = "HOST:PORT")]
    address: Option<String>,
    /// The issuer of OpenID Connect at which who opens tables signs in; guests with links need none. Takes a program that
    /// was built with its feature `login` [default: everybody opens tables]
    #[arg(long, value_name = "URL", requires = "client_id")]
    host_login: Option<String>,
    /// The name of this server at the issuer
    #[arg(long, value_name = "ID", requires = "host_login")]
    client_id: Option<String>,
    /// A file with the secret that the issuer gave to this server
    #[arg(long, value_name = "FILE", requires = "host_login")]
    client_secret_file: Option<PathBuf>,
    /// A file that says who may open tables, a verified mail address or a subject a line [default: all who can sign in at
    /// the issuer]
    #[arg(long, value_name = "FILE", requires = "host_login")]
    host_list: Option<PathBuf>,
    /// Where each line says what somebody did, as JSON: tables, seats, refused requests, sign-ins, written files; new lines
    /// are added
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// The days after which a table that nobody has come back to is forgotten; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 90, value_parser = whole::<u64>(0, 36_500))]
    forget: u64,
    /// How many processes play at most; a table that nobody answers at gives up its own [default: twice the cores]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u32::MAX.into()))]
    workers: Option<usize>,
    /// How many tables are played at once at most; the others wait in the database
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<usize>(0, u32::MAX.into()))]
    tables: usize,
    /// How many clients are connected to tables at most
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = whole::<usize>(0, u32::MAX.into()))]
    connections: usize,
    /// The memory of a process, in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = whole::<u64>(0, u64::MAX))]
    memory: u64,
    /// How long an answer may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = whole::<u64>(0, u64::MAX))]
    answer: u64,
    /// Start only where a process can be shut in wholly
    #[arg(long)]
    require_sandbox: bool,
    /// Play all tables in this process: for games of your own only
    #[arg(long, conflicts_with_all = ["workers", "memory", "answer", "require_sandbox"])]
    in_process: bool,
    /// Milliseconds that a bot waits before it answers
    #[arg(long, value_name = "MS", default_value_t = 450, value_parser = whole::<u64>(0, 60_000))]
    bot_pause: u64,
    /// Seconds that an absent player is waited for before the others may let a bot play on, or take the game as given up
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = whole::<u64>(0, 86_400))]
    patience: u64,
    /// Where the chance of all tables comes from, for tests: who knows it knows the decks [default: another one for each]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX))]
    seed: Option<u64>,
    /// Was the folder of records
    #[arg(long, value_name = "DIR", hide = true)]
    records: Option<PathBuf>,
    /// Was the longest silence of a client
    #[arg(long, value_name = "SECONDS", hide = true)]
    idle: Option<String>,
    /// Printed the schema of the lines
    #[arg(long, hide = true)]
    schema: bool,
}

pub fn run(args: &ServeArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    args.has_no_old_option()?;
    tell_what_happens(args.audit.as_deref())?;
    let files = pack.files()?;
    args.games.iter().try_for_each(|game| must_exist(game, &files))?;
    let games = if args.games.is_empty() { files.games() } else { args.games.clone() };
    let locale = language::of_server(pack, &games, &files)?;
    if let Some(locale) = locale.as_ref().filter(|_| !args.in_process) {
        let locale = clean(locale);
        complain(&format!(
            "note: processes tell games as they are written, and not in {locale}: --in-process and `intermezzo studio` do"
        ));
    }
    let mut options = Options::new(files);
    (options.first, options.locale) = (args.games.clone(), locale);
    (options.games, options.seed, options.may_choose_seed) = (games, args.seed, false);
    options.database = Database::named(&args.database);
    options.address = args.address.clone().unwrap_or_default();
    options.hosts = known_hosts(&args.listen, &args.hosts)?;
    options.host_login = args.login()?;
    options.ledgers = own_ledgers(pack);
    options.pictures = Some(pictures_of(pack.clone()));
    (options.most_tables, options.most_connections) = (args.tables, args.connections);
    options.bot_pause = Duration::from_millis(args.bot_pause);
    options.patience = Duration::from_secs(args.patience);
    options.workers = (!args.in_process).then(|| (args.processes(), args.most_processes()));
    more_files();
    let forget = (args.forget > 0).then(|| Duration::from_secs(args.forget * 24 * 3600));
    serve(ServerSettings { options, listen: args.listen.clone(), table: None, watched: None, forget }, |addresses| {
        // If the output is closed, tables are played all the same.
        drop(args.tell(addresses, out));
    })?;
    Ok(Exit::Fine)
}

impl ServeArgs {
    /// Refuses an option of earlier versions of `serve`; the error says what takes its place.
    fn has_no_old_option(&self) -> Result<()> {
        let old = |option: &str, help: &str| Err(Error::usage(format!("{option} is gone")).help(help.to_string()));
        match self {
            ServeArgs { records: Some(_), .. } => old(
                "--records",
                "tables lie in a database now: --database FILE. The record of a finished game is at /api/tables/CODE/record",
            ),
            ServeArgs { idle: Some(_), .. } => {
                old("--idle", "a client that is gone is found by its missing signs of life")
            }
            ServeArgs { schema: true, .. } => old(
                "--schema",
                "docs/serve.md lists the messages; views and answers are those of `intermezzo serve-stdio --schema`",
            ),
            _ => Ok(()),
        }
    }

    /// Who may open tables; `None`: everybody.
    fn login(&self) -> Result<Option<HostLogin>> {
        let (Some(issuer), Some(client)) = (self.host_login.clone(), self.client_id.clone()) else { return Ok(None) };
        let secret = self.client_secret_file.as_ref().map(|path| disk::text(path, MOST_BYTES)).transpose()?;
        let secret = secret.map(|secret| secret.trim().to_string());
        let list = self.host_list.as_ref().map(|path| disk::text(path, MOST_BYTES)).transpose()?;
        let hosts = list.map(|list| {
            let lines = list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            lines.map(HostLogin::name).collect()
        });
        Ok(Some(HostLogin { issuer, client, secret, hosts }))
    }

    fn processes(&self) -> Workers {
        Workers {
            memory_bytes: self.memory.saturating_mul(1 << 20),
            answer_ms: self.answer.max(1).saturating_mul(1_000),
            sandbox: if self.require_sandbox { Sandbox::Required } else { Sandbox::Wanted },
            ..Workers::default()
        }
    }

    fn most_processes(&self) -> usize {
        let usual = || 2 * std::thread::available_parallelism().map_or(1, usize::from);
        self.workers.unwrap_or_else(usual).max(1)
    }

    fn tell(&self, addresses: &Addresses, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "serving on {}", addresses.games)?;
        match &*self.database {
            "none" => writeln!(out, "tables end with the server")?,
            _ => writeln!(out, "{} from before", counted(addresses.kept, "table"))?,
        }
        match self.in_process {
            true => writeln!(out, "all tables in this process")?,
            false => {
                let most = counted(self.most_processes(), "worker");
                writeln!(out, "at most {most}, each {} MB and {} s for an answer", self.memory, self.answer.max(1))?;
            }
        }
        if !addresses.lacking.is_empty() {
            let lacking: Vec<String> = addresses.lacking.iter().map(|what| clean(what)).collect();
            writeln!(out, "this system lacks: {}", lacking.join("; "))?;
        }
        if !addresses.is_loopback {
            writeln!(out, "messages travel unencrypted, keys of seats too: put a proxy with TLS before this server")?;
        }
        out.flush()
    }
}

/// Begins to tell what happens at a server: on the standard error output as `INTERMEZZO_LOG` says, and in the audit log.
pub(super) fn tell_what_happens(audit: Option<&Path>) -> Result<()> {
    tell_events(std::env::var("INTERMEZZO_LOG").ok().as_deref(), audit)
}

/// Raises the limit of open files to the greatest that this process may have, because each client is an open file.
#[cfg(unix)]
fn more_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let most = getrlimit(Resource::Nofile);
    // Without permission for more, the old limit of open files stays.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: most.maximum, maximum: most.maximum });
}

#[cfg(not(unix))]
fn more_files() {}

/// The address of this machine in its network, as the system would send from it. Nothing is sent: the socket is only
/// connected.
fn own_address() -> Option<std::net::IpAddr> {
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").ok()?;
    // The address is one for documentation, which no machine has.
    socket.connect("192.0.2.1:9").ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// The names under which clients reach the server: those of `--host`, and the address on which it listens.
pub(super) fn known_hosts(listen: &str, hosts: &[String]) -> Result<Vec<String>> {
    let mut hosts = hosts.to_vec();
    let address = listen.parse::<std::net::SocketAddr>().map(|address| address.ip());
    match address {
        Ok(ip) if ip.is_unspecified() && hosts.is_empty() => {
            let here =
                own_address().map_or(String::new(), |ip| format!("; in its own network this machine is `--host {ip}`"));
            let help = format!("say --host NAME: requests that name another server are refused{here}");
            return Err(Error::usage(format!("--listen {}: under which name is it reached?", listen)).help(help));
        }
        Ok(ip) if !ip.is_unspecified() && !ip.is_loopback() => match ip {
            std::net::IpAddr::V4(ip) => hosts.push(ip.to_string()),
            std::net::IpAddr::V6(ip) => hosts.push(format!("[{ip}]")),
        },
        _ => {}
    }
    Ok(hosts)
}
