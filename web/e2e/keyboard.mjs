// Plays the first turns of each game by keyboard alone.
//
//   node e2e/keyboard.mjs [GAME...]

import { asked, base, chance, launch, open, seat } from './browser.mjs';

const ANSWERS = Number(process.env.ANSWERS ?? 12);
const browser = await launch();
const page = await open(browser);
await page.goto(base);
const all = (await page.evaluate(async () => (await (await fetch('/api/games')).json()).games)).map((game) => game.id);
const games = process.argv.length > 2 ? process.argv.slice(2) : all;
let wrong = 0;

for (const game of games) {
  const next = chance(21);
  let answers = 0;
  try {
    await seat(page, game);
    while (answers < ANSWERS && (await asked(page))) {
      const before = await page.getAttribute('.prompt', 'data-question');
      const said = await page.evaluate(() => [...document.querySelectorAll('[aria-live]')].map((live) => live.textContent).join(' '));
      if (!said.includes('You are asked')) throw new Error('the live region does not say what is asked');
      const n = Math.min(await page.locator('.prompt .option:not(:disabled)').count(), 9);
      const presses = [];
      if ((await page.locator('.prompt .acts button', { hasText: /^(Confirm|Pay|Choose none)$/ }).count()) > 0) {
        // Something legal is chosen, or one after the other until it may be confirmed.
        presses.push('s', 'c');
        for (let i = 1; i <= n; i++) presses.push(String(i), 'c');
      } else {
        presses.push(n > 0 && next(4) > 0 ? String(1 + next(n)) : 'p', '1', 'Tab', 'Enter');
      }
      for (const key of presses) {
        await page.keyboard.press(key);
        await page.waitForTimeout(40);
        if ((await page.getAttribute('.prompt', 'data-question')) !== before) break;
      }
      await page.waitForFunction((before) => document.querySelector('.prompt')?.dataset.question !== before, before, { timeout: 15000 });
      answers++;
    }
    console.log(`${game}: ${answers} answers`);
  } catch (error) {
    wrong++;
    console.log(`${game}: after ${answers} answers: ${error.message.split('\n')[0]} (${await page.textContent('.prompt').catch(() => 'no prompt')})`);
  }
}
page.wrong.forEach((line) => console.log(line));
await browser.close();
process.exit(wrong + page.wrong.length > 0 ? 1 : 0);
