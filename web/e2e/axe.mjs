// Looks for what keeps people out, with axe: the lobby, a table of each game, a replay, the rules and the gallery, light and dark.
//
//   node e2e/axe.mjs [GAME...]

import { asked, base, chance, click, judge as found, launch, open, seat } from './browser.mjs';

const browser = await launch();
let serious = 0;

async function judge(page, name) {
  serious += await found(page, name);
}

for (const colorScheme of ['light', 'dark']) {
  const page = await open(browser, { colorScheme });
  await page.goto(base);
  await page.waitForSelector('.game');
  const games = await page.evaluate(async () => (await (await fetch('/api/games')).json()).games.map((game) => game.id));
  await page.click('.game');
  await judge(page, `lobby, ${colorScheme}`);
  const next = chance(5);
  for (const game of process.argv.length > 2 ? process.argv.slice(2) : games) {
    await seat(page, game);
    for (let i = 0; i < 8 && (await asked(page)); i++) await click(page, next);
    await asked(page);
    await judge(page, `${game}, ${colorScheme}`);
  }
  const { pathname } = new URL(page.url());
  await page.goto(`${base}${pathname.replace('/t/', '/r/')}#2`);
  await page.waitForSelector('.steps');
  await judge(page, `replay, ${colorScheme}`);
  await page.locator('.tools button', { hasText: 'Rules' }).click();
  await page.waitForSelector('dialog li');
  await judge(page, `rules, ${colorScheme}`);
  await page.goto(`${base}/g/market`);
  await page.waitForSelector('li .face');
  await judge(page, `gallery, ${colorScheme}`);
}
await browser.close();
console.log(`${serious} serious findings`);
process.exit(serious > 0 ? 1 : 0);
