import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { createTokenVerifier } from '#app/auth/token/verify-token.server.ts';

import worker from '../../workers/app.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { bearer, makeToken, newUid } from '../setup/browser.workerd.ts';
import { callMcpTool, Visitor } from '../setup/drafts.ts';
import { cutAnswers } from '../setup/cut-answers.workerd.ts';
import { createSigner, makeClaims } from '../setup/id-token.ts';
import { openKeyServer, type KeyAnswer } from '../setup/key-server.workerd.ts';
import { shortenWaits } from '../setup/shorten-waits.workerd.ts';
import { expectTruth, fault, read, type Fault } from './fault.workerd.ts';

const HOST = 'https://upstream.example.net';

const operation = (id: string) => ({
  get: {
    operationId: id,
    summary: `Asks for ${id} at the upstream`,
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  },
});

type Inject = () => () => void;
/** The address answers as it should, and its answer is cut off on its way. */
const cut: Inject = () => cutAnswers(new URL(HOST).host);
/** The fault is in the address itself. */
const asItIs: Inject = () => () => {};

/** What an address does wrong, and what is told of it. */
type OutsideRow = [wrong: string, path: string, told: RegExp, inject?: Inject];

const UPSTREAM_FAULTS: OutsideRow[] = [
  ['is down', 'broken', /503/],
  ['never answers', 'hangs', /did not answer in time/],
  ['is cut off in the middle', 'echo', /broke off|interrupted|cut off|connection/i, cut],
  ['answers garbage', 'lie', /JSON/],
  ['answers a page instead', 'page', /html|JSON/i],
  ['answers too much', 'huge', /1000000|limit|longer/],
  ['leads into a private network', 'inside', /redirect/],
];

/** A server with the real upstream. */
async function openTested() {
  const maker = new Visitor();
  const paths = Object.fromEntries(
    ['echo', ...UPSTREAM_FAULTS.map(([, path]) => path)].map((path) => [
      `/${path}`,
      operation(path),
    ]),
  );
  const info = { title: crypto.randomUUID(), version: '1.0.0' };
  const draft = await maker.submit({
    openapi: '3.1.0',
    info,
    servers: [{ url: `${HOST}/v1` }],
    paths,
  });
  const policies = { edit: 'setPolicies', maxUpstreamBytes: 1_000_000, timeoutMs: 1_000 };
  await maker.change(draft, { environment: 'test', edits: [policies] });
  return draft;
}

function toUpstreamFault([wrong, path, told, inject = asItIs]: OutsideRow): Fault {
  return fault({
    where: 'upstream',
    name: `it ${wrong}`,
    open: openTested,
    inject,
    do: ({ endpoint, token }) => callMcpTool(endpoint, path, {}, token),
    async invariant({ endpoint, token }, result) {
      expect(result['isError']).toBe(true);
      expect(JSON.stringify(result['content'])).toMatch(told);
      const next = await callMcpTool(endpoint, 'echo', {}, token);
      expect(next['isError'] ?? false, JSON.stringify(next)).toBe(false);
    },
  });
}

const DOCUMENT_FAULTS: OutsideRow[] = [
  ['is down', 'document-broken', /answered with status 503/],
  ['never answers', 'document-hangs', /in time/, shortenWaits],
  ['is cut off in the middle', 'document.json', /broke off/, cut],
  ['sends garbage', 'document-garbage', /not valid text|UTF-8/],
  ['sends too much', 'document-huge', /25 MB/],
  ['leads into a private network', 'document-inside', /private|public|reach/i],
];

function toDocumentFault([wrong, path, told, inject = asItIs]: OutsideRow): Fault {
  return fault({
    where: 'document host',
    name: `it ${wrong}`,
    open: async () => new Visitor(),
    inject,
    do: async (visitor) =>
      read(await visitor.json('POST', '/api/drafts', { url: `${HOST}/${path}` })),
    async invariant(visitor, answer) {
      expect([400, 413, 422]).toContain(answer.status);
      expectTruth(answer, [400, 413, 422]);
      expect(answer.text).toMatch(told);
      const listed = await visitor.fetch('/api/chats');
      expect(await listed.json()).toMatchObject({ chats: [] });
      const next = { url: `${HOST}/document.json` };
      expect((await visitor.json('POST', '/api/drafts', next)).status).toBe(201);
    },
  });
}

