import { useState } from 'react';
import { useNavigate } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { checkOutboundUrl } from '#app/platform/outbound/outbound-url.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { showNotes } from '#app/ui/show-toast.ts';

import { importServer } from './import-server.ts';
import { listTargetCredentials } from './list-target-credentials.ts';

/** Rules for the addresses that a server hosted by us calls. */
const PUBLIC_HOSTS = { ownHosts: [], allowsLoopback: false };

interface Props {
  connection: ServerConnection;
  tools: readonly JsonObject[];
  onClose: () => void;
}

/** Chooses the tools that a server of the builder will hand on to this one. */
export function ProxyDialog({ connection, tools, onClose }: Props) {
  const names = tools.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(names));
  const [withSecrets, setWithSecrets] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const navigate = useNavigate();
  const credentials = listTargetCredentials(connection.target);
  const address = checkOutboundUrl(connection.target.url, PUBLIC_HOSTS);
  const create = async () => {
    setBusy(true);
    const wanted = tools.filter(({ name }) => typeof name === 'string' && chosen.has(name));
    const made = await importServer(connection, wanted, withSecrets);
    setBusy(false);
    if (!made.ok) return setFailure(made);
    const { id, notes } = made.value;
    await navigate(`/chat/${id}`);
    showNotes(notes);
  };
  return (
    <Dialog title="Import into the builder" isWide onClose={onClose}>
      <div className="min-h-0 space-y-3 overflow-y-auto p-4">
        <p className="max-w-prose text-sm">
          Makes a new server whose tools call those of this one. There you can rename and describe
          them, add tools of other APIs, test, publish and download it.
        </p>
        {address.ok ? null : (
          <p className="max-w-prose text-sm font-medium">
            A server hosted here cannot call this address. {address.message} Once downloaded and run
            on your machine, it can.
          </p>
        )}
        <label className="flex items-center gap-2">
          <Checkbox
            checked={chosen.size === names.length}
            isMixed={chosen.size > 0 && chosen.size < names.length}
            onChange={(event) => setChosen(new Set(event.target.checked ? names : []))}
          />
          All {names.length} tools
        </label>
        <ul className="max-h-64 space-y-1 overflow-y-auto border-y py-2 ps-5">
          {[...new Set(names)].map((name) => (
            <li key={name}>
              <label className="flex items-center gap-2 wrap-anywhere">
                <Checkbox
                  checked={chosen.has(name)}
                  onChange={(event) => setChosen(withName(chosen, name, event.target.checked))}
                />
                <code>{name}</code>
              </label>
            </li>
          ))}
        </ul>
        {credentials.length === 0 ? null : (
          <label className="flex items-start gap-2 text-sm">
            <Checkbox
              checked={withSecrets}
              className="mt-0.5"
              onChange={(event) => setWithSecrets(event.target.checked)}
            />
            <span>
              Store the value of {credentials.map(({ header }) => header).join(', ')} as a secret of
              the new server. Otherwise you set it there.
            </span>
          </label>
        )}
        {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
      </div>
      <div className="flex justify-end gap-2 border-t px-4 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={isBusy || chosen.size === 0}
          onClick={() => void create()}
        >
          {isBusy
            ? 'Importing…'
            : `Import ${chosen.size === 1 ? '1 tool' : `${chosen.size} tools`}`}
        </Button>
      </div>
    </Dialog>
  );
}

function withName(names: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(names);
  if (isIn) next.add(name);
  else next.delete(name);
  return next;
}
