// A folder is opened: a card is written in the browser, and the running table shows it; a moment becomes a scenario that passes.
//
//   node e2e/bench.mjs [FOLDER]      keeps pictures in the folder

import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asked, chance, click, judge, launch, open } from './browser.mjs';

const [out] = process.argv.slice(2);
const games = join(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
mkdirSync(join(folder, 'cards/market/coins'), { recursive: true });
const penny = join(folder, 'cards/market/coins/penny.yaml');
writeFileSync(penny, 'name: Penny\ntype: coin\ncost: 0\ncopies: 60\nworth: 1\n');

const args = ['studio', folder, '--no-open', '--listen', '127.0.0.1:0', '--bot-pause', '30', '--database', 'none', '--seed', '7'];
const server = spawn(process.env.PROGRAM, args, { stdio: ['ignore', 'pipe', 'inherit'] });
const said = await new Promise((done, fail) => {
  let text = '';
  server.stdout.on('data', (data) => {
    text += data;
    if (/your files: \S+\n/.test(text)) done(text);
  });
  server.on('exit', () => fail(new Error('the server ended')));
});
const [, address] = /your table: (\S+)/.exec(said);
let wrong = 0;

function check(is, words) {
  console.log(`${is ? 'fine ' : 'WRONG'} ${words}`);
  if (!is) wrong++;
}

/// True if nothing lies over the face of the open card, and it lies over nothing but the editor.
function faceIsSeen(page) {
  return page.evaluate(() => {
    const face = document.querySelector('.bench .face').getBoundingClientRect();
    const editor = document.querySelector('.bench .editor').getBoundingClientRect();
    // Clicks go through the face, so the one who is asked for the topmost thing must not know that.
    const image = document.querySelector('.bench .face');
    image.style.pointerEvents = 'auto';
    const top = document.elementFromPoint(face.x + face.width / 2, face.y + face.height / 2);
    image.style.pointerEvents = '';
    return top === image && face.bottom <= editor.bottom && face.height > 80;
  });
}

const browser = await launch();
try {
  const page = await open(browser, { viewport: { width: 1600, height: 900 } });
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(address);
  await page.waitForSelector('.prompt');
  check((await page.evaluate(() => location.hash)) === '', 'the keys leave the address');
  const next = chance(4);
  for (let n = 0; n < 4 && (await asked(page)); n++) await click(page, next);

  await page.locator('.tools button', { hasText: 'Files' }).click();
  await page.locator('.bench nav li button', { hasText: 'penny.yaml' }).click();
  const editor = page.locator('.bench .cm-content');
  await editor.waitFor();
  check((await editor.textContent()).includes('name: Penny'), 'the card is open');
  const styled = await editor.evaluate((node) => getComputedStyle(node.closest('.cm-editor')).display);
  check(styled === 'flex', 'the editor has its styles');
  if (out) await page.screenshot({ path: `${out}/bench.png` });

  // A wrong word is marked at its place.
  const replace = async (from, to) => {
    const text = (await editor.evaluate((node) => node.cmTile?.view?.state.doc.toString() ?? node.innerText)).replace(/\n+$/, '\n');
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text.replace(from, to));
  };
  await replace('worth: 1', 'worth: two');
  await page.keyboard.press('Control+s');
  await page.waitForSelector('.bench .results .error');
  check((await page.textContent('.bench .results .error')).includes('penny.yaml'), `a mistake has its place: ${(await page.textContent('.bench .results .error')).trim().slice(0, 90)}`);
  await page.waitForSelector('.saved.is-wrong');
  check(true, 'the table says that the game goes on as it was');
  await page.waitForSelector('.bench .cm-lintRange-error');
  if (out) await page.screenshot({ path: `${out}/bench-wrong.png` });

  const begun = Date.now();
  await replace('worth: two', 'worth: 2');
  await page.keyboard.press('Control+s');
  await page.waitForFunction(() => document.querySelector('.saved')?.textContent.includes('worth 1 → 2'), null, { timeout: 20000 });
  check(true, `the running table says what differs, ${Date.now() - begun} ms after the first key`);
  check(readFileSync(penny, 'utf8').includes('worth: 2'), 'the file is saved');
  await page.waitForFunction(() => document.querySelector('.bench .face.is-there')?.naturalWidth > 0);
  check(await faceIsSeen(page), 'the face of the card stands beside its file');
  if (out) await page.screenshot({ path: `${out}/bench-saved.png` });

  // The language server shows the face of a card, completes and explains.
  const spot = await editor.evaluate((node) => {
    const line = [...node.querySelectorAll('.cm-line')].find((line) => line.textContent.startsWith('name:')).getBoundingClientRect();
    return { x: line.x + 60, y: line.y + line.height / 2 };
  });
  await page.mouse.move(spot.x, spot.y);
  const shown = await page.waitForSelector('.bench .cm-tooltip-hover img', { timeout: 8000 }).then((image) => image.evaluate((image) => image.naturalWidth > 0), () => false);
  check(shown, 'the hover over a card shows its face');
  if (out) await page.screenshot({ path: `${out}/bench-hover.png` });
  await page.mouse.move(0, 0);
  // Keys that answer at the table are letters in the editor.
  const question = () => page.evaluate(() => document.querySelector('.prompt')?.dataset.question);
  const before = await question();
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# 1pc');
  await page.waitForTimeout(400);
  check((await editor.textContent()).includes('# 1pc') && (await question()) === before, 'what is typed into a file answers nothing');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('te');
  await page.keyboard.press('Control+Space');
  const completes = await page.waitForSelector('.bench .cm-tooltip-autocomplete', { timeout: 8000 }).then(() => true, () => false);
  check(completes, `completion: ${completes ? (await page.textContent('.bench .cm-tooltip-autocomplete')).slice(0, 60) : 'none'}`);
  if (out) await page.screenshot({ path: `${out}/bench-completes.png` });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');

  await page.locator('.bench header button', { hasText: 'Close' }).click();
  await page.locator('.notes button', { hasText: 'Note this moment' }).click();
  await page.fill('.notes input', 'Is a penny worth two?');
  await page.locator('.notes button', { hasText: 'Keep' }).click();
  await page.locator('.notes .make').first().click();
  await page.waitForFunction(() => / (passes|fails)/.test(document.querySelector('.notes [role=status]')?.textContent ?? ''), null, { timeout: 30000 });
  const became = await page.textContent('.notes [role=status]');
  check(became.includes('passes'), `a note becomes a scenario: ${became}`);
  const written = readdirSync(join(folder, 'tests/scenarios/market'));
  check(written.includes('is_a_penny_worth_two.yaml'), `it lies in the folder: ${written}`);
  if (out) await page.screenshot({ path: `${out}/bench-scenario.png` });

  // What is played from a moment on becomes a scenario: it is shown, named, and only then saved.
  await page.locator('.notes button', { hasText: 'Record from here on' }).click();
  await page.locator('.records').click();
  await page.locator('.tools [role=alert]', { hasText: 'nothing was answered' }).waitFor();
  check((await page.locator('.records').count()) === 1, 'where nothing was played yet there is nothing to show, and the recording goes on');
  for (let n = 0; n < 2 && (await asked(page)); n++) await click(page, next);
  await page.reload();
  await page.waitForSelector('.records');
  check(await asked(page), 'who loads the page anew goes on recording');
  await click(page, next);
  await asked(page);
  await page.locator('.records').click();
  const draft = page.locator('.recorded pre');
  await draft.waitFor({ timeout: 30000 });
  const steps = ((await draft.textContent()).match(/^ +- amy:/gm) ?? []).length;
  check(steps >= 3, `three answers are recorded: ${steps} steps of hers`);
  await page.locator('.recorded button', { hasText: 'Go on recording' }).click();
  await asked(page);
  await click(page, next);
  await asked(page);
  await page.locator('.records').click();
  await draft.waitFor({ timeout: 30000 });
  const more = ((await draft.textContent()).match(/^ +- amy:/gm) ?? []).length;
  check(more > steps, `who goes on records more: ${more} steps of hers`);
  await page.locator('.recorded input').fill('Four things are done');
  check((await draft.textContent()).startsWith('title: "Four things are done"\n'), 'it has the name that it is given');
  const recorded = join(folder, 'tests/scenarios/market/four_things_are_done.yaml');
  check(!existsSync(recorded), 'nothing is written before it is saved');
  if (out) await page.screenshot({ path: `${out}/bench-recorded.png` });
  check((await judge(page, 'what was recorded')) === 0, 'axe finds nothing serious in what was recorded');
  await page.locator('.recorded button', { hasText: 'Save' }).click();
  await page.waitForSelector('.recorded [role=status]', { timeout: 30000 });
  const kept = await page.textContent('.recorded [role=status]');
  check(kept.includes('four_things_are_done.yaml passes'), `it is saved, and run: ${kept}`);
  check(readFileSync(recorded, 'utf8').startsWith('title: "Four things are done"\n'), 'it lies in the folder under its name');
  await page.locator('.recorded button', { hasText: 'Open the file' }).click();
  await editor.filter({ hasText: 'Four things are done' }).waitFor();
  check((await page.locator('.records').count()) === 0, 'it is opened on the bench, and the table records no more');
  const played = readFileSync(recorded);
  rmSync(recorded);
  await page.locator('.bench header button', { hasText: 'Close' }).click();

  await page.locator('.tools button', { hasText: 'Files' }).click();
  await page.locator('.bench header button', { hasText: 'Scenarios' }).click();
  check((await page.locator('.scenarios button', { hasText: 'Record a scenario' }).count()) === 1, 'the table is recorded from the bench, too');
  await page.locator('.scenarios button', { hasText: 'Run all' }).click();
  await page.waitForFunction(() => document.querySelector('.scenarios [role=status]')?.textContent.includes('1 of 1 pass'), null, { timeout: 30000 });
  check(true, 'scenarios run on the bench');
  if (out) await page.screenshot({ path: `${out}/bench-scenarios.png` });
  // A snapshot is pinned; what happens differs from it, and is accepted.
  const snap = join(folder, 'tests/scenarios/market/is_a_penny_worth_two.yaml');
  writeFileSync(snap, `${readFileSync(snap, 'utf8')}snapshot: transcript\n`);
  writeFileSync(snap.replace('.yaml', '.snap'), '---\nsource: intermezzo accept\ndescription: Another one\n---\nnothing of this\n');
  await page.locator('.scenarios .acts button', { hasText: 'Run' }).first().click();
  const accept = page.locator('.scenarios button', { hasText: /^Accept$/ });
  await accept.waitFor({ timeout: 30000 });
  check((await page.locator('.scenarios pre').first().textContent()).length > 20, 'what differs from a snapshot is shown');
  if (out) await page.screenshot({ path: `${out}/bench-differs.png` });
  await accept.click();
  await page.waitForFunction(() => document.querySelector('.scenarios [role=status]')?.textContent.includes('1 of 1 pass'), null, { timeout: 30000 });
  check(!readFileSync(snap.replace('.yaml', '.snap'), 'utf8').includes('nothing of this'), 'what is accepted is the snapshot');
  // Bots play, and what came of it is told while they do.
  await page.locator('.bench header button', { hasText: 'Simulate' }).click();
  await page.locator('.simulate input[type=number]').fill('60');
  await page.locator('.simulate button', { hasText: 'Play them' }).click();
  await page.locator('.simulate button', { hasText: 'Report' }).waitFor({ timeout: 120000 });
  check((await page.textContent('.simulate [role=status]')).startsWith('60 games'), `bots play: ${(await page.textContent('.simulate [role=status]')).trim()}`);
  if (out) await page.screenshot({ path: `${out}/bench-simulation.png` });
  await page.locator('.bench header button', { hasText: 'Simulate' }).click();
  check((await judge(page, 'bench beside the table')) === 0, 'axe finds nothing serious at the bench');
  await page.goto(new URL('/bench', address).href);
  await page.waitForSelector('.bench nav summary');
  for (const [width, height] of [[390, 844], [1280, 800], [2560, 1440]]) {
    await page.setViewportSize({ width, height });
    await page.locator('.bench nav li button').first().click();
    await page.waitForSelector('.bench .cm-content');
    check((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 1, `the bench fits at ${width}`);
    if (out) await page.screenshot({ path: `${out}/bench-${width}.png` });
  }
  check((await judge(page, 'bench')) === 0, 'axe finds nothing serious on the page of the bench');

  // A first card, made wholly in the browser: named, changed, played with, changed while it is played with, pinned.
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(new URL('/bench', address).href);
  await page.getByLabel('Name').fill('Groat');
  await page.getByLabel('Like').selectOption('penny');
  if (out) await page.screenshot({ path: `${out}/lesson-1.png` });
  await page.getByText('Make the card').click();
  const step = (n) => page.waitForFunction((n) => document.querySelector('.lesson')?.textContent.includes(`${n} of 5`), n, { timeout: 30000 });
  await step(2);
  await editor.filter({ hasText: 'name: Groat' }).waitFor();
  await page.waitForFunction(() => document.querySelector('.bench .face.is-there')?.naturalWidth > 0);
  await page.waitForSelector('.bench .results p');
  check((await page.textContent('.bench .results')).includes('Nothing is wrong'), 'a new card is right from its beginning');
  await replace('worth: 2', 'worth: 3');
  await page.keyboard.press('Control+s');
  await step(3);
  if (out) await page.screenshot({ path: `${out}/lesson-3.png` });
  await page.getByText('Play with Groat').click();
  await page.waitForURL(/\/t\//);
  await step(4);
  await editor.filter({ hasText: 'worth: 3' }).waitFor();
  check((await page.locator('.card img[alt^="Groat"]').count()) > 0, 'the card is at the table that goes on from its scenario');
  check(await asked(page), 'somebody is asked there');
  await replace('worth: 3', 'worth: 4');
  await page.keyboard.press('Control+s');
  await step(5);
  await page.waitForFunction(() => document.querySelector('.saved')?.textContent.includes('Groat: worth 3 → 4'), null, { timeout: 20000 });
  check(true, 'the table that began with a scenario goes on with the saved card');
  if (out) await page.screenshot({ path: `${out}/lesson-5.png` });
  await page.locator('.bench header button', { hasText: 'Close' }).click();
  await click(page, next);
  await asked(page);
  await page.locator('.notes button', { hasText: 'Make a scenario of this moment' }).click();
  await page.waitForFunction(() => / (passes|fails)/.test(document.querySelector('.notes [role=status]')?.textContent ?? ''), null, { timeout: 30000 });
  check((await page.textContent('.notes [role=status]')).includes('passes'), `a moment of it becomes a scenario: ${await page.textContent('.notes [role=status]')}`);
  await page.goto(page.url().replace('/t/', '/r/') + '#1');
  await page.waitForSelector('.steps');
  check((await page.textContent('.at')).startsWith('1 of '), 'a game that began with a scenario is stepped through');
  await page.getByText('Play on from here').click();
  await page.waitForURL(/\/t\//);
  check(await asked(page), 'and played on from a moment');

  // A scenario is watched: each step is a moment of the game, and says what it brought about.
  writeFileSync(recorded, played);
  await page.goto(new URL('/bench?part=scenarios', address).href);
  await page.getByLabel('Look for a scenario').fill('four_things');
  const watched = page.locator('.scenarios li', { hasText: 'four_things_are_done.yaml' });
  await watched.getByText('Watch').click();
  await page.waitForSelector('.steps .scenario');
  check((await page.textContent('.scenario')).includes('four_things_are_done.yaml'), 'who watches a scenario sees which one');
  check((await page.locator('.card img[alt^="Penny"]').count()) > 0, 'the position of the scenario lies there');
  const all = Number(/of (\d+)/.exec(await page.textContent('.at'))[1]);
  check(all >= 4, `it has ${all} steps`);
  const told = [];
  for (let n = 1; n <= all; n++) {
    await page.getByLabel('A step on').click();
    await page.waitForFunction((n) => document.querySelector('.at')?.textContent === n, `${n} of ${all}`);
    await page.waitForFunction((n) => document.querySelector('.stages h2')?.textContent === `After answer ${n}`, n);
    told.push(await page.textContent('.stages ol'));
  }
  check(told.some((steps) => /happens|begins/.test(steps)), `steps tell what they brought about: ${told.find((steps) => /happens|begins/.test(steps))?.trim().slice(0, 60)}`);
  check((await page.textContent('.scenario')).includes('ends'), 'its end is said to be the end');
  // Its file says what every hand holds, so every seat may be looked from.
  for (const seat of [0, 1]) {
    await page.getByLabel('Seen by').selectOption(String(seat));
    await page.waitForFunction((seat) => document.querySelectorAll('.seat.is-own').length === 1 && document.querySelector('.steps select').value === String(seat), seat);
    check((await page.locator('.steps .wrong').count()) === 0, `it is watched from the seat of ${(await page.textContent('.seat.is-own h2')).trim()}`);
  }
  if (out) await page.screenshot({ path: `${out}/bench-watched.png` });
  await page.locator('.scenario a').click();
  await editor.filter({ hasText: 'Four things are done' }).waitFor();
  check((await page.locator('.scenarios').count()) === 1, 'the way back leads to the file and the scenarios');

  // A number of a card is moved, and the same games are played with both. The card may be of any game of the folder.
  const card = 'cards/swordgirls/academy/mop_maid.yaml';
  mkdirSync(dirname(join(folder, card)), { recursive: true });
  copyFileSync(join(games, card), join(folder, card));
  await page.goto(new URL(`/bench?file=${card}&part=simulation`, address).href);
  const slider = page.locator('.simulate input[type=range]');
  await slider.waitFor();
  check((await page.locator('.simulate select').first().inputValue()) === 'swordgirls', 'the game of the open card is played');
  check(await page.waitForFunction(() => document.querySelector('.bench .face.is-there')?.naturalWidth > 0).then(() => faceIsSeen(page)), 'the face of the card leaves the slider free');
  await page.getByLabel('Which number').selectOption('atk');
  await page.getByLabel('Games').fill('40');
  const asks = [];
  page.on('request', (request) => request.url().endsWith('/api/bench/sim') && asks.push(request.postDataJSON()));
  await slider.focus();
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.simulate tbody tr:nth-child(2)', { timeout: 60000 });
  await page.waitForFunction(() => document.querySelector('.simulate [role=status]') && !document.querySelector('.simulate .row')?.textContent.includes('Stop'), null, { timeout: 120000 });
  const values = await page.locator('.simulate tbody td:first-child').allTextContents();
  check(values[0] === '5 (now)' && values[1] === '9', `the number is moved: ${values}`);
  check(asks.length === 1 && asks[0].game === 'swordgirls' && asks[0].change.card === 'mop_maid', `it is asked for once, where the slider rests: ${JSON.stringify(asks)}`);
  const verdict = await page.textContent('.simulate [role=status]');
  check(/wins (more|less) often|chance/.test(verdict), `what came of it is said: ${verdict}`);
  if (out) await page.screenshot({ path: `${out}/bench-slider.png` });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.simulate tbody tr:nth-child(2) td')?.textContent === '8', null, { timeout: 60000 });
  check((await page.locator('.simulate [role=alert]').count()) === 0, 'who moves it again gets other games');

  // A guest has no files, and her page loads no editor.
  const guest = await open(browser);
  const loaded = [];
  guest.on('request', (request) => loaded.push(request.url()));
  await guest.goto(address.split('#')[0]);
  await guest.waitForSelector('.door, .prompt');
  const none = await guest.evaluate(async () => (await fetch('/api/bench')).status);
  check(none === 403 && !loaded.some((url) => url.includes('Bench')), 'a guest sees no files');
  page.wrong.filter((line) => !/409|400|faces\/now\/groat/.test(line)).forEach((line) => check(false, line));
} catch (error) {
  check(false, error.message.split('\n').slice(0, 4).join(' '));
}
await browser.close();
server.removeAllListeners('exit');
server.kill();
process.exit(wrong > 0 ? 1 : 0);
