import type { ServerTarget } from '#app/mcp-client/target.ts';
import { MAX_TIMEOUT_MS } from '#app/tester/servers/new-target.ts';

/** A token of HTTP. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Names that a browser sets itself, and that no page can send. */
const BROWSERS_OWN =
  /^(accept-charset|accept-encoding|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.*|sec-.*|referer|te|trailer|transfer-encoding|upgrade|via)$/i;
const PLACEHOLDER = /\$\{[^}]*\}/;

/** The fields of a server that something is wrong with, each with a sentence. */
export type TargetProblems = ReadonlyMap<string, string>;

/** Whether a server can be asked with these settings; `header 0` is the first header. */
export function checkTarget(target: ServerTarget): TargetProblems {
  const problems = new Map<string, string>();
  const note = (field: string, message: string | null) => {
    if (message !== null) problems.set(field, message);
  };
  note('url', checkUrl(target.url));
  target.headers.forEach(({ name, value }, at) => note(`header ${at}`, checkHeader(name, value)));
  const names = target.headers.map(({ name }) => name.toLowerCase());
  names.forEach((name, at) => {
    if (name !== '' && names.indexOf(name) !== at)
      note(`header ${at}`, 'This name is there already.');
  });
  if (target.auth.kind === 'bearer') note('token', checkToken(target.auth.token));
  note('timeoutMs', checkTimeout(target.timeoutMs));
  note('maxTimeoutMs', checkTimeout(target.maxTimeoutMs));
  if (target.maxTimeoutMs < target.timeoutMs) {
    note('maxTimeoutMs', 'This is shorter than the time without an answer.');
  }
  return problems;
}

function checkUrl(text: string): string | null {
  if (text.trim() === '') return 'Enter the address of the server.';
  const placeholder = PLACEHOLDER.exec(text)?.[0];
  if (placeholder) return `Replace ${placeholder} by its value.`;
  if (!URL.canParse(text)) return 'This is no address. It begins with https:// or http://.';
  const { protocol, username } = new URL(text);
  if (!/^https?:$/.test(protocol)) return 'An address begins with https:// or http://.';
  if (username !== '') return 'Browsers send no user in an address. Use the header Authorization.';
  return null;
}

function checkHeader(name: string, value: string): string | null {
  if (!HEADER_NAME.test(name)) return 'A name has letters, digits and hyphens only.';
  if (BROWSERS_OWN.test(name)) return `A browser sets ${name} itself. No page can send it.`;
  if (value === '') return 'Enter the value.';
  const placeholder = PLACEHOLDER.exec(value)?.[0];
  if (placeholder) return `Replace ${placeholder} by its value.`;
  if (!isHeaderText(value)) return 'A value is one line, in Latin letters.';
  return null;
}

function checkToken(token: string): string | null {
  if (token.trim() === '') return 'Enter the token.';
  const placeholder = PLACEHOLDER.exec(token)?.[0];
  if (placeholder) return `Replace ${placeholder} by its value.`;
  return isHeaderText(token) ? null : 'A token is one line, in Latin letters.';
}

function checkTimeout(milliseconds: number): string | null {
  const isValid = milliseconds >= 1_000 && milliseconds <= MAX_TIMEOUT_MS;
  return isValid ? null : 'Between 1 second and 1 hour.';
}

/** Whether `Headers` takes the text as a value. */
function isHeaderText(text: string): boolean {
  try {
    return new Headers([['x-checked', text]]).has('x-checked');
  } catch {
    return false;
  }
}
