-- What is kept of tables: who sits where, and the record of the game in the pieces in which it grew.

-- The texts of a game, once for all tables that began with them: an update of the program ends no game.
create table texts (
    hash text primary key,
    json text not null
) strict, without rowid;

create table tables (
    code text primary key,
    -- JSON: the game, names, bots, and hashes of keys.
    notes text not null,
    texts text not null references texts (hash)
) strict, without rowid;

-- Each piece begins where those before it end, so nobody can write one in the middle or twice.
create table pieces (
    code text not null references tables (code),
    start integer not null,
    text text not null,
    primary key (code, start)
) strict, without rowid;

-- What people wrote about moments of a game.
create table remarks (
    code text not null references tables (code),
    number integer not null,
    -- JSON: after how many answers, who, what.
    remark text not null,
    primary key (code, number)
) strict, without rowid;
