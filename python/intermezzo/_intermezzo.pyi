"""What is written in Rust. `intermezzo` hands it on."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal, TypedDict, Union, final

import numpy as np
import numpy.typing as npt

PROTOCOL: int
__version__: str
__all__: list[str]

class _Choose(TypedDict):
    choose: Sequence[int]

class _Number(TypedDict):
    number: int

_Answer = Union[Literal["pass", "concede"], _Choose, _Number]
_View = dict[str, Any]
_Decision = dict[str, Any]
_Event = dict[str, Any]

class _Outcome(TypedDict):
    outcome: str
    winner: int | None
    winners: list[int]

class Error(Exception):
    """Something of Intermezzo went wrong."""

class Refusal(Error):
    """An answer is not legal: nothing has changed."""

    code: str
    facts: dict[str, int | str]
    words: str

class LoadError(Error):
    """Files or decks are not right; the text lists all that is wrong."""

def games(root: str | PathLike[str] | None = None) -> list[str]:
    """The ids of all games."""

def load(game: str, packs: Sequence[str] = ..., root: str | PathLike[str] | None = None) -> Game:
    """Loads a game: reads, checks and compiles its files."""

def vector_again(game: Game, wish: Any, going: Any) -> Vector:
    """A vector that goes on where another one was when it was sent."""

def replay(record: str) -> Table:
    """Plays a record again, to the table that it was made at."""

@final
class Deck:
    """A deck that is legal in its game."""

    @property
    def name(self) -> str: ...

@final
class Game:
    """A game: its rules, its cards, its scripts, checked and compiled. All threads may use it."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def packs(self) -> list[str]: ...
    @property
    def root(self) -> str | None: ...
    @property
    def decks(self) -> list[str]: ...
    @property
    def players(self) -> int: ...
    @property
    def options(self) -> dict[str, str]: ...
    def outline(self) -> dict[str, Any]:
        """Everything that may stand in a view of it, by name."""

    def read_deck(self, text: str, name: str = "deck") -> Deck:
        """Reads a deck in YAML and checks it."""

    def start(
        self,
        seed: int = 0,
        decks: Sequence[str | Deck] | None = None,
        options: dict[str, str | int | bool] | None = None,
        players: int | None = None,
    ) -> Table:
        """Starts a table. `decks` are ids of decks or what `read_deck` returns, one a seat."""

    def vector(
        self,
        n: int,
        seed: int = 0,
        decks: Sequence[str | Deck] | Literal["all"] | None = None,
        options: dict[str, str | int | bool] | None = None,
        players: int | None = None,
        threads: int | None = None,
        codes: int = 64,
    ) -> Vector:
        """Many tables at once, which are played by the codes of single choices."""

    def simulation(
        self,
        decks: Sequence[str] = ...,
        bots: Sequence[str] = ...,
        options: dict[str, str | int | bool] | None = None,
        players: int | None = None,
        seed: int = 0,
    ) -> Simulation:
        """A job of many games played by bots. `decks`: the ids of those that meet, or all; `bots`: one, or one a seat."""

    def bot(self, kind: str, options: dict[str, str | int | bool] | None = None, players: int | None = None) -> Bot:
        """One of the program's bots for this game: `random`, `greedy`, `ismcts:200`."""

    def encoder(
        self,
        players: int | None = None,
        codes: int = 64,
        cards: int | dict[str, int] | None = None,
        scaled: bool = False,
    ) -> Encoder:
        """What turns what a seat sees into arrays. `cards`: so many cards of each zone are told, or of some zones by name;
        without it as many as the game implies. `scaled`: numbers lie between about -1 and 1."""

    def play_random(self, seconds: float, seed: int = 0) -> tuple[int, int, float]:
        """Plays random games in Rust for so many seconds: answers, games and seconds."""

@final
class Table:
    """A game being played. Seats are counted from 0."""

    @property
    def asked(self) -> list[int]: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def outcome(self) -> _Outcome | None: ...
    @property
    def log_hash(self) -> str: ...
    @property
    def log_len(self) -> int: ...
    @property
    def answers(self) -> int: ...
    @property
    def faults(self) -> int: ...
    @property
    def record(self) -> str: ...
    def view(self, seat: int | None = None) -> _View:
        """What the person at a seat sees; without a seat what everybody sees."""

    def decision(self, seat: int) -> _Decision | None:
        """What a seat is asked; `None`: nothing."""

    def choices(self, seat: int, codes: int = 64) -> Choices:
        """What a seat is asked, as single choices by the codes 0 to `codes`."""

    def answer(self, seat: int, answer: _Answer) -> None:
        """Answers for a seat. Raises a `Refusal` if it is not legal."""

    def undo(self) -> bool:
        """Takes back the last answer that was a choice. False: there is none."""

    def events(self, seat: int, since: int = 0) -> list[_Event]:
        """What happened from the line `since` of the log on, as the person at a seat may know it."""

    def transcript(self, seat: int, since: int = 0) -> list[str]:
        """The same in words, a line an event."""

    def fork(self) -> Table:
        """A copy of the game as it stands, even in the middle of an effect."""

    def sample(self, seat: int, number: int) -> Table:
        """A game that the person at a seat could be looking at: what she does not see is dealt anew."""

    def play_random(self, seed: int = 0) -> int:
        """Answers at random for every seat until the game is over. How many answers that were."""

    def __copy__(self) -> Table: ...
    def __deepcopy__(self, memo: Any) -> Table: ...

