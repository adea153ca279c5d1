-- What the servers of this database know and nobody else, as that by which they sign.

create table secrets (
    name text primary key,
    secret text not null
) strict, without rowid;
