/**
 * Definition of a running MCP server: plain types, which the blueprint's zod schemas are checked against. The
 * types of running tools are exported from here as well.
 */

import type { JsonObject, JsonSchema, JsonValue } from './json.ts';
import type { Policies } from './policies.ts';
import type { ContentBlock, ToolFunction } from './tool-context.ts';
import type { SigningScheme } from './upstream/signing/signature-scheme.ts';
import type { AuthorizationCode } from './upstream/authorization-code.ts';

export type { JsonObject, JsonSchema, JsonValue } from './json.ts';
export type {
  ClientLink,
  ContentBlock,
  ElicitAnswer,
  JsonCall,
  JsonRequest,
  LogLevel,
  Root,
  ToolCall,
  ToolContext,
  ToolFunction,
  ToolResult,
  ToolRunner,
  UpstreamFailureReason,
  UpstreamFetch,
  UpstreamOutcome,
  UpstreamRequest,
  UpstreamResponse,
} from './tool-context.ts';

/** The server as a client sees it (MCP's `serverInfo` and `instructions`). */
export interface ServerIdentity {
  /** Machine name: 1 to 64 characters of `[A-Za-z0-9_.-]`. */
  name: string;
  /** Display name. */
  title?: string;
  /** Version of this server, semver. */
  version: string;
  description?: string;
  /** Instructions for a model before it uses any tool. */
  instructions?: string;
  websiteUrl?: string;
}

/** Authentication scheme of an upstream. Fields that end in `Secret` name a secret. */
export type AuthScheme =
  | SigningScheme
  | { id: string; kind: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string; secret: string }
  | { id: string; kind: 'basic'; usernameSecret: string; passwordSecret: string }
  | { id: string; kind: 'bearer'; secret: string }
  | {
      id: string;
      kind: 'oauth2ClientCredentials';
      /** Absolute https URL of the token endpoint. */
      tokenUrl: string;
      scopes: string[];
      clientIdSecret: string;
      clientSecretSecret: string;
    }
  | AuthorizationCode;

/** An API that the server calls. */
export interface Upstream {
  id: string;
  title?: string;
  /** Absolute URL without query or fragment; a path is kept: `https://api.example.com/v1`. */
  baseUrl: string;
  /** Hosts that requests may go to, as `host` or `host:port`; always includes the base URL's. */
  allowedHosts: string[];
  auth: AuthScheme[];
  /** Alternatives (any), each a list of scheme ids (all): used where an action names none. */
  security: string[][];
  /** Time-out of a call in milliseconds; default: the policy's. */
  timeoutMs?: number;
}

/** A named credential. Its value is never part of a definition. */
export interface SecretDeclaration {
  /** Also the environment variable of an exported server: `[A-Z][A-Z0-9_]*`. */
  name: string;
  /** `server`: one value for everybody; `caller`: each caller has their own. */
  scope: 'server' | 'caller';
  description?: string;
}

export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  /** Swagger 2.0's `tsv`. */
  | 'tabDelimited'
  | 'deepObject'
  /** OpenAPI 3.2: as `form`, but nothing is percent-encoded. */
  | 'cookie';

/** Location of one tool argument in the request (OpenAPI 3.2, Parameter Object). */
export interface HttpParameter {
  /** Name of the tool's argument. */
  argument: string;
  /** Name on the wire. */
  name: string;
  /** `querystring`: the whole query is this one value (OpenAPI 3.2). */
  in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  style: ParameterStyle;
  explode: boolean;
  /** RFC 3986 reserved characters are sent as they are. */
  allowReserved?: boolean;
  /** An empty string is sent as `name` without `=` (`allowEmptyValue`). */
  allowEmptyValue?: boolean;
  /** Set for a `content` parameter: the value is serialised as this media type, style is ignored. */
  mediaType?: string;
}

/** Serialization of one property of a form or multipart body (OpenAPI 3.2, Encoding Object). */
export interface PartEncoding {
  mediaType?: string;
  style?: ParameterStyle;
  explode?: boolean;
  allowReserved?: boolean;
  /** The argument is a file: `{data: base64, name?, mediaType?}`, or a list of such. */
  file?: boolean;
}

/** One media type that the operation accepts. */
export interface BodyContent {
  mediaType: string;
  /** `binary`: the argument is a file, `{data: base64, name?, mediaType?}`. */
  encoding: 'json' | 'form' | 'multipart' | 'text' | 'binary';
  /** By property name; only what differs from the default of OpenAPI. */
  parts?: { [property: string]: PartEncoding };
}

export interface HttpBody {
  /** Argument that contains the body. */
  argument: string;
  /** Argument that chooses among several media types; the first is the default. */
  mediaTypeArgument?: string;
  /** At least one. */
  contents: BodyContent[];
  /** Names of the body's properties on the wire, where they differ. */
  names?: { [property: string]: string };
}

