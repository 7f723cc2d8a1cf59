import * as z from 'zod/mini';

import { ToolScope } from '#app/oauth/tool-scope.ts';

/** Facts about a grant that are readable without its token. */
const GrantMetadata = z.object({
  name: z.string(),
  domain: z.nullable(z.string()),
  slug: z.string(),
});
export type GrantMetadata = z.infer<typeof GrantMetadata>;

/** An app that a user lets call an endpoint. Times are milliseconds since 1970. */
export const ConnectedApp = z.object({
  id: z.string(),
  /** As the app calls itself. */
  name: z.string(),
  /** The domain that its description was read from; null: nobody has verified its name. */
  domain: z.nullable(z.string()),
  /** Tells it from other apps of the same name. */
  client: z.string(),
  /** Name of the endpoint: `/mcp/<slug>`. */
  slug: z.string(),
  scopes: z.array(ToolScope),
  createdAt: z.number(),
  expiresAt: z.nullable(z.number()),
});
export type ConnectedApp = z.infer<typeof ConnectedApp>;

export const ConnectedAppList = z.object({ apps: z.array(ConnectedApp) });

/** Characters of a name that are shown: an app chooses its own. */
const MAX_NAME = 80;

/** The name of an app, on one line. */
export function toAppName(name: string): string {
  const line = name.replace(/[\s\p{C}]+/gu, ' ').trim();
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME).toWellFormed()}…` : line;
}

/** Characters of a registered id that are shown: enough to tell two apart. */
const MARK_LENGTH = 8;

/** The beginning of the id that an app was registered with here. */
export function toClientMark(clientId: string): string {
  return clientId.slice(0, MARK_LENGTH);
}

/** Reads what is stored with a grant; null: it is none of ours. */
export function readGrantMetadata(value: unknown): GrantMetadata | null {
  const read = GrantMetadata.safeParse(value);
  return read.success ? read.data : null;
}
