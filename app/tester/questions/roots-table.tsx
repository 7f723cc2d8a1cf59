import { Plus, X } from 'lucide-react';
import { useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Input } from '#app/ui/input.tsx';

import { answerRulesOf } from './answer-rules.ts';

/** Folders that a server may be told about. */
export function RootsTable({ connection }: { connection: ServerConnection }) {
  const store = answerRulesOf(connection);
  const rules = useStore(store);
  const [uri, setUri] = useState('');
  const [name, setName] = useState('');
  const isKnown = rules.roots.some((root) => root.uri === uri.trim());
  const isFile = /^file:\/\/\S/.test(uri.trim());
  return (
    <section aria-labelledby="roots-title" className="space-y-3">
      <h2 id="roots-title">Roots</h2>
      <p className="text-sm text-muted">
        Folders that the server is told about when it asks. Nothing in them is read.
      </p>
      {rules.roots.length > 0 ? (
        <ul aria-label="Roots" className="divide-y border-y">
          {rules.roots.map((root) => (
            <li key={root.uri} className="flex items-center gap-3 py-1 text-sm">
              <code className="min-w-0 wrap-anywhere">{root.uri}</code>
              <span className="ms-auto text-muted">{root.name}</span>
              <IconButton
                label={`Remove ${root.uri}`}
                onClick={() =>
                  store.set({ ...rules, roots: rules.roots.filter((each) => each !== root) })
                }
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      <form
        aria-label="Add a root"
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isFile || isKnown) return;
          const root = name.trim() === '' ? { uri: uri.trim() } : { uri: uri.trim(), name };
          store.set({ ...rules, roots: [...rules.roots, root] });
          setUri('');
          setName('');
        }}
      >
        <Input
          aria-label="Address of the root"
          placeholder="file:///home/me/project"
          value={uri}
          className="min-w-0 grow basis-60 font-mono"
          onChange={(event) => setUri(event.target.value)}
        />
        <Input
          aria-label="Name of the root"
          placeholder="Name, optional"
          value={name}
          className="min-w-0 grow basis-32"
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={!isFile || isKnown}>
          <Plus aria-hidden />
          Add
        </Button>
      </form>
      {uri !== '' && !isFile ? (
        <p className="text-sm text-muted">A root begins with file://.</p>
      ) : isKnown ? (
        <p className="text-sm text-muted">This root is in the list.</p>
      ) : null}
    </section>
  );
}
