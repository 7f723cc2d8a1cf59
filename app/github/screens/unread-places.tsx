import type { UnreadPlace } from '#app/blueprint/import/servers/tools/found-server.ts';

const MAX_SHOWN = 20;

const REASONS: Record<UnreadPlace['reason'], string> = {
  syntax: 'This file could not be read.',
  name: 'Registers tools whose names are only known when it runs.',
  list: 'Lists tools of which some are only known when it runs.',
};

/** Code that may make tools, and could not be read. */
export function UnreadPlaces({ unread }: { unread: readonly UnreadPlace[] }) {
  if (unread.length === 0) return null;
  return (
    <div className="border-t px-4 py-3 text-sm">
      <p className="font-medium">Some tools may be missing</p>
      <ul className="mt-1 space-y-1">
        {unread.slice(0, MAX_SHOWN).map(({ file, line, reason }) => (
          <li key={`${file}:${line}`} className="wrap-anywhere">
            <code>
              {file}:{line}
            </code>{' '}
            <span className="text-muted">{REASONS[reason]}</span>
          </li>
        ))}
      </ul>
      {unread.length > MAX_SHOWN ? (
        <p className="text-muted">And {unread.length - MAX_SHOWN} more.</p>
      ) : null}
    </div>
  );
}
