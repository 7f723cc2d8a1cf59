import { fail, succeed, type Result } from '#app/platform/result.ts';

/** Names the target of a relayed request. */
export const TARGET_HEADER = 'x-mcp-target';
/** Tells an answer of the target (`target`) from one of the relay itself (`refused`). */
export const RELAY_HEADER = 'x-mcp-relay';
/** Precedes the names of headers that are sent on, and of those of an answer that are only shown. */
export const HEADER_PREFIX = 'x-mcp-header-';

/** The transport's own headers are sent on under their own names. */
const AS_IT_IS = /^(?:accept|content-type|last-event-id|mcp-.+)$/;

/** Belong to the connection, to the browser or to the networks on the way. */
const NEVER_SENT = new RegExp(
  `^(?:${[
    'host',
    'cookie2?',
    'set-cookie2?',
    'origin',
    'referer',
    'connection',
    'keep-alive',
    'content-length',
    'content-encoding',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'expect',
    'via',
    'forwarded',
    'x-real-ip',
    'true-client-ip',
    'cdn-loop',
    'x-mcp-target',
    '(?:sec|proxy|cf|x-forwarded|x-mcp-header)-.*',
  ].join('|')})$`,
);

/** Come back under their own names. */
const COMES_BACK = /^(?:content-type|retry-after|dpop-nonce|mcp-.+)$/;

/** Come back under the prefix, where they tell people about the server and nothing to the browser. */
const IS_SHOWN =
  /^(?:allow|cache-control|date|deprecation|server|sunset|vary|www-authenticate|x-request-id|(?:x-)?ratelimit.*|access-control-.*)$/;

/** Schemes that browsers answer by themselves, with a window for the password of our own site. */
const BROWSER_SCHEME = /(?:^|[\s,])(?:basic|digest|negotiate|ntlm)(?:$|[\s,])/i;

/** Printable, of ASCII: the runtime writes the values of others into its log. */
const PLAIN_VALUE = /^[\t\x20-\x7e]*$/;

/** The headers of a request to a target, of which none is one of ours. */
export function toTargetHeaders(
  headers: Headers,
): Result<Headers, { reason: 'header'; message: string }> {
  const sent = new Headers({ 'user-agent': 'MCP-Builder-Relay' });
  const named = new Headers();
  for (const [name, value] of headers) {
    const own = name.startsWith(HEADER_PREFIX) ? name.slice(HEADER_PREFIX.length) : null;
    if (own === null ? !AS_IT_IS.test(name) : own === '') continue;
    if (NEVER_SENT.test(own ?? name)) {
      const message = `The header "${own ?? name}" cannot be sent through the relay: remove it, or connect directly.`;
      return fail({ reason: 'header', message });
    }
    if (!PLAIN_VALUE.test(value)) {
      const message = `The value of the header "${own ?? name}" contains a character outside of ASCII.`;
      return fail({ reason: 'header', message });
    }
    (own === null ? sent : named).set(own ?? name, value);
  }
  // A header that the person named wins.
  for (const [name, value] of named) sent.set(name, value);
  return succeed(sent);
}

/** Those headers of a target's answer that a browser may have. */
export function toBrowserHeaders(headers: Headers): Headers {
  const passed = new Headers();
  for (const [name, value] of headers) {
    if (!PLAIN_VALUE.test(value)) continue;
    if (COMES_BACK.test(name)) passed.set(name, value);
    if (IS_SHOWN.test(name)) passed.set(HEADER_PREFIX + name, value);
  }
  const challenge = headers.get('www-authenticate');
  if (
    challenge !== null &&
    PLAIN_VALUE.test(challenge) &&
    !BROWSER_SCHEME.test(withoutQuoted(challenge))
  ) {
    passed.set('www-authenticate', challenge);
  }
  return passed;
}

function withoutQuoted(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
}
