import { useState } from 'react';
import { Link } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import type { ListedUser, UserDetails } from './listed-user.ts';
import { ReasonForm } from './reason-form.tsx';
import { useAdminChange } from './use-admin-change.ts';
import { UserUsage } from './user-usage.tsx';

interface Props {
  user: ListedUser;
  query: string;
  /** Null: they are not shown. */
  details: UserDetails | null;
}

/** One user, with what an operator can do. */
export function UserRow({ user, query, details }: Props) {
  const [asking, setAsking] = useState<'suspend' | 'delete' | null>(null);
  const { isBusy, failure, send, forget } = useAdminChange();
  const path = `users/${encodeURIComponent(user.uid)}`;
  const name = user.email ?? user.name ?? user.uid;

  async function change(method: string, below: string, body?: object) {
    if (await send(method, path + below, body)) setAsking(null);
  }

  return (
    <li className="border-b py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <UserFacts user={user} />
        <div className="flex flex-wrap gap-2">
          {details === null ? (
            <Link
              to={`?tab=users&q=${encodeURIComponent(query)}&user=${encodeURIComponent(user.uid)}`}
              preventScrollReset
              aria-label={`Usage of ${name}`}
              className={buttonClass('ghost')}
            >
              Usage
            </Link>
          ) : null}
          {user.suspension ? (
            <Button
              disabled={isBusy}
              aria-label={`End the suspension of ${name}`}
              onClick={() => void change('DELETE', '/suspension')}
            >
              End suspension
            </Button>
          ) : (
            <Button aria-label={`Suspend ${name}`} onClick={() => setAsking('suspend')}>
              Suspend…
            </Button>
          )}
          <Button variant="ghost" aria-label={`Delete ${name}`} onClick={() => setAsking('delete')}>
            Delete…
          </Button>
        </div>
      </div>
      {details === null ? null : <UserUsage details={details} />}
      {asking === 'suspend' ? (
        <ReasonForm
          label="Reason (shown to the user at sign-in)"
          action="Suspend"
          isBusy={isBusy}
          onSubmit={(reason) => void change('PUT', '/suspension', { reason })}
          onCancel={() => setAsking(null)}
        />
      ) : null}
      {asking === 'delete' ? (
        <DeletionQuestion
          name={name}
          isBusy={isBusy}
          onConfirm={() => void change('DELETE', '')}
          onCancel={() => setAsking(null)}
        />
      ) : null}
      {failure ? <FailureNote failure={failure} onClose={forget} /> : null}
    </li>
  );
}

function UserFacts({ user }: { user: ListedUser }) {
  const { uid, email, name, tier, suspension, isBeingDeleted, createdAt, seenAt, sessions } = user;
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        <bdi>{email ?? 'No address'}</bdi>
        <Badge>{tier}</Badge>
        {suspension ? <Badge tone="fail">suspended</Badge> : null}
        {isBeingDeleted ? <Badge tone="warn">being deleted</Badge> : null}
        {user.isEmailVerified ? null : <Badge tone="warn">not verified</Badge>}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {name ? <bdi>{name} ·</bdi> : null} {user.provider} · created{' '}
        <RelativeTime at={createdAt} /> ·{' '}
        {seenAt === null ? (
          'not signed in'
        ) : (
          <>
            seen <RelativeTime at={seenAt} />, {sessions} {sessions === 1 ? 'session' : 'sessions'}
          </>
        )}
      </p>
      <p className="flex items-center text-sm text-muted">
        <code className="wrap-anywhere">{uid}</code>
        <CopyButton text={uid} what="user id" />
      </p>
      {suspension ? (
        <p className="text-sm wrap-anywhere">
          Suspended <RelativeTime at={suspension.at} />: {suspension.reason}
        </p>
      ) : null}
    </div>
  );
}

function DeletionQuestion({
  name,
  isBusy,
  onConfirm,
  onCancel,
}: {
  name: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <section aria-label={`Delete ${name}`} className="mt-3 max-w-xl">
      <p className="wrap-anywhere">
        This deletes all data of {name}: projects, endpoints, chats and keys. It cannot be undone.
        Their sign-in at Firebase stays, so suspend them first if they should not come back.
      </p>
      <div className="mt-2 flex gap-2">
        <Button variant="danger" disabled={isBusy} onClick={onConfirm}>
          Delete everything
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
