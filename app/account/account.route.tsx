import { Link, Outlet, useRouteLoaderData } from 'react-router';

import { listOwnSessions } from '#app/auth/session/own-sessions.server.ts';
import type { Viewer } from '#app/auth/session/viewer.ts';
import { appContext } from '#app/platform/app-context.ts';
import { Spinner } from '#app/ui/spinner.tsx';

import type { Route } from './+types/account.route.ts';
import { DeleteAccount } from './delete-account.tsx';
import { ExportAccount } from './export-account.tsx';
import { OwnCredentials } from './own-credentials.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionList } from './session-list.tsx';

export function meta() {
  return [{ title: 'Account · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

/** The user's sessions; null where the database does not answer, and the rest is shown all the same. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const listed = await listOwnSessions(context.get(appContext), request);
  return { sessions: listed.ok ? listed.value : null };
}

/** The account page: the user, their sessions, and the deletion of the account. */
export default function Account({ loaderData }: Route.ComponentProps) {
  const viewer = useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-12 px-4 py-10 sm:px-6">
      <h1 className="text-lg">Account</h1>
      {viewer ? <ProfileCard viewer={viewer} /> : <Spinner />}
      <section aria-labelledby="teams">
        <h2 id="teams">Teams</h2>
        <p className="mt-1 text-muted">
          Work on projects together with others.{' '}
          <Link to="/teams" className="text-blue underline underline-offset-2">
            Your teams
          </Link>
        </p>
      </section>
      <SessionList sessions={loaderData.sessions} />
      {/* The data that other rooms keep for a user. */}
      <Outlet />
      <OwnCredentials />
      <ExportAccount />
      <DeleteAccount email={viewer?.email ?? null} />
    </div>
  );
}
