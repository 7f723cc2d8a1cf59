import type { ReactNode } from 'react';

import type { PushPreview, PushWay } from '#app/github/push/push-preview.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';

import { EditedFileRow } from './edited-file-row.tsx';
import type { usePush } from './use-push.ts';

interface Props {
  push: ReturnType<typeof usePush>;
}

/** Shows what a push will do, the choices that it leaves, and the button that does it. */
export function PushChoice({ push }: Props) {
  const { choice, busy } = push;
  if (choice === null) return null;
  const { preview, way, replaced } = choice;
  const isBusy = busy !== null;
  return (
    <div className="mt-4 space-y-4 rounded-panel border p-4">
      <p className="max-w-prose">{describeState(preview)}</p>
      {preview.head === null ? null : (
        <fieldset disabled={isBusy}>
          <legend className="mb-1 text-sm font-medium">How to push</legend>
          <WayRadio value="commit" way={way} onChoose={push.chooseWay}>
            One commit on <code className="wrap-anywhere">{preview.branch}</code>
          </WayRadio>
          <WayRadio value="pull" way={way} onChoose={push.chooseWay}>
            A new branch with a pull request
          </WayRadio>
        </fieldset>
      )}
      <WrittenFiles preview={preview} />
      {preview.edits.length === 0 ? null : (
        <div>
          <h3 className="font-medium">Edited files</h3>
          <p className="max-w-prose text-sm text-muted">
            These files were edited after they were generated. They are kept unless you replace
            them.
          </p>
          <ul aria-label="Edited files" className="mt-1 divide-y border-y">
            {preview.edits.map((file) => (
              <EditedFileRow
                key={file.path}
                file={file}
                isReplaced={replaced.has(file.path)}
                isBusy={isBusy}
                onToggle={() => push.toggle(file)}
              />
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={isBusy} onClick={() => void push.push()}>
          {busy === 'push' ? 'Pushing…' : `Push version ${preview.version}`}
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={push.close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function WayRadio({
  value,
  way,
  onChoose,
  children,
}: {
  value: PushWay;
  way: PushWay;
  onChoose: (way: PushWay) => void;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="radio"
        name="push-way"
        className="accent-blue"
        checked={way === value}
        onChange={() => onChoose(value)}
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

const CHANGES = { add: 'added', change: 'changed', remove: 'removed' };

function WrittenFiles({ preview: { files, moreFiles } }: { preview: PushPreview }) {
  const count = files.length + moreFiles;
  if (count === 0) return <p className="text-sm text-muted">No other file changes.</p>;
  return (
    <details>
      <summary className="min-h-9 cursor-pointer font-medium tabular-nums pointer-coarse:min-h-11">
        {count === 1 ? '1 file is written' : `${formatCount(count)} files are written`}
      </summary>
      <ul aria-label="Files" className="text-sm">
        {files.map(({ path, change }) => (
          <li key={path} className="flex gap-3 py-0.5">
            <code className="min-w-0 wrap-anywhere">{path}</code>
            <span className="ms-auto shrink-0 text-muted">{CHANGES[change]}</span>
          </li>
        ))}
      </ul>
      {moreFiles > 0 ? (
        <p className="text-sm text-muted tabular-nums">And {formatCount(moreFiles)} more.</p>
      ) : null}
    </details>
  );
}

/** The state of the branch, and what follows from it, in a sentence or two. */
function describeState({ head, obstacle, ahead, branch, pushedVersion }: PushPreview): string {
  if (head === null) return 'The repository is empty. The project becomes its first commits.';
  if (obstacle === 'protected') {
    return `The branch ${branch} is protected: changes need a pull request.`;
  }
  if (obstacle === 'moved') {
    const commits =
      ahead === null
        ? 'Commits that are'
        : ahead === 1
          ? '1 commit that is'
          : `${ahead} commits that are`;
    return `${commits} not ours came to ${branch} since the last push. A pull request lets you look at both together.`;
  }
  if (pushedVersion === null) return `Nothing was pushed to ${branch} from this project yet.`;
  return `The branch ${branch} holds version ${pushedVersion}.`;
}
