import { Plus, Terminal } from 'lucide-react';

import { Button } from '#app/ui/button.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';

import { toBridge } from './configs/bridge-command.ts';
import type { LocalEntry, ReadServers, RemoteEntry } from './configs/config-entry.ts';
import { toServerName } from './new-target.ts';

interface Props {
  found: ReadServers;
  origin: string;
  /** Adds servers to the list; nothing is sent to them. */
  onAdd: (entries: readonly RemoteEntry[]) => void;
}

/** The servers of a configuration: those that can be added, and how to reach those that run as programs. */
export function FoundServers({ found: { from, remote, local, skipped }, origin, onAdd }: Props) {
  return (
    <section aria-label="Servers found" className="space-y-4">
      {remote.length > 0 ? (
        <div>
          <div className="mb-2 flex flex-wrap items-center gap-3">
            <p className="me-auto text-sm text-muted">
              {count(remote.length, 'server')} found in {from}
            </p>
            <Button variant="primary" onClick={() => onAdd(remote)}>
              <Plus aria-hidden />
              {remote.length === 1 ? 'Add it' : `Add all ${remote.length}`}
            </Button>
          </div>
          <ul className="divide-y rounded-panel border">
            {remote.map((entry, at) => (
              <RemoteRow key={at} entry={entry} onAdd={() => onAdd([entry])} />
            ))}
          </ul>
        </div>
      ) : null}
      {local.length > 0 ? <LocalServers entries={local} origin={origin} onAdd={onAdd} /> : null}
      {skipped.map(({ name, why }) => (
        <p key={name} className="text-sm text-muted">
          <code>{name}</code> was left out. {why}
        </p>
      ))}
    </section>
  );
}

function RemoteRow({ entry, onAdd }: { entry: RemoteEntry; onAdd: () => void }) {
  const name = entry.name || toServerName(entry.url);
  const extras = [
    entry.transport === 'sse' ? 'the HTTP+SSE transport' : '',
    entry.auth.kind === 'bearer' ? 'a bearer token' : '',
    entry.auth.kind === 'oauth' ? 'an OAuth client' : '',
    entry.headers.length > 0 ? count(entry.headers.length, 'header') : '',
  ].filter((each) => each !== '');
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-muted">
          <code>{entry.url}</code>
        </p>
        {extras.length > 0 ? <p className="text-sm text-muted">With {extras.join(', ')}</p> : null}
      </div>
      <Button aria-label={`Add ${name}`} onClick={onAdd}>
        Add
      </Button>
    </li>
  );
}

function LocalServers({
  entries,
  origin,
  onAdd,
}: {
  entries: readonly LocalEntry[];
  origin: string;
  onAdd: Props['onAdd'];
}) {
  return (
    <div className="rounded-panel border p-4">
      <h3 className="flex items-center gap-2 text-base">
        <Terminal aria-hidden className="size-4 text-muted" />
        {entries.length === 1
          ? `${entries[0]?.name ?? ''} runs over stdio`
          : `${entries.length} servers run over stdio`}
      </h3>
      <p className="mt-1 mb-4 max-w-prose text-sm text-muted">
        They are programs that their client starts, and a web page cannot start programs. Run the
        bridge on your machine: it starts the program and gives it an address that only this site
        may ask. Then connect.
      </p>
      <ul className="space-y-5">
        {entries.map((entry, at) => (
          <BridgedServer key={at} entry={entry} at={at} origin={origin} onAdd={onAdd} />
        ))}
      </ul>
    </div>
  );
}

function BridgedServer({
  entry,
  at,
  origin,
  onAdd,
}: {
  entry: LocalEntry;
  at: number;
  origin: string;
  onAdd: Props['onAdd'];
}) {
  const { command, url } = toBridge(entry, origin, at);
  const bridged = { name: entry.name, url, transport: 'http', headers: [] } as const;
  return (
    <li className="min-w-0">
      <div className="mb-1.5 flex items-center gap-3">
        <p className="min-w-0 grow truncate font-medium">{entry.name}</p>
        <Button
          aria-label={`Add ${entry.name}, bridged`}
          onClick={() => onAdd([{ ...bridged, headers: [], auth: { kind: 'none' } }])}
        >
          Add <code>{url}</code>
        </Button>
      </div>
      <CodeBlock label={`bridge command of ${entry.name}`} text={command} />
      {entry.variables.length > 0 ? (
        <p className="mt-1 text-sm text-muted">
          Fill in {entry.variables.map((name) => name).join(', ')}; the values in your file were not
          read.
        </p>
      ) : null}
    </li>
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
