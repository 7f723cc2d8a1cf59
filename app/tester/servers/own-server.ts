import type { ServerTarget } from '#app/mcp-client/target.ts';

import { blankAuth } from './new-target.ts';

/** An endpoint of a project of the user's. */
export interface OwnServer {
  title: string;
  /** Path of its endpoint. */
  path: string;
  /** It answers everybody; otherwise who calls signs in, or has an API key. */
  isPublic: boolean;
}

/** How one's own endpoint is asked. */
export function toOwnTarget(
  { title, path, isPublic }: OwnServer,
  origin: string,
): Partial<ServerTarget> & { url: string } {
  const auth = blankAuth(isPublic ? 'none' : 'oauth');
  return { name: title, url: `${origin}${path}`, auth };
}
