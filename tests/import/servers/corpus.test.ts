import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { CORPUS, readServer, toListed, type ListedTool } from './corpus.ts';
import expected from './corpus/expected.json' with { type: 'json' };

/** What a running server lists, `untold` being what is only known then. */
const Expected = z.record(
  z.string(),
  z.object({
    name: z.string(),
    version: z.nullable(z.string()),
    transports: z.array(z.string()),
    tools: z.record(
      z.string(),
      z.object({
        description: z.nullable(z.string()),
        arguments: z.record(z.string(), z.string()),
        required: z.array(z.string()),
      }),
    ),
    untold: z.object({ tools: z.number(), arguments: z.number(), descriptions: z.number() }),
    gaps: z.array(z.string()),
    unread: z.array(z.string()),
  }),
);
const servers = Expected.parse(expected);

test.each(CORPUS)(
  '%s: the tools that the code registers are found, and what cannot be read is said',
  (name) => {
    const found = readServer(name);
    const { untold: _untold, ...rest } = servers[name] ?? {};
    expect(
      found && {
        name: found.name,
        version: found.version,
        transports: found.transports,
        tools: Object.fromEntries(found.tools.map((tool) => [tool.name, toListed(tool)])),
        gaps: found.tools.flatMap((tool) => tool.gaps.map((gap) => `${tool.name}: ${gap}`)),
        unread: found.unread.map(({ file, line, reason }) => `${file}:${line} ${reason}`),
      },
    ).toEqual(rest);
  },
);

test('of a corpus of servers nearly all tools, arguments and descriptions are found without running anything', () => {
  const count = { tools: 0, arguments: 0, descriptions: 0 };
  const all = { tools: 0, arguments: 0, descriptions: 0 };
  for (const { tools, untold } of Object.values(servers)) {
    const listed: ListedTool[] = Object.values(tools);
    count.tools += listed.length;
    count.arguments += listed.flatMap((tool) => Object.keys(tool.arguments)).length;
    count.descriptions += listed.flatMap(describedIn).length;
    all.tools += untold.tools;
    all.arguments += untold.arguments;
    all.descriptions += untold.descriptions;
  }
  const share = (kind: keyof typeof count) => count[kind] / (count[kind] + all[kind]);
  expect(Object.keys(servers).toSorted()).toEqual(CORPUS.toSorted());
  expect(share('tools')).toBeGreaterThan(0.94);
  expect(share('arguments')).toBeGreaterThan(0.94);
  expect(share('descriptions')).toBeGreaterThan(0.94);
});

function describedIn(tool: ListedTool): string[] {
  return [tool.description ?? '', ...Object.values(tool.arguments)].filter((text) => text !== '');
}
