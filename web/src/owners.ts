// Owners: whose figure stands on a board that all share.

import type { SpaceView } from './types';

/// A sign for each player: the first letter of the name where no two names share it, else the number of the seat.
export function signs(names: string[]): string[] {
  const letters = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '');
  const areApart = letters.every((letter, at) => letter !== '' && letters.indexOf(letter) === at);
  return areApart ? letters : names.map((_, at) => String(at + 1));
}

/// The seat of the player of a card on a space, by the place of the card there; null: nobody's, or a board of one player.
export function ownerOf(space: SpaceView, place: number): number | null {
  return space.owners?.[place] ?? null;
}
