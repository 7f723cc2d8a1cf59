import { ChevronRight } from 'lucide-react';
import { useId, useMemo, useState } from 'react';

import { groupTools, type ToolGroup } from '#app/blueprint/group-tools.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { formatTokens } from '#app/workbench/tools/token-cost.ts';
import { TokenNote } from '#app/workbench/tools/token-note.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

import { describeMethods } from './describe-methods.ts';

/** Groups of a server with more tools start closed. */
const OPEN_UP_TO = 40;
/** More groups than these are shown when asked for. */
const SHOWN_GROUPS = 40;
/** A group shows so many tools; the rest is in the list of all tools. */
const SHOWN_TOOLS = 60;

interface Props {
  screen: DraftScreen;
  tools: readonly Tool[];
  countTokens: (tool: Tool) => number;
  /** Opens a tool; null opens the list of all. */
  onOpen: (tool: string | null) => void;
}

/**
 * The tools of the server, group by group, each with its count and its cost in tokens for a model.
 */
export function ToolGroups({ screen, tools, countTokens, onOpen }: Props) {
  const groups = useMemo(() => groupTools(tools), [tools]);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? groups : groups.slice(0, SHOWN_GROUPS);
  const sum = (list: readonly Tool[]) => list.reduce((total, tool) => total + countTokens(tool), 0);
  const most = Math.max(...groups.map((group) => sum(group.tools)));
  return (
    <section aria-labelledby="groups-title">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="groups-title">
          {tools.length === 1 ? '1 tool' : `${formatCount(tools.length)} tools`} in{' '}
          {groups.length === 1 ? '1 group' : `${formatCount(groups.length)} groups`}
        </h2>
        <span className="text-sm">
          <TokenNote tokens={sum(tools.filter(({ enabled }) => enabled))} />
        </span>
      </div>
      <ul className="gap-x-6 border-t @min-[760px]:columns-2">
        {shown.map((group) => (
          <GroupItem
            key={group.name}
            group={group}
            tokens={sum(group.tools)}
            most={most}
            startsOpen={tools.length <= OPEN_UP_TO}
            screen={screen}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        {shown.length < groups.length ? (
          <Button onClick={() => setAll(true)}>Show {groups.length - shown.length} more</Button>
        ) : null}
        <Button onClick={() => onOpen(null)}>List all tools</Button>
      </div>
    </section>
  );
}

function GroupItem({
  group: { name, tools },
  tokens,
  most,
  startsOpen,
  screen,
  onOpen,
}: {
  group: ToolGroup;
  tokens: number;
  /** Tokens of the group that costs most. */
  most: number;
  startsOpen: boolean;
  screen: DraftScreen;
  onOpen: Props['onOpen'];
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  const id = useId();
  const count = tools.length === 1 ? '1 tool' : `${formatCount(tools.length)} tools`;
  return (
    <li className="break-inside-avoid-column border-b py-2.5">
      <div className="relative flex items-center gap-2">
        <GroupCheckbox name={name} tools={tools} screen={screen} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-8 min-w-0 grow items-center gap-1.5 rounded-control text-start hover:bg-hover pointer-coarse:min-h-11"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 shrink-0 text-muted ${isOpen ? 'rotate-90' : ''}`}
          />
          <bdi className="min-w-0 truncate font-medium">{name}</bdi>
          <span className="shrink-0 text-sm text-muted tabular-nums">{count}</span>
          <span className="ms-auto shrink-0 pe-1 ps-2 text-sm text-muted tabular-nums">
            {formatTokens(tokens)} tokens
          </span>
        </button>
      </div>
      <div aria-hidden className="mt-1 h-1 rounded-full bg-sunken">
        <div
          className="h-full rounded-full bg-edge"
          style={{ width: `${Math.max(1, (tokens / most) * 100)}%` }}
        />
      </div>
      <div id={id} hidden={!isOpen}>
        <p className="mt-1.5 text-sm text-muted tabular-nums">{describeMethods(tools)}</p>
        <GroupTools tools={tools} onOpen={onOpen} />
      </div>
    </li>
  );
}

function GroupTools({ tools, onOpen }: { tools: readonly Tool[]; onOpen: Props['onOpen'] }) {
  const rest = tools.length - SHOWN_TOOLS;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3">
      {tools.slice(0, SHOWN_TOOLS).map((tool) => (
        <li key={tool.name} className="min-w-0">
          <button
            type="button"
            title={tool.title}
            onClick={() => onOpen(tool.name)}
            className={`min-h-7 max-w-full truncate font-mono text-sm hover:underline pointer-coarse:min-h-11 ${
              tool.enabled ? 'text-blue' : 'text-muted line-through'
            }`}
          >
            {tool.name}
          </button>
        </li>
      ))}
      {rest > 0 ? (
        <li>
          <button
            type="button"
            onClick={() => onOpen(null)}
            className="min-h-7 text-sm text-muted hover:underline pointer-coarse:min-h-11"
          >
            and {formatCount(rest)} more
          </button>
        </li>
      ) : null}
    </ul>
  );
}

function GroupCheckbox({
  name,
  tools,
  screen,
}: {
  name: string;
  tools: readonly Tool[];
  screen: DraftScreen;
}) {
  if (!screen.draft.mayEdit) return null;
  const on = tools.filter(({ enabled }) => enabled).length;
  return (
    <Checkbox
      aria-label={`Serve the group ${name}`}
      checked={on === tools.length}
      isMixed={on > 0 && on < tools.length}
      className="relative z-1 before:absolute before:-inset-3"
      onChange={() => {
        const enabled = on < tools.length;
        const names = tools.filter((tool) => tool.enabled !== enabled).map((tool) => tool.name);
        screen.edit({ edit: 'selectTools', names, enabled });
      }}
    />
  );
}
