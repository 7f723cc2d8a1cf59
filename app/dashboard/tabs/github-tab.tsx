import { FailureNote } from '#app/api-client/failure-note.tsx';
import { ForRole } from '#app/dashboard/for-role.tsx';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { RepositoryEdits } from '#app/dashboard/pull/repository-edits.tsx';
import { Section } from '#app/dashboard/section.tsx';
import { LinkedRepository } from '#app/github/screens/linked-repository.tsx';
import { useProjectGithub } from '#app/github/screens/use-project-github.ts';
import { Spinner } from '#app/ui/spinner.tsx';

/** The repository of a project: what is pushed to it, and what comes back from it. */
export function GithubTab({ facts: { project } }: { facts: ProjectFacts }) {
  const { github, failure, reload } = useProjectGithub(project.id);
  if (failure) return <FailureNote failure={failure} onRetry={reload} />;
  if (github === null) return <Spinner className="p-6" />;
  const { link } = github;
  return (
    <>
      <Section title="Repository">
        {link === null ? (
          <p className="text-sm text-muted">This project has no repository yet.</p>
        ) : (
          <LinkedRepository {...link} />
        )}
      </Section>
      {link === null ? null : (
        <ForRole needed="editor">
          <RepositoryEdits project={project.id} pushedVersion={link.pushedVersion} />
        </ForRole>
      )}
    </>
  );
}