const KEY_FAULTS: [wrong: string, answer: KeyAnswer][] = [
  ['is down', { status: 503, body: 'down' }],
  ['never answers', { delayMs: 4_000 }],
  ['is cut off in the middle', { body: '{"keys":[', stalls: true }],
  ['answers garbage', { body: '<!doctype html><title>Maintenance</title>' }],
  ['answers too much', { body: JSON.stringify({ keys: [], padding: 'x'.repeat(100_000) }) }],
];

const HOUR_MS = 60 * 60_000;

function toKeyFault([wrong, answer]: (typeof KEY_FAULTS)[number]): Fault {
  return fault({
    where: 'key server',
    name: `it ${wrong}`,
    async open() {
      const [server, signer] = [openKeyServer(), await createSigner('known')];
      const app = { ...makeApp(), nonce: '', origin: 'https://builder.test' };
      await server.publish([signer], 6 * 60 * 60);
      const [knowing, cold] = [1, 2].map(() => createTokenVerifier(server.fetchKeys));
      if (!knowing || !cold) throw new Error('There are two isolates.');
      const start = Date.now();
      const tokenAt = (now: number) => signer.sign(makeClaims({ sub: newUid() }, now));
      await knowing(app, await tokenAt(start), () => start);
      await app.settle();
      await env.CACHE.delete('firebase-keys:v1');
      return { server, app, knowing, cold, tokenAt, later: start + 7 * HOUR_MS };
    },
    async inject({ server, tokenAt, later }) {
      await server.set(answer);
      await tokenAt(later);
      return () => {};
    },
    async do({ app, knowing, cold, tokenAt, later }) {
      const token = await tokenAt(later);
      const [known, unknown] = [
        await knowing(app, token, () => later),
        await cold(app, token, () => later),
      ];
      await app.settle();
      return { known, unknown };
    },
    async invariant({ app, server, cold, tokenAt, later }, { known, unknown }) {
      // Keys that are known serve on; and nobody is signed out because none is.
      expect(known.ok).toBe(true);
      if (unknown.ok) throw new Error('Nobody could know the key.');
      const told = await read(answerAuthFailure(app, unknown));
      expect(told.status).toBe(503);
      expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0);
      const signer = await createSigner('next');
      await server.publish([signer], 6 * 60 * 60);
      const soon = later + 60_000;
      const next = await signer.sign(makeClaims({ sub: newUid() }, soon));
      expect((await cold(app, next, () => soon)).ok, await tokenAt(soon)).toBe(true);
      await app.settle();
      await env.CACHE.delete('firebase-keys:v1');
    },
  });
}

const PRODUCT_FAULTS: [wrong: string, behaviour: string][] = [
  ['is down', 'broken'],
  ['never answers', 'hangs'],
  ['is cut off in the middle', 'stalls'],
  ['answers garbage', 'no-json'],
  ['answers too much', 'huge'],
  ['has moved', 'moved'],
];

async function askStatus(token: string, behaviour: string) {
  const request = new Request('https://builder.test/stripe/subscription/status', {
    headers: bearer(token),
  });
  const PRODUCT_API_URL = `https://product.example.net/${behaviour}`;
  const context = createExecutionContext();
  const answer = await worker.fetch(request, { ...env, PRODUCT_API_URL }, context);
  await waitOnExecutionContext(context);
  return read(answer);
}

function toProductFault([wrong, behaviour]: (typeof PRODUCT_FAULTS)[number]): Fault {
  return fault({
    where: 'product API',
    name: `it ${wrong}`,
    async open() {
      const [known, unknown] = [
        await makeToken({ sub: newUid() }),
        await makeToken({ sub: newUid() }),
      ];
      await askStatus(known, 'team');
      return { known, unknown };
    },
    inject: () => shortenWaits(),
    do: ({ unknown }) => askStatus(unknown, behaviour),
    async invariant({ known, unknown }, told) {
      // Nothing is made up for whom nobody knows, and who paid keeps what they had.
      expect(told.status).toBe(503);
      expectTruth(told);
      const kept = await askStatus(known, behaviour);
      expect(kept.text).toContain('"tier":"team"');
      expect((await askStatus(unknown, 'pro')).text).toContain('"tier":"pro"');
    },
  });
}

/** Companies and people's own servers, and what we tell when they fail. */
export const OUTSIDE_FAULTS: Fault[] = [
  ...UPSTREAM_FAULTS.map(toUpstreamFault),
  ...DOCUMENT_FAULTS.map(toDocumentFault),
  ...KEY_FAULTS.map(toKeyFault),
  ...PRODUCT_FAULTS.map(toProductFault),
];
