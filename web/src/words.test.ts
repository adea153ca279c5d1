import { expect, test } from 'vitest';
import { counted, one, several, tells } from './words';

test('a cost of one thing names one thing', () => {
  expect(counted('1 actions')).toBe('1 action');
  expect(counted('1 actions and 2 coins')).toBe('1 action and 2 coins');
  expect(counted('11 actions and 1 coins')).toBe('11 actions and 1 coin');
  expect(counted('1 injuries')).toBe('1 injury');
  expect(counted('2 any + 1 red')).toBe('2 any + 1 red');
  expect(counted('1 colourless')).toBe('1 colourless');
  expect(counted('1 card in hand of yours')).toBe('1 card in hand of yours');
  expect(counted('-1 coins')).toBe('-1 coins');
});

test('a target is asked for by its kind', () => {
  expect(one('item')).toBe('an item');
  expect(one('place')).toBe('a place');
  expect(several('coin')).toBe('coins');
  expect(several('ally')).toBe('allies');
  expect(several('witch')).toBe('witches');
  expect(tells('purse', 'coin')).toBe(false);
  expect(tells('victim', 'creature')).toBe(true);
});
