import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

import type { ModelChoosing } from './use-model-choice.ts';

/** Button that names the current model and opens the menu of models. */
export function ModelMenuButton({
  model,
  className,
  ...props
}: ComponentProps<'button'> & { model: Pick<ModelChoosing, 'models' | 'chosen'> }) {
  const { models, chosen } = model;
  const name = models?.find(({ id }) => id === chosen)?.label ?? 'Model';
  const isAlone = models?.length === 1;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...props}
      className={clsx(
        'control inline-flex min-w-0 items-center gap-1 px-2 text-sm text-muted hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
        className,
      )}
    >
      <span className="sr-only">Model: </span>
      <span className="min-w-0 truncate">
        {isAlone ? (
          <>
            {/* A phone has room for only one of them. */}
            <span className="max-sm:sr-only">{name} · </span>
            <span className="inline-block text-blue max-sm:first-letter:uppercase">
              connect a model
            </span>
          </>
        ) : (
          name
        )}
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0" />
    </button>
  );
}
