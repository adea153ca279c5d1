// Words as people read them: names of a manifest, and sentences with links to cards.

import type { CardView } from './types';

/// A name of a manifest as people read it.
export function said(name: string): string {
  return name.replaceAll('_', ' ');
}

/// A sentence as people read it.
export function sentence(words: string): string {
  const text = said(words);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/// Names of targets that say nothing to a player.
const BARE = new Set(['to', 'from', 'hit', 'it', 'one', 'two', 'three', 'n', 'what', 'which', 'where', 'who', 'whose', 'some', 'thing', 'purse', 'all_of_them', 'like', 'face']);

/// True if the name of a target tells more than the kind of what is chosen.
export function tells(name: string, kind: string): boolean {
  return !BARE.has(name) && name !== kind;
}

/// One thing of a kind: `a card`, `an item`.
export function one(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/// Several things of a kind: `allies`.
export function several(kind: string): string {
  if (/(s|x|ch|sh)$/.test(kind)) return `${kind}es`;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

/// A cost such as `1 actions and 2 coins` as people say it: the manifest names what is counted as of many.
export function counted(cost: string): string {
  return cost.replace(/(^|[^\p{L}\p{N}-])1 (\p{L}+?)(ies|s)(?=$| and |,| \+ )/gu, (all, before: string, word: string, end: string) => {
    if (end === 's' && /[su]$/.test(word)) return all;
    return `${before}1 ${word}${end === 'ies' ? 'y' : ''}`;
  });
}

/// A name of a manifest where there is little room.
export function short(name: string): string {
  const words = said(name).split(' ');
  if (words.length > 1) return words.map((word) => word[0]).join('').toUpperCase();
  return name.length <= 6 ? name.toUpperCase() : name.slice(0, 3).toUpperCase();
}

/// A sentence in parts: a name of one of these cards is a part of its own, with its card. A name that stands there again is
/// that of the next card with this name, if there is one.
export function withLinks(text: string, cards: CardView[]): { text: string; card?: CardView }[] {
  const named = new Map<string, CardView[]>();
  for (const card of cards) if (card.name) named.set(card.name, [...(named.get(card.name) ?? []), card]);
  // Of two names that begin alike the longer one is meant.
  const names = new Map<string, string[]>();
  for (const name of [...named.keys()].sort((a, b) => b.length - a.length)) names.set(name[0]!, [...(names.get(name[0]!) ?? []), name]);
  const parts: { text: string; card?: CardView }[] = [];
  const used = new Map<string, number>();
  let [plain, at] = ['', 0];
  const isLetter = (c: string | undefined) => c !== undefined && /[\p{L}\p{N}]/u.test(c);
  while (at < text.length) {
    const name = isLetter(text[at - 1]) ? undefined : names.get(text[at]!)?.find((name) => text.startsWith(name, at) && !isLetter(text[at + name.length]));
    if (!name) {
      plain += text[at++];
      continue;
    }
    if (plain) parts.push({ text: plain });
    const [all, n] = [named.get(name)!, used.get(name) ?? 0];
    parts.push({ text: name, card: all[Math.min(n, all.length - 1)] });
    used.set(name, n + 1);
    [plain, at] = ['', at + name.length];
  }
  if (plain) parts.push({ text: plain });
  return parts;
}
