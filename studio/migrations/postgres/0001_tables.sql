-- What is kept of tables: who sits where, and the record of the game in the pieces in which it grew.

-- The servers that play, each with a lease. What a server that is gone held is free at once.
create table servers (
    id text primary key,
    -- Where the other servers of this database reach it.
    address text not null,
    -- When its lease ends, in milliseconds since 1970, by the clock of the database.
    until bigint not null
);

-- The texts of a game, once for all tables that began with them: an update of the program ends no game.
create table texts (
    hash text primary key,
    json text not null
);

create table tables (
    code text primary key,
    -- JSON: the game, names, bots, and hashes of keys.
    notes text not null,
    texts text not null references texts (hash),
    -- The server that plays it.
    holder text references servers (id) on delete set null,
    -- When it was last taken up, in seconds since 1970.
    touched bigint not null default 0
);

create index tables_of_a_server on tables (holder);
create index texts_of_tables on tables (texts);

-- Each piece begins where those before it end, so nobody can write one in the middle or twice.
create table pieces (
    code text not null references tables (code),
    start bigint not null,
    text text not null,
    primary key (code, start)
);

-- What people wrote about moments of a game.
create table remarks (
    code text not null references tables (code),
    number bigint not null,
    -- JSON: after how many answers, who, what.
    remark text not null,
    primary key (code, number)
);
