// Two players at one screen and a bot, from the choice of the game on: who is asked takes the screen, and nobody sees the
// hand of the other. And a player who passes by herself where nothing else can be done.
//
//   node e2e/screen.mjs [FOLDER]      keeps pictures in the folder

import { asked, base, chance, click, judge, launch, open, seat } from './browser.mjs';

const [out] = process.argv.slice(2);
const browser = await launch();
let wrong = 0;

function check(is, words) {
  console.log(`${is ? 'fine ' : 'WRONG'} ${words}`);
  if (!is) wrong++;
}

const page = await open(browser);
await page.goto(`${base}/`);
await page.locator('.game', { hasText: 'Clash' }).click();
await page.getByLabel('Your name').fill('Ada');
await page.locator('fieldset').nth(1).locator('select').first().selectOption('here');
await page.locator('fieldset').nth(2).locator('select').first().selectOption('random');
if (out) await page.screenshot({ path: `${out}/screen-lobby.png`, fullPage: true });
await page.getByText('Open the table').click();

const next = chance(9);
const had = new Set();
let [hands, shown] = [0, 0];
for (let n = 0; n < 24; n++) {
  await page.waitForSelector('.door button, .prompt.is-yours, .end', { timeout: 30000 });
  const take = page.locator('.door button');
  if ((await take.count()) > 0) {
    const name = (await take.textContent()).replace('I am ', '');
    hands += await page.locator('.hands').count();
    if (out && had.size === 0) await page.screenshot({ path: `${out}/screen-door.png` });
    if (had.size === 0) check((await judge(page, 'the screen is given on')) === 0, 'axe finds nothing serious where the screen is given on');
    await take.click();
    await page.waitForSelector('.prompt');
    had.add(name);
    const own = await page.locator('.seat.is-own').evaluateAll((seats) => seats.map((seat) => seat.getAttribute('aria-label')));
    if (own.length === 1 && own[0] === name) shown++;
    continue;
  }
  if (!(await asked(page))) break;
  const before = await page.getAttribute('.prompt', 'data-question');
  await click(page, next).catch(async (error) => {
    // Where the other is asked next, the table is gone with the question.
    if ((await page.locator('.door').count()) === 0) throw new Error(`question ${before}: ${error.message}`);
  });
}
check(had.size === 2, `both have had the screen: ${[...had]}`);
check(hands === 0, 'no hand is shown where the screen is given on');
check(shown >= 2, `each sees her own seat, ${shown} times`);
await page.reload();
await page.waitForSelector('.door button');
check((await page.locator('.hands').count()) === 0, 'who loads the page anew is asked who she is');

// In Cardland one may mostly pass, and nothing else.
const alone = await open(browser);
await seat(alone, 'cardland', { seed: 7 });
const solely = () => alone.evaluate(() => document.querySelector('.prompt.is-yours .many')?.textContent === 'you can only pass');
let questions = 0;
for (; questions < 8 && (await asked(alone)); questions++) {
  if (await solely()) check(false, 'nobody is asked where she can only pass');
  await click(alone, next);
}
check(questions === 8, 'the game goes on by questions with a choice');
await asked(alone);
const number = () => alone.evaluate(() => Number(document.querySelector('.prompt').dataset.question));
const [at, text] = [await number(), await alone.textContent('.prompt')];
await click(alone, next);
await asked(alone);
await alone.locator('.tools button', { hasText: 'Take back' }).click();
await alone.waitForFunction((text) => document.querySelector('.prompt.is-yours')?.textContent === text, text, { timeout: 15000 });
check(true, `a step that is taken back is taken back to the choice before it: question ${at}`);
// Who does not want it is asked.
const ahead = alone.locator('.prompt .opens-ahead');
for (let n = 0; n < 10 && (await ahead.count()) === 0 && (await asked(alone)); n++) await click(alone, next);
await ahead.click();
await alone.locator('.prompt .ahead .passes:not(.stop) input').uncheck();
await alone.reload();
let wasAsked = false;
for (let n = 0; n < 30 && !wasAsked && (await asked(alone)); n++) {
  wasAsked = await solely();
  if (!wasAsked) await click(alone, next);
}
check(wasAsked, 'who does not want to pass by herself is asked');
if (out) await alone.screenshot({ path: `${out}/screen-passes.png` });
// The box is gone with the question, so nobody looks whether it is ticked.
await alone.locator('.passes:not(.stop) input').first().click();
await alone.waitForFunction(() => document.querySelector('.prompt .many')?.textContent !== 'you can only pass');
check(true, 'from now on she passes by herself');

for (const one of [page, alone]) one.wrong.forEach((line) => check(false, line));
await browser.close();
process.exit(wrong > 0 ? 1 : 0);
