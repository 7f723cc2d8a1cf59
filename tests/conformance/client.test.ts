import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { runCommand } from './run-suite.ts';

const STEP_MS = 120_000;
const CLIENT = path.resolve('tests/conformance/client-under-test.ts');

/** Scenarios that the suite requires of a client, without those about signing in. */
const REQUIRED = {
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ],
  '2025-11-25': [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'json-schema-2020-12-preservation',
  ],
};

describe.each(Object.entries(REQUIRED))('our client in %s', (revision, scenarios) => {
  test.concurrent.each(scenarios)(
    'passes %s of the official suite',
    async (scenario) => {
      const command = `${process.execPath} ${CLIENT}`;
      const args = ['client', '--command', command, '--scenario', scenario];
      const { code, output } = await runCommand([...args, '--spec-version', revision]);
      expect(code, output).toBe(0);
      expect(output).toContain('OVERALL: PASSED');
    },
    STEP_MS,
  );
});
