// The connection to a table: a WebSocket or, where it is blocked, server-sent events and requests.

import type { Habits, Message, Reply } from './types';

export type Standing = 'connecting' | 'live' | 'lost' | 'closed';

interface Heard {
  message(message: Message): void;
  standing(standing: Standing): void;
  /// The number of the first event that is not known yet.
  from(): number;
}

/// The milliseconds after which a socket that has not opened is taken to be blocked.
const OPENS = 2500;
const SOONEST = 250;
const LATEST = 5000;

export class Wire {
  private socket: WebSocket | null = null;
  private stream: AbortController | null = null;
  private isBlocked: boolean;
  private wait = SOONEST;
  private isClosed = false;

  constructor(
    private code: string,
    private key: string | null,
    private heard: Heard,
  ) {
    this.isBlocked = new URLSearchParams(location.search).get('via') === 'sse';
    this.connect();
  }

  close() {
    this.isClosed = true;
    this.socket?.close();
    this.stream?.abort();
    this.heard.standing('closed');
  }

  async answer(reply: Reply) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ answer: reply }));
    else if (this.stream) await this.post('answers', reply);
  }

  async undo() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ undo: {} }));
    else if (this.stream) await this.post('undo', {});
  }

  async state(habits: Habits) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ habits }));
    else if (this.stream) await this.post('habits', habits);
  }

  private async post(what: string, body: unknown) {
    const headers = { 'content-type': 'application/json', ...this.authorization() };
    try {
      const url = `/api/tables/${this.code}/${what}`;
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      const message = (await response.json()) as Message;
      if ('taken' in message || 'refused' in message) this.heard.message(message);
    } catch {
      // The stream may break, too. When it is open again, answers without acknowledgement are sent again.
    }
  }

  private authorization(): Record<string, string> {
    return this.key ? { authorization: `Bearer ${this.key}` } : {};
  }

  private connect() {
    if (this.isClosed) return;
    this.heard.standing('connecting');
    if (this.isBlocked) void this.openStream();
    else this.openSocket();
  }

  private again() {
    if (this.isClosed) return;
    this.heard.standing('lost');
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LATEST);
  }

  private openSocket() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.code}/socket`);
    this.socket = socket;
    let isOpen = false;
    const blocked = setTimeout(() => socket.close(), OPENS);
    socket.onopen = () => {
      const join = { key: this.key ?? undefined, from: this.heard.from(), parts: true };
      socket.send(JSON.stringify({ join }));
    };
    socket.onmessage = (event) => {
      if (!isOpen) {
        isOpen = true;
        clearTimeout(blocked);
        this.wait = SOONEST;
        this.heard.standing('live');
      }
      this.heard.message(JSON.parse(event.data as string) as Message);
    };
    socket.onclose = () => {
      clearTimeout(blocked);
      this.socket = null;
      // A socket that never spoke may be blocked: the next try is a stream, and the one after it a socket again.
      this.isBlocked = !isOpen;
      this.again();
    };
  }

  private async openStream() {
    const stop = new AbortController();
    this.stream = stop;
    let isOpen = false;
    try {
      const url = `/api/tables/${this.code}/stream?from=${this.heard.from()}&parts=true`;
      const response = await fetch(url, { headers: this.authorization(), signal: stop.signal });
      if (!response.ok || !response.body) {
        this.heard.message((await response.json()) as Message);
        throw new Error('refused');
      }
      isOpen = true;
      this.wait = SOONEST;
      this.heard.standing('live');
      for await (const data of eventsOf(response.body)) this.heard.message(JSON.parse(data) as Message);
    } catch {
      // Whatever it was, it is tried again.
    }
    this.stream = null;
    this.isBlocked = isOpen;
    this.again();
  }
}

/// The data of server-sent events.
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart());
      if (data.length > 0) yield data.join('\n');
    }
  }
}
