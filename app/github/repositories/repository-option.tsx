// No element of HTML is a list to filter by typing that phones and long names also suit.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { clsx } from 'clsx';
import { Lock } from 'lucide-react';

import { RelativeTime } from '#app/ui/relative-time.tsx';

import { findPickProblem } from './find-pick-problem.ts';
import type { Repository } from './repository.ts';

interface Props {
  id: string;
  repository: Repository;
  isPicked: boolean;
  isActive: boolean;
  /** Repositories that cannot be pushed to cannot be picked. */
  needsPush: boolean;
  onPick: () => void;
}

/** A repository in a list to pick from. */
export function RepositoryOption({ id, repository, isPicked, isActive, needsPush, onPick }: Props) {
  const { name, isPrivate, pushedAt, description } = repository;
  const problem = findPickProblem(repository);
  const isDisabled = needsPush && problem !== null;
  return (
    // The field has the focus, and the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isPicked}
      aria-disabled={isDisabled || undefined}
      className={clsx(
        'flex min-h-9 items-center gap-3 rounded-control px-2.5 py-1 text-sm pointer-coarse:min-h-11',
        isDisabled ? 'cursor-not-allowed text-muted' : 'cursor-pointer',
        isActive && 'bg-blue-tint',
      )}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className="min-w-0 grow">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-mono">{name}</span>
          {isPrivate ? (
            <>
              <Lock aria-hidden className="size-3.5 shrink-0 text-muted" />
              <span className="sr-only">Private</span>
            </>
          ) : null}
        </span>
        {description ? <bdi className="block truncate text-muted">{description}</bdi> : null}
      </span>
      <span className="shrink-0 text-muted">
        {problem ?? (pushedAt === null ? 'No pushes' : <RelativeTime at={pushedAt} />)}
      </span>
    </div>
  );
}
