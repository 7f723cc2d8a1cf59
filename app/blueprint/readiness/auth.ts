import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isJsonObject, toText } from '#app/runtime/json.ts';
import { HIDDEN_VALUE } from '#app/runtime/probe/server-evidence.ts';
import type { Exchange, ServerEvidence } from '#app/runtime/probe/server-evidence.ts';

import { audienceRule } from './audience.ts';
import { judgeConnections } from './connections.ts';
import { judgeCredentialHosts } from './credential-hosts.ts';
import { listed, toEvidence } from './each-tool.ts';
import type { Facts, JudgedTool } from './facts.ts';
import { nameSome } from './name-some.ts';
import {
  blueprintRule,
  exchangeRule,
  findRefusal,
  notApplicable,
  serverRule,
  toolsRule,
} from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** Names of arguments that carry a credential. */
const CREDENTIAL =
  /^(?:authorization|proxy-authorization|cookie|x-api-key|api[_-]?key|apikey|access[_-]?token|auth[_-]?token|bearer|client[_-]?secret)$/i;
/** Scopes that allow everything. */
const WIDE_SCOPE = /(?:^|[.:/_-])(?:\*|all|admin|root|full|superuser|full[_-]?access)$/i;
const WRITE_SCOPE = /(?:^|[.:/_-])(?:write|delete|manage|readwrite|read[_-]write|rw)$/i;

/** Who may call, and with whose credentials. */
export const authRules: CheckRule[] = [
  serverRule({
    id: 'auth.guarded',
    title: 'The server’s credentials are protected by a token',
    weight: 4,
    fix: 'Require a token. Otherwise anyone who knows the address can use the server’s credentials.',
    judge: (server, facts) => judgeGuard(server, facts),
  }),
  exchangeRule({
    id: 'auth.challenge',
    title: 'An unknown token is rejected with 401 and a challenge',
    weight: 3,
    fix: 'Answer 401 with WWW-Authenticate: Bearer.',
    exchange: 'tokenStrange',
    hasControl: true,
    reason: 'Not tested.',
    judge: ({ status, headers }, { exchanges }) => {
      const isOpen = exchanges.tokenMissing?.got?.status === 200;
      if (status === 200 && isOpen) return notApplicable('The server does not use tokens.');
      if (status === 200) return { status: 'fail', text: 'A made-up token was accepted.' };
      if (status !== 401)
        return { status: 'warn', text: `Rejected with ${status} instead of 401.` };
      return /^bearer\b/i.test(headers['www-authenticate'] ?? '')
        ? { status: 'pass', text: 'Rejected with 401 and a Bearer challenge.' }
        : { status: 'warn', text: 'Rejected with 401, without a Bearer challenge.' };
    },
  }),
  exchangeRule({
    id: 'auth.resource',
    title: 'The protected-resource metadata identifies this server',
    weight: 2,
    fix: 'Serve RFC 9728 metadata whose resource is the endpoint’s URL.',
    exchange: 'resourceMetadata',
    reason: 'The server publishes no metadata: it does not use OAuth, or requires no token.',
    judge: ({ status, message }, { url }) => {
      const resource = message?.['resource'];
      if (status !== 200 || typeof resource !== 'string') {
        return { status: 'fail', text: `The metadata could not be fetched: HTTP ${status}.` };
      }
      if (resource.replace(/\/$/, '') !== url.replace(/\/$/, '')) {
        return { status: 'fail', text: `The metadata is about ${resource}, not about ${url}.` };
      }
      const servers = message?.['authorization_servers'];
      return Array.isArray(servers) && servers.length > 0
        ? {
            status: 'pass',
            text: `About this server; tokens come from ${servers.map(toText).join(', ')}.`,
          }
        : { status: 'warn', text: 'The metadata names no authorization server.' };
    },
  }),
  audienceRule,
  toolsRule({
    id: 'auth.passthrough',
    title: 'No tool takes credentials as arguments',
    weight: 4,
    fix: 'Remove the argument and declare a secret instead: models must not see credentials.',
    judge: ({ list }) => {
      const faults = list.flatMap((tool) =>
        credentialArguments(tool).map((what) => ({ tool: tool.name, what })),
      );
      const found = faults.map(({ tool, what }) => `${tool}: ${what}`);
      return found.length === 0
        ? { status: 'pass', text: `None of ${list.length} tools takes one.` }
        : {
            status: 'fail',
            text: `${found.length === 1 ? '1 argument carries' : `${found.length} arguments carry`} one: ${nameSome(found)}.`,
            ...toEvidence(faults),
          };
    },
  }),
  blueprintRule({
    id: 'auth.scopes',
    place: { tab: 'setup' },
    title: 'OAuth scopes are no broader than the tools need',
    weight: 2,
    fix: 'Request only the scopes that the served tools need.',
    judge: (blueprint) => judgeScopes(blueprint),
  }),
  blueprintRule({
    id: 'auth.hosts',
    title: 'Each credential is sent to one host',
    weight: 3,
    fix: 'Give the API at each host a secret of its own. Share one only if the same provider runs both hosts.',
    judge: judgeCredentialHosts,
  }),
  blueprintRule({
    id: 'auth.connections',
    place: { tab: 'setup' },
    title: 'APIs can be connected by a person',
    weight: 2,
    fix: 'Give the authorization endpoint and the token endpoint of the API, without the parameters that connecting adds.',
    judge: judgeConnections,
  }),
];

