import { Link } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { getLinkedProjects } from '#app/github/links/links-client.ts';
import type { LinkedProjects } from '#app/github/links/project-link.ts';
import { Spinner } from '#app/ui/spinner.tsx';

import { LinkedRepository } from './linked-repository.tsx';

/** The user's projects that are linked to a repository. */
export function LinkedProjectsSection() {
  const { value, failure, retry } = useLoaded('linked projects', '', getLinkedProjects);
  return (
    <section aria-labelledby="github-projects" className="flex flex-col gap-3">
      <h2 id="github-projects" className="font-semibold">
        Linked projects
      </h2>
      {failure ? <FailureNote failure={failure} onRetry={retry} /> : null}
      {value === null ? failure ? null : <Spinner /> : <ProjectList {...value} />}
    </section>
  );
}

function ProjectList({ projects }: LinkedProjects) {
  if (projects.length === 0) {
    return (
      <p className="text-muted">
        No project has a repository yet. Open one of{' '}
        <Link to="/my-projects" className="underline">
          your projects
        </Link>{' '}
        and choose one on its tab GitHub.
      </p>
    );
  }
  return (
    <ul aria-label="Linked projects" className="divide-y border-y">
      {projects.map(({ title, latest, link }) => (
        <li key={link.project} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <Link
            to={`/projects/${link.project}?tab=github`}
            className="min-w-0 font-medium wrap-anywhere hover:underline pointer-coarse:py-2"
          >
            <bdi>{title}</bdi>
          </Link>
          <LinkedRepository {...link} />
          <span className="ms-auto text-sm text-muted tabular-nums">
            {describePushed(link.pushedVersion, latest)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function describePushed(pushed: number | null, latest: number): string {
  if (pushed === null) return 'Nothing pushed yet';
  return pushed === latest ? `Version ${pushed} pushed` : `Version ${pushed} of ${latest} pushed`;
}
