import type * as z from 'zod';

import { TAGS, type Described, type Tag } from '#app/management/operation.server.ts';
import { OPERATIONS } from '#app/management/operations/operations.server.ts';
import { PROBLEM_MEDIA_TYPE } from '#app/platform/problem.ts';

import './answer-words.server.ts';
import './call-words.server.ts';
import './endpoint-words.server.ts';
import './input-words.server.ts';
import type {
  ApiDocument,
  Content,
  DescribedOperation,
  Parameter,
  Refusal,
} from './api-document.ts';
import { ApiProblem, REFUSALS, type RefusalWords } from './refusals.server.ts';
import { toComponents, toJsonSchema } from './to-json-schema.server.ts';

/** Statuses that any operation may answer with. */
const ALWAYS = [400, 401, 403, 429, 503];

const DESCRIPTION =
  'Manages the MCP servers of an account: imports API documents as projects, saves and compares versions, publishes one or rolls back, sets secrets, and reads the log. Times are milliseconds since 1970. Refusals are problem documents (RFC 9457), whose detail says what to do.';

const TAG_WORDS: Record<Tag, string> = {
  Projects: 'A project is an MCP server that your account keeps.',
  Versions: 'Immutable, numbered states of a project.',
  Endpoint: 'The address at which a project is served, and who may call it.',
  Secrets: 'Credentials that the tools of a project send to their APIs. Values are never returned.',
  Calls: 'The log and the usage of an endpoint.',
};

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text that is unique per request, such as a UUID. Repeated with the same key, the request creates nothing a second time and returns what the first one created.',
  schema: { type: 'string' },
  example: '0c9fd2f1-6e3a-4a8e-9d57-2f6f2f9c6a10',
};

const BINARY = { type: 'string', contentEncoding: 'binary' };

const HAS_RETRY_AFTER: ReadonlySet<number> = new Set([429, 503]);
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

/** The document without the address that it is served at. */
type Description = Omit<ApiDocument, 'servers'>;

/** Made with the first request for it. */
let description: Description | null = null;

/** The OpenAPI document of the management API, made of the same table as its routes. */
export function describeApi(origin: string): ApiDocument {
  description ??= describeOperations();
  return { ...description, servers: [{ url: `${origin}/api/v1` }] };
}

function describeOperations(): Description {
  const paths: ApiDocument['paths'] = {};
  for (const operation of OPERATIONS) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    const method = operation.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'MCP Builder', version: '1.0.0', description: DESCRIPTION },
    security: [{ apiKey: [] }],
    tags: TAGS.map((name) => ({ name, description: TAG_WORDS[name] })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key that may manage projects, created at /api-keys.',
        },
      },
      schemas: toComponents(),
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, words]) => [
          status,
          toRefusal(Number(status), words),
        ]),
      ),
    },
  };
}

function describeOperation(operation: Described): DescribedOperation {
  const { id, tag, summary, description, body, answer, problems, isIdempotent } = operation;
  const refusals = [...problems, ...ALWAYS].toSorted((one, other) => one - other);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: toParameters(operation),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toJsonSchema(body) } },
      },
    }),
    responses: {
      ...(isIdempotent && {
        200: { description: 'It already exists; nothing was created.', ...toContent(answer) },
      }),
      [answer.status]: { description: answer.description, ...toContent(answer) },
      ...Object.fromEntries(
        refusals.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** Body of a successful answer: JSON, a file, or none. */
function toContent(answer: Described['answer']): Content {
  if ('schema' in answer) {
    return { content: { 'application/json': { schema: toJsonSchema(answer.schema) } } };
  }
  if (!('mediaType' in answer)) return {};
  const { mediaType } = answer;
  const schema = mediaType === 'application/json' ? { type: 'object' } : BINARY;
  return { content: { [mediaType]: { schema } } };
}

function toParameters({ params, query, isIdempotent }: Described): Parameter[] {
  return [
    ...readFields(params).map((field) => toParameter('path', ...field)),
    ...readFields(query).map((field) => toParameter('query', ...field)),
    ...(isIdempotent ? [IDEMPOTENCY_KEY] : []),
  ];
}

function readFields(schema: z.core.$ZodObject | undefined): [name: string, z.core.$ZodType][] {
  return Object.entries(schema?._zod.def.shape ?? {});
}

function toParameter(where: 'path' | 'query', name: string, field: z.core.$ZodType): Parameter {
  const { description = '', examples = [], ...schema } = toJsonSchema(field);
  const [example] = examples;
  return {
    name,
    in: where,
    required: where === 'path' || field._zod.optin !== 'optional',
    description,
    schema,
    ...(example !== undefined && { example }),
  };
}

function toRefusal(status: number, { description, title, detail }: RefusalWords): Refusal {
  const schema = toJsonSchema(ApiProblem);
  const example = { type: 'about:blank', title, status, detail, requestId: '01jd8z' };
  const content = { [PROBLEM_MEDIA_TYPE]: { schema, example } };
  return { description, ...(HAS_RETRY_AFTER.has(status) && { headers: RETRY_AFTER }), content };
}
