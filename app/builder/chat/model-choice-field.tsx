import { ChevronDown } from 'lucide-react';

import type { ModelChoice } from '#app/builder/model/model-choice.ts';

interface Props {
  models: readonly ModelChoice[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** Which model answers; where there is only one, just its name. */
export function ModelChoiceField({ models, chosen, onChoose }: Props) {
  if (models.length < 2) {
    return (
      <p className="truncate px-1 text-sm text-muted">{models[0]?.label ?? 'Built-in builder'}</p>
    );
  }
  return (
    <span className="relative block min-w-0">
      <select
        aria-label="Model"
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
        className="control max-w-44 min-w-0 appearance-none truncate bg-transparent pr-7 pl-1 text-sm text-muted hover:bg-hover hover:text-ink max-md:text-[16px]"
      >
        {models.map(({ id, label, own, kind }) => (
          <option key={id} value={id}>
            {label}
            {own ? ' (your key)' : kind === 'built-in' ? ' (no model)' : ''}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-1.5 my-auto size-4 text-muted"
      />
    </span>
  );
}
