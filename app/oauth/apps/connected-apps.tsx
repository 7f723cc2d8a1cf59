import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { requestAppEnd } from '#app/oauth/oauth-client.ts';
import { toEndpointAddress } from '#app/oauth/builder-slug.ts';
import { SCOPE_WORDS } from '#app/oauth/scope-words.ts';
import type { ConnectedApp } from './connected-app.ts';

interface Props {
  apps: ConnectedApp[];
  onEnded: () => Promise<void>;
}

/** The apps that call servers for the signed-in user, each with a way to end it. */
export function ConnectedApps({ apps, onEnded }: Props) {
  return (
    <section aria-labelledby="connected-apps" className="flex flex-col gap-2">
      <h2 id="connected-apps" className="font-semibold">
        Connected apps
      </h2>
      <p className="max-w-prose text-muted">
        Apps that you let call a server by signing in. One that you disconnect is refused within 30
        seconds.
      </p>
      {apps.length === 0 ? (
        <p className="text-sm text-muted">
          None. An MCP client that supports OAuth asks you when it connects to an endpoint.
        </p>
      ) : (
        <ul aria-labelledby="connected-apps" className="divide-y border-y">
          {apps.map((app) => (
            <li key={app.id}>
              <AppRow app={app} onEnded={onEnded} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AppRow({ app, onEnded }: { app: ConnectedApp; onEnded: () => Promise<void> }) {
  const { id, name, domain, client, slug, scopes, createdAt } = app;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function end() {
    setBusy(true);
    const ended = await requestAppEnd(id);
    if (ended.ok) await onEnded();
    else setFailure(ended);
    setBusy(false);
  }

  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          <span className="font-normal text-muted">
            {' '}
            {domain === null ? (
              <>
                (registered as <code>{client}</code>)
              </>
            ) : (
              `(${domain})`
            )}
          </span>
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-muted">
          <code>{toEndpointAddress(slug)}</code> ·{' '}
          {scopes.map((scope) => SCOPE_WORDS[scope].title).join(', ')} · connected{' '}
          <RelativeTime at={createdAt} />
        </p>
      </div>
      <Button
        variant="ghost"
        aria-label={`Disconnect: ${name}`}
        disabled={isBusy}
        onClick={() => void end()}
      >
        Disconnect
      </Button>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </div>
  );
}
