import { useState } from 'react';

import type { FoundTool } from '#app/blueprint/import/servers/tools/found-server.ts';
import type { FoundRepository, ServerOfRepository } from '#app/github/imports/found-repository.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';

import { ImportActions } from './import-actions.tsx';
import { UnreadPlaces } from './unread-places.tsx';

interface Props {
  found: FoundRepository;
  server: ServerOfRepository;
}

/** A server that was found in a repository: its tools to choose from, and what to make of them. */
export function FoundServerView({ found, server }: Props) {
  const { tools, unread } = server;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = tools.filter(({ name }) => !left.has(name));
  return (
    <section aria-label="Server found" className="rounded-panel border bg-raised">
      <div className="border-b px-4 py-3">
        <h3 className="font-semibold wrap-anywhere">
          <bdi>{server.title ?? server.name ?? 'MCP server'}</bdi>{' '}
          {server.version === null ? null : (
            <span className="font-normal text-muted">{server.version}</span>
          )}
        </h3>
        {server.description === null ? null : (
          <p className="text-sm wrap-anywhere text-muted">
            <bdi>{server.description}</bdi>
          </p>
        )}
        <p className="text-sm wrap-anywhere text-muted">
          {[server.packages.join(', '), server.transports.join(', ')].filter(Boolean).join(' · ')}
        </p>
      </div>
      {tools.length === 0 ? null : (
        <div className="px-4 py-3">
          <label className="flex items-center gap-2 text-sm">
            <Checkbox
              checked={left.size === 0}
              isMixed={left.size > 0 && chosen.length > 0}
              onChange={({ target }) =>
                setLeft(new Set(target.checked ? [] : tools.map(({ name }) => name)))
              }
            />
            {tools.length === 1 ? '1 tool' : `All ${tools.length} tools`}
          </label>
          <ul aria-label="Tools" className="mt-2 max-h-96 divide-y overflow-y-auto border-y">
            {tools.map((tool) => (
              <ToolRow
                key={tool.name}
                tool={tool}
                isChosen={!left.has(tool.name)}
                onChange={(isChosen) => setLeft(without(left, tool.name, isChosen))}
              />
            ))}
          </ul>
        </div>
      )}
      <UnreadPlaces unread={unread} />
      <ImportActions found={found} server={server} tools={chosen} />
    </section>
  );
}

function ToolRow({
  tool,
  isChosen,
  onChange,
}: {
  tool: FoundTool;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}) {
  const { properties } = tool.inputSchema;
  const names =
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return (
    <li className="py-2">
      <label className="flex items-start gap-2">
        <Checkbox
          checked={isChosen}
          className="mt-1"
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className="min-w-0 grow text-sm wrap-anywhere">
          <code className="text-base">{tool.name}</code>
          {tool.description === null ? null : (
            <bdi className="line-clamp-2 text-muted">{tool.description}</bdi>
          )}
          {names.length === 0 ? null : (
            <span className="block text-muted">
              Arguments: <code>{names.join(', ')}</code>
            </span>
          )}
          {tool.gaps.map((gap) => (
            <span key={gap} className="block text-warn">
              {gap}
            </span>
          ))}
        </span>
      </label>
    </li>
  );
}

function without(left: ReadonlySet<string>, name: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(left);
  if (isChosen) next.delete(name);
  else next.add(name);
  return next;
}
