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

/**
 * Whether each API that a tool calls has all secrets of some alternative of its authentication. Of code that is known
 * where it names the API at the call, and leaves the authentication to the API's own.
 */
export function isReady(
  { action }: Pick<Tool, 'action'>,
  upstreams: Upstreams,
  secrets: readonly SecretStatus[],
): boolean {
  const called = upstreams.filter(({ id }) =>
    action.kind === 'code' ? isCalledBy(action.source, id) : id === action.upstream,
  );
  const usable = new Set(
    secrets.filter((secret) => secret.isSet && !secret.needsConfirmation).map(({ name }) => name),
  );
  const own = action.kind === 'http' ? action.security : undefined;
  return called.every(({ auth, security }) => {
    const isUsable = (id: string) => {
      const scheme = auth.find((candidate) => candidate.id === id);
      return scheme === undefined || secretNames(scheme).every((name) => usable.has(name));
    };
    const alternatives = own ?? security;
    return alternatives.length === 0 || alternatives.some((ids) => ids.every(isUsable));
  });
}

/** Calls of a tool's context with the id of an upstream written out: `context.json('api', …)`. */
const CALL = /\b(?:json|fetch)\s*\(\s*(?:'([\w.-]+)'|"([\w.-]+)"|`([\w.-]+)`)/g;

function isCalledBy(source: string, upstream: string): boolean {
  if (/\bsecurity\b/.test(source)) return false;
  return [...source.matchAll(CALL)].some((call) => call.slice(1).includes(upstream));
}
