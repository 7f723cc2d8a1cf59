import { requireUser } from '#app/auth/caller.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { listProjects } from '#app/projects/project-index.server.ts';
import { toEndpointPath } from '#app/projects/view-project.server.ts';

import { listTestedServers } from './keeping/server-store.server.ts';
import type { TestedServer } from './keeping/tested-server.ts';
import type { OwnServer } from './own-server.ts';

/** The parts of the page that belong to its visitor. */
export interface OwnServers {
  isSignedIn: boolean;
  /** The servers that the account keeps. */
  saved: TestedServer[];
  /** The newest endpoints of the account's projects. */
  projects: OwnServer[];
}

const NOTHING: OwnServers = { isSignedIn: false, saved: [], projects: [] };

/** The visitor's servers. None while the database is away: others can be tested all the same. */
export async function loadOwnServers(app: AppContext, request: Request): Promise<OwnServers> {
  try {
    const user = await requireUser(app, request);
    return user.ok ? await loadOfAccount(app, user.value.accountId) : NOTHING;
  } catch (error) {
    app.log.warn('tester.ownMissing', { error });
    return NOTHING;
  }
}

async function loadOfAccount(app: AppContext, account: string): Promise<OwnServers> {
  const [saved, { projects }] = await Promise.all([
    listTestedServers(app.env.DB, account),
    listProjects(app.env.DB, account, {}, 'all'),
  ]);
  const published = projects.filter((project) => project.published !== null);
  return {
    isSignedIn: true,
    saved,
    projects: published.map(({ title, slug, visibility }) => ({
      title,
      path: toEndpointPath(slug),
      isPublic: visibility === 'public',
    })),
  };
}
