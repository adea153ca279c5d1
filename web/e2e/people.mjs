// Two browsers at one table: neither receives the hand of the other, also where sockets are blocked; and a browser that
// lost its connection is back within two seconds.
//
//   node e2e/people.mjs

import { asked, base, chance, click, launch, open } from './browser.mjs';

const browser = await launch();
let wrong = 0;

function check(is, words) {
  console.log(`${is ? 'fine ' : 'WRONG'} ${words}`);
  if (!is) wrong++;
}

/// Everything that comes over the wire to a page.
function listen(page) {
  const heard = [];
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => heard.push(String(frame.payload))));
  return heard;
}

/// The zones that a message tells; one that is as it was is 0.
const told = (message) => (message.table?.view.zones ?? []).filter((zone) => zone !== 0);
/// The number of a card; one that is as it was is its number.
const number = (card) => (typeof card === 'number' ? card : card.card);

/// The cards that messages show in zones, by number.
function shown(heard) {
  const cards = new Set();
  for (const text of heard) {
    const message = JSON.parse(text);
    for (const zone of told(message)) zone.cards.forEach((card) => cards.add(number(card)));
  }
  return cards;
}

function hand(heard, seat) {
  const cards = new Set();
  for (const text of heard) {
    for (const zone of told(JSON.parse(text))) {
      if (zone.name === 'hand' && zone.seat === seat) zone.cards.forEach((card) => cards.add(number(card)));
    }
  }
  return cards;
}

const host = await open(browser);
const hostHeard = listen(host);
await host.goto(base);
const made = await host.evaluate(async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ game: 'cardland', seed: 5, seats: [{}, {}] });
  return (await fetch('/api/tables', { method: 'POST', headers, body })).json();
});
await host.goto(`${base}/t/${made.code}#${made.keys[0]}`);
await host.waitForSelector('.prompt');
check((await host.evaluate(() => location.hash)) === '', 'the key leaves the address');

// The second comes by the code alone.
const guest = await open(browser, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
const guestHeard = listen(guest);
const begun = Date.now();
await guest.goto(`${base}/t/${made.code}`);
await guest.fill('input', 'Nora');
await guest.click('text=Take a seat');
await guest.waitForSelector('.prompt');
check(Date.now() - begun < 10000, `a guest is seated after ${Date.now() - begun} ms`);

const next = chance(3);
for (let i = 0; i < 16; i++) {
  for (const page of [host, guest]) {
    if (await page.$('.prompt.is-yours')) await click(page, next);
  }
  await host.waitForTimeout(60);
}
const [mine, hers] = [hand(hostHeard, 0), hand(guestHeard, 1)];
check(mine.size >= 6 && hers.size >= 6, `hands were drawn: ${mine.size} and ${hers.size} cards`);
// What was in a hand and was played since may be seen by both.
const played = (heard) => shown(heard.filter((text) => JSON.parse(text).table));
const hidden = (own, other, seat) => [...own].filter((card) => played(other).has(card)).filter((card) => {
  for (const text of other) {
    for (const zone of told(JSON.parse(text))) {
      if (zone.cards.some((one) => number(one) === card) && zone.name === 'hand' && zone.seat === seat) return true;
    }
  }
  return false;
});
check(hidden(mine, guestHeard, 0).length === 0, 'the guest never receives a card of the host’s hand');
check(hidden(hers, hostHeard, 1).length === 0, 'the host never receives a card of the guest’s hand');

// Sockets are blocked: the page goes on by requests.
const third = await open(browser);
await third.route('**/socket', (route) => route.abort());
await third.routeWebSocket?.('**/socket', (socket) => socket.close());
const solo = await host.evaluate(async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ game: 'market', seed: 5, seats: [{}, { bot: 'random' }] });
  return (await fetch('/api/tables', { method: 'POST', headers, body })).json();
});
await third.goto(`${base}/t/${solo.code}#${solo.keys[0]}`);
await asked(third);
await click(third, next);
await asked(third);
check(true, 'a page without sockets plays');
third.wrong.length = 0;

// The connection breaks.
const before = await guest.textContent('.prompt');
await guest.context().setOffline(true);
await guest.reload().catch(() => {});
await guest.context().setOffline(false);
const lost = Date.now();
await guest.goto(`${base}/t/${made.code}`);
await guest.waitForSelector('.prompt');
check(Date.now() - lost < 2000, `back after ${Date.now() - lost} ms`);
check((await guest.textContent('.prompt')) === before, 'the same is asked');

// The browser forgets what the page stored, and keeps its cookie.
await guest.evaluate(() => localStorage.clear());
await guest.goto(`${base}/t/${made.code}`);
await guest.waitForSelector('.prompt');
check((await guest.textContent('.prompt')) === before, 'who forgot her link has her seat again');
// Another browser has the code alone, and is asked for a name, or watches.
const stranger = await open(browser);
await stranger.goto(`${base}/t/${made.code}`);
await stranger.waitForSelector('text=Watch');
check((await stranger.$('.prompt')) === null, 'another browser is not known');

for (const page of [host, third, stranger]) page.wrong.forEach((line) => check(false, line));
await browser.close();
process.exit(wrong > 0 ? 1 : 0);
