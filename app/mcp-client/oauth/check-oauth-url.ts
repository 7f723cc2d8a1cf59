import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { checkOutboundUrl } from '#app/platform/outbound/outbound-url.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { OauthProblem } from './oauth-flow.ts';

/** Longest address that is followed. */
const MAX_CHARACTERS = 4_096;

/**
 * Checks an address that a server's metadata names. It is https; a public server cannot lead into a private network,
 * to an address by number or to this machine. Only a server that is on this machine or in a private network itself
 * may name others there.
 *
 * @param what names the address on the screen: "The token endpoint"
 */
export function checkOauthUrl(
  what: string,
  address: string,
  serverUrl: string,
): Result<URL, OauthProblem> {
  const shown = address.slice(0, 200);
  if (!URL.canParse(address) || address.length > MAX_CHARACTERS) {
    return refuse(`${what} is not an absolute address: "${shown}".`);
  }
  const url = new URL(address);
  const server = new URL(serverUrl);
  if (url.username !== '' || url.password !== '') {
    return refuse(`${what} contains a user name or password: ${shown}`);
  }
  const isInward = !isPublicName(server.hostname);
  const isLocalPair = isLoopbackHost(url.hostname) && isLoopbackHost(server.hostname);
  const isOwn = isInward && url.origin === server.origin;
  const isAllowedHttp = url.protocol === 'http:' && (isLocalPair || isOwn);
  if (url.protocol !== 'https:' && !isAllowedHttp) {
    return refuse(`${what} has to begin with https:, and is ${shown}`);
  }
  if (!isInward && !isPublicName(url.hostname)) {
    return refuse(
      `${what} leads into a private network (${url.hostname}), although the server is public. It was not followed.`,
    );
  }
  return succeed(url);
}

function isPublicName(hostname: string): boolean {
  return checkOutboundUrl(`https://${hostname}/`, { ownHosts: [], allowsLoopback: false }).ok;
}

function refuse(message: string) {
  return fail({ reason: 'unsafe-address' as const, message });
}
