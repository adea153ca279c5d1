// A table as this browser knows it: the messages of the server, the present choice, and the legal options.

import type {
  Answer, BoardView, CardView, Decision, Face, Habits, Happened, Hello, Instead, Message, Over, Person, Remark, Reply, Saved, Until, View, ZoneView,
} from './types';
import { dress, type Drawn } from './faces';
import { ask } from './request';
import { whole, type ViewPart } from './viewParts';
import { Wire, type Standing } from './wire';

/// So many milliseconds a pointer rests on a card before it is asked why the card cannot be used.
const RESTS = 450;
/// So many lines of the log are kept.
const LINES = 600;

export class Play {
  hello = $state.raw<Hello | null>(null);
  view = $state.raw<View | null>(null);
  people = $state.raw<Person[]>([]);
  /// The times at which the others may vote about each absent player, by seat.
  waitedFor = $state.raw<Map<number, number>>(new Map());
  events = $state.raw<Happened[]>([]);
  faces = $state.raw<Record<string, Face>>({});
  remarks = $state.raw<Remark[]>([]);
  /// The result of the last saved files, and the changes of the printed cards in sight.
  saved = $state.raw<Saved | null>(null);
  differences = $state.raw<string[]>([]);
  /// The cards as they were printed before.
  private before: Record<string, Face> = {};
  over = $state.raw<Over | null>(null);
  questions = $state.raw<number[]>([]);
  standing = $state<Standing>('connecting');
  refused = $state('');
  /// The reason why this connection was refused.
  barred = $state('');
  /// The chosen places of the present decision.
  chosen = $state.raw<number[]>([]);
  number = $state(0);
  /// The card that is looked at.
  looked = $state.raw<CardView | null>(null);
  pinned = $state(false);
  /// The cards of the log line under the pointer.
  pointed = $state.raw<number[]>([]);
  /// The last lines of the log, for screen readers.
  spoken = $state('');
  deadline = $state<number | null>(null);
  /// The places that a bot would choose; `pass`: it would pass.
  hinted = $state.raw<number[] | 'pass'>([]);
  /// The hint of a bot in words, if it cannot be shown.
  advice = $state('');
  /// The reason why the enlarged card cannot be used now.
  why = $state.raw<string[]>([]);
  /// What this person answers in advance; `null`: neither she nor the table has said.
  private stated = $state.raw<Habits | null>(null);
  /// True while a question that is answered in advance is not shown: the table answers it in a moment.
  private hides = $state(false);
  private resting: ReturnType<typeof setTimeout> | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;
  /// True from a first message on until the table has said, or was told, what is answered in advance.
  private mustState = false;
  private pending: Reply | null = $state.raw(null);
  /// The last question with an acknowledged answer, which is not asked again.
  private answered: number | null = $state.raw(null);
  private wire: Wire | null = null;

  /// Without `isLive` this is a replay, and nothing is asked.
  constructor(
    readonly code: string,
    readonly key: string | null,
    readonly isLive = true,
  ) {
    if (!isLive) {
      this.standing = 'live';
      return;
    }
    const from = () => (this.events.at(-1)?.number ?? -1) + 1;
    const message = (message: Message) => this.hear(message);
    const standing = (standing: Standing) => (this.standing = standing);
    this.wire = new Wire(code, key, { message, standing, from });
  }

  close() {
    this.wire?.close();
  }

  /// The first question to this person.
  private asked = $derived.by((): Decision | null => (this.over || !this.isLive ? null : (this.view?.decisions[0] ?? null)));

  /// What this person answers in advance. Among people it tells what she holds if she passes at once where nothing else can
  /// be done, so there she has to want it.
  habits = $derived.by((): Habits => this.stated ?? { passes: passing() ?? this.hello?.may_undo ?? false, until: null, stops: [], triggers: {} });

  /// The present decision; none where the table answers it in a moment.
  decision = $derived.by((): Decision | null => (this.hides ? null : this.asked));

  /// The game whose cards are drawn.
  drawn = $derived.by((): Drawn | null => {
    const hello = this.hello;
    return hello && { game: hello.game, version: hello.version, style: hello.style, code: this.code };
  });

