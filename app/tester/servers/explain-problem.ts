import type { ConnectProblem } from '#app/mcp-client/connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

import { blankAuth } from './new-target.ts';

/** A change of settings that may help, as a button. */
export interface Fix {
  label: string;
  change: Partial<ServerTarget>;
}

export interface Explanation {
  title: string;
  /** The things to check, in this order. */
  next: readonly string[];
  fixes: readonly Fix[];
}

const RELAY: Fix = { label: 'Connect through the relay', change: { route: 'relay' } };
const DIRECT: Fix = { label: 'Connect from this browser', change: { route: 'direct' } };
const SSE: Fix = { label: 'Try HTTP+SSE (2024)', change: { transport: 'sse' } };
const HTTP: Fix = { label: 'Try Streamable HTTP', change: { transport: 'http' } };
const OAUTH: Fix = { label: 'Sign in with OAuth', change: { auth: blankAuth('oauth') } };
const ANY_ERA: Fix = { label: 'Let the server choose the revision', change: { era: 'auto' } };

/** Why no server answered, and what to do about it. The problem itself says what happened. */
export function explainProblem(
  problem: ConnectProblem,
  target: ServerTarget,
  origin: string,
): Explanation {
  return EXPLANATIONS[problem.reason](target, origin, problem);
}

type Explain = (target: ServerTarget, origin: string, problem: ConnectProblem) => Explanation;

const EXPLANATIONS: Record<ConnectProblem['reason'], Explain> = {
  unreachable: (target) => ({
    title: 'Nothing answered at this address',
    next: ['Check host and port, and that the server is running.', ...localHints(target)],
    fixes: target.route === 'direct' && !isLocal(target) ? [RELAY] : [],
  }),
  'blocked-by-browser': (target, origin) => ({
    title: 'The browser did not let this page ask the server',
    next: [
      ...(isLocal(target)
        ? []
        : ['The relay asks from our side, where no browser stands in between.']),
      `To be asked from browsers, the server has to allow this origin: Access-Control-Allow-Origin: ${origin}, also for the headers that MCP sends (Mcp-Protocol-Version, Mcp-Session-Id, Authorization), and expose Mcp-Session-Id.`,
      ...localHints(target),
    ],
    fixes: isLocal(target) ? [] : [RELAY],
  }),
  'relay-refused': (target) => ({
    title:
      target.route === 'relay'
        ? 'The relay does not pass this on'
        : 'Neither your browser nor the relay reached the server',
    next: [
      ...(target.route === 'relay' ? [] : ['Check host and port, and that the server is running.']),
      'The relay reaches public https addresses only, and limits how much it passes on.',
      ...localHints(target),
    ],
    fixes: target.route === 'relay' ? [DIRECT] : [],
  }),
  unauthorized: ({ auth }) => ({
    title: 'The server wants to know who you are',
    next:
      auth.kind === 'none'
        ? [
            'Sign in with OAuth if the server offers it, or enter a token or header in the settings.',
          ]
        : ['The credential was refused. It may have expired, or be for another server.'],
    fixes: auth.kind === 'oauth' ? [] : [OAUTH],
  }),
  forbidden: () => ({
    title: 'The server knows you and refuses',
    next: [
      'The account or token may lack a permission (a scope), or the server may refuse this origin.',
    ],
    fixes: [],
  }),
  'not-found': (target) => ({
    title: 'There is nothing at this path',
    next: ['Check the path: most servers answer at /mcp, older ones at /sse.'],
    fixes: pathFixes(target),
  }),
  'not-mcp': (target) => ({
    title: 'Something answered, and it is no MCP server',
    next: [
      'This may be the address of a web page or another API. Most servers answer at /mcp, older ones at /sse.',
    ],
    fixes: pathFixes(target),
  }),
  'invalid-message': () => ({
    title: 'The server answered something that is not MCP',
    next: ['The History tab has the answer as it came. The fault is the server’s.'],
    fixes: [],
  }),
  'unsupported-revision': ({ era }) => ({
    title: 'The server does not speak this revision',
    next: ['The settings hold the connection to one revision. Others may work.'],
    fixes: era === 'auto' ? [] : [ANY_ERA],
  }),
  'timed-out': () => ({
    title: 'The server did not answer in time',
    next: ['It may be starting, or be busy: try again. The settings say how long is waited.'],
    fixes: [],
  }),
  'server-error': (_target, _origin, { status }) => ({
    title: status === null ? 'The server failed' : `The server failed with status ${status}`,
    next: ['Its own log says why. Try again, or tell whoever runs it.'],
    fixes: [],
  }),
};

/** Other places on the same host where a server may answer. */
function pathFixes({ url, transport }: ServerTarget): Fix[] {
  const { origin, pathname } = new URL(url);
  const paths = ['/mcp', '/sse'].filter((path) => path !== pathname.replace(/\/$/, ''));
  return [
    ...paths.map((path): Fix => ({
      label: `Try ${path}`,
      change: { url: `${origin}${path}`, transport: path === '/sse' ? 'sse' : 'http' },
    })),
    transport === 'http' ? SSE : HTTP,
  ];
}

function isLocal({ url }: ServerTarget): boolean {
  const { hostname } = new URL(url);
  return (
    !hostname.includes('.') ||
    /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[)/.test(hostname) ||
    /\.(local|localhost|internal|lan|home\.arpa)$/.test(hostname)
  );
}

/** Only the browser reaches a server of the user's own machine or network, and not every one lets a page do so. */
function localHints(target: ServerTarget): string[] {
  if (!isLocal(target)) return [];
  return [
    'This address is in your own network: only your browser can reach it, the relay cannot.',
    'Chrome asks whether this site may reach devices in your network: allow it. Safari reaches no http address from an https page.',
  ];
}
