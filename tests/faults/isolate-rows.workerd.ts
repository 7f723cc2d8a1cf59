import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';

import worker from '../../workers/app.ts';
import { callMcpTool, Visitor } from '../setup/drafts.ts';
import { shortenTimers } from '../setup/shorten-waits.workerd.ts';
import { loseIsolates } from '../setup/lost-isolates.workerd.ts';
import { spoilStores, type Way } from '../setup/store-faults.workerd.ts';
import { document, openDraft } from './deeds.workerd.ts';
import { expectTruth, fault, read, type Fault } from './fault.workerd.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How an isolate for foreign code is lost, and what the caller of its tool is told. */
const LOSSES: [name: string, inject: () => () => void, told: RegExp][] = [
  [
    'crashes',
    () => loseIsolates('internal error; reference = 1'),
    /could not be run at the moment/,
  ],
  ['is cut off', () => loseIsolates('Network connection lost.'), /could not be run at the moment/],
  ['takes too much memory', () => loseIsolates('Worker exceeded memory limit.'), /memory/],
  ['takes too much time', () => loseIsolates('Worker exceeded CPU time limit.'), /CPU time/],
  ['never answers', () => silenceIsolates(), /did not finish within/],
  ['finds no code', () => spoilModules('before'), /could not be run at the moment/],
];

function silenceIsolates(): () => void {
  const restore = [loseIsolates(null), shortenTimers()];
  return () => restore.forEach((each) => each());
}

/** The modules of a server cannot be read; all else can. */
function spoilModules(way: Way): () => void {
  return spoilStores(({ store, subject }) =>
    store === 'R2' && subject.endsWith('/modules.json') ? way : null,
  ).heal;
}

function toCallFault([name, inject, told]: (typeof LOSSES)[number]): Fault {
  return fault({
    where: 'sandbox',
    name: `it ${name} while a tool is called`,
    open: openDraft,
    inject,
    do: ({ draft }) => callMcpTool(draft.endpoint, 'page', {}, draft.token),
    async invariant({ draft }, result) {
      expect(result['isError']).toBe(true);
      expect(JSON.stringify(result['content'])).toMatch(told);
      expect((await callMcpTool(draft.endpoint, 'page', {}, draft.token))['isError'] ?? false).toBe(
        false,
      );
    },
  });
}

/** The same while a document is imported: its answer is a problem, or that nobody could read it. */
function toImportFault([name, message]: [name: string, message: string | null]): Fault {
  return fault({
    where: 'sandbox',
    name: `it ${name} while a document is imported`,
    open: async () => new Visitor(),
    inject: () => {
      const restore = [loseIsolates(message), shortenTimers()];
      return () => restore.forEach((each) => each());
    },
    do: async (visitor) => read(await visitor.json('POST', '/api/drafts', document())),
    async invariant(visitor, told) {
      expect([422, 503]).toContain(told.status);
      expectTruth(told, [422, 503]);
      expect(await (await visitor.fetch('/api/chats')).json()).toMatchObject({ chats: [] });
      await visitor.submit(document());
    },
  });
}

/** The hourly sweep while a store fails: nothing that is used may go. */
function toSweepFault(store: 'D1' | 'R2' | 'KV', way: Way): Fault {
  return fault({
    where: 'sweep',
    name: `${store}: ${way}`,
    open: openDraft,
    inject: () => spoilStores((call) => (call.store === store ? way : null)).heal,
    do: () => sweepAfter(2 * DAY_MS),
    async invariant({ visitor, draft, path }) {
      expect((await visitor.fetch(`${path}/files.zip`)).status).toBe(200);
      expect((await callMcpTool(draft.endpoint, 'page', {}, draft.token))['isError'] ?? false).toBe(
        false,
      );
      expect(await sweepAfter(2 * DAY_MS)).toBe('done');
      expect((await visitor.fetch(`${path}/files.zip`)).status).toBe(200);
    },
  });
}

async function sweepAfter(ms: number): Promise<'done' | 'failed'> {
  const controller = createScheduledController({ scheduledTime: new Date(Date.now() + ms) });
  return worker.scheduled(controller, env).then(
    () => 'done',
    () => 'failed',
  );
}

/** Isolates of foreign code and documents that are lost, and the work that nobody watches. */
export const ISOLATE_FAULTS: Fault[] = [
  ...LOSSES.map(toCallFault),
  ...(
    [
      ['crashes', 'internal error; reference = 1'],
      ['takes too much memory', 'Worker exceeded memory limit.'],
      ['never answers', null],
    ] as const
  ).map(([name, message]) => toImportFault([name, message])),
  toSweepFault('D1', 'before'),
  toSweepFault('D1', 'hangs'),
  toSweepFault('D1', 'empty'),
  toSweepFault('R2', 'before'),
  toSweepFault('R2', 'hangs'),
  toSweepFault('R2', 'empty'),
  toSweepFault('KV', 'before'),
  toSweepFault('KV', 'hangs'),
];
