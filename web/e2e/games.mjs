// Plays the first turns of each game in a browser by mouse, on the table and in the question, and keeps pictures of it.
// keyboard.mjs does so by keyboard alone.
//
//   node e2e/games.mjs OUT [GAME...]

import { mkdirSync } from 'node:fs';
import { asked, base, chance, click, launch, open, seat } from './browser.mjs';

const [out = 'pictures', ...only] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const ANSWERS = Number(process.env.ANSWERS ?? 14);
const SIZES = [
  { name: '390', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  { name: '1280', viewport: { width: 1280, height: 720 } },
  { name: '2560', viewport: { width: 2560, height: 1440 } },
];

/// What is wrong with a page at its size: it is too wide, or something in it is too small for a finger.
const measure = () => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  const { scrollHeight, clientHeight } = document.documentElement;
  if (document.querySelector('.page') && scrollHeight > clientHeight + 1) found.push(`the table is ${scrollHeight} px high, the window ${clientHeight}`);
  for (const zone of document.querySelectorAll('.seat .zone')) {
    const [outer, inner] = [zone.closest('.seat').getBoundingClientRect(), zone.getBoundingClientRect()];
    if (inner.right > outer.right + 1) found.push(`${zone.getAttribute('aria-label')} is cut at the right`);
  }
  // Where the window is large enough cards lie smaller before a part of the table is out of sight.
  const felt = document.querySelector('.felt');
  if (felt && innerWidth > 900 && felt.scrollHeight > felt.clientHeight + 1) {
    found.push(`a part of the table is out of sight: ${felt.scrollHeight} px in ${felt.clientHeight}, cards at ${felt.style.getPropertyValue('--fit')}, ${felt.className}`);
  }
  const prompt = document.querySelector('.prompt');
  if (prompt && innerWidth > 900 && prompt.scrollHeight > prompt.clientHeight + 1 && prompt.querySelectorAll('.option').length < 12) {
    found.push(`options are out of sight: ${prompt.scrollHeight} px in ${prompt.clientHeight}`);
  }
  if (innerWidth < 500) {
    for (const button of document.querySelectorAll('button, select, a')) {
      const box = button.getBoundingClientRect();
      // The name of a card in a sentence is as high as its line.
      if (button.matches('.in-sentence')) continue;
      if (box.width > 0 && (box.height < 43.5 || box.width < 35.5)) {
        found.push(`${button.textContent.trim().slice(0, 30) || button.className}: ${Math.round(box.width)}×${Math.round(box.height)}`);
      }
    }
  }
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) found.push(`no image: ${image.getAttribute('src')}`);
  // Before the first cards are dealt there are only piles.
  if (document.querySelector('.card, .token:not(.is-hidden)') && !document.querySelector('.face img, .token img')) found.push('no card has a face');
  return [...new Set(found)];
};

const browser = await launch();
let wrong = 0;
const lobby = await open(browser);
for (const { name, ...size } of SIZES) {
  const page = await open(browser, size);
  await page.goto(`${base}/`);
  await page.waitForSelector('.game');
  await page.screenshot({ path: `${out}/lobby-${name}.png` });
  await page.click('.game');
  await page.waitForTimeout(400);
  page.wrong.push(...(await page.evaluate(measure)));
  await page.screenshot({ path: `${out}/lobby-${name}-chosen.png` });
  console.log(`lobby ${name}${page.wrong.length > 0 ? `\n  ${page.wrong.join('\n  ')}` : ''}`);
  wrong += page.wrong.length;
  await page.context().close();
}
await lobby.goto(`${base}/`);
await lobby.waitForSelector('.game');
// Where the seats have roles each is offered the decks of its own, and the table opens with them.
await lobby.locator('.game', { hasText: 'Nightgarden' }).click();
const decks = await lobby.locator('.setup fieldset').evaluateAll((seats) => seats.map((seat) => [...seat.querySelectorAll('label:last-child option')].map((option) => option.value)));
const isApart = decks.length === 2 && decks.every((seat) => seat.length > 0) && !decks[0].some((deck) => decks[1].includes(deck));
if (!isApart) wrong++;
console.log(`${isApart ? 'fine ' : 'WRONG'} each role has decks of its own: ${JSON.stringify(decks)}`);
await lobby.locator('.setup button.main').click();
await lobby.waitForSelector('.prompt', { timeout: 30000 });
// What a table needs before it can be used: scripts and styles, as they travel.
const first = await lobby.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0));
if (!(first > 1000 && first <= 100 * 1024)) wrong++;
console.log(`${first > 1000 && first <= 100 * 1024 ? 'fine ' : 'WRONG'} the first load of a table: ${Math.round(first / 1024)} KB`);
await lobby.goto(`${base}/`);
await lobby.waitForSelector('.game');
const games = (await lobby.evaluate(async () => (await (await fetch('/api/games')).json()).games)).map((game) => game.id);

for (const game of only.length > 0 ? only : games) {
  for (const { name, ...size } of SIZES) {
    const page = await open(browser, size);
    const next = chance(11);
    let answers = 0;
    try {
      await seat(page, game);
      while (answers < ANSWERS && (await asked(page))) {
        page.wrong.push(...(await page.evaluate(measure)).map((what) => `asked ${answers}: ${what}`));
        if (answers === Math.floor(ANSWERS / 2)) await page.screenshot({ path: `${out}/${game}-${name}-a.png` });
        await click(page, next, true);
        answers++;
      }
      await asked(page);
      await page.waitForTimeout(250);
    } catch (error) {
      page.wrong.push(`after ${answers} answers: ${error.message.split('\n')[0]}`);
    }
    page.wrong.push(...(await page.evaluate(measure)));
    await page.screenshot({ path: `${out}/${game}-${name}.png` });
    console.log(`${game} ${name}: ${answers} answers${page.wrong.length > 0 ? `\n  ${page.wrong.join('\n  ')}` : ''}`);
    wrong += page.wrong.length;
    await page.context().close();
  }
}
await browser.close();
process.exit(wrong > 0 ? 1 : 0);
