import * as z from 'zod/mini';

import type { Upstream } from '#app/runtime/definition.ts';
import type { AuthorizationCode } from '#app/runtime/upstream/authorization-code.ts';

/** Path that authorization servers send people back to; clients are registered with it. */
export const CALLBACK_PATH = '/connect/callback';

/** Names one connection of a server: an API, and its scheme that a person has to allow. */
export const ConnectionPlace = z.strictObject({
  upstream: z.string().check(z.maxLength(200)),
  scheme: z.string().check(z.maxLength(200)),
});
export type ConnectionPlace = z.infer<typeof ConnectionPlace>;

/** Begins a connection for the origins that the person saw: it is refused for others, however late. */
export const ConnectionStart = z.extend(ConnectionPlace, {
  origins: z.optional(z.array(z.string()).check(z.maxLength(100))),
});
export type ConnectionStart = z.infer<typeof ConnectionStart>;

/** Where the browser goes to connect an API. */
export const BegunConnection = z.object({ url: z.string() });
export type BegunConnection = z.infer<typeof BegunConnection>;

/** An API and a scheme of it that a person connects. */
export interface Connectable {
  upstream: Upstream;
  scheme: AuthorizationCode;
}

/** All that a person can connect, in the order of the server's APIs. */
export function listConnectables(upstreams: readonly Upstream[]): Connectable[] {
  return upstreams.flatMap((upstream) =>
    upstream.auth.flatMap((scheme) =>
      scheme.kind === 'oauth2AuthorizationCode' ? [{ upstream, scheme }] : [],
    ),
  );
}

export function findConnectable(
  connectables: readonly Connectable[],
  place: ConnectionPlace,
): Connectable | null {
  return connectables.find((each) => isAt(each, place)) ?? null;
}

/** Whether this is the API and the scheme that are named. */
export function isAt({ upstream, scheme }: Connectable, place: ConnectionPlace): boolean {
  return upstream.id === place.upstream && scheme.id === place.scheme;
}
