import { TriangleAlert } from 'lucide-react';

import { ListRow } from '#app/tester/connected/list-row.tsx';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';

import type { ServerTool } from './read-tools.ts';

/** A row shows one line of it. */
const SHOWN_CHARACTERS = 160;

/** One tool of the list: its name, and what it is in one line. */
export function ListedToolRow({
  tool,
  isOpen,
  onOpen,
}: {
  tool: ServerTool;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const summary = tool.title ?? tool.description ?? '';
  return (
    <ListRow isOpen={isOpen} onOpen={onOpen}>
      <span className="flex w-full items-center gap-2">
        <span className="min-w-0 truncate font-mono text-sm font-semibold">
          {tool.name === '' ? '(no name)' : <HiddenMarks text={tool.name} />}
        </span>
        {tool.warnings.length > 0 ? (
          <TriangleAlert aria-label="has warnings" className="size-4 shrink-0 text-warn" />
        ) : null}
      </span>
      <span className="w-full truncate text-sm text-muted">
        <HiddenMarks text={summary.slice(0, SHOWN_CHARACTERS)} />
      </span>
    </ListRow>
  );
}
