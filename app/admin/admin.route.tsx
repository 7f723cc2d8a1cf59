import { data, Link, useNavigation, useSearchParams } from 'react-router';

import { visitorContext } from '#app/auth/session/viewer.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import type { Route } from './+types/admin.route.ts';
import { ActionLog } from './action-log.tsx';
import { ReportedChats } from './reported-chats.tsx';
import { ADMIN_TABS, TAB_NAMES } from './admin-tabs.ts';
import { loadAdminTab } from './load-admin-tab.server.ts';
import { judgeVisitor } from './require-operator.server.ts';
import { SiteSettings } from './site-settings.tsx';
import { UsageTotals } from './usage-totals.tsx';
import { UserSearch } from './user-search.tsx';

/** Nothing that would tell who is no operator that the page exists. */
export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return [{ title: 'Operations · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

/** Loads what the open tab shows; for everybody but operators this address is no page. Null: a token is needed first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const judged = judgeVisitor(app, context.get(visitorContext));
  // oxlint-disable-next-line typescript/only-throw-error -- how a loader says which status it is
  if (judged === 'hidden') throw data(null, { status: 404 });
  return judged === 'stale' ? null : loadAdminTab(app, new URL(request.url).searchParams);
}

/** The operators' page: users, totals, settings of the site, reported chats, and what operators did. */
export default function Admin({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const isLoading = useNavigation().state === 'loading';
  if (loaderData === null) return null;
  return (
    <div
      className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-8 sm:px-6"
      aria-busy={isLoading}
    >
      <h1 className="text-lg">Operations</h1>
      <nav aria-label="Operations" className="-mx-1 flex flex-wrap gap-1 border-b pb-2">
        {ADMIN_TABS.map((tab) => (
          <Link
            key={tab}
            to={`?tab=${tab}`}
            aria-current={tab === loaderData.tab ? 'page' : undefined}
            className="flex min-h-8 items-center rounded-control px-3 text-sm text-muted hover:bg-hover aria-[current]:bg-blue-tint aria-[current]:text-blue pointer-coarse:min-h-11"
          >
            {TAB_NAMES[tab]}
          </Link>
        ))}
      </nav>
      <AdminTab loaded={loaderData} query={params.get('q') ?? ''} />
    </div>
  );
}

function AdminTab({
  loaded,
  query,
}: {
  loaded: NonNullable<Route.ComponentProps['loaderData']>;
  query: string;
}) {
  switch (loaded.tab) {
    case 'users':
      return <UserSearch page={loaded.page} details={loaded.details} query={query} />;
    case 'usage':
      return <UsageTotals days={loaded.days} />;
    case 'settings':
      return <SiteSettings notice={loaded.notice} off={loaded.off} />;
    case 'reports':
      return <ReportedChats chats={loaded.chats} />;
    case 'log':
      return <ActionLog actions={loaded.actions} />;
  }
}
