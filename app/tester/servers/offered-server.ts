import type { ServerTarget } from '#app/mcp-client/target.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

const KEY = 'mcp-client.offered';

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
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const offered = text === null ? null : parseJson(text);
    if (!isJsonObject(offered) || offered['url'] !== url) return null;
    return typeof offered['token'] === 'string' ? offered['token'] : null;
  } catch {
    return null;
  }
}
