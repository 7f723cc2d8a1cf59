import {
  jsonSchema,
  tool,
  type JSONSchema7,
  type Schema,
  type ToolSet,
  type UIMessageStreamWriter,
} from 'ai';
import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { toModelSchema } from '#app/builder/models/to-model-schema.ts';
import type { BuilderCall, BuilderTool } from '#app/builder/tools/builder-tool.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import { refuseCall, refuseCredential } from '#app/builder/tools/refuse-call.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import { toJsonPath } from '#app/platform/json-path.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

/** The most problems of an input that are reported. */
const MAX_PROBLEMS = 5;

interface ToolSetOptions {
  workspace: Workspace;
  signal: AbortSignal;
  writer: UIMessageStreamWriter;
}

/**
 * The builder's tools as a model gets them. The calls of one step run one after the other, in the
 * order in which the model made them; one that fails does not keep the others from running.
 */
export function toToolSet(options: ToolSetOptions): ToolSet {
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = (run: () => Promise<unknown>) => {
    const result = last.then(run);
    last = result.catch(() => null);
    return result;
  };
  const tools = BUILDER_TOOLS.map((each): [string, ToolSet[string]] => [
    each.name,
    tool({
      description: each.description,
      inputSchema: toInputSchema(each),
      execute: (input: unknown, { toolCallId }) =>
        inOrder(() => runGuarded(each, input, toolCallId, options)),
    }),
  ]);
  return Object.fromEntries(tools);
}

async function runGuarded(
  builderTool: BuilderTool,
  given: unknown,
  id: string,
  { workspace, signal, writer }: ToolSetOptions,
): Promise<unknown> {
  const accepted = builderTool.accept(given);
  if (!accepted.ok) return refuseInput(accepted.error);
  const call = accepted.value;
  const { trust } = workspace;
  if (trust !== null) {
    const risk = call.findExit(trust);
    // The risk quotes what would leave, for the person to see: it is stored with the conversation.
    const refused = refuseCall(call) ?? refuseCredential(risk ?? '');
    if (refused !== null) return { changed: [], problems: [{ path: '$', message: refused }] };
    if (risk !== null) return leaveToPerson(call, risk, workspace);
  }
  const onProgress = (progress: object) =>
    writer.write({ type: 'data-progress', id, data: progress, transient: true });
  const startedAt = Date.now();
  const answer = await call.run({ workspace, signal, onProgress });
  const took = { milliseconds: Date.now() - startedAt };
  writer.write({ type: 'data-took', id, data: took });
  return answer;
}

/** A call that only the person can decide on is made by the server when they approve it. */
function leaveToPerson({ tool: { name }, input }: BuilderCall, risk: string, workspace: Workspace) {
  workspace.hold({ tool: name, input }, risk);
  return {
    changed: [],
    problems: [],
    waiting: `${risk} The person decides on this with a button, and the server does it then. Go on with what does not need it; do not ask for it in words.`,
  };
}

/**
 * Lists the problems of an input in short sentences: the SDK's own error repeats the whole input.
 */
function refuseInput({ issues }: z.ZodError): { changed: string[]; problems: PathProblem[] } {
  const problems = issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
    path: toJsonPath(path),
    message,
  }));
  return { changed: [], problems };
}

/** The schema as a model gets it; a value of any JSON is left open, and checked when it is used. */
function toInputSchema({ input }: BuilderTool): Schema<unknown> {
  const schema = JsonObjectSchema.parse(
    z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }),
  );
  return jsonSchema<unknown>(toModelSchema(schema) as JSONSchema7);
}
