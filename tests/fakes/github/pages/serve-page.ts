import { appOf, readClientId } from '../apps.ts';
import { getFormerRepository } from '../find-repository.ts';
import type { Addresses } from '../operation.ts';
import type { World } from '../world.ts';

import { serveAuthorizePage } from './authorize-page.ts';
import { serveInstallPage } from './install-page.ts';
import { toPage } from './page-frame.ts';
import { hasSession, type PageRequest } from './page-request.ts';
import { REPOSITORY_PAGE, serveRepositoryPage } from './repository-page.ts';
import {
  CONNECTION_PAGE,
  serveConnectionPage,
  serveSettingsPage,
  SETTINGS_PAGE,
} from './settings-page.ts';

interface Surroundings {
  openWorld: (name: string) => World;
  listWorlds: () => World[];
  at: Addresses;
}

type Page = (request: PageRequest) => Response;

/** Answers a request for a page of GitHub; null: it has none there. */
export async function servePage(request: Request, around: Surroundings): Promise<Response | null> {
  const url = new URL(request.url);
  const cookie = request.headers.get('cookie') ?? '';
  const page = findPage(url.pathname) ?? findRepositoryPage(url.pathname, cookie, around);
  if (page === null) return null;
  const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null;
  const world = page.findWorld(around, form ?? url.searchParams);
  if (world === null) return toPage('Not Found', '<p>There is nothing here.</p>', 404);
  return page.serve({ world, at: around.at, url, form, cookie });
}

interface FoundPage {
  serve: Page;
  findWorld: (around: Surroundings, given: URLSearchParams) => World | null;
}

function findPage(pathname: string): FoundPage | null {
  if (pathname === '/login/oauth/authorize') {
    return {
      serve: serveAuthorizePage,
      findWorld: ({ openWorld }, given) => {
        const client = readClientId(given.get('client_id') ?? '');
        return client === null ? null : openWorld(client.world);
      },
    };
  }
  const [, id] = SETTINGS_PAGE.exec(pathname) ?? [];
  if (id !== undefined) {
    return {
      serve: serveSettingsPage,
      findWorld: ({ listWorlds }) =>
        listWorlds().find(({ installations }) => installations[id] !== undefined) ?? null,
    };
  }
  const [, client] = CONNECTION_PAGE.exec(pathname) ?? [];
  if (client !== undefined) {
    const name = readClientId(client)?.world ?? null;
    return {
      serve: serveConnectionPage,
      findWorld: ({ openWorld }) => (name === null ? null : openWorld(name)),
    };
  }
  const [, slug] = /^\/apps\/([\w-]+)(\/installations\/(new|select_target))?$/.exec(pathname) ?? [];
  if (slug === undefined) return null;
  return {
    serve: serveInstallPage,
    findWorld: ({ listWorlds }) => listWorlds().find((each) => appOf(each).slug === slug) ?? null,
  };
}

/** In the world where somebody is signed in on the pages, if there are several. */
function findRepositoryPage(
  pathname: string,
  cookie: string,
  { listWorlds }: Surroundings,
): FoundPage | null {
  const [, owner, name = ''] = REPOSITORY_PAGE.exec(pathname) ?? [];
  if (owner === undefined || name.endsWith('.git')) return null;
  const worlds = listWorlds().filter((world) => getFormerRepository(world, owner, name));
  const world = worlds.find((each) => hasSession(each, cookie)) ?? worlds[0];
  return world ? { serve: serveRepositoryPage, findWorld: () => world } : null;
}
