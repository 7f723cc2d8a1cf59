import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useChange } from '#app/dashboard/use-change.ts';
import type { CallerCredential } from '#app/hosting/credentials/caller-credentials.ts';
import {
  confirmCredential,
  deleteCredential,
  putCredential,
} from '#app/hosting/credentials/credentials-client.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

interface Props {
  slug: string;
  credential: CallerCredential;
  onChanged: () => Promise<void>;
}

/** One credential: whether it is given, where it goes, and a field for it. */
export function CredentialRow({ slug, credential, onChanged }: Props) {
  const { name, isSet, needsConfirmation, origins, description, usedAt } = credential;
  const [value, setValue] = useState('');
  const { isBusy, failure, run, closeFailure } = useChange(onChanged);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="font-semibold wrap-anywhere">{name}</code>
        <StateBadge isSet={isSet} needsConfirmation={needsConfirmation} />
        {needsConfirmation ? (
          <Button
            disabled={isBusy}
            onClick={() => void run(() => confirmCredential(slug, credential))}
          >
            Allow new destination
          </Button>
        ) : null}
        {isSet ? (
          <Button
            variant="ghost"
            aria-label={`Delete: ${name}`}
            disabled={isBusy}
            onClick={() => void run(() => deleteCredential(slug, name))}
          >
            Delete
          </Button>
        ) : null}
      </div>
      <p className="mt-1 max-w-prose text-sm wrap-anywhere text-muted">
        {description ? `${description} ` : null}
        {origins.length === 0 ? 'Not used.' : `Goes to ${origins.join(', ')}.`}
        {usedAt === null ? null : (
          <>
            {' '}
            Last used <RelativeTime at={usedAt} />.
          </>
        )}
      </p>
      <form
        className="mt-2 flex max-w-lg flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (value === '' || isBusy) return;
          void run(() => putCredential(slug, credential, value)).then(
            (isDone) => isDone && setValue(''),
          );
        }}
      >
        <Input
          type="password"
          autoComplete="new-password"
          aria-label={`Value of ${name}`}
          placeholder={isSet ? 'A new value' : 'Your value'}
          className="min-w-48 grow"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" disabled={value === '' || isBusy}>
          {isSet ? 'Replace' : 'Save'}
        </Button>
      </form>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </>
  );
}

function StateBadge({
  isSet,
  needsConfirmation,
}: Pick<CallerCredential, 'isSet' | 'needsConfirmation'>) {
  if (!isSet) return <Badge tone="warn">Missing</Badge>;
  return needsConfirmation ? (
    <Badge tone="pencil">Destination changed</Badge>
  ) : (
    <Badge tone="pass">Set</Badge>
  );
}
