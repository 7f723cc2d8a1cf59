import { ListRow } from '#app/tester/connected/list-row.tsx';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { Badge } from '#app/ui/badge.tsx';

import type { ListedResource } from './read-resources.ts';

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
    <ListRow isOpen={isOpen} onOpen={onOpen}>
      <span className="flex w-full items-center gap-2">
        <span className="min-w-0 truncate text-sm font-semibold">
          <HiddenMarks text={resource.name.slice(0, SHOWN_CHARACTERS)} />
        </span>
        {resource.kind === 'template' ? <Badge className="ms-auto">template</Badge> : null}
      </span>
      <code className="w-full truncate text-muted">
        <HiddenMarks text={resource.uri.slice(0, SHOWN_CHARACTERS)} />
      </code>
    </ListRow>
  );
}
