import type { StepInput } from './oauth-step.ts';

/**
 * The scopes to ask for, in the order of the MCP specification: the person's, those of the challenge, all of the
 * server's metadata; null: none are named. `offline_access` is added where the authorization server knows it, because
 * some give no refresh token without it.
 */
export function chooseScope({
  settings,
  facts,
}: Pick<StepInput, 'settings' | 'facts'>): string | null {
  if (settings.scope.trim() !== '') return joinScopes(settings.scope);
  const asked = facts.challenge?.scope ?? facts.resource?.scopes_supported?.join(' ') ?? '';
  if (asked.trim() === '') return null;
  const isOffline = facts.server?.scopes_supported?.includes('offline_access') === true;
  return joinScopes(asked, isOffline ? 'offline_access' : null);
}

/** Each scope once, in order. */
export function joinScopes(...texts: readonly (string | null)[]): string {
  return [...new Set(texts.flatMap((text) => text?.split(/\s+/) ?? []))].filter(Boolean).join(' ');
}
