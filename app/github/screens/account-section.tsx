import { ExternalLink } from 'lucide-react';
import { useState } from 'react';

import { TaskButton } from '#app/auth/task-button.tsx';
import type { EndedConnection, GithubStatus } from '#app/github/connection/github-status.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { ConnectGithub } from './connect-github.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';

/** The status of a user who has connected GitHub, whether GitHub still knows it or not. */
export type ConnectedStatus = Extract<GithubStatus, { account: unknown }>;

interface Props {
  status: ConnectedStatus;
  onEnded: (ended: EndedConnection) => void;
  /** GitHub is being asked. */
  isBusy?: boolean;
  onRefresh?: () => void;
}

/** The connected account: who it is, since when, and how to end it. */
export function AccountSection({ status, onEnded, isBusy = false, onRefresh }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { account, state, manageUrl } = status;
  const { login, name, avatarUrl, url, connectedAt } = account;
  const isRevoked = state === 'revoked';
  return (
    <section aria-label="Account" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3 rounded-panel border bg-raised px-4 py-3">
        <Avatar name={login} photoURL={avatarUrl} className="size-10" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <a href={url} className="font-semibold wrap-anywhere hover:underline">
              <bdi>{login}</bdi>
            </a>
            {name ? (
              <span className="wrap-anywhere text-muted">
                <bdi>{name}</bdi>
              </span>
            ) : null}
            {isRevoked ? (
              <Badge tone="fail">Not connected any more</Badge>
            ) : (
              <Badge tone="pass">Connected</Badge>
            )}
          </p>
          <p className="text-sm text-muted">
            Connected <RelativeTime at={connectedAt} />
          </p>
        </div>
        <div className="flex w-full flex-wrap gap-2 lg:w-auto">
          <a href={manageUrl} className={buttonClass('ghost')}>
            Manage on GitHub
            <ExternalLink aria-hidden />
          </a>
          {onRefresh ? (
            <TaskButton isBusy={isBusy} onClick={onRefresh}>
              Refresh
            </TaskButton>
          ) : null}
          <Button onClick={() => setAsking(true)}>Disconnect</Button>
        </div>
      </div>
      {isRevoked ? (
        <div role="alert" className="rounded-panel border border-fail bg-raised px-4 py-3">
          <p className="font-semibold text-fail">GitHub no longer accepts this connection</p>
          <p className="mb-3 text-muted">
            Access was revoked on GitHub, or it has expired. Your projects and repositories are
            unchanged.
          </p>
          <ConnectGithub label="Reconnect GitHub" />
        </div>
      ) : null}
      {isAsking ? (
        <DisconnectDialog
          login={login}
          onClose={() => setAsking(false)}
          onEnded={(ended) => {
            setAsking(false);
            onEnded(ended);
          }}
        />
      ) : null}
    </section>
  );
}
