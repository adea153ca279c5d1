//! Sql: tables as rows, by statements that SQLite and PostgreSQL both understand.

use std::time::Duration;

use sqlx::AnyConnection;

use super::{Lease, Write};
use crate::clock::seconds;

/// A table as it was read.
pub struct Rows {
    pub seating: String,
    pub record: String,
    pub remarks: Vec<String>,
    /// The hash of the texts with which the game began, and the texts as JSON.
    pub texts: (String, String),
}

/// Writes one change. A new table belongs to the server with this lease.
pub async fn write(all: &mut AnyConnection, lease: &Lease, write: &Write) -> sqlx::Result<()> {
    match write {
        Write::Begin { code, seating, record, texts: (hash, json) } => {
            let texts = "insert into texts (hash, json) values ($1, $2) on conflict do nothing";
            sqlx::query(texts).bind(hash).bind(&**json).execute(&mut *all).await?;
            let table = "insert into tables (code, notes, texts, holder, touched) values ($1, $2, $3, $4, $5)";
            let table = sqlx::query(table).bind(code).bind(seating).bind(hash).bind(&**lease).bind(seconds() as i64);
            table.execute(&mut *all).await?;
            insert(all, code, 0, record).await
        }
        Write::Seating { code, seating } => {
            let changed = "update tables set notes = $1 where code = $2";
            sqlx::query(changed).bind(seating).bind(code).execute(all).await.map(drop)
        }
        Write::Remark { code, number, remark } => {
            let new = "insert into remarks (code, number, remark) values ($1, $2, $3)";
            sqlx::query(new).bind(code).bind(*number as i64).bind(remark).execute(all).await.map(drop)
        }
        Write::Record { code, start, text } => {
            if *start == 0 {
                sqlx::query("delete from pieces where code = $1").bind(code).execute(&mut *all).await?;
            }
            insert(all, code, *start, text).await
        }
        Write::Nothing => Ok(()),
    }
}

async fn insert(all: &mut AnyConnection, code: &str, start: usize, text: &str) -> sqlx::Result<()> {
    let piece = "insert into pieces (code, start, text) values ($1, $2, $3)";
    sqlx::query(piece).bind(code).bind(start as i64).bind(text).execute(all).await.map(drop)
}

/// The number of tables.
pub async fn count(database: &mut AnyConnection) -> sqlx::Result<usize> {
    let count: i64 = sqlx::query_scalar("select count(*) from tables").fetch_one(database).await?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// The holder of a table: `Some(Some(address))` for another server, `Some(None)` if no other server holds it, `None` if
/// no table has this code.
pub async fn look(all: &mut AnyConnection, lease: &Lease, code: &str) -> sqlx::Result<Option<Option<String>>> {
    let held = "select address from tables left join servers on servers.id = tables.holder and servers.id <> $1
        where code = $2";
    sqlx::query_scalar(held).bind(&**lease).bind(code).fetch_optional(all).await
}

/// Takes a table that nobody holds. False: somebody does, or there is none.
pub async fn take(all: &mut AnyConnection, lease: &Lease, code: &str) -> sqlx::Result<bool> {
    let take = "update tables set holder = $1, touched = $2 where code = $3 and (holder is null or holder = $1)";
    let taken = sqlx::query(take).bind(&**lease).bind(seconds() as i64).bind(code).execute(all).await?;
    Ok(taken.rows_affected() == 1)
}

/// Reads a table.
pub async fn read(all: &mut AnyConnection, code: &str) -> sqlx::Result<Rows> {
    let table = "select notes, hash, json from tables join texts on texts.hash = tables.texts where code = $1";
    let (seating, hash, json): (String, String, String) = sqlx::query_as(table).bind(code).fetch_one(&mut *all).await?;
    let pieces = "select start, text from pieces where code = $1 order by start";
    let pieces: Vec<(i64, String)> = sqlx::query_as(pieces).bind(code).fetch_all(&mut *all).await?;
    let remarks = "select remark from remarks where code = $1 order by number";
    let remarks = sqlx::query_scalar(remarks).bind(code).fetch_all(all).await?;
    let mut record = String::new();
    for (start, text) in pieces {
        if start as usize != record.len() {
            return Err(sqlx::Error::Decode("a piece of a record is missing".into()));
        }
        record += &text;
    }
    Ok(Rows { seating, record, remarks, texts: (hash, json) })
}

/// Forgets the tables that were not taken up for this time, are not played here, and are no other server's. Returns
/// their number.
pub async fn forget(
    all: &mut AnyConnection,
    lease: &Lease,
    older_than: Duration,
    played: &[String],
) -> sqlx::Result<usize> {
    let before = seconds() as i64 - older_than.as_secs() as i64;
    let old = "select code from tables where touched <= $1 and (holder is null or holder = $2) order by code";
    let old: Vec<String> = sqlx::query_scalar(old).bind(before).bind(&**lease).fetch_all(&mut *all).await?;
    let old: Vec<&String> = old.iter().filter(|code| !played.contains(code)).collect();
    for code in &old {
        for gone in [
            "delete from pieces where code = $1",
            "delete from remarks where code = $1",
            "delete from tables where code = $1",
        ] {
            sqlx::query(gone).bind(*code).execute(&mut *all).await?;
        }
    }
    let unread = "delete from texts where hash not in (select texts from tables)";
    if !old.is_empty() {
        sqlx::query(unread).execute(all).await?;
    }
    Ok(old.len())
}

/// The secret of the servers of this database: this one, if there was none.
pub async fn secret(all: &mut AnyConnection, new: &str) -> sqlx::Result<String> {
    let keep = "insert into secrets (name, secret) values ('signer', $1) on conflict do nothing";
    sqlx::query(keep).bind(new).execute(&mut *all).await?;
    sqlx::query_scalar("select secret from secrets where name = 'signer'").fetch_one(all).await
}
