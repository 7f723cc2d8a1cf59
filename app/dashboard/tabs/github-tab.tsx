import { useState } from 'react';
import { useRevalidator } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useHasRole } from '#app/dashboard/for-role.tsx';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { RepositoryEdits } from '#app/dashboard/pull/repository-edits.tsx';
import { Section } from '#app/dashboard/section.tsx';
import { LinkPart } from '#app/github/screens/link-part.tsx';
import { LinkStatusPart } from '#app/github/screens/link-status-part.tsx';
import { PushList } from '#app/github/screens/push-list.tsx';
import { PushPart } from '#app/github/screens/push-part.tsx';
import { useOnChange } from '#app/github/screens/use-on-change.ts';
import { useProjectGithub } from '#app/github/screens/use-project-github.ts';
import { useOnFocus, useWhileVisible } from '#app/github/screens/use-while-visible.ts';
import { Spinner } from '#app/ui/spinner.tsx';

/** Our own list is looked at, which costs GitHub nothing. */
const LOOK_MS = 10_000;

/** The repository of a project: what is pushed to it, and what comes back from it. */
export function GithubTab({ facts: { project, versions } }: { facts: ProjectFacts }) {
  const { github, failure, reload } = useProjectGithub(project.id);
  const { revalidate } = useRevalidator();
  const [isDisconnected, setDisconnected] = useState(false);
  // What webhooks bring is shown while the tab is open; a merge may have published, and a chat saved, a version.
  useWhileVisible(reload, LOOK_MS);
  useOnFocus(() => void revalidate());
  const states = github?.pushes.map(({ id, state }) => `${id} ${state}`).join() ?? null;
  useOnChange(states, () => void revalidate());
  const mayChange = useHasRole('editor');
  if (failure) return <FailureNote failure={failure} onRetry={reload} />;
  if (github === null) return <Spinner className="p-6" />;
  const { link, pushes } = github;
  return (
    <>
      <Section
        title="Repository"
        note={
          link === null
            ? 'Choose a repository, or create one from its list. Versions of this project are pushed to it as commits or pull requests; your other files in it are left alone.'
            : undefined
        }
      >
        <LinkPart
          project={project.id}
          title={project.title}
          link={link}
          mayChange={mayChange}
          onChanged={reload}
        />
      </Section>
      {link === null ? null : (
        <Section title="State on GitHub">
          <LinkStatusPart
            key={link.repositoryId}
            link={link}
            mayChange={mayChange}
            onFresh={reload}
            onConnection={setDisconnected}
          />
        </Section>
      )}
      {link !== null && mayChange ? (
        <Section title="Push a version">
          <PushPart
            key={link.repositoryId}
            link={link}
            versions={versions.map(({ number }) => number)}
            isDisconnected={isDisconnected}
            onPushed={reload}
          />
        </Section>
      ) : null}
      <Section title="Pushes">
        <PushList pushes={pushes} />
      </Section>
      {link !== null && mayChange ? (
        <RepositoryEdits project={project.id} pushedVersion={link.pushedVersion} />
      ) : null}
    </>
  );
}
