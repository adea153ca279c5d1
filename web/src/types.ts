// The messages between a table and this page: see `studio/src/messages.rs` and `docs/wire.md`.

import type { CardStyle } from './faces';
import type { ViewPart } from './viewParts';

export type Field = number | string | string[];
export type Numbers = [string, number][];

export interface Face {
  id: string;
  name: string;
  type: string;
  set: string;
  fields: Record<string, Field>;
  cells: Record<string, [number, number][]>;
  text: string;
}

export interface CardView {
  card: number;
  id: string;
  name: string;
  slot: number;
  fields: Record<string, Field>;
  statuses: string[];
  /// The printed values of the fields that differ from print.
  printed?: Record<string, Field>;
  host?: Host;
  changes?: { what: string; from?: string }[];
}

/// The card on which another hangs.
export interface Host {
  card?: number;
  zone: string;
  seat: number | null;
}

export interface ZoneView {
  name: string;
  seat: number | null;
  cards: CardView[];
  unknown: number;
  hidden?: { slot: number; owner?: string }[];
}

export interface SpaceView {
  column: number;
  row: number;
  marks: string[];
  cards: [string, string | null][];
  owners?: (number | null)[];
  unknown: number;
  counters: Numbers;
  areas: string[];
}

export interface BoardView {
  name: string;
  seat: number | null;
  columns: number;
  directions: string[];
  spaces: SpaceView[];
}

export interface SeatView {
  name: string;
  is_own: boolean;
  shown: Numbers;
  fields: Record<string, Field>;
}

export interface UseView {
  user: number;
  text: string;
  is_cancelled: boolean;
  is_trigger: boolean;
}

export interface Option {
  text: string;
  card?: number;
  cost: string;
  type?: string;
  given_to?: { place: number; text: string; card?: number };
  space?: { zone: string; seat?: number; slot: number };
}

export type Kind = 'act' | 'pick' | 'order' | 'number' | 'assign';

export interface Decision {
  seat: number;
  window: string | null;
  prompt: string;
  kind: Kind;
  least: number;
  most: number;
  may_pass: boolean;
  rule: string;
  options: Option[];
  sets?: number[][];
  is_payment: boolean;
  /// The trigger or the replacement of which is asked whether it is used.
  trigger?: string;
  deadline?: number;
}

export interface View {
  title: string;
  seats: SeatView[];
  numbers: Numbers;
  zones: ZoneView[];
  boards?: BoardView[];
  records: { name: string; fields: [string, string][] }[];
  uses: UseView[];
  levels: Numbers;
  phase: string | null;
  active: number;
  window: { name: string; text?: string; protocol: string; about: UseView | null } | null;
  asked: { seat: number; window: string | null }[];
  decisions: Decision[];
  outcome: string | null;
}

export interface Happened {
  number: number;
  kind: string;
  name?: string;
  cards?: number[];
  depth: number;
  text: string;
  is_minor: boolean;
}

/// What became of something that was proposed.
export interface Step {
  number: number;
  stage: 'begun' | 'prevented' | 'replaced' | 'happened' | 'triggered' | 'beside';
  text: string;
  depth: number;
}

export interface Line {
  zone: string;
  show: string[];
  stack: boolean;
  hides_empty: boolean;
  hides_others: boolean;
}

export interface Hello {
  protocol: number;
  game: string;
  title: string;
  code: string;
  seats: number[];
  lines: Line[];
  zones: { name: string; per_player: boolean; spaces: number }[];
  may_undo: boolean;
  version: string;
  style: CardStyle;
}

export interface Person {
  name: string;
  bot: string | null;
  is_taken: boolean;
  is_here: boolean;
  /// The seconds until the others may vote about the absent player.
  absent: number | null;
  /// True if a bot plays until the absent player comes back.
  has_stand_in: boolean;
}

/// What is done about an absent player.
export type Instead = 'wait' | 'bot' | 'claim';

/// What a person answers in advance.
export interface Habits {
  /// True: passes where nothing else can be done.
  passes: boolean;
  /// Passes wherever that can be done until this happens.
  until: Until | null;
  /// Windows in which the person is always asked.
  stops: string[];
  /// Triggers, and whether they are used.
  triggers: Record<string, boolean>;
}

export type Until = 'use' | 'turn';

/// The result of a scenario.
export interface Ran {
  path: string;
  title: string;
  ok: boolean;
  /// True if only its snapshot is another one.
  differs: boolean;
  message: string;
  transcript: string;
}

export interface Saved {
  files: string[];
  dropped: number;
  wrong: string | null;
}

export interface Remark {
  at: number;
  name: string;
  text: string;
}

export interface Over {
  outcome: string;
  winner: number | null;
  log_hash: string;
}

export interface Now {
  questions: number[];
  left: (number | null)[];
  is_anew: boolean;
  events: Happened[];
  view: View | ViewPart;
  /// True if `view` is told in parts.
  is_part?: boolean;
  over?: Over;
}

export interface Refusal {
  question?: number;
  code: string;
  words: string;
}

export type Message =
  | { hello: Hello }
  | { faces: Face[] }
  | { table: Now }
  | { people: Person[] }
  | { remarks: Remark[] }
  | { habits: Habits }
  | { saved: Saved }
  | { taken: { seat: number; question: number } }
  | { refused: Refusal };

export type Answer = 'pass' | 'concede' | { choose: number[] } | { number: number };

export interface Reply {
  seat: number;
  question?: number;
  answer: Answer;
}
