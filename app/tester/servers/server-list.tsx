import { clsx } from 'clsx';
import { Plus } from 'lucide-react';

import { buttonClass } from '#app/ui/button.tsx';

import { StateMark } from './state-mark.tsx';
import { nameOf, type TesterServer } from './tester-server.ts';

interface Props {
  servers: readonly TesterServer[];
  /** Id of the selected one; null: the form for another is open. */
  selected: string | null;
  onSelect: (id: string | null) => void;
}

const KEPT = { tab: 'this page only', browser: 'this browser', account: 'your account' } as const;

/** The servers, each with its state; several can be connected at once. */
export function ServerList({ servers, selected, onSelect }: Props) {
  return (
    <nav aria-label="Servers" className="flex min-h-0 flex-col">
      {/* Where there is one column, the form stands above. */}
      <div className="p-3 max-md:hidden">
        <button
          type="button"
          aria-current={selected === null || undefined}
          className={buttonClass('secondary', 'w-full')}
          onClick={() => onSelect(null)}
        >
          <Plus aria-hidden />
          Add a server
        </button>
      </div>
      <h2 className="px-4 text-base md:sr-only">Your servers</h2>
      <ul className="min-h-0 grow overflow-y-auto px-2 pb-3">
        {servers.map(({ target, keep, state, session }) => (
          <li key={target.id}>
            <button
              type="button"
              aria-current={target.id === selected || undefined}
              title={`${target.url} (kept in ${KEPT[keep]})`}
              className={clsx(
                'flex w-full flex-col items-start gap-0.5 rounded-control px-2 py-2 text-start',
                target.id === selected ? 'bg-blue-tint' : 'hover:bg-hover',
              )}
              onClick={() => onSelect(target.id)}
            >
              <span className="w-full truncate font-medium">{nameOf({ target, session })}</span>
              <span className="w-full truncate text-sm text-muted">
                {withoutScheme(target.url)}
              </span>
              {state.status === 'closed' ? null : <StateMark state={state} />}
            </button>
          </li>
        ))}
      </ul>
      {servers.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">
          Servers that you add are listed here. Several can be connected at once.
        </p>
      ) : null}
    </nav>
  );
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
