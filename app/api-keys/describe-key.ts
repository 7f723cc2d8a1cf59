import type { KeyProject } from './api-key-store.server.ts';
import type { ApiKeyView } from './api-key.ts';

/** The state of a key at a time. */
export function stateOfKey(
  { revokedAt, expiresAt }: Pick<ApiKeyView, 'revokedAt' | 'expiresAt'>,
  now: number,
): 'valid' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid';
}

/** The endpoints that a key may call, in words. */
export function describeKeyProjects(
  chosen: ApiKeyView['projects'],
  projects: readonly KeyProject[],
): string {
  if (chosen === 'all') return 'all projects';
  const titles = projects.filter(({ id }) => chosen.includes(id)).map(({ title }) => title);
  const gone = chosen.length - titles.length;
  return [...titles, ...(gone > 0 ? [`${gone} deleted`] : [])].join(', ');
}
