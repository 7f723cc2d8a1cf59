import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { createSecretReader, toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { createGuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import { limitHosts } from '#app/platform/outbound/limit-hosts.server.ts';
import type { SecretTest } from '#app/projects/secrets/project-secrets.ts';
import type { Upstream } from '#app/runtime/definition.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';
import { createEgress } from '#app/sandbox/egress.server.ts';

/** As long as somebody who looks at a button waits. */
const TEST_MS = 10_000;
const ACCEPT: [name: string, value: string] = ['accept', 'application/json, */*;q=0.5'];

/** The secrets of an owner, and whose limits their requests count for. */
interface TestedSecrets {
  owner: string;
  account: string;
  blueprint: Blueprint;
  environment: 'test' | 'live';
}

/**
 * Sends a request that changes nothing with a secret: that of a tool which needs no arguments, or the API's base
 * address. Null: nothing sends the secret.
 */
export async function testSecret(
  app: AppContext,
  { owner, account, blueprint, environment }: TestedSecrets,
  name: string,
): Promise<SecretTest | null> {
  const probe = findProbe(blueprint, name);
  if (probe === null) return null;
  const definition = toServerDefinition(blueprint, new Map());
  const target = {
    environment,
    secrets: createSecretReader(toSecretStore(app), owner, blueprint),
    fetch: createGuardedFetch({
      ownHosts: [new URL(app.origin).host],
      mayCall: limitHosts(app.env, { owner: account, isKept: true }),
    }),
  };
  const send = createEgress(definition, target, AbortSignal.timeout(TEST_MS));
  const { upstream, path, security } = probe;
  const headers = [ACCEPT];
  const outcome = await send(upstream.id, { method: 'GET', path, headers, security });
  const request = `GET ${upstream.baseUrl.replace(/\/$/, '')}${path}`;
  if (!outcome.ok) return { kind: 'failed', request, status: null, problem: outcome.message };
  const { status } = outcome.response;
  return { kind: toKind(status), request, status, problem: null };
}

function toKind(status: number): SecretTest['kind'] {
  if (status === 401 || status === 403) return 'refused';
  return status >= 200 && status < 300 ? 'accepted' : 'unclear';
}

interface Probe {
  upstream: Upstream;
  path: string;
  security: string[][];
}

function findProbe({ upstreams, tools }: Blueprint, name: string): Probe | null {
  for (const upstream of upstreams) {
    const scheme = upstream.auth.find((candidate) => secretNames(candidate).includes(name));
    if (scheme === undefined) continue;
    const uses = (ids: readonly string[]) => ids.includes(scheme.id);
    const reads = tools.flatMap(({ enabled, action, inputSchema: { required } }) => {
      const isPlain = !Array.isArray(required) || required.length === 0;
      if (!enabled || !isPlain || action.kind !== 'http') return [];
      const isRead = action.method === 'GET' && !action.path.includes('{');
      if (action.upstream !== upstream.id || !isRead || action.constants) return [];
      const ways = (action.security ?? upstream.security).filter(uses);
      return ways.length === 0 ? [] : [{ path: action.path, security: ways }];
    });
    const ways = upstream.security.filter(uses);
    const base = { path: '', security: ways.length > 0 ? ways : [[scheme.id]] };
    return { upstream, ...(reads[0] ?? base) };
  }
  return null;
}
