// No element of HTML is a list to filter by typing that phones and long names also suit.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { OwnerGroup } from './group-by-owner.ts';
import { RepositoryOption } from './repository-option.tsx';
import type { Repository } from './repository.ts';

interface Props {
  id: string;
  groups: readonly OwnerGroup[];
  active: Repository | undefined;
  picked: Repository | null;
  needsPush: boolean;
  isBusy: boolean;
  onPick: (repository: Repository) => void;
  /** The end of the list is in sight. */
  onEnd: () => void;
}

/** Pixels above the end at which more is loaded. */
const NEAR_END = 200;

/** The repositories to pick from, by owner. */
export function RepositoryList({
  id,
  groups,
  active,
  picked,
  needsPush,
  isBusy,
  onPick,
  onEnd,
}: Props) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Repositories"
      aria-busy={isBusy}
      className="max-h-80 overflow-y-auto p-1 empty:hidden"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < NEAR_END) onEnd();
      }}
    >
      {groups.map(({ owner, repositories }) => (
        <div key={owner} role="group" aria-labelledby={`${id}-of-${owner}`}>
          <div
            id={`${id}-of-${owner}`}
            className="truncate px-2.5 pt-2 pb-1 text-sm font-medium text-muted"
          >
            {owner}
          </div>
          {repositories.map((repository) => (
            <RepositoryOption
              key={repository.id}
              id={`${id}-${repository.id}`}
              repository={repository}
              isPicked={repository.id === picked?.id}
              isActive={repository.id === active?.id}
              needsPush={needsPush}
              onPick={() => onPick(repository)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
