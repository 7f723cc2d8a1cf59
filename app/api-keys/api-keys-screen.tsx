import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';

import type { ConnectedApp } from '#app/oauth/apps/connected-app.ts';
import { ConnectedApps } from '#app/oauth/apps/connected-apps.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';

import type { KeyProject } from './api-key-store.server.ts';
import type { ApiKeyView, CreatedKey } from './api-key.ts';
import { KeyRow } from './key-row.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { ShownKey } from './shown-key.tsx';

interface Props {
  keys: ApiKeyView[];
  projects: KeyProject[];
  /** Apps that the user has connected by signing in. */
  apps: ConnectedApp[];
  /** The team whose keys they are; null: the user's own account. */
  team: { id: string; name: string } | null;
  /** The server's time when they were listed, in milliseconds since 1970. */
  now: number;
}

/** The keys of an account: created, shown once, rotated, revoked. */
export function ApiKeysScreen({ keys, projects, apps, team, now }: Props) {
  const { revalidate } = useRevalidator();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedKey | null>(null);

  async function show(key: CreatedKey) {
    setCreating(false);
    setCreated(key);
    await revalidate();
  }

  return (
    <div className="mx-auto flex w-full max-w-3xl grow flex-col gap-6 px-4 py-8 sm:px-6">
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="me-auto min-w-0 text-lg font-semibold wrap-anywhere">
            {team ? `API keys of ${team.name}` : 'API keys'}
          </h1>
          {isCreating ? null : (
            <Button variant="primary" onClick={() => setCreating(true)}>
              Create key
            </Button>
          )}
        </div>
        <p className="mt-1 max-w-prose text-muted">
          MCP clients and scripts call the endpoints of your projects with a key; one that may
          manage works with the{' '}
          <Link to="/docs/api" className="text-blue underline underline-offset-2">
            management API
          </Link>
          . A key is shown once, when it is created; we store only a hash of it.
        </p>
      </div>
      {isCreating ? (
        <NewKeyForm
          projects={projects}
          account={team?.id}
          onCreated={show}
          onClose={() => setCreating(false)}
        />
      ) : null}
      {created ? <ShownKey created={created} onClose={() => setCreated(null)} /> : null}
      {keys.length === 0 ? (
        <EmptyState title="No keys yet">
          Create one for each client or machine, so that you can revoke it without touching the
          others.
        </EmptyState>
      ) : (
        <ul aria-label="Keys" className="divide-y border-y">
          {keys.map((key) => (
            <li key={key.id}>
              <KeyRow
                apiKey={key}
                now={now}
                projects={projects}
                account={team?.id}
                onRotated={show}
                onEnded={() => revalidate()}
              />
            </li>
          ))}
        </ul>
      )}
      {team ? (
        <p className="max-w-prose text-sm text-muted">
          A key has the rights of who made it, and ends when they leave the team.
        </p>
      ) : (
        <ConnectedApps apps={apps} onEnded={() => revalidate()} />
      )}
    </div>
  );
}
