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

/** The visitor's servers. None while the database is away: others can be tested all the same. */
export async function loadOwnServers(app: AppContext, request: Request): Promise<OwnServers> {
  const user = await requireUser(app, request);
  if (!user.ok) return { isSignedIn: false, saved: [], projects: [] };
  const { accountId } = user.value;
  try {
    const [saved, { projects }] = await Promise.all([
      listTestedServers(app.env.DB, accountId),
      listProjects(app.env.DB, accountId, {}, 'all'),
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
  } catch (error) {
    app.log.warn('tester.ownMissing', { error });
    return { isSignedIn: true, saved: [], projects: [] };
  }
}