@final
class Bot:
    """A bot of a kind for one game. It sees what the person at its seat sees."""

    def advise(self, table: Table, seat: int, seed: int = 0) -> _Answer:
        """What it would answer for a seat that is asked."""

    def answer(self, table: Table, seat: int, seed: int = 0) -> None:
        """Answers for a seat that is asked."""

@final
class Choices:
    """A decision that is being answered. Code 0 passes or ends; each other code takes an option, or a part of them."""

    @property
    def seat(self) -> int: ...
    @property
    def legal(self) -> npt.NDArray[np.uint16]: ...
    @property
    def taken(self) -> list[int]: ...
    def meaning(self, code: int) -> tuple[int, int] | None:
        """The options that a code stands for now: the first place and how many; `None`: it passes or ends."""

    def take(self, table: Table, code: int) -> _Answer | None:
        """Takes a code. Once the decision is answered, the answer comes back, for `table.answer`."""

@final
class Simulation:
    """Many games played by bots. Which decks, bots and chance a game has follows from its number alone."""

    @property
    def decks(self) -> list[str]: ...
    @property
    def seats(self) -> int: ...
    @property
    def round(self) -> int: ...
    def job(self, part: int) -> str:
        """What is asked for, in parts of so many games: the text of `job.json`."""

    @staticmethod
    def files(number: int) -> list[str]:
        """The names of the files of a part, in the order in which they are to be written."""

    @staticmethod
    def games_in(file: bytes) -> int:
        """How many games a part has, by what the last of its files holds."""

    def part(self, number: int, size: int, games: int) -> list[tuple[str, bytes]]:
        """Plays a part of a job of so many games: its files, Parquet, in the order in which they are to be written."""

    def table(self, number: int) -> tuple[int, Table]:
        """The seed of a game, and its table about to begin, for bots that are not those of the job."""

    def decks_of(self, number: int) -> list[str]:
        """The names of the decks of a game, in the order of seats."""

    def totals(self) -> Totals:
        """Nothing counted yet."""

@final
class Hold:
    """A folder that is held for this process alone, as `intermezzo sim --out` holds it, until it is released."""

    def __new__(cls, path: str | PathLike[str]) -> Hold: ...
    def release(self) -> None:
        """Lets others have the folder."""

@final
class Totals:
    """What came of games, part by part in the order of their numbers."""

    def take(self, files: Sequence[bytes]) -> int:
        """Takes the files of the next part, in the order in which they are written. How many games it has."""

    def json(self, seconds: float = 0.0) -> str:
        """The numbers that `intermezzo sim --json` prints, as JSON."""

    @property
    def hash(self) -> str: ...

@final
class Encoder:
    """Turns what a person sees into an array of one length."""

    @property
    def size(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def kinds(self) -> list[Literal["number", "card", "word", "place", "seat", "action"]]: ...
    @property
    def scales(self) -> npt.NDArray[np.float32]: ...
    @property
    def scaled(self) -> bool: ...
    @property
    def bounds(self) -> tuple[float, float]: ...
    @property
    def cards(self) -> list[str]: ...
    @property
    def words(self) -> list[str]: ...
    @property
    def places(self) -> list[str]: ...
    @property
    def actions(self) -> list[str]: ...
    @property
    def zones(self) -> dict[str, int]: ...
    def encode(self, table: Table, seat: int, choices: Choices | None = None) -> npt.NDArray[np.float32]:
        """What the person at a seat sees of a table; with choices what she may take, too."""

    def encode_actions(self, table: Table, choices: Choices) -> npt.NDArray[np.int32]:
        """The action of each code: a place in `actions`, or 0 where a code may not be taken now."""

@final
class Vector:
    """Many tables of a game, stepped at once in Rust. A game that is over is followed by the next one at its table."""

    def __len__(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def codes(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def answers(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def asked(self) -> npt.NDArray[np.int8]: ...
    @property
    def counts(self) -> npt.NDArray[np.uint16]: ...
    @property
    def legal(self) -> npt.NDArray[np.uint16]: ...
    def masks(self) -> npt.NDArray[np.int8]:
        """1 where a code is legal."""

    def observe(
        self,
        encoder: Encoder,
        rows: npt.ArrayLike | None = None,
        out: npt.NDArray[np.float32] | None = None,
        seats: npt.ArrayLike | None = None,
        ended: bool = False,
    ) -> npt.NDArray[np.float32]:
        """What a seat sees at each table, as an encoder of this game writes it: by itself the asked seat.

        `rows`: only these tables, by number or as a mask; `seats`: who looks, one for all or one a row; `out`: the array
        that is written. `ended`: the game that the last step ended at the table, zeros where it ended none."""

    def actions(self, encoder: Encoder) -> npt.NDArray[np.int32]:
        """The action of each code at each table: a place in the encoder's `actions`, or 0 where it may not be taken."""

    def values(self) -> npt.NDArray[np.float32] | None:
        """What each seat is worth at each table, as the game's `value` says; `None`: the game says nothing."""

    def table(self, row: int) -> Table:
        """A copy of a table as it stands: its `view` is what a person sees there."""

    def choices(self, row: int) -> Choices | None:
        """The choices that are being made at a table; `None`: nobody is asked there."""

    def cut(self, rows: npt.ArrayLike) -> None:
        """Cuts off the games at some tables, by number or as a mask: the next ones follow."""

    def step(
        self, codes: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Takes a code at each table: who is asked then, the rewards by table and seat, and where a game ended.

        A code of -1 leaves its table as it is."""
