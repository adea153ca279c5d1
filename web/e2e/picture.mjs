// Makes the picture at the head of README.md: a table in the middle of a game.
//
//   npm run e2e picture

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { asked, chance, click, launch, open, seat } from './browser.mjs';

const [file = '../docs/images/table.jpg'] = process.argv.slice(2);
const game = process.env.GAME ?? 'duel';
const answers = Number(process.env.ANSWERS ?? 24);
mkdirSync(dirname(file), { recursive: true });
const browser = await launch();
const page = await open(browser, { viewport: { width: 1360, height: 850 }, colorScheme: 'light', reducedMotion: 'reduce' });
await seat(page, game, { seed: 7, bot: 'random' });
const next = chance(4);
for (let n = 0; n < answers && (await asked(page)); n++) await click(page, next);
await asked(page);
await page.mouse.move(0, 0);
await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
await page.waitForTimeout(600);
const picture = await page.screenshot({ type: 'jpeg', quality: 78 });
writeFileSync(file, picture);
console.log(`${file}: ${Math.round(picture.length / 1000)} kB`);
await browser.close();
