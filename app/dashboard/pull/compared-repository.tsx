import { Link } from 'react-router';

import { useLoaded } from '#app/api-client/use-loaded.ts';
import { getPullPreview } from '#app/github/pull/pull-client.ts';
import type { PullPreview } from '#app/github/pull/pull-preview.ts';
import { GithubFailureNote } from '#app/github/screens/github-failure-note.tsx';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { ContractView } from '#app/workbench/versions/contract-view.tsx';

import { EditRow } from './edit-row.tsx';
import { UnreadEdits } from './unread-edits.tsx';
import { usePull } from './use-pull.ts';

/** The repository beside the latest version: its edits, with what cannot come back. */
export function ComparedRepository({ project }: { project: string }) {
  const { value, failure, retry } = useLoaded(project, '', () => getPullPreview(project));
  if (failure) return <GithubFailureNote failure={failure} onRetry={retry} />;
  if (value === null) return <Spinner className="py-3" />;
  return (
    <>
      {value.edits.length === 0 ? (
        <output className="block text-sm">
          {value.problems.length > 0
            ? 'None of the edits can come back.'
            : `The branch ${value.branch} has no edits that version ${value.latest} does not have.`}
        </output>
      ) : (
        <FoundEdits project={project} preview={value} />
      )}
      <UnreadEdits preview={value} />
    </>
  );
}

/** The edits, each to be taken or left, and where they go. */
function FoundEdits({ project, preview }: { project: string; preview: PullPreview }) {
  const pull = usePull(project, preview);
  const { edits, moreEdits, latest, contract } = preview;
  if (pull.version !== null) {
    return (
      <output className="block text-sm">
        The edits are in{' '}
        <Link to="?tab=versions" className="underline">
          version {pull.version}
        </Link>
        .
      </output>
    );
  }
  const isStopped = pull.isBusy || pull.taken === 0 || pull.open > 0;
  return (
    <div className="space-y-4">
      <ul aria-label="Edits in the repository" className="divide-y border-y">
        {edits.map((edit) => (
          <li key={`${edit.part} ${edit.key}`} className="py-2">
            <EditRow edit={edit} pull={pull} latest={latest} />
          </li>
        ))}
      </ul>
      {moreEdits > 0 ? (
        <p className="text-sm text-muted tabular-nums">
          And {formatCount(moreEdits)} more, which are taken together with these.
        </p>
      ) : null}
      {contract === null ? (
        <p className="text-sm text-warn">
          All edits together do not fit version {latest}. Take some of them.
        </p>
      ) : (
        <details>
          <summary className="min-h-9 cursor-pointer font-medium pointer-coarse:min-h-11">
            What callers notice of all edits
          </summary>
          <ContractView contract={contract} />
        </details>
      )}
      {pull.failure ? (
        <GithubFailureNote failure={pull.failure} onClose={pull.closeFailure} />
      ) : null}
      {pull.open > 0 ? (
        <p className="text-sm text-muted">
          Version {latest} changed {pull.open === 1 ? 'one of them' : `${pull.open} of them`}, too.
          Choose one side for each.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={isStopped} onClick={() => void pull.take('chat')}>
          Open in a chat
        </Button>
        <Button disabled={isStopped} onClick={() => void pull.take('version')}>
          Save as version {latest + 1}
        </Button>
      </div>
    </div>
  );
}
