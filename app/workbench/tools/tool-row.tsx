import { clsx } from 'clsx';

import type { Tool } from '#app/blueprint/tool.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';

import { formatTokens } from './token-cost.ts';

/** One tool of the list: served or not, and what it is in one line. */
export function ToolRow({
  tool,
  tokens,
  isOpen,
  canSelect,
  onOpen,
  onSelect,
}: {
  tool: Tool;
  tokens: number;
  isOpen: boolean;
  canSelect: boolean;
  onOpen: () => void;
  onSelect: (enabled: boolean) => void;
}) {
  const summary = tool.title ?? tool.description;
  return (
    <li
      className={clsx(
        'relative flex gap-3 px-4 py-2.5 sm:px-6',
        isOpen ? 'bg-blue-tint' : 'hover:bg-hover',
      )}
    >
      <span className="flex h-6 items-center">
        <Checkbox
          aria-label={`Serve ${tool.name}`}
          checked={tool.enabled}
          disabled={!canSelect}
          onChange={() => onSelect(!tool.enabled)}
          className="relative z-1 before:absolute before:-inset-3.5"
        />
      </span>
      <button
        type="button"
        aria-current={isOpen}
        onClick={onOpen}
        className={clsx(
          'min-w-0 grow text-start outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-blue',
          !tool.enabled && 'text-muted',
        )}
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-mono text-sm font-semibold">{tool.name}</span>
          {tool.deprecated ? <Badge tone="warn">deprecated</Badge> : null}
          <span className="ms-auto shrink-0 ps-2 text-sm text-muted tabular-nums">
            {formatTokens(tokens)}
          </span>
        </span>
        <span className="flex items-baseline gap-2 text-sm text-muted">
          <code className="shrink-0">
            {tool.action.kind === 'http' ? tool.action.method : tool.action.kind}
          </code>
          <span className="truncate">{summary}</span>
        </span>
      </button>
    </li>
  );
}
