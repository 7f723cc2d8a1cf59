import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';

import { expectResults } from './expect-results.ts';
import { FIXTURE } from './fixture-blueprint.ts';
import {
  describeReport,
  GENERIC_SPECS,
  prepareBaseline,
  REVISIONS,
  runSuite,
  SCENARIOS,
} from './run-suite.ts';
import { serveProject, type RunningServer } from './serve-project.ts';

const STEP_MS = 120_000;

let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'baseline-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the exported fixture on Node', () => {
  beforeAll(async () => {
    server = await serveProject(FIXTURE);
  }, STEP_MS);
  afterAll(() => server.close());

  test.each(REVISIONS)(
    'meets every requirement of %s',
    async (revision) => {
      const report = await runSuite(server.url, revision);
      console.log(describeReport('exported fixture', revision, report));
      expect(report.code, report.output).toBe(0);
      expect(report.scenarios).toBe(SCENARIOS[revision]);
      expectResults('downloaded server', revision, report.output);
    },
    STEP_MS,
  );
});

describe.each(GENERIC_SPECS)(
  'the exported project of $spec on Node',
  ({ spec, listsResources }) => {
    beforeAll(async () => {
      const imported = await importDocument(await readFile(`tests/specs/${spec}`, 'utf8'));
      if (!imported.ok) throw new Error(imported.message);
      server = await serveProject(imported.value.blueprint);
    }, STEP_MS);
    afterAll(() => server.close());

    test.each(REVISIONS)(
      'passes what a server without fixtures can pass of %s',
      async (revision) => {
        const baseline = await prepareBaseline(revision, listsResources, folder);
        const report = await runSuite(server.url, revision, baseline);
        console.log(describeReport(`exported ${spec}`, revision, report));
        expect(report.code, report.output).toBe(0);
        expect(report.scenarios).toBe(SCENARIOS[revision]);
      },
      STEP_MS,
    );
  },
);
