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

type Page = (request: PageRequest) => Response;

/** Answers a request for a page of GitHub; null: it has none there. */
export async function servePage(request: Request, around: Surroundings): Promise<Response | null> {
  const url = new URL(request.url);
  const page = findPage(url.pathname);
  if (page === null) return null;
  const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null;
  const cookie = request.headers.get('cookie') ?? '';
  const world = page.findWorld(around, form ?? url.searchParams);
  if (world === null) return toPage('Not Found', '<p>There is no such app.</p>', 404);
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
  const [, slug] = /^\/apps\/([\w-]+)(\/installations\/(new|select_target))?$/.exec(pathname) ?? [];
  if (slug === undefined) return null;
  return {
    serve: serveInstallPage,
    findWorld: ({ listWorlds }) => listWorlds().find((each) => appOf(each).slug === slug) ?? null,
  };
}
