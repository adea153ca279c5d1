// Which seats this browser holds: keys lie in its storage, and travel in no address that a server sees.

interface Kept {
  key?: string;
  /// The keys of all seats, for who opened the table and invites others.
  all?: (string | null)[];
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
    // Without storage the link itself is the key.
  }
}

/// The key to a seat: that of the link, which is kept and leaves the address, or one that was kept before.
export function keyOf(code: string): string | null {
  const given = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(given)) {
    keep(code, { key: given });
    history.replaceState(null, '', location.pathname + location.search);
    return given;
  }
  return kept(code).key ?? null;
}

export function linkOf(code: string, key: string | null): string {
  return `${location.origin}/t/${code}${key ? `#${key}` : ''}`;
}

export async function ask<T>(url: string, body?: unknown, key?: string | null): Promise<T> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const init = body === undefined
    ? { headers }
    : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  const answer = (await response.json()) as T & { refused?: { words: string } };
  if (answer.refused) throw new Error(answer.refused.words);
  return answer;
}
