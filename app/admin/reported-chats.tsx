import { useState } from 'react';
import { Link } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { ReportedChat } from '#app/showcase/reports/chat-report.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { ReasonForm } from './reason-form.tsx';
import { useAdminChange } from './use-admin-change.ts';

/** Shared chats that visitors reported, and those that are hidden. */
export function ReportedChats({ chats }: { chats: ReportedChat[] }) {
  if (chats.length === 0) {
    return <EmptyState title="No chat is reported or hidden">Reports appear here.</EmptyState>;
  }
  return (
    <ul aria-label="Reported chats" className="border-t">
      {chats.map((chat) => (
        <ReportedItem key={chat.id} chat={chat} />
      ))}
    </ul>
  );
}

function ReportedItem({
  chat: { id, title, author, hiddenFor, open, reports },
}: {
  chat: ReportedChat;
}) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, send, forget } = useAdminChange();
  const path = `chats/${encodeURIComponent(id)}`;
  return (
    <li className="border-b py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            <Link to={`/chat/${id}`} className="text-blue underline underline-offset-2">
              <bdi>{title || 'Untitled chat'}</bdi>
            </Link>
            {hiddenFor === null ? null : <Badge tone="fail">hidden</Badge>}
          </p>
          <p className="text-sm text-muted">
            {author ? <bdi>{author}</bdi> : 'No author shown'} · {open} open{' '}
            {open === 1 ? 'report' : 'reports'}
          </p>
          {hiddenFor === null ? null : <p className="text-sm wrap-anywhere">Hidden: {hiddenFor}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {hiddenFor === null ? (
            <Button variant="danger" onClick={() => setAsking(true)}>
              Hide…
            </Button>
          ) : (
            <Button disabled={isBusy} onClick={() => void send('DELETE', `${path}/hiding`)}>
              Show again
            </Button>
          )}
          {open > 0 ? (
            <Button
              variant="ghost"
              disabled={isBusy}
              onClick={() => void send('DELETE', `${path}/reports`)}
            >
              Dismiss reports
            </Button>
          ) : null}
        </div>
      </div>
      <ul aria-label="Reports" className="mt-2 flex flex-col gap-1 text-sm">
        {reports.map(({ reason, note, at }) => (
          <li key={`${at} ${note}`} className="wrap-anywhere">
            <span className="font-medium">{reason}</span> · <RelativeTime at={at} />
            {note === '' ? null : <> · {note}</>}
          </li>
        ))}
      </ul>
      {isAsking ? (
        <ReasonForm
          label="Reason (shown to the owner)"
          action="Hide"
          isBusy={isBusy}
          onSubmit={(reason) => {
            void send('PUT', `${path}/hiding`, { reason }).then(
              (isDone) => isDone && setAsking(false),
            );
          }}
          onCancel={() => setAsking(false)}
        />
      ) : null}
      {failure ? <FailureNote failure={failure} onClose={forget} /> : null}
    </li>
  );
}
