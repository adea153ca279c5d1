import { describe, expect, it } from 'vitest';
import { alike, costOf, isTurned, pips, statsOf, tint } from './cardLook';
import { said, sentence, short, withLinks } from './words';
import type { CardView, Face } from './types';

const face: Face = {
  id: 'lamp', name: 'Lamp', type: 'relic', set: 'core', text: '', cells: {},
  fields: { cost: '2 any + 1 red', power: 2, colour: ['red'] },
};
const card: CardView = { card: 3, id: 'lamp', name: 'Lamp', slot: 0, fields: { power: 4, wounds: 0 }, statuses: ['resting'] };

describe('the look of a card', () => {
  it('reads costs in words', () => {
    expect(pips('2 any + 1 red')).toEqual([{ n: 2, kind: 'any' }, { n: 1, kind: 'red' }]);
    expect(pips('a card of your hand')).toEqual([]);
    expect(costOf(face).pips).toHaveLength(2);
  });

  it('shows numbers as they are, and what was printed', () => {
    expect(statsOf(face, card, [])).toEqual([{ name: 'power', value: 4, printed: 2 }]);
    expect(statsOf(face, undefined, [])).toEqual([{ name: 'power', value: 2, printed: undefined }]);
  });

  it('takes its colour from a field, else from its type', () => {
    expect(tint(face).hue).toBe(6);
    expect(tint({ ...face, fields: {} })).toEqual(tint({ ...face, id: 'other', fields: {} }));
  });

  it('says names of manifests as people do', () => {
    expect(said('turn_slots')).toBe('turn slots');
    expect(sentence('choose a turn_slot')).toBe('Choose a turn slot');
    expect([short('vp'), short('prowess'), short('attack_stars')]).toEqual(['VP', 'PRO', 'AS']);
  });

  it('finds the cards that a sentence names', () => {
    const [one, two] = [card, { ...card, card: 4 }];
    const post = { ...card, card: 5, name: 'Lamp Post' };
    expect(withLinks('Lamp Post hits Lamp, and Lamp falls', [one, two, post])).toEqual([
      { text: 'Lamp Post', card: post }, { text: ' hits ' }, { text: 'Lamp', card: one }, { text: ', and ' }, { text: 'Lamp', card: two }, { text: ' falls' },
    ]);
    expect(withLinks('Lamps and a Clamp', [one])).toEqual([{ text: 'Lamps and a Clamp' }]);
  });

  it('tells cards apart by what they are now', () => {
    expect(alike(card)).toBe(alike({ ...card, card: 9 }));
    expect(alike(card)).not.toBe(alike({ ...card, statuses: [] }));
    expect(isTurned(card.statuses)).toBe(true);
  });
});
