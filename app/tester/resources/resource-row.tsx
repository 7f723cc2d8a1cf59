import { clsx } from 'clsx';

import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { Badge } from '#app/ui/badge.tsx';

import type { ListedResource } from './read-resources.ts';

/** Of two lines; all rows have one height. */
export const RESOURCE_ROW_PX = 60;
const SHOWN_CHARACTERS = 160;

/** One resource or template of the list. */
export function ResourceRow({
  resource,
  isOpen,
  onOpen,
}: {
  resource: ListedResource;
  isOpen: boolean;
  onOpen: () => void;
}) {
  return (
    <button
      type="button"
      aria-current={isOpen}
      onClick={onOpen}
      className={clsx(
        'flex h-full w-full flex-col justify-center px-4 text-left -outline-offset-2 sm:px-6',
        isOpen ? 'bg-blue-tint' : 'hover:bg-hover',
      )}
    >
      <span className="flex w-full items-center gap-2">
        <span className="min-w-0 truncate text-sm font-semibold">
          <HiddenMarks text={resource.name.slice(0, SHOWN_CHARACTERS)} />
        </span>
        {resource.kind === 'template' ? <Badge className="ml-auto">template</Badge> : null}
      </span>
      <code className="w-full truncate text-muted">
        <HiddenMarks text={resource.uri.slice(0, SHOWN_CHARACTERS)} />
      </code>
    </button>
  );
}
