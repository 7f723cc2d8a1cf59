import { clsx } from 'clsx';

import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Breakable } from '#app/ui/breakable.tsx';

import type { FoundFile } from './search-files.ts';

/** Files that a search found, each with the lines that match. */
export function FoundFiles({
  found,
  open,
  onOpen,
}: {
  found: readonly FoundFile[];
  open: string | null;
  onOpen: (path: string, line: number | null) => void;
}) {
  if (found.length === 0) {
    return <p className="px-4 py-2 text-sm text-muted sm:ps-6">No file matches.</p>;
  }
  const row =
    'block min-h-8 w-full px-4 py-1 text-start font-mono text-sm -outline-offset-2 hover:bg-hover sm:ps-6 pointer-coarse:min-h-11';
  return (
    <nav aria-label="Found files">
      <ul>
        {found.map(({ path, lines, more }) => (
          <li key={path} className="border-b py-1 last:border-b-0">
            <button
              type="button"
              aria-current={path === open}
              onClick={() => onOpen(path, null)}
              className={clsx(row, 'font-semibold', path === open && 'text-blue')}
            >
              <Breakable text={path} />
            </button>
            {lines.map(({ number, text }) => (
              <button
                key={number}
                type="button"
                onClick={() => onOpen(path, number)}
                className={clsx(row, 'flex gap-2')}
              >
                <span className="shrink-0 text-muted tabular-nums">{number}</span>
                <span className="min-w-0 truncate">{text}</span>
              </button>
            ))}
            {more > 0 ? (
              <p className="px-4 text-sm text-muted sm:ps-6">
                and {formatCount(more)} more {more === 1 ? 'line' : 'lines'}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}
