import * as z from 'zod/mini';

import { REVISIONS } from '#app/mcp-client/target.ts';
import { MAX_TIMEOUT_MS } from '#app/tester/servers/new-target.ts';

const Milliseconds = z.int().check(z.minimum(1_000), z.maximum(MAX_TIMEOUT_MS));
const Text = z.string().check(z.maxLength(200));
const LongText = z.string().check(z.maxLength(2_000));

/** How a server asks who calls, without anything that proves it. */
const SavedAuth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('bearer') }),
  z.strictObject({
    kind: z.literal('oauth'),
    clientId: LongText,
    scope: LongText,
    method: z.nullable(z.enum(['none', 'client_secret_basic', 'client_secret_post'])),
  }),
]);

/** The settings of a server as they are saved: no value of a header, no token, and no client's secret. */
export const ServerSettings = z.strictObject({
  name: Text.check(z.minLength(1)),
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2_000)),
  transport: z.enum(['http', 'sse']),
  era: z.enum(['auto', 'legacy', ...REVISIONS]),
  route: z.enum(['auto', 'direct', 'relay']),
  headerNames: z.array(Text).check(z.maxLength(50)),
  auth: SavedAuth,
  timeoutMs: Milliseconds,
  maxTimeoutMs: Milliseconds,
});
export type ServerSettings = z.infer<typeof ServerSettings>;

/** A saved server. */
export const TestedServer = z.extend(ServerSettings, { id: z.string() });
export type TestedServer = z.infer<typeof TestedServer>;

/** The servers of an account, as `GET /api/tester/servers` answers them. */
export const TestedServerList = z.object({ servers: z.array(TestedServer) });
export type TestedServerList = z.infer<typeof TestedServerList>;
