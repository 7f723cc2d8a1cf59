import { Suspense } from 'react';
import { Link, useSubmit } from 'react-router';

import type { OwnAccount } from '#app/auth/own-account.ts';
import { ListSearch } from '#app/chat/list/list-search.tsx';
import type { AccountProjectQuery } from '#app/projects/project-query.ts';
import type { ListedProject, ProjectPage } from '#app/projects/project.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { Select } from '#app/ui/select.tsx';
import { Toaster } from '#app/ui/toaster.tsx';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

import { AccountSwitch } from './account-switch.tsx';
import { NewProjectButton } from './create/new-project-button.tsx';
import { LiveBadge } from './live-badge.tsx';

const Notices = lazyPart(async () => (await import('./notices.tsx')).Notices);

const SEARCH_FORM = 'search-projects';

const SORTS = [
  ['updated', 'Last changed'],
  ['created', 'Newest'],
  ['title', 'Name'],
] as const;

interface Props {
  page: ProjectPage;
  query: AccountProjectQuery;
  /** The accounts of the user, and the one that is looked at. */
  accounts: OwnAccount[];
  account: OwnAccount | null;
}

/** The projects of a user: found, sorted, archived ones apart. */
export function MyProjectsScreen({ page, query, accounts, account }: Props) {
  const isArchive = query.archived === '1';
  const team = account?.kind === 'team' ? account.id : undefined;
  const mayEdit = account?.role !== 'viewer';
  return (
    <div className="mx-auto w-full max-w-4xl grow px-4 py-8 sm:px-6">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="me-auto text-lg font-semibold">
          {isArchive ? 'Archived projects' : 'Projects'}
        </h1>
        <ListSearch
          label="Search projects"
          q={query.q ?? ''}
          kept={{
            ...(query.archived && { archived: query.archived }),
            ...(query.account && { account: query.account }),
          }}
          formId={SEARCH_FORM}
        />
        {page.projects.length > 0 || query.q ? (
          <SortSelect {...(query.sort && { sort: query.sort })} />
        ) : null}
        {!mayEdit || (page.projects.length === 0 && !query.q && !isArchive) ? null : (
          <NewProjectButton account={team} />
        )}
      </div>
      <AccountSwitch accounts={accounts} account={account} path="/my-projects" />
      <Suspense>
        <Notices account={team} />
      </Suspense>
      {page.projects.length === 0 ? (
        <NoProjects query={query} account={team} mayEdit={mayEdit} />
      ) : (
        <ul aria-label="Projects" className="divide-y border-y">
          {page.projects.map((project) => (
            <li key={project.id}>
              <ProjectRow project={project} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        {query.cursor === undefined ? null : (
          <Link
            to={`?${new URLSearchParams(toGiven({ ...query, cursor: undefined })).toString()}`}
            className={buttonClass()}
          >
            First page
          </Link>
        )}
        {page.next === null ? null : (
          <Link
            to={`?${new URLSearchParams({ ...toGiven(query), cursor: page.next })}`}
            className={buttonClass()}
          >
            More projects
          </Link>
        )}
        <Link
          to={`?${new URLSearchParams({
            ...(isArchive ? {} : { archived: '1' }),
            ...(team && { account: team }),
          }).toString()}`}
          className="underline"
        >
          {isArchive ? 'Back to the projects' : 'Archived projects'}
        </Link>
        {page.left === null ? null : (
          <span className="tabular-nums">
            {team ? 'The team’s plan' : 'Your plan'} has room for{' '}
            {page.left === 1 ? '1 more project' : `${page.left} more projects`}.
          </span>
        )}
      </div>
      <Toaster />
    </div>
  );
}

/** The order of the list. It is sent with the search, so that neither overtakes the other. */
function SortSelect({ sort = 'updated' }: Pick<AccountProjectQuery, 'sort'>) {
  const submit = useSubmit();
  return (
    <Select
      aria-label="Sort projects"
      className="w-44 max-sm:order-last"
      name="sort"
      form={SEARCH_FORM}
      defaultValue={sort}
      onChange={(event) => void submit(event.currentTarget.form, { replace: true })}
    >
      {SORTS.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

function ProjectRow({ project }: { project: ListedProject }) {
  const { id, title, slug, latest, tools, verdict, updatedAt } = project;
  return (
    <div className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={`/projects/${id}`}
          className="min-w-0 truncate font-medium hover:underline pointer-coarse:py-2"
        >
          <bdi>{title}</bdi>
        </Link>
        <LiveBadge published={project.published} />
        {verdict === null ? null : <VerdictBadge verdict={verdict} />}
      </div>
      <p className="mt-0.5 text-sm wrap-anywhere text-muted tabular-nums">
        <code>/mcp/{slug}</code> · version {latest} · {tools === 1 ? '1 tool' : `${tools} tools`} ·
        changed <RelativeTime at={updatedAt} />
      </p>
    </div>
  );
}

interface NoneProps {
  query: AccountProjectQuery;
  account: string | undefined;
  mayEdit: boolean;
}

function NoProjects({ query, account, mayEdit }: NoneProps) {
  if (query.q) return <EmptyState title={`No project matches “${query.q}”`} />;
  if (query.archived === '1') return <EmptyState title="No archived projects" />;
  if (!mayEdit) {
    return (
      <EmptyState title="No projects yet">
        Your role in this team is viewer: its editors and owners create projects.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No projects yet"
      action={
        <div className="flex flex-wrap gap-2">
          <NewProjectButton account={account} />
          <Link to="/" className={buttonClass()}>
            Build in a chat
          </Link>
        </div>
      }
    >
      A project is a server you keep: its versions, its own address and a call log. Start from an
      API document or a template, or build a server in a chat and save it.
    </EmptyState>
  );
}

function toGiven(query: AccountProjectQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
