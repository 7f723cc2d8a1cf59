import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import type { Exchange, ServerEvidence } from '#app/runtime/probe/server-evidence.ts';

import { exchangeRule, judgeSilence, notApplicable, serverRule, showExchange } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** Request headers that browser clients of both eras send. */
const SENT = ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
/** Response headers they must be able to read. */
const SHOWN = ['mcp-session-id', 'mcp-protocol-version', 'www-authenticate'];

/** Checks of HTTP: who may call, with which methods, and what is rejected. */
export const transportRules: CheckRule[] = [
  exchangeRule({
    id: 'transport.origin',
    title: 'Web pages of other origins are rejected',
    weight: 5,
    fix: 'Compare the Origin header with a list, and answer 403 to any other.',
    exchange: 'originForeign',
    hasControl: true,
    reason: 'Not tested.',
    judge: ({ status }) => {
      if (status === 403) return { status: 'pass', text: 'Refused with 403.' };
      if (status >= 400 && status < 500) return refusedWithOtherStatus(status, 403);
      return { status: 'fail', text: `A page of any origin may call: HTTP ${status}.` };
    },
  }),
  exchangeRule({
    id: 'transport.host',
    title: 'Unknown host names are rejected',
    weight: 4,
    fix: 'Keep a list of the names under which the server is called; DNS rebinding uses others.',
    exchange: 'hostForeign',
    hasControl: true,
    reason: 'The probe cannot choose the Host header on its way to this server.',
    judge: ({ status }) =>
      status >= 400 && status < 500
        ? { status: 'pass', text: `Refused with ${status}.` }
        : { status: 'fail', text: `A request for another host was answered: HTTP ${status}.` },
  }),
  serverRule({
    id: 'transport.https',
    includesNonMcp: true,
    title: 'The server is reached over HTTPS',
    weight: 5,
    fix: 'Serve it behind TLS. Otherwise tokens and arguments travel unencrypted.',
    judge: ({ url }) => {
      const { protocol, hostname } = new URL(url);
      if (protocol === 'https:') return { status: 'pass', text: `The address is ${url}.` };
      if (isLoopbackHost(hostname)) return notApplicable('Only this machine can reach it.');
      return { status: 'fail', text: `The address is ${url}.` };
    },
  }),
  exchangeRule({
    id: 'transport.get',
    title: 'GET is answered with 405',
    weight: 2,
    fix: 'Answer 405 with Allow to a GET outside a session.',
    exchange: 'get',
    reason: 'Not tested.',
    judge: ({ status, headers }, { era }) =>
      era !== 'modern' &&
      status === 200 &&
      /^text\/event-stream\b/i.test(headers['content-type'] ?? '')
        ? notApplicable('It opens a stream, as the revision of 2025 allows.')
        : onlyPost(status, 'GET'),
  }),
  exchangeRule({
    id: 'transport.methods',
    title: 'Other methods are answered with 405',
    weight: 1,
    fix: 'Answer 405 to methods that MCP does not use.',
    exchange: 'put',
    hasControl: true,
    reason: 'Not tested.',
    judge: ({ status }) => onlyPost(status, 'PUT'),
  }),
  exchangeRule({
    id: 'transport.brokenJson',
    title: 'Invalid JSON is answered with a client error',
    weight: 3,
    fix: 'Answer 400 with the JSON-RPC error -32700.',
    exchange: 'jsonBroken',
    hasControl: true,
    reason: 'Not tested.',
    judge: ({ status, message }) => {
      const error = message?.['error'];
      if (status >= 500 || status < 400) {
        return { status: 'fail', text: `Half a message was answered with HTTP ${status}.` };
      }
      return error === undefined
        ? { status: 'warn', text: `HTTP ${status}, but without a JSON-RPC error.` }
        : { status: 'pass', text: `Refused with HTTP ${status} and a JSON-RPC error.` };
    },
  }),
  exchangeRule({
    id: 'transport.contentType',
    title: 'Only JSON is accepted',
    weight: 2,
    fix: 'Answer 415 to other content types: a form of any page could send text/plain.',
    exchange: 'typeWrong',
    hasControl: true,
    reason: 'Not tested.',
    judge: ({ status }) =>
      status >= 400 && status < 500
        ? { status: 'pass', text: `text/plain was refused with ${status}.` }
        : { status: 'fail', text: `text/plain was answered with HTTP ${status}.` },
  }),
  exchangeRule({
    id: 'transport.cors',
    title: 'Pages of allowed origins can use every protocol revision',
    weight: 1,
    fix: `Allow ${SENT.join(', ')} in the preflight answer (* does not cover Authorization), and expose ${SHOWN.join(', ')} in every other.`,
    exchange: 'preflight',
    reason: 'Not tested.',
    judge: ({ status, headers }, server) => {
      if (headers['access-control-allow-origin'] === undefined) {
        return notApplicable(`The server answers no preflight (HTTP ${status}).`);
      }
      const allowed = namesIn(headers['access-control-allow-headers']);
      const lacking = SENT.filter((name) => !allowed.includes(name));
      return lacking.length === 0
        ? judgeShown(server)
        : { status: 'warn', text: `The preflight leaves out ${lacking.join(', ')}.` };
    },
  }),
];

/** Whether a page can read the headers of the server's responses: the preflight does not say. */
function judgeShown({ exchanges }: ServerEvidence): CheckVerdict {
  const own = exchanges.originOwn;
  if (own === undefined) return notApplicable('No page of the server’s own origin was tried.');
  const shown = showExchange(own);
  if (own.got === null) return { ...shown, ...judgeSilence(own) };
  if (!isForPages(own)) {
    return {
      ...shown,
      status: 'warn',
      text: 'The preflight is answered, but pages cannot read the call’s response.',
    };
  }
  const hidden = Object.values(exchanges).flatMap((exchange) => {
    // A response that is not for pages exposes nothing: the page’s own call counts instead.
    const seen = isForPages(exchange) ? exchange : own;
    return hiddenNames(exchange, seen).map((name) => ({ name, seen }));
  });
  const [first] = hidden;
  if (first === undefined) {
    return {
      status: 'pass',
      text: 'Pages may send the headers of both eras, and read the answers’.',
    };
  }
  const names = [...new Set(hidden.map(({ name }) => name))];
  const text = `Pages cannot read ${names.join(', ')}.`;
  return { ...showExchange(first.seen), status: 'warn', text };
}

/** Whether a page of some origin may read the response. */
function isForPages({ got }: Exchange): boolean {
  return got?.headers['access-control-allow-origin'] !== undefined;
}

/** Headers of the response that pages cannot read, given what the response `seen` exposes. */
function hiddenNames({ sent, got }: Exchange, seen: Exchange): string[] {
  // No page reads the response to a preflight.
  if (got === null || sent.method === 'OPTIONS') return [];
  const exposed = namesIn(seen.got?.headers['access-control-expose-headers']);
  if (exposed.includes('*')) return [];
  return SHOWN.filter((name) => Object.hasOwn(got.headers, name) && !exposed.includes(name));
}

function namesIn(list = ''): string[] {
  return list.toLowerCase().split(/\s*,\s*/);
}

function onlyPost(status: number, method: string): CheckVerdict {
  if (status === 405) return { status: 'pass', text: 'Refused with 405.' };
  if (status >= 400 && status < 500) return refusedWithOtherStatus(status, 405);
  return { status: 'warn', text: `${method} was answered with HTTP ${status}.` };
}

function refusedWithOtherStatus(status: number, expected: number): CheckVerdict {
  return { status: 'warn', text: `Refused, but with ${status} instead of ${expected}.` };
}