function judgeGuard(server: ServerEvidence, { blueprint }: Facts): CheckVerdict {
  const { exchanges, tools } = server;
  const bare = exchanges.tokenMissing?.got;
  if (!bare) return notApplicable('A request without a token was not tested.');
  const refusal = findRefusal(server);
  if (refusal !== null) return refusal;
  if (bare.status === 401 || bare.status === 403) {
    return { status: 'pass', text: `Without a token it answers ${bare.status}.` };
  }
  if (bare.status < 200 || bare.status > 299) {
    return notApplicable(`Without a token it answers ${bare.status}, which is inconclusive.`);
  }
  // Anyone can send the mark, so it counts only for a server whose blueprint we have.
  if (blueprint !== null && isMockedWithoutToken(exchanges.callRight)) {
    const text = 'Without a token the mock upstream answers at most, never the real one.';
    return { status: 'pass', text };
  }
  if (blueprint !== null) {
    return blueprint.secrets.length === 0
      ? { status: 'pass', text: 'No token is required, and the server holds no credentials.' }
      : {
          status: 'warn',
          text: `No token is required, and the server holds ${countOf(blueprint.secrets, 'credential')}.`,
        };
  }
  if (tools === null)
    return notApplicable('No token is required, and the tools could not be listed.');
  const changing = tools.tools
    .filter(({ annotations }) => !isJsonObject(annotations) || annotations['readOnlyHint'] !== true)
    .map(({ name = '' }) => ({ name: toText(name) }));
  return changing.length === 0
    ? { status: 'pass', text: 'No token is required, and the tools only read.' }
    : {
        status: 'warn',
        text: `No token is required, and ${countOf(changing, 'tool')} may change data.`,
      };
}

/** `2 tools (a, b)`. */
function countOf(parts: readonly { name: string }[], what: string): string {
  const count = parts.length === 1 ? `1 ${what}` : `${parts.length} ${what}s`;
  return `${count} (${nameSome(parts.map(({ name }) => name))})`;
}

/** Whether a call without credentials was answered by the mock upstream. */
function isMockedWithoutToken(call: Exchange | undefined): boolean {
  if (call === undefined || Object.values(call.sent.headers).includes(HIDDEN_VALUE)) return false;
  const result = call.got?.message?.['result'];
  const meta = isJsonObject(result) ? result['_meta'] : undefined;
  return isJsonObject(meta) && meta['mcp-builder/mock'] === true;
}

/** With the blueprint known, a body field may have such a name; a parameter may not. */
function credentialArguments({ source, inputSchema }: JudgedTool): string[] {
  if (source?.action.kind === 'http') {
    return source.action.parameters
      .filter(({ name, in: place }) => place !== 'path' && CREDENTIAL.test(name))
      .map(({ argument }) => argument);
  }
  const properties = inputSchema?.['properties'];
  return isJsonObject(properties)
    ? Object.keys(properties).filter((name) => CREDENTIAL.test(name))
    : [];
}

function judgeScopes({ upstreams, tools }: Blueprint): CheckVerdict {
  const scopes = upstreams.flatMap(({ auth }) =>
    auth.flatMap((scheme) => ('scopes' in scheme ? scheme.scopes : [])),
  );
  if (scopes.length === 0) return notApplicable('No upstream uses OAuth scopes.');
  const isReadOnly = tools.every(
    ({ enabled, annotations }) => !enabled || annotations?.readOnlyHint === true,
  );
  const wide = scopes.filter(
    (scope) => WIDE_SCOPE.test(scope) || (isReadOnly && WRITE_SCOPE.test(scope)),
  );
  if (wide.length > 0) {
    return { status: 'warn', text: `Broader than needed: ${nameSome(wide)}.`, got: listed(wide) };
  }
  return { status: 'pass', text: `Requested: ${scopes.join(', ')}.` };
}
