import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import type { ToolResult } from '#app/runtime/definition.ts';
import type { SentRequest } from '#app/sandbox/request-recorder.ts';

import { defineTool } from './builder-tool.ts';

/** Characters of a result that a model gets. */
const MAX_CHARACTERS = 10_000;

/** Sources of the mock's answers, for a model. */
const MOCK_SOURCES: Record<NonNullable<SentRequest['mock']>, string> = {
  set: 'set_mock',
  example: 'example of the document',
  schema: 'output schema',
  guess: 'guess: neither an answer nor an output schema is known',
  none: 'nothing: unknown operation',
};

export const runTool = defineTool({
  name: 'run_tool',
  effect: 'tests',
  words: { now: 'Calling a tool', done: 'Called a tool' },
  subject: ['name'],
  description:
    'Calls a tool of the draft in the sandbox, and shows each request that it sent. A mock answers: as it was set (set_mock), from an example, from the output schema, or as a guess where nothing says what the API answers. Nothing real happens.',
  input: z.strictObject({ name: z.string(), arguments: JsonObjectSchema.default({}) }),
  isUntrusted: true,
  guard: 'none',
  async run(input, { workspace }) {
    const problems = await workspace.settle();
    if (problems.length > 0) return { isError: true, text: '', problems };
    const run = await workspace.ports.runTool(input);
    const { requests = [], leftOut = 0 } = run;
    return {
      ...readResult(run, MAX_CHARACTERS),
      requests: requests.map(describeRequest),
      ...(leftOut > 0 ? { requestsLeftOut: leftOut } : {}),
    };
  },
});

/** A request as a model gets it. */
function describeRequest({ method, url, status, mock, problem, ...sent }: SentRequest): object {
  return {
    request: `${method} ${url}`,
    ...sent,
    ...(problem === undefined ? { status } : { problem }),
    ...(mock === undefined ? {} : { answeredBy: MOCK_SOURCES[mock] }),
  };
}

/** A result as a model gets it: its texts, and no more of them than it can read. */
export function readResult(
  { content, isError }: ToolResult,
  maxCharacters: number,
): { isError: boolean; text: string; isCut: boolean } {
  const text = content
    .map((block) => (block.type === 'text' ? block.text : `(${block.type})`))
    .join('\n');
  return {
    isError: isError === true,
    text: text.slice(0, maxCharacters),
    isCut: text.length > maxCharacters,
  };
}
