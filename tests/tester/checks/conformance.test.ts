import { expect, test } from 'vitest';

import {
  CONFORMANCE_CHECKS,
  runConformance,
} from '#app/tester/checks/conformance/run-conformance.ts';
import type { ConformanceTarget } from '#app/tester/checks/conformance/run-conformance.ts';

import { BROKEN_SERVERS, withFault } from './broken-servers.ts';
import { ADDRESS, serveInProcess } from './serve-in-process.ts';
import type { Answer } from './serve-in-process.ts';

const STILL = new AbortController().signal;

/** Our own server; of its tools one may be called, and one that changes something was asked for as well. */
function targetOf(fetch: Answer, only?: readonly string[]): ConformanceTarget {
  const mayCall = ['get_word', 'set_word'];
  const base = { fetch, url: ADDRESS, headers: {}, setsOrigin: true, mayCall, timeoutMs: 2_000 };
  return only === undefined ? base : { ...base, only };
}

test('a sound server passes every check that applies', async () => {
  const results = await runConformance(targetOf(serveInProcess()), STILL);
  expect(results).toHaveLength(CONFORMANCE_CHECKS.length);
  const others = results.filter(({ status }) => status !== 'pass');
  expect(others.map(({ id, status, text }) => `${id}: ${status}, ${text}`)).toEqual([
    'modern.undeclared: notApplicable, Tools, prompts and resources are all declared.',
    'legacy.undeclared: notApplicable, Tools, prompts and resources are all declared.',
    'modern.cacheScope: notApplicable, No list has a second page.',
    'legacy.sessionRequired: notApplicable, Without the session’s id: a result, HTTP 200. It does not require one.',
  ]);
});

test.each(BROKEN_SERVERS)('%s: a server with this fault is found', async (ids, fault) => {
  const only = ids.split(' ');
  const results = await runConformance(targetOf(withFault(serveInProcess(), fault), only), STILL);
  for (const { id, level, status, fix, exchanges, text } of results) {
    expect(`${id}: ${status}`, text).toBe(`${id}: ${level === 'must' ? 'fail' : 'warn'}`);
    expect(fix).not.toBe('');
    expect(exchanges.length, `${id} shows what was sent and answered`).toBeGreaterThan(0);
  }
  expect(results.map(({ id }) => id).toSorted()).toEqual(only.toSorted());
});

test('each check has a server that it finds', () => {
  const found = new Set(BROKEN_SERVERS.flatMap(([ids]) => ids.split(' ')));
  expect(CONFORMANCE_CHECKS.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
  expect([...found].filter((id) => !CONFORMANCE_CHECKS.some((check) => check.id === id))).toEqual(
    [],
  );
});
