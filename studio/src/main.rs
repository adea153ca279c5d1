//! The program `intermezzo-studio`: tables in a browser, until they are a command of `intermezzo`.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use intermezzo::Files;
use intermezzo_studio::{Hall, NewTable, Options, Reread, http, watch};
use tokio::net::TcpListener;

const HELP: &str = "\
Tables in a browser

Usage: intermezzo-studio [GAME] [OPTIONS]

With GAME a table against bots is opened, and its address printed.

  --listen ADDRESS   Where browsers connect [default: 127.0.0.1:4747]
  --host NAME        A name under which others reach this server; may be given several times
  --database FILE    What keeps the tables, so that a server that is started again goes on with them;
                     `none`: they end with it [default: studio.db]
  --root DIR         A folder with games: its cards/ and scripts/ over those of the program
  --pack PACK        A pack, built in or a folder; may be given several times
  --seed N           Where the chance of the first table comes from
  --bot-pause MS     How long a bot waits before it answers [default: 450]
";

struct Args {
    game: Option<String>,
    listen: String,
    root: Option<PathBuf>,
    packs: Vec<String>,
    database: PathBuf,
    hosts: Vec<String>,
    seed: Option<u64>,
    bot_pause: Option<u64>,
}

fn args() -> Result<Args, String> {
    let mut args = Args {
        game: None,
        listen: "127.0.0.1:4747".into(),
        root: None,
        packs: Vec::new(),
        database: "studio.db".into(),
        hosts: Vec::new(),
        seed: None,
        bot_pause: None,
    };
    let mut given = std::env::args().skip(1);
    while let Some(arg) = given.next() {
        let mut value = || given.next().ok_or_else(|| format!("{arg} needs a value"));
        match &*arg {
            "--help" | "-h" => return Err(HELP.into()),
            "--listen" => args.listen = value()?,
            "--host" => args.hosts.push(value()?),
            "--database" => args.database = value()?.into(),
            "--root" => args.root = Some(value()?.into()),
            "--pack" => args.packs.push(value()?),
            "--seed" => args.seed = Some(value()?.parse().map_err(|_| "--seed is a whole number")?),
            "--bot-pause" => args.bot_pause = Some(value()?.parse().map_err(|_| "--bot-pause is a whole number")?),
            other if other.starts_with('-') => return Err(format!("there is no option {other}\n\n{HELP}")),
            _ if args.game.is_none() => args.game = Some(arg.clone()),
            other => return Err(format!("one game is named, and `{other}` is another one")),
        }
    }
    Ok(args)
}

fn run(args: Args) -> Result<(), String> {
    let said = |error: intermezzo::error::Error| error.to_string();
    let (root, packs) = (args.root.clone(), args.packs.clone());
    let folders: Vec<PathBuf> = root.iter().cloned().chain(packs.iter().map(PathBuf::from)).collect();
    let read: Reread = Arc::new(move || {
        let files = match &root {
            Some(root) => Files::with_root(Some(root))?,
            None => Files::built_in(),
        };
        packs.iter().try_fold(files, |files, pack| files.with_pack(pack))
    });
    let mut options = Options::new(read().map_err(said)?);
    options.database = Some(args.database).filter(|file| file != Path::new("none"));
    options.hosts = args.hosts.clone();
    if let Some(ms) = args.bot_pause {
        options.bot_pause = Duration::from_millis(ms);
    }
    let hall = Arc::new(Hall::open(options).map_err(|error| format!("--database: {error}"))?);
    // Who serves others changes no game under their hands.
    let is_own = args.listen.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_loopback());
    if is_own && args.hosts.is_empty() && folders.iter().any(|folder| folder.is_dir()) {
        watch(folders, read, &hall).map_err(|error| error.to_string())?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(async {
        let listener =
            TcpListener::bind(&args.listen).await.map_err(|error| format!("--listen {}: {error}", args.listen))?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        if let Some(game) = args.game {
            let new = NewTable { game, seed: args.seed, ..NewTable::default() };
            let created = hall.create(&new).map_err(|refusal| refusal.words)?;
            let key = created.keys.iter().flatten().next().cloned().unwrap_or_default();
            println!("your table: http://{address}/t/{}#{key}", created.code);
        }
        println!("all games:  http://{address}/");
        tokio::select! {
            ended = http::serve(listener, hall) => ended.map_err(|error| error.to_string()),
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    })
}

fn main() -> ExitCode {
    match args().and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("{words}");
            ExitCode::from(2)
        }
    }
}
