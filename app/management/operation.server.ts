import type { Context } from 'hono';
import * as z from 'zod';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import type { Result } from '#app/platform/result.ts';
import type { Shape } from '#app/platform/shape.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import type { KeyCaller } from '#app/projects/project-caller.ts';
import { isTooDeep } from '#app/runtime/json-depth.ts';
import { answerProjectProblem, type ProjectProblem } from '#app/projects/project-problem.server.ts';

export const TAGS = ['Projects', 'Versions', 'Endpoint', 'Secrets', 'Calls'] as const;
export type Tag = (typeof TAGS)[number];

/** The part of an operation that the API's document says. */
export interface Described {
  /** Its `operationId`. */
  id: string;
  tag: Tag;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, as Hono writes it: `/projects/:projectId`. */
  path: `/${string}`;
  summary: string;
  /** Tells people and models what it does, and when to use it. */
  description: string;
  params?: z.core.$ZodObject | undefined;
  query?: z.core.$ZodObject | undefined;
  body?: z.core.$ZodType | undefined;
  answer: DescribedAnswer;
  /** Statuses of refusals besides those of every operation. */
  problems: readonly number[];
  /** An `Idempotency-Key` makes one thing only, however often it comes. */
  isIdempotent?: boolean;
}

/** A body of JSON, a file, or none. */
type DescribedAnswer = { description: string } & (
  | { status: 200 | 201; schema: z.core.$ZodType }
  | { status: 200; mediaType: string }
  | { status: 204 }
);

/** A route of the API: the document is made of the same object. */
export interface Operation extends Described {
  /** Bytes of its body at most. */
  maxBytes: number;
  run: (c: Context<AppEnv>, caller: KeyCaller) => Promise<Response>;
}

/** A request whose parts have been read by the schemas of its operation. */
interface Call<Params, Query, Body> {
  app: AppContext;
  request: Request;
  caller: KeyCaller;
  params: Params;
  query: Query;
  body: Body;
}

/** A value for the schema of the answer. */
interface Done<Value> {
  value: Value;
  /** Where what was made is, below `/api/v1`; only with `isNew` it answers 201. */
  location?: string;
  isNew?: boolean;
}

type Read<Schema> = Schema extends z.core.$ZodType ? z.core.output<Schema> : undefined;

/** The parts of an operation, with the types that its schemas give. */
interface Parts<
  Value,
  Params extends z.core.$ZodObject | undefined,
  Query extends z.core.$ZodObject | undefined,
  Body extends z.core.$ZodType | undefined,
> extends Described {
  params?: Params;
  query?: Query;
  body?: Body;
  answer: DescribedAnswer & { schema?: Shape<Value> };
  /** It costs computing time, so that it is limited more. */
  isCostly?: boolean;
  maxBytes?: number;
  run: (
    call: Call<Read<Params>, Read<Query>, Read<Body>>,
  ) => Promise<Result<Done<Value> | Response, ProjectProblem>>;
}

/** Room for a small JSON body. */
const MAX_BODY_BYTES = 65_536;

/** An operation whose schemas read its requests and hold its answers, and are what its document says. */
export function defineOperation<
  Value,
  Params extends z.core.$ZodObject | undefined = undefined,
  Query extends z.core.$ZodObject | undefined = undefined,
  Body extends z.core.$ZodType | undefined = undefined,
>(parts: Parts<Value, Params, Query, Body>): Operation {
  const { answer, maxBytes = MAX_BODY_BYTES, isCostly = false } = parts;
  return {
    ...parts,
    maxBytes,
    async run(c, caller) {
      const { app } = c.var;
      const refused =
        isCostly && (await refuseAboveRate(app, app.env.LIMIT_DRAFTS, `v1:${caller.key}`));
      if (refused) return refused;
      const params = readPart(c, 'param', parts.params, c.req.param());
      if (params instanceof Response) return params;
      const query = readPart(c, 'query', parts.query, c.req.query());
      if (query instanceof Response) return query;
      const body = readPart(c, 'json', parts.body, await readJsonBody(c, parts.body));
      if (body instanceof Response) return body;
      const call = { app, request: c.req.raw, caller, params, query, body };
      const done = await parts.run(call);
      if (!done.ok) return answerProjectProblem(app, done);
      return done.value instanceof Response ? done.value : answerDone(answer, done.value);
    },
  };
}

function answerDone<Value>(
  { status, schema }: DescribedAnswer & { schema?: Shape<Value> },
  { value, location, isNew = false }: Done<Value>,
): Response {
  const headers = { ...PRIVATE_HEADERS, ...(location && { location: `/api/v1${location}` }) };
  if (schema === undefined) return new Response(null, { status, headers });
  return answerJson(schema, value, { status: status === 201 && !isNew ? 200 : status, headers });
}

/** A part of a request as its schema reads it, or the refusal to answer with. */
function readPart<Schema extends z.core.$ZodType | undefined>(
  c: Context<AppEnv>,
  target: 'param' | 'query' | 'json',
  schema: Schema | undefined,
  value: unknown,
): Read<Schema> | Response {
  if (value instanceof Response) return value;
  if (schema === undefined) return undefined as Read<Schema>;
  const read = z.core.safeParse(schema, value);
  const refusal = answerInvalid({ target, ...read }, c);
  return refusal ?? (read.data as Read<Schema>);
}

async function readJsonBody(
  c: Context<AppEnv>,
  schema: z.core.$ZodType | undefined,
): Promise<unknown> {
  if (schema === undefined) return undefined;
  const text = await c.req.text();
  // Whatever walks through its value might run out of stack.
  if (isTooDeep(text)) {
    const detail = 'The body of the request is nested too deeply.';
    return problem(c.var.app, { status: 422, detail });
  }
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problem(c.var.app, { status: 400, detail: 'The body of the request is not JSON.' });
  }
}
