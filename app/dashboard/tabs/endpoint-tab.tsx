import { Globe, KeyRound, Lock } from 'lucide-react';

import { useHasRole } from '#app/dashboard/for-role.tsx';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { deletePublication, patchProject } from '#app/projects/project-client.ts';
import { Button } from '#app/ui/button.tsx';

import { EndpointInstall } from '#app/dashboard/endpoint/endpoint-install.tsx';
import { PublicationList } from '#app/dashboard/endpoint/publication-list.tsx';
import { RolloutSection } from '#app/dashboard/endpoint/rollout-section.tsx';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { Section } from '#app/dashboard/section.tsx';
import { useChange } from '#app/dashboard/use-change.ts';

const CHOICES = [
  {
    value: 'private',
    label: 'Private',
    note: 'Open to API keys of your account, and to its members when they sign in.',
    Icon: Lock,
  },
  {
    value: 'keys',
    label: 'Everyone who signs in',
    note: 'Also open to other users of this site, using the live secrets. Calls count towards your plan.',
    Icon: KeyRound,
  },
  {
    value: 'public',
    label: 'Public',
    note: 'Open to everyone, without sign-in, using the live secrets. Calls count towards your plan.',
    Icon: Globe,
  },
] as const;

interface Props {
  facts: ProjectFacts;
  onChanged: () => Promise<void>;
}

/** Who may call the endpoint, how to connect a client, and what was served before. */
export function EndpointTab({ facts: { project, endpoint }, onChanged }: Props) {
  const change = useChange(onChanged);
  const { isBusy, failure, run, closeFailure } = change;
  const { published, rollout } = endpoint;
  const isOwner = useHasRole('owner');
  const isEditor = useHasRole('editor');
  return (
    <>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
      {rollout === null || published === null ? null : (
        <RolloutSection
          project={project.id}
          published={published.version}
          rollout={rollout}
          change={change}
          onChanged={onChanged}
        />
      )}
      <Section
        title="Who may call it"
        note={isOwner ? undefined : 'Only owners of the team change this.'}
      >
        <fieldset disabled={isBusy || !isOwner} className="space-y-2">
          <legend className="sr-only">Who may call it</legend>
          {CHOICES.map(({ value, label, note, Icon }) => (
            <div key={value} className="flex min-h-11 items-start gap-3">
              <input
                id={`visibility-${value}`}
                type="radio"
                name="visibility"
                className="mt-1 accent-blue"
                checked={endpoint.visibility === value}
                onChange={() => void run(() => patchProject(project.id, { visibility: value }))}
              />
              <div>
                <label
                  htmlFor={`visibility-${value}`}
                  className="flex cursor-pointer items-center gap-1.5 font-medium [&_svg]:size-4"
                >
                  <Icon aria-hidden />
                  {label}
                </label>
                <p className="text-sm text-muted">{note}</p>
              </div>
            </div>
          ))}
        </fieldset>
      </Section>
      <Section title="Connect a client">
        <EndpointInstall
          name={project.slug}
          path={project.endpoint}
          isPublic={endpoint.visibility === 'public'}
        />
      </Section>
      <Section title="Publications">
        <PublicationList history={endpoint.history} />
      </Section>
      {endpoint.published === null || !isEditor ? null : (
        <Section
          title="Take it offline"
          note="Callers get 404 within 30 seconds. Versions, keys and the address stay."
        >
          <Button
            variant="danger"
            disabled={isBusy}
            onClick={() => void run(() => deletePublication(project.id))}
          >
            Take the endpoint offline
          </Button>
        </Section>
      )}
    </>
  );
}
