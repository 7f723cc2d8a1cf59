import * as z from 'zod';

import type { HttpAction, HttpPagination, McpAction } from '#app/runtime/definition.ts';

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
  /** Location in the request; `querystring` is the whole query as one value. */
  in: z.enum(['path', 'query', 'querystring', 'header', 'cookie']),
  /** Serialization of lists and objects (OpenAPI's styles, and Swagger's `tsv`). */
  style: ParameterStyle,
  /** Whether each item or property is a separate pair. */
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
  /** Value of `Content-Type`. */
  mediaType: z.string().min(1),
  /** Serialization of the argument. */
  encoding: z.enum(['json', 'form', 'multipart', 'text', 'binary']),
  /** Encodings that differ from the default, by property. */
  parts: z.record(z.string(), PartEncoding).optional(),
});

const HttpBody = z.strictObject({
  /** Argument that contains the body. */
  argument: z.string().min(1),
  /** Argument that chooses the media type, if there are several. */
  mediaTypeArgument: z.string().min(1).optional(),
  /** Accepted media types; the first is the default. */
  contents: z.array(BodyContent).min(1),
  /** Names of the body's properties on the wire, where they differ. */
  names: z.record(z.string(), z.string().min(1)).optional(),
});

const HttpConstant = z.strictObject({
  /** Location in the request. */
  in: z.enum(['query', 'header', 'cookie', 'body']),
  /** Name on the wire. */
  name: z.string().min(1),
  /** Fixed value. */
  value: JsonValueSchema,
});

const HttpResponse = z.strictObject({
  /** The request's `Accept` header. */
  accept: z.string().optional(),
  /** Only the parts at these paths are kept: `id`, `meta.total`, `articles[].title`. */
  keep: z.array(z.string()).optional(),
  /** Structured content is `{result: …}`, because the answer's root need not be an object. */
  wrap: z.boolean().optional(),
});

const PagedList = {
  /** Path of the list of items; absent: the answer itself, or its only list. */
  itemsPath: z.string().min(1).optional(),
  /** Further pages are got in the same call, and their items joined. */
  follow: z
    .strictObject({
      /** Number of pages, including the first. */
      maxPages: z.int().min(2).max(50),
    })
    .optional(),
};

const HttpPaginationSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    /** The answer has a cursor, which the next call sends. */
    kind: z.literal('cursor'),
    /** Argument, or property of the body, that takes it. */
    argument: z.string().min(1),
    /** Path of it in the answer; through a list, of the last item. */
    nextPath: z.string().min(1),
    ...PagedList,
  }),
  z.strictObject({
    /** Pages are numbered, or items are counted. */
    kind: z.enum(['page', 'offset']),
    /** Argument, or property of the body, that takes the number. */
    argument: z.string().min(1),
    /** Number of the first page, or of the first item. */
    first: z.int().min(0).max(1).optional(),
    ...PagedList,
  }),
  z.strictObject({
    /** The answer names the address of the next page. */
    kind: z.literal('link'),
    /** Path of it in the answer; absent: it is in the `Link` header. */
    nextPath: z.string().min(1).optional(),
    ...PagedList,
  }),
]) satisfies z.ZodType<HttpPagination>;

const MockAnswer = z.strictObject({
  /** HTTP status. */
  status: z.int().min(100).max(599),
  /** `Content-Type` of the answer. */
  mediaType: z.string().min(1),
  /** The example; absent: made from the output schema. */
  body: JsonValueSchema.optional(),
});

/** A declarative HTTP call: it runs no user code. */
export const HttpActionSchema = z.strictObject({
  /** Discriminates the three kinds of action. */
  kind: z.literal('http'),
  /** Id of the upstream that is called. */
  upstream: PartId,
  /** HTTP method, upper case. */
  method: z.string().regex(/^[A-Z][A-Z0-9_-]{0,31}$/, 'must be an HTTP method in capitals'),
  /** Path template relative to the upstream's base URL. */
  path: z.string().startsWith('/', 'must start with /'),
  /** Location of each argument. */
  parameters: z.array(HttpParameter),
  /** Request body; absent: none is sent. */
  body: HttpBody.optional(),
  /** Values sent with every call, whatever the arguments. */
  constants: z.array(HttpConstant).optional(),
  /** Alternatives of scheme ids; absent: the upstream's own. */
  security: z.array(z.array(PartId)).optional(),
  /** Processing of the response. */
  response: HttpResponse,
  /** How the list that it returns goes on. */
  pagination: HttpPaginationSchema.optional(),
  /** The document's own example response. */
  mock: MockAnswer.optional(),
}) satisfies z.ZodType<HttpAction>;

/** A tool of another MCP server. */
export const McpActionSchema = z.strictObject({
  /** Discriminates the three kinds of action. */
  kind: z.literal('mcp'),
  /** Id of the upstream; its base URL is the other server's endpoint. */
  upstream: PartId,
  /** The tool's name on that server. */
  tool: z.string().min(1),
}) satisfies z.ZodType<McpAction>;

/** A TypeScript module whose default export is `(args, context) => result`. */
export const CodeActionSchema = z.strictObject({
  /** Discriminates the three kinds of action. */
  kind: z.literal('code'),
  /** The module's text. */
  source: z.string().min(1).max(100_000),
});

/** A valid call, for people, tests and models. */
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
  /** Display name. */
  title: z.string().optional(),
  /** Purpose of the tool and when to use it. */
  description: z.string().optional(),
  /** Deselected tools stay in the blueprint and are not served. */
  enabled: z.boolean(),
  /** Marked as deprecated in its document. */
  deprecated: z.boolean().optional(),
  /** MCP's hints. */
  annotations: z
    .strictObject({
      /** Changes nothing. */
      readOnlyHint: z.boolean().optional(),
      /** May destroy something. */
      destructiveHint: z.boolean().optional(),
      /** Calling it twice has the same effect as calling it once. */
      idempotentHint: z.boolean().optional(),
      /** Talks to the outside world. */
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
  /** JSON Schema 2020-12 of the arguments; the root is an object. */
  inputSchema: JsonObjectSchema,
  /** JSON Schema 2020-12 of the structured content; the root is an object. */
  outputSchema: JsonObjectSchema.optional(),
  /** Client capabilities that it needs; calls of other clients are rejected. */
  requires: z.array(z.enum(['elicitation', 'sampling', 'roots'])).optional(),
  /** Implementation of the tool. */
  action: z.discriminatedUnion('kind', [HttpActionSchema, McpActionSchema, CodeActionSchema]),
  /** Example calls. */
  examples: z.array(ToolExample).optional(),
  /**
   * Names of parameters that the person who asked for the request gave and that the tool did not get, or that it
   * has: the report compares them. One that it had and that was removed since is no longer among them.
   */
  asked: z.array(z.string().min(1).max(200)).max(200).optional(),
  /** The operation it was imported from; a repeated import matches by it. */
  origin: z
    .strictObject({
      /** Id of the source. */
      source: PartId,
      /** Method and path template, or the operation's name in another format. */
      operation: z.string(),
      /** Name of the operation in the document; absent in older imports. */
      operationId: z.string().max(200).optional(),
      /** Group of the operation in the document. */
      tag: z.string().optional(),
      /** All of its groups, where it is in several. */
      tags: z.array(z.string()).max(50).optional(),
    })
    .optional(),
});
export type Tool = z.infer<typeof Tool>;
