import { appOf, readClientId } from '../apps.ts';
import type { Addresses } from '../operation.ts';
import type { World } from '../world.ts';

import { serveAuthorizePage } from './authorize-page.ts';
import { serveInstallPage } from './install-page.ts';
import { toPage } from './page-frame.ts';
import type { PageRequest } from './page-request.ts';

interface Surroundings {
  openWorld: (name: string) => World;
  listWorlds: () => World[];
  at: Addresses;
}

/** Answers a request for a page of GitHub; null: it has none there. */
export async function servePage(request: Request, around: Surroundings): Promise<Response | null> {
  const url = new URL(request.url);
  const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null;
  const cookie = request.headers.get('cookie') ?? '';
  const open = (world: World): PageRequest => ({ world, at: around.at, url, form, cookie });
  if (url.pathname === '/login/oauth/authorize') {
    const client = readClientId((form ?? url.searchParams).get('client_id') ?? '');
    if (client === null)
      return toPage('Not Found', '<p>There is no app of that client ID.</p>', 404);
    return serveAuthorizePage(open(around.openWorld(client.world)));
  }
  const [, slug] =
    /^\/apps\/([\w-]+)(\/installations\/(new|select_target))?$/.exec(url.pathname) ?? [];
  if (slug === undefined) return null;
  const world = around.listWorlds().find((each) => appOf(each).slug === slug);
  return world ? serveInstallPage(open(world)) : null;
}
