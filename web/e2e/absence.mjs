// A player who leaves in the middle of a sealed decision and comes back; and one who leaves for good, for whom a bot plays on.
//
//   node e2e/absence.mjs [FOLDER]      keeps pictures in the folder

import { asked, base, chance, click, judge, launch, open } from './browser.mjs';

const [out] = process.argv.slice(2);
const browser = await launch();
let wrong = 0;

function check(is, words) {
  console.log(`${is ? 'fine ' : 'WRONG'} ${words}`);
  if (!is) wrong++;
}

const isAsked = async (page) => (await page.$('.prompt.is-yours')) !== null;

const host = await open(browser);
await host.goto(base);
const made = await host.evaluate(async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ game: 'swordgirls', seed: 5, seats: [{}, {}] });
  return (await fetch('/api/tables', { method: 'POST', headers, body })).json();
});
const link = (seat) => `${base}/t/${made.code}#${made.keys[seat]}`;
await host.goto(link(0));
await host.waitForSelector('.prompt');

async function guestComes() {
  const page = await open(browser, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.goto(link(1));
  await page.waitForSelector('.prompt');
  return page;
}

// Both place cards hidden, at the same time.
let guest = await guestComes();
const next = chance(6);
for (let n = 0; n < 40 && !((await isAsked(host)) && (await isAsked(guest))); n++) {
  for (const page of [host, guest]) if (await isAsked(page)) await click(page, next);
  await host.waitForTimeout(60);
}
check((await isAsked(host)) && (await isAsked(guest)), 'both are asked at the same time');
const before = await guest.textContent('.prompt');
await guest.context().close();
await host.waitForSelector('.absent .sign');
check(true, 'the host sees who is away');
await host.evaluate(() => document.querySelector('.felt').scrollTo(0, 1e6));
const sign = await host.evaluate(() => document.querySelector('.absent').getBoundingClientRect().top);
check(sign >= 0 && sign < 200, 'the sign stays in sight when the table is scrolled');
if (out) await host.screenshot({ path: `${out}/away.png` });
await click(host, next);
guest = await guestComes();
check((await guest.textContent('.prompt')).replace(/\d+ s/, '') === before.replace(/\d+ s/, ''), 'who comes back is asked the same');
await host.waitForFunction(() => !document.querySelector('.absent'));
check(true, 'the sign is gone');
await click(guest, next);

// She leaves for good.
await guest.context().close();
const button = host.locator('.absent button', { hasText: 'Let a bot play on' });
await button.waitFor({ timeout: 15000 });
if (out) await host.screenshot({ path: `${out}/absent.png` });
check((await judge(host, 'a table with an absent player')) === 0, 'axe finds nothing serious beside an absent player');
await button.click();
await host.waitForFunction(() => document.body.textContent.includes('a bot plays for her'));
const question = () => host.evaluate(() => Number(document.querySelector('.prompt').dataset.question));
let answers = 0;
while (answers < 6 && (await asked(host, 60000))) {
  await click(host, next);
  answers++;
}
check(answers === 6, `the game goes on with a bot: ${answers} answers, question ${await question()}`);

// Who comes again has her seat back.
guest = await guestComes();
await host.waitForFunction(() => !document.body.textContent.includes('a bot plays for her'));
check(true, 'the bot makes room');

// She leaves once more, and the game is taken as given up.
await guest.context().close();
host.on('dialog', (dialog) => dialog.accept());
const claim = host.locator('.absent button', { hasText: 'Take as given up' });
await claim.waitFor({ timeout: 15000 });
await claim.click();
await host.waitForSelector('.end');
check(true, `the game is over: ${(await host.textContent('.prompt')).trim().slice(0, 60)}`);
if (out) await host.screenshot({ path: `${out}/claimed.png` });

host.wrong.forEach((line) => check(false, line));
await browser.close();
process.exit(wrong > 0 ? 1 : 0);
