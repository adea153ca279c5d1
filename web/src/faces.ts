// Faces: where cards are drawn (see `studio/src/http/faces.rs`), and the colours of a table from the back of its cards.

import type { CardView } from './types';

/// What a page around the cards of a game goes by.
export interface CardStyle {
  /// Width and height of a card.
  size: [number, number];
  /// The colour of the back, and of what is drawn on it.
  ground: string;
  ink: string;
}

/// The game whose cards are drawn: which, in which version, and at which table.
export interface Drawn {
  game: string;
  version: string;
  style: CardStyle;
  code?: string;
}

/// Below this width, in pixels, letters of a text are too small: a card shows its name and its numbers large instead.
export const LEAST_WIDTH = 170;

/// The values of a card that differ from print, as a drawing is told them.
export function changes(card: CardView | undefined): [string, string][] {
  return Object.keys(card?.printed ?? {}).flatMap((name): [string, string][] => {
    const now = card?.fields[name];
    if (typeof now === 'number') return [[name, String(now)]];
    if (!Array.isArray(now)) return [];
    return now.length > 0 ? now.map((word) => [name, word]) : [[name, '']];
  });
}

/// The address of the face of a card. `isOwn`: of the version that this table plays, where the server has another by now.
export function faceAt(drawn: Drawn, id: string, card: CardView | undefined, isSmall: boolean, isOwn = false): string {
  const values = new URLSearchParams(changes(card));
  const query = [isSmall ? 'small' : '', values.toString()].filter(Boolean).join('&');
  const of = isOwn && drawn.code ? `tables/${drawn.code}` : `games/${drawn.game}`;
  return `/api/${of}/faces/${drawn.version}/${encodeURIComponent(id)}${query ? `?${query}` : ''}`;
}

/// The address of the back of the cards.
export function backAt(game: string): string {
  return `/api/games/${game}/back`;
}

/// Hue and strength of a colour such as `#2c2a3a`; the strength in percent.
export function hueOf(colour: string): { hue: number; strength: number } {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255) as [number, number, number];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const by = most - least;
  if (!(by > 0)) return { hue: 0, strength: 0 };
  const hue = most === r ? ((g - b) / by + 6) % 6 : most === g ? (b - r) / by + 2 : (r - g) / by + 4;
  return { hue: Math.round(hue * 60), strength: Math.round((by / (1 - Math.abs(most + least - 1))) * 100) };
}

/// Lays the colour of the backs under the table. How light it is follows from the scheme of the page, so that what is
/// written on it can be read.
export function dress(style: CardStyle) {
  const { hue, strength } = hueOf(style.ground);
  document.documentElement.style.setProperty('--felt-hue', String(hue));
  document.documentElement.style.setProperty('--felt-strength', `${Math.min(strength, 42)}%`);
}
