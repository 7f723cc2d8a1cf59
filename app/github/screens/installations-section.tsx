import { ExternalLink } from 'lucide-react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { GithubInstallation } from '#app/github/connection/github-status.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';

import { CountedRetry } from './counted-retry.tsx';
import type { useGithubOverview } from './use-github-overview.ts';

interface Props extends ReturnType<typeof useGithubOverview> {
  /** GitHub's page on which repositories are added. */
  installUrl: string;
}

/** Where the GitHub App is installed, and how to give it more repositories. */
export function InstallationsSection({ installUrl, overview, failure, isBusy, refresh }: Props) {
  const installations = overview?.installations ?? null;
  return (
    <section aria-labelledby="github-access" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="github-access" className="me-auto font-semibold">
          Access to repositories
        </h2>
        <a href={installUrl} className={buttonClass('secondary')}>
          Grant more repositories
          <ExternalLink aria-hidden />
        </a>
      </div>
      <p className="max-w-prose text-muted">
        We reach the repositories that you choose on GitHub, and no others.
      </p>
      {failure ? <FailureNote failure={failure} onRetry={refresh} /> : null}
      {overview?.failure ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert" className="text-fail">
            {overview.failure}
          </p>
          {overview.retryAfter === undefined ? (
            <Button onClick={refresh}>Try again</Button>
          ) : (
            <CountedRetry seconds={overview.retryAfter} onRetry={refresh} />
          )}
        </div>
      ) : null}
      {overview === null && isBusy ? (
        <p className="text-muted">Asking GitHub where you have given access...</p>
      ) : null}
      {installations?.length === 0 ? (
        <p className="text-muted">
          None yet. Grant a repository, or all of an account, to list, push and import here.
        </p>
      ) : null}
      {installations && installations.length > 0 ? (
        <ul aria-labelledby="github-access" className="divide-y border-y">
          {installations.map((each) => (
            <li key={each.id}>
              <InstallationRow installation={each} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function InstallationRow({ installation }: { installation: GithubInstallation }) {
  const { login, avatarUrl, isOrganization, reach, isSuspended, missingRights, url } = installation;
  return (
    <div className="flex flex-wrap items-center gap-3 py-2">
      <Avatar name={login} photoURL={avatarUrl} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium wrap-anywhere">{login}</bdi>
          <span className="text-sm text-muted">
            {isOrganization ? 'Organization' : 'User'} ·{' '}
            {reach === 'all' ? 'all repositories' : 'chosen repositories'}
          </span>
          {isSuspended ? <Badge tone="warn">Suspended</Badge> : null}
        </p>
        {missingRights.length > 0 ? (
          <p className="text-sm text-warn">
            Approve the app&apos;s new rights on GitHub: {missingRights.join(', ')}.
          </p>
        ) : null}
      </div>
      <a href={url} aria-label={`Configure ${login}`} className={buttonClass('ghost')}>
        Configure
        <ExternalLink aria-hidden />
      </a>
    </div>
  );
}
