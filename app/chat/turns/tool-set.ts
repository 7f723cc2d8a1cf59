import {
  asSchema,
  jsonSchema,
  NoSuchToolError,
  tool,
  type JSONSchema7,
  type Schema,
  type ToolCallRepairFunction,
  type ToolSet,
  type UIMessageStreamWriter,
} from 'ai';
import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { toModelSchema } from '#app/builder/models/to-model-schema.ts';
import type { BuilderCall, BuilderTool } from '#app/builder/tools/builder-tool.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import { describeIssues } from '#app/builder/tools/describe-issues.ts';
import { refuseCall, refuseCredential } from '#app/builder/tools/refuse-call.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

import { ToldResults } from './calls/told-results.ts';
import { describeUnreadable } from './calls/describe-unreadable.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** The builder's tools as a model gets them in one turn. */
export interface TurnToolSet {
  tools: ToolSet;
  /** Makes a call of an input that is no JSON, whose result says so: the SDK's own error repeats it all. */
  repairToolCall: ToolCallRepairFunction<ToolSet>;
  /** Forgets the results of calls that the model has no longer before it. */
  forget: (ids: readonly string[]) => void;
}

interface ToolSetOptions {
  workspace: Workspace;
  signal: AbortSignal;
  writer: UIMessageStreamWriter;
}

/**
 * Makes the tools of a turn. The calls of one step run one after the other, in the order in which the
 * model made them; one that fails does not keep the others from running.
 */
export function toToolSet(options: ToolSetOptions): TurnToolSet {
  const told = new ToldResults();
  const unreadable = new Map<string, string>();
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
        inOrder(async () => {
          const message = unreadable.get(toolCallId);
          if (message !== undefined) return refuse([{ path: '$', message }]);
          return runGuarded(each, input, toolCallId, { ...options, told });
        }),
    }),
  ]);
  return {
    tools: Object.fromEntries(tools),
    repairToolCall: ({ toolCall, error }) => {
      if (NoSuchToolError.isInstance(error)) return Promise.resolve(null);
      unreadable.set(toolCall.toolCallId, describeUnreadable(toolCall.input));
      return Promise.resolve({ ...toolCall, input: '{}' });
    },
    forget: (ids) => told.forget(ids),
  };
}

/** About how many tokens the tools take in each request. */
export function estimateTools(tools: ToolSet): number {
  return estimateTokens(
    Object.entries(tools).map(([name, each]): unknown[] => {
      const schema: Schema<unknown> = asSchema(each.inputSchema);
      return [name, each.description, schema.jsonSchema];
    }),
  );
}

async function runGuarded(
  builderTool: BuilderTool,
  given: unknown,
  id: string,
  { workspace, signal, writer, told }: ToolSetOptions & { told: ToldResults },
): Promise<unknown> {
  const accepted = builderTool.accept(given);
  if (!accepted.ok) return refuse(describeIssues(accepted.error, builderTool.input, given));
  const call = accepted.value;
  const { trust } = workspace;
  if (trust !== null) {
    const risk = call.findExit(trust);
    // The risk quotes what would leave, for the person to see: it is stored with the conversation.
    const refused = refuseCall(call) ?? refuseCredential(risk ?? '');
    if (refused !== null) return refuse([{ path: '$', message: refused }]);
    if (risk !== null) return leaveToPerson(call, risk, workspace);
  }
  const onProgress = (progress: object) =>
    writer.write({ type: 'data-progress', id, data: progress, transient: true });
  const startedAt = Date.now();
  const answer = await call.run({ workspace, signal, onProgress });
  const took = { milliseconds: Date.now() - startedAt };
  writer.write({ type: 'data-took', id, data: took });
  if (builderTool.effect !== 'reads' || call.mayRepeat) return answer;
  return told.tell({ id, name: builderTool.name, input: given }, answer);
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

function refuse(problems: PathProblem[]): { changed: string[]; problems: PathProblem[] } {
  return { changed: [], problems };
}

/** The schema as a model gets it; a value of any JSON is left open, and checked when it is used. */
function toInputSchema({ input }: BuilderTool): Schema<unknown> {
  const schema = JsonObjectSchema.parse(
    z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }),
  );
  return jsonSchema<unknown>(toModelSchema(schema) as JSONSchema7);
}
