import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

import { SignJWT } from 'jose';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { build } from 'vite';

import { buildConstants } from '../../../scripts/build-constants.ts';
import { ROOT } from '../../../scripts/toolchain.mjs';

const PROJECT = 'demo-bench';
/** So few that a run is over before a busy machine turns to something else. */
const TOKENS = 60;
const ROUNDS = 400;

/** Rounds before those that count. */
const WARM_UP = 7;

/** What a row is called, and the way that `verify-worker.mjs` knows it by. */
const ROWS = [
  ['`crypto.subtle.verify`: a token taken apart, nothing checked', 'raw'],
  ['`crypto.subtle.verify`: taken apart beforehand', 'prepared'],
  ['jose 6, `compactVerify`: the signature only', 'compact'],
  ['jose 6, `jwtVerify` with issuer and audience', 'jose'],
  ['firebase-auth-cloudflare-workers 2.0.6', 'peer'],
  ['ours, a token never seen before', 'cold'],
  ['ours, a token that keeps coming', 'warm'],
];

async function bundle() {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    plugins: [buildConstants()],
    ssr: { target: 'webworker', noExternal: true },
    resolve: { conditions: ['workerd', 'worker', 'browser', 'module'] },
    build: {
      ssr: path.join(ROOT, 'tests/bench/verify/verify-worker.mjs'),
      write: false,
      rolldownOptions: { external: [/^node:/, /^cloudflare:/] },
    },
  });
  return output[0].code;
}

async function sign(kid, privateKey, at) {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    auth_time: now - 600,
    user_id: `user-${at}`,
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada Lovelace',
    picture: 'https://lh3.googleusercontent.com/a/ACg8ocJ0k1l2m3n4o5p6q7r8s9t0=s96-c',
    firebase: {
      identities: { 'google.com': ['123456789012345678901'], email: ['ada@example.com'] },
      sign_in_provider: 'google.com',
    },
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(`https://securetoken.google.com/${PROJECT}`)
    .setAudience(PROJECT)
    .setSubject(`user-${at}`)
    .setIssuedAt(now - 10)
    .setExpirationTime(now + 3_590)
    .sign(privateKey);
}

/**
 * Verifies the same tokens in each way, in workerd and in turns, so that a busy moment hits all.
 * @returns {Promise<{tokens: number, rounds: number, rows: string[][]}>} the best times and their ratios
 */
export async function measureVerify() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const kid = 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334';
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  const tokens = await Promise.all(
    Array.from({ length: TOKENS }, (_, at) => sign(kid, privateKey, at)),
  );
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: 'ESModule', path: 'verify-worker.mjs', contents: await bundle() }],
      compatibilityDate: '2026-10-12',
      compatibilityFlags: ['nodejs_compat'],
    }),
  );
  try {
    const url = await worker.ready;
    await fetch(url, { method: 'POST', body: JSON.stringify({ jwk, tokens, projectId: PROJECT }) });
    const ways = ['nothing', ...ROWS.map(([, way]) => way)];
    const times = new Map(ways.map((way) => [way, []]));
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      // Another one begins each time, so that no way always pays for another's garbage.
      const first = (round + WARM_UP) % ways.length;
      for (const way of [...ways.slice(first), ...ways.slice(0, first)]) {
        const took = await timeOne(new URL(`/${way}`, url));
        if (round >= 0) times.get(way).push(took);
      }
    }
    return { tokens: TOKENS, rounds: ROUNDS, rows: toRows(times) };
  } finally {
    await worker.dispose();
  }
}

async function timeOne(url) {
  const before = performance.now();
  const { verified } = await (await fetch(url)).json();
  const took = performance.now() - before;
  if (verified !== TOKENS) throw new Error(`${url.pathname}: ${verified} of ${TOKENS} verified`);
  return took;
}

function toRows(times) {
  const best = (way) => Math.min(...times.get(way));
  // What a request and the loop themselves take.
  const rest = best('nothing');
  const micros = (way) => ((best(way) - rest) * 1_000) / TOKENS;
  return ROWS.map(([what, way]) => [
    what,
    `${micros(way).toFixed(1)} µs`,
    `${(micros('raw') / micros(way)).toFixed(2)}`,
  ]);
}
