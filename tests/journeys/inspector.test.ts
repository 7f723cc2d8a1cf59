import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { ERAS } from '../setup/connect-client.ts';
import { makeDraft, readSpec, type MadeDraft } from '../setup/make-draft.ts';

const INSPECTOR =
  'tests/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

let worker: BuiltWorker;
let draft: MadeDraft;
beforeAll(async () => {
  worker = await startBuiltWorker();
  draft = await makeDraft(worker.url, readSpec('petstore-3.0.json'));
});
afterAll(() => worker.close());

/** The official Inspector's command line; rejects where it ends with another code than 0. */
async function inspect(...args: string[]): Promise<string> {
  const { endpoint, token } = draft;
  const header = ['--header', `Authorization: Bearer ${token}`];
  const how = ['--transport', 'http', '--format', 'json', ...header];
  const all = [INSPECTOR, '--cli', endpoint, ...how, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, all, { timeout: 50_000 });
  return stdout;
}

test.each(ERAS)('the official Inspector lists and calls the tools (%s era)', async (era) => {
  const listed = await inspect('--protocol-era', era, '--method', 'tools/list');
  expect(listed).toContain('"getPetById"');
  const call = ['--method', 'tools/call', '--tool-name', 'getPetById', '--tool-arg', 'petId=10'];
  const called = await inspect('--protocol-era', era, ...call);
  expect(called).toContain('structuredContent');
  expect(called).not.toContain('"isError": true');
});

test('the Inspector finds every schema portable', async () => {
  await expect(inspect('--method', 'tools/list', '--strict')).resolves.toContain('"getPetById"');
});
