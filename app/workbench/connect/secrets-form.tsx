import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { listConnectables } from '#app/drafts/connections/connection.ts';
import { confirmSecret, deleteSecret, putSecret } from '#app/drafts/draft-client.ts';
import type { SecretStatus } from '#app/drafts/draft.ts';
import { listClientSecrets } from '#app/drafts/secrets/list-client-secrets.ts';
import type { Result } from '#app/platform/result.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breakable } from '#app/ui/breakable.tsx';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

import { ConnectionRow } from './connection-row.tsx';
import { SecretScope } from './secret-scope.tsx';

/**
 * Sets, replaces and removes the values of secrets; a value is never shown again. What connecting an API sets
 * is connected instead.
 */
export function SecretsForm({ screen }: { screen: DraftScreen }) {
  const { draft } = screen;
  const { secrets: declared, upstreams } = draft.blueprint;
  const connectables = listConnectables(upstreams);
  const connected = new Set(connectables.map(({ scheme }) => scheme.refreshTokenSecret));
  // A server is registered with an API once, whoever signs in there.
  const ofClients = listClientSecrets({ upstreams });
  const typed = draft.secrets.filter(({ name }) => !connected.has(name));
  return (
    <ul className="space-y-4">
      {connectables.map((connectable) => (
        <ConnectionRow
          key={`${connectable.upstream.id} ${connectable.scheme.id}`}
          draftId={draft.id}
          connectable={connectable}
          secrets={draft.secrets}
          onChanged={screen.reload}
        >
          <SecretScope screen={screen} name={connectable.scheme.refreshTokenSecret} />
        </ConnectionRow>
      ))}
      {typed.map((secret) => (
        <SecretRow
          key={secret.name}
          draftId={draft.id}
          secret={secret}
          description={declared.find(({ name }) => name === secret.name)?.description}
          onChanged={screen.reload}
        >
          {ofClients.has(secret.name) ? null : <SecretScope screen={screen} name={secret.name} />}
        </SecretRow>
      ))}
    </ul>
  );
}

type Sending = Promise<Result<Response, RequestFailure>>;

function SecretRow({
  draftId,
  secret,
  description,
  onChanged,
  children,
}: {
  draftId: string;
  secret: SecretStatus;
  description: string | undefined;
  onChanged: () => Promise<void>;
  /** The choice of whose value is used. */
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(sending: Sending, said: string) {
    setBusy(true);
    const sent = await sending;
    setFailure(sent.ok ? null : sent);
    if (sent.ok) {
      await onChanged();
      setOpen(false);
      showToast(said);
    } else if (sent.reason === 'problem' && sent.problem.status === 409) {
      // The page is behind: it must show where the value would go before anybody tries again.
      await onChanged();
    }
    setBusy(false);
  }

  const { name } = secret;
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <code className="wrap-anywhere">
          <Breakable text={name} />
        </code>
        <SecretState secret={secret} />
      </div>
      {description ? <p className="text-sm wrap-anywhere text-muted">{description}</p> : null}
      {secret.origins.length > 0 ? (
        <p className="text-sm wrap-anywhere text-muted">Sent to {secret.origins.join(', ')}</p>
      ) : null}
      {children}
      {isOpen ? (
        <SecretValue
          name={name}
          isBusy={isBusy}
          onSave={(value) => void send(putSecret(draftId, secret, value), `${name} is set`)}
          onClose={() => setOpen(false)}
        />
      ) : (
        <div className="mt-1.5 flex flex-wrap gap-2">
          {secret.needsConfirmation ? (
            <Button
              variant="primary"
              disabled={isBusy}
              onClick={() => void send(confirmSecret(draftId, secret), `${name} is used again`)}
            >
              Confirm
            </Button>
          ) : null}
          <Button onClick={() => setOpen(true)}>{secret.isSet ? 'Replace' : 'Set value'}</Button>
          {secret.isSet ? (
            <Button
              variant="ghost"
              disabled={isBusy}
              onClick={() => void send(deleteSecret(draftId, name), `${name} is removed`)}
            >
              Remove
            </Button>
          ) : null}
        </div>
      )}
      {failure ? (
        <div className="mt-2">
          <FailureNote failure={failure} onClose={() => setFailure(null)} />
        </div>
      ) : null}
    </li>
  );
}

function SecretState({ secret }: { secret: SecretStatus }) {
  if (secret.needsConfirmation) return <Badge tone="pencil">confirm the destination</Badge>;
  return secret.isSet ? <Badge tone="pass">is set</Badge> : <Badge>not set</Badge>;
}

function SecretValue({
  name,
  isBusy,
  onSave,
  onClose,
}: {
  name: string;
  isBusy: boolean;
  onSave: (value: string) => void;
  onClose: () => void;
}) {
  const [value, setValue] = useState('');
  return (
    <form
      className="mt-1.5 space-y-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (value !== '') onSave(value);
      }}
    >
      <Input
        type="password"
        aria-label={`Value of ${name}`}
        placeholder="Paste the value"
        autoComplete="new-password"
        autoFocus
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onClose();
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={isBusy || value === ''}>
          Save
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
