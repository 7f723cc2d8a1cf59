import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { StoredCredential } from '#app/hosting/credentials/caller-credentials.ts';
import {
  deleteCredential,
  getOwnCredentials,
} from '#app/hosting/credentials/credentials-client.ts';
import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

/** The credentials that the user has stored at servers of others, each with a way to remove it; nothing where there are none. */
export function OwnCredentials() {
  const { value, failure, retry } = useLoaded('credentials', '', getOwnCredentials);
  if (failure) return <FailureNote failure={failure} onRetry={retry} />;
  const credentials = value?.credentials ?? [];
  if (credentials.length === 0) return null;
  return (
    <section aria-labelledby="own-credentials">
      <h2 id="own-credentials">Credentials for other people’s servers</h2>
      <p className="mt-1 mb-3 text-muted">
        Credentials that you gave for your own calls of a server, and APIs that you connected for
        them. They are stored encrypted, and never shown again.
      </p>
      <ul aria-labelledby="own-credentials" className="border-t">
        {credentials.map((credential) => (
          <CredentialItem
            key={`${credential.project} ${credential.name}`}
            credential={credential}
            onRemoved={retry}
          />
        ))}
      </ul>
    </section>
  );
}

function CredentialItem({
  credential: { project, title, name, connects, changedAt, usedAt },
  onRemoved,
}: {
  credential: StoredCredential;
  onRemoved: () => void;
}) {
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const server = title ?? 'A server that you can no longer call';
  const action = connects === null ? 'Remove' : 'Disconnect';

  async function remove() {
    setBusy(true);
    const removed = await deleteCredential(project, name);
    setFailure(removed.ok ? null : removed);
    if (removed.ok) onRemoved();
    setBusy(false);
  }

  return (
    <li className="border-b py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            <bdi>{server}</bdi>
          </p>
          <p className="text-sm wrap-anywhere text-muted">
            {connects === null ? <code>{name}</code> : <bdi>{connects}</bdi>} ·{' '}
            {connects === null ? 'set' : 'connected'} <RelativeTime at={changedAt} /> ·{' '}
            {usedAt === null ? (
              'not used yet'
            ) : (
              <>
                last used <RelativeTime at={usedAt} />
              </>
            )}
          </p>
        </div>
        <Button
          variant="ghost"
          aria-label={`${action}: ${connects ?? name}, ${server}`}
          disabled={isBusy}
          onClick={() => void remove()}
        >
          {action}
        </Button>
      </div>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </li>
  );
}
