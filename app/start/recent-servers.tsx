import { Link } from 'react-router';

import type { ListedChat } from '#app/chat/list/chat-page.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

/** The way back to what somebody was building, the newest first. */
export function RecentServers({ chats }: { chats: readonly ListedChat[] }) {
  return (
    <nav aria-labelledby="recent-title">
      <h2 id="recent-title" className="mb-3 text-sm text-muted">
        Your recent servers
      </h2>
      <ul className="divide-y overflow-hidden rounded-panel border bg-raised">
        {chats.map(({ id, title, tools, verdict, updatedAt }) => (
          <li key={id}>
            <Link
              to={`/chat/${id}`}
              className="group flex min-h-11 items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-blue-tint"
            >
              <span className="min-w-0 grow">
                <bdi className="block truncate font-medium group-hover:text-blue">{title}</bdi>
                <span className="block text-sm text-muted tabular-nums">
                  {tools === 1 ? '1 tool' : `${tools} tools`} · <RelativeTime at={updatedAt} />
                </span>
              </span>
              {verdict === null ? null : <VerdictBadge verdict={verdict} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
