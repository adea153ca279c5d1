// A view that a table tells in parts: what lacks in it is as it was (`studio/src/parts.rs`).

import type { CardView, View, ZoneView } from './types';

/// A zone that is as it was is 0, and a card that is as it was, wherever it lay, is its number.
export interface ViewPart extends Partial<Omit<View, 'zones'>> {
  zones: (0 | (Omit<ZoneView, 'cards'> & { cards: (number | CardView)[] }))[];
}

/// The whole view.
export function whole(before: View, now: ViewPart): View {
  const cards = new Map(before.zones.flatMap((zone) => zone.cards).map((card) => [card.card, card]));
  const card = (told: number | CardView) => (typeof told === 'number' ? cards.get(told)! : told);
  const zones = now.zones.map((zone, at) => (zone === 0 ? before.zones[at]! : { ...zone, cards: zone.cards.map(card) }));
  return { ...before, ...now, zones } as View;
}
