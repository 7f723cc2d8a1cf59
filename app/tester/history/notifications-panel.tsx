import { clsx } from 'clsx';
import { useMemo, useState } from 'react';

import type { ServerNotification } from '#app/mcp-client/connection.ts';
import { BackToList } from '#app/tester/connected/back-to-list.tsx';
import { ListRow } from '#app/tester/connected/list-row.tsx';
import { useNotifications } from '#app/tester/connected/use-connection.ts';
import { WindowedList } from '#app/tester/connected/windowed-list.tsx';
import type { PanelProps } from '#app/tester/panels.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';

import { describeNotification } from './describe-notification.ts';
import { ENTRY_ROW_PX } from './entry-row.tsx';
import { formatClock } from './format-measures.ts';
import { maskOf } from './mask.ts';

const MAX_SEARCHED = 20_000;

/** The notifications of a server, newest first: log messages, progress, changes of lists and resources. */
export function NotificationsPanel({ connection }: PanelProps) {
  const all = useNotifications(connection);
  const [query, setQuery] = useState('');
  const [method, setMethod] = useState('');
  const [openId, setOpenId] = useState<number | null>(null);
  const methods = useMemo(() => [...new Set(all.map((one) => one.method))].toSorted(), [all]);
  const found = useMemo(() => findNotifications(all, query, method), [all, query, method]);
  const open = all.find(({ id }) => id === openId);
  const shown = open ?? found[0];
  if (all.length === 0) {
    return (
      <EmptyState title="No notifications yet">
        Log messages, progress, and changes of lists and resources appear here.
      </EmptyState>
    );
  }
  return (
    <div className="@container flex min-h-0 grow flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-3 sm:px-6">
        <SearchField
          label={
            found.length === 1 ? 'Search 1 notification' : `Search ${found.length} notifications`
          }
          value={query}
          className="min-w-44 grow basis-44"
          onChange={(event) => setQuery(event.target.value)}
        />
        <Select
          aria-label="Method"
          className="w-auto max-w-full"
          value={method}
          onChange={(event) => setMethod(event.target.value)}
        >
          <option value="">All methods</option>
          {methods.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {shown === undefined ? (
        <EmptyState title="Nothing matches the filter" />
      ) : (
        <MasterDetail
          isOpen={open !== undefined}
          list={
            <WindowedList
              label="Notifications"
              items={found}
              rowHeight={ENTRY_ROW_PX}
              toKey={({ id }) => `${id}`}
            >
              {(notification) => (
                <Row
                  notification={notification}
                  isOpen={notification === shown}
                  onOpen={() => setOpenId(notification.id)}
                />
              )}
            </WindowedList>
          }
          detail={
            <section
              aria-label="Notification"
              className="min-h-0 grow space-y-3 overflow-y-auto px-4 py-4 sm:px-6"
            >
              <BackToList label="All notifications" onClose={() => setOpenId(null)} />
              <h2 className="font-mono text-base wrap-anywhere">{shown.method}</h2>
              <p className="text-sm text-muted tabular-nums">{formatClock(shown.at)}</p>
              <JsonTree
                value={maskOf(connection.target).message(shown.params)}
                label="parameters"
              />
            </section>
          }
        />
      )}
    </div>
  );
}

function Row({
  notification,
  isOpen,
  onOpen,
}: {
  notification: ServerNotification;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { title, words, tone } = describeNotification(notification);
  return (
    <ListRow isOpen={isOpen} onOpen={onOpen}>
      <span className="flex w-full gap-3 text-sm">
        <span className={clsx('truncate font-medium', tone === 'fail' && 'text-fail')}>
          {title}
        </span>
        <span className="ms-auto shrink-0 text-muted tabular-nums">
          {formatClock(notification.at)}
        </span>
      </span>
      <span className="w-full truncate text-sm text-muted">
        <HiddenMarks text={words} />
      </span>
    </ListRow>
  );
}

function findNotifications(
  all: readonly ServerNotification[],
  query: string,
  method: string,
): readonly ServerNotification[] {
  const word = query.trim().toLowerCase();
  return all
    .filter(
      (one) =>
        (method === '' || one.method === method) &&
        (word === '' ||
          `${one.method} ${JSON.stringify(one.params).slice(0, MAX_SEARCHED)}`
            .toLowerCase()
            .includes(word)),
    )
    .toReversed();
}
