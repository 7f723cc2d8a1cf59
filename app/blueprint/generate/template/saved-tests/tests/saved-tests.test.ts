import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { findUnmet } from '../src/runtime/expectations/find-unmet.ts';
import { createMockFetch } from '../src/runtime/mock/mock-upstream.ts';
import { QUIET_CLIENT } from '../src/runtime/protocol/quiet-client.ts';
import type { UpstreamFetch } from '../src/runtime/tool-context.ts';
import { runTool } from '../src/runtime/tools/run-tool.ts';
import { servedOutput } from '../src/runtime/tools/served-output.ts';
import { server } from '../src/server.ts';
import { mocks } from './mocks.ts';
import { savedTests } from './saved-tests.ts';

const mock = createMockFetch(server, mocks);

describe('saved tests', () => {
  for (const { name, tool, arguments: args, expect } of savedTests) {
    test(`${tool}: ${name}`, async () => {
      let status: number | null = null;
      const fetch: UpstreamFetch = async (...request) => {
        const outcome = await mock(...request);
        if (outcome.ok) status = outcome.response.status;
        return outcome;
      };
      const signal = AbortSignal.timeout(20_000);
      const start = performance.now();
      const call = { name: tool, arguments: args };
      const result = await runTool(server, call, { fetch, signal, ...QUIET_CLIENT });
      const milliseconds = performance.now() - start;
      const { definitions } = server;
      const definition = server.tools.find((each) => each.name === tool);
      const schema = definition && servedOutput(definition, definitions);
      const unmet = findUnmet(expect, { result, status, milliseconds }, { schema, definitions });
      assert.equal(unmet.join('\n'), '');
    });
  }
});
