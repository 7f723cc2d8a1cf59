import { useState } from 'react';
import { useNavigate } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { TaskButton } from '#app/auth/task-button.tsx';
import type { FoundTool } from '#app/blueprint/import/servers/tools/found-server.ts';
import type { FoundRepository, ServerOfRepository } from '#app/github/imports/found-repository.ts';
import { proxyServer } from '#app/github/imports/proxy-server.ts';
import { recreateServer } from '#app/github/imports/recreate-server.ts';
import { checkOutboundUrl } from '#app/platform/outbound/outbound-url.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { showNotes } from '#app/ui/show-toast.ts';

/** Rules for the addresses that a server hosted by us calls. */
const PUBLIC_HOSTS = { ownHosts: [], allowsLoopback: false };

interface Props {
  found: FoundRepository;
  server: ServerOfRepository;
  /** The chosen ones. */
  tools: readonly FoundTool[];
}

/** Makes a new server of the tools that were chosen: one with code of its own, or one that calls the other. */
export function ImportActions({ found, server, tools }: Props) {
  const [busy, setBusy] = useState<'recreate' | 'proxy' | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [endpoint, setEndpoint] = useState('');
  const [needsToken, setNeedsToken] = useState(false);
  const navigate = useNavigate();
  const address = checkOutboundUrl(endpoint.trim(), PUBLIC_HOSTS);
  const isOff = tools.length === 0 || busy !== null;

  async function make(kind: 'recreate' | 'proxy') {
    setBusy(kind);
    setFailure(null);
    const made =
      kind === 'recreate'
        ? await recreateServer(found, server, tools, new AbortController().signal)
        : await proxyServer(server, tools, { url: endpoint.trim(), needsToken });
    setBusy(null);
    if (!made.ok) return setFailure(made);
    const { id, notes } = made.value;
    await navigate(`/chat/${id}`);
    showNotes(notes);
  }

  return (
    <div className="flex flex-col gap-4 border-t px-4 py-3">
      <div>
        <TaskButton
          variant="primary"
          isBusy={busy === 'recreate'}
          isOff={isOff}
          onClick={() => void make('recreate')}
        >
          Recreate it with the builder
        </TaskButton>
        <p className="mt-1 max-w-prose text-sm text-muted">
          Creates a server with the same tools, and asks the builder to write their code, based on
          the code in the repository. Without a language model the tools have no code yet.
        </p>
      </div>
      <div className="flex flex-col gap-2 border-t pt-3">
        <Field
          label="Endpoint of the running server"
          value={endpoint}
          onValue={setEndpoint}
          type="url"
          placeholder="https://mcp.example.com/mcp"
          className="font-mono md:text-sm"
        />
        {endpoint.trim() === '' || address.ok ? null : (
          <p className="text-sm text-warn">{address.message}</p>
        )}
        <label className="flex items-center gap-2 text-sm">
          <Checkbox checked={needsToken} onChange={({ target }) => setNeedsToken(target.checked)} />
          It requires a bearer token, which you set as a secret in the chat
        </label>
        <div>
          <TaskButton
            isBusy={busy === 'proxy'}
            isOff={isOff || !address.ok}
            onClick={() => void make('proxy')}
          >
            Proxy it
          </TaskButton>
          <p className="mt-1 max-w-prose text-sm text-muted">
            Makes a server whose tools call those of the running one, over HTTPS.
          </p>
        </div>
      </div>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </div>
  );
}
