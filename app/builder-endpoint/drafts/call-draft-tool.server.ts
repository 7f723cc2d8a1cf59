import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { defineAgentTool } from '#app/builder-endpoint/agent-tool.server.ts';
import { createPorts } from '#app/chat/turns/draft-ports.server.ts';
import { succeed } from '#app/platform/result.ts';

import { findKeyDraft } from './find-key-draft.server.ts';
import { workOnDraft } from './work-on-draft.server.ts';

/** Calls a tool of a draft. */
export const callDraftTool = defineAgentTool({
  name: 'call_tool',
  title: 'Call a tool of a draft',
  description:
    'Calls a tool of a draft, and shows each request that it sent. The mock upstream answers unless upstream is real: then the API itself is called, with the secrets that the draft has. Secrets are set on the page of the draft, never here.',
  // A real call does whatever the tool does.
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  isCostly: true,
  input: z.strictObject({
    draft: z.string().describe('Id of the draft.'),
    name: z.string().describe('Name of the tool.'),
    arguments: JsonObjectSchema.default({}),
    upstream: z.enum(['mock', 'real']).default('mock'),
  }),
  async run({ draft, name, arguments: given, upstream }, { app, caller, client }) {
    const found = await findKeyDraft({ app, caller }, draft);
    if (!found.ok) return found;
    const ports = createPorts(app, await workOnDraft(app, found.value));
    const call = { name, arguments: given };
    const { requests, leftOut, content, structuredContent, isError } = await ports.runTool(call, {
      upstream,
      link: (signal) => ({ ...client, signal: AbortSignal.any([client.signal, signal]) }),
    });
    return succeed({
      upstream,
      failed: isError === true,
      result: structuredContent ?? content,
      requests: requests ?? [],
      ...(leftOut ? { moreRequests: leftOut } : {}),
    });
  },
});
