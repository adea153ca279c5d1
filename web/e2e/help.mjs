// What stands beside playing: a hint, why a card cannot be used, the rules, the gallery, and a game watched again.
//
//   node e2e/help.mjs [FOLDER]      keeps pictures in the folder

import { asked, base, chance, click, launch, open, seat, judge } from './browser.mjs';

const [out] = process.argv.slice(2);
/// A step of a replay takes so many milliseconds at most, where the next moment was fetched before: 50 on a machine that
/// does nothing else.
const STEP = Number(process.env.STEP ?? 150);
const browser = await launch();
const page = await open(browser);
let wrong = 0;

function check(is, words) {
  console.log(`${is ? 'fine ' : 'WRONG'} ${words}`);
  if (!is) wrong++;
}

async function keep(name, of = page) {
  await of.waitForTimeout(300);
  if (out) await of.screenshot({ path: `${out}/${name}.png` });
}

const next = chance(4);
const made = await seat(page, 'duel', { seed: 7 });
for (let n = 0; n < 10 && (await asked(page)); n++) await click(page, next);
await asked(page);

await page.locator('.prompt button', { hasText: 'Hint' }).click();
await page.waitForFunction(() => document.querySelector('.is-hinted') || document.querySelector('.prompt [role=status]'), null, { timeout: 60000 });
check(true, 'a hint is shown');
await keep('hint');

await page.locator('.log li button').first().click();
await page.waitForSelector('.detail.is-pinned .face img');
check(true, `the log leads to a card: ${await page.getAttribute('.detail', 'aria-label')}`);
await page.keyboard.press('Escape');

await page.locator('.hands .card').first().hover();
await page.waitForFunction(() => document.querySelector('.detail .face img')?.naturalWidth > 0);
const looked = await page.getAttribute('.detail .face img', 'src');
check(!looked.includes('small'), 'who points at a card sees the whole of it');
await keep('hover');
await page.mouse.move(0, 0);

const unlit = page.locator('.hands .card:not(.is-lit)');
check((await unlit.count()) > 0, 'there are cards that cannot be used now');
await unlit.first().click();
await page.waitForSelector('.why');
check((await page.textContent('.why')).length > 20, `a card says why not: ${(await page.textContent('.why p')).trim()}`);
await keep('why');
await page.keyboard.press('Escape');

await page.locator('.tools button', { hasText: 'Rules' }).click();
await page.waitForSelector('dialog li');
const all = await page.locator('dialog li').count();
await page.fill('dialog input', 'draw');
const some = await page.locator('dialog li').count();
check(all > 20 && some > 0 && some < all, `${some} of ${all} rules hold a word`);
await keep('rules');
await page.keyboard.press('Escape');

await page.goto(`${base}/r/${made.code}#3`);
await page.waitForSelector('.steps');
check((await page.textContent('.at')).startsWith('3 of '), 'the link leads to its moment');
const steps = await page.evaluate(async () => {
  const at = () => document.querySelector('.at').textContent;
  const took = [];
  for (let n = 0; n < 5; n++) {
    await new Promise((done) => setTimeout(done, 1200));
    const [begun, before] = [performance.now(), at()];
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    while (at() === before || document.querySelector('.steps input').value !== String(parseInt(at()))) await new Promise((done) => setTimeout(done, 1));
    took.push(Math.round(performance.now() - begun));
  }
  return took;
});
check(Math.min(...steps) <= STEP, `steps of a replay take ${steps.join(', ')} ms`);
await keep('replay');

await page.locator('.steps button', { hasText: 'Events' }).click();
await page.waitForSelector('.stages li b');
const stages = await page.locator('.stages li').allTextContents();
check(stages.length > 0 && new URL(page.url()).search === '?events', `the stages of an answer are told: ${stages[0].trim().replace(/\s+/g, ' ')}`);
check((await judge(page, 'the stages of events')) === 0, 'axe finds nothing serious beside the stages');
await keep('events');

for (const [name, size] of [['390', { width: 390, height: 844 }], ['2560', { width: 2560, height: 1440 }]]) {
  const other = await open(browser, { viewport: size, colorScheme: 'dark' });
  await other.goto(`${base}/r/${made.code}#6`);
  await other.waitForSelector('.steps');
  check((await other.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 1, `the replay fits at ${name}`);
  await keep(`replay-${name}`, other);
  await other.goto(`${base}/g/duel`);
  await other.waitForSelector('li .face');
  check((await other.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 1, `the gallery fits at ${name}`);
  await keep(`gallery-${name}`, other);
  page.wrong.push(...other.wrong);
  await other.context().close();
}

await page.goto(`${base}/g/duel`);
await page.waitForSelector('li .face');
const cards = await page.locator('li .face').count();
await page.fill('input[type=search]', 'draw');
const drawing = await page.locator('li .face').count();
check(cards > 50 && drawing > 0 && drawing < cards, `${drawing} of ${cards} cards hold a word`);
await page.locator('.tools button', { hasText: 'Sheet' }).click();
check((await page.locator('.sheet tbody tr').count()) === drawing, 'the sheet has a line for each');
await page.locator('.tools button', { hasText: 'Sheet' }).click();
await page.locator('li button').first().click();
await page.waitForSelector('dialog .face img');
await keep('gallery');

page.wrong.forEach((line) => check(false, line));
await browser.close();
process.exit(wrong > 0 ? 1 : 0);
