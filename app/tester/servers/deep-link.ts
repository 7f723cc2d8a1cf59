import {
  REVISIONS,
  type EraChoice,
  type RouteChoice,
  type ServerTarget,
} from '#app/mcp-client/target.ts';

import { blankAuth } from './new-target.ts';
import { toPublicAddress } from './public-address.ts';

const CLIENT_PATH = '/client';
const ERAS: readonly EraChoice[] = ['auto', 'legacy', ...REVISIONS];
const ROUTES: readonly RouteChoice[] = ['auto', 'direct', 'relay'];
const MAX_ADDRESS = 2_000;
const MAX_NAME = 80;

/** The place in the client that a link opens once its server is connected. */
export interface LinkPlace {
  tab?: string | null;
  tool?: string | null;
}

/** A link to a server without anything secret, and the names of what was left out. */
export interface DeepLink {
  path: string;
  removed: readonly string[];
}

/**
 * A link that offers this server to whoever follows it; null where its address cannot do without a credential. Headers,
 * tokens and clients' secrets stay here.
 */
export function toDeepLink(target: ServerTarget, place: LinkPlace = {}): DeepLink | null {
  const { url, removed } = toPublicAddress(target.url);
  if (url === null) return null;
  const query = new URLSearchParams({ url });
  const settings = {
    name: target.name,
    transport: target.transport === 'http' ? null : target.transport,
    era: target.era === 'auto' ? null : target.era,
    route: target.route === 'auto' ? null : target.route,
    auth: target.auth.kind === 'none' ? null : target.auth.kind,
    tab: place.tab,
    tool: place.tool,
  };
  for (const [name, value] of Object.entries(settings)) if (value) query.set(name, value);
  return {
    path: `${CLIENT_PATH}?${query.toString()}`,
    removed: [
      ...removed,
      ...target.headers.map(({ name }) => name),
      ...(target.auth.kind === 'bearer' ? ['bearer token'] : []),
    ],
  };
}

/** The settings of a link, for a form that is shown before anything is sent; null: it names no server. */
export function readDeepLink(
  query: URLSearchParams,
): (Partial<ServerTarget> & { url: string }) | null {
  const url = query.get('url') ?? '';
  if (url === '' || url.length > MAX_ADDRESS || !URL.canParse(url)) return null;
  // Somebody else may have written the link: what it carries is no credential of the visitor's.
  const address = toPublicAddress(url).url;
  if (address === null || !/^https?:/.test(address)) return null;
  const era = ERAS.find((each) => each === query.get('era'));
  const route = ROUTES.find((each) => each === query.get('route'));
  const auth = query.get('auth');
  return {
    url: address,
    name: (query.get('name') ?? '').slice(0, MAX_NAME),
    transport: query.get('transport') === 'sse' ? 'sse' : 'http',
    ...(era ? { era } : {}),
    ...(route ? { route } : {}),
    ...(auth === 'oauth' || auth === 'bearer' ? { auth: blankAuth(auth) } : {}),
  };
}
