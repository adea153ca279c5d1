// What a person answers in advance: she passes until her turn, is asked again at a stop, and takes back what was a choice.
//
//   node e2e/habits.mjs

import { asked, chance, click, launch, open, seat } from './browser.mjs';

const browser = await launch();
let wrong = 0;

function check(is, words) {
  console.log(`${is ? 'fine ' : 'WRONG'} ${words}`);
  if (!is) wrong++;
}

const page = await open(browser);
await seat(page, 'duel', { seed: 3 });
const next = chance(5);
const mayPass = () => page.locator('.prompt .acts button', { hasText: /^Pass$/ }).count();
for (let n = 0; n < 20 && (await asked(page)) && (await mayPass()) === 0; n++) await click(page, next);

const question = await page.getAttribute('.prompt', 'data-question');
await page.locator('.prompt .opens-ahead').click();
await page.locator('.prompt .ahead button', { hasText: 'until my turn' }).click();
await page.waitForFunction((before) => document.querySelector('.prompt')?.dataset.question !== before, question, { timeout: 20000 });
check(true, 'who passes until her turn is not asked where she may pass');
check(await asked(page), 'she is asked again');
const turn = await page.evaluate(() => [...document.querySelectorAll('.moment span')].map((span) => span.textContent).join(' '));
check(turn.length > 0, `then it is ${turn}`);

// A stop holds where the table would pass by itself.
await page.locator('.prompt .opens-ahead').click().catch(() => undefined);
const stop = page.locator('.prompt .ahead .stop input');
if ((await stop.count()) > 0) {
  await stop.check();
  check(await stop.isChecked(), 'a window may be a stop');
  await page.keyboard.press('t');
  await page.waitForTimeout(400);
  check(await asked(page), 'at a stop she is asked, and waits for nothing any more');
}

// By key, and over server-sent events.
process.env.VIA = 'sse';
const other = await open(browser);
await seat(other, 'duel', { seed: 4 });
for (let n = 0; n < 20 && (await asked(other)) && (await other.locator('.prompt .acts button', { hasText: /^Pass$/ }).count()) === 0; n++) await click(other, next);
const before = await other.getAttribute('.prompt', 'data-question');
await other.keyboard.press('u');
await other.waitForFunction((before) => document.querySelector('.prompt')?.dataset.question !== before, before, { timeout: 20000 });
check(true, 'the same by key, without a WebSocket');
await asked(other);
await other.locator('.tools button', { hasText: 'Take back' }).click();
await other.waitForFunction(() => document.querySelector('.prompt.is-yours'), null, { timeout: 15000 });
check(true, 'and it is taken back to a choice');

[...page.wrong, ...other.wrong].filter((line) => !/409/.test(line)).forEach((line) => check(false, line));
await browser.close();
process.exit(wrong > 0 ? 1 : 0);
