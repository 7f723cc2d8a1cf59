import { clsx } from 'clsx';
import { useId } from 'react';

import { FieldDiff } from '#app/chat/changes/field-diff.tsx';
import type { PulledEdit } from '#app/github/pull/pull-preview.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { nameConflict } from '#app/workbench/save/merge-words.ts';

import type { PullChoice } from './use-pull.ts';

const TONES: Record<PulledEdit['change'], string> = {
  added: 'text-pass',
  removed: 'text-fail',
  changed: 'text-warn',
};

interface Props {
  edit: PulledEdit;
  pull: PullChoice;
  latest: number;
}

/** An edit with what differs, and whether it is taken. */
export function EditRow({ edit, pull, latest }: Props) {
  const id = useId();
  const { part, key, change, values } = edit;
  const name = nameConflict({ part, key: edit.name });
  const isTaken = pull.isTaken(edit);
  return (
    <>
      <div className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
        {pull.isWhole ? null : (
          <Checkbox id={id} checked={isTaken} onChange={() => pull.toggle(edit)} />
        )}
        <label htmlFor={id} className="min-w-0 grow">
          <code className="font-semibold wrap-anywhere">{name}</code>
          {edit.name === key ? null : (
            <span className="text-sm text-muted wrap-anywhere"> (was {key})</span>
          )}
        </label>
        <span className={clsx('shrink-0 text-sm', TONES[change])}>{change}</span>
      </div>
      {isTaken && pull.isConflict(edit) ? (
        <Segmented
          label={`Side of ${name}`}
          value={pull.sideOf(edit) ?? ''}
          options={[
            { value: 'mine', label: `Keep version ${latest}` },
            { value: 'theirs', label: 'Take the edit' },
          ]}
          onChange={(take) => take !== '' && pull.choose({ part, key, take })}
        />
      ) : null}
      {values.length > 0 ? (
        <details className="text-sm">
          <summary className="min-h-9 cursor-pointer py-2 text-muted pointer-coarse:min-h-11">
            Compare {values.map(({ field }) => field).join(', ')}
          </summary>
          <ul aria-label={`Changes of ${name}`} className="space-y-2 pb-2">
            {values.map((value) => (
              <li key={value.field}>
                {values.length > 1 ? <span className="text-muted">{value.field}</span> : null}
                <FieldDiff change={value} of={name} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