  isBusy = $derived(this.pending !== null || (this.answered !== null && this.answered === this.questions[0]));

  /// The places of the options for a card.
  private places = $derived.by(() => {
    const places = new Map<number, number[]>();
    const add = (card: number | undefined, at: number) => {
      if (card !== undefined) places.set(card, [...(places.get(card) ?? []), at]);
    };
    this.decision?.options.forEach((option, at) => add(option.card, at));
    return places;
  });

  private spaces = $derived.by(() => {
    const spaces = new Map<string, number>();
    this.decision?.options.forEach((option, at) => {
      if (option.space) spaces.set(spaceKey(option.space.zone, option.space.seat ?? null, option.space.slot), at);
    });
    return spaces;
  });

  placesOf(card: number): number[] {
    return this.places.get(card) ?? [];
  }

  placeOfSpace(zone: string, seat: number | null, slot: number): number | undefined {
    return this.spaces.get(spaceKey(zone, seat, slot));
  }

  isLit(card: number): boolean {
    return !this.isBusy && this.placesOf(card).some((at) => this.mayChoose(at));
  }

  isChosen(card: number): boolean {
    return this.placesOf(card).some((at) => this.chosen.includes(at));
  }

  /// True if an option may be chosen together with the chosen ones.
  mayChoose(at: number): boolean {
    const decision = this.decision;
    if (!decision || this.isBusy) return false;
    if (this.chosen.includes(at) || decision.kind === 'act' || decision.kind === 'order') return true;
    if (decision.most === 1) return true;
    if (this.chosen.length >= decision.most) return false;
    const sets = decision.sets ?? [];
    // The server lists at most 32 sets, so a shorter list is complete.
    if (sets.length === 0 || sets.length >= 32) return true;
    return sets.some((set) => set.includes(at) && this.chosen.every((one) => set.includes(one)));
  }

  /// True if the choice is a legal answer.
  mayConfirm = $derived.by(() => {
    const decision = this.decision;
    if (!decision || this.isBusy) return false;
    const n = this.chosen.length;
    if (decision.kind === 'order') return n === decision.options.length;
    if (decision.kind === 'number') return this.number >= decision.least && this.number <= decision.most;
    if (n < decision.least || n > decision.most) return false;
    const sets = decision.sets ?? [];
    if (sets.length === 0 || sets.length >= 32) return true;
    return n === 0 || sets.some((set) => set.length === n && set.every((one) => this.chosen.includes(one)));
  });

  /// Chooses an option, or takes the choice back. If only one is needed, it is the answer.
  choose(at: number) {
    const decision = this.decision;
    if (!decision || !this.mayChoose(at)) return;
    this.refused = '';
    if (decision.kind === 'act') return this.answer({ choose: [at] });
    if (this.chosen.includes(at)) {
      this.chosen = this.chosen.filter((one) => one !== at);
      return;
    }
    if (decision.most === 1 && decision.least === 1 && decision.kind === 'pick') return this.answer({ choose: [at] });
    this.chosen = decision.most === 1 && decision.kind === 'pick' ? [at] : [...this.chosen, at];
    if (decision.kind === 'order' && this.chosen.length === decision.options.length - 1) {
      const last = decision.options.findIndex((_, place) => !this.chosen.includes(place));
      this.chosen = [...this.chosen, last];
    }
  }

  /// A click on a card takes its option, if it has only one. Otherwise its options are shown.
  press(card: CardView): boolean {
    const places = this.placesOf(card.card).filter((at) => this.mayChoose(at));
    if (places.length === 1) {
      this.choose(places[0]!);
      return true;
    }
    return false;
  }

  /// Chooses a legal set, usually a payment.
  suggest() {
    const set = this.decision?.sets?.[0];
    if (set) this.chosen = set;
  }

  confirm() {
    const decision = this.decision;
    if (!decision || !this.mayConfirm) return;
    if (decision.kind === 'number') this.answer({ number: this.number });
    else if (decision.kind === 'assign' && this.chosen.length === 0 && decision.may_pass) this.answer('pass');
    else this.answer({ choose: this.chosen });
  }

