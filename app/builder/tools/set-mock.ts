import * as z from 'zod';

import { findAnswerProblems } from '#app/blueprint/answers/find-answer-problems.ts';
import { JsonValueSchema } from '#app/blueprint/json.ts';
import type { Mock } from '#app/blueprint/mock.ts';

import { defineTool } from './builder-tool.ts';
import { findMockTarget } from './mocks/mock-target.ts';

const MAX_TEXT = 100_000;

const Input = z.strictObject({
  tool: z.string().optional().describe('Whose request is answered.'),
  upstream: z.string().optional(),
  method: z.string().optional(),
  path: z
    .string()
    .max(2_048)
    .optional()
    .describe('Or upstream, method (GET) and path below it; {name} is any segment.'),
  when: z
    .record(z.string().min(1), JsonValueSchema)
    .optional()
    .describe(
      'Only for requests with these values, by argument of the tool, else by name; the most exact answer wins.',
    ),
  status: z.int().min(200).max(599).default(200),
  headers: z.record(z.string(), z.string()).optional(),
  body: JsonValueSchema.optional().describe('JSON answer of the API.'),
  text: z.string().max(MAX_TEXT).optional().describe('Or an answer that is no JSON.'),
  mediaType: z.string().max(200).optional(),
  remove: z.boolean().optional(),
});

export const setMock = defineTool({
  name: 'set_mock',
  effect: 'changes',
  words: { now: 'Writing an answer of the mock', done: 'Wrote an answer of the mock' },
  subject: ['tool', 'path'],
  description:
    'Sets what the mock answers to a request, for run_tool, report and exported tests, or removes it: a realistic answer, or an error. A success fits the output schema of the tool; tools that send the same request get answers of their own by when.',
  input: Input,
  async run(input, { workspace }) {
    const { blueprint } = workspace;
    const found = findMockTarget(blueprint, input);
    if (!found.ok) return { changed: [], problems: found.problems };
    const { target } = found;
    const said = `${target.method} ${target.path}${describeWhen(target.when)}`;
    if (input.remove === true) {
      const edit = { edit: 'removeMock', ...target };
      return workspace.edit([edit], [`The mock has no answer of its own to ${said} any more.`]);
    }
    if (input.body !== undefined && input.text !== undefined) {
      const message = 'Give body for JSON or text for anything else, not both.';
      return { changed: [], problems: [{ path: '$.text', message }] };
    }
    const mock = toMock(target, input);
    const { problems, others } = findAnswerProblems(blueprint, mock, input.tool);
    if (problems.length > 0) return { changed: [], problems };
    const sentence = `The mock answers ${mock.status} to ${said}.`;
    const answer = workspace.edit([{ edit: 'setMock', mock }], [sentence, ...tellOthers(others)]);
    // Paths of an edit begin at the list of edits, which the model has not seen.
    const own = answer.problems.map((each) => ({
      ...each,
      path: each.path.replace(/^\$\[0\]\.mock/, '$'),
    }));
    return { ...answer, problems: own };
  },
});

function toMock(
  target: Pick<Mock, 'upstream' | 'method' | 'path' | 'when'>,
  { status, headers, body, text, mediaType }: z.infer<typeof Input>,
): Mock {
  const usual = text === undefined ? 'application/json' : 'text/plain';
  const content = text ?? body;
  return {
    ...target,
    status,
    mediaType: mediaType ?? usual,
    ...(headers && { headers }),
    ...(content === undefined ? {} : { body: content }),
  };
}

function tellOthers(tools: readonly string[]): string[] {
  if (tools.length === 0) return [];
  const send = tools.length === 1 ? 'which sends' : 'which send';
  return [
    `This is no answer for ${tools.join(', ')}, ${send} the same request: give it one for other values.`,
  ];
}

function describeWhen(when: Mock['when']): string {
  if (when === undefined) return '';
  return ` with ${when.map(({ name, value }) => `${name} ${JSON.stringify(value)}`).join(', ')}`;
}
