import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toJsonPath, type PathProblem } from '#app/platform/json-path.ts';

import { defineTool } from './builder-tool.ts';
import { joinNames } from './requests/join-names.ts';

const Names = z.array(z.string()).min(1).max(200).optional();

const Parts = z
  .strictObject({
    resources: Names,
    prompts: Names,
    examples: z
      .array(
        z.strictObject({
          tool: z.string(),
          number: z.int().min(1).optional().describe('From 1; absent: all.'),
        }),
      )
      .min(1)
      .max(200)
      .optional(),
  })
  .refine((parts) => Object.values(parts).some((field) => field !== undefined), {
    error: 'Give at least one of resources, prompts and examples.',
  });
type Parts = z.infer<typeof Parts>;

export const removePart = defineTool({
  name: 'remove_part',
  effect: 'changes',
  words: { now: 'Removing a part', done: 'Removed a part' },
  subject: [
    { count: 'resources', of: 'resource' },
    { count: 'prompts', of: 'prompt' },
    { count: 'examples', of: 'example' },
  ],
  description:
    'Removes resources (by URI), prompts (by name), or examples of tools: all that are named, or none.',
  input: Parts,
  async run(parts, { workspace }) {
    const { blueprint } = workspace;
    const problems = findProblems(parts, blueprint);
    if (problems.length > 0) return { changed: [], problems };
    const { resources = [], prompts = [], examples = [] } = parts;
    const tools = withoutExamples(blueprint, examples);
    const edits = [
      ...unique(resources).map((uri) => ({ edit: 'removeResource', uri })),
      ...unique(prompts).map((name) => ({ edit: 'removePrompt', name })),
      ...tools.map((tool) => ({ edit: 'upsertTool', tool })),
    ];
    const changed = [
      ...tellRemoved('resource', unique(resources)),
      ...tellRemoved('prompt', unique(prompts)),
      ...tools.map(({ name, examples: left = [] }) => {
        const count = left.length === 1 ? '1 example' : `${left.length || 'no'} examples`;
        return `${name} has ${count} now.`;
      }),
    ];
    return workspace.edit(edits, changed);
  },
});

function findProblems(
  { resources, prompts, examples = [] }: Parts,
  server: Blueprint,
): PathProblem[] {
  const uris = server.resources.map(({ uri }) => uri);
  const names = server.prompts.map(({ name }) => name);
  return [
    ...findUnknown('resources', 'resource', resources, uris),
    ...findUnknown('prompts', 'prompt', prompts, names),
    ...examples.flatMap(({ tool: name, number = 1 }, index) => {
      const tool = server.tools.find((each) => each.name === name);
      const having = server.tools.filter((each) => each.examples?.length);
      const there =
        having.length === 0 ? 'none has any' : joinNames(having.map((each) => each.name));
      const place = ['examples', index];
      if (!tool) {
        const message = `There is no tool named "${name}"; with examples: ${there}.`;
        return [{ path: toJsonPath([...place, 'tool']), message }];
      }
      const count = tool.examples?.length ?? 0;
      if (number <= count) return [];
      const message = `${name} has no example ${number}: it has ${count}.`;
      return [{ path: toJsonPath([...place, 'number']), message }];
    }),
  ];
}

function findUnknown(
  field: string,
  kind: string,
  given: readonly string[] = [],
  known: readonly string[],
): PathProblem[] {
  const there = known.length === 0 ? 'there is none' : `there are ${joinNames(known, 30)}`;
  return given.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const message = `There is no ${kind} "${name}"; ${there}.`;
    return [{ path: toJsonPath([field, index]), message }];
  });
}

/** The tools that lose examples, without these. */
function withoutExamples(
  { tools }: Blueprint,
  removed: NonNullable<Parts['examples']>,
): Blueprint['tools'] {
  const byTool = Map.groupBy(removed, ({ tool }) => tool);
  return tools.flatMap((tool) => {
    const gone = byTool.get(tool.name);
    if (!gone) return [];
    const { examples = [], ...rest } = tool;
    const isGone = (at: number) => gone.some(({ number = at }) => number === at);
    const left = examples.filter((_example, index) => !isGone(index + 1));
    return [left.length > 0 ? { ...rest, examples: left } : rest];
  });
}

function tellRemoved(kind: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  if (names.length === 1) return [`The ${kind} ${names[0]} is removed.`];
  return [`${names.length} ${kind}s are removed: ${joinNames(names)}.`];
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
