// From a message that is sent to the first word that can be seen, and to a server that answers: in
// Chromium and over HTTP, in the built Worker, with the built-in builder.
import { performance } from 'node:perf_hooks';

import { chromium } from '@playwright/test';

import { makeBuild } from '../../scripts/built-files.mjs';
import playwright from '../../playwright.config.ts';
import { at, ms, table, toSorted } from './timing.mjs';

const RUNS = 15;
const MESSAGE =
  'Add a tool that gets https://api.example.com/users/{id} and returns name and email';

/** Milliseconds of one run, each from the moment the message is sent. */
export async function measureChat() {
  if (!(await makeBuild())) throw new Error('the Worker could not be built');
  const { startBuiltWorker } = await import('../setup/built-worker.ts');
  const worker = await startBuiltWorker();
  const browser = await chromium.launch(playwright.use?.launchOptions);
  try {
    const seen = [];
    const run = [];
    for (let each = -1; each < RUNS; each += 1) {
      const word = await timeFirstWord(browser, worker.url);
      const server = await timeServer(worker.url);
      // The first of each is a warm-up.
      if (each >= 0) {
        seen.push(word);
        run.push(server);
      }
    }
    return `The built-in builder, which takes no time to think: what is left is the way there and back, the run of the turn, and the screen. One chat after the other, each new; workerd behind wrangler's local proxy, headless Chromium.

${table(
  ['from sending the message to', 'runs', 'p50', 'p95'],
  [
    row('the first word on the screen', seen),
    row('the first word over HTTP', pick(run, 'word')),
    row('the draft being generated, started and checked', pick(run, 'draft')),
    row('the end of the answer', pick(run, 'end')),
    row('the answer of a first tools/call of the new tool', pick(run, 'called')),
  ],
)}`;
  } finally {
    await browser.close();
    await worker.close();
  }
}

const pick = (runs, name) => runs.map((each) => each[name]);

function row(what, times) {
  const sorted = toSorted(times);
  return [what, times.length, ms(at(sorted, 0.5)), ms(at(sorted, 0.95))];
}

/** In the page itself: from the key that sends to the answer's first text in the document. */
async function timeFirstWord(browser, url) {
  const page = await browser.newPage();
  const created = await page.request.post(`${url}/api/chats`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {},
  });
  const { id } = await created.json();
  await page.goto(`${url}/chat/${id}`);
  await page.waitForLoadState('networkidle');
  const composer = page.getByRole('textbox', { name: 'Message to the builder' });
  await composer.fill(MESSAGE);
  const time = page.evaluate(
    () =>
      new Promise((resolve) => {
        let sentAt = 0;
        document.addEventListener('keydown', () => (sentAt = performance.now()), true);
        new MutationObserver(() => {
          const answer = document.querySelector('article[aria-label="Builder"]');
          if (answer?.textContent?.trim()) resolve(performance.now() - sentAt);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await composer.press('Enter');
  const measured = await time;
  await page.close();
  return measured;
}

/** Without a browser: the stream's first word, the draft, the end, and a call of the new server. */
async function timeServer(url) {
  const { connectClient } = await import('../setup/connect-client.ts');
  const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const created = await fetch(`${url}/api/chats`, { method: 'POST', headers: json, body: '{}' });
  const { id } = await created.json();
  const cookie = created.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const { token } = await (await fetch(`${url}/api/drafts/${id}`, { headers: { cookie } })).json();
  const times = {};
  const sentAt = performance.now();
  const mark = (name) => (times[name] ??= performance.now() - sentAt);
  const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: MESSAGE }] };
  const turn = await fetch(`${url}/api/chats/${id}/turns`, {
    method: 'POST',
    headers: { ...json, cookie },
    body: JSON.stringify({ message }),
  });
  if (turn.status !== 200) throw new Error(`The turn was answered with status ${turn.status}.`);
  const decoder = new TextDecoder();
  // A chunk may arrive in two pieces.
  let text = '';
  for await (const piece of turn.body) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes('"text-delta"')) mark('word');
    if (text.includes('"data-draft"')) mark('draft');
  }
  mark('end');
  const client = await connectClient(`${url}/mcp/d/${id}`, 'modern', {
    authorization: `Bearer ${token}`,
  });
  await client.callTool({ name: 'get_user', arguments: { id: '7' } });
  mark('called');
  await client.close();
  return times;
}
