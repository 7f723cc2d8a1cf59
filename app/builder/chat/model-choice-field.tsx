import { ChevronDown } from 'lucide-react';

import { Button } from '#app/ui/button.tsx';

import type { ModelChoosing } from './use-model-choice.ts';

/** Which model answers; where there is only one, just its name. */
export function ModelChoiceField({ model }: { model: ModelChoosing }) {
  const { models, chosen, pick, retry } = model;
  if (models === null && retry) {
    return (
      <Button variant="ghost" onClick={retry}>
        Model unknown: look again
      </Button>
    );
  }
  if (models === null || models.length < 2) {
    return <p className="truncate px-1 text-sm text-muted">{models?.[0]?.label ?? 'Model'}</p>;
  }
  return (
    <span className="relative block min-w-0">
      <select
        aria-label="Model"
        value={chosen}
        onChange={(event) => pick(event.target.value)}
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
