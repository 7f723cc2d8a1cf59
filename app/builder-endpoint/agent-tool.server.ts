import * as z from 'zod';

import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { toModelSchema } from '#app/builder/models/to-model-schema.ts';
import { describeIssues } from '#app/builder/tools/describe-issues.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, type Result } from '#app/platform/result.ts';
import type { KeyCaller } from '#app/projects/project-caller.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import type { ClientLink, JsonObject } from '#app/runtime/definition.ts';
import type { ServedTool } from '#app/runtime/served-definition.ts';

/** Everything that a call of a tool is made with. */
export interface AgentUse {
  app: AppContext;
  request: Request;
  caller: KeyCaller;
  client: ClientLink;
}

/** Why a call of a tool has no result. */
export type AgentFailure =
  | ProjectProblem
  /** The arguments, or what they would make, are not valid. */
  | { reason: 'problems'; problems: PathProblem[] };

/** A tool of the builder's endpoint. */
export interface AgentTool {
  served: ServedTool;
  /** It costs computing time, so that it is limited more. */
  isCostly: boolean;
  /** Answers a call with a JSON object. */
  run: (given: unknown, use: AgentUse) => Promise<Result<object, AgentFailure>>;
}

/** The hints that a client decides by whether to ask its user (MCP, ToolAnnotations). */
export const READS = { readOnlyHint: true, openWorldHint: false } as const;
export const ADDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;
export const CHANGES = {
  readOnlyHint: false,
  destructiveHint: true,
  openWorldHint: false,
} as const;

interface Parts<Input extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  annotations: ServedTool['annotations'];
  input: Input;
  isCostly?: boolean;
  run: (input: z.output<Input>, use: AgentUse) => Promise<Result<object, AgentFailure>>;
}

/** Makes a tool of its parts: the schema of its arguments is the one that reads them. */
export function defineAgentTool<Input extends z.ZodObject>({
  name,
  title,
  description,
  annotations,
  input,
  isCostly = false,
  run,
}: Parts<Input>): AgentTool {
  return {
    served: { name, title, description, annotations, inputSchema: toInputSchema(input) },
    isCostly,
    async run(given, use) {
      const read = input.safeParse(given);
      if (read.success) return run(read.data, use);
      return fail({ reason: 'problems', problems: describeIssues(read.error, input, given) });
    },
  };
}

/** The JSON Schema of a tool's arguments; a value of any JSON is left open. */
export function toInputSchema(input: z.ZodType): JsonObject {
  const schema = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' });
  return toModelSchema(JsonObjectSchema.parse(schema));
}
