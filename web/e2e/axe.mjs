// Looks for what keeps people out, with axe: the lobby, the door of a table, a table of each game, a card and a pile looked at,
// the log, a replay, the rules, and the gallery as faces, as a sheet and with a card, light and dark. bench.mjs does so for the
// bench, absence.mjs for a table with an absent player.
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
  await page.locator('.card').first().click({ button: 'right' });
  await page.waitForSelector('.detail.is-pinned');
  await judge(page, `a card looked at, ${colorScheme}`);
  await page.keyboard.press('Escape');
  const pile = page.locator('.pile:not(:disabled)');
  if ((await pile.count()) > 0) {
    await pile.first().click();
    await judge(page, `a pile looked through, ${colorScheme}`);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.opens-log').click();
  await judge(page, `the log on a phone, ${colorScheme}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const { pathname } = new URL(page.url());
  await page.goto(`${base}${pathname.replace('/t/', '/r/')}#2`);
  await page.waitForSelector('.steps');
  await judge(page, `replay, ${colorScheme}`);
  await page.locator('.tools button', { hasText: 'Rules' }).click();
  await page.waitForSelector('dialog li');
  await judge(page, `rules, ${colorScheme}`);
  await page.goto(`${base}/g/market`);
  await page.waitForSelector('li .face img');
  await judge(page, `gallery, ${colorScheme}`);
  await page.locator('.tools button', { hasText: 'Sheet' }).click();
  await page.waitForSelector('.sheet td');
  await judge(page, `the sheet of the gallery, ${colorScheme}`);
  await page.locator('.sheet td button').first().click();
  await page.waitForSelector('dialog .face img');
  await judge(page, `a card of the gallery, ${colorScheme}`);
  // Somebody who comes with the code alone.
  const made = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify({ game: 'duel', seats: [{}, {}] }) })).json();
  });
  const guest = await open(browser, { colorScheme });
  await guest.goto(`${base}/t/${made.code}`);
  await guest.waitForSelector('.door');
  await judge(guest, `the door, ${colorScheme}`);
  await guest.context().close();
}
await browser.close();
console.log(`${serious} serious findings`);
process.exit(serious > 0 ? 1 : 0);
