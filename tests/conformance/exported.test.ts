import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';

import { FIXTURE } from './fixture-blueprint.ts';
import { describeReport, GENERIC, REVISIONS, runSuite, SCENARIOS } from './run-suite.ts';
import { serveProject, type RunningServer } from './serve-project.ts';

const STEP_MS = 120_000;
const SPECS = ['petstore-2.0.yaml', 'petstore-3.0.json', 'rclone-3.1.yaml', 'asana-3.0.json'];

let server: RunningServer;

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
    },
    STEP_MS,
  );
});

describe.each(SPECS)('the exported project of %s on Node', (spec) => {
  beforeAll(async () => {
    const imported = await importDocument(await readFile(`tests/specs/${spec}`, 'utf8'));
    if (!imported.ok) throw new Error(imported.message);
    server = await serveProject(imported.value.blueprint);
  }, STEP_MS);
  afterAll(() => server.close());

  test.each(REVISIONS)(
    'passes what a server without fixtures can pass of %s',
    async (revision) => {
      const report = await runSuite(server.url, revision, GENERIC[revision]);
      console.log(describeReport(`exported ${spec}`, revision, report));
      expect(report.code, report.output).toBe(0);
      expect(report.scenarios).toBe(SCENARIOS[revision]);
    },
    STEP_MS,
  );
});
