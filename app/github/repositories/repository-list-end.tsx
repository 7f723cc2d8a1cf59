import { ExternalLink, Plus } from 'lucide-react';
import { GithubFailureNote } from '#app/github/screens/github-failure-note.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import type { useRepositories } from './use-repositories.ts';
import { useReturn } from './use-return.ts';

interface Props {
  found: ReturnType<typeof useRepositories>;
  /** No repository is listed. */
  isEmpty: boolean;
  onCreate: (() => void) | undefined;
}

/** The end of a list of repositories: its state, and where others come from. */
export function RepositoryListEnd({ found, isEmpty, onCreate }: Props) {
  const { failure, grantUrl } = found;
  const watchReturn = useReturn(found.reload);
  return (
    <div className="border-t p-2 text-sm">
      {failure ? <GithubFailureNote failure={failure} onRetry={found.reload} /> : null}
      <output className="block px-0.5 text-muted empty:hidden">{describe(found, isEmpty)}</output>
      <div className="flex flex-wrap gap-1">
        {found.hasMore ? (
          <Button variant="ghost" disabled={found.isLoadingMore} onClick={found.loadMore}>
            {found.isLoadingMore ? <Spinner /> : null}
            Show more
          </Button>
        ) : null}
        {onCreate ? (
          <Button variant="ghost" onClick={onCreate}>
            <Plus aria-hidden />
            Create a repository
          </Button>
        ) : null}
        {grantUrl === null ? null : (
          <a
            href={grantUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('ghost')}
            onClick={watchReturn}
          >
            <ExternalLink aria-hidden />
            Grant access to more
          </a>
        )}
      </div>
    </div>
  );
}

function describe({ isLoading, note, failure }: Props['found'], isEmpty: boolean): string | null {
  if (failure) return null;
  if (isLoading) return 'Searching GitHub…';
  if (note === 'noAccount')
    return 'The app is not installed on any of your accounts on GitHub yet.';
  if (isEmpty) return 'No repository matches.';
  return note === 'typeToFind' ? 'Type a part of the name to find the others.' : null;
}
