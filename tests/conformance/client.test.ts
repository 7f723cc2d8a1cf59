import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { bundleClient } from './bundle-client.ts';
import { expectResults } from './expect-results.ts';
import { REVISIONS, runCommand } from './run-suite.ts';

/** The suite starts all clients at once, so each waits for the others. */
const CLIENT_MS = 120_000;
/** Scenarios of each, those included that are not scored: extensions that the client does not have. */
const SCENARIOS = { '2026-07-28': 39, '2025-11-25': 25 };

let folder: string;
let client: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'client-'));
  client = await bundleClient(folder);
});
afterAll(() => rm(folder, { recursive: true }));

test.each(REVISIONS)(
  'our client, signing in included, meets every requirement of %s',
  async (revision) => {
    const command = `${process.execPath} ${client}`;
    const limits = ['--timeout', String(CLIENT_MS), '-o', path.join(folder, revision)];
    const args = ['client', '--command', command, '--requirements', revision, ...limits];
    const { code, output } = await runCommand(args);
    const summary = output.slice(output.indexOf('=== SUITE SUMMARY ==='));
    console.log(`our client, ${revision}: ${/Total: .*/.exec(summary)?.[0] ?? output}`);
    expect(code, summary).toBe(0);
    expect(summary.match(/^[✓✗] /gm)).toHaveLength(SCENARIOS[revision]);
    expectResults('client', revision, summary);
  },
  2 * CLIENT_MS,
);
