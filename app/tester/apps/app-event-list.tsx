import { formatTime } from '#app/platform/locale/reader-locale.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';

import type { AppEvent } from './app-record.ts';

/** Everything that an app did and asked for, oldest first. */
export function AppEventList({ events }: { events: readonly AppEvent[] }) {
  if (events.length === 0) return null;
  return (
    <section aria-label="What the app did" className="space-y-1">
      <h3 className="text-sm font-medium">What the app did</h3>
      <ol className="divide-y border-y text-sm">
        {events.map(({ id, at, text, content }) => (
          <li key={id} className="space-y-1 py-2">
            <p className="flex flex-wrap gap-x-3 wrap-anywhere">
              <time dateTime={new Date(at).toISOString()} className="text-muted tabular-nums">
                {formatTime(at)}
              </time>
              <HiddenMarks text={text} />
            </p>
            {content === null ? null : (
              <details>
                <summary className="text-muted">Message</summary>
                <JsonTree value={content} label={text} />
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