/** A fixed value sent with every call; it takes precedence over an argument of the same name. */
export interface HttpConstant {
  in: 'query' | 'header' | 'cookie' | 'body';
  /** Name on the wire. */
  name: string;
  value: JsonValue;
}

/** Processing of a response into a result. */
export interface HttpResponse {
  /** The request's `Accept` header. */
  accept?: string;
  /** Only these parts are kept: paths such as `id`, `meta.total` or `articles[].title`. */
  keep?: string[];
  /** The answer's root need not be an object: structured content is `{result: …}`. */
  wrap?: boolean;
}

/** How a list goes on after a page. */
export type HttpPagination = (
  | {
      /** The answer has a cursor, which the next call sends. */
      kind: 'cursor';
      /** Argument, or property of the body, that takes it. */
      argument: string;
      /** Path of it in the answer; through a list, of the last item: `data[].id`. */
      nextPath: string;
    }
  | {
      /** `page`: pages are numbered; `offset`: items are counted. */
      kind: 'page' | 'offset';
      /** Argument, or property of the body, that takes the number. */
      argument: string;
      /** Number of the first page, default 1, or of the first item, default 0. */
      first?: number;
    }
  | {
      /** The answer names the address of the next page: in its `Link` header (RFC 8288), or at a path. */
      kind: 'link';
      nextPath?: string;
    }
) & {
  /** Path of the list of items; default: the answer itself, or its only list. */
  itemsPath?: string;
  /** Up to that many pages are got in one call, and their items joined. */
  follow?: { maxPages: number };
};

/** Example response from the upstream's document. */
export interface MockAnswer {
  status: number;
  mediaType: string;
  body?: JsonValue;
}

/** A declarative HTTP call. */
export interface HttpAction {
  kind: 'http';
  /** Id of the upstream. */
  upstream: string;
  /** Upper case. */
  method: string;
  /** Template relative to the base URL, with `{name}` for each path parameter. */
  path: string;
  parameters: HttpParameter[];
  body?: HttpBody;
  constants?: HttpConstant[];
  /** As {@link Upstream.security}; an empty list: no authentication; absent: the upstream's. */
  security?: string[][];
  response: HttpResponse;
  pagination?: HttpPagination;
  mock?: MockAnswer;
}

/** A tool of another MCP server, passed through. */
export interface McpAction {
  kind: 'mcp';
  /** Id of the upstream; its base URL is the other server's endpoint. */
  upstream: string;
  /** The tool's name there. */
  tool: string;
}

/** A function, loaded from the server's own files. */
export interface CodeAction {
  kind: 'code';
  run: ToolFunction;
}

/** MCP's tool annotations. */
export interface ToolAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** Requests that a tool may make to the calling client. */
export type ClientAbility = 'elicitation' | 'sampling' | 'roots';

export interface ToolDefinition {
  /** 1 to 64 characters of `[A-Za-z0-9_.-]`. */
  name: string;
  title?: string;
  description?: string;
  annotations?: ToolAnnotations;
  /** Root is an object; `$ref` may point to {@link ServerDefinition.definitions} as `#/$defs/…`. */
  inputSchema: JsonObject;
  /** Root is an object; schema of the structured content. */
  outputSchema?: JsonObject;
  /** Capabilities that a client must have; calls of others get the protocol's own error. */
  requires?: ClientAbility[];
  action: HttpAction | McpAction | CodeAction;
}

export interface ResourceDefinition {
  /** Absolute URI; with `{variables}` (RFC 6570, level 1) it is a template. */
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** Static text, static base64, or a tool that is called with the template's variables. */
  content:
    | { kind: 'text'; text: string }
    | { kind: 'blob'; base64: string }
    | { kind: 'tool'; tool: string };
}

export interface PromptDefinition {
  name: string;
  title?: string;
  description?: string;
  arguments: PromptArgument[];
  /** The conversation; empty if a tool makes it. */
  messages: PromptMessage[];
  /** Called with the prompt's arguments; each block of its result is a message of the user. */
  tool?: string;
}

export interface PromptArgument {
  name: string;
  description?: string;
  required?: boolean | undefined;
  /** Completions that a client may offer while the user types. */
  values?: string[];
}

/** `{{name}}` in a text or an address stands for that argument. */
export type PromptMessage =
  | { role: 'user' | 'assistant'; text: string }
  | { role: 'user' | 'assistant'; content: ContentBlock };

/** Everything the runtime needs to serve. */
export interface ServerDefinition {
  identity: ServerIdentity;
  upstreams: Upstream[];
  secrets: SecretDeclaration[];
  /** Schemas that tools share: `{"$ref": "#/$defs/Pet"}` finds `Pet` here. */
  definitions: { [name: string]: JsonSchema };
  tools: ToolDefinition[];
  resources: ResourceDefinition[];
  prompts: PromptDefinition[];
  policies: Policies;
}
