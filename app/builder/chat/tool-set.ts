import {
  jsonSchema,
  tool,
  type JSONSchema7,
  type Schema,
  type ToolSet,
  type UIMessageStreamWriter,
} from 'ai';
import * as z from 'zod';

import type { TurnTrust } from '#app/builder/model/turn-trust.ts';
import type { BuilderTool } from '#app/builder/tools/builder-tool.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';

interface ToolSetOptions {
  workspace: Workspace;
  signal: AbortSignal;
  writer: UIMessageStreamWriter;
  /** What a call is held against before it is made; null: whoever calls does only what is said. */
  trust: TurnTrust | null;
}

/** The builder's tools as a model gets them, each behind the turn's guard. */
export function toToolSet(options: ToolSetOptions): ToolSet {
  const tools = BUILDER_TOOLS.map((each) => [
    each.name,
    tool({
      description: each.description,
      inputSchema: toInputSchema(each),
      execute: (input: unknown, { toolCallId }) => runGuarded(each, input, toolCallId, options),
    }),
  ]);
  return Object.fromEntries(tools);
}

async function runGuarded(
  { name, run }: BuilderTool,
  input: unknown,
  id: string,
  { workspace, signal, writer, trust }: ToolSetOptions,
): Promise<unknown> {
  const call = { tool: name, input };
  const stopped = await trust?.stop(call, workspace.blueprint, (part) => writer.write(part));
  if (stopped) return stopped;
  const onProgress = (progress: object) =>
    writer.write({ type: 'data-progress', id, data: progress, transient: true });
  const startedAt = Date.now();
  const answer = await run(input, { workspace, signal, onProgress });
  const took = { milliseconds: Date.now() - startedAt };
  writer.write({ type: 'data-took', id, data: took });
  trust?.note(name);
  return answer;
}

/** The schema as a model gets it; a value of any JSON is left open. */
function toInputSchema({ input }: BuilderTool): Schema<unknown> {
  const schema = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' });
  return jsonSchema<unknown>(schema as JSONSchema7, {
    validate: (value) => {
      const parsed = input.safeParse(value);
      return parsed.success
        ? { success: true, value: parsed.data }
        : { success: false, error: parsed.error };
    },
  });
}
