import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import type { ImportedUpstreams } from '#app/blueprint/import/upstreams.ts';
import type { AuthScheme, Upstream } from '#app/runtime/definition.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

import type { Security } from './security.ts';
import { isPlaceholder } from './servers.ts';
import type { ToolDraft } from './tools.ts';

interface Parts {
  tools: ToolDraft['tool'][];
  security: Security;
  /** Security of calls that declare none themselves. */
  ownSecurity: string[][];
}

/**
 * Gives each upstream the schemes that its own calls use. A credential is for the first host that a document
 * sends it to: for a further one the scheme has secrets of its own, which somebody has to set.
 */
export function bindCredentials(
  run: ImportRun,
  upstreams: ImportedUpstreams,
  { tools, security, ownSecurity }: Parts,
): Pick<Blueprint, 'upstreams' | 'secrets'> {
  const all = upstreams.list();
  const firstHosts = new Map<string, string>();
  const finished = all.map((upstream): Upstream => {
    const calls = tools.filter(({ action }) => action.upstream === upstream.id);
    // It only stands for an address that the document does not give.
    if (calls.length === 0 && all.length > 1 && isPlaceholder(upstream.baseUrl)) return upstream;
    const { origin, host } = new URL(upstream.baseUrl);
    const named = calls.flatMap(({ action }) => (action.security ?? []).flat());
    const ids = new Set([...ownSecurity.flat(), ...named]);
    for (const id of ids) if (!firstHosts.has(id)) firstHosts.set(id, origin);
    const isForeign = (id: string) => firstHosts.get(id) !== origin;
    const auth = security.schemesOf(ids, (id) => (isForeign(id) ? host : null));
    const foreign = auth.filter(({ id }) => isForeign(id));
    if (foreign.length > 0) {
      const first = foreign.map(({ id }) => new URL(firstHosts.get(id) ?? origin).host);
      warn(run, upstreams, upstream, { host, first, schemes: foreign });
    }
    return { ...upstream, auth, security: ownSecurity };
  });
  const used = new Set(finished.flatMap(({ auth }) => auth.flatMap(secretNames)));
  return { upstreams: finished, secrets: security.secretsOf(used) };
}

function warn(
  { warnings }: ImportRun,
  upstreams: ImportedUpstreams,
  upstream: Upstream,
  { host, first, schemes }: { host: string; first: string[]; schemes: AuthScheme[] },
): void {
  const names = schemes.flatMap(secretNames);
  warnings.add(
    'security',
    upstreams.placeOf(upstream.id),
    `Some calls go to ${host}. The credentials of ${[...new Set(first)].join(' and ')} are not sent there: set ${names.join(' and ')} for it, with the same value only if the host is trusted with that.`,
  );
}
