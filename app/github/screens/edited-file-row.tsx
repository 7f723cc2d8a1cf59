import type { EditedFile } from '#app/github/push/push-preview.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DiffView } from '#app/ui/code/diff-view.tsx';

const REASONS: Record<EditedFile['edit'], string> = {
  changed: 'Edited in the repository',
  deleted: 'Deleted in the repository',
  foreign: 'Was there before the first push',
  link: 'Is a symbolic link in the repository',
  twin: 'Another file has this name in other case',
};

interface Props {
  file: EditedFile;
  isReplaced: boolean;
  isBusy: boolean;
  onToggle: () => void;
}

/** An edited file: both texts compared, and whether the generated one takes its place. */
export function EditedFileRow({ file, isReplaced, isBusy, onToggle }: Props) {
  const { path, edit, existing, before, after, isCompared } = file;
  return (
    <li className="space-y-2 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <code className="min-w-0 wrap-anywhere">
          <bdi>{path}</bdi>
        </code>
        <span className="text-sm text-muted">
          {REASONS[edit]}
          {edit === 'twin' ? (
            <>
              : <code className="wrap-anywhere">{existing}</code>
            </>
          ) : null}
        </span>
      </p>
      {isCompared ? (
        <details>
          <summary className="min-h-9 cursor-pointer text-sm pointer-coarse:min-h-11">
            Compare with the generated file
          </summary>
          <DiffView
            before={before ?? ''}
            after={after}
            label={`Changes of ${path}`}
            className="max-h-96 rounded-panel border text-sm"
          />
        </details>
      ) : (
        <p className="text-sm text-muted">
          It is too large to be compared here, or no text, and stays as it is. To have it generated,
          delete it in the repository first.
        </p>
      )}
      {isCompared ? (
        <label className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
          <Checkbox checked={isReplaced} disabled={isBusy} onChange={onToggle} />
          {edit === 'deleted' ? 'Add it again' : 'Replace it with the generated file'}
        </label>
      ) : null}
    </li>
  );
}
