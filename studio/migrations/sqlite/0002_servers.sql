-- Who plays a table, when it was last taken up, and when it is forgotten.

create table servers (
    id text primary key,
    -- Where the other servers of this database reach it.
    address text not null,
    -- When its lease ends, in milliseconds since 1970.
    until integer not null
) strict, without rowid;

-- A server that is gone holds nothing: its tables are free at once.
alter table tables add column holder text references servers (id) on delete set null;
-- In seconds since 1970.
alter table tables add column touched integer not null default 0;

create index tables_of_a_server on tables (holder);
create index texts_of_tables on tables (texts);
