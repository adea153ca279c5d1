import { expect, it } from 'vitest';
import { differencesOf, maySolelyPass } from './play.svelte';
import type { Decision, Face } from './types';

const lamp: Face = { id: 'lamp', name: 'Lamp', type: 'relic', set: 'core', fields: { cost: 2, colour: ['red'] }, cells: {}, text: 'Glows.' };

it('says what is printed otherwise on a card, and nothing of a new one', () => {
  expect(differencesOf(undefined, lamp)).toEqual([]);
  expect(differencesOf(lamp, { ...lamp, fields: { colour: ['red'], cost: 2 } })).toEqual([]);
  const other: Face = { ...lamp, name: 'Torch', fields: { cost: 3, colour: ['red', 'blue'], power: 1 }, text: '' };
  expect(differencesOf(lamp, other)).toEqual([
    'Torch: name Lamp → Torch',
    'Torch: cost 2 → 3',
    'Torch: colour red → red, blue',
    'Torch: power nothing → 1',
    'Torch: no text',
  ]);
});

it('passes by itself only where nothing else can be done', () => {
  const only: Decision = { seat: 0, window: 'main', prompt: '', kind: 'act', least: 0, most: 1, may_pass: true, rule: '', options: [], is_payment: false };
  expect(maySolelyPass(only)).toBe(true);
  expect(maySolelyPass({ ...only, options: [{ text: 'draw', cost: '' }] })).toBe(false);
  expect(maySolelyPass({ ...only, may_pass: false })).toBe(false);
  expect(maySolelyPass({ ...only, kind: 'pick' })).toBe(false);
});
