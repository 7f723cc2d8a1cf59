import * as z from 'zod';

import type { HttpAction, McpAction } from '#app/runtime/definition.ts';

import { JsonObjectSchema, JsonValueSchema } from './json.ts';

/** A name that every MCP client accepts (the specification allows 128 characters, Claude 64). */
export const ToolName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, or any of _ . -');

/** Id of a part inside one blueprint: an upstream, an authentication scheme or a source. */
export const PartId = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, or any of _ . -');

const ParameterStyle = z.enum([
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
  'cookie',
]);

const HttpParameter = z.strictObject({
  /** Name of the tool's argument. */
  argument: z.string().min(1),
  /** Name on the wire. */
  name: z.string().min(1),
  /** Where it goes; `querystring` is the whole query as one value. */
  in: z.enum(['path', 'query', 'querystring', 'header', 'cookie']),
  /** How lists and objects are written (OpenAPI's words, and Swagger's `tsv`). */
  style: ParameterStyle,
  /** Whether each item or property is a pair of its own. */
  explode: z.boolean(),
  /** Reserved characters are sent unescaped. */
  allowReserved: z.boolean().optional(),
  /** An empty value is sent as the bare name. */
  allowEmptyValue: z.boolean().optional(),
  /** The value is serialised as this media type instead of by style. */
  mediaType: z.string().optional(),
});

const PartEncoding = z.strictObject({
  /** Media type of the part. */
  mediaType: z.string().optional(),
  /** As for query parameters. */
  style: ParameterStyle.optional(),
  /** As for query parameters. */
  explode: z.boolean().optional(),
  /** As for query parameters. */
  allowReserved: z.boolean().optional(),
  /** The argument is a file, or a list of files. */
  file: z.boolean().optional(),
});

const BodyContent = z.strictObject({
  /** What goes into `Content-Type`. */
  mediaType: z.string().min(1),
  /** How the argument becomes bytes. */
  encoding: z.enum(['json', 'form', 'multipart', 'text', 'binary']),
  /** What differs from the default, by property. */
  parts: z.record(z.string(), PartEncoding).optional(),
});

const HttpBody = z.strictObject({
  /** Argument that holds the body. */
  argument: z.string().min(1),
  /** Argument that chooses the media type, where there are several. */
  mediaTypeArgument: z.string().min(1).optional(),
  /** Accepted media types; the first is the default. */
  contents: z.array(BodyContent).min(1),
  /** Names on the wire of the body's properties, where they differ. */
  names: z.record(z.string(), z.string().min(1)).optional(),
});

const HttpConstant = z.strictObject({
  /** Where it goes. */
  in: z.enum(['query', 'header', 'cookie', 'body']),
  /** Name on the wire. */
  name: z.string().min(1),
  /** What is always sent. */
  value: JsonValueSchema,
});

const HttpResponse = z.strictObject({
  /** The request's `Accept` header. */
  accept: z.string().optional(),
  /** Only these properties are kept. */
  keep: z.array(z.string()).optional(),
  /** Structured content is `{result: …}`, because the answer's root need not be an object. */
  wrap: z.boolean().optional(),
});

const MockAnswer = z.strictObject({
  /** HTTP status. */
  status: z.int().min(100).max(599),
  /** `Content-Type` of the answer. */
  mediaType: z.string().min(1),
  /** The example; absent: made from the output schema. */
  body: JsonValueSchema.optional(),
});

/** A declarative HTTP call: no code of anybody's runs. */
export const HttpActionSchema = z.strictObject({
  /** Tells the three kinds of action apart. */
  kind: z.literal('http'),
  /** Id of the upstream that is called. */
  upstream: PartId,
  /** HTTP method, upper case. */
  method: z.string().regex(/^[A-Z][A-Z0-9_-]{0,31}$/, 'must be an HTTP method in capitals'),
  /** Path template relative to the upstream's base URL. */
  path: z.string().startsWith('/', 'must start with /'),
  /** Where each argument goes. */
  parameters: z.array(HttpParameter),
  /** How the body is made; absent: none is sent. */
  body: HttpBody.optional(),
  /** What every call sends, whatever the arguments are. */
  constants: z.array(HttpConstant).optional(),
  /** Alternatives of scheme ids; absent: the upstream's own. */
  security: z.array(z.array(PartId)).optional(),
  /** What of the answer is kept. */
  response: HttpResponse,
  /** The document's own example answer. */
  mock: MockAnswer.optional(),
}) satisfies z.ZodType<HttpAction>;

/** A tool of another MCP server. */
export const McpActionSchema = z.strictObject({
  /** Tells the three kinds of action apart. */
  kind: z.literal('mcp'),
  /** Id of the upstream; its base URL is the other server's endpoint. */
  upstream: PartId,
  /** The tool's name there. */
  tool: z.string().min(1),
}) satisfies z.ZodType<McpAction>;

/** A TypeScript module whose default export is `(args, context) => result`. */
export const CodeActionSchema = z.strictObject({
  /** Tells the three kinds of action apart. */
  kind: z.literal('code'),
  /** The module's text. */
  source: z.string().min(1).max(100_000),
});

/** A call that works, for people, tests and models. */
export const ToolExample = z.strictObject({
  /** Short name. */
  name: z.string().optional(),
  /** Arguments that the input schema accepts. */
  arguments: JsonObjectSchema,
});

/** One tool of the server. */
export const Tool = z.strictObject({
  /** The name that models call. */
  name: ToolName,
  /** Name for people. */
  title: z.string().optional(),
  /** What it does and when to use it. */
  description: z.string().optional(),
  /** Deselected tools stay in the blueprint and are not served. */
  enabled: z.boolean(),
  /** Its document says that it will go away. */
  deprecated: z.boolean().optional(),
  /** MCP's hints. */
  annotations: z
    .strictObject({
      /** Changes nothing. */
      readOnlyHint: z.boolean().optional(),
      /** May destroy something. */
      destructiveHint: z.boolean().optional(),
      /** Calling it twice is like calling it once. */
      idempotentHint: z.boolean().optional(),
      /** Talks to the outside world. */
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
  /** JSON Schema 2020-12 of the arguments; the root is an object. */
  inputSchema: JsonObjectSchema,
  /** JSON Schema 2020-12 of the structured content; the root is an object. */
  outputSchema: JsonObjectSchema.optional(),
  /** What a client must be able to do; calls of others are refused. */
  requires: z.array(z.enum(['elicitation', 'sampling', 'roots'])).optional(),
  /** How it does its work. */
  action: z.discriminatedUnion('kind', [HttpActionSchema, McpActionSchema, CodeActionSchema]),
  /** Example calls. */
  examples: z.array(ToolExample).optional(),
  /** The operation it was imported from, so that importing again finds it. */
  origin: z
    .strictObject({
      /** Id of the source. */
      source: PartId,
      /** Method and path template, or the other format's name of the operation. */
      operation: z.string(),
      /** The group that the document puts the operation in. */
      tag: z.string().optional(),
    })
    .optional(),
});
export type Tool = z.infer<typeof Tool>;
