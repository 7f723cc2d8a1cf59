import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { SecretEnvironment } from '#app/projects/secrets/project-secret-owner.ts';
import {
  confirmProjectSecret,
  deleteProjectSecret,
  putProjectSecret,
} from '#app/projects/secrets/project-secrets-client.ts';
import type { ProjectSecret } from '#app/projects/secrets/project-secrets.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { useChange } from '#app/dashboard/use-change.ts';
import { TestedSecret } from './tested-secret.tsx';
import { useSecretTest } from './use-secret-test.ts';

interface Props {
  project: string;
  environment: SecretEnvironment;
  secret: ProjectSecret;
  onChanged: () => void;
}

/** One secret: whether it has a value, where that goes, and a field for a new one. */
export function SecretRow({ project, environment, secret, onChanged }: Props) {
  const [value, setValue] = useState('');
  const [isOpen, setOpen] = useState(!secret.isSet);
  const { isBusy, failure, run, closeFailure } = useChange(async () => onChanged());
  const { name, isSet, needsConfirmation, origins } = secret;

  const { isTesting, tested, testFailure, test, forget } = useSecretTest(
    project,
    environment,
    name,
  );

  async function save() {
    forget();
    if (await run(() => putProjectSecret(project, environment, secret, value))) {
      setValue('');
      setOpen(false);
    }
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="font-semibold wrap-anywhere">{name}</code>
        <SecretBadge isSet={isSet} needsConfirmation={needsConfirmation} />
        <span className="min-w-0 grow text-sm wrap-anywhere text-muted">
          {origins.length === 0 ? 'Not used.' : `Goes to ${origins.join(', ')}`}
          {isSet ? <SecretTimes secret={secret} /> : null}
        </span>
        {needsConfirmation ? (
          <Button
            disabled={isBusy}
            onClick={() => void run(() => confirmProjectSecret(project, environment, secret))}
          >
            Allow new destination
          </Button>
        ) : null}
        {isSet && !isOpen ? (
          <div className="flex flex-wrap gap-2">
            {needsConfirmation || origins.length === 0 ? null : (
              <Button aria-label={`Test: ${name}`} disabled={isTesting} onClick={() => void test()}>
                {isTesting ? 'Testing…' : 'Test'}
              </Button>
            )}
            <Button aria-label={`Replace: ${name}`} onClick={() => setOpen(true)}>
              Replace
            </Button>
            <Button
              variant="ghost"
              aria-label={`Delete: ${name}`}
              disabled={isBusy}
              onClick={() => void run(() => deleteProjectSecret(project, environment, name))}
            >
              Delete
            </Button>
          </div>
        ) : null}
      </div>
      {isOpen ? (
        <form
          className="mt-2 flex flex-wrap gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (value !== '' && !isBusy) void save();
          }}
        >
          <Input
            type="password"
            autoComplete="new-password"
            aria-label={`Value of ${name}`}
            className="min-w-48 grow"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button type="submit" variant="primary" disabled={value === '' || isBusy}>
            Save
          </Button>
          {isSet ? (
            <Button variant="ghost" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          ) : null}
        </form>
      ) : null}
      {tested ? <TestedSecret tested={tested} /> : null}
      {testFailure ? <FailureNote failure={testFailure} onClose={forget} /> : null}
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </>
  );
}

function SecretTimes({ secret: { changedAt, usedAt } }: Pick<Props, 'secret'>) {
  return (
    <span className="block">
      {changedAt === null ? null : (
        <>
          Set <RelativeTime at={changedAt} />,{' '}
        </>
      )}
      {usedAt === null ? (
        'not used yet'
      ) : (
        <>
          last used <RelativeTime at={usedAt} />
        </>
      )}
    </span>
  );
}

function SecretBadge({
  isSet,
  needsConfirmation,
}: Pick<ProjectSecret, 'isSet' | 'needsConfirmation'>) {
  if (!isSet) return <Badge tone="warn">Missing</Badge>;
  return needsConfirmation ? (
    <Badge tone="pencil">Destination changed</Badge>
  ) : (
    <Badge tone="pass">Set</Badge>
  );
}
