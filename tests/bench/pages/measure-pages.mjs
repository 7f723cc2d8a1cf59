// Pages per second of the built Worker on workerd alone, against a constant answer of the same isolate, and a
// bare page of React Router beside it.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { rolldown } from 'rolldown';

import { makeBuild } from '../../../scripts/built-files.mjs';
import { ROOT } from '../../../scripts/toolchain.mjs';
import { applyMigrations } from '../hosted/apply-migrations.mjs';
import { median, table } from '../timing.mjs';

const HERE = path.join(ROOT, 'tests/bench/pages');
const SERVER = path.join(ROOT, 'build/server');
const ROUNDS = 7;
const SECONDS = 2;
const CONNECTIONS = 10;

/** The cookie of somebody who may be signed in: the page is made anew. */
const KNOWN = { cookie: '__Host-session=unknown' };
const POST = '/blog/both-eras-on-one-url';

const PAGES = [
  { label: 'ours: a constant answer', of: 'ours', to: '/constant' },
  { label: 'ours: `/` of a newcomer', of: 'ours', to: '/' },
  { label: 'ours: `/blog/:slug` of a newcomer', of: 'ours', to: POST },
  { label: 'ours: `/docs/:page` of a newcomer', of: 'ours', to: '/docs/start' },
  { label: 'ours: `/`, made anew', of: 'ours', to: '/', headers: KNOWN },
  { label: 'ours: `/` of a guest with a server', of: 'ours', to: '/', isGuest: true },
  { label: 'ours: `/blog/:slug`, made anew', of: 'ours', to: POST, headers: KNOWN },
  { label: 'ours: `/docs/:page`, made anew', of: 'ours', to: '/docs/start', headers: KNOWN },
  { label: 'ours: `/pricing`', of: 'ours', to: '/pricing' },
  { label: 'ours: `/showcase`', of: 'ours', to: '/showcase' },
  { label: 'ours: `/login`', of: 'ours', to: '/login' },
  { label: 'ours: `/login`, made anew', of: 'ours', to: '/login', headers: KNOWN },
  { label: 'bare page: a constant answer', of: 'bare', to: '/constant' },
  { label: 'bare page: one heading', of: 'bare', to: '/' },
];

export async function measurePages() {
  if (!(await makeBuild())) throw new Error('the Worker could not be built');
  const worker = new Miniflare(
    convertV4MiniflareOptions({ workers: [await ours(), await bare()] }),
  );
  try {
    await worker.ready;
    const urls = {
      ours: await worker.unsafeGetDirectURL('ours'),
      bare: await worker.unsafeGetDirectURL('bare'),
    };
    await applyMigrations(await worker.getD1Database('DB', 'ours'));
    const guest = await becomeGuest(urls.ours);
    const requests = PAGES.map(({ of, to, isGuest = false, headers = isGuest ? guest : {} }) => ({
      url: new URL(to, urls[of]).href,
      headers: { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'none', ...headers },
    }));
    return describeRates(await race(requests));
  } finally {
    await worker.dispose();
  }
}

/** Begins a server without an account, as the start page does. */
async function becomeGuest(url) {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const begun = await fetch(new URL('/api/chats', url), { method: 'POST', headers, body: '{}' });
  if (begun.status >= 300) throw new Error(`no server was begun: ${await begun.text()}`);
  const cookies = begun.headers.getSetCookie().map((each) => each.split(';')[0]);
  return { cookie: cookies.join('; ') };
}

/** The built Worker with its bindings, and an entry of ours before it. */
async function ours() {
  const { unstable_getMiniflareWorkerOptions: toOptions } = await import('wrangler');
  const { workerOptions } = toOptions(path.join(SERVER, 'wrangler.json'));
  const { modules: _modules, rules: _rules, assets: _assets, ...bindings } = workerOptions;
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ path: file, contents: readFileSync(path.join(SERVER, file), 'utf8') }));
  const entry = readFileSync(path.join(HERE, 'constant-worker.mjs'), 'utf8');
  return {
    ...bindings,
    name: 'ours',
    modulesRoot: '/',
    modules: [{ path: 'constant-worker.mjs', contents: entry }, ...files].map((module) => ({
      type: 'ESModule',
      path: `/${module.path}`,
      contents: module.contents,
    })),
    unsafeDirectSockets: [{ host: '127.0.0.1' }],
  };
}

async function bare() {
  const build = await rolldown({
    input: path.join(HERE, 'bare-page-worker.mjs'),
    platform: 'neutral',
    external: [/^node:/],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    resolve: {
      mainFields: ['module', 'main'],
      conditionNames: ['workerd', 'worker', 'edge-light', 'import', 'module', 'default'],
    },
  });
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
  await build.close();
  return {
    name: 'bare',
    modules: [{ type: 'ESModule', path: 'bare.mjs', contents: output[0].code }],
    compatibilityDate: '2026-10-12',
    compatibilityFlags: ['nodejs_compat'],
    unsafeDirectSockets: [{ host: '127.0.0.1' }],
  };
}

/** Answers per second of each request, in turns. */
async function race(requests) {
  const autocannon = createRequire(new URL('../throughput/package.json', import.meta.url))(
    'autocannon',
  );
  for (const request of requests) await checkAnswer(request);
  const rates = requests.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, request] of requests.entries()) {
      const duration = round < 0 ? 1 : SECONDS;
      const result = await autocannon({ ...request, connections: CONNECTIONS, duration });
      if (result.non2xx + result.errors > 0) throw new Error(`${request.url} fails under load`);
      if (round >= 0) rates[index].push(result.requests.average);
    }
  }
  return rates;
}

async function checkAnswer({ url, headers }) {
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (response.status === 200) return;
  throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
}

function describeRates(rates) {
  const bare = PAGES.findIndex(({ of, to }) => of === 'bare' && to === '/');
  const rows = PAGES.map(({ label, of }, index) => {
    const constant = PAGES.findIndex((page) => page.of === of);
    const ratio = (other) => median(rates[index].map((rate, round) => rate / rates[other][round]));
    const toBare = of === 'bare' ? '' : ratio(bare).toFixed(2);
    return [label, String(Math.round(median(rates[index]))), ratio(constant).toFixed(3), toBare];
  });
  return `The built Worker on workerd, asked directly, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s in turns; ratios are of the same round. A page that is the same for everybody who is not signed in is rendered once in an isolate, and then kept. The bare page is React Router with one heading. To reach: 0.7 of the bare page.

${table(['answer', 'per second', 'the constant answer being 1', 'the bare page being 1'], rows)}`;
}
