import * as z from 'zod/mini';

import type { ServerTarget } from '#app/mcp-client/target.ts';
import { readJson } from '#app/platform/shape.ts';

const KEY = 'mcp-client.offered';

const Offered = z.object({ url: z.string(), token: z.string() });

/** Hands the token of a server to the client, which this tab opens next; a link, which others may read, has none. */
export function offerServer({ url, auth }: Partial<ServerTarget> & { url: string }): void {
  try {
    sessionStorage.removeItem(KEY);
    if (auth?.kind !== 'bearer' || auth.token === '') return;
    sessionStorage.setItem(KEY, JSON.stringify({ url, token: auth.token }));
  } catch {
    // Without storage the user enters the token.
  }
}

/** The token that another page of this tab has handed over for a server; it is there once. */
export function takeOfferedToken(url: string): string | null {
  try {
    const offered = readJson(Offered, sessionStorage.getItem(KEY) ?? '');
    sessionStorage.removeItem(KEY);
    return offered?.url === url ? offered.token : null;
  } catch {
    return null;
  }
}
