import { AsyncLocalStorage } from 'node:async_hooks';

import { fetch, Request, type Response as WorkerResponse } from 'miniflare';

import { answerOutside } from './outside.ts';

type Answer = Response | WorkerResponse | undefined;

/** Answers a Worker's request to another host; undefined leaves it to others. */
export type Outside = (request: Request) => Answer | Promise<Answer>;

interface World {
  build: 'production' | 'emulator';
  outside?: Outside | undefined;
}

const worlds = new AsyncLocalStorage<World>();

/** Loopback hosts, where a build for the emulator finds it. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Intercepts the outbound requests of the Worker that `start` starts. wrangler's test harness has no option
 * for them: it passes each to `globalThis.fetch`, with miniflare's Request as second argument. They have the
 * asynchronous context in which the server began to listen, so each of several Workers in one process has its
 * own world, and the tests' own requests are not affected.
 */
export async function answerOutsideOf<T>(world: World, start: () => Promise<T>): Promise<T> {
  Object.assign(globalThis, { fetch: fetchForWorkers });
  return await worlds.run(world, start);
}

const fetchFromTest = globalThis.fetch;

async function fetchForWorkers(input: string | URL, init?: RequestInit | Request): Promise<Answer> {
  if (!(init instanceof Request)) return await fetchFromTest(input, init);
  const world = worlds.getStore();
  const answer = await world?.outside?.(init);
  if (answer) return answer;
  const { hostname } = new URL(init.url);
  if (world?.build === 'emulator' && LOOPBACK.test(hostname)) return await fetch(init);
  return await answerOutside(init);
}
