//! A PostgreSQL of its own for a test: Debian's, in a folder that ends with the test.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A running PostgreSQL, stopped when this value is dropped.
pub struct Postgres {
    folder: tempfile::TempDir,
    bin: PathBuf,
    port: u16,
}

impl Postgres {
    /// Starts one; `None` where there is no PostgreSQL, unless the environment says by `POSTGRES=required` that there is.
    pub fn start() -> Option<Postgres> {
        let Some(bin) = programs() else {
            assert!(std::env::var("POSTGRES").is_err(), "there is no PostgreSQL");
            eprintln!("skipped: there is no PostgreSQL");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        // It refuses to be run by root.
        let given = Command::new("chown").arg("postgres").arg(folder.path()).stderr(Stdio::null()).status();
        assert!(given.is_ok());
        let postgres = Postgres { folder, bin, port };
        postgres.run("initdb", &["-A", "trust", "-U", "test", "--no-sync", "-E", "UTF8", "--locale", "C"]);
        postgres.up();
        Some(postgres)
    }

    /// Starts it again.
    pub fn up(&self) {
        let options = format!("-p {} -k {} -c listen_addresses=127.0.0.1", self.port, self.folder.path().display());
        self.run("pg_ctl", &["-w", "-l", &self.path("log"), "-o", &options, "start"]);
    }

    /// Stops it at once, as a power cut.
    pub fn down(&self) {
        self.run("pg_ctl", &["-m", "immediate", "stop"]);
    }

    /// The address of a new, empty database.
    pub fn database(&self, name: &str) -> String {
        let url = |name: &str| format!("postgres://test@127.0.0.1:{}/{name}", self.port);
        self.sql("postgres", &format!("create database {name}"));
        url(name)
    }

    /// Runs a statement, and returns what it answers.
    pub fn sql(&self, database: &str, statement: &str) -> String {
        let port = self.port.to_string();
        let mut psql = Command::new(self.bin.join("psql"));
        psql.args(["-h", "127.0.0.1", "-p", &port, "-U", "test", "-d", database, "-Atc", statement]);
        let done = psql.output().expect("psql");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn run(&self, program: &str, args: &[&str]) {
        let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
        let mut command = match is_root {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--"]).arg(self.bin.join(program));
                command
            }
            false => Command::new(self.bin.join(program)),
        };
        command.args(["-D", &self.path("data")]).args(args).current_dir(self.folder.path());
        // What it starts keeps running, and must not keep the output of the test.
        let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(done.expect(program).success(), "{program} {args:?}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.down();
            return;
        }
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.down()));
    }
}

/// The folder of its programs: that of Debian, or the one in which `pg_ctl` lies.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all: Vec<PathBuf> = debian.chain(std::env::split_paths(&path)).collect();
    all.into_iter().find(|folder| Path::is_file(&folder.join("pg_ctl")) && folder.join("psql").is_file())
}
