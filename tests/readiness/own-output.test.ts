import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { JsonObject } from '#app/runtime/json.ts';

import { requireTool } from './break-evidence.ts';
import { soundBlueprint } from './sound-server.ts';

test.each<JsonObject>([{}, { properties: {} }, { additionalProperties: false }])(
  'the test cases of a server with one tool without arguments are found (%j)',
  (more) => {
    const tool = requireTool(soundBlueprint, 0);
    const inputSchema = { type: 'object', ...more };
    const action = { ...tool.action, path: '/ping', parameters: [] };
    const ping = { ...tool, name: 'ping', inputSchema, action };
    const blueprint: Blueprint = { ...soundBlueprint, tools: [ping] };
    const { checks } = judge({ blueprint, files: generate(blueprint) });
    expect(checks.find(({ id }) => id === 'ops.tests')).toMatchObject({
      status: 'pass',
      evidence: { text: expect.stringContaining('1 of 1') },
    });
  },
);
