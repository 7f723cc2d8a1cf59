import { JsonObjectSchema } from '#app/blueprint/json.ts';
import type { BuilderTool } from '#app/builder/tools/builder-tool.ts';
import { BUILDER_TOOLS, type BuilderToolName } from '#app/builder/tools/builder-tools.ts';
import { describeIssues } from '#app/builder/tools/describe-issues.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import { createPorts } from '#app/chat/turns/draft-ports.server.ts';
import { READS, toInputSchema, type AgentTool } from '#app/builder-endpoint/agent-tool.server.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import { fail, succeed } from '#app/platform/result.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import type { ServedTool } from '#app/runtime/served-definition.ts';

import { findKeyDraft } from './find-key-draft.server.ts';
import { workOnDraft } from './work-on-draft.server.ts';

/** Of no use here: what talks to the person of a chat, and calls, which `call_tool` makes. */
const LEFT_OUT: ReadonlySet<BuilderToolName> = new Set(['propose_plan', 'ask_user', 'run_tool']);

/** Arguments that name something of a chat. */
const OF_A_CHAT = ['attachment'];

/** Names the draft that a tool works on. */
const DRAFT_FIELD = {
  type: 'string',
  description: 'Id of the draft, from create_draft, open_project or list_drafts.',
};

/** The tools of the chat's builder, each on a draft that its call names. */
export const DRAFT_TOOLS: readonly AgentTool[] = BUILDER_TOOLS.filter(
  ({ name }) => !LEFT_OUT.has(name),
).map(toAgentTool);

function toAgentTool(tool: BuilderTool<BuilderToolName>): AgentTool {
  return {
    served: toServed(tool),
    isCostly: tool.effect === 'tests',
    async run(given, { app, caller, client }) {
      const { draft, ...rest } = isJsonObject(given) ? given : {};
      const found = await findKeyDraft({ app, caller }, typeof draft === 'string' ? draft : '');
      if (!found.ok) return found;
      const accepted = tool.accept(rest);
      if (!accepted.ok) {
        const problems = describeIssues(accepted.error, tool.input, rest);
        return fail({ reason: 'problems', problems });
      }
      const held = await workOnDraft(app, found.value);
      const blueprint = await loadBlueprint(app.env, found.value);
      const workspace = new Workspace(blueprint, createPorts(app, held));
      const { signal } = client;
      const answer = await accepted.value.run({
        workspace,
        signal,
        onProgress: ({ step, done = 0, total }) => void client.progress(done, total, step),
      });
      const problems = await workspace.settle();
      if (problems.length > 0) return fail({ reason: 'problems', problems });
      return succeed({ ...asObject(answer), revision: held.head().revision });
    },
  };
}

function toServed({ name, description, words, effect, input }: BuilderTool): ServedTool {
  const schema = toInputSchema(input);
  const properties = JsonObjectSchema.parse(schema['properties'] ?? {});
  for (const field of OF_A_CHAT) delete properties[field];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const inputSchema: JsonObject = {
    ...schema,
    type: 'object',
    properties: { draft: DRAFT_FIELD, ...properties },
    required: ['draft', ...required],
  };
  // Each change of a draft is a restore point, which `restore` goes back to.
  const changes = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
  const annotations = effect === 'reads' ? READS : changes;
  return { name, title: words.done, description, annotations, inputSchema };
}

function asObject(answer: unknown): object {
  return typeof answer === 'object' && answer !== null ? answer : { answer };
}
