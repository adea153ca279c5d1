// The keys of the seats that this browser holds. They are in its storage, and never in an address that a server sees.

import { ask } from './request';

interface Kept {
  key?: string;
  /// The keys of all seats, for the person who opened the table and invites others.
  all?: (string | null)[];
  /// The seats whose players share this screen.
  here?: number[];
  name?: string;
}

const place = (code: string) => `intermezzo:${code}`;

export function kept(code: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(place(code)) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

export function keep(code: string, what: Kept) {
  try {
    localStorage.setItem(place(code), JSON.stringify({ ...kept(code), ...what }));
  } catch {
    // Without storage only the link has the key.
  }
}

const HOST = 'intermezzo:host';

/// Takes the keys out of the address: the key of a seat, and after a dot the key of the host.
function given(): { seat?: string; host?: string } {
  const [, seat, host] = /^#([0-9a-f]{32})?(?:\.([0-9a-f]{32}))?$/.exec(location.hash) ?? [];
  if (seat || host) history.replaceState(null, '', location.pathname + location.search);
  if (host) {
    try {
      localStorage.setItem(HOST, host);
    } catch {
      // Without storage the files are available until the page is left.
    }
  }
  return { seat, host };
}

/// The key of the seat: the one in the link, which is then stored, or the stored one.
export function keyOf(code: string): string | null {
  const { seat } = given();
  if (seat) keep(code, { key: seat });
  return seat ?? kept(code).key ?? null;
}

/// Has the server know this browser again at the table: by the key of a seat it sets a cookie, and by the cookie it gives a
/// key for this visit. Without either there is none.
export async function returnTo(code: string, key: string | null): Promise<string | null> {
  return (await ask<{ key: string | null }>(`/api/tables/${code}/return`, {}, key)).key;
}

/// The key of the host, for the person who started the studio on a folder.
export function hostKey(): string | null {
  const { host } = given();
  try {
    return host ?? localStorage.getItem(HOST);
  } catch {
    return host ?? null;
  }
}

export function linkOf(code: string, key: string | null): string {
  return `${location.origin}/t/${code}${key ? `#${key}` : ''}`;
}
