// What Lighthouse says about the pages of the production build, as it rates a phone on a slow network.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import path from 'node:path';

import { makeBuild } from '../../../scripts/built-files.mjs';
import { CHROMIUM, ROOT } from '../../../scripts/toolchain.mjs';
import playwright from '../../../playwright.config.ts';
import { median, table } from '../timing.mjs';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Shown beside the categories: what the first of them is made of. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const WANTED = 0.95;
const TRIES = 3;

export async function measureLighthouse() {
  if (!(await makeBuild())) throw new Error('the Worker could not be built');
  const load = loadavg()[0];
  const { startBuiltWorker } = await import('../../setup/built-worker.ts');
  const worker = await startBuiltWorker();
  try {
    const rows = [];
    const failed = new Set();
    for (const { label, to } of await listPages(worker.url)) {
      const results = [];
      for (let run = 0; run < RUNS; run += 1) results.push(await rate(worker.url + to));
      rows.push(describeRow(label, results));
      for (const audit of results.flatMap(listFailed)) failed.add(`${label}: ${audit}`);
    }
    return describe({ rows, load, failed: [...failed] });
  } finally {
    await worker.close();
  }
}

/** The chat is a public one: others are neither shown to who looks at it here nor to be found. */
async function listPages(url) {
  const { makeDraft, readSpec, shareDraft } = await import('../../setup/make-draft.ts');
  const draft = await makeDraft(url, readSpec('petstore-3.0.json'));
  await shareDraft(url, draft, 'public');
  const [post] = readdirSync(path.join(ROOT, 'app/blog/posts')).toSorted();
  return [
    { label: '`/`', to: '/' },
    { label: '`/blog/:slug`', to: `/blog/${post.replace('.mdx', '')}` },
    { label: '`/pricing`', to: '/pricing' },
    { label: '`/showcase`', to: '/showcase' },
    { label: '`/client`', to: '/client' },
    { label: '`/chat/:id`', to: `/chat/${draft.id}` },
  ];
}

/** One run in a browser of its own; once more where the browser recorded no usable trace, as a busy one does. */
async function rate(url) {
  let problem = 'no result';
  for (let tries = 0; tries < TRIES; tries += 1) {
    const report = await runOnce(url);
    if (report && !report.runtimeError) {
      keepReport(report);
      return report;
    }
    problem = report?.runtimeError?.message ?? problem;
  }
  throw new Error(`${url}: ${problem}`);
}

async function runOnce(url) {
  const require = createRequire(new URL('./package.json', import.meta.url));
  const { default: lighthouse } = await import(require.resolve('lighthouse'));
  const { launch } = await import(
    createRequire(require.resolve('lighthouse')).resolve('chrome-launcher')
  );
  const chrome = await launch({
    chromePath: CHROMIUM,
    chromeFlags: playwright.use.launchOptions.args,
  });
  try {
    const flags = { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' };
    return (await lighthouse(url, flags))?.lhr;
  } finally {
    chrome.kill();
  }
}

/** With `LIGHTHOUSE_REPORTS=folder` each report is kept, to read what an audit found. */
function keepReport(report) {
  const folder = process.env.LIGHTHOUSE_REPORTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const page = new URL(report.finalDisplayedUrl).pathname.replaceAll('/', '-');
  writeFileSync(path.join(folder, `${page}-${Date.now()}.json`), JSON.stringify(report));
}

function describeRow(label, results) {
  const scores = CATEGORIES.map((name) =>
    median(results.map(({ categories }) => categories[name].score)),
  );
  const metrics = METRICS.map((id) => median(results.map(({ audits }) => audits[id].numericValue)));
  const [paint, largest, blocked, shift] = metrics;
  return [
    label,
    ...scores.map((score) => `${Math.round(100 * score)}${score < WANTED ? ' (!)' : ''}`),
    `${(paint / 1000).toFixed(1)} s`,
    `${(largest / 1000).toFixed(1)} s`,
    `${Math.round(blocked)} ms`,
    shift.toFixed(3),
  ];
}

/** Audits that cost something in their category. */
function listFailed({ categories, audits }) {
  return CATEGORIES.flatMap((name) => categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => id);
}

function describe({ rows, load, failed }) {
  const head = ['page', 'performance', 'accessibility', 'best practices', 'SEO'];
  const measures = ['first paint', 'largest paint', 'blocked', 'shift'];
  const { version } = createRequire(new URL('./package.json', import.meta.url))(
    'lighthouse/package.json',
  );
  const list = failed.length === 0 ? 'none.' : `${failed.join('; ')}.`;
  return `Lighthouse ${version} with its defaults: a phone in the middle of the range on a slow 4G network, both simulated. Medians of ${RUNS} runs, each in a new headless Chromium with an empty profile, of the built Worker behind wrangler's local proxy, which compresses with gzip and speaks HTTP/1.1. The machine's load was ${load.toFixed(1)} before the first run; the processor counts in the figures. The chat is a public one. To reach: 95 in each category.

${table([...head, ...measures], rows)}

Audits below 90 in at least one run: ${list}`;
}
