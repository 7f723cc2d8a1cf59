import type { MergeChoice, MergeConflict } from '#app/blueprint/diff/merge/merge-conflict.ts';
import { Segmented } from '#app/ui/segmented.tsx';

import { nameConflict, describeSides } from './merge-words.ts';

interface Props {
  conflicts: readonly MergeConflict[];
  /** The version whose changes are taken over. */
  version: number;
  choices: readonly MergeChoice[];
  onChoose: (choice: MergeChoice) => void;
}

/** The parts that both sides have changed, with the side that each is taken from. */
export function MergeChoices({ conflicts, version, choices, onChoose }: Props) {
  const takes = [
    { value: 'mine', label: 'Keep mine' },
    { value: 'theirs', label: `Take version ${version}` },
  ] as const;
  return (
    <ul aria-label="Changed on both sides" className="divide-y border-y">
      {conflicts.map((conflict) => {
        const { part, key } = conflict;
        const chosen = choices.find((choice) => choice.part === part && choice.key === key);
        const name = nameConflict(conflict);
        return (
          <li key={`${part} ${key}`} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
            <span className="min-w-40 grow">
              <code className="font-semibold wrap-anywhere">{name}</code>
              <span className="block text-sm text-muted">{describeSides(conflict, version)}</span>
            </span>
            <Segmented<MergeChoice['take'] | ''>
              label={`Side of ${name}`}
              value={chosen?.take ?? ''}
              options={takes}
              onChange={(take) => take !== '' && onChoose({ part, key, take })}
            />
          </li>
        );
      })}
    </ul>
  );
}
