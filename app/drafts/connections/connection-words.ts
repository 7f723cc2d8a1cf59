/** Sentences for the person when a connection did not come about. */
export const CONNECTION_WORDS = {
  notBegun: 'Nothing was connected: this answer belongs to nothing that was begun here.',
  notYours:
    'Nothing was connected: a connection ends in the browser and for the person that began it. Sign in there again, and press Connect once more.',
  over: 'Nothing was connected: it took longer than ten minutes, was ended before, or was begun in another browser. Press Connect once more.',
  noCode:
    'Nothing was connected: the API’s sign-in came back without a code. Press Connect once more.',
  changed: 'The server was changed while you signed in. Press Connect once more.',
} as const;

/** RFC 6749, 4.1.2.1. */
const ERRORS: Record<string, (host: string) => string> = {
  access_denied: (host) => `Nothing was connected: the permission was not given at ${host}.`,
  invalid_scope: (host) =>
    `Nothing was connected: ${host} does not give what is asked for. Check the scopes of the API.`,
  unauthorized_client: (host) =>
    `Nothing was connected: ${host} does not let this client sign people in. Check its registration there.`,
  server_error: (host) => `Nothing was connected: ${host} had an error. Try again later.`,
  temporarily_unavailable: (host) =>
    `Nothing was connected: ${host} is overloaded. Try again later.`,
};

/** One sentence about an error of an authorization server; its own words are not passed on. */
export function describeAuthorizationError(code: string, host: string): string {
  const known = Object.hasOwn(ERRORS, code) ? ERRORS[code] : undefined;
  if (known) return known(host);
  const shown = /^[a-z_]{1,60}$/.test(code) ? ` (${code})` : '';
  return `Nothing was connected: ${host} refused the request${shown}.`;
}
