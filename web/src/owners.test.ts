import { expect, test } from 'vitest';
import { ownerOf, signs } from './owners';
import type { SpaceView } from './types';

test('players have signs that no two share', () => {
  expect(signs(['Amy', 'beth'])).toEqual(['A', 'B']);
  expect(signs(['Amy', 'anna'])).toEqual(['1', '2']);
  expect(signs(['Amy', ''])).toEqual(['1', '2']);
});

test('a figure has the player of its place on a shared board alone', () => {
  const space = (owners?: (number | null)[]) => ({ cards: [['Guard', null], ['Gate', null]], owners }) as unknown as SpaceView;
  expect([0, 1].map((place) => ownerOf(space([1, null]), place))).toEqual([1, null]);
  expect(ownerOf(space(), 0)).toBe(null);
});
