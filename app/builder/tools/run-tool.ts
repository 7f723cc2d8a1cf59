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
    'Calls a tool in the sandbox, and shows each request that it sent. A mock answers: as set_mock says, from an example, from the output schema, or as a guess. Nothing real happens, except with upstream real: a read at a host that the person named is done at once, everything else waits for their approval, and its answer comes in a later turn.',
  input: z.strictObject({
    name: z.string(),
    arguments: JsonObjectSchema.default({}),
    answers: ToolAnswers.optional().describe(
      'Answers to what the tool asks (elicit, sample), in order. Without one the run ends there, and says what was asked. With none at all a destructive tool runs without its confirmation.',
    ),
    upstream: z.enum(['mock', 'real']).default('mock'),
    page: z
      .int()
      .min(1)
      .default(1)
      .describe('A further page of the same call reads its answer on.'),
  }),
  async run({ upstream, answers, page, ...call }, { workspace }) {
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
