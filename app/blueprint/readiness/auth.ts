import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isJsonObject, toText } from '#app/runtime/json.ts';
import { HIDDEN_VALUE } from '#app/runtime/probe/server-evidence.ts';
import type { Exchange, ServerEvidence } from '#app/runtime/probe/server-evidence.ts';

import { listed } from './each-tool.ts';
import type { Facts, JudgedTool } from './facts.ts';
import {
  blueprintRule,
  exchangeRule,
  findRefusal,
  notApplicable,
  serverRule,
  toolsRule,
} from './rule.ts';
import type { CheckRule, Verdict } from './rule.ts';

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
    title: 'Nobody uses the server’s credentials unasked',
    weight: 4,
    fix: 'Ask for a token: whoever reaches the address uses the server’s credentials otherwise.',
    judge: (server, facts) => judgeGuard(server, facts),
  }),
  exchangeRule({
    id: 'auth.challenge',
    title: 'A token of nobody is refused with 401 and a challenge',
    weight: 3,
    fix: 'Answer 401 with WWW-Authenticate: Bearer.',
    exchange: 'tokenStrange',
    hasControl: true,
    reason: 'It was not asked.',
    judge: ({ status, headers }, { exchanges }) => {
      const isOpen = exchanges.tokenMissing?.got?.status === 200;
      if (status === 200 && isOpen) return notApplicable('The server reads no token.');
      if (status === 200) return { status: 'fail', text: 'A made-up token was taken.' };
      if (status !== 401) return { status: 'warn', text: `Refused with ${status}, not with 401.` };
      return /^bearer\b/i.test(headers['www-authenticate'] ?? '')
        ? { status: 'pass', text: 'Refused with 401 and a Bearer challenge.' }
        : { status: 'warn', text: 'Refused with 401, without a Bearer challenge.' };
    },
  }),
  exchangeRule({
    id: 'auth.resource',
    title: 'Its protected-resource metadata names this server',
    weight: 2,
    fix: 'Serve RFC 9728 metadata whose resource is the endpoint’s URL.',
    exchange: 'resourceMetadata',
    reason: 'The server names no metadata: it uses no OAuth, or was not asked for a token.',
    judge: ({ status, message }, { url }) => {
      const resource = message?.['resource'];
      if (status !== 200 || typeof resource !== 'string') {
        return { status: 'fail', text: `The metadata was not to be had: HTTP ${status}.` };
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
  toolsRule({
    id: 'auth.passthrough',
    title: 'Credentials are no arguments of tools',
    weight: 4,
    fix: 'Take the argument away and declare a secret: models must not see credentials.',
    judge: ({ list }) => {
      const found = list.flatMap((tool) =>
        credentialArguments(tool).map((name) => `${tool.name}: ${name}`),
      );
      return found.length === 0
        ? { status: 'pass', text: `None of ${list.length} tools takes one.` }
        : {
            status: 'fail',
            text: `${found.length === 1 ? '1 argument carries' : `${found.length} arguments carry`} one.`,
            got: listed(found),
          };
    },
  }),
  blueprintRule({
    id: 'auth.scopes',
    title: 'OAuth scopes are no wider than the tools',
    weight: 2,
    fix: 'Ask for the scopes that the served tools need, and no more.',
    judge: (blueprint) => judgeScopes(blueprint),
  }),
];

function judgeGuard(server: ServerEvidence, { blueprint }: Facts): Verdict {
  const { exchanges, tools } = server;
  const bare = exchanges.tokenMissing?.got;
  if (!bare) return notApplicable('It was not asked without a token.');
  const refusal = findRefusal(server);
  if (refusal !== null) return refusal;
  if (bare.status === 401 || bare.status === 403) {
    return { status: 'pass', text: `Without a token it answers ${bare.status}.` };
  }
  if (bare.status < 200 || bare.status > 299) {
    return notApplicable(`Without a token it answers ${bare.status}, which says neither.`);
  }
  // Anybody can write the mark: it counts of a server whose blueprint is ours.
  if (blueprint !== null && isMockedWithoutToken(exchanges.callRight)) {
    return { status: 'pass', text: 'Without a token the mock upstream answers, not the real one.' };
  }
  if (blueprint !== null) {
    return blueprint.secrets.length === 0
      ? { status: 'pass', text: 'It asks for no token, and holds no credentials.' }
      : { status: 'warn', text: `It asks for no token, and holds ${blueprint.secrets.length}.` };
  }
  if (tools === null) return notApplicable('It asks for no token, and gave no list of tools.');
  const changing = tools.tools.filter(
    ({ annotations }) => !isJsonObject(annotations) || annotations['readOnlyHint'] !== true,
  );
  return changing.length === 0
    ? { status: 'pass', text: 'It asks for no token, and its tools only read.' }
    : {
        status: 'warn',
        text: `It asks for no token, and ${changing.length} tools may change things.`,
      };
}

/** Whether a call that came with no credential was answered by the mock upstream. */
function isMockedWithoutToken(call: Exchange | undefined): boolean {
  if (call === undefined || Object.values(call.sent.headers).includes(HIDDEN_VALUE)) return false;
  const result = call.got?.message?.['result'];
  const meta = isJsonObject(result) ? result['_meta'] : undefined;
  return isJsonObject(meta) && meta['mcp-builder/mock'] === true;
}

/** Where the blueprint is known, a field of a body may be called so; a parameter may not. */
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

function judgeScopes({ upstreams, tools }: Blueprint): Verdict {
  const scopes = upstreams.flatMap(({ auth }) =>
    auth.flatMap((scheme) => (scheme.kind === 'oauth2ClientCredentials' ? scheme.scopes : [])),
  );
  if (scopes.length === 0) return notApplicable('No upstream is asked for OAuth scopes.');
  const isReadOnly = tools.every(
    ({ enabled, annotations }) => !enabled || annotations?.readOnlyHint === true,
  );
  const wide = scopes.filter(
    (scope) => WIDE_SCOPE.test(scope) || (isReadOnly && WRITE_SCOPE.test(scope)),
  );
  if (wide.length > 0) return { status: 'warn', text: 'Wider than needed.', got: listed(wide) };
  return { status: 'pass', text: `Asked for: ${scopes.join(', ')}.` };
}
