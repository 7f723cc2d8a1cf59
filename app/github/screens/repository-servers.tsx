import { useState } from 'react';

import type { FoundRepository, ServerOfRepository } from '#app/github/imports/found-repository.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';

import { FoundServerView } from './found-server-view.tsx';

/** The MCP servers of a repository; one of them is shown. */
export function RepositoryServers({ found }: { found: FoundRepository }) {
  const { owner, name, servers, notes } = found;
  const [folder, setFolder] = useState(servers[0]?.folder ?? '');
  const shown = servers.find((server) => server.folder === folder);
  if (shown === undefined) {
    return (
      <EmptyState title="No MCP server found">
        Nothing in {owner}/{name} registers tools in a way that can be read: with the official
        TypeScript SDK, mcp-use, FastMCP or mcp-framework.
      </EmptyState>
    );
  }
  return (
    <>
      {servers.length > 1 ? (
        <fieldset className="text-sm">
          <legend className="mb-1 font-medium">{servers.length} servers in this repository</legend>
          <ul className="max-h-56 overflow-y-auto">
            {servers.map((server) => (
              <li key={server.folder}>
                <label className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
                  <input
                    type="radio"
                    name="found-server"
                    checked={server === shown}
                    onChange={() => setFolder(server.folder)}
                    className="size-4 shrink-0 accent-blue"
                  />
                  <span className="min-w-0 wrap-anywhere">
                    <bdi>{nameOf(server)}</bdi>{' '}
                    <span className="text-muted">
                      {server.folder === '' ? '' : `${server.folder} · `}
                      {countTools(server)}
                    </span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ) : null}
      <FoundServerView key={shown.folder} found={found} server={shown} />
      {notes.length === 0 ? null : (
        <ul className="text-sm text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function nameOf({ title, name, folder }: ServerOfRepository): string {
  return title ?? name ?? (folder === '' ? 'MCP server' : folder);
}

function countTools({ tools }: ServerOfRepository): string {
  return tools.length === 1 ? '1 tool' : `${tools.length} tools`;
}
