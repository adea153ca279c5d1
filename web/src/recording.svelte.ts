// A recording: what is played at a table from a moment on, which becomes a scenario of the host's folder.

import { ask } from './request';
import type { Ran } from './types';

/// The scenario of what was recorded: shown first, then saved.
export interface Draft {
  text: string;
  /// The number of answers at its end.
  at: number;
  /// Differences from the game that was played.
  remarks: string[];
}

interface Saved {
  path: string;
  ran: Ran | null;
}

export class Recording {
  /// The number of answers at its beginning; `null`: nothing is recorded.
  from = $state<number | null>(null);
  draft = $state.raw<Draft | null>(null);
  saved = $state.raw<Saved | null>(null);
  wrong = $state('');
  isBusy = $state(false);

  constructor(
    readonly code: string,
    readonly key: string | null,
    readonly host: string,
  ) {
    const from = sessionStorage.getItem(this.place);
    this.from = from === null ? null : Number(from);
  }

  private get place(): string {
    return `intermezzo:recording:${this.code}`;
  }

  private keep(from: number | null) {
    this.from = from;
    if (from === null) sessionStorage.removeItem(this.place);
    else sessionStorage.setItem(this.place, String(from));
  }

  /// Records from the present moment on.
  async begin() {
    const now = await this.tried(ask<{ answers: number }>(`/api/tables/${this.code}/moments/${LAST}`, undefined, this.key));
    if (now) this.keep(now.answers);
  }

  /// Ends the recording, and makes a scenario of it that is not saved yet.
  async end() {
    const draft = await this.tried(this.make<Draft>({ from: this.from, is_draft: true, title: '' }));
    if (!draft) return;
    this.saved = null;
    this.draft = draft;
  }

  /// Writes the scenario into the folder, and runs it there.
  async save(title: string) {
    const { at } = this.draft!;
    const saved = await this.tried(this.make<Saved>({ from: this.from, at, title }));
    if (!saved) return;
    this.saved = saved;
    this.keep(null);
  }

  /// Goes on with recording: the scenario is made later.
  goOn() {
    this.draft = null;
    this.wrong = '';
  }

  /// Forgets what was recorded, or closes what was saved.
  drop() {
    this.goOn();
    this.keep(null);
  }

  private make<T>(wish: object): Promise<T> {
    return ask<T>(`/api/tables/${this.code}/scenarios`, { ...wish, host: this.host }, this.key);
  }

  private async tried<T>(what: Promise<T>): Promise<T | undefined> {
    this.wrong = '';
    this.isBusy = true;
    try {
      return await what;
    } catch (error) {
      this.wrong = (error as Error).message;
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }
}

/// A number of answers that no game has: the server takes the last moment for it.
const LAST = 4294967295;
