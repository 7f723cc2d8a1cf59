import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { callReal } from '#app/builder/calls/call-real.ts';
import { describeRun, readResultText, takeResultPage } from '#app/builder/calls/describe-run.ts';
import { ToolAnswers, ToolClient } from '#app/builder/calls/tool-client.ts';

import { defineTool } from './builder-tool.ts';

export const runTool = defineTool({
  name: 'run_tool',
  effect: 'tests',
  words: { now: 'Calling a tool', done: 'Called a tool' },
  subject: ['name'],
  description:
    'Calls a tool in the sandbox, and shows each request that it sent. A mock answers: as set_mock says, from an example, from the output schema, or as a guess. With upstream real the API does: a read at a host that the person named at once, everything else once they approve, and its answer comes in a later turn.',
  input: z.strictObject({
    name: z.string(),
    arguments: JsonObjectSchema.default({}),
    answers: ToolAnswers.optional().describe(
      'Answers to what the tool asks, in order; where one is missing the run ends, and says what was asked. Without any a destructive tool runs unconfirmed.',
    ),
    upstream: z.enum(['mock', 'real']).optional(),
    page: z.int().min(1).optional().describe('Of the answer; a further one makes no call.'),
  }),
  async run({ upstream = 'mock', answers, page = 1, ...call }, { workspace }) {
    if (page > 1) {
      const text = workspace.results.find({ ...call, answers, upstream });
      if (text !== null) return takeResultPage(text, page);
      const message = 'No answer to this call is kept: make it without page first.';
      return { problems: [{ path: '$.page', message }] };
    }
    const problems = await workspace.settle();
    if (problems.length > 0) return { isError: true, text: '', problems };
    if (upstream === 'real') return callReal({ ...call, answers }, workspace);
    const client = new ToolClient(answers);
    const run = await workspace.ports.runTool(call, { link: (signal) => client.link(signal) });
    workspace.results.keep({ ...call, answers, upstream }, readResultText(run));
    return describeRun(run, client, answers?.length ?? 0);
  },
});
