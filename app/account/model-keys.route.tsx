import { useState } from 'react';
import { useRevalidator } from 'react-router';

import { sendRequest, type RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { requireUser } from '#app/auth/caller.server.ts';
import { listModelKeys } from '#app/builder/models/key-store.server.ts';
import { KEY_KINDS, type KeyKind, type ModelKeyView } from '#app/builder/models/model-key.ts';
import { appContext } from '#app/platform/app-context.ts';
import { Button } from '#app/ui/button.tsx';

import type { Route } from './+types/model-keys.route.ts';
import { KeyForm } from './key-form.tsx';
import { KEY_NAMES } from './key-names.ts';

/**
 * The caller's keys; null if they could not be loaded: the rest of the page is shown all the same.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  try {
    const user = await requireUser(app, request);
    return { keys: user.ok ? await listModelKeys(app.env.DB, user.value.accountId) : null };
  } catch (error) {
    app.log.warn('model.keys.unread', { error });
    return { keys: null };
  }
}

/** The part of the account's page where a user keeps keys of models: one of a kind. */
export default function ModelKeys({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<KeyKind | null>(null);
  const keys = loaderData?.keys ?? null;
  return (
    <section aria-labelledby="model-keys">
      <h2 id="model-keys">Model keys</h2>
      <p className="mt-1 mb-3 text-muted">
        With your own key, the builder uses your account with that provider, and turns do not count
        toward your plan. Keys are stored encrypted, sent only to their own address, and never shown
        again.
      </p>
      {keys === null ? (
        <Button onClick={() => void revalidate()}>Reload the keys</Button>
      ) : (
        <ul className="border-t">
          {KEY_KINDS.map((kind) => (
            <KeyRow
              key={kind}
              kind={kind}
              stored={keys.find((each) => each.kind === kind) ?? null}
              isOpen={open === kind}
              onOpen={(isOpen) => setOpen(isOpen ? kind : null)}
              onChanged={() => revalidate()}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  kind: KeyKind;
  stored: ModelKeyView | null;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChanged: () => Promise<void>;
}

function KeyRow({ kind, stored, isOpen, onOpen, onChanged }: RowProps) {
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const name = KEY_NAMES[kind];

  async function remove() {
    setBusy(true);
    const sent = await sendRequest(`/api/models/keys/${kind}`, { method: 'DELETE' });
    setFailure(sent.ok ? null : sent);
    if (sent.ok) await onChanged();
    setBusy(false);
  }

  return (
    <li className="border-b py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium">{name}</p>
          <KeyFacts stored={stored} />
        </div>
        {isOpen ? null : (
          <div className="flex gap-2">
            <Button
              aria-label={`${stored ? 'Replace' : 'Add'}: ${name}`}
              onClick={() => onOpen(true)}
            >
              {stored ? 'Replace' : 'Add'}
            </Button>
            {stored ? (
              <Button
                variant="ghost"
                aria-label={`Remove: ${name}`}
                disabled={isBusy}
                onClick={() => void remove()}
              >
                Remove
              </Button>
            ) : null}
          </div>
        )}
      </div>
      {isOpen ? (
        <KeyForm
          kind={kind}
          stored={stored}
          onClose={() => onOpen(false)}
          onSaved={async () => {
            onOpen(false);
            await onChanged();
          }}
        />
      ) : null}
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </li>
  );
}

function KeyFacts({ stored }: { stored: ModelKeyView | null }) {
  if (stored === null) return <p className="text-sm text-muted">No key.</p>;
  const { label, model, lastFour, usedAt, baseUrl, price } = stored;
  const day = usedAt === null ? null : new Date(usedAt).toISOString().slice(0, 10);
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {label === model ? model : `${label} (${model})`} at {new URL(baseUrl).host} ·{' '}
      {lastFour === '' ? (
        'no key'
      ) : (
        <>
          key ends in <code>{lastFour}</code>
        </>
      )}{' '}
      · {day === null ? 'not used yet' : `last used ${day}`}
      {price ? ` · $${price.input} in, $${price.output} out for a million tokens` : ''}
    </p>
  );
}
