import { describe, expect, it } from 'vitest';
import { changes, faceAt, hueOf, type Drawn } from './faces';
import type { CardView } from './types';

const drawn: Drawn = { game: 'ropes', version: 'abc', code: 'QWERTY', style: { size: [630, 880], ground: '#2d6a58', ink: '#ffffff' } };
const card: CardView = {
  card: 3, id: 'odd_rope', name: 'Odd Rope', slot: 0, statuses: [],
  fields: { power: 4, kinds: ['Net', 'Old Knot'], wounds: 2, cost: '2 any' },
  printed: { power: 2, kinds: ['Net'], cost: '1 any' },
};

describe('the address of a face', () => {
  it('says what differs from print, and nothing else', () => {
    expect(changes(card)).toEqual([['power', '4'], ['kinds', 'Net'], ['kinds', 'Old Knot']]);
    expect(changes(undefined)).toEqual([]);
    expect(changes({ ...card, fields: { kinds: [] }, printed: { kinds: ['Net'] } })).toEqual([['kinds', '']]);
  });

  it('is that of the game, or of the table', () => {
    expect(faceAt(drawn, 'odd_rope', undefined, false)).toBe('/api/games/ropes/faces/abc/odd_rope');
    expect(faceAt(drawn, 'odd_rope', card, true)).toBe('/api/games/ropes/faces/abc/odd_rope?small&power=4&kinds=Net&kinds=Old+Knot');
    expect(faceAt(drawn, 'a/b', undefined, false, true)).toBe('/api/tables/QWERTY/faces/abc/a%2Fb');
  });
});

describe('the colour of a back', () => {
  it('has a hue and a strength', () => {
    expect(hueOf('#ff0000')).toEqual({ hue: 0, strength: 100 });
    expect(hueOf('#2d6a58')).toEqual({ hue: 162, strength: 40 });
    expect(hueOf('#808080')).toEqual({ hue: 0, strength: 0 });
  });
});
