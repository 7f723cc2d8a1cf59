// The built Worker with a published echo tool, and other servers of the same tool beside it, in one workerd.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { convertV4MiniflareOptions, Miniflare } from 'miniflare';

import { ROOT } from '../../../scripts/toolchain.mjs';
import { ECHO_BLUEPRINT, ECHO_UPSTREAM, HTTP_ECHO_TOOL } from '../throughput/echo-blueprint.mjs';
import { bundleWorker } from '../throughput/bundle-worker.mjs';

const SERVER = path.join(ROOT, 'build/server');
/** Plans, each of which limits calls by the minute and by the day. */
const PLANS = 3;
const UNCOUNTED = '(async () => ({ success: true }))(';
const SERVERS = path.join(ROOT, 'tests/bench/throughput/servers');

/** Starts workerd with our Worker and the peers, each asked directly. */
export async function startHosted(peers, options = {}) {
  const { answerOutside } = await import('../../setup/outside.ts');
  const others = await Promise.all(peers.map((peer) => toPeer(peer, answerOutside)));
  const workers = [await toOurs(answerOutside), ...others];
  const lines = [];
  const handleStructuredLogs = ({ message }) => lines.push(message);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ handleStructuredLogs, ...options, workers }),
  );
  await miniflare.ready;
  const url = (await miniflare.unsafeGetDirectURL('ours')).origin;
  return {
    url,
    urlOf: async (name) => new URL('/mcp', await miniflare.unsafeGetDirectURL(name)).href,
    ...(await publishEchoes({ url, env: await miniflare.getBindings('ours') })),
    /** What the Workers have logged. */
    lines,
    close: () => miniflare.dispose(),
  };
}

/** The built Worker; limits of rates and of the plan are raised beyond what a bench sends. */
async function toOurs(outboundService) {
  const { unstable_getMiniflareWorkerOptions: toOptions } = await import('wrangler');
  const { parseEnv } = await import('node:util');
  const { workerOptions } = toOptions(path.join(SERVER, 'wrangler.json'));
  const { modules: _modules, rules: _rules, assets: _assets, ...options } = workerOptions;
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      path: file,
      contents: raiseLimits(readFileSync(path.join(SERVER, file), 'utf8')),
    }));
  const isRaised = files.some(({ contents }) => countRaised(contents) >= 2 * PLANS);
  if (!isRaised) throw new Error('The limits of the plans were not found in the built Worker.');
  const isUncounted = files.some(({ contents }) => contents.includes(UNCOUNTED));
  if (!isUncounted) throw new Error('The rates of hosts were not found in the built Worker.');
  const { main } = JSON.parse(readFileSync(path.join(SERVER, 'wrangler.json'), 'utf8'));
  const sorted = files.toSorted((a, b) => Number(b.path === main) - Number(a.path === main));
  const rates = Object.entries(options.ratelimits ?? {});
  return {
    ...options,
    bindings: {
      ...options.bindings,
      ...parseEnv(readFileSync(path.join(ROOT, '.dev.vars.example'), 'utf8')),
    },
    ratelimits: Object.fromEntries(
      rates.map(([name, rate]) => [
        name,
        { ...rate, simple: { ...rate.simple, limit: 1_000_000 } },
      ]),
    ),
    name: 'ours',
    modulesRoot: '/',
    modules: sorted.map((module) => ({
      type: 'ESModule',
      path: `/${module.path}`,
      contents: module.contents,
    })),
    outboundService,
    unsafeDirectSockets: [{ host: '127.0.0.1' }],
  };
}

/**
 * No plan has as many calls as a bench sends. Rates of hosts are not counted: what counts them here is a request to an
 * object for each, 1 to 2 ms, where the platform itself counts in memory.
 */
function raiseLimits(code) {
  return code
    .replaceAll(/\benv\.LIMIT_(ALL_)?HOSTS\.limit\((?=\{ ?key: ?`\$\{(owner|kind)\})/g, UNCOUNTED)
    .replaceAll(/callsPerMinute: ?(60|600|3e3|3000)\b/g, 'callsPerMinute:9e6')
    .replaceAll(/callsPerDay: ?(1e3|1000|5e4|50000|5e5|500000)\b/g, 'callsPerDay:9e8');
}

function countRaised(code) {
  return code.match(/callsPer(?:Minute:9e6|Day:9e8)/g)?.length ?? 0;
}

async function toPeer({ name, file, bindings = {} }, outboundService) {
  return {
    name,
    ...bindings,
    modules: [
      {
        type: 'ESModule',
        path: `${name}.mjs`,
        contents: await bundleWorker(path.join(SERVERS, file)),
      },
    ],
    compatibilityDate: '2026-10-12',
    compatibilityFlags: ['nodejs_compat'],
    outboundService,
    unsafeDirectSockets: [{ host: '127.0.0.1' }],
  };
}

/** Endpoints that say their argument again, by code and by an API. */
async function publishEchoes(worker) {
  const { applyMigrations } = await import('./apply-migrations.mjs');
  await applyMigrations(worker.env.DB);
  const { openPeople } = await import('../../access/people.ts');
  const people = await openPeople(worker);
  const [tool] = ECHO_BLUEPRINT.tools;
  const endpoint = await publishEcho(worker, people, [{ edit: 'upsertTool', tool }]);
  const httpEndpoint = await publishEcho(worker, people, [
    { edit: 'setUpstream', ...ECHO_UPSTREAM },
    { edit: 'upsertTool', tool: HTTP_ECHO_TOOL },
  ]);
  return { endpoint, httpEndpoint };
}

/** A private endpoint of a new account, whose plan has room for one, and a key of that account. */
async function publishEcho(worker, people, edits) {
  const { browser } = await people.signIn();
  const send = async (method, to, body, headers = {}) => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers } };
    const answer = await browser.fetch(to, { ...init, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${to}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { id } = await send('POST', '/api/chats', {});
  const edited = await send('PATCH', `/api/drafts/${id}`, { edits }, { 'if-match': '*' });
  const saved = { draft: id, revision: edited.revision, title: 'Echo' };
  const project = await send('POST', '/api/projects', saved);
  await send('POST', `/api/projects/${project.id}/publication`, { version: 1 });
  const { token } = await send('POST', '/api/keys', { name: 'Bench', projects: 'all' });
  return { url: worker.url + project.endpoint, token, id: project.id, browser };
}
