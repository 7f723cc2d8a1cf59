import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { SecretStatus } from '#app/drafts/draft.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

type Upstreams = Blueprint['upstreams'];

/** Whether a served tool cannot call its upstream for real until its owner gives a secret. */
export function needsSecrets(
  { tools, upstreams }: Pick<Blueprint, 'tools' | 'upstreams'>,
  secrets: readonly SecretStatus[],
): boolean {
  return tools.some((tool) => tool.enabled && !isReady(tool, upstreams, secrets));
}

/** Whether some alternative of a tool's authentication has all of its secrets. */
export function isReady(
  { action }: Pick<Tool, 'action'>,
  upstreams: Upstreams,
  secrets: readonly SecretStatus[],
): boolean {
  if (action.kind === 'code') return true;
  const upstream = upstreams.find(({ id }) => id === action.upstream);
  if (!upstream) return true;
  const alternatives = (action.kind === 'http' ? action.security : undefined) ?? upstream.security;
  const usable = new Set(
    secrets.filter((secret) => secret.isSet && !secret.needsConfirmation).map(({ name }) => name),
  );
  const isUsable = (id: string) => {
    const scheme = upstream.auth.find((candidate) => candidate.id === id);
    return scheme === undefined || secretNames(scheme).every((name) => usable.has(name));
  };
  return alternatives.length === 0 || alternatives.some((ids) => ids.every(isUsable));
}
