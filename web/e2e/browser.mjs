// A browser for the scripts of this folder: Debian's Chromium, or the one that CHROMIUM names.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

export const base = process.env.STUDIO ?? 'http://127.0.0.1:4747';

export async function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
}

/// A page that notes what goes wrong in it.
export async function open(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.wrong = [];
  page.on('pageerror', (error) => page.wrong.push(`error: ${error.message} ${(error.stack ?? '').split('\n').slice(1, 4).join(' ')}`));
  page.on('console', (line) => line.type() === 'error' && page.wrong.push(`console: ${line.text()} (${line.location().url}:${line.location().lineNumber}:${line.location().columnNumber})`));
  return page;
}

/// Looks with axe for what keeps people out of a page, and prints it. So many findings are serious.
export async function judge(page, name) {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(() => window.axe.run());
  let serious = 0;
  for (const found of violations) {
    const counts = found.impact === 'serious' || found.impact === 'critical';
    if (counts) serious++;
    const where = found.nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join('\n      ');
    console.log(`${counts ? 'SERIOUS' : 'minor  '} ${name}: ${found.id}: ${found.help}\n      ${where}`);
  }
  return serious;
}

/// Opens a table, and comes to it as the person of its first seat.
export async function seat(page, game, { seed = 7, players, bot = 'random' } = {}) {
  const seats = players ? Array.from({ length: players }, (_, at) => (at === 0 ? {} : { bot })) : undefined;
  await page.goto(`${base}/`);
  const made = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(body) });
      return response.json();
    },
    { game, seed, seats },
  );
  if (!made.code) throw new Error(`${game}: ${JSON.stringify(made)}`);
  await page.goto(`${base}/t/${made.code}${process.env.VIA ? `?via=${process.env.VIA}` : ""}#${made.keys.find((key) => key)}`);
  await page.waitForSelector('.prompt', { timeout: 30000 });
  return made;
}

/// Waits until the person is asked; false: the game is over.
export async function asked(page, ms = 30000) {
  await page.waitForFunction(() => document.querySelector('.prompt.is-yours') || document.querySelector('.end'), null, { timeout: ms });
  return (await page.$('.prompt.is-yours')) !== null;
}

/// Chance that is the same each time.
export function chance(seed) {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1103515245) + 12345) & 0x7fffffff;
    return (s >> 8) % n;
  };
}

/// What is shown of the question, to see that it changed.
const question = (page) => page.evaluate(() => document.querySelector('.prompt')?.dataset.question);

/// Answers by clicks in the prompt, or also on the cards of the table. What kind of question it was.
export async function click(page, next, onTable = false) {
  const before = await question(page);
  const enabled = '.prompt button:not(:disabled)';
  const pass = page.locator(enabled, { hasText: /^Pass$/ });
  const confirm = page.locator('.prompt .acts button', { hasText: /^(Confirm|Pay|Choose none)$/ });
  const suggest = page.locator(enabled, { hasText: /^(Suggest|Pay for me)$/ });
  const options = page.locator('.prompt .option:not(:disabled)');
  let kind = 'act';
  // Cards lie over each other in a hand, and over those that hang on them: the left end of the name is free.
  const lit = page.locator(':is(.felt, .hands) .card.is-lit:not(dialog *)');
  if (onTable && (await confirm.count()) === 0 && (await lit.count()) > 0 && next(2) === 0) {
    const card = lit.nth(next(await lit.count()));
    await card.click({ position: { x: 12, y: 8 } });
    // A card with several options is looked at, and shows them.
    const choices = page.locator('.detail.is-pinned button.main');
    if ((await choices.count()) > 0) await choices.nth(next(await choices.count())).click();
  } else if ((await confirm.count()) > 0) {
    kind = 'choose';
    if ((await suggest.count()) > 0) await suggest.first().click();
    for (let tries = 0; tries < 40 && !(await confirm.first().isEnabled()); tries++) {
      const free = page.locator('.prompt .option:not(:disabled):not(.is-chosen)');
      const n = await free.count();
      if (n === 0) break;
      await free.nth(next(n)).click();
    }
    await confirm.first().click();
  } else {
    const n = await options.count();
    const may = await pass.count();
    if (may > 0 && next(n + 1) === 0) await pass.first().click();
    else await options.nth(next(n)).click();
  }
  await page.waitForFunction((before) => document.querySelector('.prompt')?.dataset.question !== before, before, { timeout: 15000 });
  return kind;
}
