import { useState } from 'react';
import type { ReactNode } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { CALLBACK_PATH, type Connectable } from '#app/drafts/connections/connection.ts';
import { startConnecting, deleteSecret } from '#app/drafts/draft-client.ts';
import type { SecretStatus } from '#app/drafts/draft.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breakable } from '#app/ui/breakable.tsx';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { showToast } from '#app/ui/show-toast.ts';

import { useOrigin } from '#app/ui/use-origin.ts';

/** Connects an API by signing in there (OAuth 2 with an authorization code), and ends it. */
export function ConnectionRow({
  draftId,
  connectable: { upstream, scheme },
  secrets,
  onChanged,
  children,
}: {
  draftId: string;
  connectable: Connectable;
  secrets: readonly SecretStatus[];
  onChanged: () => Promise<void>;
  /** The choice of whose connection is used. */
  children?: ReactNode;
}) {
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const name = upstream.title ?? upstream.id;
  const token = secrets.find((secret) => secret.name === scheme.refreshTokenSecret);
  const missing = listMissing([scheme.clientIdSecret, scheme.clientSecretSecret], secrets);

  async function connect() {
    setBusy(true);
    const begun = await startConnecting(draftId, { upstream: upstream.id, scheme: scheme.id });
    if (begun.ok) {
      location.assign(begun.value.url);
      return;
    }
    setFailure(begun);
    setBusy(false);
  }

  async function disconnect() {
    setBusy(true);
    const sent = await deleteSecret(draftId, scheme.refreshTokenSecret);
    setFailure(sent.ok ? null : sent);
    if (sent.ok) {
      await onChanged();
      showToast(`${name} is disconnected`);
    }
    setBusy(false);
  }

  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="wrap-anywhere">
          {name} ({scheme.id})
        </span>
        <ConnectionState token={token} />
      </div>
      <p className="text-sm wrap-anywhere text-muted">
        Calls act for whoever connects it. You sign in at {new URL(scheme.authorizationUrl).host}
        {scheme.scopes.length > 0 ? `, and allow ${scheme.scopes.join(', ')}` : ''}.
      </p>
      {children}
      <RedirectAddress />
      {missing.length > 0 ? (
        <p className="text-sm wrap-anywhere text-muted">Set {missing.join(' and ')} first.</p>
      ) : null}
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={isBusy || missing.length > 0}
          onClick={() => void connect()}
        >
          {token?.isSet ? 'Reconnect' : 'Connect'}
        </Button>
        {token?.isSet ? (
          <Button variant="ghost" disabled={isBusy} onClick={() => void disconnect()}>
            Disconnect
          </Button>
        ) : null}
      </div>
      {failure ? (
        <div className="mt-2">
          <FailureNote failure={failure} onClose={() => setFailure(null)} />
        </div>
      ) : null}
    </li>
  );
}

function ConnectionState({ token }: { token: SecretStatus | undefined }) {
  // Where the token would go has changed: connecting again is how its owner agrees.
  if (token?.needsConfirmation) return <Badge tone="pencil">connect again</Badge>;
  return token?.isSet ? <Badge tone="pass">connected</Badge> : <Badge>not connected</Badge>;
}

/** The address that a client has to be registered with at the API. */
function RedirectAddress() {
  const address = useOrigin() + CALLBACK_PATH;
  return (
    <div className="flex items-center gap-1 text-sm text-muted">
      <span className="wrap-anywhere">
        Register the client with the redirect address{' '}
        <code>
          <Breakable text={address} />
        </code>
      </span>
      <CopyButton text={address} what="redirect address" />
    </div>
  );
}

/** Names of secrets that have no value that may be used. */
function listMissing(
  names: readonly (string | undefined)[],
  secrets: readonly SecretStatus[],
): string[] {
  const usable = secrets.filter(({ isSet, needsConfirmation }) => isSet && !needsConfirmation);
  return names
    .filter((name) => name !== undefined)
    .filter((name) => !usable.some((secret) => secret.name === name));
}
