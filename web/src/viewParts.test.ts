import { expect, test } from 'vitest';
import { whole, type ViewPart } from './viewParts';
import type { CardView, View, ZoneView } from './types';

const card = (number: number, power = 3) => ({ card: number, name: 'Pup', fields: { power } }) as unknown as CardView;
const zone = (name: string, ...cards: (number | CardView)[]) => ({ name, seat: null, cards, unknown: 0 }) as unknown as ZoneView;
const view = (...zones: ZoneView[]) => ({ title: 'Duel', phase: 'main', zones }) as unknown as View;

test('what lacks is as it was', () => {
  const before = view(zone('hand', card(1), card(2)), zone('field'));
  expect(whole(before, { zones: [0, 0] })).toEqual(before);
  expect(whole(before, { zones: [0, 0], phase: 'end' })).toEqual({ ...before, phase: 'end' });
  const moved = { zones: [zone('hand', 2), zone('field', 1)] } as unknown as ViewPart;
  expect(whole(before, moved)).toEqual(view(zone('hand', card(2)), zone('field', card(1))));
  const grown = { zones: [zone('hand', card(1, 4), 2), 0] } as unknown as ViewPart;
  expect(whole(before, grown)).toEqual(view(zone('hand', card(1, 4), card(2)), zone('field')));
});