  pass() {
    if (this.decision?.may_pass) this.answer('pass');
  }

  concede() {
    const seat = this.hello?.seats[0];
    if (seat !== undefined) this.send({ seat, answer: 'concede' });
  }

  undo() {
    this.refused = '';
    void this.wire?.undo();
  }

  /// Passes where nothing else can be done from now on, or no longer.
  passByItself(wants: boolean) {
    try {
      localStorage.setItem(PASSES, wants ? 'yes' : 'no');
    } catch {
      // Without storage it holds for this table.
    }
    this.state({ ...this.habits, passes: wants });
  }

  /// Passes until something happens; `null`: no longer.
  passUntil(until: Until | null) {
    this.state({ ...this.habits, until });
  }

  /// Is always asked in a window, or no longer.
  stopAt(window: string, stops: boolean) {
    const others = this.habits.stops.filter((other) => other !== window);
    this.state({ ...this.habits, stops: stops ? [...others, window] : others });
  }

  /// Uses a trigger always, or never; `null`: is asked.
  alwaysUse(trigger: string, wants: boolean | null) {
    const { [trigger]: _, ...others } = this.habits.triggers;
    this.state({ ...this.habits, triggers: wants === null ? others : { ...others, [trigger]: wants } });
  }

  private state(habits: Habits) {
    this.stated = habits;
    this.refused = '';
    void this.wire?.state(habits);
    this.hide();
  }

  /// Shows no question that the table answers in a moment, if this person has said the answer in advance.
  private hide() {
    clearTimeout(this.hiding);
    this.hides = this.asked !== null && answersInAdvance(this.habits, this.asked);
    // The table may know better, as where what she waits for has come.
    if (this.hides) this.hiding = setTimeout(() => (this.hides = false), SOON);
  }

  /// Votes about an absent player.
  async vote(seat: number, instead: Instead) {
    try {
      await this.ask('votes', { seat, instead });
    } catch (error) {
      this.refused = (error as Error).message;
    }
  }

  /// Shows what a bot would answer.
  async hint() {
    this.advice = '';
    try {
      const { hint } = await this.ask<{ hint: { question: number; answer: Answer } }>('hint', {});
      if (hint.question !== this.questions[0]) return;
      if (hint.answer === 'pass') this.hinted = 'pass';
      else if (typeof hint.answer === 'object' && 'number' in hint.answer) this.number = hint.answer.number;
      else if (typeof hint.answer === 'object') {
        this.hinted = hint.answer.choose;
        // Several options are shown as a complete answer; a single one is only marked.
        if (this.decision?.kind !== 'act' && this.decision?.most !== 1) this.chosen = hint.answer.choose;
        if (hint.answer.choose.length === 0) this.advice = 'A bot would choose nothing.';
      }
      if (this.hinted === 'pass') this.advice = 'A bot would pass.';
    } catch (error) {
      this.advice = (error as Error).message;
    }
  }

  isHinted(card: number): boolean {
    const hinted = this.hinted;
    return hinted !== 'pass' && this.placesOf(card).some((at) => hinted.includes(at));
  }

  /// Writes a note about a moment, by default the present one.
  note(text: string, at?: number): Promise<unknown> {
    return this.ask('notes', { text, at });
  }

  get mayNote(): boolean {
    return this.key !== null;
  }

  /// Shows the card under the pointer, and, if the pointer rests there, why it cannot be used; `null`: none.
  glance(card: CardView | null) {
    if (this.pinned) return;
    clearTimeout(this.resting);
    this.looked = card;
    this.why = [];
    if (card) this.resting = setTimeout(() => void this.askWhy(card), RESTS);
  }

  /// Enlarges a card, and asks why it cannot be used.
  async lookAt(card: CardView) {
    clearTimeout(this.resting);
    this.looked = card;
    this.pinned = true;
    this.why = [];
    await this.askWhy(card);
  }

  private async askWhy(card: CardView) {
    if (!this.decision || !this.key || this.placesOf(card.card).length > 0) return;
    try {
      const { why } = await this.ask<{ why: string[] }>('why', { card: card.card });
      if (this.looked?.card === card.card) this.why = why;
    } catch {
      // Without an answer nothing is shown.
    }
  }

