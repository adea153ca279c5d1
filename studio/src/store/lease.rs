//! Lease: which server plays a table.
//!
//! A server has one row, and each of its tables names that row. While it writes, it holds the row, so nobody can delete it
//! between its look and its commit: what a server writes is written while it has its tables, whatever clocks say.

use std::sync::Arc;

use sqlx::AnyConnection;

use crate::secret;

/// The id of a server's row in `servers`: a random key, new at each start, which every table of the server names.
pub type Lease = Arc<str>;

/// The time of the database itself, in milliseconds since 1970, as an SQL expression.
const NOW: &str = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/// The values that stand in the SQL statements about leases.
#[derive(Clone)]
pub struct Terms {
    /// True if the database has several servers.
    pub is_shared: bool,
    /// How long a lease lasts, in milliseconds.
    pub ms: i64,
    /// Where the other servers reach this one.
    pub address: String,
}

impl Terms {
    /// Begins a lease. A SQLite file has one server at a time, so an older lease belongs to a dead server.
    pub async fn begin(&self, database: &mut AnyConnection) -> sqlx::Result<Lease> {
        let lease: Lease = secret::key().map_err(sqlx::Error::Io)?.into();
        let insert = match self.is_shared {
            true => format!("insert into servers (id, address, until) values ($1, $2, {NOW} + $3)"),
            false => {
                sqlx::query("delete from servers").execute(&mut *database).await?;
                "insert into servers (id, address, until) values ($1, $2, $3)".into()
            }
        };
        sqlx::query(&insert).bind(&*lease).bind(&*self.address).bind(self.ms).execute(database).await?;
        Ok(lease)
    }

    /// Makes the lease longer. False: it was lost.
    pub async fn renew(&self, database: &mut AnyConnection, lease: &Lease) -> sqlx::Result<bool> {
        let longer = format!("update servers set until = {NOW} + $1 where id = $2");
        let renewed = sqlx::query(&longer).bind(self.ms).bind(&**lease).execute(database).await?;
        Ok(renewed.rows_affected() == 1)
    }

    /// Ends the leases of others that were not renewed: their tables are free.
    pub async fn end_others(&self, database: &mut AnyConnection, lease: &Lease) -> sqlx::Result<()> {
        if !self.is_shared {
            return Ok(());
        }
        let ended = format!("delete from servers where until < {NOW} and id <> $1");
        sqlx::query(&ended).bind(&**lease).execute(database).await.map(drop)
    }

    /// True if the lease goes on; then nobody can end it before this transaction ends.
    pub async fn goes_on(&self, all: &mut AnyConnection, lease: &Lease) -> sqlx::Result<bool> {
        let mine = format!("select 1 from servers where id = $1{}", if self.is_shared { " for share" } else { "" });
        Ok(sqlx::query(&mine).bind(&**lease).fetch_optional(all).await?.is_some())
    }
}

/// Ends the lease: all tables of the server are free.
pub async fn end(database: &mut AnyConnection, lease: &Lease) -> sqlx::Result<()> {
    sqlx::query("delete from servers where id = $1").bind(&**lease).execute(database).await.map(drop)
}
