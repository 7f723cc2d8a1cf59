import * as z from 'zod/mini';

import type { KeptAuthorization, OauthStore } from '#app/mcp-client/oauth/oauth-store.ts';
import { readJson } from '#app/platform/shape.ts';
import { getServerBook, secretsOf } from '#app/tester/servers/keeping/server-book.ts';

const KEY = 'mcp-client.oauth';

const Kept = z.object({
  serverUrl: z.string(),
  scope: z.nullable(z.string()),
  tokens: z.nullable(
    z.object({
      accessToken: z.string(),
      refreshToken: z.nullable(z.string()),
      scope: z.nullable(z.string()),
      expiresAt: z.nullable(z.number()),
      issuer: z.string(),
    }),
  ),
  client: z.nullable(
    z.object({
      id: z.string(),
      secret: z.nullable(z.string()),
      method: z.nullable(z.enum(['none', 'client_secret_basic', 'client_secret_post'])),
      source: z.enum(['own', 'document', 'dynamic']),
      issuer: z.string(),
    }),
  ),
});

/** Of this page, by the ids of servers. */
const memory = new Map<string, KeptAuthorization>();
const listeners = new Set<() => void>();

/**
 * The tokens of a server: kept as long as the page, and in the browser's storage where the person lets it remember the
 * secrets of this server. They are never sent to us.
 */
export function createTokenStorage(id: string): OauthStore {
  return {
    read: () => memory.get(id) ?? readStored()[id] ?? null,
    write: (kept) => {
      if (kept === null) memory.delete(id);
      else memory.set(id, kept);
      const { [id]: _before, ...others } = readStored();
      const isRemembered = kept !== null && secretsOf(getServerBook(), id).isRemembered;
      writeStored(isRemembered ? { ...others, [id]: kept } : others);
      for (const listener of listeners) listener();
    },
  };
}

/** Calls back when tokens of any server come or go; returns how to end that. */
export function subscribeToTokens(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

function readStored(): Record<string, KeptAuthorization> {
  try {
    return readJson(z.record(z.string(), Kept), localStorage.getItem(KEY) ?? '') ?? {};
  } catch {
    return {};
  }
}

function writeStored(all: Record<string, KeptAuthorization>): void {
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Without room they live as long as the page.
  }
}
