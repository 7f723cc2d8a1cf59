import * as z from 'zod';

import type {
  AuthScheme,
  ResourceDefinition,
  SecretDeclaration,
  ServerIdentity,
  Upstream,
} from '#app/runtime/definition.ts';
import type { Policies } from '#app/runtime/policies.ts';

import { SCHEMA_VERSION } from './defaults.ts';
import { ImportRecord } from './import-record.ts';
import { JsonSchemaSchema } from './json.ts';
import { Mocks } from './mock.ts';
import { Prompt } from './prompt.ts';
import { SavedTests } from './saved-tests/saved-test.ts';
import { SecretName } from './secret-name.ts';
import { AwsSignature, Signature } from './signing.ts';
import { PartId, Tool, ToolName } from './tool.ts';

export { DEFAULT_POLICIES, SCHEMA_VERSION } from './defaults.ts';
export { SecretName } from './secret-name.ts';

export const HttpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be an absolute http or https URL',
    abort: true,
  })
  .refine((text) => !hasUserInfo(text), {
    error:
      'must not contain a user name or password: use basic authentication, whose values are set as secrets',
  });

function hasUserInfo(text: string): boolean {
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}

const Identity = z.strictObject({
  /** Machine name. */
  name: ToolName,
  /** Display name. */
  title: z.string().max(200).optional(),
  /** Version of the server, semver. */
  version: z.string().min(1).max(64),
  /** Purpose of the server. */
  description: z.string().optional(),
  /** Instructions for a model before it uses any tool. */
  instructions: z.string().optional(),
  /** Home page. */
  websiteUrl: HttpUrl.optional(),
}) satisfies z.ZodType<ServerIdentity>;

const Source = z.strictObject({
  /** Id that tools' `origin.source` names. */
  id: PartId,
  /** Kind of document. */
  kind: z.string().regex(/^[a-z][a-z\d-]{0,39}$/),
  /** Version of that format as the document states it: `2.0`, `3.1.0`; empty where it has none. */
  format: z.string(),
  /** The document's own title. */
  title: z.string().optional(),
  /** The document's own version. */
  version: z.string().optional(),
  /** Address it was fetched from; absent if it was pasted or dropped. */
  url: z.string().optional(),
  /** SHA-256 of its bytes, hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Result of its imports, which tells later ones what was edited since. */
  made: ImportRecord.optional(),
});

export const Auth = z.discriminatedUnion('kind', [
  z.strictObject({
    /** Id that `security` names. */
    id: PartId,
    /** A single key. */
    kind: z.literal('apiKey'),
    /** Place in the request. */
    in: z.enum(['header', 'query', 'cookie']),
    /** Name on the wire. */
    name: z.string().min(1),
    /** Secret that holds the key. */
    secret: SecretName,
  }),
  z.strictObject({
    /** Id that `security` names. */
    id: PartId,
    /** RFC 7617. */
    kind: z.literal('basic'),
    /** Secret that holds the user name. */
    usernameSecret: SecretName,
    /** Secret that holds the password. */
    passwordSecret: SecretName,
  }),
  z.strictObject({
    /** Id that `security` names. */
    id: PartId,
    /** RFC 6750; also for OAuth flows that the server cannot go through, with a token from there. */
    kind: z.literal('bearer'),
    /** Secret that holds the token. */
    secret: SecretName,
  }),
  z.strictObject({
    /** Id that `security` names. */
    id: PartId,
    /** RFC 6749, 4.4. */
    kind: z.literal('oauth2ClientCredentials'),
    /** Token endpoint. */
    tokenUrl: HttpUrl,
    /** Scopes asked for. */
    scopes: z.array(z.string()),
    /** Secret that holds the client's id. */
    clientIdSecret: SecretName,
    /** Secret that holds the client's secret. */
    clientSecretSecret: SecretName,
  }),
  Signature,
  AwsSignature,
  z.strictObject({
    /** Id that `security` names. */
    id: PartId,
    /** RFC 6749, 4.1, with PKCE (RFC 7636): a person signs in once, and refresh tokens keep it. */
    kind: z.literal('oauth2AuthorizationCode'),
    /** Authorization endpoint, with the query that the API asks for besides OAuth's own. */
    authorizationUrl: HttpUrl,
    /** Token endpoint. */
    tokenUrl: HttpUrl,
    /** Scopes asked for. */
    scopes: z.array(z.string()),
    /** Secret that holds the client's id. */
    clientIdSecret: SecretName,
    /** Secret that holds the client's secret; absent: a public client. */
    clientSecretSecret: SecretName.optional(),
    /** Secret that holds the refresh token, which connecting sets. */
    refreshTokenSecret: SecretName,
  }),
]) satisfies z.ZodType<AuthScheme>;

