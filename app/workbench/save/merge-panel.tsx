import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { MergeChoice } from '#app/blueprint/diff/merge/merge-conflict.ts';
import { getMergePreview, postMerge } from '#app/projects/project-client.ts';
import type { MergedDraft } from '#app/projects/version-merge.ts';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { MergeChoices } from './merge-choices.tsx';

interface Props {
  project: string;
  /** The version that was saved in the meantime. */
  version: number;
  draft: { id: string; revision: number };
  /** The draft is being saved. */
  isBusy: boolean;
  /** The draft has changed since it was loaded. */
  onMoved: () => Promise<void>;
  onMerged: (merged: MergedDraft) => Promise<void>;
}

/** Takes the changes of the newer version over into the chat: by itself, or with a choice where both changed the same. */
export function MergePanel({ project, version, draft, isBusy, onMoved, onMerged }: Props) {
  const { id, revision } = draft;
  const loaded = useLoaded(`${id} ${revision} ${version}`, '', () =>
    getMergePreview(project, version, { draft: id, revision, choices: [] }),
  );
  const [choices, setChoices] = useState<MergeChoice[]>([]);
  const [isMerging, setMerging] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  if (loaded.failure) return <FailureNote failure={loaded.failure} onRetry={loaded.retry} />;
  if (loaded.value === null) return <Spinner className="py-3" />;
  const { changes, conflicts } = loaded.value;
  // Those of conflicts that are there no more do not count.
  const made = choices.filter((choice) => conflicts.some((each) => isOfSame(each, choice)));
  const open = conflicts.length - made.length;

  function choose(choice: MergeChoice) {
    setChoices([...choices.filter((each) => !isOfSame(each, choice)), choice]);
  }

  async function merge() {
    setMerging(true);
    setFailure(null);
    const merged = await postMerge(project, version, { draft: id, revision, choices: made });
    setMerging(false);
    if (merged.ok) return onMerged(merged.value);
    setFailure(merged);
    if (merged.reason === 'problem' && merged.problem.status === 409) await onMoved();
  }

  return (
    <div className="space-y-3">
      {changes.length > 0 ? (
        <div className="text-sm">
          <p className="font-medium">Merged automatically</p>
          <ul className="list-disc ps-5 text-muted">
            {changes.map((change) => (
              <li key={change} className="wrap-anywhere">
                {change}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {conflicts.length > 0 ? (
        <div>
          <p className="mb-1 text-sm font-medium">Changed on both sides. Choose one for each</p>
          <MergeChoices conflicts={conflicts} version={version} choices={made} onChoose={choose} />
        </div>
      ) : null}
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
      <Button
        variant="primary"
        disabled={open > 0 || isMerging || isBusy}
        onClick={() => void merge()}
      >
        {isMerging || isBusy ? 'Merging…' : 'Merge and save'}
      </Button>
    </div>
  );
}

function isOfSame(one: Pick<MergeChoice, 'part' | 'key'>, other: MergeChoice): boolean {
  return one.part === other.part && one.key === other.key;
}