  private ask<T>(what: string, body: unknown): Promise<T> {
    return ask<T>(`/api/tables/${this.code}/${what}`, body, this.key);
  }

  private answer(answer: Answer) {
    const decision = this.decision;
    if (!decision || this.isBusy) return;
    this.send({ seat: decision.seat, question: this.questions[0], answer });
  }

  private send(reply: Reply) {
    this.pending = reply;
    this.refused = '';
    void this.wire?.answer(reply);
  }

  zone(name: string, seat: number | null): ZoneView | undefined {
    return this.view?.zones.find((zone) => zone.name === name && (zone.seat === seat || zone.seat === null));
  }

  board(zone: ZoneView): BoardView | undefined {
    return this.view?.boards?.find((board) => board.name === zone.name && board.seat === zone.seat);
  }

  /// The seat to whose player a card among those of others belongs, such as a figure on a board; `null`: nobody, or it
  /// lies in her own part of the table, where that is seen.
  ownerOf(card: CardView): number | null {
    const zone = this.zonesByCard.get(card.card);
    const host = card.host?.card === undefined ? undefined : this.zonesByCard.get(card.host.card);
    if (zone && zone.seat !== null) return host && host.seat !== zone.seat ? zone.seat : null;
    const seat = this.view?.seats.findIndex((seat) => seat.name === card.owner) ?? -1;
    return seat < 0 ? null : seat;
  }

  private zonesByCard = $derived(new Map((this.view?.zones ?? []).flatMap((zone) => zone.cards.map((card) => [card.card, zone] as const))));

  /// True if cards of players lie among those of others, so that it is told whose they are.
  tellsOwners = $derived.by(() => this.seen.some((card) => this.ownerOf(card) !== null));

  /// True if a zone may be shown as a pile where there is little room: there is nothing to choose in it, and no back.
  isQuiet(zone: ZoneView): boolean {
    const isAsked = this.decision?.options.some(({ space }) => space?.zone === zone.name && (space.seat ?? null) === zone.seat) ?? false;
    return !isAsked && !zone.hidden?.length && zone.cards.length > 0 && !zone.cards.some((card) => this.isLit(card.card));
  }

  /// All cards that are seen.
  seen = $derived((this.view?.zones ?? []).flatMap((zone) => zone.cards));
  private seenByNumber = $derived(new Map(this.seen.map((card) => [card.card, card])));

  /// The cards that hang on a card, and are seen.
  hangingOn(host: number): CardView[] {
    return this.seen.filter((card) => card.host?.card === host);
  }

  /// The cards that lie in a zone, and on no other card that is seen.
  lyingIn(zone: ZoneView): CardView[] {
    return zone.cards.filter((card) => card.host?.card === undefined || !this.isHere(card.host.card));
  }

  /// Whether a card is seen.
  isHere(number: number): boolean {
    return this.seenByNumber.has(number);
  }

  card(number: number): CardView | undefined {
    return this.seenByNumber.get(number);
  }

