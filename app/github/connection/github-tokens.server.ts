import * as z from 'zod/mini';

import type { AppContext } from '#app/platform/app-context.ts';
import { createSeal, type SealedPlace } from '#app/platform/seal.server.ts';

import type { StoredConnection } from './connection-store.server.ts';

/** Tokens of a user, as GitHub issued them. */
export const GithubTokens = z.object({
  access: z.string(),
  /** Works once; null: the access token does not end. */
  refresh: z.nullable(z.string()),
});
export type GithubTokens = z.infer<typeof GithubTokens>;

type App = Pick<AppContext, 'config' | 'log'>;

/** Seals the tokens of the connection with this id. */
export function sealTokens(app: App, id: string, tokens: GithubTokens): Promise<string> {
  return createSeal(app.config.SEAL_KEYS).seal(JSON.stringify(tokens), toPlace(id));
}

/** Opens the tokens of a connection; null: they were altered, moved, or sealed under a key that is gone. */
export async function openTokens(
  app: App,
  { id, tokens }: Pick<StoredConnection, 'id' | 'tokens'>,
): Promise<GithubTokens | null> {
  const opened = await createSeal(app.config.SEAL_KEYS).open(tokens, toPlace(id));
  if (opened.ok) return GithubTokens.parse(JSON.parse(opened.value));
  app.log.error('github.tokensSealed', { connection: id, reason: opened.reason });
  return null;
}

function toPlace(row: string): SealedPlace {
  return { table: 'github_connections', row, column: 'tokens' };
}
