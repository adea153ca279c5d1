// The look of everything that no manifest describes yet: colours, costs, and the choice of numbers.

import type { CardView, Face, Field } from './types';

/// A number from a text, always the same.
export function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/// A generator of numbers from 0 up to 1, which depend only on the seed.
export function chance(seed: number): () => number {
  let s = seed || 1;
  return () => {
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    return (s >>> 0) / 4294967296;
  };
}

export interface Tint {
  hue: number;
  /// How strong the colour is, in percent.
  strength: number;
  /// How light, in percent.
  light: number;
}

const KNOWN: Record<string, Tint> = {
  red: { hue: 6, strength: 58, light: 46 },
  ember: { hue: 14, strength: 62, light: 46 },
  hearts: { hue: 350, strength: 58, light: 46 },
  diamonds: { hue: 18, strength: 62, light: 48 },
  orange: { hue: 26, strength: 70, light: 48 },
  yellow: { hue: 44, strength: 70, light: 46 },
  gold: { hue: 42, strength: 62, light: 44 },
  green: { hue: 140, strength: 38, light: 36 },
  grove: { hue: 128, strength: 38, light: 36 },
  blue: { hue: 212, strength: 52, light: 44 },
  tide: { hue: 200, strength: 55, light: 42 },
  purple: { hue: 278, strength: 36, light: 46 },
  dusk: { hue: 262, strength: 32, light: 40 },
  white: { hue: 42, strength: 24, light: 62 },
  black: { hue: 250, strength: 10, light: 28 },
  clubs: { hue: 150, strength: 26, light: 30 },
  spades: { hue: 226, strength: 22, light: 32 },
  grey: { hue: 220, strength: 6, light: 50 },
};

/// The fields that may hold the colour of a card, in order of preference.
const COLOURING = ['colour', 'color', 'suit', 'faction', 'side', 'witch', 'school', 'house'];

export function wordOf(field: Field | undefined): string | undefined {
  if (Array.isArray(field)) return field[0];
  return typeof field === 'string' ? field : undefined;
}

export function tintOf(word: string): Tint {
  const known = KNOWN[word.toLowerCase()];
  return known ?? { hue: (hash(word) * 137) % 360, strength: 38, light: 42 };
}

/// The hue by which a player's cards are known among those of others.
export function hueOf(seat: number): number {
  return [205, 32, 135, 285, 350, 60][seat % 6]!;
}

/// The colour of a card: its own, else one for its type.
export function tint(face: Face | undefined, card?: CardView): Tint {
  for (const name of COLOURING) {
    const word = wordOf(card?.fields[name]) ?? wordOf(face?.fields[name]);
    if (word) return tintOf(word);
  }
  return tintOf(face?.type ?? card?.id ?? '');
}

export interface Pip {
  kind: string;
  n: number;
}

/// A cost in words as pips: `2 any + 1 red`.
export function pips(cost: string): Pip[] {
  const parts = cost.split(/ \+ |, /).map((part) => /^(\d+) (\S+)$/.exec(part.trim()));
  if (parts.some((part) => part === null)) return [];
  return parts.map((part) => ({ n: Number(part![1]), kind: part![2]! }));
}

const COSTS = ['entry', 'usage', 'cost', 'price', 'size', 'mp'];

export interface Costs {
  pips: Pip[];
  number?: { name: string; value: number };
}

/// The contents of the corner for the cost.
export function costOf(face: Face | undefined, card?: CardView): Costs {
  for (const name of COSTS) {
    const field = card?.fields[name] ?? face?.fields[name];
    if (typeof field === 'string') {
      const found = pips(field);
      if (found.length > 0) return { pips: found };
    }
    if (typeof field === 'number') return { pips: [], number: { name, value: field } };
  }
  return { pips: [] };
}

export interface Stat {
  name: string;
  value: number;
  /// The printed value, if it differs.
  printed?: number;
}

const QUIET = new Set(['copies', 'limit', 'points', 'army', 'army_reverse', 'made', 'difficulty', 'modes', 'yields']);

/// The numbers at the foot of a card, as they are now: first those that the table shows.
export function statsOf(face: Face | undefined, card: CardView | undefined, show: string[]): Stat[] {
  const cost = costOf(face, card).number?.name;
  const printed = face?.fields ?? {};
  const now = card?.fields ?? {};
  const names = [...show, ...Object.keys(printed), ...Object.keys(now)];
  const stats: Stat[] = [];
  for (const name of new Set(names)) {
    const was = printed[name];
    const is = now[name] ?? (card && typeof was === 'number' && name in now ? 0 : was);
    if (typeof is !== 'number' || name === cost) continue;
    if (QUIET.has(name) && !show.includes(name)) continue;
    // A counter, such as damage, is shown once it is above 0.
    if (is === 0 && was === undefined) continue;
    stats.push({ name, value: is, printed: typeof was === 'number' && was !== is ? was : undefined });
  }
  return stats;
}

/// The usual statuses of a card, which need no mark.
const USUAL = new Set(['active', 'ready', 'upright', 'standing', 'face_up', 'incomplete', 'awake', 'untapped', 'unused', 'settled']);
const TURNED = new Set(['resting', 'rested', 'tapped', 'exhausted', 'asleep', 'used', 'spent', 'locked', 'down']);

export function told(statuses: string[]): string[] {
  return statuses.filter((status) => !USUAL.has(status) && !TURNED.has(status));
}

export function isTurned(statuses: string[]): boolean {
  return statuses.some((status) => TURNED.has(status));
}

/// Everything that makes two cards look alike.
export function alike(card: CardView): string {
  return JSON.stringify([card.id, card.owner, card.fields, card.statuses, card.changes ?? []]);
}
