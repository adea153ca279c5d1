//! Connect: the kinds of database (a SQLite file, a PostgreSQL server) and opening one.

use std::path::{Path, PathBuf};

use sqlx::AnyConnection;
use sqlx::any::AnyConnectOptions;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};

/// A migration: its number, its name, and its text. A released one never changes.
type MigrationFile = (i64, &'static str, &'static str);

const SQLITE: &[MigrationFile] = &[
    (1, "tables", include_str!("../../migrations/sqlite/0001_tables.sql")),
    (2, "servers", include_str!("../../migrations/sqlite/0002_servers.sql")),
    (3, "secrets", include_str!("../../migrations/sqlite/0003_secrets.sql")),
];
const POSTGRES: &[MigrationFile] = &[
    (1, "tables", include_str!("../../migrations/postgres/0001_tables.sql")),
    (2, "secrets", include_str!("../../migrations/postgres/0002_secrets.sql")),
];

/// One server at a time has the file, and a commit is on the disk when it returns (`full`).
const SET_UP: &str = "pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full;
    pragma foreign_keys = on";

/// The database of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file of this server.
    File(PathBuf),
    /// A PostgreSQL database by its URL, which several servers share.
    Shared(String),
}

impl Database {
    /// A database as it is named on the command line; `None` for `none`.
    pub fn named(name: &str) -> Option<Database> {
        match name {
            "none" => None,
            url if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Some(Database::Shared(url.into()))
            }
            file => Some(Database::File(file.into())),
        }
    }

    /// True if several servers may share the database.
    pub fn is_shared(&self) -> bool {
        matches!(self, Database::Shared(_))
    }

    /// Connects, and brings the tables of the database up to date.
    pub(super) async fn open(&self) -> sqlx::Result<AnyConnection> {
        sqlx::any::install_default_drivers();
        if let Database::File(path) = self {
            std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).map_err(sqlx::Error::Io)?;
        }
        let mut connection = self.connect().await?;
        let steps = if self.is_shared() { POSTGRES } else { SQLITE };
        Migrator::new(MigrationFiles(steps)).await?.run_direct(&mut connection).await?;
        Ok(connection)
    }

    /// Connects to a database that was opened before.
    pub(super) async fn connect(&self) -> sqlx::Result<AnyConnection> {
        let url = match self {
            Database::File(path) => SqliteConnectOptions::new().filename(path).create_if_missing(true).to_url_lossy(),
            Database::Shared(url) => {
                return url.parse::<AnyConnectOptions>()?.connect().await;
            }
        };
        let mut connection = AnyConnectOptions::from_url(&url)?.connect().await?;
        connection.execute(sqlx::raw_sql(SET_UP)).await?;
        Ok(connection)
    }
}

#[derive(Debug)]
struct MigrationFiles(&'static [MigrationFile]);

impl<'s> MigrationSource<'s> for MigrationFiles {
    fn resolve(
        self,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Vec<Migration>, sqlx::error::BoxDynError>> + Send + 's>> {
        let step = |(version, name, sql): &MigrationFile| {
            Migration::new(*version, (*name).into(), MigrationType::Simple, (*sql).into(), false)
        };
        Box::pin(async move { Ok(self.0.iter().map(step).collect()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_file_or_an_address() {
        assert_eq!(Database::named("none"), None);
        assert_eq!(Database::named("tables/a.db"), Some(Database::File("tables/a.db".into())));
        for url in ["postgres://ann@db/tables", "postgresql://db"] {
            assert_eq!(Database::named(url), Some(Database::Shared(url.into())));
        }
    }
}