  hear(message: Message) {
    if ('hello' in message) {
      this.hello = message.hello;
      this.mustState = message.hello.seats.length > 0;
      this.barred = '';
      document.title = message.hello.title;
      dress(message.hello.style);
      // What was not acknowledged before the connection broke is said again: it counts once.
      if (this.pending) void this.wire?.answer(this.pending);
    } else if ('faces' in message) {
      this.differences = [...this.differences, ...message.faces.flatMap((face) => differencesOf(this.before[face.id], face))];
      for (const face of message.faces) delete this.before[face.id];
      this.faces = { ...this.faces, ...Object.fromEntries(message.faces.map((face) => [face.id, face])) };
    } else if ('people' in message) {
      this.people = message.people;
      const until = ({ absent }: Person) => Date.now() + (absent ?? 0) * 1000;
      this.waitedFor = new Map(message.people.flatMap((person, seat) => (person.absent === null ? [] : [[seat, until(person)]])));
    } else if ('saved' in message) {
      this.saved = message.saved;
      // What is printed comes anew.
      if (!message.saved.wrong) {
        [this.before, this.faces, this.differences] = [this.faces, {}, []];
      }
    } else if ('remarks' in message) {
      this.remarks = message.remarks;
    } else if ('habits' in message) {
      this.stated = message.habits;
      this.mustState = false;
      this.hide();
    } else if ('taken' in message) {
      this.pending = null;
      this.answered = message.taken.question;
    } else if ('refused' in message && ['busy', 'table_moves'].includes(message.refused.code)) {
      // The server counts a repeated answer once. A connection that it does not let in is made again.
      const pending = this.pending;
      if (pending) setTimeout(() => this.pending === pending && void this.wire?.answer(pending), 500 + Math.random() * 1000);
    } else if ('refused' in message) {
      this.pending = null;
      const { code, words } = message.refused;
      if (code === 'no_such_table' || (code === 'no_such_seat' && !this.hello)) {
        this.barred = words;
        this.wire?.close();
      } else if (code !== 'stale_question') {
        this.refused = words;
      }
    } else if ('table' in message) {
      const now = message.table;
      const isOther = now.questions[0] !== this.questions[0];
      const view = now.is_part && this.view ? whole(this.view, now.view as ViewPart) : (now.view as View);
      this.view = view;
      this.questions = now.questions;
      this.over = now.over ?? null;
      this.events = [...(now.is_anew ? [] : this.events), ...now.events].slice(-LINES);
      const told = now.events.filter((event) => !event.is_minor).map((event) => event.text.trim());
      if (told.length > 0 && !now.is_anew) this.spoken = told.slice(-8).join('. ');
      const left = now.left[0];
      this.deadline = left === null || left === undefined ? null : Date.now() + left * 1000;
      if (isOther) {
        this.hinted = [];
        this.advice = '';
        this.chosen = [];
        this.refused = '';
        this.number = Math.max(view.decisions[0]?.least ?? 0, 0);
        if (this.pending?.question !== undefined && this.pending.question !== now.questions[0]) this.pending = null;
      }
      if (this.mustState) {
        this.mustState = false;
        if (answersAny(this.habits)) void this.wire?.state(this.habits);
      }
      this.hide();
    }
  }
}

/// So many milliseconds the table has to answer a question in advance.
const SOON = 1500;
const PASSES = 'intermezzo:passes';

function passing(): boolean | null {
  try {
    const wants = localStorage.getItem(PASSES);
    return wants === null ? null : wants === 'yes';
  } catch {
    return null;
  }
}

/// True if a person answers anything in advance.
function answersAny(habits: Habits): boolean {
  return habits.passes || habits.until !== null || habits.stops.length > 0 || Object.keys(habits.triggers).length > 0;
}

/// True if a question is answered in advance, as far as it can be known here.
export function answersInAdvance(habits: Habits, decision: Decision): boolean {
  if (decision.trigger !== undefined) return decision.trigger in habits.triggers;
  if (decision.kind !== 'act' || !decision.may_pass || habits.stops.includes(decision.window ?? '')) return false;
  return habits.until !== null || (habits.passes && decision.options.length === 0);
}

/// True if nothing but passing can be done.
export function maySolelyPass(decision: Decision): boolean {
  return decision.kind === 'act' && decision.may_pass && decision.options.length === 0;
}

/// The differences between the former and the present printed card.
export function differencesOf(before: Face | undefined, now: Face): string[] {
  if (!before) return [];
  const told = (value: unknown) => (value === undefined ? 'nothing' : Array.isArray(value) ? value.join(', ') : String(value));
  const differs = (what: string, from: unknown, to: unknown) => (told(from) === told(to) ? [] : [`${now.name}: ${what} ${told(from)} → ${told(to)}`]);
  const fields = [...new Set([...Object.keys(before.fields), ...Object.keys(now.fields)])];
  return [
    ...differs('name', before.name, now.name),
    ...fields.flatMap((field) => differs(field, before.fields[field], now.fields[field])),
    ...(before.text === now.text ? [] : [`${now.name}: ${now.text || 'no text'}`]),
  ];
}

function spaceKey(zone: string, seat: number | null, slot: number): string {
  return `${zone}|${seat ?? ''}|${slot}`;
}
