import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { succeed } from '#app/platform/result.ts';
import { DiffView } from '#app/ui/code/diff-view.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { getPointFile } from './points-client.ts';
import type { FileStatus } from './use-changed-files.ts';

interface Props {
  id: string;
  /** Number of the restore point that the file is compared with. */
  since: number;
  path: string;
  status: FileStatus;
  /** The text of the file now; empty if the file is gone. */
  text: string;
}

/** Shows the changes in a file since a restore point. */
export function FileChanges({ id, since, path, status, text }: Props) {
  const before = useLoaded(`${id} ${since} ${path}`, '', () =>
    status === 'added' ? Promise.resolve(succeed('')) : getPointFile(id, since, path),
  );
  if (before.failure) {
    return (
      <div className="p-4">
        <FailureNote failure={before.failure} onRetry={before.retry} />
      </div>
    );
  }
  if (before.value === null) return <Spinner className="p-4" />;
  return (
    <DiffView
      before={before.value}
      after={text}
      label={`Changes of ${path}`}
      className="min-h-0 grow bg-raised py-2.5 max-md:min-h-96"
    />
  );
}
