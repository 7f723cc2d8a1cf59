import { Badge } from '#app/ui/badge.tsx';
import { Breakable } from '#app/ui/breakable.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import type { Repository } from './repository.ts';

/** A repository with what is to be known before something is pushed to it. */
export function RepositoryFacts({ repository }: { repository: Repository }) {
  const { owner, name, isPrivate, isArchived, canPush, defaultBranch, pushedAt } = repository;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-mono font-medium wrap-anywhere">
          <Breakable text={`${owner}/${name}`} />
        </span>
        <Badge>{isPrivate ? 'Private' : 'Public'}</Badge>
        {isArchived ? <Badge tone="warn">Archived</Badge> : null}
        {canPush ? null : <Badge tone="warn">Read only</Badge>}
      </p>
      {repository.description ? (
        <p className="wrap-anywhere">
          <bdi>{repository.description}</bdi>
        </p>
      ) : null}
      <p className="text-sm text-muted">
        Default branch <bdi className="font-mono wrap-anywhere">{defaultBranch}</bdi>
        {pushedAt === null ? null : (
          <>
            {' '}
            · last push <RelativeTime at={pushedAt} />
          </>
        )}
      </p>
    </>
  );
}
