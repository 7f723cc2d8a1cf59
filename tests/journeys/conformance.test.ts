import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { expectResults } from '../conformance/expect-results.ts';
import { toFixtureEdits } from '../conformance/fixture-edits.ts';
import {
  describeReport,
  GENERIC_SPECS,
  prepareBaseline,
  REVISIONS,
  runSuite,
  SCENARIOS,
} from '../conformance/run-suite.ts';
import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { makeDraft, readSpec, shareDraft } from '../setup/make-draft.ts';

/** A run of the suite takes some seconds; a server that hangs costs half a minute a scenario. */
const STEP_MS = 120_000;

let folder: string;
let worker: BuiltWorker;
let endpoint: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baseline-'));
  worker = await startBuiltWorker();
});
afterAll(async () => {
  await worker.close();
  await rm(folder, { recursive: true });
});

describe('the hosted fixture', () => {
  beforeAll(async () => {
    const draft = await makeDraft(worker.url, readSpec('petstore-3.0.json'));
    const response = await fetch(`${worker.url}/api/drafts/${draft.id}`, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${draft.token}`,
        'if-match': `"${draft.revision}"`,
      },
      body: JSON.stringify({ edits: toFixtureEdits(draft.blueprint.tools) }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    endpoint = draft.endpoint;
    // The suite sends no token.
    await shareDraft(worker.url, draft);
  });

  test.each(REVISIONS)(
    'meets every requirement of %s',
    async (revision) => {
      const report = await runSuite(endpoint, revision);
      console.log(describeReport('hosted fixture', revision, report));
      expect(report.code, report.output).toBe(0);
      expect(report.scenarios).toBe(SCENARIOS[revision]);
      expectResults('hosted server', revision, report.output);
    },
    STEP_MS,
  );
});

describe.each(GENERIC_SPECS)('the hosted draft of $spec', ({ spec, listsResources }) => {
  beforeAll(async () => {
    const draft = await makeDraft(worker.url, readSpec(spec));
    await shareDraft(worker.url, draft);
    endpoint = draft.endpoint;
  });

  test.each(REVISIONS)(
    'passes what a server without fixtures can pass of %s',
    async (revision) => {
      const baseline = await prepareBaseline(revision, listsResources, folder);
      const report = await runSuite(endpoint, revision, baseline);
      console.log(describeReport(`hosted ${spec}`, revision, report));
      expect(report.code, report.output).toBe(0);
      expect(report.scenarios).toBe(SCENARIOS[revision]);
    },
    STEP_MS,
  );
});