const UpstreamSchema = z.strictObject({
  /** Id that actions name. */
  id: PartId,
  /** Display name. */
  title: z.string().optional(),
  /** Base URL of all requests. */
  baseUrl: HttpUrl,
  /** Hosts that requests may go to. */
  allowedHosts: z.array(z.string().min(1)).min(1),
  /** Authentication schemes. */
  auth: z.array(Auth),
  /** Alternatives of scheme ids, used where an action names none. */
  security: z.array(z.array(PartId)),
  /** Time-out of a call, in milliseconds. */
  timeoutMs: z.int().min(1).max(300_000).optional(),
}) satisfies z.ZodType<Upstream>;

const Secret = z.strictObject({
  /** Name; the value is stored elsewhere, sealed. */
  name: SecretName,
  /** One value for the server, or one for each caller. */
  scope: z.enum(['server', 'caller']),
  /** Where to get it. */
  description: z.string().optional(),
}) satisfies z.ZodType<SecretDeclaration>;

export const Resource = z.strictObject({
  /** Absolute URI, or a template with `{variables}`. */
  uri: z.string().min(1),
  /** Machine name. */
  name: z.string().min(1),
  /** Display name. */
  title: z.string().optional(),
  /** Description of the content. */
  description: z.string().optional(),
  /** Media type of its content. */
  mimeType: z.string().optional(),
  /** Source of the content. */
  content: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('text'), text: z.string() }),
    z.strictObject({ kind: z.literal('blob'), base64: z.base64() }),
    z.strictObject({ kind: z.literal('tool'), tool: ToolName }),
  ]),
}) satisfies z.ZodType<ResourceDefinition>;

const PoliciesSchema = z.strictObject({
  /** Time-out of an upstream call, in milliseconds. */
  timeoutMs: z.int().min(1).max(300_000),
  /** Maximum size of an upstream's response, in bytes. */
  maxUpstreamBytes: z.int().min(1_024).max(50_000_000),
  /** Maximum size of a tool's result, in bytes. */
  maxResultBytes: z.int().min(1_024).max(10_000_000),
  /** Origins that browsers may call from. */
  allowedOrigins: z.array(z.string()),
  /** Retries of calls that are safe to repeat. */
  retries: z
    .strictObject({
      /** Number of times a request is sent, including the first. */
      attempts: z.int().min(1).max(10),
      /** Upper bound of the first random delay, in milliseconds. */
      baseDelayMs: z.int().min(0).max(60_000),
      /** Upper bound of every delay, in milliseconds. */
      maxDelayMs: z.int().min(0).max(300_000),
    })
    .optional(),
  /** When calls to a failing upstream are paused. */
  breaker: z
    .strictObject({
      /** Consecutive failures. */
      failures: z.int().min(1).max(1_000),
      /** Milliseconds until one call may try again. */
      cooldownMs: z.int().min(1).max(3_600_000),
    })
    .optional(),
  /** Limit on concurrent calls to one upstream. */
  concurrency: z
    .strictObject({
      /** Requests in flight. */
      atOnce: z.int().min(1).max(1_000),
      /** Requests that wait for a free slot. */
      waiting: z.int().min(0).max(10_000),
    })
    .optional(),
  /** Asks the user before a destructive tool runs, if the client supports it. */
  confirmDestructive: z.boolean().optional(),
}) satisfies z.ZodType<Policies>;

/** The single source of truth: a JSON document that describes one MCP server completely. */
export const Blueprint = z.strictObject({
  /** Version of this schema. */
  schemaVersion: z.literal(SCHEMA_VERSION),
  /** Name and description of the server. */
  identity: Identity,
  /** Documents that tools were imported from. */
  sources: z.array(Source),
  /** APIs that it calls. */
  upstreams: z.array(UpstreamSchema),
  /** Names of the credentials it needs. */
  secrets: z.array(Secret),
  /** Schemas that tools share, found as `#/$defs/<name>`. */
  definitions: z.record(z.string(), JsonSchemaSchema),
  /** Tools that models can call. */
  tools: z.array(Tool),
  /** Resources that clients can read. */
  resources: z.array(Resource),
  /** Prompts that users can pick. */
  prompts: z.array(Prompt),
  /** Limits. */
  policies: PoliciesSchema,
  /** Answers of the mock that were written for operations. */
  mocks: Mocks.optional(),
  /** Tests of its project; only in an exported blueprint, since the project keeps them (decision 0055). */
  tests: z.optional(SavedTests),
});
export type Blueprint = z.infer<typeof Blueprint>;
