import { useState } from 'react';
import { Link } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { getProjectSecrets } from '#app/projects/secrets/project-secrets-client.ts';
import type { SecretEnvironment } from '#app/projects/secrets/project-secret-owner.ts';
import { Segmented } from '#app/ui/segmented.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { Section } from '#app/dashboard/section.tsx';
import { SecretRow } from './secret-row.tsx';

const NOTES: Record<SecretEnvironment, string> = {
  live: 'The endpoint calls your APIs with these. Chats never see them. To have each caller give their own instead, continue in a chat and choose it there, under Setup.',
  test: 'Chats that you open from a version call your APIs with these.',
};

/** The secrets of a project in each environment: set, replaced, deleted, never shown. */
export function SecretsTab({
  project: { id: project, endpoint },
}: {
  project: Pick<ProjectView, 'id' | 'endpoint'>;
}) {
  const [environment, setEnvironment] = useState<SecretEnvironment>('live');
  const [changes, setChanges] = useState(0);
  const loaded = useLoaded(`${project} ${environment}`, String(changes), () =>
    getProjectSecrets(project, environment),
  );
  const { secrets, ofCallers = [] } = loaded.value ?? {};
  return (
    <Section title="Secrets" note={NOTES[environment]}>
      <Segmented
        label="Environment"
        value={environment}
        options={[
          { value: 'live', label: 'Live' },
          { value: 'test', label: 'Test' },
        ]}
        onChange={setEnvironment}
      />
      {loaded.failure ? <FailureNote failure={loaded.failure} onRetry={loaded.retry} /> : null}
      {secrets === undefined ? (
        loaded.failure ? null : (
          <Spinner className="p-6" />
        )
      ) : secrets.length === 0 ? (
        <p className="mt-4 text-muted">
          {ofCallers.length > 0
            ? 'The endpoint does not need any secrets of its own.'
            : 'The latest version does not need any secrets.'}
        </p>
      ) : (
        <ul aria-label="Secrets" className="mt-4 divide-y border-y">
          {secrets.map((secret) => (
            <li key={`${environment} ${secret.name}`} className="py-3">
              <SecretRow
                project={project}
                environment={environment}
                secret={secret}
                onChanged={() => setChanges(changes + 1)}
              />
            </li>
          ))}
        </ul>
      )}
      {ofCallers.length > 0 && environment === 'live' ? (
        <p className="mt-4 max-w-prose text-sm wrap-anywhere text-muted">
          Each caller gives their own <code>{ofCallers.join(', ')}</code> at{' '}
          <Link to={`${endpoint}/credentials`} className="underline">
            {endpoint}/credentials
          </Link>
          . You cannot see it.
        </p>
      ) : null}
    </Section>
  );
}
